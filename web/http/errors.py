"""Refusals and faults as HTTP.

The answer is always the error object of the machine interfaces, never a traceback.
"""

from __future__ import annotations

from flask import Flask, Response, current_app, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from scorer.errors import Refusal
from scorer.texts import Text
from web.access.backoff import TooManyAttemptsError
from web.refusals import NOTHING_HERE

STATUS_BY_CODE = {
    "bad_host": 400,
    "bad_batch": 400,
    "no_cookies": 400,
    "bad_request": 400,
    "bad_origin": 403,
    "host_only": 403,
    "wrong_pin": 403,
    "wrong_code": 403,
    "not_joined": 403,
    "sent_away": 403,
    "pin_again": 403,
    "not_found": 404,
    "not_allowed": 405,
    "stale": 409,
    "diverged": 409,
    "name_taken": 409,
    "name_asked": 409,
    "no_phone": 409,
    "hands_entered": 409,
    "changed_meanwhile": 409,
    "restore_running": 409,
    "too_large": 413,
    "too_many_tries": 429,
    "internal": 500,
    "not_saved": 503,
    "no_database": 503,
    "hall_away": 503,
    "scanner_down": 503,
    "scanner_busy": 503,
    "no_picture": 503,
    "too_many_phones": 503,
}
"""HTTP status by error code. Every other code refuses a position, option, name or picture that cannot be: 422."""

_PAGE_CODES = frozenset(
    {
        *("not_found", "not_allowed", "host_only", "internal", "too_large", "too_many_tries", "no_evening"),
        *("no_cookies", "bad_host", "bad_origin", "bad_request", "unreadable"),
    }
)
"""Codes that people meet who type or follow an address, shown to them as a page."""

ERROR_PAGE = "FUDAYOMI_ERROR_PAGE"
"""Key of an application's configuration: the template of its page for such a code, "error.html" without one."""

_RETRY_AFTER_S = {429: 60, 503: 2}
"""Seconds a client should wait before it tries again, by HTTP status, unless the refusal says how long."""

TOO_LARGE = Refusal("too_large", Text("that is too large; pictures may have 16 MB", "大きすぎます。写真は16MBまでです"))
"""Refusal of a request that has more bytes than its path takes."""

_HTTP_ERRORS = {
    400: ("bad_request", Text("the request cannot be understood", "要求を理解できません")),
    404: ("not_found", NOTHING_HERE),
    405: ("not_allowed", Text("that cannot be done here", "ここではその操作はできません")),
    413: (TOO_LARGE.code, TOO_LARGE.message),
}
"""Error code and message by HTTP status. Every other status is answered as 400."""
_INTERNAL_ERROR = Refusal(
    "internal",
    Text(
        "Something went wrong. Nothing was saved; the log has the details.",
        "内部で問題が起きました。何も記録していません。詳しくは記録(ログ)を見てください",
    ),
)


def error_response(refusal: Refusal) -> tuple[Response, int]:
    """The error object and its HTTP status, as a page where a browser asked for one."""
    status = STATUS_BY_CODE.get(refusal.code, 422)
    if refusal.code in _PAGE_CODES and _wants_page():
        template = current_app.config.get(ERROR_PAGE, "error.html")
        return make_response(render_template(template, refusal=refusal, path=request.full_path.rstrip("?"))), status
    return jsonify(refusal.as_json()), status


def _wants_page() -> bool:
    """Whether a person opened an address of a page. Programs, and scripts of our pages, are answered with JSON."""
    is_for_machines = request.path.startswith(("/api/", "/evening.", "/static/", "/art/", "/picture/"))
    accepted = request.accept_mimetypes
    return not is_for_machines and accepted["text/html"] > accepted["application/json"]


def register_error_handlers(app: Flask) -> None:
    """Register handlers for refusals, HTTP errors, and unexpected exceptions (logged, not shown)."""

    @app.errorhandler(Refusal)
    def _handle_refusal(refusal: Refusal) -> tuple[Response, int]:
        response, status = error_response(refusal)
        if status in _RETRY_AFTER_S:
            default_s = _RETRY_AFTER_S[status]
            response.headers["Retry-After"] = str(
                refusal.retry_after if isinstance(refusal, TooManyAttemptsError) else default_s
            )
        return response, status

    @app.errorhandler(HTTPException)
    def _handle_http_error(error: HTTPException) -> tuple[Response, int] | HTTPException:
        status = error.code or 500
        if status < 400:
            return error
        code, message = _HTTP_ERRORS.get(status, _HTTP_ERRORS[400])
        return error_response(Refusal(code, message))[0], status

    @app.errorhandler(Exception)
    def _handle_unexpected_error(error: Exception) -> tuple[Response, int]:
        app.logger.error("unexpected fault", exc_info=error)
        return error_response(_INTERNAL_ERROR)

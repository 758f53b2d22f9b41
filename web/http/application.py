"""The Flask application that both table and hall are made from."""

from __future__ import annotations

from pathlib import Path

from flask import Flask, Response, request
from flask_babel import Babel

import web
from scorer.texts import LANGUAGES
from web.access.session_cookie import PersistentSessionInterface
from web.http.kept_cookie import from_page
from web.i18n.answer_messages import answer_messages
from web.i18n.phrases import word_further_languages
from web.i18n.request_locale import choose_language, next_language
from web.system.local_time import local_day, local_minute

MAX_FORM_BYTES = 256 * 1024
"""Bytes of the fields of a form that are held in memory. Forms here have a few short fields."""


def make_application(secret_key: str, cookie_name: str, max_request_bytes: int) -> Flask:
    """An application without routes: templates, scripts, cookies, languages, and how JSON is written.

    `secret_key` signs the cookie; a request larger than `max_request_bytes` is refused.
    """
    folder = Path(web.__file__).parent
    app = Flask("web", template_folder=str(folder / "templates"), static_folder=str(folder / "static"))
    app.config.update(
        SECRET_KEY=secret_key,
        MAX_CONTENT_LENGTH=max_request_bytes,
        MAX_FORM_MEMORY_SIZE=MAX_FORM_BYTES,
        SESSION_COOKIE_NAME=cookie_name,
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_HTTPONLY=True,
        BABEL_DEFAULT_LOCALE="en",
        BABEL_TRANSLATION_DIRECTORIES="i18n/translations",
    )
    app.session_interface = PersistentSessionInterface()
    app.json.sort_keys = False  # type: ignore[attr-defined]
    # Data for scripts stands in the page between single quotes. These arguments keep it short.
    app.context_processor(lambda: {"languages": LANGUAGES, "next_language": next_language})
    app.jinja_env.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}
    app.jinja_env.filters.update(day=local_day, minute=local_minute)
    app.add_template_global(answer_messages)
    app.add_template_global(from_page)

    @app.after_request
    def _tell_script_where_to_go(response: Response) -> Response:
        """A script that sent a form (`core/forms.js`) leaves the page itself: it cannot read where a redirect leads."""
        if request.headers.get("X-Form") == "script" and 300 <= response.status_code < 400:
            response.status_code = 204
            response.set_data(b"")
        return response

    word_further_languages()
    Babel(app, locale_selector=lambda: choose_language(request))
    return app

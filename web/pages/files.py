"""The page to take the evening home from, and to bring one back."""

from __future__ import annotations

import secrets

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorer.errors import Refusal
from scorer.texts import Text
from web.access.request_size import takes_file
from web.archive.evening_match import find_same_evening
from web.archive.importer import parse_evening_file
from web.archive.result_text import result_text
from web.context import context
from web.http.navigation import NavEntry
from web.request.auth import (
    change_request,
    current_phone_id,
    has_rounds_at_stake,
    host_only,
    is_host,
    require_pin,
)
from web.request.ledger_restore import restore_ledger
from web.system.local_time import local_day

BLUEPRINT = Blueprint("files_page", __name__)
PLACES = (
    NavEntry(
        "/files",
        Text("Files", "ファイル"),
        60,
        sign="箱",
        description=Text(
            "Export tonight, import an evening, back up everything.", "今夜の会を書き出す、会を読み込む、全体を控える。"
        ),
    ),
)


@BLUEPRINT.get("/files")
def files() -> str:
    """The page with the files of the evening and the form to import one."""
    return _render_page()


@BLUEPRINT.get("/result.txt")
def result() -> Response:
    """The result as text to read, send or paste, of the evening under way or of `evening`."""
    ctx = context()
    evening = request.args.get("evening", type=int) or ctx.service.evening_id or 0
    session, head = ctx.archive.session(evening), ctx.store.evening_head(evening)
    return Response(result_text(session, local_day(head.began_at) if head else ""), mimetype="text/plain")


@BLUEPRINT.post("/files/import")
@takes_file
@host_only
def import_evening_form() -> BaseResponse | tuple[str, int]:
    """Start a new evening from the file in the form."""
    file = request.files.get("file")
    data = {"version": request.form.get("version", type=int), "key": request.form.get("key")}
    try:
        if has_rounds_at_stake():
            require_pin(request.form.get("pin"))
        events, lines = parse_evening_file(file.read() if file else b"")
        same = None if request.form.get("copy") else find_same_evening(context().store, lines)
        if same is not None:
            return _render_page(_already_here(), same), 422
        context().service.import_evening(events, lines, change_request(data))
    except Refusal as refusal:
        return _render_page(refusal), 422
    return redirect(url_for("main.page"))


@BLUEPRINT.post("/files/restore")
@takes_file
@host_only
def restore_form() -> BaseResponse | tuple[str, int]:
    """Put the ledger of a backup in place of this one, which is kept. Asks for the PIN again."""
    file = request.files.get("file")
    try:
        require_pin(request.form.get("pin"))
        restore_ledger(context(), file.read() if file else b"")
    except Refusal as refusal:
        return _render_page(refusal, is_restoring=True), 422
    return redirect(url_for("evenings.page"))


def _already_here() -> Refusal:
    return Refusal(
        "already_here",
        Text(
            "This evening is already here. A second copy would count its rounds twice.",
            "この会はもうここにあります。もう一つ読み込むと、同じ局が二度数えられます。",
        ),
    )


def _render_page(refusal: Refusal | None = None, same: int | None = None, *, is_restoring: bool = False) -> str:
    """The page, with what was refused beside its form. `same`: the evening that the file holds, if it is here."""
    service = context().service
    return render_template(
        "files.html",
        refusal=refusal,
        same=same,
        restoring=is_restoring,
        playing=service.session is not None,
        host=is_host(),
        asks_pin=has_rounds_at_stake() and not context().phones.has_recent_pin(current_phone_id()),
        proved=context().phones.has_recent_pin(current_phone_id()),
        version=service.version,
        key=secrets.token_hex(12),
    )

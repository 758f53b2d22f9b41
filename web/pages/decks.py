"""Enrolled decks: which there are and how sure they are, taken along as one file, brought in from another table."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, send_file, url_for
from werkzeug.wrappers import Response as Answer

from scanner.enrolled.shelving import call, put_away
from scanner.enrolled.store import LARGEST, file_of
from scorer.discover import decks
from scorer.errors import Refusal
from scorer.texts import Text
from web.camera.enrolment import enrolling
from web.companion import companion
from web.http.navigation import HOST, Place
from web.request.auth import address, host_only, is_host, pin_again
from web.request.evening_start import own_decks

BLUEPRINT = Blueprint("decks", __name__)
PLACES = (
    Place(
        "/decks",
        Text("Decks", "登録した札"),
        60,
        says=Text("enrol your own cards, take a deck along", "お手持ちの札を覚えさせる・持ち出す"),
        roles=frozenset({HOST}),
    ),
)


@BLUEPRINT.get("/decks")
def page() -> str | Answer:
    """The decks of this table; guests are sent to the PIN."""
    return _page() if is_host() else redirect(url_for("more.more"))


@BLUEPRINT.get("/api/enrolled")
def listed() -> dict[str, Any]:
    """Every enrolled deck: name, kind, expected shares, nearest pairs, faces it lacks."""
    return {"decks": [deck.as_json() for deck in own_decks()]}


@BLUEPRINT.get("/decks/<name>.npz")
@host_only
def export(name: str) -> Response:
    """The deck as the one file another table brings in."""
    data = companion().settings.data
    try:
        content = b"" if data is None else file_of(name, data).read_bytes()
    except OSError:
        content = b""
    if not content:
        raise Refusal("not_found", Text("there is no deck of that name", "その名前の札はありません"))
    return send_file(io.BytesIO(content), "application/zip", as_attachment=True, download_name=f"{name}.npz")


@BLUEPRINT.post("/decks")
@host_only
def bring() -> Answer | tuple[str, int]:
    """Keeps the deck in the form's file `deck` under `name`; the scanner opens it, never this process."""
    try:
        enrolling()  # a table without a folder keeps nothing
        if not companion().uploads.take(address()):
            raise Refusal(
                "too_many_tries", Text("too many files at once; wait a little", "少し待ってからやり直してください")
            )
        sent = request.files.get("deck")
        content = sent.stream.read(LARGEST + 1) if sent else b""
        companion().eyes.walk("shelve", content, name=request.form.get("name", "").strip())
    except Refusal as refusal:
        return _page(refusal), 422
    return redirect(url_for("decks.page"))


@BLUEPRINT.post("/decks/<name>/label")
@host_only
def label(name: str) -> Answer | tuple[str, int]:
    """Has the deck shown under the form's `label`; empty, it is shown under its own name again."""
    return _done(lambda data: call(name, data, request.form.get("label", "")))


@BLUEPRINT.post("/decks/<name>/away")
@host_only
def away(name: str) -> Answer | tuple[str, int]:
    """Deletes the deck, given the host's PIN once more."""

    def deleted(data: Path) -> None:
        pin_again(request.form.get("pin"), always=True)
        put_away(name, data)

    return _done(deleted)


def _done(work: Callable[[Path], None]) -> Answer | tuple[str, int]:
    """The decks after the work, or why it was not done."""
    data = companion().settings.data
    try:
        if data is None:
            enrolling()  # says that this table keeps no files
        else:
            work(data)
    except Refusal as refusal:
        return _page(refusal), 422
    except OSError as fault:
        told = Text(f"the disk takes no changes: {fault.strerror}", f"ディスクに書き込めません（{fault.strerror}）")
        return _page(Refusal("not_saved", told)), 503
    return redirect(url_for("decks.page"))


def _page(refusal: Refusal | None = None) -> str:
    kinds = decks()
    names = {code: face.name for kind in kinds.values() for code, face in kind.faces.items()}
    return render_template("decks.html", own=own_decks(), kinds=kinds, names=names, refusal=refusal)

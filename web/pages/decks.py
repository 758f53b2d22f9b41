"""The decks page: export, import, labels, removal."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

from flask import Blueprint, Response, redirect, render_template, request, send_file, url_for
from werkzeug.wrappers import Response as Answer

from scanner.enrolled.store import (
    MAX_DECK_BYTES,
    deck_not_found,
    deck_path,
    delete_deck,
    is_valid_name,
    set_label,
)
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.texts import Text
from web.access.request_size import takes_file
from web.access.roles import HOST
from web.camera.enrolment import file_name_for
from web.context import context
from web.http.navigation import NavEntry
from web.pages.host import redirect_to_host_form
from web.request.auth import client_address, host_only, is_host, require_pin
from web.request.evening_start import enrolled_decks

BLUEPRINT = Blueprint("decks_page", __name__)
PLACES = (
    NavEntry(
        "/decks",
        Text("Decks", "登録した札"),
        60,
        sign="札",
        description=Text(
            "Enrol your own cards, export or import a deck.", "お手持ちの札を登録する、書き出す、読み込む。"
        ),
        roles=frozenset({HOST}),
    ),
)


@BLUEPRINT.get("/decks")
def page() -> str | Answer:
    """The decks of this table. Guests are redirected to the PIN."""
    return _render_page() if is_host() else redirect_to_host_form("/decks")


@BLUEPRINT.get("/decks/<name>.npz")
@host_only
def export(name: str) -> Response:
    """The deck as one file, which another table can import."""
    data_dir = context().settings.data_dir
    try:
        content = b"" if data_dir is None else deck_path(name, data_dir).read_bytes()
    except OSError:
        content = b""
    if not content:
        raise deck_not_found()
    return send_file(io.BytesIO(content), "application/zip", as_attachment=True, download_name=f"{name}.npz")


@BLUEPRINT.post("/decks")
@takes_file
@host_only
def import_deck() -> Answer | tuple[str, int]:
    """Store the deck in the form's file `deck` under `name`, in any writing. The scanner opens it, not this process."""
    try:
        context().require_enrolment()  # refuses when there is no folder to store it in
        if not context().upload_limit.allow(client_address()):
            raise Refusal(
                "too_many_tries", Text("Too many files at once; wait a moment", "少し待ってからやり直してください")
            )
        file = request.files.get("deck")
        content = file.stream.read(MAX_DECK_BYTES + 1) if file else b""
        label, data_dir = request.form.get("name", "").strip(), context().settings.data_dir
        name = label if is_valid_name(label) or data_dir is None else file_name_for(label, "deck", data_dir)
        context().scanner.run_wizard_step("shelve", content, name=name)
        if data_dir is not None and name != label:
            set_label(name, data_dir, label)
    except Refusal as refusal:
        return _render_page(refusal), 422
    return redirect(url_for("decks_page.page"))


@BLUEPRINT.post("/decks/<name>/label")
@host_only
def label_deck(name: str) -> Answer | tuple[str, int]:
    """Show the deck under the form's `label`, or under its own name again when that is empty."""
    return _apply_change(lambda data: set_label(name, data, request.form.get("label", "")))


@BLUEPRINT.post("/decks/<name>/away")
@host_only
def remove_deck(name: str) -> Answer | tuple[str, int]:
    """Delete the deck, given the host's PIN once more."""

    def delete_with_pin(data_dir: Path) -> None:
        require_pin(request.form.get("pin"), always=True)
        delete_deck(name, data_dir)

    return _apply_change(delete_with_pin)


def _apply_change(change: Callable[[Path], None]) -> Answer | tuple[str, int]:
    """Change a deck: the page of decks, with the refusal if the change failed."""
    data_dir = context().settings.data_dir
    try:
        if data_dir is None:
            context().require_enrolment()  # refuses: this table keeps no files
        else:
            change(data_dir)
    except Refusal as refusal:
        return _render_page(refusal), 422
    except OSError as error:
        message = Text(f"The disk takes no changes: {error.strerror}", f"ディスクに書き込めません（{error.strerror}）")
        return _render_page(Refusal("not_saved", message)), 503
    return redirect(url_for("decks_page.page"))


def _render_page(refusal: Refusal | None = None) -> str:
    kinds = decks()
    names = {code: face.name for kind in kinds.values() for code, face in kind.faces.items()}
    return render_template("decks.html", own=enrolled_decks(), kinds=kinds, names=names, refusal=refusal)

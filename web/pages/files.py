"""The evening as a file to take home, and back again: the ledger as JSON, rounds as a table, rounds as text."""

from __future__ import annotations

import csv
import io
import json
import secrets
from collections.abc import Iterator
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorer.errors import Refusal
from scorer.notation import write_round
from scorer.session.reducer import Played, Session
from scorer.texts import Text
from web.companion import companion
from web.http.navigation import Place
from web.request.auth import asked, change, host_only, is_host, phone, pin_again, rounds_at_stake
from web.session.importer import FORMAT, taken

BLUEPRINT = Blueprint("files", __name__)
PLACES = (
    Place(
        "/files",
        Text("Files", "ファイル"),
        60,
        says=Text("take the evening home, bring one back", "会の記録を持ち帰る、読み込む"),
    ),
)

_COLUMNS = ("round", "counts", "player", "class", "total", "net", "stones", "game", "entry", "corrected", "evening")
_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n", " ", "　")


@BLUEPRINT.get("/evening.json")
def as_json() -> Response:
    """The ledger of the evening, entry by entry, as it was written; `/api/import` reads it back."""
    table = companion()
    entries = table.store.entries(table.room.evening or 0)
    lines = [
        {"sequence": one.sequence, "version": one.version, "who": one.who, "at": one.at, "entry": one.body}
        for one in entries
    ]
    return _file(
        json.dumps({"format": FORMAT, "entries": lines}, ensure_ascii=False, indent=1), "json", "application/json"
    )


@BLUEPRINT.get("/evening.csv")
def as_csv() -> Response:
    """One row a round and player, over all games. It begins with the mark by which spreadsheets know UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(_COLUMNS)
    won: dict[str, int] = {}
    for game in _evening().games:
        for played in game.history:
            for row in _seats(played, game.game, won):
                writer.writerow([harmless(cell) for cell in row])
    return _file("\ufeff" + out.getvalue(), "csv", "text/csv")


@BLUEPRINT.get("/evening.txt")
def as_text() -> Response:
    """Every round in the text notation, one a line, over all games; one that was taken back stands behind a #."""
    return _file("".join(f"{line}\n" for line in _notation(_evening())), "txt", "text/plain")


@BLUEPRINT.get("/files")
def files() -> str:
    """The page to take the evening home from, and to bring one back."""
    return _page()


@BLUEPRINT.post("/api/import")
@host_only
def take_in() -> dict[str, Any]:
    """Starts a new evening from an exported one, given as `evening`."""
    data = asked()
    if rounds_at_stake():
        pin_again(data.get("pin"))
    return companion().room.take_in(*taken(json.dumps(data.get("evening"))), change(data))


@BLUEPRINT.post("/files/import")
@host_only
def take_in_form() -> BaseResponse | tuple[str, int]:
    """The same from a form with the file."""
    sent = request.files.get("file")
    told = {"version": request.form.get("version", type=int), "key": request.form.get("key")}
    try:
        if rounds_at_stake():
            pin_again(request.form.get("pin"))
        companion().room.take_in(*taken(sent.read() if sent else b""), change(told))
    except Refusal as refusal:
        return _page(refusal), 422
    return redirect(url_for("page.page"))


def harmless(cell: object) -> object:
    """A cell no spreadsheet takes for a formula, Japanese ones and their wide signs included; numbers stay numbers.

    >>> harmless("=1+1"), harmless("＝1"), harmless(-3)
    ("'=1+1", "'＝1", -3)
    """
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def _seats(played: Played, game: str, won: dict[str, int]) -> Iterator[tuple[object, ...]]:
    """The rows of one round; `won` counts what each has won in the evening, rounds taken back not counted."""
    settled = played.settlement
    hands = {hand["seat"]: hand for hand in settled["hands"]}
    after = settled.get("stones") or [None] * len(played.players)
    for seat, name in enumerate(played.players):
        if not played.undone:
            won[name] = won.get(name, 0) + settled["net"][seat]
        hand = hands.get(seat, {})
        counts, told_anew = ("no" if played.undone else "yes"), ("yes" if played.earlier else "no")
        yield (
            *(played.round_number, counts, name, hand.get("class"), hand.get("total")),
            *(settled["net"][seat], after[seat], game, played.number, told_anew, won.get(name, 0)),
        )


def _notation(session: Session) -> Iterator[str]:
    for game in session.games:
        for played in game.history:
            line = write_round(played.round)
            yield f"# {line}" if played.undone else line


def _file(text: str, ending: str, kind: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="fudayomi.{ending}"'}
    return Response(text, mimetype=kind, headers=headers)


def _page(refusal: Refusal | None = None) -> str:
    room = companion().room
    return render_template(
        "files.html",
        refusal=refusal,
        playing=room.session is not None,
        host=is_host(),
        asks_pin=rounds_at_stake() and not companion().phones.proved(phone()),
        version=room.version,
        key=secrets.token_hex(12),
    )


def _evening() -> Session:
    session = companion().room.session
    if session is None:
        raise Refusal("no_evening", Text("no evening has been started", "まだ始まっていません"))
    return session

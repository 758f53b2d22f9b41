"""The evening as a file to take home: every ledger entry as JSON, every round and player as a table."""

from __future__ import annotations

import csv
import io
import json

from flask import Blueprint, Response

from scorer.errors import Refusal
from scorer.session import Played, Session
from scorer.texts import Text
from web.companion import companion

BLUEPRINT = Blueprint("files", __name__)

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
_COLUMNS = ("round", "counts", "player", "class", "total", "net", "stones")


@BLUEPRINT.get("/evening.json")
def as_json() -> Response:
    """The ledger of the evening, entry by entry, as it was written."""
    table = companion()
    entries = table.store.entries(table.room.evening or 0)
    lines = [{"sequence": one.sequence, "version": one.version, "at": one.at, "entry": one.body} for one in entries]
    return _file(json.dumps({"entries": lines}, ensure_ascii=False, indent=1), "json", "application/json")


@BLUEPRINT.get("/evening.csv")
def as_csv() -> Response:
    """One row a round and player. It begins with the mark by which spreadsheets know UTF-8."""
    session = companion().room.session
    if session is None:
        raise Refusal("no_evening", Text("no evening has been started", "まだ始まっていません"))
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(_COLUMNS)
    for row in _rows(session):
        writer.writerow([harmless(cell) for cell in row])
    return _file("\ufeff" + out.getvalue(), "csv", "text/csv")


def harmless(cell: object) -> object:
    """A cell no spreadsheet takes for a formula; numbers stay numbers.

    >>> harmless("=1+1"), harmless(-3)
    ("'=1+1", -3)
    """
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def _rows(session: Session) -> list[tuple[object, ...]]:
    return [row for played in session.history for row in _seats(played)]


def _seats(played: Played) -> list[tuple[object, ...]]:
    settled = played.settlement
    hands = {hand["seat"]: hand for hand in settled["hands"]}
    after = settled.get("stones") or [None] * len(played.players)
    return [
        (
            played.round_number,
            "no" if played.undone else "yes",
            name,
            hands.get(seat, {}).get("class"),
            hands.get(seat, {}).get("total"),
            settled["net"][seat],
            after[seat],
        )
        for seat, name in enumerate(played.players)
    ]


def _file(text: str, ending: str, kind: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="fudayomi.{ending}"'}
    return Response(text, mimetype=kind, headers=headers)

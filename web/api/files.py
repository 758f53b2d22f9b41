"""The evening as a file: JSON, CSV, text notation, import."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, request

from scorer.decks import decks
from scorer.notation import write_round
from scorer.session.history import PlayedRound
from scorer.session.state import Session
from web.archive.importer import EXPORT_FORMAT, parse_evening_file
from web.archive.ledger_file import write_ledger_file
from web.archive.rounds import shown_cards
from web.context import context
from web.following.round_record import unpack_record
from web.http.spreadsheet import escape_formula
from web.i18n.request_locale import localize
from web.ledger.entry import Entry
from web.openapi.request_check import json_body
from web.request.auth import change_request, has_rounds_at_stake, host_only, require_pin

BLUEPRINT = Blueprint("files", __name__)
_CSV_COLUMNS = (
    *("round", "counts", "player", "class", "total", "net", "stones", "game", "entry", "corrected", "evening"),
    *("time", "cards", "card_names", "bought"),
)
"""The header row."""


@BLUEPRINT.get("/evening.json")
def as_json() -> Response:
    """The ledger of the evening, entry by entry, as it was written. `/api/import` reads it back.

    `evening`: another one than the one under way, also of the files below.
    """
    return _attachment(_json_lines(context().store.iter_entries(_evening_id())), "json", "application/json")


@BLUEPRINT.get("/evening.csv")
def as_csv() -> Response:
    """One row per round and player, over all games. It begins with the mark by which spreadsheets know UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(_CSV_COLUMNS)
    won: dict[str, int] = {}
    times = {entry.version: entry.at for entry in context().store.entries(_evening_id())}
    for game in _session().games:
        for played in game.history:
            for row in _csv_rows(played, game, times[played.event_number], won):
                writer.writerow([escape_formula(cell) for cell in row])
    return _attachment("\ufeff" + out.getvalue(), "csv", "text/csv")


@BLUEPRINT.get("/evening.txt")
def as_text() -> Response:
    """Every round in the text notation, one per line, over all games. An undone round stands behind a #."""
    return _attachment("".join(f"{line}\n" for line in _notation_lines(_session())), "txt", "text/plain")


@BLUEPRINT.get("/api/ledger")
@host_only
def ledger() -> Response:
    """The whole ledger as one file, to be restored on the page of files: every evening, and saved house rules."""
    name = f"fudayomi-ledger-{datetime.now(UTC):%Y-%m-%d}.jsonl.gz"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(write_ledger_file(context().store), mimetype="application/gzip", headers=headers)


@BLUEPRINT.post("/api/import", endpoint="take_in")
@host_only
def import_evening() -> dict[str, Any]:
    """Start a new evening from an exported one, given as `evening`."""
    data = json_body()
    if has_rounds_at_stake():
        require_pin(data.get("pin"))
    return context().service.import_evening(*parse_evening_file(json.dumps(data.get("evening"))), change_request(data))


def _json_lines(entries: Iterable[Entry]) -> Iterator[str]:
    """The file in pieces, one line for each entry, so that a long evening never lies in memory as a whole."""
    yield f'{{"format": "{EXPORT_FORMAT}", "entries": ['
    separator = "\n"
    for entry in entries:
        fields = {"sequence": entry.sequence, "version": entry.version, "who": entry.who, "at": entry.at}
        yield separator + json.dumps({**fields, "entry": _with_plain_record(entry.body)}, ensure_ascii=False)
        separator = ",\n"
    yield "\n]}\n"


def _with_plain_record(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """The entry with the record of a followed round as everybody can read it. In the ledger it is packed."""
    record = unpack_record(body.get("record"))
    return body if record is None else {**body, "record": record}


def _evening_id() -> int:
    return request.args.get("evening", type=int) or context().service.evening_id or 0


def _session() -> Session:
    """The evening that is asked for, else the one under way."""
    ctx = context()
    evening = _evening_id()
    return ctx.service.require_session() if evening in {0, ctx.service.evening_id} else ctx.archive.session(evening)


def _csv_rows(played: PlayedRound, game: Session, at: str, won: dict[str, int]) -> Iterator[tuple[object, ...]]:
    """The rows of one round, booked `at`.

    `won` sums up what each player has won in the evening, without undone rounds.
    """
    faces = decks()[game.deck].faces
    settlement = played.settlement
    hands = {hand["seat"]: hand for hand in settlement["hands"]}
    balances = settlement.get("stones") or [None] * len(played.players)
    for seat, name in enumerate(played.players):
        if not played.undone:
            won[name] = won.get(name, 0) + settlement["net"][seat]
        hand = hands.get(seat, {})
        cards = shown_cards(game.rules, played, seat)
        names = (localize(faces[code].name) if code in faces else code for code in cards)
        counts, corrected = ("no" if played.undone else "yes"), ("yes" if played.earlier_versions else "no")
        yield (
            *(played.round_number, counts, name, hand.get("class"), hand.get("total")),
            *(settlement["net"][seat], balances[seat], game.game, played.event_number, corrected, won.get(name, 0)),
            *(at, " ".join(cards), "; ".join(names), game.stones_bought(name, played.event_number)),
        )


def _notation_lines(session: Session) -> Iterator[str]:
    for game in session.games:
        for played in game.history:
            line = write_round(played.round)
            yield f"# {line}" if played.undone else line


def _attachment(text: str | Iterator[str], ending: str, kind: str) -> Response:
    evening = _evening_id()
    head = context().store.evening_head(evening)
    day = f"-{head.began_at[:10]}-evening-{evening}" if head else ""
    headers = {"Content-Disposition": f'attachment; filename="fudayomi{day}.{ending}"'}
    return Response(text, mimetype=kind, headers=headers)

"""What the files of an evening hold: data, table, notation."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scorer.decks import decks
from scorer.notation import write_round
from scorer.session.history import PlayedRound
from scorer.session.state import Session
from web.archive.importer import EXPORT_FORMAT
from web.archive.rounds import shown_cards
from web.following.round_record import unpack_record
from web.http.spreadsheet import escape_formula
from web.i18n.request_locale import localize
from web.ledger.entry import Entry

CSV_COLUMNS = (
    *("round", "counts", "player", "class", "total", "net", "stones", "game", "entry", "corrected", "evening"),
    *("time", "cards", "card_names", "bought"),
)
"""The header row."""


def csv_rows(session: Session, times: Mapping[int, str]) -> Iterator[list[object]]:
    """One row per round and player, over all games. `times`: when each entry was written, by its number."""
    won: dict[str, int] = {}
    for game in session.games:
        for played in game.history:
            for row in _rows_of(played, game, times[played.event_number], won):
                yield [escape_formula(cell) for cell in row]


def json_lines(entries: Iterable[Entry]) -> Iterator[str]:
    """The file in pieces, one line for each entry, so that a long evening never lies in memory as a whole."""
    yield f'{{"format": "{EXPORT_FORMAT}", "entries": ['
    separator = "\n"
    for entry in entries:
        fields = {"sequence": entry.sequence, "version": entry.version, "who": entry.who, "at": entry.at}
        yield separator + json.dumps({**fields, "entry": _with_plain_record(entry.body)}, ensure_ascii=False)
        separator = ",\n"
    yield "\n]}\n"


def notation_lines(session: Session) -> Iterator[str]:
    """Every round in the text notation, over all games. An undone round stands behind a #."""
    for game in session.games:
        for played in game.history:
            line = write_round(played.round)
            yield f"# {line}" if played.undone else line


def _with_plain_record(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """The entry with the record of a followed round as everybody can read it. In the ledger it is packed."""
    record = unpack_record(body.get("record"))
    return body if record is None else {**body, "record": record}


def _rows_of(played: PlayedRound, game: Session, at: str, won: dict[str, int]) -> Iterator[tuple[object, ...]]:
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

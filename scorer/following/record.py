"""The record of a round over time, as JSON and back.

The ledger keeps it beside the round, replays show it, and in a dispute it says what was seen when.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorer.decks import decks, kind_by_code
from scorer.errors import Refusal
from scorer.following.decoder import Followed, conclude
from scorer.following.events import EVENTS, Correction, PlayEvent
from scorer.json_input import parse_json
from scorer.texts import Text

VERSION = 1
"""The form of the record."""
MOST_EVENTS = 2000
"""Events of a round at most: every card of a pack laid, turned, moved and taken several times."""
MOST_TEXT = 300
"""Characters of a note at most."""
MOST_SECONDS = 10.0**7
"""The latest time in a film, in seconds: months."""


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """How a round was played, as it is understood at its end.

    `events`: in the order of their times, faults in their notes. `corrections`: what was sent and then understood
    otherwise. `sure`: whether the round needed no look. `asks`: what was asked of the table, by path.
    """

    game: str
    deck: str
    seats: tuple[str, ...]
    events: tuple[PlayEvent, ...]
    corrections: tuple[Correction, ...] = ()
    sure: bool = False
    asks: tuple[tuple[str, Text], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The record as JSON takes it."""
        return {
            "record": VERSION,
            "game": self.game,
            "deck": self.deck,
            "seats": list(self.seats),
            "events": [event.as_json(with_note=True) for event in self.events],
            "corrections": [
                {
                    "t": each.time_s,
                    "was": each.was.as_json(with_note=True),
                    "now": None if each.now is None else each.now.as_json(with_note=True),
                }
                for each in self.corrections
            ],
            "sure": self.sure,
            "asks": [{"path": path, "text": text.as_json()} for path, text in self.asks],
        }

    def dump(self) -> str:
        """The record as one line of JSON."""
        return json.dumps(self.as_json(), ensure_ascii=False, allow_nan=False)


def make_record(state: Followed) -> RoundRecord:
    """The record of a round as far as it was followed."""
    outcome = conclude(state)
    return RoundRecord(
        state.game.key,
        state.deck,
        state.table.seats,
        state.history,
        state.log.corrections,
        outcome.sure,
        outcome.asks,
    )


def parse_record(source: str | bytes) -> RoundRecord:
    """The record that was written as JSON. Raises `bad_json`, `bad_round` for anything else."""
    data = parse_json(source)
    _require(isinstance(data, dict) and data.get("record") == VERSION)
    seats, events = data.get("seats"), data.get("events")
    _require(isinstance(seats, list) and all(_is_text(seat) for seat in seats))
    _require(isinstance(data.get("game"), str) and data.get("deck") in decks() and isinstance(data.get("sure"), bool))
    corrections, asks = data.get("corrections", []), data.get("asks", [])
    for items in (events, corrections, asks):
        _require(isinstance(items, list) and len(items) <= MOST_EVENTS and all(isinstance(i, dict) for i in items))
    return RoundRecord(
        data["game"],
        data["deck"],
        tuple(seats),
        tuple(_parse_event(event, len(seats)) for event in events),
        tuple(_parse_correction(each, len(seats)) for each in corrections),
        data["sure"],
        tuple((_path(each.get("path")), _parse_text(each.get("text"))) for each in asks),
    )


def _parse_event(data: Mapping[str, Any], seats: int) -> PlayEvent:
    seat, card, note = data.get("seat"), data.get("card"), data.get("note")
    _require(data.get("event") in EVENTS)
    _require(seat is None or (type(seat) is int and 0 <= seat < seats))
    _require(card is None or (isinstance(card, str) and card in kind_by_code()))
    text = None if note is None else _parse_text(note)
    return PlayEvent(_parse_time(data.get("t")), data["event"], seat, card, note=text)


def _parse_correction(data: Mapping[str, Any], seats: int) -> Correction:
    was, now = data.get("was"), data.get("now")
    if not isinstance(was, dict) or not (now is None or isinstance(now, dict)):
        raise _refusal()
    after = None if now is None else _parse_event(now, seats)
    return Correction(_parse_time(data.get("t")), _parse_event(was, seats), after)


def _parse_time(value: object) -> float:
    _require(type(value) in (int, float))
    time_s = float(value)  # type: ignore[arg-type]
    _require(math.isfinite(time_s) and 0.0 <= time_s <= MOST_SECONDS)
    return time_s


def _parse_text(value: object) -> Text:
    _require(isinstance(value, dict) and _is_text(value.get("en")) and _is_text(value.get("ja")))
    return Text(value["en"], value["ja"])  # type: ignore[index]


def _path(value: object) -> str:
    _require(isinstance(value, str) and len(value) <= MOST_TEXT)
    return str(value)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= MOST_TEXT


def _require(holds: bool) -> None:  # noqa: FBT001  reads as an assertion
    if not holds:
        raise _refusal()


def _refusal() -> Refusal:
    return Refusal("bad_round", Text("this is no record of a round", "局の記録として読めません"))

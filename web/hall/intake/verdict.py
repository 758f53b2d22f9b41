"""The verdict of the rules on an entry that a table sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorer.errors import Refusal
from scorer.session.events import Event, RoundEdited, RoundSettled
from web.archive.importer import parse_plain_event, resettle

AGREES, DIFFERS, BROKEN, NONE = "agrees", "differs", "broken", ""
"""The rules settle the round alike, otherwise, or the entry cannot be read at all. Other entries have no verdict."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """An entry as the rules see it: its event, None if it is none, and the verdict."""

    event: Event | None
    verdict: str


def judge(body: dict[str, Any]) -> Judgement:
    """Settle the rounds of an entry again. A round that the rules settle otherwise stays as the table booked it."""
    try:
        event = parse_plain_event(body)
    except Refusal:
        return Judgement(None, BROKEN)
    if not isinstance(event, RoundSettled | RoundEdited):
        return Judgement(event, NONE)
    try:
        return Judgement(resettle(event), AGREES)
    except Refusal:
        return Judgement(event, DIFFERS)

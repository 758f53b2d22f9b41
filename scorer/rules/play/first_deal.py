"""How drawn cards say who deals first, and who sits where.

Everybody draws a card before the first round; each game's text says which is the lowest. What is drawn is judged in
`scorer.rules.input.seat_draw`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from scorer.cards import Face
from scorer.rules import text
from scorer.texts import Text

Rank = tuple[int, ...]
"""What a drawn card is worth: the lowest deals, equal ones draw again."""


class DrawnSeats(StrEnum):
    """Who sits where once the cards are drawn: as before, all in the order of their cards, or two sides by colour."""

    AS_BEFORE = "as_before"
    BY_CARD = "by_card"
    PARTNERS = "partners"


@dataclass(frozen=True, slots=True)
class FirstDeal:
    """How one game draws for the deal.

    `lowest` names the card that deals, `how` words the rule. `rank` gives the rank of a card in play under the house
    rules, None for one that says nothing, after which its player draws again; `rank` None: the number that the game
    gives it. `section` is where the game's text says so. `latest` names the card that deals where the highest may
    instead, as by day in Go-Stop. `resting`: seats, from the last, that rest in the first round when all are taken.
    """

    lowest: Text
    how: Text
    rank: Callable[[Face, Mapping[str, int | str]], Rank | None] | None = None
    seating: DrawnSeats = DrawnSeats.AS_BEFORE
    section: str = ""
    latest: Text | None = None
    resting: int = 0


_WORTH = {"bright": 0, "animal": 1, "ribbon": 2, "chaff": 3}
"""Kinds of hanafuda by worth: of one month the dearer card comes first."""


def month_rank(face: Face, options: Mapping[str, int | str]) -> Rank:
    """The month of a card of hanafuda, then its worth; the number alone of any other card."""
    del options
    return (face.number, _WORTH.get(face.kind, 0))


EARLIEST_MONTH = FirstDeal(text("earliest_month"), text("draw_by_month"), month_rank)
"""Of hanafuda: the earliest month, of one month the dearer card; two chaff of a month draw again."""
LOWEST_NUMBER = FirstDeal(text("lowest_number"), text("draw_by_number"))
"""The lowest number; equal ones draw again."""

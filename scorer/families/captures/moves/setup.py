"""How a round of captures is dealt: the same during the whole round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from scorer.families.captures.months import captures_of
from scorer.families.captures.wild import WildCard
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Table


@dataclass(frozen=True, eq=False)  # compared by identity: one object a round
class CaptureSetup:
    """What is the same during a whole round: the table, and how many cards lie where after the deal.

    `options` are all options in force. `seats` is the number of players who play, from seat 0 on; the others rest.
    `number_by_card` gives the month or number by which cards match, for every card of the pack. With `plays_out` the
    stock is turned up to its end when the hands are empty. `wild` is the card that matches more than its month. In a
    seat sit `players_per_seat` who share a pile, each with a hand of `hand_size`; they are in turn one after the other.
    """

    table: Table
    options: Mapping[str, OptionValue]
    seats: int
    hand_size: int
    field_size: int
    pack: tuple[str, ...]
    number_by_card: Mapping[str, int]
    plays_out: bool = False
    wild: WildCard | None = None
    players_per_seat: int = 1

    @cached_property
    def copies(self) -> Mapping[str, int]:
        """How often each card is in the pack."""
        return Counter(self.pack)

    @property
    def captures(self) -> Callable[[str, int], tuple[int, ...]]:
        """What a card may capture on a field of hanafuda: as months match, or as the wild card does."""
        return captures_of if self.wild is None else self.wild.captures

    @property
    def stock_size(self) -> int:
        """Cards in the stock after the deal."""
        return len(self.pack) - self.seats * self.seat_size - self.field_size

    @property
    def players(self) -> int:
        """Players of the round."""
        return self.seats * self.players_per_seat

    @property
    def seat_size(self) -> int:
        """Cards that all hands of a seat hold after the deal."""
        return self.hand_size * self.players_per_seat

    def player_at(self, seat: int, turn: int) -> int:
        """The player of a seat who is in turn: of sides, the partners one after the other (sakura 2.1)."""
        return seat + self.seats * (max(turn, 0) // self.seats % self.players_per_seat)

    def name(self, seat: int) -> str:
        """The name of a player; "" at a table with too few, whose rounds are refused only when they are settled."""
        names = self.table.seats
        return names[seat] if seat < len(names) else ""

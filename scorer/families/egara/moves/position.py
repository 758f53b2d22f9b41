"""A deal of tricks between two moves: what lay there, where it went.

The camera sees cards in the middle in the order in which they came, and where the heap of a trick goes. Who played a
card follows from the order round the table, once trumps and the first leader are known: `reader` says what that makes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from scorer.rules.options import OptionValue
from scorer.rules.prompts import Table

PLAYERS = 4
"""Players of a deal, two of each side, in turn (kakeya 2.3)."""
TRICKS = 13
"""Tricks of a deal."""
BEST, NEXT = "best", "next"
"""Keys, among the readings of a position by guess, of the best of them, and of who plays next by its only guess."""


@dataclass(frozen=True, slots=True)
class DealGuess:
    """What no camera sees at the beginning of a deal: the suit of trumps, and which side leads.

    `leader` is an index into the two active sides. `is_stated`: it goes by what the table said of the dealer. Another
    dealer is believed only if the play speaks against that one.
    """

    trump: str
    leader: int
    is_stated: bool = True


@dataclass(frozen=True, eq=False)  # compared by identity: one object a deal
class TrickSetup:
    """What is the same during a whole deal.

    `active`: the seats of the two sides that play. `dealers`: the side that deals, None where the table did not say so
    itself and two sides sit there: then it is the one that does not lead. `guesses`: what trumps and leader
    may be, the likeliest first. `special_by_trump`: the card that wins every trick, by trumps. With `is_special_free`
    it may be played without following suit.
    """

    table: Table
    options: Mapping[str, OptionValue]
    active: tuple[int, int]
    dealers: int | None
    guesses: tuple[DealGuess, ...]
    pack: tuple[str, ...]
    special_by_trump: Mapping[str, str]
    is_special_free: bool = False

    @cached_property
    def cards(self) -> frozenset[str]:
        """The cards of the pack."""
        return frozenset(self.pack)

    def name(self, seat: int) -> str:
        """The name of a side."""
        return self.table.seats[seat]

    def known(self, *, trump: str = "", leader: int | None = None) -> TrickSetup | None:
        """The setup once trumps or the leading side are known; None where they cannot be that."""
        guesses = tuple(
            guess for guess in self.guesses if trump in ("", guess.trump) and leader in (None, guess.leader)
        )
        return replace(self, guesses=guesses) if guesses else None


@dataclass(slots=True, unsafe_hash=True)  # never changed; a frozen one takes three times as long to make
class LaidTrick:
    """One trick: its cards in order, who took each of them off the middle, and who laid a card out of turn.

    `taken`: pairs of a card and the seat to which it went, None where it left the picture. `out_of_turn`: pairs of the
    index of a card and the seat that laid it. `sides`: for each card the seat towards which it lay, None where that was
    not clear.
    """

    cards: tuple[str, ...] = ()
    taken: tuple[tuple[str, int | None], ...] = ()
    out_of_turn: tuple[tuple[int, int], ...] = ()
    sides: tuple[int | None, ...] = ()

    def with_card(self, card: str, seat: int | None, side: int | None, *, is_out_of_turn: bool) -> LaidTrick:
        """The trick with one more card."""
        count, out_of_turn = len(self.cards), self.out_of_turn
        if is_out_of_turn and seat is not None:
            out_of_turn = (*out_of_turn, (count, seat))
        sides = (*self.sides, *(None,) * (count - len(self.sides)), side)
        return LaidTrick((*self.cards, card), self.taken, out_of_turn, sides)

    @property
    def is_closed(self) -> bool:
        """Whether the next card begins another trick."""
        return len(self.cards) == PLAYERS or bool(self.taken)

    @property
    def is_whole(self) -> bool:
        """Whether all four cards were seen."""
        return len(self.cards) == PLAYERS

    @property
    def taker(self) -> int | None:
        """The seat to which most of its cards went, None where nobody saw any of them go to a seat."""
        if not self.taken:
            return None
        seats = [seat for _, seat in self.taken if seat is not None]
        return max(seats, key=seats.count) if seats else None

    def taker_of(self, card: str) -> int | None:
        """The seat to which one card went."""
        return next((seat for each, seat in self.taken if each == card), None)


@dataclass(frozen=True, slots=True)
class TrickPosition:
    """A deal of tricks between two moves. `readings`: what the first tricks amount to by each guess, as far as read."""

    setup: TrickSetup
    tricks: tuple[LaidTrick, ...] = ()
    readings: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def latest(self) -> LaidTrick:
        """The trick of the card laid last; an empty one before the first."""
        return self.tricks[-1] if self.tricks else LaidTrick()

    @property
    def is_complete(self) -> bool:
        """Whether thirteen tricks were begun, and the last one is closed."""
        return len(self.tricks) == TRICKS and self.latest.is_closed

    def trick_of(self, card: str) -> int | None:
        """The index of the trick in which a card was laid."""
        for place, trick in enumerate(self.tricks):
            if card in trick.cards:
                return place
        return None

    def with_trick(self, place: int, trick: LaidTrick) -> TrickPosition:
        """The position with another trick in that place; one without cards falls away."""
        rest = (trick,) if trick.cards else ()
        still = {guess: read[:place] for guess, read in self.readings.items() if not isinstance(guess, str)}
        return TrickPosition(self.setup, (*self.tricks[:place], *rest, *self.tricks[place + 1 :]), still)

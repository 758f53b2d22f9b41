"""What lies where in a game of sums."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorer.rules.options import OptionValue
from scorer.rules.play_rules import Move, Place
from scorer.rules.prompts import Table

OPEN = "open"


@dataclass(frozen=True, slots=True)
class SumCard:
    """A card on the table. `code`: None as long as its face was not seen. `came_down`: it was laid face down.

    `thing`: the physical card. `is_out`: it lies there no more, because it was thrown out or cleared away.
    """

    code: str | None
    thing: int | None = None
    face_up: bool = True
    came_down: bool = False
    is_out: bool = False


@dataclass(frozen=True, slots=True)
class SumPosition:
    """A round of a game of sums as it lies on the table.

    `options`: the house rules in force. `piles`: cards by place in the order laid; ("open", n) is the hand of seat n.
    `last`: the seat that drew last, None while first cards are dealt. `thrown`: seats that threw their hands in.
    """

    table: Table
    deck: str
    options: Mapping[str, OptionValue]
    piles: Mapping[Place, tuple[SumCard, ...]]
    last: int | None = None
    thrown: frozenset[int] = frozenset()

    def __hash__(self) -> int:
        """By everything but the options, which are the same in a whole round."""
        return hash((self.table, self.deck, frozenset(self.piles.items()), self.last, self.thrown))

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.table.seats)

    def pile(self, place: Place) -> tuple[SumCard, ...]:
        """The cards laid at a place, without those thrown out."""
        return tuple(card for card in self.piles.get(place, ()) if not card.is_out)

    def hand(self, number: int) -> tuple[SumCard, ...]:
        """The cards of a hand."""
        return self.pile((OPEN, number))

    def codes(self, place: Place) -> tuple[str, ...]:
        """The codes of the cards at a place that were seen."""
        return tuple(card.code for card in self.pile(place) if card.code is not None)

    def known_hand(self, number: int) -> tuple[str, ...] | None:
        """The codes of a hand, None if one of its cards was not seen yet."""
        hand = self.hand(number)
        return None if any(card.code is None for card in hand) else self.codes((OPEN, number))

    def with_pile(self, place: Place, cards: tuple[SumCard, ...]) -> SumPosition:
        """The position with other cards at a place."""
        return replace(self, piles={**self.piles, place: cards})

    def find(self, place: Place, move: Move) -> int | None:
        """The index of the card that a move is about, among all cards ever laid at a place; None if it is not there.

        By the physical card, else by the code, else the first that fits how it lies.
        """
        cards = self.piles.get(place, ())
        live = [index for index, card in enumerate(cards) if not card.is_out]
        if move.thing is not None and any(cards[index].thing is not None for index in live):
            return next((index for index in live if cards[index].thing == move.thing), None)
        wanted = (None,) if move.event == "turned" else (move.card, None)
        fitting = [index for code in wanted for index in live if cards[index].code == code]
        return next(iter(fitting or (live if move.card is None else ())), None)

    def change(self, place: Place, index: int, **fields: object) -> SumPosition:
        """The position with one card at a place changed."""
        cards = self.piles[place]
        changed = replace(cards[index], **fields)  # type: ignore[arg-type]
        return self.with_pile(place, (*cards[:index], changed, *cards[index + 1 :]))

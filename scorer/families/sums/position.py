"""What lies where in a game of sums."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from scorer.rules.options import OptionValue
from scorer.rules.play.moves import NEXT_CARD, Move, Place
from scorer.rules.prompts import Table

_Worked = TypeVar("_Worked")
NextMoves = tuple[int | None, tuple[Move, ...]]
"""Who decides next, None if nobody does, and what may be done; no move for a player who shows a card that is held."""
OPEN = "open"
HAND = "hand"
"""The kind of place of cards taken up into the hand. They stay cards of the place where they lay, in its order."""


@dataclass(frozen=True, slots=True)
class SumCard:
    """A card on the table. `code`: None as long as its face was not seen. `came_down`: it was laid face down.

    `thing`: the physical card. `is_out`: it lies there no more, because it was thrown out or cleared away. `holder`:
    the seat that took it up into the hand, None as long as it lies on the table.
    """

    code: str | None
    thing: int | None = None
    face_up: bool = True
    came_down: bool = False
    is_out: bool = False
    holder: int | None = None


@dataclass(frozen=True, slots=True)
class SumPosition:
    """A round of a game of sums as it lies on the table.

    `options`: the house rules in force. `piles`: cards by place in the order laid; ("open", n) is the hand of seat n.
    `last`: the seat that drew last, None while first cards are dealt. `thrown`: seats that threw their hands in.
    `calls`: what was said, in order; a camera hears none of it. `memo`: what was worked out of this position.
    """

    table: Table
    deck: str
    options: Mapping[str, OptionValue]
    piles: Mapping[Place, tuple[SumCard, ...]]
    last: int | None = None
    thrown: frozenset[int] = frozenset()
    calls: tuple[Move, ...] = ()
    memo: dict[str, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    def __hash__(self) -> int:
        """By everything but the options, which are the same in a whole round."""
        return hash((self.table, self.deck, frozenset(self.piles.items()), self.last, self.thrown, self.calls))

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.table.seats)

    def pile(self, place: Place) -> tuple[SumCard, ...]:
        """The cards of a place, also those taken up into a hand, without those thrown out."""
        return tuple([card for card in self.piles.get(place, ()) if not card.is_out])

    def hand(self, number: int) -> tuple[SumCard, ...]:
        """The cards of a hand."""
        return self.pile((OPEN, number))

    def codes(self, place: Place) -> tuple[str, ...]:
        """The codes of the cards at a place that were seen."""
        return tuple([card.code for card in self.piles.get(place, ()) if card.code is not None and not card.is_out])

    def known_hand(self, number: int) -> tuple[str, ...] | None:
        """The codes of a hand, None if one of its cards was not seen yet."""
        return None if self.hidden((OPEN, number)) else self.codes((OPEN, number))

    def hidden(self, place: Place) -> list[SumCard]:
        """The cards of a place whose faces were not seen."""
        return [card for card in self.piles.get(place, ()) if card.code is None and not card.is_out]

    def held(self, seat: int) -> list[tuple[Place, int]]:
        """Where the cards belong that a seat has taken up: their places, and their numbers there."""
        return [
            (place, index)
            for place, cards in self.piles.items()
            for index, card in enumerate(cards)
            if card.holder == seat and not card.is_out
        ]

    def next_shown(self, place: Place, most: int | None = None) -> NextMoves | None:
        """How the next card of a place comes to show that is held or lies face down, None if all of them show.

        A card that is held is shown by who holds it: only that player knows which it is. `most`: of how many cards.
        """
        for card in self.pile(place)[:most]:
            if card.holder is not None:
                return card.holder, ()
            if card.code is None:
                seat = place[1] if place[0] == OPEN else None
                return None, (Move("turned", seat, NEXT_CARD, place, place, card.thing),)
        return None

    def called(self, seat: int | None, *words: str) -> Move | None:
        """The latest of these words that a seat said, None if it said none."""
        return next((call for call in reversed(self.calls) if call.seat == seat and call.call in words), None)

    def once(self, name: str, work_out: Callable[[SumPosition], _Worked]) -> _Worked:
        """What `work_out` says of the position, worked out once."""
        if name not in self.memo:
            self.memo[name] = work_out(self)
        found: _Worked = self.memo[name]
        return found

    def with_pile(self, place: Place, cards: tuple[SumCard, ...], last: int | None = None) -> SumPosition:
        """The position with other cards at a place. `last`: who drew, None if nobody did."""
        piles = {**self.piles, place: cards}
        drew = self.last if last is None else last
        return SumPosition(self.table, self.deck, self.options, piles, drew, self.thrown, self.calls)

    def locate(self, move: Move) -> tuple[Place, int] | None:
        """The place and number of the card that a move is about, in a hand or on the table; None if it is not there.

        Of a hand: by the physical card, else by the code, else the first that nobody saw; cards of the place where it
        is laid come first.
        """
        kind, seat = move.source
        if kind != HAND or seat is None:
            index = self.find(move.source, move)
            return None if index is None else (move.source, index)
        held = sorted(self.held(seat), key=lambda spot: spot[0] != move.target)
        cards = [(spot, self.piles[spot[0]][spot[1]]) for spot in held]
        same = [spot for spot, card in cards if move.thing is not None and card.thing == move.thing]
        fitting = [spot for code in (move.card, None) for spot, card in cards if card.code == code]
        return next(iter((*same, *fitting, *(held if move.card is None else ()))), None)

    def find(self, place: Place, move: Move) -> int | None:
        """The index of the card that a move is about, among all cards ever laid at a place; None if it is not there.

        By the physical card, else by the code, else the first that fits how it lies.
        """
        cards = self.piles.get(place, ())
        live = [
            index
            for index, card in enumerate(cards)
            if not card.is_out and (card.holder is None or (move.thing is not None and card.thing == move.thing))
        ]
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

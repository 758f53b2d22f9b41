"""What lies where in a game of sums."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
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


@dataclass(slots=True, unsafe_hash=True)  # never changed; a frozen one takes three times as long to make
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


@dataclass(slots=True)
class PlaceFacts:
    """What is to be said of the cards of a place, as long as these stay the same.

    `cards`: without those thrown out. `codes`: of those that were seen. `hidden`: those whose faces were not.
    `all_lie_open`: every card lies there and was seen. `memo`: what a game worked out of them.
    """

    cards: tuple[SumCard, ...]
    codes: tuple[str, ...]
    hidden: tuple[SumCard, ...]
    all_lie_open: bool
    memo: dict[str, Any]

    @classmethod
    def of(cls, pile: tuple[SumCard, ...]) -> PlaceFacts:
        """The facts of all cards ever laid at a place."""
        cards = tuple([card for card in pile if not card.is_out])
        codes = tuple([card.code for card in cards if card.code is not None])
        hidden = () if len(codes) == len(cards) else tuple([card for card in cards if card.code is None])
        return cls(cards, codes, hidden, not hidden and not [card for card in cards if card.holder is not None], {})


@dataclass(slots=True)  # never changed; a frozen one takes three times as long to make
class SumPosition:
    """A round of a game of sums as it lies on the table.

    `options`: the house rules in force. `piles`: cards by place in the order laid; ("open", n) is the hand of seat n.
    `last`: the seat that drew last, None while first cards are dealt. `thrown`: seats that threw their hands in.
    `calls`: what was said, in order; a camera hears none of it. `memo`: what was worked out of this position, `facts`:
    of its places.
    """

    table: Table
    deck: str
    options: Mapping[str, OptionValue]
    piles: Mapping[Place, tuple[SumCard, ...]]
    last: int | None = None
    thrown: frozenset[int] = frozenset()
    calls: tuple[Move, ...] = ()
    memo: dict[str, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
    facts: dict[Place, PlaceFacts] = field(default_factory=dict, init=False, compare=False, repr=False)

    def __hash__(self) -> int:
        """By everything but the options, which are the same in a whole round."""
        return hash((self.table, self.deck, frozenset(self.piles.items()), self.last, self.thrown, self.calls))

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.table.seats)

    def facts_of(self, place: Place) -> PlaceFacts:
        """What is to be said of the cards of a place."""
        found = self.facts.get(place)
        if found is None:
            found = self.facts[place] = PlaceFacts.of(self.piles.get(place, ()))
        return found

    def pile(self, place: Place) -> tuple[SumCard, ...]:
        """The cards of a place, also those taken up into a hand, without those thrown out."""
        return self.facts_of(place).cards

    def hand(self, number: int) -> tuple[SumCard, ...]:
        """The cards of a hand."""
        return self.facts_of((OPEN, number)).cards

    def codes(self, place: Place) -> tuple[str, ...]:
        """The codes of the cards at a place that were seen."""
        return self.facts_of(place).codes

    def known_hand(self, number: int) -> tuple[str, ...] | None:
        """The codes of a hand, None if one of its cards was not seen yet."""
        facts = self.facts_of((OPEN, number))
        return None if facts.hidden else facts.codes

    def hidden(self, place: Place) -> tuple[SumCard, ...]:
        """The cards of a place whose faces were not seen."""
        return self.facts_of(place).hidden

    def once_at(self, place: Place, name: str, work_out: Callable[[SumPosition, Place], _Worked]) -> _Worked:
        """What `work_out` says of the cards of a place alone, worked out once as long as these stay the same."""
        memo = self.facts_of(place).memo
        if name not in memo:
            memo[name] = work_out(self, place)
        found: _Worked = memo[name]
        return found

    def held(self, seat: int) -> list[tuple[Place, int]]:
        """Where the cards belong that a seat has taken up: their places, and their numbers there."""
        return [
            (place, index)
            for place, cards in self.piles.items()
            for index, card in enumerate(cards)
            if card.holder == seat and not card.is_out
        ]

    def next_shown(self, place: Place, most: int | None = None) -> NextMoves | None:
        """How the next cards of a place come to show that are held or lie face down, None if all of them show.

        A card that is held is shown by who holds it: only that player knows which it is. `most`: of how many cards.
        """
        facts, turned = self.facts_of(place), list[Move]()
        if facts.all_lie_open:
            return None
        seat = place[1] if place[0] == OPEN else None
        for card in facts.cards[:most]:
            if card.holder is not None:
                return (None, tuple(turned)) if turned else (card.holder, ())
            if card.code is None:
                turned.append(Move("turned", seat, NEXT_CARD, place, place, card.thing))
        return (None, tuple(turned)) if turned else None

    def called(self, seat: int | None, *words: str) -> Move | None:
        """The latest of these words that a seat said, None if it said none."""
        return next((call for call in reversed(self.calls) if call.seat == seat and call.call in words), None)

    def once(self, name: str, work_out: Callable[[SumPosition], _Worked]) -> _Worked:
        """What `work_out` says of the position, worked out once."""
        if name not in self.memo:
            self.memo[name] = work_out(self)
        found: _Worked = self.memo[name]
        return found

    def with_pile(self, place: Place, cards: tuple[SumCard, ...]) -> SumPosition:
        """The position with other cards at a place."""
        return self.with_piles({**self.piles, place: cards}, (place,), self.last)

    def with_piles(
        self, piles: Mapping[Place, tuple[SumCard, ...]], changed: Iterable[Place], last: int | None
    ) -> SumPosition:
        """The position with these piles, of which those are `changed`, and that seat that drew last."""
        after = SumPosition(self.table, self.deck, self.options, piles, last, self.thrown, self.calls)
        facts = after.facts
        facts.update(self.facts)
        for place in changed:
            facts.pop(place, None)
        return after

    def with_card(self, place: Place, index: int, card: SumCard) -> SumPosition:
        """The position with another card in that place of a pile."""
        cards = self.piles[place]
        return self.with_pile(place, (*cards[:index], card, *cards[index + 1 :]))

    def with_call(self, call: Move) -> SumPosition:
        """The position after something was said."""
        calls = (*self.calls, call)
        after = SumPosition(self.table, self.deck, self.options, self.piles, self.last, self.thrown, calls)
        after.facts.update(self.facts)
        return after

    def locate(self, move: Move) -> tuple[Place, int] | None:
        """The place and number of the card that a move is about, in a hand or on the table; None if it is not there.

        Of a hand: by the physical card, else by the code, else the first that nobody saw; cards of the place where it
        is laid come first.
        """
        kind, seat = move.source
        if kind != HAND or seat is None:
            index = self.find(move.source, move)
            return None if index is None else (move.source, index)
        held = self.held(seat)
        held.sort(key=lambda spot: spot[0] != move.target)
        cards = [(spot, self.piles[spot[0]][spot[1]]) for spot in held]
        same = [spot for spot, card in cards if move.thing is not None and card.thing == move.thing]
        fitting = [spot for code in (move.card, None) for spot, card in cards if card.code == code]
        return next(iter((*same, *fitting, *(held if move.card is None else ()))), None)

    def find(self, place: Place, move: Move) -> int | None:
        """The index of the card that a move is about, among all cards ever laid at a place; None if it is not there.

        By the physical card, else by the code, else the first that fits how it lies.
        """
        cards = self.piles.get(place, ())
        if move.thing is not None:
            for index, card in enumerate(cards):
                if card.thing == move.thing and not card.is_out:
                    return index
        live = [index for index, card in enumerate(cards) if not card.is_out and card.holder is None]
        if move.thing is not None and any(cards[index].thing is not None for index in live):
            return None
        wanted = (None,) if move.event == "turned" else (move.card, None)
        fitting = [index for code in wanted for index in live if cards[index].code == code]
        return next(iter(fitting or (live if move.card is None else ())), None)

    def change(self, place: Place, index: int, **fields: object) -> SumPosition:
        """The position with one card at a place changed."""
        return self.with_card(place, index, replace(self.piles[place][index], **fields))  # type: ignore[arg-type]

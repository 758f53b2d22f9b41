"""One account of a round: what was seen, and the position it makes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from scorer.following.evidence import name_cost
from scorer.following.sighting import SeenCard
from scorer.rules.play_rules import Move, Place, PlayRules
from scorer.texts import Text

FAULT_COST = -6.0
"""Logarithmic cost of a move that the rules do not allow. People do so once in hundreds of moves."""
TWICE_COST = -7.0
"""Cost of a card of which the pack has no more copies."""
FOREIGN_COST = -6.0
"""Cost of a card that the game is not played with."""
GHOST: Place = ("ghost", None)
"""Where a thing is that is no card of the round."""
GONE: Place = ("gone", None)
"""Where a card is that was taken back."""


@dataclass(frozen=True, slots=True)
class Entry:
    """How one change was explained: by a move, or by a misreading.

    `kind`: "move", "pile" (the pile itself), "ghost" (no card), "nudge" (it lies where it lay), "found" (seen again),
    "unseen" (out of sight), "cleared" (the round was over) or "next" (of the next round). `cost`: what the explanation
    itself costs, without names and faults; at most 0. `is_doubtful`: the host should look at it.
    """

    kind: str
    thing: int
    time_s: float
    cost: float
    move: Move | None = None
    fault: Text | None = None
    is_doubtful: bool = False


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A physical card by one account: where it is, its code if known, whether the camera sees it, and where."""

    place: Place
    code: str | None
    is_visible: bool
    zone: int | None
    position: tuple[float, float]


@dataclass(frozen=True)
class Hypothesis:
    """A whole account. `cards`: by thing. `things`: the thing of each track. `name_costs`: by track.

    `is_ended`: cards were cleared away, so the round counts as it lay before. `key`: the same for two accounts of the
    same moves.
    """

    position: Any
    entries: tuple[Entry, ...] = ()
    cards: Mapping[int, HeldCard] = field(default_factory=dict)
    things: Mapping[int, int] = field(default_factory=dict)
    name_costs: Mapping[int, float] = field(default_factory=dict)
    structure: float = 0.0
    is_ended: bool = False
    key: int = 0

    @cached_property
    def score(self) -> float:
        """The logarithm of how well the account fits, the higher the better."""
        return self.structure + sum(self.name_costs.values())

    @cached_property
    def fault_count(self) -> int:
        """How many of its moves the rules do not allow."""
        return sum(entry.fault is not None for entry in self.entries)

    def thing_of(self, track: int) -> int:
        """The physical card of a track."""
        return self.things.get(track, track)

    def holders(self, code: str) -> tuple[int, ...]:
        """The things that are this card by this account."""
        return tuple(thing for thing, card in self.cards.items() if card.code == code and card.place != GONE)

    def add(
        self, entry: Entry, *, position: Any = None, card: HeldCard | None = None, ended: bool = False
    ) -> Hypothesis:
        """The account with one more change explained."""
        return replace(
            self,
            position=self.position if position is None else position,
            entries=(*self.entries, entry),
            cards=self.cards if card is None else {**self.cards, entry.thing: card},
            structure=self.structure + entry.cost + (FAULT_COST if entry.fault else 0.0),
            is_ended=self.is_ended or ended,
            key=_next_key(self.key, entry) if entry.move else hash((self.key, ended)) if ended else self.key,
        )

    def name(self, seen: SeenCard) -> Hypothesis:
        """The account with the cost of the name it gives to a card that is seen now."""
        card = self.cards.get(self.thing_of(seen.track))
        if card is None or card.code is None or not seen.names:
            return self
        return replace(self, name_costs={**self.name_costs, seen.track: name_cost(seen, card.code)})

    def charge(self, cost: float) -> Hypothesis:
        """The account made less likely."""
        return replace(self, structure=self.structure + cost) if cost else self


@dataclass(frozen=True)
class CardCount:
    """The cards in play: copies by code."""

    copies: Mapping[str, int]

    def cost(self, account: Hypothesis, code: str) -> float:
        """What one more card `code` costs in an account, at most 0."""
        if code not in self.copies:
            return FOREIGN_COST
        return TWICE_COST if len(account.holders(code)) >= self.copies[code] else 0.0

    def total_cost(self, cards: Iterable[HeldCard]) -> float:
        """The cost of all cards that cannot be."""
        count: dict[str, int] = {}
        for card in cards:
            if card.code is not None and card.place != GONE:
                count[card.code] = count.get(card.code, 0) + 1
        return sum(
            FOREIGN_COST * number if code not in self.copies else TWICE_COST * max(0, number - self.copies[code])
            for code, number in count.items()
        )


def replay(rules: PlayRules, begin: Any, account: Hypothesis, entries: tuple[Entry, ...]) -> Hypothesis:
    """The account with other entries: position, faults and their costs are judged anew. Cards stay as they are."""
    position, judged, key = begin, [], 0
    for entry in entries:
        if entry.move is None:
            judged.append(entry)
            continue
        key = _next_key(key, entry)
        verdict = rules.judge(position, entry.move)
        position = verdict.position
        judged.append(replace(entry, fault=verdict.fault))
    change = _structure(judged) - _structure(account.entries)
    return replace(account, position=position, entries=tuple(judged), structure=account.structure + change, key=key)


def _next_key(key: int, entry: Entry) -> int:
    return hash((key, entry.move, entry.thing))


def _structure(entries: Iterable[Entry]) -> float:
    return sum(entry.cost + (FAULT_COST if entry.fault else 0.0) for entry in entries)


def rename(
    rules: PlayRules, begin: Any, pack: CardCount, account: Hypothesis, thing: int, seen: Iterable[SeenCard], code: str
) -> Hypothesis:
    """The account in which a thing is another card, from its first move on. `seen`: how the camera saw it."""
    card = account.cards[thing]
    entries = tuple(
        replace(entry, move=replace(entry.move, card=code))
        if entry.thing == thing and entry.move and entry.move.card is not None
        else entry
        for entry in account.entries
    )
    cards = {**account.cards, thing: replace(card, code=code)}
    change = pack.total_cost(cards.values()) - pack.total_cost(account.cards.values())
    other = replay(rules, begin, replace(account, cards=cards), entries).charge(change)
    for each in seen:
        other = other.name(each)
    return other

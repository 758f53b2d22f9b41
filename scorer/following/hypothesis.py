"""One account of a round: what was seen, and the position it makes."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from scorer.decks import same_faces
from scorer.following.entries import Entry
from scorer.following.evidence import is_same_face, name_cost
from scorer.following.sighting import SeenCard
from scorer.rules.play.moves import Place
from scorer.rules.play.playable import Playable

TWICE_COST = -7.0
"""Cost of a card of which the pack has no more copies."""
FOREIGN_COST = -6.0
"""Cost of a card that the game is not played with."""
READ_WELL = -0.05
"""Cost of a name that was read well, at least: 95 %."""
LIKELY_READ = -0.7
"""Cost of a name, at least, after which the thing is taken to be a card: 50 %."""
SURE_ERRS = 0.005
"""Share of readings, 0..1, that name another card than it is though they were sure."""
GHOST: Place = ("ghost", None)
"""Where a thing is that is no card of the round."""
GONE: Place = ("gone", None)
"""Where a card is that was taken back."""


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A physical card by one account: where it is, its code if known, whether the camera sees it, and where.

    `best_cost`: the cost of its name by the look that fitted it best.
    """

    place: Place
    code: str | None
    is_visible: bool
    zone: int | None
    position: tuple[float, float]
    best_cost: float = -math.inf

    @property
    def looks_like(self) -> tuple[Any, ...]:
        """The same for two cards that nothing tells apart; where one that is out of sight lay is of no use."""
        return (self.place, self.code, self.is_visible, self.zone)


@dataclass(frozen=True)
class Hypothesis:
    """A whole account. `cards`: by thing. `things`: the thing of each track. `name_costs`: by track.

    `positions`: the position after each entry. `is_ended`: cards were cleared away, so the round counts as it lay
    before.
    """

    position: Any
    entries: tuple[Entry, ...] = ()
    positions: tuple[Any, ...] = ()
    cards: Mapping[int, HeldCard] = field(default_factory=dict)
    things: Mapping[int, int] = field(default_factory=dict)
    name_costs: Mapping[int, float] = field(default_factory=dict)
    structure: float = 0.0
    is_ended: bool = False

    @cached_property
    def key(self) -> int:
        """The same for two accounts from which the round goes on alike, with as many faults to tell of.

        Which of several copies a card was makes no difference.
        """
        tracks: dict[int, list[int]] = {
            thing: [thing] for thing in self.cards if thing > 0 and thing not in self.things
        }
        for track, thing in self.things.items():
            if track > 0:
                tracks.setdefault(thing, []).append(track)
        cards = Counter(
            (*sorted(tracks.get(thing, ())), *card.looks_like)
            for thing, card in self.cards.items()
            if card.is_visible or card.place != GHOST
        )
        return hash((self.position, frozenset(cards.items()), self.is_ended, self.fault_count))

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

    def is_left_behind(self, seen: SeenCard, *, in_piles: bool = False) -> bool:
        """Whether what is seen in the middle is the place of a card that was taken: a hand hid its leaving.

        `in_piles`: or that of a card which lies elsewhere in its pile now.
        """
        thing = self.thing_of(seen.track)
        held = self.cards.get(thing)
        if thing > 0 or held is None or held.place != GHOST or not seen.names:
            return False
        if held.zone is not None and not in_piles:
            return False
        piles = [card for card in self.cards.values() if card.place[0] == "captures"]
        taken = (card.code for card in piles if held.zone in (None, card.place[1]))
        return any(is_same_face(code, seen.names[0][0]) for code in taken)

    def holders(self, code: str) -> tuple[int, ...]:
        """The things that are this card by this account."""
        return tuple(thing for thing, card in self.cards.items() if card.code == code and card.place != GONE)

    def add(
        self, entry: Entry, *, position: Any = None, card: HeldCard | None = None, ended: bool = False
    ) -> Hypothesis:
        """The account with one more change explained."""
        position = self.position if position is None else position
        return replace(
            self,
            position=position,
            entries=(*self.entries, entry),
            positions=(*self.positions, position),
            cards=self.cards if card is None else {**self.cards, entry.thing: card},
            structure=self.structure + entry.total_cost,
            is_ended=self.is_ended or ended,
        )

    def name(self, seen: SeenCard) -> Hypothesis:
        """The account with the cost of the name it gives to a card that is seen now."""
        thing = self.thing_of(seen.track)
        card = self.cards.get(thing)
        if card is None or card.code is None or not seen.names:
            return self
        cost = name_cost(seen, card.code, is_card=card.best_cost > LIKELY_READ)
        names = {**self.name_costs, seen.track: cost}
        if cost <= card.best_cost:
            return replace(self, name_costs=names)
        return replace(self, name_costs=names, cards={**self.cards, thing: replace(card, best_cost=cost)})

    def charge(self, cost: float) -> Hypothesis:
        """The account made less likely."""
        return replace(self, structure=self.structure + cost) if cost else self


@dataclass(frozen=True)
class CardCount:
    """The cards in play: copies by code. Codes of one face are one card, whichever of them a card was read as."""

    copies: Mapping[str, int]

    def cost(self, account: Hypothesis, code: str) -> float:
        """What one more card of the face of `code` costs in an account, at most 0."""
        if code not in self.copies:
            return FOREIGN_COST
        same = same_faces(code)
        there = sum(card.code in same and card.place != GONE for card in account.cards.values())
        return TWICE_COST if there >= sum(self.copies.get(each, 0) for each in same) else 0.0

    def free_code(self, account: Hypothesis, code: str, thing: int) -> str:
        """A code of the face of `code` that no other thing has: that one if it is free, or if none is."""
        same = same_faces(code)
        if len(same) == 1 or code not in self.copies:
            return code
        taken = [card.code for other, card in account.cards.items() if other != thing and card.place != GONE]
        free = (each for each in (code, *same) if taken.count(each) < self.copies.get(each, 0))
        return next(free, code)

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


@dataclass(frozen=True)
class Scene:
    """What all accounts of a change share.

    `seen`: the newest look of each track. `leaving`: how many cards leave in this rest, "many", "some" or "one".
    `is_timed`: whether `time_s` is that of the change itself, and not that of the whole rest. `hands`,
    `is_start`: as in `Change`.
    """

    rules: Playable
    begin: Any
    pack: CardCount
    seats: int
    seen: Mapping[int, SeenCard]
    time_s: float
    is_first: bool
    leaving: str
    is_timed: bool = False
    hands: tuple[int, ...] = ()
    is_start: bool = False

    def position_before(self, account: Hypothesis, number: int) -> Any:
        """The position before entry `number` of an account; after the last one for their count."""
        return account.positions[number - 1] if number else self.begin


def replay(
    scene: Scene, account: Hypothesis, entries: tuple[Entry, ...], start: int = 0, floor: float = -math.inf
) -> Hypothesis | None:
    """The account with other entries from number `start` on: what follows is judged anew. Cards stay as they are.

    None as soon as its score falls below `floor`.
    """
    position = scene.position_before(account, start)
    judged, positions = list(account.entries[:start]), list(account.positions[:start])
    change = sum(entry.cost for entry in entries[start:]) - sum(entry.total_cost for entry in account.entries[start:])
    for entry in entries[start:]:
        after = entry
        if entry.move is not None:
            verdict = scene.rules.judge(position, entry.move)
            position, after = verdict.position, entry.judged(verdict)
            change += after.rules_cost
            if account.score + change < floor:
                return None
        judged.append(after)
        positions.append(position)
    return replace(
        account,
        position=position,
        entries=tuple(judged),
        positions=tuple(positions),
        structure=account.structure + change,
    )


def misread_cost(card: HeldCard) -> float:
    """What it costs that a card was read as another one than it is: the better it was read, the more."""
    return math.log(max(SURE_ERRS, -math.expm1(card.best_cost)))


def rename(
    scene: Scene, account: Hypothesis, thing: int, seen: Iterable[SeenCard], code: str, floor: float = -math.inf
) -> Hypothesis | None:
    """The account in which a thing is another card, from its first move on. `seen`: how the camera saw it.

    The better it was read before, the less likely. None where it is surely worse than `floor`.
    """
    card = account.cards[thing]
    doubt = misread_cost(card)
    code = scene.pack.free_code(account, code, thing)
    start = next((number for number, entry in enumerate(account.entries) if entry.thing == thing), 0)
    entries = tuple(
        replace(entry, move=replace(entry.move, card=code))
        if entry.thing == thing and entry.move and entry.move.card is not None
        else entry
        for entry in account.entries
    )
    cards = {**account.cards, thing: replace(card, code=code, best_cost=-math.inf)}
    change = scene.pack.total_cost(cards.values()) - scene.pack.total_cost(account.cards.values())
    other = replace(account, cards=cards).charge(change + doubt)
    for each in seen:
        other = other.name(each)
    return None if other.score < floor else replay(scene, other, entries, start, floor)

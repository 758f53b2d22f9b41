"""Cards that are taken together: a trick that becomes a heap.

A hand picks the cards of a trick up one by one, and they lie still again as a heap before who took them. What leaves
the middle is held back until the heap is seen, or play goes on without one; then all of it is told as one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scorer.following.accounts.explanation import SAME_SPOT
from scorer.following.hypothesis import Hypothesis
from scorer.following.rest_changes import is_same_card
from scorer.following.sighting import Change, SeenCard
from scorer.rules.play.moves import MIDDLE

MAX_HEAP_WAIT_S = 4.0
"""Seconds between a heap and the leaving of its cards, at most: a hand hides both, and neither is told at once."""
MIN_CARDS_OF_HEAP = 2
"""Cards that must leave for a heap to be theirs, where the middle did not wait to be taken."""

LEAVING_ERROR_S = 0.5
"""Seconds by which the second in which a card left may be wrong: a hand crossed the place."""

Group = tuple[float, list[Change]]
"""Changes with the second in which they happened."""


@dataclass(frozen=True, slots=True)
class Heap:
    """A heap that came to lie in the zone of a seat at `time_s`.

    `position`: its spot, as in `SeenCard`. `tracks`: the cards that lay in the middle then. `is_due`: whether they were
    to be taken. `is_sure`: whether some of them are known to be in it.
    """

    seat: int
    time_s: float
    position: tuple[float, float]
    tracks: Mapping[int, SeenCard]
    is_due: bool
    is_sure: bool = False

    def is_of(self, held: Mapping[int, Change]) -> bool:
        """Whether it is made of cards that left: they were away before it lay there."""
        latest_s = self.time_s + LEAVING_ERROR_S
        before = [track for track, each in held.items() if track in self.tracks and (each.time_s or 0.0) < latest_s]
        return self.is_sure or len(before) >= (1 if self.is_due else MIN_CARDS_OF_HEAP)


@dataclass(frozen=True, slots=True)
class Gathering:
    """What is held back.

    `held`: cards that left the middle. `left_s`: when the last of them did. `heap`: the newest one.
    """

    held: tuple[Change, ...] = ()
    left_s: float = 0.0
    heap: Heap | None = None

    def released(self) -> list[Group]:
        """What is held back, where no heap is to come."""
        return list(_gone(self.held, self.left_s))


def gather(
    before: Gathering, account: Hypothesis, looks: Mapping[int, SeenCard], rest: Group, *, is_due: bool
) -> tuple[Gathering, list[Group]]:
    """What is held back after a rest, and the changes to explain now, in order, each group with its time.

    `account`: the best one before the rest. `looks`: the newest look of every track. `is_due`: whether the cards in the
    middle are to be taken.
    """
    time_s, changes = rest
    middle = {track: looks[track] for track in looks if _lies_in_middle(account, track)}
    heap = before.heap if before.heap is not None and time_s - before.heap.time_s <= MAX_HEAP_WAIT_S else None
    sorter = _HeapSorter(account, middle, {change.card.track: change for change in before.held}, before.left_s, heap)
    if time_s - before.left_s > MAX_HEAP_WAIT_S:
        sorter.groups, sorter.held = before.released(), {}
    for change in changes:
        sorter.sort(change, time_s if change.time_s is None else change.time_s, is_due=is_due)
    sorter.release_heap()
    return Gathering(tuple(sorter.held.values()), sorter.left_s, sorter.heap), [*sorter.groups, (time_s, sorter.now)]


@dataclass(slots=True)
class _HeapSorter:
    """Sorts the changes of one rest: into what is held back for a heap, and what is explained now.

    `groups`: what is explained before the other changes of the rest, which are `now`.
    """

    account: Hypothesis
    middle: Mapping[int, SeenCard]
    held: dict[int, Change]
    left_s: float
    heap: Heap | None
    groups: list[Group] = field(default_factory=list)
    now: list[Change] = field(default_factory=list)

    def sort(self, change: Change, at_s: float, *, is_due: bool) -> None:
        """Hold a change back, or let it through."""
        card = change.card
        if change.kind == "left" and card.track in self.middle:
            self.left_s = max(at_s, self.left_s if self.held else 0.0)
            self.held[card.track] = replace(change, time_s=at_s)
            return
        if change.before is not None and _was_taken_up(change, change.before, self.middle):
            self.now += [Change("left", change.before, change.before, change.time_s), replace(change, kind="appeared")]
            return
        again = next((each.card for each in self.held.values() if _is_again(each.card, card)), None)
        if again is not None:  # it was only out of sight, or is known again elsewhere
            del self.held[again.track]
            if again.track != card.track:
                change = replace(change, kind="followed", before=again)
        if _is_heap(change, self.middle, self.account):
            self.heap = Heap(card.zone or 0, at_s, card.position, self.middle, is_due)
        if change.kind == "appeared" and card.zone is None and card.is_face_up:
            self._sort_laid(change, at_s)
        else:
            self.now.append(_as_heap(change, self.account))

    def _sort_laid(self, change: Change, at_s: float) -> None:
        """A card is laid in the middle: the next one, so that those that left are gone, or one told late."""
        card = change.card
        if at_s < (self.heap.time_s if self.heap is not None else self.left_s if self.held else at_s):
            self.groups.append((at_s, [change]))
            if self.heap is not None:
                self.heap = replace(self.heap, tracks={**self.heap.tracks, card.track: card})
        else:
            self.groups += _before_the_next(self.heap, self.held, self.middle, self.left_s)
            self.held = {}
            self.now.append(change)
        self.middle = {**self.middle, card.track: card}

    def release_heap(self) -> None:
        """Explain the cards of a heap, now that it is known whose they are."""
        if self.heap is not None and self.heap.is_of(self.held):
            theirs = [track for track in self.held if track in self.heap.tracks]
            self.groups += _to_heap(self.heap, [self.held.pop(track).card for track in theirs])
            self.heap = replace(self.heap, is_sure=True)


def _lies_in_middle(account: Hypothesis, track: int) -> bool:
    held = account.cards.get(account.thing_of(track))
    return held is not None and held.place == MIDDLE and held.code is not None


def _is_again(before: SeenCard, after: SeenCard) -> bool:
    """Whether a card that is seen now is one that seemed to have left."""
    return before.track == after.track or (after.is_face_up and is_same_card(before, after))


def _was_taken_up(change: Change, before: SeenCard, middle: Mapping[int, SeenCard]) -> bool:
    """Whether a card that moved within the middle was taken back and laid anew: a later card lies where it lay."""
    if change.kind != "moved" or change.card.zone is not None or change.card.track not in middle:
        return False
    return any(
        track > change.card.track and math.dist(card.position, before.position) <= SAME_SPOT
        for track, card in middle.items()
    )


def _is_heap(change: Change, middle: Mapping[int, SeenCard], account: Hypothesis) -> bool:
    """Whether something came to lie before a seat that may be the cards of the middle."""
    card = change.card
    if card.zone is None or change.kind not in {"appeared", "moved", "turned"}:
        return False
    return not card.is_face_up or card.track in middle or _is_known(card, account)


def _is_known(card: SeenCard, account: Hypothesis) -> bool:
    """Whether a card that shows before a seat was played already, or is not read well enough to say."""
    return card.is_face_up and (not card.is_sure or bool(account.holders(card.names[0][0])))


def _as_heap(change: Change, account: Hypothesis) -> Change:
    """The change, with a card on a heap that was played before as the top of the heap and no card of its own."""
    card = change.card
    held = account.cards.get(account.thing_of(card.track))
    if card.zone is None or (held is not None and held.code is not None) or not _is_known(card, account):
        return change
    return replace(change, card=replace(card, names=(), is_sure=True))


def _before_the_next(
    heap: Heap | None, held: dict[int, Change], middle: Mapping[int, SeenCard], left_s: float
) -> Iterator[Group]:
    """What was held back, now that the next card is laid. A heap that was to come has all cards of its trick."""
    if heap is not None and heap.is_due and (heap.is_sure or heap.is_of(held)):
        theirs = [card for track, card in heap.tracks.items() if track in middle]
        yield from _to_heap(heap, theirs)
        held = {track: change for track, change in held.items() if track not in heap.tracks}
    yield from _gone(held.values(), left_s)


def _gone(held: Iterable[Change], left_s: float) -> Iterator[Group]:
    """Cards that left together, all of them when the last one did."""
    changes = [replace(change, time_s=left_s) for change in held]
    if changes:
        yield left_s, changes


def _to_heap(heap: Heap, cards: Sequence[SeenCard]) -> Iterator[Group]:
    if cards:
        yield (
            heap.time_s,
            [Change("moved", replace(card, zone=heap.seat, position=heap.position), card) for card in cards],
        )

"""The settled rounds of an evening, undone or not, as a sequence.

The sequence is immutable and cheap to add to.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain
from typing import Any, overload

from scorer.rules.session_view import RoundEnd
from scorer.session.sums.round_summary import RoundSummary, count_ends, summarize


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One settled round.

    `event_number` is the number of the event that settled it. `players` are the names in each seat. `round` and
    `settlement` are JSON objects. `dealer`, `round_number` and `pot` are what they were before the round.
    `earlier_versions` holds the round as it was before each edit, oldest first. `edited_by` is the number of the event
    that edited it last, None if it was never edited.
    """

    event_number: int
    players: tuple[str, ...]
    round: Mapping[str, Any]
    settlement: Mapping[str, Any]
    dealer: str
    round_number: int
    pot: int
    undone: bool = False
    edited_by: int | None = None
    earlier_versions: tuple[PlayedRound, ...] = ()

    def with_settlement(
        self, round_: Mapping[str, Any], settlement: Mapping[str, Any], round_number: int, pot: int, edited_by: int
    ) -> PlayedRound:
        """The same round as corrected by the event `edited_by`."""
        return replace(
            self,
            round=round_,
            settlement=settlement,
            round_number=round_number,
            pot=pot,
            edited_by=edited_by,
            earlier_versions=(*self.earlier_versions, replace(self, earlier_versions=())),
        )


PAGE_ROUNDS = 64
"""Rounds of a page in memory. A page is read in a few milliseconds, and the history shows 60 rounds at once."""


class RoundPage:
    """Rounds that follow each other, read when somebody looks at them, and what they come to.

    `count`: how many there are. `first`: number of the event that settled the first of them, 0 where nobody knows and
    the page is the only one. `key`: under which a shelf keeps the page, None where it does not.
    """

    __slots__ = ("_read", "_read_summary", "_summary", "count", "first", "key")

    def __init__(
        self,
        first: int,
        count: int,
        read: Callable[[], Sequence[PlayedRound]],
        read_summary: Callable[[], RoundSummary | None] = lambda: None,
        key: str | None = None,
    ) -> None:
        self.first = first
        self.count = count
        self.key = key
        self._read = read
        self._read_summary = read_summary
        self._summary: RoundSummary | None = None

    def rounds(self) -> Sequence[PlayedRound]:
        """The rounds."""
        return self._read()

    def summary(self) -> RoundSummary:
        """What the rounds come to. It is remembered."""
        if self._summary is None:
            self._summary = self._read_summary() or summarize(self.rounds())
        return self._summary


def page_of(rounds: Sequence[PlayedRound]) -> RoundPage:
    """A page of rounds that are in memory."""
    return RoundPage(rounds[0].event_number, len(rounds), lambda: rounds)


class EarlierRounds:
    """The rounds of a history that are not in its list, in pages. Looking at one reads its page only."""

    __slots__ = ("_ends", "_firsts", "pages")

    def __init__(self, pages: Sequence[RoundPage] = ()) -> None:
        self.pages = tuple(pages)
        self._ends = tuple(accumulate(page.count for page in self.pages))
        self._firsts = tuple(page.first for page in self.pages)

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __iter__(self) -> Iterator[PlayedRound]:
        return chain.from_iterable(page.rounds() for page in self.pages)

    def at(self, place: int) -> PlayedRound:
        """The round in that place, from 0."""
        index = bisect_right(self._ends, place)
        return self.pages[index].rounds()[place - self._ends[index]]

    def around(self, event_number: int) -> Sequence[PlayedRound]:
        """The rounds of the page that holds the round which that event settled, if any does."""
        index = bisect_right(self._firsts, event_number) - 1
        return self.pages[index].rounds() if index >= 0 else ()

    def since(self, event_number: int) -> Iterator[PlayedRound]:
        """The rounds of the page that holds the round which that event settled, and of all later ones."""
        index = max(bisect_right(self._firsts, event_number) - 1, 0)
        return chain.from_iterable(page.rounds() for page in self.pages[index:])

    def with_page(self, page: RoundPage) -> EarlierRounds:
        """The same with one page more."""
        return EarlierRounds((*self.pages, page))

    def with_replaced(self, replacements: Mapping[int, PlayedRound]) -> EarlierRounds:
        """The same with rounds replaced, by event number. Pages without any of them are not read."""
        touched = {bisect_right(self._firsts, number) - 1 for number in replacements}
        return EarlierRounds(
            [
                page_of([replacements.get(played.event_number, played) for played in page.rounds()])
                if index in touched
                else page
                for index, page in enumerate(self.pages)
            ]
        )


_NO_EARLIER_ROUNDS = EarlierRounds()


class History(Sequence[PlayedRound]):
    """An immutable sequence of rounds.

    Adding a round costs the same after fifty thousand as after none. Histories made from each other share one list, of
    which each uses only its own length. `earlier` are the rounds before that list, which is never longer than two
    pages.
    """

    __slots__ = ("_length", "_recent_summary", "_shared", "earlier")

    def __init__(
        self, shared: list[PlayedRound] | None = None, length: int = 0, earlier: EarlierRounds = _NO_EARLIER_ROUNDS
    ) -> None:
        self._shared: list[PlayedRound] = [] if shared is None else shared
        self._length = length
        self.earlier = earlier
        self._recent_summary: RoundSummary | None = None

    @property
    def recent(self) -> Sequence[PlayedRound]:
        """The rounds that are in memory, after the earlier ones."""
        return self._shared[: self._length]

    def with_round(self, played: PlayedRound) -> History:
        """The history with one round more."""
        if self._length == 2 * PAGE_ROUNDS:
            earlier = self.earlier.with_page(page_of(self._shared[:PAGE_ROUNDS]))
            return History([*self._shared[PAGE_ROUNDS : self._length], played], PAGE_ROUNDS + 1, earlier)
        if len(self._shared) == self._length:
            self._shared.append(played)
            # Another thread may have appended to the shared list between the two lines above and own that place.
            if self._shared[self._length] is played:
                return History(self._shared, self._length + 1, self.earlier)
        return History([*self._shared[: self._length], played], self._length + 1, self.earlier)

    def find(self, event_number: int) -> PlayedRound | None:
        """The round that the event of that number settled, None if there is none."""
        rounds = self.recent
        if not rounds or event_number < rounds[0].event_number:
            rounds = self.earlier.around(event_number)
        place = bisect_left(rounds, event_number, key=lambda played: played.event_number)
        return rounds[place] if place < len(rounds) and rounds[place].event_number == event_number else None

    def since(self, event_number: int) -> Iterator[PlayedRound]:
        """The round that the event of that number settled, and every later one. Earlier ones are not looked at."""
        recent = self.recent
        is_recent = bool(recent) and event_number >= recent[0].event_number
        rounds = chain(() if is_recent else self.earlier.since(event_number), recent)
        return (played for played in rounds if played.event_number >= event_number)

    def count_valid_after(self, event_number: int) -> int:
        """The number of rounds that count and were settled after that event. Of most pages only the sums are read."""
        pages = [page for page in self.earlier.pages if page.first > event_number]
        around = (*self.earlier.around(event_number), *self.recent)
        singly = sum(played.event_number > event_number and not played.undone for played in around)
        return singly + sum(len(page.summary().numbers) for page in pages)

    def summaries(self) -> Iterator[RoundSummary]:
        """What the rounds come to, page by page, the recent ones last. What was read once is remembered."""
        yield from (page.summary() for page in self.earlier.pages)
        if self._recent_summary is None:
            self._recent_summary = summarize(self.recent)
        yield self._recent_summary

    def count_ends(self) -> Counter[RoundEnd]:
        """How often the rounds that count ended in each way."""
        ends = count_ends(self.recent)
        for page in self.earlier.pages:
            ends.update(page.summary().ends)
        return ends

    def by_event_number(self, event_number: int) -> PlayedRound:
        """The round that the event of that number settled, which must exist."""
        return next(played for played in reversed(self) if played.event_number == event_number)

    def with_undone(self, event_number: int, *, undone: bool) -> History:
        """The history with that round marked as undone, or as valid again."""
        return self.with_replaced({event_number: replace(self.by_event_number(event_number), undone=undone)})

    def with_replaced(self, replacements: Mapping[int, PlayedRound]) -> History:
        """The history with rounds replaced by those of `replacements`, by event number."""
        recent = [replacements.get(played.event_number, played) for played in self.recent]
        known = {played.event_number for played in recent}
        early = {number: played for number, played in replacements.items() if number not in known}
        return History(recent, len(recent), self.earlier.with_replaced(early) if early else self.earlier)

    def __len__(self) -> int:
        return len(self.earlier) + self._length

    @overload
    def __getitem__(self, index: int) -> PlayedRound: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[PlayedRound]: ...
    def __getitem__(self, index: int | slice) -> PlayedRound | Sequence[PlayedRound]:
        places = range(len(self))[index]
        return self._at(places) if isinstance(places, int) else [self._at(place) for place in places]

    def _at(self, place: int) -> PlayedRound:
        early = len(self.earlier)
        return self.earlier.at(place) if place < early else self._shared[place - early]

    def __iter__(self) -> Iterator[PlayedRound]:
        yield from self.earlier
        yield from (self._shared[place] for place in range(self._length))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, History) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(len(self))

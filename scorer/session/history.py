"""The settled rounds of an evening, undone or not, as a sequence.

The sequence is immutable and cheap to add to.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, overload


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


class EarlierRounds:
    """The first `count` rounds of a history, which are loaded when somebody first looks at one."""

    def __init__(self, count: int, load: Callable[[], Sequence[PlayedRound]]) -> None:
        self.count = count
        self._load = load
        self._rounds: Sequence[PlayedRound] | None = None

    def rounds(self) -> Sequence[PlayedRound]:
        """The rounds."""
        if self._rounds is None:
            self._rounds = self._load()[: self.count]
        return self._rounds


_NO_EARLIER_ROUNDS = EarlierRounds(0, tuple)


class History(Sequence[PlayedRound]):
    """An immutable sequence of rounds.

    Adding a round costs the same after fifty thousand as after none. Histories made from each other share one list, of
    which each uses only its own length. `earlier` are the rounds before that list.
    """

    __slots__ = ("_earlier", "_length", "_shared")

    def __init__(
        self, shared: list[PlayedRound] | None = None, length: int = 0, earlier: EarlierRounds = _NO_EARLIER_ROUNDS
    ) -> None:
        self._shared: list[PlayedRound] = [] if shared is None else shared
        self._length = length
        self._earlier = earlier

    def with_round(self, played: PlayedRound) -> History:
        """The history with one round more."""
        if len(self._shared) == self._length:
            self._shared.append(played)
            # Another thread may have appended to the shared list between the two lines above and own that place.
            if self._shared[self._length] is played:
                return History(self._shared, self._length + 1, self._earlier)
        return History([*self._shared[: self._length], played], self._length + 1, self._earlier)

    def find(self, event_number: int) -> PlayedRound | None:
        """The round that the event of that number settled, None if there is none."""
        rounds: Sequence[PlayedRound] = self._shared[: self._length]
        if not rounds or event_number < rounds[0].event_number:
            rounds = self._earlier.rounds()
        place = bisect_left(rounds, event_number, key=lambda played: played.event_number)
        return rounds[place] if place < len(rounds) and rounds[place].event_number == event_number else None

    def by_event_number(self, event_number: int) -> PlayedRound:
        """The round that the event of that number settled, which must exist."""
        return next(played for played in reversed(self) if played.event_number == event_number)

    def with_undone(self, event_number: int, *, undone: bool) -> History:
        """The history with that round marked as undone, or as valid again."""
        return self.with_replaced({event_number: replace(self.by_event_number(event_number), undone=undone)})

    def with_replaced(self, replacements: Mapping[int, PlayedRound]) -> History:
        """The history with rounds replaced by those of `replacements`, by event number."""
        recent, earlier = self._shared[: self._length], self._earlier
        if earlier.count and not (recent and min(replacements) >= recent[0].event_number):
            recent, earlier = list(self), _NO_EARLIER_ROUNDS
        return History([replacements.get(played.event_number, played) for played in recent], len(recent), earlier)

    def __len__(self) -> int:
        return self._earlier.count + self._length

    @overload
    def __getitem__(self, index: int) -> PlayedRound: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[PlayedRound]: ...
    def __getitem__(self, index: int | slice) -> PlayedRound | Sequence[PlayedRound]:
        places = range(len(self))[index]
        return self._at(places) if isinstance(places, int) else [self._at(place) for place in places]

    def _at(self, place: int) -> PlayedRound:
        early = self._earlier.count
        return self._earlier.rounds()[place] if place < early else self._shared[place - early]

    def __iter__(self) -> Iterator[PlayedRound]:
        yield from self._earlier.rounds() if self._earlier.count else ()
        yield from (self._shared[place] for place in range(self._length))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, History) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(len(self))

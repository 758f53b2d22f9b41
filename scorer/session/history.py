"""来し方 koshikata: the settled rounds of an evening, undone or not, as an immutable sequence cheap to add to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, overload


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One settled round. `event_number`: its event; `players`: who sat in each seat; `round`, `settlement`: as JSON.

    `dealer`, `round_number` and `pot` are what they were before it. `earlier_versions`: how it was told before edits,
    oldest first; `edited_by`: the event that told it last, None for its own.
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
        """The same round told anew by the event `edited_by`."""
        return replace(
            self,
            round=round_,
            settlement=settlement,
            round_number=round_number,
            pot=pot,
            edited_by=edited_by,
            earlier_versions=(*self.earlier_versions, replace(self, earlier_versions=())),
        )


class History(Sequence[PlayedRound]):
    """An immutable sequence of rounds. Adding one costs the same after fifty thousand as after none: the list behind
    is shared by all that were made from each other, each seeing only its own length of it.
    """

    __slots__ = ("_length", "_shared")

    def __init__(self, shared: list[PlayedRound] | None = None, length: int = 0) -> None:
        self._shared: list[PlayedRound] = [] if shared is None else shared
        self._length = length

    def with_round(self, played: PlayedRound) -> History:
        """With one round more."""
        if len(self._shared) == self._length:
            self._shared.append(played)
            # Another thread may have added to the same evening between the two lines above: then the place is its.
            if self._shared[self._length] is played:
                return History(self._shared, self._length + 1)
        return History([*self, played], self._length + 1)

    def by_event_number(self, event_number: int) -> PlayedRound:
        """The round whose event has that number; it must be there."""
        return next(played for played in reversed(self) if played.event_number == event_number)

    def with_undone(self, event_number: int, *, undone: bool) -> History:
        """With that round marked as undone, or as standing."""
        return self.with_replaced({event_number: replace(self.by_event_number(event_number), undone=undone)})

    def with_replaced(self, replacements: Mapping[int, PlayedRound]) -> History:
        """With the rounds of `replacements`, by number, in the place of what they were."""
        return History([replacements.get(each.event_number, each) for each in self], self._length)

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> PlayedRound: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[PlayedRound]: ...
    def __getitem__(self, at: int | slice) -> PlayedRound | Sequence[PlayedRound]:
        places = range(self._length)[at]
        return self._shared[places] if isinstance(places, int) else [self._shared[place] for place in places]

    def __iter__(self) -> Iterator[PlayedRound]:
        return (self._shared[place] for place in range(self._length))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, History) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(self._length)

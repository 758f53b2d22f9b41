"""How the changes of a round were explained, one entry each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorer.rules.play.moves import Move, Verdict
from scorer.texts import Text

NO_THING = -1
"""The number of the thing of an entry that is about no card that was seen."""
FAULT_COST = -6.0
"""Logarithmic cost of a move that the rules do not allow. People do so once in hundreds of moves."""
HAND_COST = -3.0
"""Cost of a card laid or taken by somebody else than whose arm was there: two arms mislead one time in fifty."""
FEWEST_OTHERS = 4
"""Cards laid by somebody else than whose arm was there, at least, before arms count for nothing."""
MOST_OTHERS = 0.25
"""Share of such cards, 0..1, up to which arms still count."""


@dataclass(frozen=True, slots=True)
class Entry:
    """How one change was explained: by a move, or by a misreading.

    `kind`: "move", "pile" (the pile itself), "ghost" (no card), "nudge" (it lies where it lay), "found" (seen again),
    "unseen" (out of sight), "cleared" (the round was over) or "next" (of the next round). `cost`: what the
    explanation itself costs, without names and faults; at most 0. `is_doubtful`: the host should look at it. The rest
    is what the rules say of the move (`Verdict`); `rules_cost` is what its fault costs, what nobody saw before it,
    and who did it if that is none of `hands`, as in `Change`. `is_start`: it lay there in the first picture.
    """

    kind: str
    thing: int
    time_s: float
    cost: float
    move: Move | None = None
    is_doubtful: bool = False
    fault: Text | None = None
    seat: int | None = None
    implied: tuple[Move, ...] = ()
    taken_with: str | None = None
    rules_cost: float = 0.0
    hands: tuple[int, ...] = ()
    is_start: bool = False

    def judged(self, verdict: Verdict) -> Entry:
        """The entry with what the rules say of its move."""
        cost = verdict.cost + (FAULT_COST if verdict.fault and not verdict.is_gap else 0.0)
        seat = verdict.seat if self.move is None or self.move.seat is None else self.move.seat
        if self._is_others(seat):
            cost += HAND_COST
        said = (verdict.fault, verdict.seat, verdict.implied, verdict.taken_with, cost)
        if said == (self.fault, self.seat, self.implied, self.taken_with, self.rules_cost):
            return self
        return replace(self, fault=said[0], seat=said[1], implied=said[2], taken_with=said[3], rules_cost=said[4])

    @property
    def total_cost(self) -> float:
        """What it costs by itself and by the rules, without names; at most 0."""
        return self.cost + self.rules_cost

    @property
    def is_by_another_hand(self) -> bool:
        """Whether somebody else did it than one of those whose arms were there."""
        return self.done is not None and self._is_others(self.done.seat)

    def _is_others(self, seat: int | None) -> bool:
        return bool(self.hands) and seat is not None and seat not in self.hands

    @property
    def is_unseen_move(self) -> bool:
        """Whether it stands for a move that nobody saw."""
        return self.move is not None and self.move.event == "unseen"

    @property
    def done(self) -> Move | None:
        """The move with the seat that the rules give it."""
        if self.move is None or self.move.seat is not None or self.seat is None:
            return self.move
        target = (self.move.target[0], self.seat) if self.move.target == ("captures", None) else self.move.target
        return replace(self.move, seat=self.seat, target=target)


def hands_tell(entries: Sequence[Entry]) -> bool:
    """Whether the arms at the table tell who laid what.

    Where one person moves all cards, or people sit elsewhere than their cards lie, they do not.
    """
    by_arms = [entry for entry in entries if entry.hands and entry.done is not None and entry.done.seat is not None]
    others = sum(entry.is_by_another_hand for entry in by_arms)
    return others < FEWEST_OTHERS or others <= MOST_OTHERS * len(by_arms)

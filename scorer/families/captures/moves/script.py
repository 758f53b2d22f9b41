"""Random rounds of captures, step by step, for films and tests.

The stock is no step: it lies face down in the middle from the beginning, and gets smaller by every card that comes from
it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from scorer.families.captures.cards import cards_in
from scorer.families.captures.play import Deal, Estimate, FishingTable
from scorer.families.steps import lay_step, take_step
from scorer.rules.play_rules import MIDDLE, PILE, Move, Place, ScriptStep

RANDOM_CARD = 0.3
"""Share of turns in which a player plays any card, not the one that captures most."""
TAKES_AT_ONCE = 0.7
"""Share of turns in which a player takes what the hand card captured before turning up the next card."""


@dataclass(slots=True)
class StepLog:
    """The steps of a round so far. `untaken`: who captured which cards that still lie in the middle."""

    rng: random.Random
    steps: list[ScriptStep] = field(default_factory=list)
    untaken: list[tuple[int, str]] = field(default_factory=list)
    _lying: dict[str, list[int]] = field(default_factory=dict)
    """The steps by which the copies of each card came to lie in the middle."""
    _things: int = 0

    def deal(self, cards: Iterable[str]) -> None:
        """The field is dealt, card by card."""
        for card in cards:
            self._come(None, card, PILE)

    def lay(
        self, seat: int, card: str, *, from_hand: bool, captured: Iterable[str] = (), takes_now: bool = False
    ) -> None:
        """A card is laid in the middle and captures these cards, its own among them.

        With `takes_now` they are taken at once, so that everybody sees what the player chose.
        """
        taken = sorted(captured)
        partners = list(taken)
        if card in partners:
            partners.remove(card)
        beside = next((self._lying[each][-1] for each in partners if self._lying.get(each)), None)
        self._come(seat, card, ("hand", seat) if from_hand else PILE, beside)
        self.rng.shuffle(taken)
        self.capture(seat, taken)
        if takes_now or (from_hand and self.rng.random() < TAKES_AT_ONCE):
            self.take()

    def capture(self, seat: int, cards: Iterable[str]) -> None:
        """Cards are captured, and will be taken."""
        self.untaken.extend((seat, card) for card in cards)

    def release(self, card: str) -> None:
        """A captured card stays in the middle after all, or goes back there."""
        for place, (_, untaken) in enumerate(self.untaken):
            if untaken == card:
                del self.untaken[place]
                return
        last = next(step for step in reversed(self.steps) if step.card == card)
        seat = last.move.seat
        move = Move("moved", seat, card, ("captures", seat), MIDDLE, last.move.thing)
        self._lying.setdefault(card, []).append(len(self.steps))
        self.steps.append(ScriptStep(move, card, None))

    def take(self) -> None:
        """Everything captured goes from the middle to its taker."""
        for seat, card in self.untaken:
            self.steps.append(take_step(seat, card, self._pick(card)))
        self.untaken.clear()

    def leave(self, card: str) -> None:
        """A card leaves the game from the middle."""
        move = Move("moved", None, card, MIDDLE, ("out", None), self._pick(card))
        self.steps.append(ScriptStep(move, card, None, is_gone=True))

    def _come(self, seat: int | None, card: str, source: Place, beside: int | None = None) -> None:
        self._lying.setdefault(card, []).append(len(self.steps))
        self._things += 1
        self.steps.append(lay_step(seat, card, source, self._things, beside=beside))

    def _pick(self, card: str) -> int | None:
        """The thing of a card that goes away from the middle."""
        return self.steps[self._lying[card].pop()].move.thing


class FilmTable(FishingTable):  # type: ignore[bad-class-definition]  # only its parent is made by slots=True
    """A table of hanafuda whose players sometimes play any card, and which keeps every step."""

    __slots__ = ("log",)
    log: StepLog

    @classmethod
    def dealer(cls, log: StepLog) -> Deal:
        """What deals such a table, as `FishingTable.deal` does; its steps go to `log`."""

        def deal(pack: Sequence[str], seats: int, hand_size: int, field_size: int) -> FilmTable:
            table = cls.deal(pack, seats, hand_size, field_size)
            table.log = log
            start = seats * hand_size
            table.log.deal(pack[start : start + field_size])
            return table

        return deal

    def take_turn(self, seat: int, estimate: Estimate) -> None:
        """One turn, with its steps."""
        hand, rng = self.hands[seat], self.log.rng
        if hand:
            plays_any = rng.random() < RANDOM_CARD
            card = hand.pop(rng.randrange(len(hand))) if plays_any else self.draw_best(seat, estimate)
            self._lay_step(card, seat, estimate, from_hand=True)
        if self.stock:
            self._lay_step(self.stock.pop(0), seat, estimate, from_hand=False)
        self.log.take()

    def _lay_step(self, card: str, seat: int, estimate: Estimate, *, from_hand: bool) -> None:
        before = self.piles[seat]
        self.lay(card, seat, estimate)
        captured = cards_in(self.piles[seat] & ~before)
        self.log.lay(seat, card, from_hand=from_hand, captured=captured)

"""Rounds of captures as films show them, step by step.

The stock is no step: it lies face down in the middle from the beginning, and gets smaller by every card that comes from
it.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from scorer.families.captures.moves.capture import without
from scorer.families.captures.moves.position import OPENING, CapturePosition
from scorer.families.steps import lay_step, take_step
from scorer.rules.play.moves import MIDDLE, PILE, ScriptStep, Step

TAKES_AT_ONCE = 0.7
"""Share of turns in which a player takes what the hand card captured before turning up the next card."""


def lay_out(steps: Sequence[Step], rng: random.Random, takes_at_once: float = TAKES_AT_ONCE) -> tuple[ScriptStep, ...]:
    """The steps of a round, each card beside the one that it captures; words are not seen."""
    layout = _CaptureLayout(rng, steps[0].before, takes_at_once)
    for step, following in zip(steps, (*steps[1:], None), strict=True):
        layout.add(step, following)
    layout.take_all(steps[-1].verdict.position)
    return tuple(layout.steps)


class _CaptureLayout:
    """The steps of a film so far."""

    def __init__(self, rng: random.Random, first: CapturePosition, takes_at_once: float) -> None:
        self.steps: list[ScriptStep] = []
        self._rng, self._takes_at_once = rng, takes_at_once
        self._piles = [list(first.pile(seat)) for seat in range(first.setup.seats)]
        """What every player has taken in the film."""
        self._lying: dict[str, list[int]] = defaultdict(list)
        """The steps by which the copies of each card came to lie in the middle."""

    def add(self, step: Step, following: Step | None) -> None:
        """One step of the round; `following` shows which card a player chooses."""
        move, after = step.move, step.verdict.position
        if move.event == "laid":
            if move.source != PILE:
                self.take_all(step.before)
            self._lay(step, following)
        elif move.event == "moved":
            self._move(step)
        elif move.event == "taken" and after.has_begun_turn:
            capture = after.captures[-1]
            if not capture.missing:
                self._take_early(after, (capture.card, *capture.captured_partners))
        elif move.event == "gathered" or (move.event == "taken" and after.phase == OPENING):
            self.take_all(after)

    def take_all(self, position: CapturePosition) -> None:
        """Whatever players have taken by now they take in the film, too."""
        for seat in range(position.setup.seats):
            self._take(seat, without(position.pile(seat), self._piles[seat]))

    def _lay(self, step: Step, following: Step | None) -> None:
        before, after, card = step.before, step.verdict.position, step.card
        has_captured = len(after.captures) > len(before.captures)
        held = after.captures[-1].held if has_captured else ()
        partners = without(held, (card,))
        is_choice = has_captured and following is not None and following.move.event == "taken"
        if is_choice and following is not None:
            partners = (following.card,)
        beside = next((self._lying[each][-1] for each in partners if self._lying[each]), None)
        self._lying[card].append(len(self.steps))
        move = step.move
        self.steps.append(lay_step(move.seat, card, move.source, move.thing or 0, beside=beside, call=move.call))
        if held and not is_choice:
            self._take_early(after, held)

    def _take_early(self, position: CapturePosition, captured: Sequence[str]) -> None:
        """In the middle of a turn, players often take what they have captured already."""
        if position.has_begun_turn and self._rng.random() < self._takes_at_once:
            self._take(position.seat, captured)

    def _take(self, seat: int, cards: Sequence[str]) -> None:
        """Cards go from the middle to their taker, in any order."""
        for card in self._rng.sample(cards, len(cards)):
            self._piles[seat].append(card)
            self.steps.append(take_step(seat, card, self._pick(card)))

    def _move(self, step: Step) -> None:
        """A card goes back to the middle, or leaves the game from there; or from one pile to another."""
        move, card = step.move, step.card
        if move.target[0] == "hand":
            return  # what is drawn face down is not seen
        if move.source[0] == move.target[0] == "captures":
            self.take_all(step.before)
            self._piles[move.source[1] or 0].remove(card)
            self._piles[move.target[1] or 0].append(card)
            thing = next(each.move.thing for each in reversed(self.steps) if each.card == card)
            self.steps.append(ScriptStep(replace(move, thing=thing), card, move.target[1]))
            return
        if move.target == MIDDLE and move.seat is not None:
            self._piles[move.seat].remove(card)
            thing = next(each.move.thing for each in reversed(self.steps) if each.card == card)
            self._lying[card].append(len(self.steps))
            self.steps.append(ScriptStep(replace(move, thing=thing), card, None))
        else:
            self.steps.append(ScriptStep(replace(move, thing=self._pick(card)), card, None, is_gone=True))

    def _pick(self, card: str) -> int | None:
        """The thing of a card that goes away from the middle."""
        return self.steps[self._lying[card].pop()].move.thing

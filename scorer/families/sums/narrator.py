"""What a learner of a game of sums is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scorer.families.sums import text
from scorer.families.sums.position import OPEN, SumPosition
from scorer.rules.game import Game
from scorer.rules.play.moves import PILE, Step
from scorer.rules.play.playout import Playout
from scorer.rules.play.practice import Narrator
from scorer.rules.prompts import Table
from scorer.rules.settlement import turn_order
from scorer.texts import Text, verbatim


class SumNarrator(Narrator):
    """The learner sits at the dealer's right and plays first; what the others hold is shown at the end."""

    player = 1

    def __init__(self, find_game: Callable[[], Game]) -> None:
        self._find_game = find_game

    @property
    def game(self) -> Game:
        """The game that is practised."""
        return self._find_game()

    def opening(self, position: Any) -> tuple[Text, ...]:
        """How it begins."""
        del position
        return (text("opening"),)

    def own_cards(self, position: SumPosition) -> tuple[str, ...]:
        """The learner's cards as far as they were seen."""
        return position.codes((OPEN, self.player))

    def hand(self, decision: Any) -> tuple[str, ...]:
        """The learner's cards, as they lie open and as they are held."""
        return (*self.own_cards(decision.position), *decision.hand)

    def other_hands(self, position: SumPosition) -> tuple[tuple[Text, tuple[str, ...]], ...]:
        """The hands of the others, with their names."""
        names = position.table.seats
        return tuple(
            (verbatim(names[seat]), position.codes((OPEN, seat)))
            for seat in turn_order(position.seats)
            if seat != self.player
        )

    def piles(self, position: Any) -> tuple[tuple[Text, tuple[str, ...]], ...]:
        """The hands of the others, once everybody has played."""
        rules = self.game.play_rules
        return self.other_hands(position) if rules is not None and rules.is_over(position) else ()

    def is_own(self, step: Step) -> bool:
        """Whether the learner decided the move."""
        return step.player == self.player

    def next_card(self, playout: Playout) -> str | None:
        """The card that came from the pile after the learner's last decision, None without one."""
        last = max((number for number, step in enumerate(playout.steps) if self.is_own(step)), default=-1)
        return next((step.card for step in playout.steps[last + 1 :] if step.move.source == PILE), None)

    def ending(self, playout: Playout, table: Table) -> tuple[tuple[Text, ...], Text, tuple[str, ...]]:
        """What the last card would have made, and the payment."""
        del table
        question = text("everybody_shows")
        return self.last_lines(playout), question, self.own_cards(playout.position)

    def last_lines(self, playout: Playout) -> tuple[Text, ...]:
        """What is said at the end. Default: nothing."""
        del playout
        return ()

"""What a game's play need not write itself."""

import random

from scorer.rules.play.moves import Conclusion, Move, ScriptedRound, Sight, Verdict
from scorer.rules.play.playable import Playable
from scorer.rules.prompts import Table


class OneCard(Playable):
    """A game that is over with its first card."""

    def begin(self, table: Table, deck: str) -> int:
        return 0

    def judge(self, position: int, move: Move) -> Verdict:
        return Verdict(position + 1)

    def turn(self, position: int) -> int | None:
        return None

    def is_over(self, position: int) -> bool:
        return position > 0

    def conclude(self, position: int) -> Conclusion:
        return Conclusion({})

    def play_round(self, table: Table, deck: str, rng: random.Random) -> ScriptedRound:
        return ScriptedRound((), {})


def test_a_game_that_says_no_more_may_end_when_it_is_over_and_leaves_moves_to_the_decoder() -> None:
    rules = OneCard()
    assert [rules.may_end(0), rules.may_end(1)] == [False, True]
    assert rules.possible_moves(0, Sight("appeared", "k01", None)) is None
    assert rules.hints(0) == ()

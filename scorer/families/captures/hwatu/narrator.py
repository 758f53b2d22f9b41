"""What a learner is told of hwatu: what happens and is said in a turn."""

from __future__ import annotations

from collections.abc import Callable

from scorer.families.captures import text
from scorer.families.captures.call_texts import Calls
from scorer.families.captures.hanafuda_narrator import HanafudaNarrator
from scorer.families.captures.hwatu.events import BOMB, BONUS, JJOK, PPEOK, SHAKE, SSEUL, TOOK_PPEOK, TTADAK, is_said
from scorer.families.captures.hwatu.play import HwatuRules
from scorer.families.captures.moves.position import HAND, CapturePosition
from scorer.rules.game import Game
from scorer.rules.play.moves import Move, Step
from scorer.rules.play.playout import Decision
from scorer.texts import Text

CHONGTONG = "chongtong"
"""Said: four of a month in the hand as dealt."""
_AT_TURN = frozenset({SHAKE, BOMB, CHONGTONG})
_TOLD = _AT_TURN | {PPEOK, JJOK, TTADAK, SSEUL, TOOK_PPEOK, BONUS}


class HwatuNarrator(HanafudaNarrator):
    """The lines of games with hwatu. `calls_at`: how the game words stop and going on."""

    points_pay = False

    def __init__(
        self, rules: HwatuRules, game: Callable[[], Game], calls_at: Callable[[CapturePosition], Calls]
    ) -> None:
        super().__init__(rules, game)
        self._calls_at = calls_at

    def calls(self, position: CapturePosition) -> Calls:
        """As the game says."""
        return self._calls_at(position)

    def label_word(self, decision: Decision, move: Move) -> Text:
        """Also what is said at the beginning of a turn."""
        return text(f"at_turn.{move.call}") if move.call in _AT_TURN else super().label_word(decision, move)

    def narrate(self, step: Step) -> tuple[Text, ...]:
        """Also what happens in a turn."""
        after = step.verdict.position
        new = after.said[len(step.before.said) :]
        name = step.before.setup.name
        told = tuple(text(f"happens.{each.call}", name=name(each.seat)) for each in new if each.call in _TOLD)
        has_captured = len(after.captures) > len(step.before.captures)
        is_of_bomb = step.before.phase == HAND and is_said(step.before, BOMB) and not has_captured
        speaks_for_itself = is_of_bomb or step.move.call in _AT_TURN or any(each.call in (PPEOK, BONUS) for each in new)
        return told if speaks_for_itself else (*super().narrate(step), *told)

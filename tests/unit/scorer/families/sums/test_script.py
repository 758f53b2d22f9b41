"""The steps of a round that is played for a film."""

from scorer.families.sums.position import OPEN
from scorer.families.sums.script import ScriptWriter
from scorer.rules.play_rules import MIDDLE


def test_cards_come_in_the_order_of_the_pack_and_keep_their_numbers() -> None:
    script = ScriptWriter(["k01", "k02", "k03"])
    first, second = script.lay(1), script.lay(None, face_up=False)
    script.lay(1, beside=first)
    script.turn_up(second, None)
    script.throw_in(first, 1)
    steps = script.finish({}).steps
    assert [(step.move.event, step.move.card, step.card) for step in steps] == [
        ("laid", "k01", "k01"),
        ("laid", None, "k02"),
        ("laid", "k03", "k03"),
        ("turned", "k02", "k02"),
        ("moved", None, "k01"),
    ]
    assert [step.zone for step in steps] == [1, None, 1, None, None]
    assert [step.beside for step in steps] == [None, None, 0, None, None]
    assert steps[3].move.source == MIDDLE
    assert (steps[4].move.source, steps[4].face_up) == ((OPEN, 1), False)
    assert script.remaining == 0

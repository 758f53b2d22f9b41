"""How changes were explained: what each costs."""

from scorer.following.entries import FAULT_COST, FEWEST_OTHERS, HAND_COST, Entry, hands_tell
from scorer.rules.play.moves import MIDDLE, Move, Verdict
from scorer.texts import Text


def laid_by(seat: int, *hands: int) -> Entry:
    move = Move("laid", None, "k02", ("hand", seat), MIDDLE)
    return Entry("move", 1, 1.0, 0.0, move, hands=hands).judged(Verdict(None, seat=seat))


def test_a_gap_in_what_was_seen_costs_less_than_a_fault() -> None:
    fault, entry = Text("wrong", "違う"), Entry("move", 1, 1.0, 0.0)
    assert entry.judged(Verdict(None, fault)).total_cost == FAULT_COST
    gap = entry.judged(Verdict(None, fault, cost=-2.0, is_gap=True))
    assert (gap.fault, gap.total_cost) == (fault, -2.0)


def test_a_card_laid_by_another_arm_costs_and_arms_that_never_fit_are_given_up() -> None:
    assert [laid_by(1, *hands).total_cost for hands in ((), (1,), (0, 1), (0,))] == [0.0, 0.0, 0.0, HAND_COST]
    fitting, other = laid_by(1, 1), laid_by(1, 0)
    assert hands_tell((other,) * (FEWEST_OTHERS - 1))
    assert hands_tell((*(other,) * FEWEST_OTHERS, *(fitting,) * 20))
    assert not hands_tell((*(other,) * FEWEST_OTHERS, *(fitting,) * 5))

"""The play of Otoroku beyond the turns that all games of drawing share (otoroku 6.3)."""

from scorer.families.sums.position import OPEN, SumPosition
from scorer.games import game
from scorer.games.otoroku.moves import OtorokuPlay
from scorer.rules.play_rules import MIDDLE, PILE, Move, Sight
from scorer.rules.prompts import Table

ROUND = "1:k10 2:k09 0:k06 1:k04 2:k02 0:k04"


def rules() -> OtorokuPlay:
    found = game("otoroku").play_rules
    assert isinstance(found, OtorokuPlay)
    return found


def position_after(text: str, **options: object) -> SumPosition:
    position = rules().begin(Table(("Aki", "Emi", "Jun"), options), "kabufuda")
    for number, word in enumerate(text.split()):
        seat, code = word.split(":")
        position = rules().judge(position, Move("laid", int(seat), code, PILE, (OPEN, int(seat)), number)).position
    return position


def thrown(position: SumPosition, seat: int) -> tuple[SumPosition, str | None]:
    verdict = rules().judge(position, Move("moved", seat, None, (OPEN, seat), MIDDLE, seat - 1))
    return verdict.position, verdict.fault.en if verdict.fault else None


def test_a_hand_that_the_dealer_may_pass_over_is_thrown_in_and_stays_on_record() -> None:
    position, fault = thrown(position_after(ROUND, method="banker_revised"), 1)
    assert fault is None
    found = rules().conclude(position).round
    assert found["hands"][1] == ["k10", "k04"]
    assert found["meets"] == [2]


def test_a_hand_thrown_in_where_nobody_chooses_is_marked() -> None:
    assert thrown(position_after(ROUND), 1)[1] == "Emi threw a card in"


def test_a_hand_that_is_bust_may_leave_in_any_game() -> None:
    position, fault = thrown(position_after("1:k10 2:k09 0:k06 1:k09"), 1)
    assert fault is None
    assert "meets" not in rules().conclude(position).round


def test_a_hand_that_leaves_the_table_may_be_thrown_in() -> None:
    position = position_after(ROUND, method="banker_revised")
    moves = rules().possible_moves(position, Sight("left", "k04", 1, (OPEN, 1), 3))
    assert moves is not None
    assert [move.event for move in moves] == ["moved"]
    assert rules().possible_moves(position_after(ROUND), Sight("left", "k04", 1, (OPEN, 1), 3)) == ()


def test_the_stake_of_a_round_is_asked_where_the_dealer_sets_it() -> None:
    conclusion = rules().conclude(position_after(ROUND, wager_by="per_round"))
    assert [path for path, _ in conclusion.asks] == ["options.wager"]
    assert conclusion.round["options"]["wager"] == 1

"""The play of Otoroku beyond the common turns (otoroku 6.3)."""

import random

from scorer.families.sums.position import OPEN, SumPosition
from scorer.games import game
from scorer.games.otoroku.moves import OtorokuPlay
from scorer.rules.play.moves import MIDDLE, PILE, Move, Sight
from scorer.rules.prompts import Table

ROUND = "1:k10 2:k09 0:k06 1:k04 2:k02 0:k04"


def play_rules() -> OtorokuPlay:
    found = game("otoroku").play_rules
    assert isinstance(found, OtorokuPlay)
    return found


def position_after(text: str, **options: object) -> SumPosition:
    position = play_rules().begin(Table(("Aki", "Emi", "Jun"), options), "kabufuda")
    for number, word in enumerate(text.split()):
        seat, code = word.split(":")
        position = play_rules().judge(position, Move("laid", int(seat), code, PILE, (OPEN, int(seat)), number)).position
    return position


def throw_in(position: SumPosition, seat: int) -> tuple[SumPosition, str | None]:
    verdict = play_rules().judge(position, Move("moved", seat, None, (OPEN, seat), MIDDLE, seat - 1))
    return verdict.position, verdict.fault.en if verdict.fault else None


def test_a_hand_that_the_dealer_may_pass_over_is_thrown_in_and_stays_on_record() -> None:
    position, fault = throw_in(position_after(ROUND, method="banker_revised"), 1)
    assert fault is None
    found = play_rules().conclude(position).round
    assert found["hands"][1] == ["k10", "k04"]
    assert found["meets"] == [2]


def test_a_hand_thrown_in_where_nobody_chooses_is_marked() -> None:
    assert throw_in(position_after(ROUND), 1)[1] == "Emi threw a card in"


def test_a_hand_that_is_bust_may_leave_in_any_game() -> None:
    position, fault = throw_in(position_after("1:k10 2:k09 0:k06 1:k09"), 1)
    assert fault is None
    assert "meets" not in play_rules().conclude(position).round


def test_a_hand_that_leaves_the_table_may_be_thrown_in() -> None:
    position = position_after(ROUND, method="banker_revised")
    moves = play_rules().possible_moves(position, Sight("left", "k04", 1, (OPEN, 1), 3))
    assert moves is not None
    assert moves == (Move("moved", 1, None, (OPEN, 1), MIDDLE, 3),)
    assert play_rules().possible_moves(position_after(ROUND), Sight("left", "k04", 1, (OPEN, 1), 3)) == ()


def test_a_dealer_who_may_choose_meets_some_and_sends_others_away() -> None:
    table = Table(("Aki", "Emi", "Jun", "Ken"), game("otoroku").resolve_options({"method": "banker_revised"}))
    rounds = [play_rules().play_round(table, "kabufuda", random.Random(seed)).round for seed in range(40)]
    met = [set(each["meets"]) for each in rounds if each.get("meets") is not None]
    assert met
    assert any(met)
    assert all(game("otoroku").settle(each).net for each in rounds)


def test_the_stake_of_a_round_is_asked_where_the_dealer_sets_it() -> None:
    conclusion = play_rules().conclude(position_after(ROUND, wager_by="per_round"))
    assert [path for path, _ in conclusion.asks] == ["options.wager"]
    assert conclusion.round["options"]["wager"] == 1

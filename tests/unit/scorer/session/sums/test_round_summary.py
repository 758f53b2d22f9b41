"""What rounds come to, and that it survives JSON."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from scorer.rules.session_view import RoundEnd
from scorer.session.history import PlayedRound
from scorer.session.sums.round_summary import BestRound, count_ends, summarize, summary_from_json

NAMES = ("Aki", "Emi")


def played_round(number: int, net: tuple[int, int], **settled: Any) -> PlayedRound:
    hands = [{"seat": seat, "class": key, "total": total} for seat, key, total in settled.pop("hands", ())]
    settlement = {"net": list(net), "hands": hands, **settled}
    return PlayedRound(number + 1, NAMES, {}, settlement, "Aki", number, 0)


ROUNDS = [
    played_round(1, (3, -3), outcome="won", next_dealer=0, winners=[0], hands=[(0, "pair", 5), (1, None, 2)]),
    replace(played_round(2, (9, -9), outcome="won", next_dealer=0, winners=[0], hands=[(0, "pair", 9)]), undone=True),
    played_round(3, (-4, 4), outcome="won", next_dealer=1, winners=[1], hands=[(0, "pair", 7), (1, "pair", 7)]),
    played_round(4, (0, 0), outcome="carried", hands=[(0, "pair", 7), (1, "run", None)]),
    replace(played_round(5, (-1, 1), outcome="won", winners=[1], next_dealer=1), players=("Jun", "Aki")),
]


def test_only_rounds_that_count_are_summed_up() -> None:
    summary = summarize(ROUNDS)
    assert summary.names == ("Aki", "Emi", "Jun")
    assert summary.played == {"Aki": 4, "Emi": 3, "Jun": 1}
    assert summary.wins == {"Aki": 2, "Emi": 1}
    assert summary.numbers == (1, 3, 4, 5)
    assert summary.course == ((3, -3, 0), (-1, 1, 0), (-1, 1, 0), (0, 1, -1))
    assert summary.totals == {"Aki": 0, "Emi": 1, "Jun": -1}


def test_the_best_is_the_highest_total_and_of_equals_the_earliest() -> None:
    assert summarize(ROUNDS).best == {
        ("Aki", "pair"): BestRound(7, 3, 4),
        ("Emi", "pair"): BestRound(7, 3, 4),
        ("Emi", "run"): BestRound(None, 4, 5),
    }


def test_ends_are_counted_and_what_no_game_writes_is_left_out() -> None:
    assert summarize(ROUNDS).ends == {
        RoundEnd("won", 0, (0,)): 1,
        RoundEnd("won", 1, (1,)): 2,
        RoundEnd("carried", None, ()): 1,
    }
    odd = played_round(1, (0, 0), outcome={}, next_dealer=[], winners=["x", 1])
    assert count_ends([odd]) == {RoundEnd(None, None, (1,)): 1}


def test_a_summary_survives_json() -> None:
    summary = summarize(ROUNDS)
    assert summary_from_json(json.loads(json.dumps(summary.as_json()))) == summary
    nothing = summarize([])
    assert summary_from_json(json.loads(json.dumps(nothing.as_json()))) == nothing
    assert nothing.totals == {}

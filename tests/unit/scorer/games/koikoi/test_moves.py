"""Koi-Koi followed card by card: calls, and open questions (koikoi 2)."""

from __future__ import annotations

import pytest

from scorer.games import game
from scorer.games.koikoi import GAME
from tests.support.judged_rounds import Follower, build_table, follow_rounds

KOIKOI = game("koikoi")
OPENING = "h01-1 h01-3 h03-1 h03-3 h08-3 h08-4 h05-1 h06-1"
# Aki captures the curtain, then the cup (hanami): five points at the end of the second turn of the dealer.
HANAMI = (("h03-2 h10-1", "h03-2 h03-1"), ("h11-1 h11-2", "h11-1 h11-2"), ("h09-1 h09-2", "h09-1 h09-2"))


def _follow_turns(turns, **options) -> Follower:
    play = Follower("koikoi", build_table(KOIKOI, **options))
    play.lay(OPENING)
    for laid, taken in turns:
        seat = play.rules.turn(play.position)
        play.lay(laid)
        play.take(taken, seat)
    assert play.faults == []
    return play


def test_random_rounds_come_out_as_played() -> None:
    conclusions = follow_rounds("koikoi", build_table(KOIKOI), range(15))
    assert {path for each in conclusions for path, _ in each.asks} == {"ended_by+caller"}
    assert any(not each.asks for each in conclusions)


def test_random_rounds_with_calls_at_will_weather_and_field() -> None:
    table = build_table(KOIKOI, max_calls="none", viewing_weather="field", field_multiplier="double")
    assert any(each.round["calls"] for each in follow_rounds("koikoi", table, range(15)))


def test_a_stop_after_a_yaku_is_asked_about_once() -> None:
    play = _follow_turns(HANAMI)
    conclusion = play.rules.conclude(play.position)
    assert (conclusion.round["ended_by"], conclusion.round["caller"], conclusion.round["calls"]) == ("shobu", 0, [])
    assert [(path, text.en) for path, text in conclusion.asks] == [("ended_by+caller", "Did Aki say shobu?")]
    assert play.rules.answered_by_clearing(play.position) == ("ended_by+caller",)
    assert KOIKOI.settle(conclusion.round).net == (5, -5)
    assert not play.rules.is_over(play.position)
    assert play.rules.may_end(play.position)
    play.lay("h02-2")
    assert not play.rules.may_end(play.position)


def test_who_plays_on_called_koi_koi_and_the_next_yaku_ends_the_round() -> None:
    """Koi-koi is called at most once; after it the first player who forms a yaku ends the round (koikoi 2.6)."""
    turns = (*HANAMI, ("h12-1 h12-2", "h12-1 h12-2"), ("h08-1 h02-1", "h08-1 h08-3"))
    play = _follow_turns(turns)
    assert play.rules.is_over(play.position)
    assert play.rules.turn(play.position) is None
    conclusion = play.rules.conclude(play.position)
    assert (conclusion.round["calls"], conclusion.round["caller"], conclusion.asks) == ([0], 0, ())
    assert KOIKOI.settle(conclusion.round).net == (20, -20)
    assert play.lay("h04-1") == "a card was laid after the end: Aki has a yaku and nobody may call koi-koi"
    assert not play.rules.is_over(_follow_turns(turns, max_calls="none").position)


def test_a_misdeal_ends_the_round_at_once() -> None:
    """Four cards of one month on the field (koikoi 2.3)."""
    play = Follower("koikoi", build_table(KOIKOI))
    play.lay("h01-1 h01-2 h01-3 h01-4 h05-1 h06-1 h07-1 h08-1")
    assert play.rules.is_over(play.position)
    conclusion = play.rules.conclude(play.position)
    assert (KOIKOI.settle(conclusion.round).outcome, conclusion.asks) == ("misdeal", ())


def test_what_is_missing_is_asked() -> None:
    play = _follow_turns(())
    assert [path for path, _ in play.rules.conclude(play.position).asks] == ["ended_by+caller"]
    assert KOIKOI.settle(play.rules.conclude(play.position).round).outcome == "play"
    play = _follow_turns(HANAMI[:1], tsukifuda=True)
    assert [path for path, _ in play.rules.conclude(play.position).asks] == ["ended_by+caller", "month"]
    assert "ended_by" not in play.rules.conclude(play.position).round
    assert play.rules.answered_by_clearing(play.position) == ()
    play.lay("h01-2")
    assert play.rules.conclude(play.position).asks[0][0] == "piles.1"


@pytest.mark.parametrize("month", [1, 3])
def test_the_month_of_the_table_counts(month: int) -> None:
    conclusions = follow_rounds("koikoi", build_table(KOIKOI, extra={"month": month}, tsukifuda=True), range(5))
    assert all(each.round["month"] == month for each in conclusions)


TESHI = ["h01-1", "h01-2", "h01-3", "h01-4", "h02-1", "h03-1", "h04-1", "h05-1"]


def test_a_hand_that_was_not_shown_has_no_yaku_and_no_points() -> None:
    hidden, shown = GAME.settle({"seats": ["Aki", "Ben"], "stones": [3, 4], "hands": [None, TESHI]}).as_json()["hands"]
    assert (hidden["total"], hidden["yaku"]) == (None, {})
    assert shown["total"] > 0
    assert set(shown["yaku"]) == {"teshi"}

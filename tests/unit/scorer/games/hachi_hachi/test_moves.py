"""Hachi-Hachi followed card by card: calls, and open questions."""

from __future__ import annotations

from scorer.games import game
from tests.support.judged_rounds import Follower, build_table, follow_rounds

HACHI_HACHI = game("hachi-hachi")
OPENING = "h01-2 h02-2 h03-2 h05-1 h06-1 h08-3"
# The dealer captures the three poetry ribbons in his first three turns: akatan, 7 kan.
AKATAN = (
    ("h01-3 h07-1", "h01-3 h01-2", 0),
    ("h09-1 h10-1", "", 1),
    ("h11-1 h12-1", "", 2),
    ("h02-3 h04-1", "h02-3 h02-2", 0),
    ("h05-2 h01-4", "h05-2 h05-1", 1),
    ("h06-2 h02-4", "h06-2 h06-1", 2),
    ("h03-3 h08-4", "h03-3 h03-2 h08-4 h08-3", 0),
)


def _follow_round(*more, **options) -> Follower:
    play = Follower("hachi-hachi", build_table(HACHI_HACHI, options.pop("seats", None), **options))
    play.lay(OPENING)
    for laid, taken, seat in (*AKATAN, *more):
        play.lay(laid)
        for card in taken.split():
            play.take(card, seat)
    assert play.faults == []
    return play


def _asked_paths(play: Follower) -> list[str]:
    return [path for path, _ in play.rules.conclude(play.position).asks]


def test_random_rounds_come_out_as_played() -> None:
    for conclusion in follow_rounds("hachi-hachi", build_table(HACHI_HACHI), range(8)):
        assert [path for path, _ in conclusion.asks if path != "ended_by+caller"] == ["claimed", "mizuten"]
    table = build_table(HACHI_HACHI, 5, achievements=False)
    for conclusion in follow_rounds("hachi-hachi", table, range(5)):
        assert [path for path, _ in conclusion.asks if path != "ended_by+caller"] == ["claimed", "dropped"]


def test_shobu_is_asked_and_playing_on_is_sage() -> None:
    play = _follow_round()
    round_ = play.rules.conclude(play.position).round
    assert (round_["ended_by"], round_["caller"], round_["calls"]) == ("shobu", 0, [])
    assert HACHI_HACHI.settle(round_).net == (168, -84, -84)
    assert _asked_paths(play) == ["ended_by+caller", "claimed", "mizuten"]
    assert play.rules.may_end(play.position)
    play.lay("h10-2")
    assert not play.rules.may_end(play.position)
    play.take("h10-2 h10-1", 1)
    assert play.rules.conclude(play.position).round["calls"] == [0]
    assert "ended_by" not in play.rules.conclude(play.position).round
    assert play.rules.answered_by_clearing(play.position) == ()


def test_who_said_sage_and_is_to_play_may_have_cancelled() -> None:
    play = _follow_round(("h04-2 h12-2", "h04-2 h04-1 h12-2 h12-1", 1), ("h04-3 h12-3", "", 2))
    conclusion = play.rules.conclude(play.position)
    round_ = conclusion.round
    assert (round_["ended_by"], round_["caller"], round_["calls"]) == ("cancel", 0, [0])
    assert play.rules.answered_by_clearing(play.position) == ("ended_by+caller",)
    assert HACHI_HACHI.settle(round_).outcome == "cancel"


def test_a_misdeal_and_a_deal_in_order() -> None:
    """Four cards of one month on the field (hachi-hachi 2.2)."""
    play = Follower("hachi-hachi", build_table(HACHI_HACHI))
    play.lay("h01-1 h01-2 h01-3 h01-4 h02-1 h03-1")
    conclusion = play.rules.conclude(play.position)
    assert (HACHI_HACHI.settle(conclusion.round).outcome, conclusion.asks) == ("misdeal", ())
    play = Follower("hachi-hachi", build_table(HACHI_HACHI))
    play.lay(OPENING)
    assert _asked_paths(play) == ["ended_by+caller"]

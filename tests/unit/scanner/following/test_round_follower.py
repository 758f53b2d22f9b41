"""A round from frames to its end, on a painted table."""

from __future__ import annotations

from scanner.following.round_follower import RoundFollower
from scanner.following.zones import default_zones
from scorer.games import game
from scorer.rules.prompts import Table
from scorer.texts import Text
from tests.support.painted_table import FRAME_S, PaintedCard, PaintedTable


def test_cards_laid_in_turn_become_events_and_a_round() -> None:
    painted, rules = PaintedTable(), game("otoroku")
    follower = RoundFollower(
        rules, Table(("Aki", "Emi"), rules.resolve_options({})), "hanafuda", "hanafuda", default_zones(2), painted.read
    )
    events, now = [], 0.0
    steps = [("pile", None, 320, 180), ("a", "h07-1", 300, 40), ("b", "h06-1", 300, 320), ("c", "h08-1", 350, 40)]
    for name, code, x, y in steps:
        painted.cards[name] = PaintedCard(code, x, y)
        for _ in range(7):
            now += FRAME_S
            events += follower.see(painted.frame(), now)
    late, outcome = follower.finish()
    happened = [(event.event, event.seat, event.card) for event in (*events, *late)]
    assert happened == [("laid", 1, "h07-1"), ("laid", 0, "h06-1"), ("laid", 1, "h08-1")]
    assert [list(hand) for hand in outcome.round["hands"]] == [["h06-1"], ["h07-1", "h08-1"]]
    troubled = follower.outcome([Text("the camera went away", "カメラが外れました")])
    assert not troubled.sure
    assert troubled.asks[-1][1].en == "the camera went away"

"""Etori followed card by card (etori 1, 3)."""

from __future__ import annotations

from scorer.games import game
from tests.support.judged_rounds import Follower, build_table, follow_rounds

ETORI = game("etori")


def test_random_deals_come_out_as_played_without_a_question() -> None:
    table = build_table(ETORI, extra={"active": [0, 1], "dealers": 0, "trump": "H"})
    conclusions = follow_rounds("etori", table, range(6))
    assert all(each.asks == () and each.round["trump"] == "H" for each in conclusions)


def test_the_dealers_right_leads() -> None:
    """Etori 1.6: the player at the dealer's right, of the other side."""
    for dealers in (0, 1):
        play = Follower("etori", build_table(ETORI, extra={"active": [0, 1], "dealers": dealers}))
        assert play.rules.turn(play.position) == 1 - dealers


def test_the_speculation_must_follow_suit() -> None:
    """Worked example 10: diamonds led, a hand with the 4 of diamonds plays the ace of spades."""
    play = Follower("etori", build_table(ETORI, extra={"active": [0, 1], "dealers": 1, "trump": "C"}))
    play.lay("KD AS 3D 2D")
    play.take("KD AS 3D 2D", 1)
    assert play.lay("4D") == "Emi played 4♦, but did not follow diamonds in trick 1"


def test_spades_may_be_trumps_where_that_is_allowed() -> None:
    trumps = {
        allowed: {
            guess.trump for guess in ETORI.play_rules.begin(build_table(ETORI, **allowed_), "western").setup.guesses
        }
        for allowed, allowed_ in (("no", {}), ("yes", {"spades_trump": "allowed"}))
    }
    assert trumps == {"no": set("CDH"), "yes": set("CDHS")}

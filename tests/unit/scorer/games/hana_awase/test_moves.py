"""Hana-Awase followed card by card: all cards end in piles (hana-awase 2)."""

from __future__ import annotations

import pytest

from scorer.games import game
from tests.support.judged_rounds import Follower, build_table, follow_rounds

HANA_AWASE = game("hana-awase")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_rounds_come_out_as_played_without_a_question(seats: int) -> None:
    assert all(each.asks == () for each in follow_rounds("hana-awase", build_table(HANA_AWASE, seats), range(4)))


def test_a_misdeal_and_a_round_that_stops() -> None:
    """Four cards of one month on the opening field (hana-awase 2.3)."""
    play = Follower("hana-awase", build_table(HANA_AWASE, 3))
    play.lay("h01-1 h01-2 h01-3 h01-4 h02-1 h03-1")
    conclusion = play.rules.conclude(play.position)
    assert (HANA_AWASE.settle(conclusion.round).outcome, conclusion.asks) == ("misdeal", ())
    play = Follower("hana-awase", build_table(HANA_AWASE, 3))
    play.lay("h01-1 h01-2 h01-3 h05-1 h02-1 h03-1")
    assert [path for path, _ in play.rules.conclude(play.position).asks] == ["piles.0"]
    play.lay("h05-2")
    asks = [path for path, _ in play.rules.conclude(play.position).asks]
    assert asks == ["piles.0", "piles.0", "piles.1", "piles.2"]


def test_two_players_turn_up_the_stock_when_their_hands_are_empty() -> None:
    """Section 2.5: hands and pile are empty at the end."""
    play = Follower("hana-awase", build_table(HANA_AWASE, 2))
    pack = [card for card in play.position.setup.pack if not card.endswith("-4")]
    play.lay(" ".join(card for card in pack[:24] if card.endswith("-1")))
    cards = [card for card in play.position.setup.pack if card not in play.position.field]
    play.lay(" ".join(cards[:32]))
    assert (play.position.hands, play.position.stock, play.position.phase) == ((0, 0), 8, "stock")
    assert play.rules.turn(play.position) == 0
    play.lay(" ".join(cards[32:]))
    assert play.position.phase == "over"

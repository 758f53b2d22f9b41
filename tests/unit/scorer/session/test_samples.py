"""A sample evening of any game is ready to play."""

from __future__ import annotations

import pytest

from scorer.errors import Refusal
from scorer.games import game, games
from scorer.session.samples import PLAYER_NAMES, sample_session


@pytest.mark.parametrize("key", sorted(games()))
def test_every_game_is_ready_with_its_first_deck(key: str) -> None:
    session = sample_session(game(key))
    assert session.is_playable
    assert (session.deck, session.round_number, session.event_count) == (game(key).decks[0], 1, 1)
    assert session.players == PLAYER_NAMES[: min(5, game(key).seats_for(session.options)[-1])]


def test_rules_seats_and_deck_can_be_chosen() -> None:
    session = sample_session(game("otoroku"), {"wager": 3}, seats=7, deck="western")
    assert (session.options["wager"], session.deck, len(session.players)) == (3, "western", 7)
    assert len(sample_session(game("tokotoko"), seats=10).players) == 10
    assert len(sample_session(game("oicho-kabu"), seats=11).players) == 11


def test_what_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(Refusal, match="bad_option"):
        sample_session(game("otoroku"), {"jizo": True})
    with pytest.raises(Refusal, match="bad_count"):
        sample_session(game("otoroku"), seats=8)
    with pytest.raises(Refusal, match="wrong_deck"):
        sample_session(game("etori"), deck="hanafuda")

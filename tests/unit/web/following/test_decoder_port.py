"""The decoder of the rules behind the page: rounds of games from the first card to the proposal."""

from __future__ import annotations

import random

import pytest

from scorer.decks import decks
from scorer.games import game, games
from scorer.rules.prompts import Table
from tests.support.simulated_rests import Camera
from web.following.decoder_port import RulesDecoder
from web.following.followed_round import FollowedRound

FOLLOWED = sorted(key for key, rules in games().items() if rules.play_rules is not None)


@pytest.mark.parametrize("key", FOLLOWED)
def test_a_round_is_followed_to_its_end(key: str) -> None:
    rules, rng = game(key), random.Random(7)
    options = rules.resolve_options({})
    seats = tuple(f"P{seat}" for seat in range(rules.seats_for(options)[0]))
    table, deck = Table(seats, options), rules.decks[0]
    assert rules.play_rules is not None
    played = rules.play_rules.play_round(table, deck, rng)
    camera = Camera(len(seats), rules.pack(decks()[deck], options), rng)
    followed = FollowedRound.begin(RulesDecoder(), rules, table, deck)
    for index, rest in enumerate(camera.rests(played)):
        followed = followed.with_rest(rest, is_first=index == 0, at_s=rest.time_s)
    assert followed.seen.is_over or followed.seen.may_end
    assert followed.seen.lost is None
    assert any(move.event == "laid" for move in followed.moves)
    back = followed.without_last_move()
    assert back.moves[-1].event == "retracted"

"""Practice rounds: the same seed and choices, the same table; what is not offered is refused."""

from __future__ import annotations

import pytest

from scorer.errors import Refusal
from scorer.games import game, games
from scorer.teaching.played_round import is_playable, play_practice

PLAYABLE = sorted(key for key, each in games().items() if is_playable(each))


@pytest.mark.parametrize("key", PLAYABLE)
def test_every_practice_round_ends_and_can_be_played_again(key: str) -> None:
    rules = game(key)
    for seed in range(5):
        choices: list[str] = []
        while offered := play_practice(rules, seed, choices, rules.decks[0])["choices"]:
            choices.append(offered[-1]["key"])
        end = play_practice(rules, seed, choices, rules.decks[0])
        assert end == play_practice(rules, seed, choices, rules.decks[0])
        assert all(line["en"] and line["ja"] for line in (*end["lines"], end["question"]))


def test_otoroku_is_played_to_the_payment_and_says_what_the_next_card_was() -> None:
    rules = game("otoroku")
    first = play_practice(rules, 1, (), "hanafuda")
    assert first["odds"]["sections"][0]["lines"][0]["decimal"] >= 0
    drawn = play_practice(rules, 1, ("draw",), "hanafuda")
    if drawn["choices"]:
        end = play_practice(rules, 1, ("draw", "stop"), "hanafuda")
        assert any("Another card would have made" in line["en"] for line in end["lines"])
        assert sum(end["settlement"]["net"]) == 0


def test_what_is_not_offered_is_refused() -> None:
    with pytest.raises(Refusal, match="impossible"):
        play_practice(game("otoroku"), 1, ("fly",), "hanafuda")
    unplayable = next(each for key, each in games().items() if key not in PLAYABLE)
    with pytest.raises(Refusal, match="bad_option"):
        play_practice(unplayable, 1, (), unplayable.decks[0])

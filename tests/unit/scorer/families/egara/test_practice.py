"""A practice trick offers what may be played, and says who takes it and why."""

from __future__ import annotations

from scorer.decks import decks
from scorer.games import game
from scorer.session.samples import sample_session
from scorer.teaching.played_round import play_practice


def test_only_what_may_be_played_is_offered() -> None:
    for seed in range(6):
        first = play_practice(game("kakeya"), seed, (), "western")
        led = first["piles"][0]["cards"][0][-1]
        offered = [choice["card"] for choice in first["choices"]]
        holds = any(card[-1] == led for card in first["hand"])
        # Rensho may be played at any time.
        assert not holds or all(card[-1] == led or card in {"AS", "AC"} for card in offered)
        end = play_practice(game("kakeya"), seed, (offered[0],), "western")
        assert len(end["piles"][0]["cards"]) == 4
        assert "takes the trick" in end["question"]["en"] or "take the trick" in end["question"]["en"]
        assert end["choices"] == []


def test_no_card_is_there_twice() -> None:
    table = sample_session(game("etori")).table()
    pack = game("etori").pack(decks()["western"], table.options)
    assert len(set(pack)) == len(pack)

"""A practice deal offers legal cards, explains tricks, and settles."""

from __future__ import annotations

from typing import Any

from scorer.decks import decks
from scorer.games import game
from scorer.games.etori import misdeal_reason
from scorer.rules.play.practice import REST
from scorer.session.samples import sample_session
from scorer.teaching.played_round import play_practice
from scorer.teaching.practice_round import practice_round


def offered_cards(table: dict[str, Any]) -> list[str]:
    return [choice["card"] for choice in table["choices"] if choice["key"] != REST.key]


def first_offer(seed: int) -> str:
    return offered_cards(play_practice(game("kakeya"), seed, (), "western"))[0]


def test_only_what_may_be_played_is_offered() -> None:
    for seed in range(6):
        first = play_practice(game("kakeya"), seed, (), "western")
        led = first["piles"][0]["cards"][0][-1]
        offered = offered_cards(first)
        holds = any(card[-1] == led for card in first["hand"])
        # Rensho may be played at any time.
        assert not holds or all(card[-1] == led or card in {"AS", "AC"} for card in offered)
        after = play_practice(game("kakeya"), seed, (offered[0],), "western")
        assert any("the trick" in line["en"] and "take" in line["en"] for line in after["lines"])
        assert 9 < len(after["hand"]) <= 12
        assert offered[0] not in after["hand"]


def test_a_card_without_an_alternative_plays_itself_and_is_said() -> None:
    lines = [
        line["en"]
        for seed in range(30)
        for line in play_practice(game("kakeya"), seed, (first_offer(seed),), "western")["lines"]
    ]
    assert any(line.startswith("You can only play ") for line in lines)
    assert not any(line.startswith("You plays") for line in lines)


def test_the_last_card_plays_itself_and_the_deal_is_settled() -> None:
    for key in ("kakeya", "etori"):
        choices: list[str] = []
        while offered := offered_cards(now := play_practice(game(key), 3, choices, "western")):
            choices.append(offered[0])
        assert 4 < len(choices) <= 12
        assert now["settlement"]
        assert "of 13 tricks" in now["lines"][-1]["en"]


def test_the_table_plays_the_rest() -> None:
    end = play_practice(game("kakeya"), 2, (REST.key,), "western")
    assert end["settlement"]
    assert end["choices"] == []
    assert len(end["piles"][0]["cards"]) == 4


def test_no_hand_of_etori_is_a_misdeal() -> None:
    rules = game("etori")
    table = sample_session(rules).table()
    pack = rules.pack(decks()["western"], table.options)
    # In the order of the deck every hand is one suit, which is a misdeal.
    assert misdeal_reason(pack[:13], table.options)
    hand = practice_round(rules, pack, table, ()).hand
    assert misdeal_reason(hand, table.options) is None

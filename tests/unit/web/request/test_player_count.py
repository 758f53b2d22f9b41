"""How many play: as many as there are names, or as the host has chosen."""

from __future__ import annotations

from scorer.games import game
from web.request.player_count import options_by_names, options_for_names, other_count, seats_by_names


def test_names_choose_what_the_host_has_not_chosen() -> None:
    kujuroku, kakeya = game("kujuroku"), game("kakeya")
    assert options_by_names(kujuroku) == {"players"}
    assert options_by_names(kakeya) == options_by_names(game("otoroku")) == frozenset()
    assert seats_by_names(kujuroku, {}) == range(3, 5)
    assert seats_by_names(kujuroku, {"players": 4}) == range(4, 5)
    assert seats_by_names(kakeya, {"players": 6}) == range(3, 4)
    assert options_for_names(kujuroku, {}, 3) == {"players": 3}
    assert options_for_names(kujuroku, {"players": 4}, 3) == {"players": 4}
    assert options_for_names(kakeya, {}, 3) == {}


def test_another_number_is_offered_only_where_it_can_be_played() -> None:
    kujuroku = game("kujuroku")
    offered = other_count(kujuroku, {"players": 4}, 3)
    assert offered is not None
    assert offered.options == {"players": 3}
    assert (offered.question.ja, offered.label.ja) == (
        "九十六を4人で遊ぶには、4人目の名前が要ります。3人で遊びますか。",
        "3人で遊ぶ",
    )
    assert other_count(kujuroku, {"players": 4}, 4) is None
    assert other_count(kujuroku, {"players": 4}, 2) is None
    assert other_count(kujuroku, {"players": "four"}, 3) is None
    assert other_count(game("otoroku"), {}, 1) is None

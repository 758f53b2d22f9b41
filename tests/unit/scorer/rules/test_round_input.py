"""Input of rounds is checked, or refused with a stable code."""

from typing import Any

import pytest

from scorer.decks import decks, kind_of
from scorer.errors import Refusal, safe_repr
from scorer.games import game, games
from scorer.rules.options import Option
from scorer.rules.round_input import MAX_STONES, parse_round, require_card_codes, require_int, require_one_deck
from scorer.texts import Text

OTOROKU = game("otoroku")
WHAT = Text("cards", "札")


def refusal_code(round_: Any) -> str:
    with pytest.raises(Refusal) as caught:
        parse_round(OTOROKU, round_)
    return caught.value.code


def test_seats_stones_rounds_and_options_are_read() -> None:
    table = parse_round(OTOROKU, {"seats": ["Aki", "Emi"], "stones": [3, -4], "rounds_left": 2, "options": None})
    assert (table.seats, table.stones, table.rounds_left) == (("Aki", "Emi"), (3, -4), 2)
    assert table.options["method"] == "banker"
    assert parse_round(OTOROKU, {"seats": ["Aki", "Aki"]}).stones is None


@pytest.mark.parametrize(
    ("round_", "code"),
    [
        (None, "bad_round"),
        ([], "bad_round"),
        ({}, "bad_round"),
        ({"seats": "Aki"}, "bad_round"),
        ({"seats": {}}, "bad_round"),
        ({"seats": []}, "bad_count"),
        ({"seats": ["Aki"]}, "bad_count"),
        ({"seats": ["Aki"] * 8}, "bad_count"),
        ({"seats": ["Aki", ""]}, "bad_round"),
        ({"seats": ["Aki", "  "]}, "bad_round"),
        ({"seats": ["Aki", None]}, "bad_round"),
        ({"seats": ["Aki", 7]}, "bad_round"),
        ({"seats": ["Aki", "\ud800"]}, "bad_round"),
        ({"seats": ["Aki", "Emi"], "stones": [1]}, "bad_count"),
        ({"seats": ["Aki", "Emi"], "stones": [1, 2, 3]}, "bad_count"),
        ({"seats": ["Aki", "Emi"], "stones": 3}, "bad_round"),
        ({"seats": ["Aki", "Emi"], "stones": [1, True]}, "bad_count"),
        ({"seats": ["Aki", "Emi"], "stones": [1, 2.0]}, "bad_count"),
        ({"seats": ["Aki", "Emi"], "stones": [1, MAX_STONES + 1]}, "bad_count"),
        ({"seats": ["Aki", "Emi"], "rounds_left": 0}, "bad_count"),
        ({"seats": ["Aki", "Emi"], "rounds_left": "3"}, "bad_count"),
        ({"seats": ["Aki", "Emi"], "options": 3}, "bad_option"),
        ({"seats": ["Aki", "Emi"], "options": {"wager": {}}}, "bad_option"),
        ({"seats": ["Aki", "Emi"], "options": {"\ud800": []}}, "bad_option"),
    ],
)
def test_what_is_no_round(round_: Any, code: str) -> None:
    assert refusal_code(round_) == code


@pytest.mark.parametrize("cards", ["h01-1", None, 3, {"h01-1": 1}])
def test_what_is_no_pile(cards: Any) -> None:
    with pytest.raises(Refusal, match="bad_round"):
        require_card_codes(cards, WHAT, 0)


@pytest.mark.parametrize("card", ["h13-1", "", "H01-1", None, 7, [], True, "\ud800", "x" * 900])
def test_an_unknown_card_is_refused_and_repeated_in_short(card: Any) -> None:
    for refused in (lambda: require_card_codes(["h01-1", card], WHAT, 2), lambda: kind_of(card)):
        with pytest.raises(Refusal, match="unknown_card") as caught:
            refused()
        assert len(caught.value.cards[0]) <= 40


@pytest.mark.parametrize(
    ("piles", "code", "seat"),
    [
        ([["h01-1"], ["h01-1"]], "duplicate_card", 1),
        ([["k04", "k04", "k04"], ["k04"]], "duplicate_card", 1),
        ([["k01s", "k01", "k01", "k01"], ["k01s"]], "duplicate_card", 1),
        ([["h01-1", "k01"], ["h02-1"]], "wrong_deck", 0),
        ([["k01"], ["h02-1", "h03-1"]], "wrong_deck", 0),
        ([["h11-1"], []], "wrong_deck", 0),
        ([[], ["kblank"]], "wrong_deck", 1),
        ([["joker"], []], "wrong_deck", 0),
        ([["d01"], ["d02"]], "wrong_deck", None),
    ],
)
def test_no_card_lies_in_two_hands_more_often_than_in_the_pack(
    piles: list[list[str]], code: str, seat: int | None
) -> None:
    with pytest.raises(Refusal) as caught:
        require_one_deck(OTOROKU, OTOROKU.resolve_options({}), piles)
    assert (caught.value.code, caught.value.seat) == (code, seat)


def test_a_pack_as_large_as_it_is() -> None:
    piles = [["k04", "k04", "k04", "k04s"], ["k10"] * 4]
    assert require_one_deck(OTOROKU, OTOROKU.resolve_options({}), piles).kind == "kabufuda"
    assert require_one_deck(OTOROKU, OTOROKU.resolve_options({}), [[], []]).kind == "hanafuda"


def test_what_an_error_repeats() -> None:
    assert safe_repr("\ud800") == "?"
    assert safe_repr(1.5) == "1.5"
    assert (safe_repr(10**5000), safe_repr(-(10**5000))) == ("> 10^30", "< -10^30")
    assert safe_repr({"a": 1}) == "[…]"


def test_what_is_missing_or_in_quotes_is_said_so() -> None:
    for checked, says in (
        (lambda: require_int(None, WHAT), f"{WHAT.en}: missing"),
        (lambda: require_card_codes(None, WHAT), f"{WHAT.en}: missing"),
        (lambda: require_int("2", WHAT), f'{WHAT.en} cannot be "2"'),
    ):
        with pytest.raises(Refusal) as caught:
            checked()
        assert caught.value.message.en == says


@pytest.mark.parametrize("value", [None, "2", -1])
def test_a_refused_number_names_its_seat(value: Any) -> None:
    with pytest.raises(Refusal) as caught:
        require_int(value, WHAT, seat=2)
    assert (caught.value.code, caught.value.seat) == ("bad_count", 2)


def test_a_range_without_end() -> None:
    option = Option("stake", WHAT, WHAT, 1, minimum=1)
    assert option.check(10**20) == 10**20
    for junk in (0, True, 1.0, "1", None):
        with pytest.raises(Refusal, match="bad_option"):
            option.check(junk)


def test_a_game_may_have_its_cards_looked_at_after_the_options_and_before_the_seats() -> None:
    def refuse(*_: Any) -> None:
        raise Refusal("wrong_deck", WHAT)

    for round_, code in (({"options": {"no": 1}, "seats": []}, "bad_option"), ({"seats": []}, "wrong_deck")):
        with pytest.raises(Refusal) as caught:
            parse_round(OTOROKU, round_, refuse)
        assert caught.value.code == code


def test_a_foreign_card_is_named_before_a_duplicate() -> None:
    with pytest.raises(Refusal, match="wrong_deck"):
        require_one_deck(OTOROKU, OTOROKU.resolve_options({}), [["h01-1", "h01-1", "h02-1"], ["h11-1"]])


@pytest.mark.parametrize("key", sorted(key for key, rules in games().items() if "hanafuda" in rules.decks))
def test_a_bonus_card_is_refused_by_a_game_that_does_not_add_it_to_the_pack(key: str) -> None:
    rules, deck = games()[key], decks()["hanafuda"]
    in_play = rules.cards_in_play(deck, rules.resolve_options({}))
    assert not in_play.keys() & {"hj1", "hj4"}
    with pytest.raises(Refusal) as refused:
        require_one_deck(rules, rules.resolve_options({}), [["h01-1", "hj1"]])
    assert refused.value.code == "wrong_deck"

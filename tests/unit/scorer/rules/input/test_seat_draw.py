"""What the texts of the games say of drawn cards (more house rules, "Who deals, and who sits where")."""

from dataclasses import replace

import pytest

from scorer.api import draw_seats
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.games import game, games
from scorer.rules.input.seat_draw import decide_seats, people_counts
from scorer.rules.pairs import PAIR_SIZE
from scorer.texts import Text


def draw(key: str, cards: str, **more: object) -> tuple[int | None, list[int], list[int]]:
    """Dealer, order and who draws again; cards of who drew again are joined by a plus."""
    answer = draw_seats({"game": key, "cards": [each.split("+") for each in cards.split()], **more}).as_json()
    return answer["dealer"], answer["order"], answer["again"]


@pytest.mark.parametrize(
    ("key", "cards", "dealer", "order", "again"),
    [
        ("koikoi", "h05-1 h03-2", 1, [1, 0], []),
        ("koikoi", "h05-3 h05-1", 1, [1, 0], []),
        ("koikoi", "h05-3 h05-4", None, [], [0, 1]),
        ("koikoi", "h05-3+h01-1 h05-4+h02-1", 0, [0, 1], []),
        ("koikoi", "h05-3+h02-4 h05-4+h02-3", None, [], [0, 1]),
        ("hana-awase", "h07-1 h01-3 h01-4 h01-2", 3, [3, 0, 1, 2], []),
        ("hana-awase", "h07-3 h07-4 h01-4 h02-2", 2, [2, 3, 0, 1], []),
        ("hachi-hachi", "h12-1 h11-4 h11-3", 2, [2, 0, 1], []),
        ("hachi-hachi", "h02-3+h09-1 h12-1 h02-4+h08-1", 2, [2, 0, 1], []),
        ("hachi-hachi", "h02-3+h09-1 h12-1 h02-4", None, [], [2]),
        ("otoroku", "h05-3 h01-1 h09-4 h10-1", 1, [1, 0, 2, 3], []),
        ("otoroku", "h05-3 h01-1 h05-4 h10-1", 1, [], [0, 2]),
        ("otoroku", "h05-3+h09-1 h01-1 h05-4+h02-2 h10-1", 1, [1, 2, 0, 3], []),
        ("otoroku", "k04 k04s k02", 2, [], [0, 1]),
        ("dontsuku", "h05-3 h01-3 h04-4", 1, [1, 2, 0], []),
        ("dontsuku", "mc-03 ms-03 mu-04", None, [], [0, 1]),
        ("dontsuku", "mc-12 ms-12 mu-04", 2, [2, 0, 1], []),
        ("oicho-kabu", "k05 k02 k09", 1, [1, 2, 0], []),
        ("tokotoko", "3H AS", 1, [1, 0], []),
        ("kujuroku", "d05 d04 d04s d01s", 3, [3, 2, 1, 0], []),
        ("kujuroku", "d05 d05 d04s d01s", 3, [], [0, 1]),
        ("kujuroku", "d05 d05 d04s doni", None, [], [0, 1, 3]),
        ("kujuroku", "d05+d03 d05+d02 d04s doni+d06", 2, [2, 1, 0, 3], []),
        ("etori", "5H 2C KD AS", 1, [1, 0, 3, 2], []),
        ("etori", "5H 2H 2S AD", None, [], [0, 1, 2, 3]),
        ("etori", "5H+2C 2H+3C 2S+4D AD+5D", 0, [0, 2, 1, 3], []),
        ("etori", "5H 2C 2S AD", None, [], [1, 2]),
        ("etori", "5H 2C+9D 2S+7D AD", 2, [2, 0, 1, 3], []),
        ("kakeya", "5H 2H 3S AD KD JD", 0, [0, 5, 4, 3, 1, 2], []),
        ("kakeya", "5H 2C KD AS", 1, [1, 0, 3, 2], []),
    ],
)
def test_who_deals_who_sits_where_and_who_draws_again(
    key: str, cards: str, dealer: int | None, order: list[int], again: list[int]
) -> None:
    assert draw(key, cards) == (dealer, order, again)


@pytest.mark.parametrize(
    ("key", "cards", "more", "code"),
    [
        ("koikoi", "h05-1", {}, "bad_count"),
        ("koikoi", "h05-1 h01-1 h02-1", {}, "bad_count"),
        ("kakeya", "AS 2S 3S 4S 5S", {}, "bad_count"),
        ("koikoi", "h5-1 h01-1", {}, "unknown_card"),
        ("koikoi", "h05-1 k01", {}, "wrong_deck"),
        ("otoroku", "h11-1 h01-1", {}, "wrong_deck"),
        ("etori", "joker 2S 3S 4S", {}, "wrong_deck"),
        ("koikoi", "h05-1 h05-1", {}, "duplicate_card"),
        ("koikoi", "h05-3+h01-1 h05-4+h01-1", {}, "duplicate_card"),
        ("koikoi", "h05-1+h02-1 h06-1", {}, "impossible"),
        ("koikoi", "h05-3+h01-1+h02-1 h05-4+h03-1", {}, "impossible"),
        ("koikoi", "h05-1 h06-1", {"latest": True}, "bad_option"),
        ("koikoi", "h05-1 h06-1", {"latest": 1}, "bad_round"),
        ("koikoi", "h05-1 h06-1", {"names": [1, 2]}, "bad_round"),
        ("koikoi", "h05-1 h06-1", {"name": []}, "bad_round"),
        ("koikoi", "h05-1 h06-1", {"options": {"x": 1}}, "bad_option"),
        ("koi-koi", "h05-1 h06-1", {}, "bad_option"),
    ],
)
def test_draws_that_cannot_be(key: str, cards: str, more: dict, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        draw(key, cards, **more)
    assert caught.value.code == code


def test_who_drew_nothing_is_named() -> None:
    with pytest.raises(Refusal) as caught:
        draw_seats({"game": "koikoi", "cards": ["h01-1", []]})
    assert (caught.value.code, caught.value.seat) == ("too_few_cards", 1)


def test_names_stand_in_the_reasons() -> None:
    reasons = draw_seats({"game": "koikoi", "cards": ["h05-1", "h03-3"], "names": ["Aki", "Emi"]}).reasons
    assert reasons[0].text.en == "Emi deals: cherry chaff is the earliest month"
    assert reasons[0].text.ja == "親はEmi：桜のカス（いちばん早い月）"
    assert {reason.section for reason in reasons} == {"koikoi 2.1"}


def test_where_it_is_a_way_of_the_game_the_latest_month_deals() -> None:
    rules = replace(game("koikoi"))
    object.__setattr__(
        rules, "first_deal", replace(rules.first_deal, latest=Text("the latest month", "いちばん遅い月"))
    )
    drawn = decide_seats(rules, rules.resolve_options({}), [("h05-1",), ("h09-2",)], latest=True)
    assert (drawn.dealer, drawn.reasons[0].text.en[-16:]) == (1, "the latest month")
    assert decide_seats(rules, rules.resolve_options({}), [("h05-2",), ("h05-1",)], latest=True).dealer == 1


@pytest.mark.parametrize("key", sorted(games()))
def test_every_game_can_be_drawn_for(key: str) -> None:
    """Of each number of people the lowest card deals, and everybody sits once."""
    rules = game(key)
    assert rules.first_deal.lowest.en
    assert rules.first_deal.how.ja
    pack = list(dict.fromkeys(rules.pack(decks()[rules.decks[0]], rules.resolve_options({}))))
    for people in people_counts(rules):
        cards = pack[:: max(1, len(pack) // people)][:people]
        drawn = draw_seats({"game": key, "cards": cards})
        assert set(drawn.again) | set(drawn.order) <= set(range(people))
        assert bool(drawn.again) != bool(drawn.order)
        if drawn.order:
            assert drawn.order[0] == drawn.dealer
            assert sorted(drawn.order) == list(range(people))
        assert people % rules.people_per_seat == 0
        assert rules.people_per_seat <= PAIR_SIZE

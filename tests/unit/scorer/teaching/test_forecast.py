"""Odds by playing on: the same seed gives the same rounds, sums add up, and what is certain is counted so."""

from __future__ import annotations

import random
from collections import Counter
from math import sqrt

import pytest

from scorer.errors import Refusal
from scorer.games import game
from scorer.rules.hand_question import HandQuestion, Situation
from scorer.teaching.forecast import Forecast, RoundTally, may_play_on, play_on, situation_of

KAKEYA, ETORI = game("kakeya"), game("etori")
HAND = ("AS", "2S", "9S", "KS", "QH", "3H", "5H", "KD", "4D", "7D", "AC", "8C", "9C")
LED = HandQuestion(HAND, "S", {}, ("KH", "2H"))


def forecast(question: HandQuestion, numbers: range, seed: int = 1, key: str = "kakeya") -> Forecast:
    return play_on(game(key), situation_of(game(key), question), numbers, seed)


def test_each_card_that_may_be_played_is_played_on() -> None:
    found = forecast(LED, range(20))
    assert [key for key, _, _ in found.choices] == ["QH", "3H", "5H"]
    assert [card for _, _, card in found.choices] == ["QH", "3H", "5H"]
    assert [label.en for _, label, _ in found.choices] == ["Q♥", "3♥", "5♥"]
    assert found.rounds == 20
    assert all(sum(tally.counts["ends", end] for end in ("gains", "loses")) == 20 for tally in found.tallies)


def test_a_seed_gives_the_same_rounds_and_another_seed_others() -> None:
    assert forecast(LED, range(30)) == forecast(LED, range(30))
    assert forecast(LED, range(30), 2).tallies != forecast(LED, range(30)).tallies


def test_rounds_in_batches_are_the_rounds_at_once() -> None:
    whole, parts = forecast(LED, range(24)), forecast(LED, range(7)) + forecast(LED, range(7, 24))
    assert parts == whole
    assert parts.as_json() == whole.as_json()


def test_averages_and_shares_with_their_standard_errors() -> None:
    tally = RoundTally(1, 2, 4, {("ends", "gains"): 1}) + RoundTally(1, 2, 4, {("ends", "gains"): 1})
    tally += RoundTally(2, -4, 8, {("ends", "loses"): 2})
    assert tally.average() == (0.0, pytest.approx(sqrt(16 / 3 / 4)))
    assert tally.share(2) == (0.5, 0.25)
    assert tally.share(4) == (1.0, pytest.approx(sqrt(0.75 * 0.25 / 4)))
    assert RoundTally(1, 2, 4).average() == (2.0, None)
    assert RoundTally(1, 2, 4).share(1) == (1.0, 0.5)


def test_the_json_names_every_choice_and_end() -> None:
    found = forecast(LED, range(10)).as_json()
    assert found["rounds"] == 10
    first = found["choices"][0]
    assert set(first) == {
        *("key", "says", "card", "average", "error", "net", "squares"),
        *("ends", "outcomes", "classes"),
    }
    assert [end["key"] for end in first["ends"]] == ["gains", "even", "loses"]
    assert sum(end["count"] for end in first["ends"]) == 10
    assert [(each["key"], each["count"]) for each in first["outcomes"]] == [("won", 10)]


def test_what_is_certain_is_counted_exactly_alike() -> None:
    """Side A holds nine picture cards after five tricks: by exact odds and in every round it wins (etori 4.2)."""
    tricks = ["AH", "KH", "QH", "JH", "AD", "KD", "QD", "JD", "AC", "2H", "3H", "4H"]
    hand = ("AS", "2S", "3S", "4S", "2D", "3D", "4D", "2C", "3C", "4C")
    situation = situation_of(ETORI, HandQuestion(hand, "C", {"misdeal_void": False, "misdeal_long": "off"}, (*tricks,)))
    assert situation.exact is not None
    exact = {line.key: line.probability for line in ETORI.odds_asked(situation.exact).sections[0].lines}
    assert exact["won"] == 1
    found = play_on(ETORI, situation, range(40), 3)
    assert all(tally.counts["ends", "gains"] == 40 for tally in found.tallies)


def test_hidden_cards_lie_with_each_hand_as_often_as_by_exact_counting() -> None:
    """Where one card lies: with three hands of 12, 12 and 13 hidden cards, within four standard errors."""
    situation = situation_of(KAKEYA, LED)
    rules, rounds = KAKEYA.play_rules, 3000
    player = rules.player(situation.position)
    assert player == 2
    counted: Counter[int] = Counter()
    for number in range(rounds):
        hands = rules.hide(situation.position, player, situation.hand, random.Random(number)).hands
        counted[next(place for place, hand in enumerate(hands) if "AH" in hand)] += 1
    for place, size in ((0, 12), (1, 12), (3, 13)):
        exact = size / 37
        assert abs(counted[place] / rounds - exact) < 4 * sqrt(exact * (1 - exact) / rounds)


@pytest.mark.parametrize(
    ("code", "question"),
    [
        ("bad_count", HandQuestion(HAND[:12], "S", {}, ("KH", "2H"))),
        ("bad_count", HandQuestion((), "S", {}, ())),
        ("duplicate_card", HandQuestion(HAND, "S", {}, ("AS", "2H"))),
        ("wrong_deck", HandQuestion(HAND, "S", {}, ("joker", "2H"))),
        ("impossible", HandQuestion(HAND, "D", {"trump_change": "fixed_spades"}, ("KH",))),
        ("impossible", HandQuestion(HAND[:12], "S", {}, ("KH", "AH", "2C", "6H", "6D"))),  # who laid 2♣ holds no heart
        ("bad_option", HandQuestion(HAND, "S", {"nonsense": 1}, ("KH",))),
    ],
)
def test_moments_that_cannot_be_are_refused(code: str, question: HandQuestion) -> None:
    with pytest.raises(Refusal) as caught:
        situation_of(KAKEYA, question)
    assert caught.value.code == code


def test_where_nothing_can_be_chosen_nothing_is_played() -> None:
    hand = ("QH", *HAND[:4], *HAND[7:], "3S", "4S")
    situation = situation_of(KAKEYA, HandQuestion(hand, "S", {}, ("KH",)))
    with pytest.raises(Refusal, match="nothing to choose"):
        play_on(KAKEYA, situation, range(1), 1)


def test_three_pairs() -> None:
    found = forecast(HandQuestion(HAND, "S", {"players": 6}, ("KH",)), range(3))
    assert found.rounds == 3


def test_a_game_whose_hidden_cards_nobody_can_deal_is_refused() -> None:
    assert may_play_on(KAKEYA)
    with pytest.raises(Refusal) as caught:
        play_on(_Still, Situation(None, None, ()), range(1), 1)  # type: ignore[arg-type]
    assert caught.value.code == "no_odds"
    assert not may_play_on(_Still)  # type: ignore[arg-type]


class _Still:
    """A game without play rules."""

    play_rules = None
    name = KAKEYA.name


def test_drawing_on_ends_as_the_exact_odds_of_drawing_until_twelve_say() -> None:
    """The table's players draw up to 12, as the exact odds do: every class within four standard errors."""
    otoroku, rounds = game("otoroku"), 1500
    question = HandQuestion(("h06-1", "h03-1"), "other", {}, ())
    exact = next(each for each in otoroku.odds_asked(question).sections if each.key == "until")
    found = play_on(otoroku, situation_of(otoroku, question), range(rounds), 5)
    assert [key for key, _, _ in found.choices] == ["draw", "stop"]
    bust = next(line for line in exact.lines if line.key == "buta")
    share, _ = found.tallies[0].share(found.tallies[0].counts["classes", "buta"])
    assert abs(share - bust.probability) < 4 * sqrt(bust.probability * (1 - bust.probability) / rounds)
    assert [count for (kind, _), count in found.tallies[1].counts.items() if kind == "classes"] == [rounds]


@pytest.mark.parametrize(
    ("role", "cards", "seen", "choices"),
    [
        ("other", ("h06-1", "h03-1"), ("h01-1",), ["draw", "stop"]),
        ("last", ("h06-1", "h03-1"), ("h01-1", "h02-1", "h05-1"), ["draw", "stop"]),
        ("dealer", ("h06-1", "h03-1"), ("h05-1", "h07-1"), ["draw", "stop"]),
        ("dealer", ("h06-1", "h03-1", "h02-1"), ("h05-1", "h07-1"), ["draw", "stop"]),
    ],
)
def test_each_role_of_otoroku_may_draw_or_stop(role: str, cards: tuple, seen: tuple, choices: list) -> None:
    found = forecast(HandQuestion(cards, role, {}, seen), range(5), key="otoroku")
    assert [key for key, _, _ in found.choices] == choices


@pytest.mark.parametrize(
    ("code", "question"),
    [
        ("too_few_cards", HandQuestion((), "other", {}, ("h01-1",))),
        ("too_few_cards", HandQuestion(("h01-1",), "dealer", {}, ())),
        ("hand_played_on", HandQuestion(("h06-1", "h10-1", "h05-1"), "other", {}, ())),
        ("duplicate_card", HandQuestion(("h06-1",), "other", {}, ("h06-1",))),
    ],
)
def test_hands_of_otoroku_that_cannot_draw_are_refused(code: str, question: HandQuestion) -> None:
    with pytest.raises(Refusal) as caught:
        situation_of(game("otoroku"), question)
    assert caught.value.code == code


def test_dontsuku_offers_motto_tsukkome_and_pass() -> None:
    found = forecast(HandQuestion(("h06-1",), "motto", {}, ()), range(4), key="dontsuku")
    assert [key for key, _, _ in found.choices] == ["motto", "tsukkome-1", "tsukkome-2", "tsukkome-3", "pass"]


KOIKOI = game("koikoi")
PILE = ("h05-1", "h05-2", "h02-1", "h02-3", "h09-1", "h09-4", "h08-4", "h08-2")
PILE += ("h01-3", "h01-4", "h07-1", "h07-4", "h03-4", "h03-3")
OTHER = ("h11-1", "h11-4", "h03-1", "h03-2", "h10-3", "h10-2", "h04-2", "h04-4")
SIGHT = {"hand": ["h07-3", "h07-2", "h05-4"], "field": ["h11-2", "h10-4", "h12-2", "h06-2"]}


def test_after_a_yaku_shobu_is_sure_and_koi_koi_is_not() -> None:
    """Shobu pays in every round what the exact odds say of it (koikoi 2.6, 8)."""
    question = HandQuestion(PILE, "", {}, OTHER, data=SIGHT)
    found = forecast(question, range(60), key="koikoi")
    assert [key for key, _, _ in found.choices] == ["shobu", "koikoi"]
    shobu, koikoi = found.tallies
    assert shobu.average() == (1.0, 0.0)
    assert 0 < koikoi.counts["ends", "gains"] < 60
    later = {**SIGHT, "calls": [0], "field": [*SIGHT["field"], "h12-1", "h12-3"]}
    cards = forecast(HandQuestion(PILE, "", {}, OTHER, data=later), range(2), key="koikoi").choices
    assert {key for key, _, _ in cards} == {*SIGHT["hand"]}


def test_without_a_yaku_a_card_is_played() -> None:
    hand = ["h01-1", "h02-2", "h03-3", "h04-3", "h05-3", "h06-3", "h07-3", "h08-3"]
    field = ["h01-2", "h02-4", "h03-2", "h04-4", "h09-4", "h10-4", "h11-4", "h12-4"]
    for seat, lying in ((0, field), (1, [*field[1:], "h06-4"])):
        pile = () if seat == 0 else ("h01-2", "h01-4")
        question = HandQuestion((), "", {}, pile, data={"hand": hand, "field": lying, "seat": seat})
        assert {key for key, _, _ in forecast(question, range(2), key="koikoi").choices} == set(hand)


@pytest.mark.parametrize(
    ("code", "data"),
    [
        ("bad_count", {}),
        ("bad_count", {"hand": SIGHT["hand"], "field": SIGHT["field"][1:]}),
        ("bad_round", {**SIGHT, "field": 3}),
        ("unknown_card", {**SIGHT, "field": ["h13-1"]}),
        ("wrong_deck", {**SIGHT, "field": ["AS"]}),
        ("duplicate_card", {**SIGHT, "field": [SIGHT["hand"][0]]}),
        ("bad_round", {**SIGHT, "seat": "x"}),
        ("impossible", {**SIGHT, "seat": 2}),
    ],
)
def test_moments_of_koi_koi_that_cannot_be_are_refused(code: str, data: dict) -> None:
    with pytest.raises(Refusal) as caught:
        situation_of(KOIKOI, HandQuestion(PILE, "", {}, OTHER, data=data))
    assert caught.value.code == code

"""Practice rounds of all games end, settle and explain themselves."""

from __future__ import annotations

import itertools
import random
import re
from typing import Any

import pytest

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.games import game, games
from scorer.rules.game import Game
from scorer.rules.play.practice import REST
from scorer.teaching.forecast import play_on
from scorer.teaching.played_round import MAX_CHOICES, is_playable, play_practice, practice_situation
from tests.support.house_rules import choices_of

DRAWS = {"draw", "motto", "stake-1"}
"""Choices after which cards come that nobody has seen."""
WANTS_OTHER_CARDS: set[tuple[str, object]] = set()
"""House rules that the first deck of Kujuroku cannot be played by."""


class Unplayable:
    """A game without a practice round."""

    narrator = None


def play_by_chance(rules: Game, seed: int, deck: str, *, to_the_end: bool) -> tuple[list[str], list[dict[str, Any]]]:
    """Random choices of a learner, and the table before each of them and at the end."""
    chance, choices = random.Random(seed), []
    tables = [play_practice(rules, seed, choices, deck)]
    while offered := [each["key"] for each in tables[-1]["choices"]]:
        if to_the_end and offered[-1] == REST.key:
            offered.pop()
        choices.append(chance.choice(offered))
        tables.append(play_practice(rules, seed, choices, deck))
    return choices, tables


@pytest.mark.parametrize("rounds", [2, pytest.param(6, marks=pytest.mark.long)])
@pytest.mark.parametrize("to_the_end", [True, False])
@pytest.mark.parametrize("key", sorted(games()))
def test_every_game_has_a_practice_round_that_ends_and_is_settled(key: str, rounds: int, *, to_the_end: bool) -> None:
    rules = game(key)
    for seed in range(max(rounds, len(rules.decks))):
        deck = rules.decks[seed % len(rules.decks)]
        choices, tables = play_by_chance(rules, seed, deck, to_the_end=to_the_end)
        assert choices
        assert len(choices) <= MAX_CHOICES
        end = tables[-1]
        assert end == play_practice(rules, seed, choices, deck)
        assert sum(end["settlement"]["net"]) == 0
        assert 0 <= end["seat"] < len(end["seats"])


@pytest.mark.parametrize("key", sorted(games()))
def test_every_choice_says_what_followed_and_every_draw_its_odds(key: str) -> None:
    rules = game(key)
    for seed in range(4):
        _, tables = play_by_chance(rules, seed, rules.decks[0], to_the_end=True)
        for before, after in itertools.pairwise(tables):
            lines = {line["en"] for line in before["lines"]}
            assert any(line["en"] not in lines for line in after["lines"])
            if DRAWS & {choice["key"] for choice in before["choices"]}:
                assert before["odds"]["sections"][0]["lines"]
        for table in tables:
            assert all(line["en"] and line["ja"] for line in (*table["lines"], table["question"]))
            assert all(line["en"][0] == line["en"][0].upper() for line in table["lines"])


@pytest.mark.parametrize("key", sorted(games()))
def test_no_card_lies_there_twice(key: str) -> None:
    rules = game(key)
    for seed in range(3):
        pack = rules.pack(decks()[rules.decks[0]], rules.resolve_options({}))
        for table in play_by_chance(rules, seed, rules.decks[0], to_the_end=True)[1]:
            shown = [*table["hand"], *(code for pile in table["piles"] for code in pile["cards"])]
            assert all(shown.count(code) <= pack.count(code) for code in shown)


def play_until_asked(rules: Game, seed: int, options: dict[str, object] | None = None) -> dict[str, Any] | None:
    """The first table at which a learner who captures where possible is asked to stop or go on, None without one."""
    choices: list[str] = []
    while (table := play_practice(rules, seed, choices, "hanafuda", options))["choices"]:
        if table["choices"][0]["key"] == "shobu":
            return table
        months = {code[:3] for code in table["piles"][0]["cards"]}
        keys = [each["key"] for each in table["choices"]]
        choices.append(next((key for key in keys if key[:3] in months), keys[0]))
    return None


@pytest.mark.parametrize(
    ("key", "yaku", "stop", "risk"),
    [
        ("koikoi", r": \d+", r"^Shobu: stop now\. Emi pays you \d+$", "you get nothing and pay double"),
        ("hachi-hachi", r": \d+ kan", r"^Shobu: stop now\. (Each pays you|The round brings you) ", "you pay for both"),
    ],
)
def test_a_learner_with_a_yaku_hears_its_name_its_worth_and_the_risk(key: str, yaku: str, stop: str, risk: str) -> None:
    tables = [table for seed in range(0, 12, 2) if (table := play_until_asked(game(key), seed))]
    assert tables
    for table in tables:
        assert re.search("^You have .*" + yaku, table["question"]["en"])
        assert risk in table["question"]["en"]
        assert "（" in table["question"]["ja"]
        offered = {each["key"]: each["label"] for each in table["choices"]}
        assert list(offered) == ["shobu", "koikoi" if key == "koikoi" else "sage"]
        assert re.search(stop, offered["shobu"]["en"])
        assert table["odds"]["sections"][0]["key"] == "next_card"


def test_what_stopping_is_said_to_pay_is_what_it_pays_and_sage_can_be_cancelled_later() -> None:
    rules, checked, cancelled = game("hachi-hachi"), 0, 0
    for seed in range(0, 24, 2):
        choices: list[str] = []
        while (table := play_practice(rules, seed, choices, "hanafuda"))["choices"]:
            keys = [each["key"] for each in table["choices"]]
            if keys[0] == "shobu":
                offer = re.search(
                    r"(Each pays you |The round brings you )([+−\d]+)", table["choices"][0]["label"]["en"]
                )
                end = play_practice(rules, seed, [*choices, "shobu"], "hanafuda")
                assert offer
                paid = int(offer[2].replace("−", "-")) * (2 if offer[1].startswith("Each") else 1)
                assert end["settlement"]["net"][end["seat"]] == paid
                checked += 1
            if "cancel" in keys:
                end = play_practice(rules, seed, [*choices, "cancel"], "hanafuda")
                assert end["settlement"]["outcome"] == "cancel"
                cancelled += 1
                break
            months = {code[:3] for code in table["piles"][0]["cards"]}
            choices.append(keys[1] if keys[0] == "shobu" else next((key for key in keys if key[:3] in months), keys[0]))
        if checked and cancelled:
            return
    pytest.fail(f"{checked} calls and {cancelled} cancellations were offered")


def test_the_risk_follows_the_house_rules() -> None:
    seed = next(seed for seed in range(0, 24, 2) if play_until_asked(game("koikoi"), seed))
    tables = [play_until_asked(game("koikoi"), seed, {"call_multiplier": rule}) for rule in ("opponent", "own", "off")]
    assert len({table["question"]["en"] for table in tables if table}) == 3


def test_hachi_hachi_says_at_the_deal_what_the_hand_holds_and_what_the_field_multiplies() -> None:
    rules, teyaku = game("hachi-hachi"), 0
    for seed in range(8):
        table = play_practice(rules, seed, (), "hanafuda")
        lines = [line["en"] for line in table["lines"]]
        assert any(" field: payments are " in line or "multiplies every payment" in line for line in lines)
        value = rules.value(table["hand"], "hand", {})
        (own,) = [line for line in lines if line.startswith("Your seven cards hold")]
        assert own.count("kan from each") == bool(value.total)
        teyaku += bool(value.total)
    assert teyaku


def test_the_deal_says_once_what_pays() -> None:
    rules, pays = game("hana-awase"), "above par, 88 for 3 players"
    first = play_practice(rules, 1, (), "hanafuda")
    text = " ".join(line["en"] for line in first["lines"])
    assert "You play first." in text
    assert pays in text
    later = play_practice(rules, 1, (first["choices"][0]["key"],), "hanafuda")
    assert pays not in " ".join(line["en"] for line in later["lines"])


def test_koikoi_names_yaku_and_not_card_points() -> None:
    rules, near = game("koikoi"), 0
    for seed in range(6):
        for table in play_by_chance(rules, seed, "hanafuda", to_the_end=True)[1]:
            text = " ".join(line["en"] for line in table["lines"])
            assert "would have taken more" not in text
            near += "one card away from" in text
    assert near


@pytest.mark.parametrize("key", sorted(games()))
def test_a_round_by_other_house_rules_ends_and_is_settled(key: str) -> None:
    rules = game(key)
    for option in rules.options:
        for value in choices_of(option):
            if value == option.default or (key == "kujuroku" and (option.key, value) in WANTS_OTHER_CARDS):
                continue
            options = {option.key: value}
            table = play_practice(rules, 1, (), rules.decks[0], options)
            choices: list[str] = []
            while table["choices"]:
                keys = [each["key"] for each in table["choices"]]
                choices.append("rest" if "rest" in keys else keys[-1])
                table = play_practice(rules, 1, choices, rules.decks[0], options)
            assert table["settlement"]["net"]


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


def test_a_game_without_a_practice_round_says_so() -> None:
    rules: Any = Unplayable()
    assert not is_playable(rules)
    with pytest.raises(Refusal, match="bad_option"):
        play_practice(rules, 1, (), "hanafuda")


@pytest.mark.parametrize("key", ["etori", "kakeya"])
def test_a_picture_card_thrown_away_is_said_and_the_special_card_is_named(key: str) -> None:
    rules, thrown = game(key), 0
    for seed in range(3):
        choices: list[str] = []
        while (table := play_practice(rules, seed, choices, "western"))["choices"]:
            lines = [line["en"] for line in table["lines"]]
            assert re.match(r"Trumps are \w+\. A[♠♣] is .*: it takes any trick", lines[0])
            lost = any(line.startswith("You gave them ") for line in lines)
            if lost:
                assert "The others take the trick." in lines
                assert choices[-1][0] in "AKQJ"
            thrown += lost
            cards = [each["card"] for each in table["choices"] if each["card"]]
            choices.append(next((card for card in cards if card[0] in "AKQJ"), cards[0]))
    assert thrown


def said_in_round(key: str, deck: str, seeds: range) -> list[list[str]]:
    """The lines of every table of some rounds that are played to their end with the first choice offered."""
    lines_by_turn = []
    for seed in seeds:
        choices: list[str] = []
        while (table := play_practice(game(key), seed, choices, deck))["choices"]:
            lines_by_turn.append([line["en"] for line in table["lines"]])
            choices.append(table["choices"][0]["key"])
        lines_by_turn.append([line["en"] for line in table["lines"]])
    return lines_by_turn


def test_kujuroku_tells_the_hand_card_apart_from_the_stock() -> None:
    spoken = [line for lines in said_in_round("kujuroku", "daini", range(2)) for line in lines]
    assert any(line.startswith("You play ") and "The stock" not in line for line in spoken)
    assert any(line.startswith("The stock turns up ") for line in spoken)
    assert not any("You take" in line for line in spoken)
    assert any("a 1 and a 2 count 10" in line for line in spoken)


def test_dontsuku_says_what_each_button_is_for_and_what_a_total_can_win() -> None:
    rules, totals = game("dontsuku"), set()
    for seed in range(12):
        choices: list[str] = []
        while (table := play_practice(rules, seed, choices, "mekurifuda"))["choices"]:
            text = " ".join(line["en"] for line in table["lines"])
            assert ("fifteen or a teyaku then pays double" in text) == (not choices)
            assert ("a 14 wins; without one, a 13 by tsukkome" in text) == (not choices)
            total = rules.value(table["hand"], "motto", {}).total
            stop = next(each["label"]["en"] for each in table["choices"] if each["key"] == "pass")
            assert stop == f"Stop at {total}: " + ("it wins if nobody has fifteen" if total == 14 else "it cannot win")
            totals.add(total)
            choices.append("motto")
    assert 14 in totals
    names = {each.key: each.description.en for each in rules.classes}
    assert names["niuma"] == "a 2 and a horse (card no. 11, counts 10)"


def test_tokotoko_says_whether_the_right_card_was_left_out_and_shows_every_sum() -> None:
    rules, answers = game("tokotoko"), set()
    for seed in range(4):
        for leave in range(4):
            four = play_practice(rules, seed, ["stake-1"], "hanafuda")["choices"]
            end = play_practice(rules, seed, ["stake-1", four[leave]["key"]], "hanafuda")
            assert all(
                "none were shown" not in each["text"]["en"]
                for hand in end["settlement"]["hands"]
                for each in hand["reasons"]
            )
            sums = [[each["code"] for each in hand["reasons"]] for hand in end["settlement"]["hands"]]
            assert all("last_digit" in codes for codes in sums)
            best = [line["en"] for line in end["lines"] if line["en"] == "No other three would have made more."]
            better = [line["en"] for line in end["lines"] if "would have made" in line["en"] and line["en"] not in best]
            assert len(best) + len(better) == 1
            answers.add(bool(best))
    assert answers == {True, False}


@pytest.mark.parametrize("key", sorted(games()))
def test_every_decision_of_every_game_can_be_played_on(key: str) -> None:
    """Each thing that is offered comes to an end that settles, and the stones are those of the learner's seat."""
    rules, seed = game(key), 4
    choices, tables = play_by_chance(rules, seed, rules.decks[0], to_the_end=True)
    for made, table in enumerate(tables[:-1]):
        offered = [each["key"] for each in table["choices"] if each["key"] != REST.key]
        assert table["may_play_on"] == (len(offered) > 1)
        if len(offered) > 1:
            forecast = play_on(rules, practice_situation(rules, seed, choices[:made], rules.decks[0]), range(2), 1)
            assert {*offered} <= {choice for choice, _, _ in forecast.choices}
            assert forecast.rounds == 2
    with pytest.raises(Refusal) as caught:
        practice_situation(rules, seed, choices, rules.decks[0])
    assert caught.value.code == "no_odds"

"""Drills of the trick games, against rule books and brute force."""

from __future__ import annotations

import random
from typing import Any

import pytest

from scorer.decks import decks
from scorer.games import game
from scorer.rules.game import Game
from scorer.rules.play.practice import Solution, Task
from scorer.rules.prompts import Table
from scorer.session.samples import sample_session
from scorer.teaching.drills import generate_questions
from scorer.texts import Text

GLYPHS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
SUITS = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
NO_ASK = Text("", "")


def parse_card(shown: str) -> str:
    return shown[:-1] + GLYPHS[shown[-1]]


def build_table(rules: Game, options: dict[str, Any]) -> Table:
    return sample_session(rules, options).table()


def solve(key: str, drill: str, cards: str, data: dict[str, Any], **options: object) -> Solution:
    rules = game(key)
    (practice,) = (each for each in rules.practice if each.key == drill)
    return practice.solve(rules, build_table(rules, options), Task(tuple(cards.split()), NO_ASK, data))


@pytest.mark.parametrize(
    ("source", "key", "trump", "trick", "takes", "won"),
    [
        ("kakeya 24", "kakeya", "S", "KH 2H 3S AC", "A♣", "2"),
        ("kakeya 25", "kakeya", "S", "5D JD 9D 2S", "2♠", "one"),
        ("kakeya 26", "kakeya", "H", "4S AS AH KS", "A♠", "3"),
        ("etori 7", "etori", "H", "KD 3D 2H AD", "2♥", "2"),
        ("etori 8", "etori", "H", "KD AH AS 2D", "A♠", "3"),
        ("etori 11", "etori", "D", "7C QC KS 10C", "Q♣", "2"),
    ],
)
def test_a_trick_goes_to_who_the_rule_book_says(
    source: str, key: str, trump: str, trick: str, takes: str, won: str
) -> None:
    found = solve(key, "trick", trick, {"trump": trump})
    assert (found.right.en, found.explanation[1].en.split()[2]) == (takes, won), source


@pytest.mark.parametrize(
    ("source", "key", "hand", "led", "options", "may"),
    [
        ("etori 9", "etori", "AS 3S 2H", "S", {}, "spades only"),
        ("etori 10", "etori", "4D AS", "D", {}, "diamonds only"),
        ("etori 3.1, void", "etori", "4D AS", "H", {}, "any card"),
        ("kakeya 3.4", "kakeya", "4D AS 2C", "D", {}, "diamonds only"),
        ("kakeya 3.4, rensho_free", "kakeya", "4D AS 2C", "D", {"rensho_free": True}, "diamonds, or Rensho"),
    ],
)
def test_what_may_be_played(source: str, key: str, hand: str, led: str, options: dict[str, Any], may: str) -> None:
    found = solve(key, "follow", hand, {"trump": "C", "led": led}, **options)
    assert found.right.en == may, source
    assert may not in {wrong.en for wrong in found.wrong}


@pytest.mark.parametrize(
    ("source", "lengths", "options", "says"),
    [
        ("etori 12", (2, 7, 2, 2), {}, "yes, a suit is too long"),
        ("etori 13", (5, 4, 4, 0), {}, "yes, a suit is missing"),
        ("etori 14", (6, 4, 2, 1), {}, "no, it is played"),
        ("misdeal_long off", (2, 7, 2, 2), {"misdeal_long": "off"}, "no, it is played"),
        ("misdeal_void off", (5, 4, 4, 0), {"misdeal_void": False}, "no, it is played"),
        ("both, without the one", (7, 6, 0, 0), {"misdeal_void": False}, "yes, a suit is too long"),
    ],
)
def test_a_misdeal_is_answered_as_the_rule_book_says(
    source: str, lengths: tuple[int, ...], options: dict[str, Any], says: str
) -> None:
    hand = " ".join(rank + suit for suit, many in zip("SHDC", lengths, strict=True) for rank in RANKS[:many])
    assert solve("etori", "misdeal", hand, {}, **options).right.en == says, source


def build_round(key: str, trump: str, ours: str, aces: str, **options: object) -> dict[str, Any]:
    """A deal in which side 0 won the picture cards `ours` and was dealt `aces`."""
    every = [rank + suit for suit in "SHDC" for rank in "AKQJ"]
    captured = [ours.split(), [card for card in every if card not in ours.split()]]
    held = [aces.split(), [f"A{suit}" for suit in "SHDC" if f"A{suit}" not in aces.split()]]
    table = build_table(game(key), dict(options))
    return table.build_round(key, {**table.extra, "active": [0, 1], "trump": trump, "captured": captured, "aces": held})


TIE = "AS KS QS JS AH KH QH JH"
TIE_WITHOUT = "AH KH QH JH AD KD QD JD"


@pytest.mark.parametrize(
    ("source", "key", "trump", "aces", "options", "who"),
    [
        ("etori 3", "etori", "H", "AS", {}, "nobody: a draw"),
        ("etori 4", "etori", "H", "AS", {"tie_8_8": "without_speculation_wins"}, "the other side"),
        ("kakeya 17", "kakeya", "C", "AS", {}, "the other side"),
        ("kakeya 11", "kakeya", "S", "AH AD", {}, "your side"),
    ],
)
def test_who_wins_at_eight_each(
    source: str, key: str, trump: str, aces: str, options: dict[str, Any], who: str
) -> None:
    ours = TIE if "AS" in aces else TIE_WITHOUT
    assert solve(key, "deal", ours, {"round": build_round(key, trump, ours, aces, **options)}).right.en == who, source


TWELVE = "AH KS QS JS KH QH JH KD QD JD KC QC"


@pytest.mark.parametrize(
    ("source", "ours", "aces", "options", "stones"),
    [
        ("kakeya 3", " ".join(TWELVE.split()[:10]), "AH AD", {}, "2"),
        ("kakeya 6", TWELVE, "AH", {}, "2"),
        ("kakeya 6, nakayoshi", TWELVE, "AH", {"table": "nakayoshi_mura"}, "3"),
        ("kakeya 4", " ".join(TWELVE.split()[:11]), "", {}, "4"),
        ("kakeya 4, nakayoshi", " ".join(TWELVE.split()[:11]), "", {"table": "nakayoshi_mura"}, "3"),
    ],
)
def test_a_deal_pays_what_the_rule_book_says(
    source: str, ours: str, aces: str, options: dict[str, Any], stones: str
) -> None:
    round_ = build_round("kakeya", "S", ours, aces, **options)
    del round_["stones"]
    assert solve("kakeya", "stones", ours, {"round": round_}).right.en == stones, source


@pytest.mark.parametrize(
    ("key", "options"),
    [("kakeya", {}), ("kakeya", {"trump_change": "fixed_clubs"}), ("kakeya", {"rensho_free": True}), ("etori", {})],
)
def test_every_question_agrees_with_an_own_reckoning(key: str, options: dict[str, Any]) -> None:
    rules, chance = game(key), random.Random(key)
    pack = rules.pack(decks()["western"], rules.resolve_options(options))
    asked = generate_questions(rules, [chance.sample(pack, 52) for _ in range(6)], options)
    drills = {"trick": 0, "follow": 0, "strongest": 0}
    for each in asked:
        if each.drill not in drills:
            continue
        drills[each.drill] += 1
        trump = next(suit for name, suit in SUITS.items() if f"rumps are {name}" in each.text.en)
        special = "AC" if key == "kakeya" and trump == "S" else "AS"
        right = each.choices[each.right_index].en

        def height(card: str, led: str, trump: str = trump, special: str = special) -> tuple[int, int]:
            follows = 3 if card == special else 2 if card[-1] == trump else int(card[-1] == led)
            return follows, RANKS.index(card[:-1])

        if each.drill == "trick":
            assert parse_card(right) == max(each.cards, key=lambda card: height(card, each.cards[0][-1])), each
        elif each.drill == "strongest":
            assert (
                parse_card(right)
                == sorted(each.cards, key=lambda card: height(card, ""))[-2 if "second" in each.text.en else -1]
            )
        else:
            led = parse_card(each.text.en.split(" is led")[0].split()[-1])[-1]
            name = next(name for name, suit in SUITS.items() if suit == led)
            follow = any(card[-1] == led for card in each.cards)
            free = bool(options.get("rensho_free")) and special in each.cards and special[-1] != led
            assert right == (f"{name}, or Rensho" if follow and free else f"{name} only" if follow else "any card"), (
                each
            )
    assert min(drills.values()) > 1


@pytest.mark.parametrize("options", [{"misdeal_void": False, "misdeal_long": "off"}])
def test_nothing_is_asked_where_nothing_is_agreed(options: dict[str, Any]) -> None:
    rules = game("etori")
    pack = rules.pack(decks()["western"], rules.resolve_options(options))
    assert "misdeal" not in {each.drill for each in generate_questions(rules, [pack], options)}

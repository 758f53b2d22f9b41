"""Dontsuku: house rules, decks, refusals, properties.

Worked examples of the rule book are golden rounds.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.games import game
from scorer.notation import read_round
from scorer.rules.prompts import Table
from scorer.session.state import Session

DONTSUKU = game("dontsuku")
EXAMPLES = sorted((Path(__file__).parents[1] / "golden/rounds").glob("dontsuku-[0-9]*.txt"))


def parse_hands(text: str) -> list[dict]:
    """Hands from ranks in drawing order, dealer first. "+5": drawn unseen, "(7)": never acted, "11c": of clubs.

    Cards without a suit get the first of clubs, swords, cups, coins that is still free.
    """
    named = set(re.findall(r"\d+[csuo]", text))
    hands = []
    for hand in text.split("/"):
        cards = []
        for rank, suit in re.findall(r"(\d+)([csuo]?)", hand):
            own = suit or next(free for free in "csuo" if f"{rank}{free}" not in named)
            named.add(f"{rank}{own}")
            cards.append(f"m{own}-{int(rank):02d}")
        hands.append({"cards": cards, "tsukkome": hand.count("+"), "acted": "(" not in hand})
    return hands


def build_round(text: str, options: dict | None = None, **more: object) -> dict:
    hands = parse_hands(text)
    return {
        "game": "dontsuku",
        "options": options or {},
        "seats": [f"P{seat}" for seat in range(len(hands))],
        "hands": hands,
        **more,
    }


def settle_text(text: str, options: dict | None = None, **more: object) -> dict:
    return DONTSUKU.settle(build_round(text, options, **more)).as_json()


def refusal_of(round_: object) -> tuple[str, int | None]:
    with pytest.raises(Refusal) as refusal:
        DONTSUKU.settle(round_)
    assert refusal.value.message.en
    assert refusal.value.message.ja
    return refusal.value.code, refusal.value.seat


@pytest.mark.parametrize(
    ("hands", "times"),
    [
        ("(2) / 9 6", 1),
        ("(2) / 2 3 2 4 5", 2),
        ("(2) / 1 2 3 4 5", 4),
        ("9 3 / 1 +2 +3 +4 +5", 8),
        ("9 3 / 11c +2o", 4),
        ("9 3 / 10 +5", 2),
    ],
)
def test_every_reason_doubles_when_agreed(hands: str, times: int) -> None:
    """Section 5.2: B1 own bonus, B2 fifteen as well, B3 tsukkome."""
    assert settle_text(hands, {"bonus_stacking": "each"})["net"] == [-times, times]
    assert settle_text(hands)["net"] == [-min(2, times), min(2, times)]


def test_what_you_have_is_all_that_is_paid() -> None:
    hands = "(2) / 9 6 / (3) / (4)"
    got = settle_text(hands, {"share": 5, "debt": "pay_what_you_have"}, stones=[3, 9, -2, 20])
    assert got["net"] == [-3, 8, 0, -5]
    assert got["stones"] == [0, 17, -2, 15]
    assert [pay["from"] for pay in got["transfers"]] == [0, 3]
    assert got["transfers"][0]["reason"]["code"] == "pays_what_he_has"
    assert settle_text(hands, {"share": 5}, stones=[3, 9, -2, 20])["net"] == [-5, 15, -5, -5]
    assert settle_text(hands, {"share": 5, "length": "last_standing"}, stones=[3, 9, 0, 20])["net"] == [-3, 8, 0, -5]
    negative = {"share": 5, "length": "last_standing", "debt": "allow_negative"}
    assert settle_text(hands, negative, stones=[3, 9, 0, 20])["net"] == [-5, 15, -5, -5]


def test_the_end_of_the_game() -> None:
    last = settle_text("(2) / 9 6", {}, stones=[5, 5], rounds_left=1)
    assert (last["over"], last["next_dealer"], last["game_winners"]) == (True, None, [1])
    broke = settle_text("(2) / 9 6", {"length": "last_standing"}, stones=[1, 5])
    assert (broke["over"], broke["game_winners"]) == (True, [1])
    again = settle_text("9 3 / 10 2", {}, stones=[5, 5], rounds_left=1)
    assert (again["outcome"], again["over"], again["next_dealer"]) == ("forfeit", False, 0)


def test_the_least_to_pass_on() -> None:
    agreed = {"min_motto": 14}
    assert settle_text("9 5 / 10 9", agreed)["outcome"] == "fourteen"
    assert settle_text("9 5 / 8 +2", agreed)["outcome"] == "fourteen"
    assert refusal_of(build_round("9 5 / 9 4", agreed)) == ("impossible", 1)
    assert refusal_of(build_round("9 / 10 9", agreed)) == ("impossible", 0)


def test_an_empty_pile_lets_pass_below_the_least() -> None:
    """Section 7.13: with all 48 cards dealt, a player must pass, whatever the hand."""
    pack = [code for code in decks()["mekurifuda"].pack() if code != "moni"]
    pack.remove("ms-05")
    hands = [{"cards": ["ms-05"], "tsukkome": 0}, {"cards": pack, "tsukkome": 46}]
    round_ = {"game": "dontsuku", "options": {"min_motto": 14}, "seats": ["A", "B"], "hands": hands}
    assert DONTSUKU.settle(round_).outcome == "forfeit"
    hands[1] = {"cards": pack[:-1], "tsukkome": 45}
    assert refusal_of(round_) == ("impossible", 0)


def test_tsukkome_as_agreed() -> None:
    assert settle_text("9 3 / 4 +5 +6", {"tsukkome_max": 2})["outcome"] == "tsukkome"
    assert refusal_of(build_round("9 3 / 4 +5 +6", {"tsukkome_max": 1})) == ("impossible", 1)
    assert refusal_of(build_round("9 3 / 4 5 +6")) == ("impossible", 1)
    later = {"tsukkome_after_motto": True}
    assert settle_text("9 3 / 4 5 +6", later)["net"] == [-2, 2]
    assert refusal_of(build_round("9 3 / 9 6 +1", later)) == ("hand_played_on", 1)
    assert refusal_of(build_round("9 3 / 10 9 +1", later)) == ("hand_played_on", 1)


@pytest.mark.parametrize(
    ("hands", "seat"),
    [
        ("(2) / 9 6 1 / (3)", 1),
        ("9 3 / 10 9 1 / 8 2", 1),
        ("1 4 4 / 9 3 / 8 2", 0),
        ("9 3 / 9 6 / (3)", 0),
        ("(3) / 9 6 / 8", 2),
        ("(3) / 9 6 / (8 2)", 2),
        ("(3) / 9 6 / 8 +7", 2),
    ],
)
def test_cards_after_the_decision(hands: str, seat: int) -> None:
    """Section 3.3: after agari or nai the hand gets no card; after agari nobody acts (6.1)."""
    assert refusal_of(build_round(hands)) == ("hand_played_on", seat)


def test_everybody_acts_until_agari() -> None:
    assert refusal_of(build_round("9 3 / (8) / 9 6")) == ("impossible", 1)
    assert refusal_of(build_round("(9) / 8 3 / 9 2")) == ("impossible", 0)


def test_hands_that_cannot_be_counted() -> None:
    round_ = build_round("9 3 / 8 +2")
    for tsukkome in (2, 3, -1, True, "1", 1.0):
        round_["hands"][1]["tsukkome"] = tsukkome
        assert refusal_of(round_) == ("bad_count", 1)
    round_["hands"][1] = {"cards": []}
    assert refusal_of(round_) == ("too_few_cards", 1)
    round_["hands"][1] = {"cards": ["ms-08"], "acted": "no"}
    assert refusal_of(round_) == ("bad_round", 1)
    round_["hands"][1] = {"cards": ["ms-08"], "acted": None, "tsukkome": None}
    assert DONTSUKU.settle(round_).outcome == "forfeit"
    round_["hands"][1] = ["ms-08"]
    assert refusal_of(round_)[0] == "bad_round"
    del round_["hands"][1]
    assert refusal_of(round_)[0] == "bad_count"
    assert refusal_of(build_round("9 / 2 / 3 / 4 / 5 / 6 / 7 / 8 / 10"))[0] == "bad_count"


@pytest.mark.parametrize(
    ("card", "code"),
    [
        ("moni", "wrong_deck"),
        ("k01", "wrong_deck"),
        ("10S", "wrong_deck"),
        ("mc-09", "duplicate_card"),
        ("mc-13", "unknown_card"),
        (None, "unknown_card"),
    ],
)
def test_cards_that_cannot_be(card: object, code: str) -> None:
    round_ = build_round("9 3 / 8 2")
    round_["hands"][1]["cards"][1] = card
    assert refusal_of(round_) == (code, 1)


@pytest.mark.parametrize("cards", [("10S", "AC"), ("joker", "AC"), ("k01", "k02"), ("d01", "d02")])
def test_packs_that_do_not_fit(cards: tuple) -> None:
    round_ = build_round("9 3 / 8 2")
    for hand, card in zip(round_["hands"], cards, strict=True):
        hand["cards"] = [card]
    assert refusal_of(round_)[0] == "wrong_deck"


@pytest.mark.parametrize(
    "options",
    [
        {"share": 0},
        {"share": True},
        {"share": "2"},
        {"length": 4},
        {"tsukkome_max": 0},
        {"tsukkome_max": None},
        {"min_motto": 13},
        {"bonus_stacking": "twice"},
        {"tie_priority": "right_then_dealer"},
        {"suited_yaku": 1},
        {"debt": "house"},
        {"western_courts": "KQJ"},
        {"unheard_of": 1},
    ],
)
def test_options_that_cannot_be(options: dict) -> None:
    assert refusal_of(build_round("9 3 / 8 2", options))[0] == "bad_option"


def test_defaults_are_those_of_section_3() -> None:
    agreed = DONTSUKU.resolve_options({})
    assert agreed == {
        "share": 1,
        "share_by": "fixed",
        "length": 12,
        "start_stones": 30,
        "tsukkome_after_motto": False,
        "tsukkome_max": "none",
        "min_motto": "none",
        "bonus_stacking": "once",
        "tie_priority": "dealer_then_right",
        "suited_yaku": True,
        "debt": "allow_negative",
        "western_courts": "QJK",
    }
    assert DONTSUKU.resolve_options({"length": "last_standing"})["debt"] == "pay_what_you_have"


def test_reasons_tell_the_story() -> None:
    got = settle_text("8 +7 / 9 3 / 9 +6 / 10 2", {"suited_yaku": False})
    codes = [reason["code"] for reason in got["reasons"]]
    assert codes[:4] == ["tsukkome", "tie_priority", "by_tsukkome", "payment"]
    assert [line.get("points") for line in got["hands"][2]["reasons"]] == [9, 6, None, None]
    assert settle_text("(2) / 9 6 / (3)")["hands"][0]["reasons"][0]["code"] == "never_acted"
    tied = settle_text("9 3 / 9 5 / 10 +4 / 8 2")["reasons"][1]["text"]
    assert tied["en"] == "P1 and P2 tie: whoever is nearest to the dealer's right wins"
    stacked = settle_text("9 3 / 11c +2o", {"bonus_stacking": "each", "share": 3})["reasons"]
    assert any(reason["text"]["en"].endswith("3 × 4 = 12 (agreed: double for each reason)") for reason in stacked)


def test_one_hand_by_itself() -> None:
    value = DONTSUKU.value(["mc-11", "mo-02"], "", {})
    assert (value.key, value.total, value.reasons[-1].code) == ("houbi_niuma", 12, "own_bonus")
    plain = DONTSUKU.value(["mc-11", "mo-02"], "motto", {"suited_yaku": False})
    assert (plain.key, plain.reasons[-1].code) == ("niuma", "suits_off")
    assert DONTSUKU.value(["mc-09", "ms-09", "mc-01"], "tsukkome", {}).key == "dragon_and_pair"
    assert DONTSUKU.value(["mc-04"], "tsukkome", {}).reasons[-1].text.en == "4: 11 short of fifteen"
    for cards, role, code in (
        (["mc-09", "ms-09", "mc-01"], "motto", "hand_played_on"),
        ([], "", "too_few_cards"),
        (["mc-01"], "dealer", "bad_option"),
        (["mc-01", "AS"], "", "wrong_deck"),
    ):
        with pytest.raises(Refusal) as refusal:
            DONTSUKU.value(cards, role, {})
        assert refusal.value.code == code


def to_western(code: str, courts: str = "QJK") -> str:
    suit, rank = code[1], int(code[3:])
    face = {1: "A", 10: courts[0], 11: courts[1], 12: courts[2]}.get(rank, str(rank))
    return face + {"c": "C", "s": "S", "u": "H", "o": "D"}[suit]


def to_hanafuda(code: str) -> str:
    """Section 1.3: clubs the best card (swallow), swords ribbons, geese and yellow chaff, 2 of coins the rain man."""
    suit, rank = code[1], int(code[3:])
    month = {2: 11, 6: 12, 11: 6, 12: 2}.get(rank, rank)
    order = "ocsu" if month == 11 else "csuo"
    return f"h{month:02d}-{order.index(suit) + 1}"


@pytest.mark.parametrize("substitute", [to_western, partial(to_western, courts="JQK"), to_hanafuda])
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_worked_examples_on_substitutes(path: Path, substitute: Callable) -> None:
    """Section 1.3; only douroku cannot be seen on hanafuda."""
    _, text, _ = path.read_text(encoding="utf-8").splitlines()
    round_ = read_round(text)
    expected = DONTSUKU.settle(round_)
    courts = "JQK" if isinstance(substitute, partial) else "QJK"
    round_["options"] = {**round_.get("options", {}), "western_courts": courts}
    for hand in round_["hands"]:
        hand["cards"] = [substitute(code) for code in hand["cards"]]
    if substitute is to_hanafuda and path.stem == "dontsuku-12":
        assert refusal_of(round_) == ("impossible", 2)
        return
    got = DONTSUKU.settle(round_)
    assert (got.net, [hand.key for hand in got.hands]) == (expected.net, [hand.key for hand in expected.hands])


def shuffle_pack(seed: int, kind: str = "mekurifuda") -> list[str]:
    pack = list(decks()[kind].pack())
    random.Random(seed).shuffle(pack)
    return pack


AGREEMENTS = [
    {},
    {"tsukkome_after_motto": True, "tsukkome_max": 2},
    {"min_motto": 14, "bonus_stacking": "each", "share": 7},
    {"suited_yaku": False, "length": "last_standing", "western_courts": "JQK"},
]


@pytest.mark.parametrize("options", AGREEMENTS)
def test_rounds_played_out_settle(options: dict) -> None:
    outcomes = Counter()
    for seed in range(240):
        kind = DONTSUKU.decks[seed % 3]
        table = Table(tuple("ABCDEFGH"[: 2 + seed % 7]), options, tuple([20, 3] * 4)[: 2 + seed % 7], 5)
        round_ = DONTSUKU.simulate_round(shuffle_pack(seed, kind), table)
        assert round_ == DONTSUKU.simulate_round(shuffle_pack(seed, kind), table)
        got = DONTSUKU.settle(json.loads(json.dumps(round_)))
        assert sum(got.net) == 0
        assert got.winners == tuple(seat for seat in range(len(table.seats)) if got.net[seat] > 0)
        outcomes[got.outcome] += 1
    assert set(outcomes) == {key for key, _ in DONTSUKU.outcomes}


def test_suits_mean_nothing_without_suited_teyaku() -> None:
    table = Table(tuple("ABCDE"), {"suited_yaku": False})
    for seed in range(60):
        round_ = DONTSUKU.simulate_round(shuffle_pack(seed), table)
        turned = json.loads(json.dumps(round_))
        for hand in turned["hands"]:
            hand["cards"] = [
                code[0] + dict(zip("csuo", "suoc", strict=True))[code[1]] + code[2:] for code in hand["cards"]
            ]
        first, second = DONTSUKU.settle(round_), DONTSUKU.settle(turned)
        assert (first.net, [hand.key for hand in first.hands]) == (second.net, [hand.key for hand in second.hands])


def test_names_and_balances_do_not_decide() -> None:
    for seed in range(40):
        round_ = DONTSUKU.simulate_round(shuffle_pack(seed), Table(("A", "B", "C"), {}))
        renamed = {**round_, "seats": ["x", "y", "x"], "stones": [1, 2, 3]}
        assert DONTSUKU.settle(round_).net == DONTSUKU.settle(renamed).net


def test_odds_name_the_next_card_and_the_hand_to_come() -> None:
    chances = DONTSUKU.odds(["mo-02"], ["mu-11"], "", {}, None)
    assert chances.unseen == 46
    following, until, unseen = chances.sections
    assert [(line.key, line.faces) for line in following.lines][:2] == [
        ("houbi_niuma", {"mc-11": 1}),
        ("niuma", {"ms-11": 1, "mo-11": 1}),
    ]
    for section in (following, until):
        assert sum(line.probability for line in section.lines) == 1
    assert (until.title.en, [line.label.en for line in until.lines if line.key == "total"]) == (
        "Drawing openly until 14 or more",
        ["14 points"],
    )
    assert [line.key for line in unseen.lines] == ["1", "2", "3", "4"]
    assert unseen.lines[0].probability == Fraction(3, 46)
    twelve = DONTSUKU.odds(["mo-02", "mc-10"], [], "motto", {}, 12)
    assert [section.key for section in twelve.sections] == ["next", "until"]
    assert [(line.label.en, line.probability) for line in twelve.sections[1].lines] == [("12 points", 1)]
    later = {"tsukkome_after_motto": True, "tsukkome_max": 2}
    assert len(DONTSUKU.odds(["mo-02", "mc-10"], [], "motto", later, None).sections[2].lines) == 2
    assert [section.key for section in DONTSUKU.odds(["mo-09", "mc-06"], [], "", later, None).sections] == ["until"]


def test_odds_by_tsukkome_draw_as_many_cards_as_are_aimed_at() -> None:
    two, three = (DONTSUKU.odds(["mo-02"], [], "tsukkome", {}, aim).sections[0] for aim in (None, 3))
    assert (two.title.en, three.title.en) == ("2 unseen cards", "3 unseen cards")
    assert sum(line.probability for line in two.lines) == sum(line.probability for line in three.lines) == 1
    for cards, role, aim, code in (
        (["mo-02"], "tsukkome", 5, "bad_count"),
        (["mo-02"], "motto", 16, "bad_count"),
        (["mo-09", "mc-06", "mc-01"], "motto", None, "hand_played_on"),
        (["mo-02"], "dealer", None, "bad_option"),
        ([], "", None, "too_few_cards"),
    ):
        with pytest.raises(Refusal) as refusal:
            DONTSUKU.odds(cards, [], role, {}, aim)
        assert refusal.value.code == code


def test_odds_with_every_card_seen() -> None:
    pack = list(DONTSUKU.pack(decks()["western"], {}))
    last = DONTSUKU.odds(pack[:1], pack[1:], "", {}, None)
    assert (last.unseen, [section.key for section in last.sections]) == (0, ["until"])


def test_asks_what_settle_needs() -> None:
    table = Table(("A", "B"), {"tsukkome_max": 3, "share_by": "per_round"}, (9, 9), 4)
    asks = DONTSUKU.prompts(table)
    assert [ask.path for ask in asks] == ["options.share"] + [
        f"hands.{seat}.{field}" for seat in (1, 0) for field in ("cards", "tsukkome")
    ]
    assert (asks[2].minimum, asks[2].maximum) == (0, 3)
    round_ = table.build_round(
        "dontsuku", {"options.share": 2, "hands.0.cards": ["mc-02"], "hands.1.cards": ["mc-04", "mc-01"]}
    )
    assert DONTSUKU.settle(round_).net == (-2, 2)
    assert DONTSUKU.settle(round_).hands[0].key is None
    round_["hands"][0]["acted"] = True
    assert refusal_of(round_) == ("hand_played_on", 0)
    assert next(ask for ask in DONTSUKU.prompts(Table(("A", "B"), {})) if ask.path == "hands.1.tsukkome").maximum == 46


def test_who_has_no_stones_left_is_out_of_a_game_to_the_last() -> None:
    evening = Session("dontsuku", "mekurifuda", {"length": "last_standing"}, ("A", "B", "C"), (5, 0, 9), dealer=1)
    assert DONTSUKU.seating(evening).order == (2, 0)
    counted = Session("dontsuku", "mekurifuda", {"length": 12}, ("A", "B", "C"), (5, 0, 9), dealer=1)
    assert DONTSUKU.seating(counted).order == (1, 2, 0)

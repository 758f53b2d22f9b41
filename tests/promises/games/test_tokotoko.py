"""Tokotoko: house rules, decks, refusals, properties.

Worked examples of the rule book are golden rounds.
"""

import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.games import game
from scorer.notation import read_round
from scorer.rules.prompts import Table
from scorer.session.history import History, PlayedRound
from scorer.session.state import Session

TOKOTOKO = game("tokotoko")
EXAMPLES = sorted((Path(__file__).parents[1] / "golden/rounds").glob("tokotoko-[0-9]*.txt"))
MONTH = {
    "pine": 1,
    "willow": 11,
    "cherry": 3,
    "wisteria": 4,
    "iris": 5,
    "phoenix": 12,
    "clover": 7,
    "susuki": 8,
    "chrys": 9,
    "maple": 10,
    "peony": 6,
    "plum": 2,
}


def build_round(text: str, stake: int = 5, options: dict | None = None, **more: object) -> dict:
    """A round from plants: hands, dealer first, then the field after "|". Each card is the next of its month."""
    dealt = Counter()
    piles = []
    for pile in text.replace("|", "/").split("/"):
        cards = []
        for plant in pile.split():
            dealt[plant] += 1
            cards.append(f"h{MONTH[plant]:02d}-{dealt[plant]}")
        piles.append(cards)
    *hands, field = piles
    return {
        "game": "tokotoko",
        "options": options or {},
        "seats": [f"P{seat}" for seat in range(len(hands))],
        "hands": hands,
        "field": field,
        "stake": stake,
        **more,
    }


def settle_text(*args: object, **more: object) -> dict:
    return TOKOTOKO.settle(build_round(*args, **more)).as_json()


def refusal_of(round_: object) -> tuple[str, int | None]:
    with pytest.raises(Refusal) as refusal:
        TOKOTOKO.settle(round_)
    assert refusal.value.message.en
    assert refusal.value.message.ja
    return refusal.value.code, refusal.value.seat


# Hands and field of examples 1, 3, 6 and 7.
ONE = "plum chrys / pine wisteria | pine maple"
THREE = "phoenix cherry / willow clover | pine susuki"
SIX = "cherry pine / wisteria iris / clover willow | peony susuki"
SEVEN = "plum clover / willow clover / pine pine | maple cherry"


def test_shown_cards_bind_and_a_better_choice_is_named() -> None:
    """Example 16: shown cards bind, and the reason names the better choice."""
    shown = [None, ["h01-1", "h01-2", "h10-1"]]
    assert settle_text(ONE, shown=shown)["hands"][1]["reasons"][-1]["code"] == "better_three"
    assert (
        settle_text(ONE, options={"selection": "best"}, shown=shown)["hands"][1]["reasons"][-1]["code"] == "best_three"
    )
    shown = [["h02-1", "h01-2", "h10-1"], None]
    assert settle_text(ONE, shown=shown)["hands"][0]["reasons"][-1]["code"] == "last_digit"


def test_a_tie_carried_over_moves_nothing() -> None:
    """Example 17."""
    got = settle_text(THREE, options={"on_tie": "carry_over"})
    assert (got["transfers"], "carried" in got) == ([], False)


def test_where_the_remainder_goes() -> None:
    cards = SIX
    stays = settle_text(cards, options={"remainder": "carry_over"})
    assert (stays["net"], stays["carried"]) == ([-5, 2, 2], 1)
    assert "house" not in stays
    boxed = settle_text(cards, options={"remainder": "house_box"})
    assert (boxed["net"], boxed["house"]) == ([-5, 2, 2], 1)
    assert "carried" not in boxed
    even = settle_text(SEVEN, 4, options={"remainder": "house_box"})
    assert (even["net"], "house" in even) == ([2, 2, -4], False)


def test_a_pot_brought_in() -> None:
    won = settle_text(ONE, pot=3)
    assert won["net"] == [-5, 8]
    assert won["transfers"][0]["stones"] == 5
    shared = settle_text(THREE, pot=3)
    assert (shared["net"], "carried" in shared) == ([1, 2], False)
    left = settle_text(THREE, pot=3, options={"remainder": "carry_over"})
    assert (left["net"], left["carried"]) == ([1, 1], 1)
    stays = settle_text(THREE, pot=3, options={"on_tie": "carry_over"})
    assert (stays["net"], stays["carried"]) == ([0, 0], 3)


def test_stones_standing_since_a_tie() -> None:
    won = settle_text(ONE, standing=[5, 2])
    assert won["net"] == [-10, 10]
    assert "7 standing" in won["reasons"][0]["text"]["en"]
    assert settle_text(THREE, standing=[5, 2])["net"] == [-2, 2]


def session_after(history: list, players: tuple = ("A", "B", "C"), dealer: int = 0) -> Session:
    rounds = [
        PlayedRound(number, names, {"stake": stake}, {"outcome": outcome}, names[0], 1, 0, undone)
        for number, (names, stake, outcome, undone) in enumerate(history, 2)
    ]
    stones = (9,) * len(players)
    whole = History(rounds, len(rounds))
    return Session("tokotoko", "hanafuda", {}, players, stones, dealer=dealer, pot=1, history=whole)


def test_a_carried_pot_is_whose_stones_they_were() -> None:
    """Each tied round leaves its stake. Players who came later have none in the pot, and an undone round left none."""
    history = [
        (("A", "B"), 9, "carried", False),
        (("A", "B"), 4, "won", False),
        (("A", "B"), 5, "carried", False),
        (("A", "B"), 7, "carried", True),
        (("B", "A", "C"), 3, "carried", False),
    ]
    seating = TOKOTOKO.seating(session_after(history, dealer=1))
    assert (seating.order, seating.extra) == ((1, 2, 0), {"pot": 1, "standing": [8, 3, 8]})
    assert TOKOTOKO.seating(session_after(history[:2])).extra == {"pot": 1}
    assert TOKOTOKO.seating(session_after(history[:1])).extra == {"pot": 1, "standing": [9, 9, 0]}


def test_the_last_round_gives_carried_stakes_back() -> None:
    last = settle_text(THREE, options={"on_tie": "carry_over"}, rounds_left=1, stones=[9, 9])
    assert (last["over"], last["stones"]) == (True, [9, 9])
    assert "stakes_back" in [reason["code"] for reason in last["reasons"]]


def test_in_yari_tori_the_better_hand_wins_and_equal_ones_draw() -> None:
    agreed = {"variant": "yari_tori_tokotoko"}
    got = settle_text("plum chrys maple / pine wisteria phoenix |", options=agreed)
    assert ([hand["class"] for hand in got["hands"]], got["net"]) == (["1", "1"], [0, 0])
    assert settle_text("plum chrys clover / pine wisteria iris |", options=agreed)["net"] == [5, -5]
    assert refusal_of(build_round("plum chrys clover / pine wisteria |", options=agreed)) == ("too_few_cards", 1)
    assert refusal_of(build_round("plum chrys clover / pine wisteria iris | maple", options=agreed)) == (
        "too_many_cards",
        None,
    )
    three = "plum chrys clover / pine wisteria iris / susuki susuki susuki |"
    assert refusal_of(build_round(three, options=agreed))[0] == "bad_count"


def test_the_chaff_of_a_month_are_one_face() -> None:
    round_ = build_round(ONE, shown=[["h02-3", "h09-4", "h10-1"], None])
    round_["hands"][0] = ["h02-4", "h09-3"]
    assert TOKOTOKO.settle(round_).hands[0].key == "1"
    round_["shown"][0] = ["h02-2", "h09-4", "h10-1"]
    assert refusal_of(round_) == ("impossible", 0)
    round_["shown"][0] = ["h02-3", "h02-4", "h10-1"]
    assert refusal_of(round_) == ("impossible", 0)
    round_["shown"][0] = ["h02-3", "h02-3", "h10-1"]
    assert refusal_of(round_) == ("impossible", 0)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"stake": 0}, ("bad_count", None)),
        ({"stake": -5}, ("bad_count", None)),
        ({"stake": None}, ("bad_count", None)),
        ({"stake": True}, ("bad_count", None)),
        ({"stake": 2.0}, ("bad_count", None)),
        ({"pot": -1}, ("bad_count", None)),
        ({"pot": False}, ("bad_count", None)),
        ({"standing": [1]}, ("bad_count", None)),
        ({"standing": [1, -1]}, ("bad_count", 1)),
        ({"field": ["h03-1"]}, ("too_few_cards", None)),
        ({"field": None}, ("too_few_cards", None)),
        ({"field": ["h03-1", "h03-2", "h03-3"]}, ("too_many_cards", None)),
        ({"field": ["h03-1", "h09-1"]}, ("duplicate_card", None)),
        ({"field": "h03-1"}, ("bad_round", None)),
        ({"hands": [["h03-1", "h03-2"]]}, ("bad_count", None)),
        ({"hands": [["h03-1", "h03-2"], ["h05-1"]]}, ("too_few_cards", 1)),
        ({"hands": [["h03-1", "h03-2", "h03-3"], ["h05-1", "h05-2"]]}, ("too_many_cards", 0)),
        ({"hands": [["h03-1", "h12-2"], ["h05-1", "h05-2"]]}, ("wrong_deck", 0)),
        ({"hands": [["h03-1", "k01"], ["h05-1", "h05-2"]]}, ("wrong_deck", 0)),
        ({"hands": [["h03-1", "h13-1"], ["h05-1", "h05-2"]]}, ("unknown_card", 0)),
        ({"shown": [None, ["h01-1", "h04-1"]]}, ("too_few_cards", 1)),
        ({"shown": [["h02-1", "h09-1", "h01-2", "h10-1"]]}, ("too_many_cards", 0)),
        ({"shown": [None, ["h01-1", "h04-1", "h09-1"]]}, ("impossible", 1)),
        ({"shown": [None, None, None]}, ("bad_count", None)),
        ({"seats": ["A"]}, ("bad_count", None)),
        ({"options": {"selection": "worst"}}, ("bad_option", None)),
        ({"options": {"length": 4}}, ("bad_option", None)),
        ({"options": {"first_dealer": 0}}, ("bad_option", None)),
    ],
)
def test_rounds_that_cannot_be(change: dict, error: tuple) -> None:
    assert refusal_of({**build_round(ONE), **change}) == error


def test_defaults_are_those_of_section_5() -> None:
    assert TOKOTOKO.resolve_options({}) == {
        "variant": "tokotoko",
        "selection": "declared",
        "on_tie": "split",
        "remainder": "nearest_right",
        "length": "single",
        "start_stones": 30,
    }


def to_mekurifuda(code: str) -> str:
    """The mekurifuda of a hanafuda, by the Nagoya order. The phoenix is the 6 of clubs."""
    rank = {11: 2, 12: 6, 6: 11, 2: 12}.get(int(code[1:3]), int(code[1:3]))
    return f"m{'csuo'[int(code[-1]) - 1]}-{rank:02d}"


def to_western(code: str) -> str:
    suit, rank = to_mekurifuda(code)[1], int(to_mekurifuda(code)[3:])
    return {1: "A", 10: "Q", 11: "J", 12: "K"}.get(rank, str(rank)) + {"c": "C", "s": "S", "u": "H", "o": "D"}[suit]


@pytest.mark.parametrize("substitute", [to_mekurifuda, to_western])
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_worked_examples_on_substitutes(path: Path, substitute: Callable) -> None:
    """Section 1.4."""
    _, text, _ = path.read_text(encoding="utf-8").splitlines()
    round_ = read_round(text)
    expected = TOKOTOKO.settle(round_)
    for pile in (*round_["hands"], round_["field"], *filter(None, round_.get("shown", ()))):
        pile[:] = [substitute(code) for code in pile]
    got = TOKOTOKO.settle(round_)
    assert (got.net, [hand.key for hand in got.hands]) == (expected.net, [hand.key for hand in expected.hands])


@pytest.mark.parametrize("code", ["ms-06", "mu-06", "mo-06", "moni", "6S", "6H", "6D", "10C", "joker", "h12-4", "k02"])
def test_a_card_taken_out_is_refused(code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        TOKOTOKO.value([code], "", {})
    assert refusal.value.code == "wrong_deck"


def test_three_or_four_cards_by_themselves() -> None:
    assert TOKOTOKO.value(["h02-1", "h09-1", "h10-1"], "", {}).total == 31
    four = TOKOTOKO.value(["6C", "JC", "2D", "QS"], "", {})
    assert (four.key, four.total, four.reasons[-1].code) == ("9", 19, "best_three")
    yari_tori = {"variant": "yari_tori_tokotoko"}
    for cards, options, code in (
        (["h02-1", "h09-1"], {}, "too_few_cards"),
        (["h02-1", "h02-2", "h02-3", "h02-4", "h01-1"], {}, "too_many_cards"),
        (["h02-1", "h02-2", "h02-3", "h02-4"], yari_tori, "too_many_cards"),
    ):
        with pytest.raises(Refusal) as refusal:
            TOKOTOKO.value(cards, "", options)
        assert refusal.value.code == code


def shuffle_pack(seed: int) -> list[str]:
    pack = list(decks()[TOKOTOKO.decks[seed % 3]].pack())
    random.Random(seed).shuffle(pack)
    return pack


@pytest.mark.parametrize(
    "options",
    [{}, {"selection": "best", "on_tie": "carry_over"}, {"remainder": "carry_over"}, {"remainder": "house_box"}],
)
def test_rounds_played_out_settle(options: dict) -> None:
    outcomes = Counter()
    for seed in range(120):
        seats = 2 + seed % 9
        table = Table(
            tuple("ABCDEFGHIJ"[:seats]), options, (20,) * seats, 5, {"pot": seed % 4, "standing": [2] * seats}
        )
        round_ = TOKOTOKO.simulate_round(shuffle_pack(seed), table)
        assert round_ == TOKOTOKO.simulate_round(shuffle_pack(seed), table)
        got = TOKOTOKO.settle(json.loads(json.dumps(round_)))
        assert sum(got.net) + got.carried + got.house == seed % 4
        assert got.stones == tuple(20 + change for change in got.net)
        outcomes[got.outcome] += 1
    assert set(outcomes) == ({"won", "carried"} if "on_tie" in options else {"won", "split"})


def test_yari_tori_played_out() -> None:
    for seed in range(60):
        round_ = TOKOTOKO.simulate_round(shuffle_pack(seed), Table(("A", "B"), {"variant": "yari_tori_tokotoko"}))
        assert sum(TOKOTOKO.settle(round_).net) == 0


def test_only_the_plant_counts_and_peony_is_pine_plum_is_willow() -> None:
    """Section 4.1: values ten apart are equal, so whole months may be exchanged (examples 9 and 10)."""
    swap = {"01": "06", "06": "01", "02": "11", "11": "02"}
    for seed in range(0, 90, 3):
        table = Table(tuple("ABCD"), {"selection": "best"})
        round_ = TOKOTOKO.simulate_round(shuffle_pack(seed), table)
        other = {**round_, "field": [f"h{swap.get(code[1:3], code[1:3])}{code[3:]}" for code in round_["field"]]}
        other["hands"] = [[f"h{swap.get(code[1:3], code[1:3])}{code[3:]}" for code in hand] for hand in round_["hands"]]
        first, second = TOKOTOKO.settle(round_), TOKOTOKO.settle(other)
        assert (first.net, [hand.key for hand in first.hands]) == (second.net, [hand.key for hand in second.hands])


def test_odds_count_what_is_unseen_before_and_after_the_choice() -> None:
    before, after = (
        TOKOTOKO.odds(cards, [], "", {}, None) for cards in (["h02-1", "h09-1"], ["h02-1", "h09-1", "h01-1", "h10-1"])
    )
    assert (before.unseen, after.unseen) == (43, 41)
    assert [line.key for line in after.sections[0].lines] == ["3"]
    for chances in (before, after):
        assert [section.key for section in chances.sections] == ["digit", "against"]
        assert all(sum(line.probability for line in section.lines) == 1 for section in chances.sections)
    yari_tori = {"variant": "yari_tori_tokotoko"}
    five = TOKOTOKO.odds(["h02-1", "h09-1", "h01-1", "h10-1", "h03-1"], [], "", yari_tori, None)
    assert ([section.key for section in five.sections], five.unseen) == (["against"], 40)


def test_odds_that_cannot_be_counted() -> None:
    pack = list(TOKOTOKO.pack(decks()["hanafuda"], {}))
    yari_tori = {"variant": "yari_tori_tokotoko"}
    for options, own, seen, code in (
        ({}, 3, 0, "no_odds"),
        (yari_tori, 2, 0, "no_odds"),
        ({}, 4, 40, "no_odds"),
        ({}, 2, 40, "no_odds"),
        (yari_tori, 3, 40, "no_odds"),
    ):
        with pytest.raises(Refusal) as refusal:
            TOKOTOKO.odds(pack[:own], pack[own : own + seen], "", options, None)
        assert refusal.value.code == code
    for options, own, seen in (({}, 4, 39), ({}, 2, 39), (yari_tori, 3, 39)):
        assert TOKOTOKO.odds(pack[:own], pack[own : own + seen], "", options, None).sections


def test_asks_what_settle_needs() -> None:
    table = Table(("A", "B"), {}, (9, 9), 4)
    asks = TOKOTOKO.prompts(table)
    assert [ask.path for ask in asks] == ["stake", "hands.1", "hands.0", "field", "shown.1", "shown.0"]
    answers = {"stake": 2, "hands.0": ["h01-1", "h01-2"], "hands.1": ["h03-1", "h03-2"], "field": ["h10-1", "h10-2"]}
    round_ = table.build_round("tokotoko", answers | {"shown.1": ["h03-1", "h10-1", "h10-2"]})
    assert TOKOTOKO.settle(round_).net == (-2, 2)
    assert [ask.path for ask in TOKOTOKO.prompts(Table(("A", "B"), {"selection": "best"}))][-1] == "field"
    yari_tori = TOKOTOKO.prompts(Table(("A", "B"), {"variant": "yari_tori_tokotoko"}))
    assert [(ask.path, ask.minimum) for ask in yari_tori] == [("stake", 1), ("hands.1", 3), ("hands.0", 3)]

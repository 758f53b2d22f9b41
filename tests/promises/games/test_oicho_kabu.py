"""Oicho-Kabu: an oracle, refusals in order, house rules, prompts."""

import json
import random
from collections import Counter
from fractions import Fraction

import pytest

from scorer.api import count_odds
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.games import game
from scorer.rules.play.practice import Task
from scorer.rules.prompts import PromptKind, Table
from scorer.session.samples import sample_session
from scorer.texts import Text

KABU = game("oicho-kabu")
SHAPES = [
    {},
    {"tie": "dealer_wins", "specials": "shared", "pair_may_draw": True},
    {"third_card": "free", "dealer_arashi": "arashi", "arashi_pays": 3},
    {"specials": "off", "dealer_third": "same", "dealer_change": "loses_all"},
    {"special_order": "any", "specials_beat_arashi": False, "pair_may_draw": True, "domae": 12},
    {"specials": "shared", "specials_beat_arashi": False, "dealer_arashi": "arashi", "dealer_change": "loses_all"},
    {"dealer_zero": "push", "dealer_change": "rotate", "third_card": "free"},
    {"dealer_zero": "pays_all", "specials": "shared", "third_card": "free", "arashi_pays": 3},
    {"dealer_zero": "pays_all", "dealer_arashi": "arashi", "tie": "dealer_wins", "dealer_change": "loses_all"},
]


def play_rounds(options: dict, count: int = 60) -> list[dict]:
    """Random rounds with each deck in turn. Some dealers get special hands."""
    found = []
    for seed in range(count):
        deck = KABU.decks[seed % 4]
        session = sample_session(KABU, options, seats=2 + seed % 10, deck=deck)
        pack = list(KABU.pack(decks()[deck], session.options))
        random.Random(seed).shuffle(pack)
        round_ = KABU.simulate_round(pack, session.table())
        if deck == "kabufuda" and seed % 3 == 0:
            give_to_dealer(round_, GIVEN[seed // 3 % len(GIVEN)])
        found.append(round_)
    return found


GIVEN = [["k09", "k01"], ["k04", "k01"], ["k01s", "k04"], ["k03", "k03", "k03"]]
GIVEN += [["k09", "k08", "k03"], ["k10", "k10", "k10"], ["k10", "k10"]]
"""Dealers with special hands, an arashi, and a 0 of three cards and of two."""


def give_to_dealer(round_: dict, dealer: list[str]) -> None:
    """Give the dealer these cards unless they lie elsewhere."""
    used = Counter(code for hand in round_["table"] for code in hand)
    if all(used[code] + times <= decks()["kabufuda"].copies[code] for code, times in Counter(dealer).items()):
        round_["dealer"] = dealer


RANK = {"A": 1} | {str(number): number for number in range(2, 11)}


def rank_of(code: str) -> int:
    return RANK[code[:-1]] if code[-1] in "SHDC" else int(code[-2:] if code[0] == "m" else code[1:3])


def settle_by_rule_book(  # noqa: C901  a rule book has branches
    round_: dict,
) -> tuple[list[int], list, list, int]:
    """Net, classes, results and next dealer by sections 5 to 7, implemented again."""
    agreed = {**KABU.resolve_options({}), **round_["options"]}
    shared, off = agreed["specials"] == "shared", agreed["specials"] == "off"

    def pair(ranks: list[int], first: int) -> bool:
        return ranks == [first, 1] or (agreed["special_order"] == "any" and ranks == [1, first])

    his = [rank_of(code) for code in round_["dealer"]]
    special = not off and (pair(his, 9) or (not shared and pair(his, 4)))
    his_arashi = agreed["dealer_arashi"] == "arashi" and len(his) == 3 and min(his) == max(his)
    net, classes, results, lost_all = [0] * len(round_["seats"]), [], [], True
    for number, hand in enumerate(round_["table"]):
        stakes = [row[number] for row in round_["bets"]] if round_["bets"][0] else []
        if not sum(stakes):
            classes.append(None)
            results.append(None)
            continue
        mine = [rank_of(code) for code in hand]
        arashi = len(mine) == 3 and min(mine) == max(mine)
        shippin = shared and pair(mine, 4)
        x, y = sum(mine) % 10, sum(his) % 10
        zero = agreed["dealer_zero"] if y == 0 and len(his) == 3 and not his_arashi else "zero"
        if zero == "push":
            factor = 0
        elif special and not (arashi and not agreed["specials_beat_arashi"]):
            factor = -2 if shared else -1
        elif arashi:
            factor = -1 if his_arashi and y > x else agreed["arashi_pays"]
        elif his_arashi:
            factor = -1
        elif shippin:
            factor = 2
        elif zero == "pays_all":
            factor = 1
        elif x == y:
            factor = 0 if agreed["tie"] == "push" else -1
        else:
            factor = 1 if x > y else -1
        classes.append("arashi" if arashi else "shippin" if shippin else str(x))
        results.append("won" if factor > 0 else "lost" if factor else "push")
        lost_all = lost_all and factor > 0
        for seat, stake in enumerate(stakes):
            net[seat] += factor * stake
            net[0] -= factor * stake
    moves = agreed["dealer_change"] == "rotate" or (
        agreed["dealer_change"] == "loses_all" and lost_all and any(results)
    )
    return net, classes, results, int(moves)


@pytest.mark.parametrize("options", SHAPES, ids=str)
def test_the_oracle_agrees(options: dict) -> None:
    for round_ in play_rounds(options):
        round_["bets"][0] = [0, 0, 0, 0]
        try:
            got = KABU.settle(json.loads(json.dumps(round_))).as_json()
        except Refusal as refusal:
            against_rule = (refusal.seat, options.get("dealer_third")) == (0, "same")
            if not against_rule:  # a hand given to the dealer may be against the rules
                raise
            continue
        net, classes, results, dealer = settle_by_rule_book(round_)
        assert (got["net"], got["table_classes"], got["table_results"]) == (net, classes, results)
        assert got["next_dealer"] == dealer
        assert got["winners"] == [seat for seat, change in enumerate(net) if change > 0]
        assert got["hands"][0]["total"] == sum(map(rank_of, round_["dealer"])) % 10
        assert [hand["class"] for hand in got["hands"][1:]] == [None] * (len(net) - 1)


def test_bettors_may_change_places_and_hands_too() -> None:
    """Nets follow the bettors. The order of hands on the table does not matter."""
    for seed, round_ in enumerate(play_rounds({}, 24)):
        first = KABU.settle(round_)
        chance, seats = random.Random(seed), list(range(1, len(round_["seats"])))
        chance.shuffle(seats)
        hands = chance.sample(range(4), 4)
        order = [0, *seats]
        moved = {
            **round_,
            "table": [round_["table"][number] for number in hands],
            "bets": [[(round_["bets"][seat] or [0] * 4)[number] for number in hands] for seat in order],
        }
        second = KABU.settle(moved)
        assert second.net == tuple(first.net[seat] for seat in order)
        assert sum(second.net) == 0


PLAYED = {
    "game": "oicho-kabu",
    "seats": ["Aki", "Emi", "Jun"],
    "dealer": ["k03", "k04"],
    "table": [["k02", "k06"], ["k10", "k07"], ["k05", "k04"], ["k08", "k08"]],
    "bets": [[0, 0, 0, 0], [5, 0, 0, 0], [0, 3, 0, 2]],
}


def refusal_of(change: dict) -> tuple[str, int | None]:
    with pytest.raises(Refusal) as refusal:
        KABU.settle({**PLAYED, **change})
    assert refusal.value.message.en
    assert not refusal.value.message.ja.isascii()
    return refusal.value.code, refusal.value.seat


TABLE = PLAYED["table"]


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"seats": ["Aki"]}, ("bad_count", None)),
        ({"seats": [str(seat) for seat in range(12)]}, ("bad_count", None)),
        ({"table": TABLE[:3]}, ("bad_count", None)),
        ({"table": None}, ("bad_count", None)),
        ({"bets": None}, ("bad_count", None)),
        ({"bets": PLAYED["bets"][:2]}, ("bad_count", None)),
        ({"bets": [[0] * 4, [1] * 3, [0] * 4]}, ("bad_count", 1)),
        ({"bets": [[0] * 4, None, [0] * 4]}, ("bad_count", 1)),
        ({"bets": [[0] * 4, [1, -1, 0, 0], [0] * 4]}, ("impossible", 1)),
        ({"bets": [[0] * 4, [0] * 4, [True, 0, 0, 0]]}, ("impossible", 2)),
        ({"bets": [[0] * 4, [0] * 4, [1.5, 0, 0, 0]]}, ("impossible", 2)),
        ({"bets": [[0] * 4, [0] * 4, [10**10, 0, 0, 0]]}, ("impossible", 2)),
        ({"bets": [[1, 0, 0, 0], [0] * 4, [0] * 4]}, ("impossible", 0)),
        ({"options": {"domae": 9}}, ("impossible", None)),
        ({"options": {"domae": 0}}, ("bad_option", None)),
        ({"options": {"arashi_pays": 0}}, ("bad_option", None)),
        ({"options": {"tie": True}}, ("bad_option", None)),
        ({"options": {"length": 12}}, ("bad_option", None)),
        ({"dealer": ["k03"]}, ("too_few_cards", 0)),
        ({"dealer": None}, ("too_few_cards", 0)),
        ({"dealer": ["k03", "k04", "k01", "k02"]}, ("too_many_cards", 0)),
        ({"dealer": ["k09", "k01", "k02"]}, ("hand_played_on", 0)),
        ({"dealer": ["k03", "k03"], "options": {"dealer_third": "same"}}, None),
        ({"dealer": ["k01", "k02"], "options": {"dealer_third": "same"}}, ("too_few_cards", 0)),
        ({"dealer": ["k04s", "k03", "k01"], "options": {"dealer_third": "same"}}, ("hand_played_on", 0)),
        ({"table": [["k02"], *TABLE[1:]]}, ("too_few_cards", None)),
        ({"table": [["k02", "k01"], *TABLE[1:]]}, ("too_few_cards", None)),
        ({"table": [*TABLE[:2], ["k02"], TABLE[3]]}, None),
        ({"table": [*TABLE[:2], None, TABLE[3]]}, None),
        ({"table": [*TABLE[:2], ["k01"] * 3 + ["k02"], TABLE[3]]}, ("too_many_cards", None)),
        ({"table": [*TABLE[:2], ["k09", "k09", "k02"], TABLE[3]]}, ("hand_played_on", None)),
        ({"table": [["k04", "k01", "k02"], *TABLE[1:]], "options": {"specials": "shared"}}, ("hand_played_on", None)),
        ({"table": [["k04", "k01", "k02"], *TABLE[1:]]}, None),
        ({"table": [["kblank", "k06"], *TABLE[1:]]}, ("wrong_deck", None)),
        ({"table": [["h02-1", "k06"], *TABLE[1:]]}, ("wrong_deck", None)),
        ({"table": [["k11", "k06"], *TABLE[1:]]}, ("unknown_card", None)),
        ({"dealer": ["k04s", "k04s"]}, ("duplicate_card", 0)),
        ({"dealer": "k04"}, ("bad_round", 0)),
        ({"table": [TABLE[0], 7, *TABLE[2:]]}, ("bad_round", None)),
    ],
)
def test_rounds_that_cannot_be(change: dict, error: tuple | None) -> None:
    if error is None:
        assert sum(KABU.settle({**PLAYED, **change}).net) == 0
    else:
        assert refusal_of(change) == error


@pytest.mark.parametrize("code", ["h11-1", "h12-4", "kblank", "QS", "KD", "joker", "moni", "mc-11", "d01"])
def test_a_card_taken_out_is_refused(code: str) -> None:
    with pytest.raises(Refusal, match="wrong_deck"):
        KABU.value([code, code], "table", {})


def test_of_several_defects_the_first_in_the_promised_order_is_named() -> None:
    """Options, then cards (unknown, wrong deck, twice), then numbers, then what is impossible."""
    defects = [
        ({"options": {"tie": "never"}}, "bad_option"),
        ({"dealer": ["k99", "k01"]}, "unknown_card"),
        ({"table": [["h02-1", "k02"], *TABLE[1:]]}, "wrong_deck"),
        ({"table": [["k04s", "k04s"], *TABLE[1:]]}, "duplicate_card"),
        ({"seats": ["Aki"]}, "bad_count"),
        ({"bets": [[0] * 4, [-1] * 4, [0] * 4]}, "impossible"),
    ]
    for place, (one, code) in enumerate(defects):
        for other, _ in defects[place + 1 :]:
            if not set(one) & set(other):
                assert refusal_of({**other, **one})[0] == code
    both = [["k04s", "k04s"], ["h02-1", "k02"], *TABLE[2:]]
    assert refusal_of({"table": both}) == ("wrong_deck", None)


def test_defaults_are_those_of_section_8() -> None:
    assert KABU.resolve_options({}) == {
        "tie": "push",
        "third_card": "three_and_seven",
        "pair_may_draw": False,
        "dealer_third": "free",
        "arashi_pays": 2,
        "dealer_arashi": "plain",
        "specials": "dealer",
        "specials_beat_arashi": True,
        "special_order": "strict",
        "domae": "none",
        "dealer_change": "fixed",
        "dealer_zero": "zero",
    }


def test_one_hand_by_itself() -> None:
    assert KABU.value(["k09", "k01"], "dealer", {}).key == "kuppin"
    on_table = KABU.value(["k09", "k01"], "", {})
    assert (on_table.key, on_table.total, on_table.reasons[-1].code) == ("0", 0, "must_draw")
    assert KABU.value(["AS", "5D", "7C"], "table", {}).total == 3
    for cards, role, code in (
        (["k09"], "table", "too_few_cards"),
        (["k01", "k02", "k03", "k04"], "table", "too_many_cards"),
        (["k04", "k04", "k04"], "table", "hand_played_on"),
        (["k04", "k01", "k02"], "dealer", "hand_played_on"),
    ):
        with pytest.raises(Refusal, match=code):
            KABU.value(cards, role, {})


def test_odds_of_one_hand() -> None:
    either = KABU.odds(["k02", "k04"], [], "", {}, None)
    assert [section.key for section in either.sections] == ["third", "stand_3", "draw_3", "stand_6", "draw_6"]
    next_card = either.as_json()["sections"][1]
    assert next_card["average"] == {"exact": "-7/333", "decimal": -0.021021}
    assert [section.key for section in KABU.odds(["k09", "k08"], [], "table", {}, 6).sections] == ["stand_6"]
    dealer = KABU.odds(["k09", "k08"], [], "dealer", {}, None)
    assert [section.key for section in dealer.sections] == ["third"]
    assert KABU.odds(["k09", "k01"], [], "dealer", {}, None).sections == ()
    for cards, aim in ((["k02"], None), (["k02", "k04"], 5), (["k01", "k02", "k03", "k04"], None)):
        with pytest.raises(Refusal, match="no_odds"):
            KABU.odds(cards, [], "table", {}, aim)
    pack = list(KABU.pack(decks()["kabufuda"], {}))
    with pytest.raises(Refusal, match="no_odds"):
        KABU.odds(pack[:2], pack[2:37], "table", {}, None)
    assert KABU.odds(pack[:2], pack[2:36], "table", {}, None).unseen == 4


def test_odds_against_cards_that_the_dealer_shows() -> None:
    body = {"game": "oicho-kabu", "cards": ["k02", "k06"], "role": "table", "aim": 3}
    (against,) = count_odds({**body, "dealer": ["k09", "k01"]}).sections
    assert [line.probability for line in against.lines] == [0, 0, 1]
    decided = count_odds({**body, "dealer": ["k02", "k02", "k03"]})
    assert (decided.unseen, [line.probability for line in decided.sections[0].lines]) == (35, [1, 0, 0])
    with pytest.raises(Refusal, match="duplicate_card"):
        count_odds({**body, "dealer": ["k02", "k02", "k02", "k02"]})
    with pytest.raises(Refusal, match="no_odds"):
        count_odds({**body, "dealer": ["k03", "k03", "k03", "k05"]})


def test_what_the_page_asks_settles() -> None:
    table = Table(("Aki", "Emi", "Jun"), {"domae": 20})
    asks = KABU.prompts(table)
    paths = [ask.path for ask in asks]
    assert paths[:6] == ["table.0", "table.1", "table.2", "table.3", "dealer", "bets.1.0"]
    assert [ask.maximum for ask in asks if ask.kind is PromptKind.NUMBER] == [20] * 8
    answers = {f"table.{number}": hand for number, hand in enumerate(TABLE)}
    round_ = table.build_round("oicho-kabu", {**answers, "dealer": ["k03", "k04"], "bets.1.0": 5, "bets.2.1": 3})
    assert round_["bets"][0] is None
    with pytest.raises(Refusal, match="bad_count"):
        KABU.settle(round_)
    whole = {ask.path: 0 for ask in asks if ask.kind is PromptKind.NUMBER}
    settled = KABU.settle(table.build_round("oicho-kabu", {**answers, **whole, "dealer": ["k03", "k04"]}))
    assert settled.reasons[0].code == "no_bets"


@pytest.mark.parametrize(
    ("cards", "options", "answer", "why"),
    [
        (("k02", "k01"), {}, "must be", "3 or less"),
        (("k02", "k04"), {}, "may be", "4 to 6"),
        (("k09", "k09"), {}, "must not", "7 or more"),
        (("k09", "k09"), {"pair_may_draw": True}, "may be", "two equal cards"),
        (("k04", "k01"), {"specials": "shared"}, "must not", "after shippin"),
    ],
)
def test_the_drill_of_the_third_card(cards: tuple[str, ...], options: dict, answer: str, why: str) -> None:
    drill = KABU.practice[0]
    solved = drill.solve(KABU, sample_session(KABU, options).table(), Task(cards, Text("", "")))
    assert answer in solved.right.en
    assert why in solved.explanation[1].en
    assert len(solved.wrong) == 2


def test_the_drill_of_counted_odds_names_what_brings_more() -> None:
    drill = next(practice for practice in KABU.practice if practice.key == "odds")
    table = sample_session(KABU).table()
    task = next(iter(drill.generate_tasks(KABU, table, KABU.pack(decks()["kabufuda"], {}))))
    solved = drill.solve(KABU, table, task)
    by_key = {section.key: section.average for section in KABU.odds(task.cards, [], "table", {}, 3).sections}
    assert isinstance(by_key["draw_3"], Fraction)
    assert solved.right.en.startswith("with a" if by_key["draw_3"] > by_key["stand_3"] else "without")


def test_a_settlement_says_what_every_bet_brought() -> None:
    got = KABU.settle({**PLAYED, "options": {"tie": "dealer_wins"}})
    assert [reason.text.en for reason in got.hands[2].reasons] == [
        "Hand 2: the bet of 3 loses, −3",
        "Hand 4: the bet of 2 loses, −2",
    ]
    assert got.hands[1].reasons[0].text.en == "Hand 1: the bet of 5 wins, +5"
    assert "agreed: the dealer wins" in got.reasons[1].text.en
    assert [pay.reason.text.en for pay in got.transfers] == ["Hand 1 +5", "Hand 2 −3, hand 4 −2"]

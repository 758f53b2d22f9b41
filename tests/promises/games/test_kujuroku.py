"""Kujuroku: worked examples by row, and properties of every round."""

import random
from fractions import Fraction
from itertools import combinations

import pytest

from scorer.api import count_odds
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.games.kujuroku import GAME
from scorer.games.kujuroku.yaku import CONFIGS, chip_score, find_yaku, pack_of, select_paid_yaku
from scorer.rules.prompts import Table
from scorer.session.events import RoundSettled, RoundUndone
from scorer.session.reducer import apply
from scorer.session.samples import sample_session

DAINI = pack_of("daini", jizo=False)
NAMES = ("D", "2", "3", "4")


def build_round(piles, *, players=4, ended_by="empty", oni=None, **more):
    options = {"players": players, **more.pop("options", {})}
    round_ = {"game": "kujuroku", "options": options, "seats": list(NAMES[:players]), "piles": piles}
    return round_ | {"ended_by": ended_by} | ({"oni": oni} if oni else {}) | more


def refusal_code(round_):
    with pytest.raises(Refusal) as caught:
        GAME.settle(round_)
    assert caught.value.message.en
    assert caught.value.message.ja
    return caught.value.code


def split_pack(sums, *, left_play=False, jizo=False, fits=lambda piles: True):
    """Piles with these card points and no dekiyaku: the first fit by subset sums over the shuffled pack."""
    pack = pack_of("daini", jizo=jizo)
    rng = random.Random(96)
    while True:
        cards = [code for code in pack.cards if not (left_play and code == pack.oni)]
        rng.shuffle(cards)
        piles = []
        for target in sums[:2]:
            reach = {0: ()}
            for place, code in enumerate(cards):
                reach = {at + pack.card_points[code]: (*way, place) for at, way in reach.items()} | reach
            taken = reach.get(target, ())
            piles.append([cards[place] for place in taken])
            cards = [code for place, code in enumerate(cards) if place not in taken]
        piles.append(cards)
        made = any(find_yaku(config, pack.count_marks(pile)) for config in CONFIGS for pile in piles)
        if tuple(map(pack.total_points, piles)) == tuple(sums) and not made and fits(piles):
            return piles


@pytest.mark.parametrize(
    ("points", "chips"),
    [
        (116, 3),
        (115, 2),
        (106, 2),
        (105, 1),
        (96, 1),
        (95, -1),
        (86, -1),
        (85, -2),
        (76, -2),
        (75, -3),
        (0, -3),
        (300, 3),
    ],
)
def test_edges_of_the_chip_scores(points, chips):
    """Rows 2, 3, 4, 8, 12, 13, 14 and 15."""
    assert chip_score(points) == chips


def test_row_19_the_leftover_is_worth_its_points():
    pile = ["d01", "d01", "d02", "d02", "d10", "d10", "d04", "d04", "doni", "d07", "d07"]
    assert GAME.value(pile, "", {}).total == 94
    rest = list(DAINI.cards)
    for code in pile:
        rest.remove(code)
    mine = pile[:-1]
    others = [[*rest[0::2]], [*rest[1::2]]]
    named, silent = (
        GAME.settle(build_round([mine, *others], oni={"took": 7}, **more)) for more in ({"leftover": "d07"}, {})
    )
    assert named == silent
    assert named.hands[0].total == 94
    assert [reason.code for reason in named.hands[0].reasons] == ["card_points", "leftover", "chip_score"]


def test_row_20_points_of_a_pile():
    pile = ["d01s", "d01", "d01", "d01", "d02", "d02", "d02", "d02", "d10", "d10"]
    hand = GAME.value(pile, "", {})
    assert (hand.key, hand.total) == ("points", 100)


FOURS, THREES = ["d04s", "d04", "d04", "d04"], ["d03s", "d03", "d03", "d03"]


def test_row_36_only_a_certain_leftover_completes_a_dekiyaku():
    piles = [["d10", "d10"], ["doni", "d04", "d04s", "d04"], []]
    assert GAME.settle(build_round(piles, ended_by="yaku", oni={"took": 4})).hands[1].key == "shi_dan"
    # Two 4s on no pile: which of them is left over is not certain yet.
    piles[1].remove("d04")
    assert refusal_code(build_round(piles, ended_by="yaku", oni={"took": 4})) == "impossible"


def test_row_37_four_of_a_number_is_a_misdeal():
    field = ["d05", "d05", "d05", "d05", "d02", "d09"]
    round_ = {"game": "kujuroku", "seats": list(NAMES), "field": field, "stones": [30, 30, 30, 30], "rounds_left": 1}
    got = GAME.settle(round_)
    assert (got.outcome, got.net, got.next_dealer, got.over) == ("misdeal", (0, 0, 0, 0), 0, False)


@pytest.mark.parametrize(
    ("row", "field", "jizo", "takes"),
    [
        (38, ["doni", "d03", "d03s", "d03", "d08", "d10"], False, ["Oni and one field card", "two of the three cards"]),
        ("3.3", ["d09", "d03", "d03s", "d03", "d08", "d10"], False, ["two of the three cards"]),
        ("3.3", ["d09", "d07", "d03s", "d03", "d08", "d10"], False, []),
        ("7.2", ["djizo", "d07", "d03s", "d03", "d08", "d10"], True, ["Jizo"]),
        (
            "7.2",
            ["djizo", "doni", "d03s", "d03", "d03", "d10"],
            True,
            ["Oni and Jizo and no other", "two of the three"],
        ),
    ],
)
def test_opening_field_that_is_played(row, field, jizo, takes):
    got = GAME.settle({"game": "kujuroku", "options": {"jizo": jizo}, "seats": list(NAMES), "field": field})
    assert (got.outcome, got.next_dealer, got.over) == ("play_on", 0, False), row
    lines = [reason.text.en for reason in got.reasons if reason.code == "dealer_takes"]
    assert len(lines) == len(takes), row
    assert all(take in line for take, line in zip(takes, lines, strict=True)), row


def test_row_39_jizo_has_the_points_of_oni():
    piles = split_pack((100, 100, 100), jizo=True, fits=lambda piles: {"doni", "djizo"} <= set(piles[2]))
    got = GAME.settle(build_round(piles[::-1], options={"jizo": True}))
    assert (got.net, got.outcome, got.next_dealer) == ((0, 0, 0, 0), "draw", 0)
    assert GAME.value(["doni", "djizo"], "", {"jizo": True}).total == 12


def play_evening(*rounds, players=4):
    """The session after these rounds, each with the seats and the carry of its turn."""
    session = sample_session(GAME, {"players": players}, seats=players)
    for piles in rounds:
        table = session.table()
        round_ = table.build_round("kujuroku", {"piles": piles, "ended_by": "empty"})
        session = apply(session, RoundSettled(round_, GAME.settle(round_).as_json()))
    return session


LOST, KEPT = split_pack((97, 108, 95)), split_pack((108, 97, 95))


def test_row_40_three_players_nobody_rests():
    assert play_evening(LOST, players=3).seat_order == (1, 2, 0)


def test_row_7_the_dealer_rests_and_the_fourth_comes_in_third():
    assert play_evening(LOST).seat_order == (1, 2, 3, 0)
    assert play_evening(KEPT).seat_order == (0, 1, 2, 3)


def test_row_41_the_game_ends_when_all_have_lost_the_deal():
    session = play_evening(LOST, LOST, KEPT, LOST)
    assert (session.over, session.table().extra) == (False, {"deals_lost": 3})
    kept, lost = (play_evening(LOST, LOST, KEPT, LOST, piles) for piles in (KEPT, LOST))
    assert not kept.over
    assert lost.over
    back = apply(session, RoundUndone(session.event_count))
    assert back.table().extra == {"deals_lost": 2}
    assert play_evening(LOST, LOST, LOST, players=3).over


# --- What the settings do -------------------------------------------------------------------------------------------


def test_the_deck_on_the_table_names_its_cards():
    hand = GAME.value(["h11-4", "h04-1", "h04-2", "h04-3", "h04-4"], "", {})
    assert hand.reasons[0].text.en == (
        "Shi-Dan in configuration A: four wisteria + Oni (willow, lightning); worth 12 from each"
    )
    san = GAME.value(["d03s", "d03", "d03", "d03"], "", {"config": "D"})
    assert san.reasons[0].text.en == "San Shima in configuration D: four 3s; worth 10 from each"


def test_card_points_are_set_against_par_only_when_they_count():
    by_yaku = GAME.settle(build_round([FOURS, ["d10", "d10"], []], ended_by="yaku"))
    assert [reason.code for reason in by_yaku.hands[1].reasons] == ["card_points"]
    assert [reason.code for reason in GAME.value(["d10", "d10"], "", {}).reasons] == ["card_points", "chip_score"]


def test_sum_of_listed_pays_what_replaces_nothing():
    pile = ["doni", "d01s", "d04s", *THREES]
    best, both = (
        GAME.settle(build_round([pile, [], []], ended_by="yaku", options={"yaku_pay": pay}))
        for pay in ("highest", "sum_of_listed")
    )
    assert best.net == (16, -8, -8, 0)
    assert both.net == (28, -14, -14, 0)
    assert best.hands[0].key == both.hands[0].key == "danjoo"
    assert [reason.code for reason in best.hands[0].reasons] == ["danjoo", "not_paid", "card_points"]
    assert [reason.code for reason in both.hands[0].reasons] == ["san", "danjoo", "card_points"]


@pytest.mark.parametrize("config", CONFIGS)
def test_a_composite_is_never_paid_beside_its_parts(config):
    everything = CONFIGS[config]
    assert select_paid_yaku(everything, "highest") == everything[-1:]
    assert sum(yaku.stones_each for yaku in select_paid_yaku(everything, "sum_of_listed")) == everything[-1].stones_each


def test_settle_at_end_pays_dekiyaku_on_top_of_the_count():
    piles = [[], [*FOURS, *THREES], []]
    rest = list(DAINI.cards)
    for code in piles[1]:
        rest.remove(code)
    piles[0], piles[2] = rest[:16], rest[16:]
    options = {"yaku_mode": "settle_at_end", "config": "C"}
    got = GAME.settle(build_round(piles, options=options, stones=[30] * 4))
    points = [hand.total for hand in got.hands]
    assert points[1] is None
    assert got.hands[1].key == "shi_san"
    by_count = [pay for pay in got.transfers if pay.reason.code != "yaku_paid"]
    assert [(pay.giver, pay.taker, pay.stones) for pay in got.transfers if pay not in by_count] == [
        (0, 1, 10),
        (2, 1, 10),
    ]
    assert "yaku_at_end" in [reason.code for reason in got.reasons]
    assert refusal_code(build_round(piles, ended_by="yaku", options=options)) == "impossible"
    # The same piles where a dekiyaku ends the round: such piles could not have been counted.
    assert refusal_code(build_round(piles, options={"config": "C"})) == "impossible"


def test_a_dealer_with_a_dekiyaku_keeps_the_deal_at_the_end():
    piles = [[*THREES], [], []]
    rest = [code for code in DAINI.cards if code not in THREES]
    piles[1], piles[2] = rest[::2], rest[1::2]
    got = GAME.settle(build_round(piles, options={"yaku_mode": "settle_at_end", "config": "C"}))
    assert [sum(map(DAINI.card_points.get, pile)) for pile in piles[1:]] == [150, 138]
    assert (got.net, got.next_dealer) == ((-6 + 12, 3 - 6, 3 - 6, 0), 0)


def test_who_plays_on_for_more_lets_the_dekiyaku_go():
    piles = [[*THREES], [], []]
    rest = [code for code in DAINI.cards if code not in THREES]
    piles[1], piles[2] = rest[::2], rest[1::2]
    got = GAME.settle(build_round(piles, options={"yaku_check": "may_continue"}))
    assert got.hands[0].key == "points"
    assert "let_go" in [reason.code for reason in got.reasons]


def test_of_two_who_may_continue_the_one_who_ends_is_paid():
    piles = [THREES, FOURS, ["d10", "d10"]]
    options = {"yaku_check": "may_continue"}
    got = GAME.settle(build_round(piles, ended_by="yaku", options=options, maker=1))
    assert (got.winners, got.net, got.next_dealer) == ((1,), (-4, 8, -4, 0), 1)
    assert got.hands[0].key == "points"
    assert refusal_code(build_round(piles, ended_by="yaku", options=options)) == "bad_count"
    with pytest.raises(Refusal) as refused:
        GAME.settle(build_round(piles, ended_by="yaku", options=options, maker=2))
    assert (refused.value.code, refused.value.seat) == ("impossible", 2)
    alone = GAME.settle(build_round([THREES, [], []], ended_by="yaku", options=options))
    assert alone.winners == (0,)


def test_two_makers_only_where_one_turn_brings_both():
    assert refusal_code(build_round([THREES, FOURS, []], ended_by="yaku")) == "impossible"
    # The dealer's second capture, a pair of bakatsun, leaves I-tsun to the holder of Oni.
    piles = [[*THREES, "d01", "d01"], ["doni", "d01", "d04s", "d04"], []]
    got = GAME.settle(build_round(piles, ended_by="yaku", oni={"took": 1}))
    assert (got.winners, got.net, got.next_dealer) == ((0, 1), (12 - 8, 16 - 6, -6 - 8, 0), 0)


@pytest.mark.parametrize(
    ("config", "pile", "possible"),
    [
        ("C", [*FOURS, *THREES], False),
        ("D", [*THREES, "d01s", "d04s"], False),
        ("A", ["doni", *FOURS, *THREES], False),
        ("A", ["doni", *FOURS, "d01s"], True),
        ("C", [*THREES, "d01s", "d04s"], True),
        ("A", ["doni", "d01s", "d04s", *THREES], True),
    ],
)
def test_per_capture_two_whole_sets_never_come_together(config, pile, possible):
    round_ = build_round([pile, [], []], ended_by="yaku", options={"config": config, "yaku_check": "each_capture"})
    if possible:
        assert GAME.settle(round_).outcome == "yaku"
    else:
        assert refusal_code(round_) == "impossible"


def test_end_game_ends_with_the_first_debt():
    round_ = build_round([FOURS, [], []], ended_by="yaku", stones=[30, 3, 30, 30])
    assert not GAME.settle(round_).over
    got = GAME.settle(round_ | {"options": {"debt": "end_game"}})
    assert (got.over, got.stones, got.game_winners) == (True, (38, -1, 26, 30), (0,))


def test_rounds_left_ends_the_game():
    got = GAME.settle(build_round([FOURS, [], []], ended_by="yaku", stones=[30] * 4, rounds_left=1))
    assert (got.over, got.next_dealer, got.game_winners) == (True, None, (0,))


# --- What cannot be -------------------------------------------------------------------------------------------------

FULL = split_pack((100, 100, 100))


@pytest.mark.parametrize(
    ("code", "round_"),
    [
        ("bad_count", build_round(FULL, players=3) | {"seats": list(NAMES)}),
        ("bad_count", build_round(FULL) | {"seats": list(NAMES[:3])}),
        ("bad_count", build_round(FULL[:2])),
        ("bad_round", build_round(FULL, ended_by="tired")),
        ("bad_round", build_round(FULL, oni=[7])),
        ("bad_count", build_round(FULL, oni={"took": 11})),
        ("bad_count", build_round(FULL, oni={"took": True})),
        ("bad_round", build_round(FULL, oni={"left_play": 1})),
        ("bad_count", build_round(FULL, oni={"left_play": True})),
        ("bad_count", build_round(FULL, deals_lost=-1)),
        ("impossible", build_round([["d10", "d10"], [], []], ended_by="yaku")),
        ("bad_count", build_round([THREES, [], []], ended_by="yaku", oni={"took": 7})),
        ("bad_count", build_round([THREES, [], []], ended_by="yaku", leftover="d07")),
        ("impossible", build_round([THREES, ["doni", "d08"], []], ended_by="yaku", oni={"took": 7})),
        ("impossible", build_round([THREES, ["doni", "d08"], []], ended_by="yaku", oni={"took": 8}, leftover="d07")),
        ("duplicate_card", build_round([THREES, ["doni", "d03"], []], ended_by="yaku")),
        ("duplicate_card", build_round([[*FULL[0], "doni"], *FULL[1:]])),
        ("wrong_deck", build_round([THREES, ["djizo"], []], ended_by="yaku")),
        ("wrong_deck", build_round([THREES, ["h01-1"], []], ended_by="yaku")),
        ("wrong_deck", build_round([["h11-1"], [], []], ended_by="yaku")),
        ("wrong_deck", build_round([["KS"], [], []], ended_by="yaku")),
        ("wrong_deck", build_round([["mc-01"], [], []], ended_by="yaku")),
        ("wrong_deck", build_round([["k03"] * 4, [], []], ended_by="yaku", options={"config": "B"})),
        ("wrong_deck", build_round([["k03"] * 4, [], []], ended_by="yaku", options={"jizo": True})),
        ("unknown_card", build_round([["d11"], [], []], ended_by="yaku")),
        ("bad_option", build_round(FULL, options={"config": "E"})),
        ("bad_count", {"game": "kujuroku", "seats": list(NAMES), "field": ["d05"] * 4}),
    ],
)
def test_refused(code, round_):
    assert refusal_code(round_) == code


def test_a_leftover_named_too_early_counts_for_nobody():
    piles = [["doni", "d04", "d10", "d10"], THREES, []]
    got = GAME.settle(build_round(piles, ended_by="yaku", oni={"took": 4}, leftover="d04s"))
    assert got.winners == (1,)
    assert got.hands[0].total == 36
    assert "leftover_open" in [reason.code for reason in got.reasons]


def test_a_leftover_that_lies_on_a_pile_is_nobodys_card():
    with pytest.raises(Refusal) as caught:
        GAME.settle(build_round([[], [*FOURS, "doni"], []], ended_by="yaku", oni={"took": 4}, leftover="d04"))
    assert (caught.value.code, caught.value.seat) == ("duplicate_card", None)


def test_the_leftover_alone_tells_what_oni_took():
    piles = [list(pile) for pile in FULL]
    holder = next(pile for pile in piles if "doni" in pile)
    code = next(card for card in holder if holder.count(card) > 1)
    holder.remove(code)
    assert (
        GAME.settle(build_round(piles, leftover=code)).hands
        == GAME.settle(build_round(piles, oni={"took": DAINI.number_of(code)})).hands
    )
    assert refusal_code(build_round(piles)) == "bad_count"


def test_a_card_read_too_few_is_a_counting_error_whichever_it_is():
    piles = [["doni", "d07"], [], []]
    rest = list(DAINI.cards)
    for code in (*piles[0], "d07"):
        rest.remove(code)
    piles[1], piles[2] = rest[::2], rest[1::2]
    options = {"yaku_mode": "settle_at_end"}
    assert GAME.settle(build_round(piles, oni={"took": 7}, options=options)).hands[0].total == 26
    for pile in piles:
        for code in set(pile):
            fewer = [[card for card in each if card != code or each is not pile] for each in piles]
            assert refusal_code(build_round(fewer, oni={"took": 7}, options=options)) == "bad_count"


def test_oni_given_up_for_jizo_leaves_nothing_over():
    """7.3: Oni captures X, then Jizo comes in the same turn: X stays on the field, Oni and Jizo go together."""
    piles = [["doni", "djizo"], [], []]
    rest = [code for code in pack_of("daini", jizo=True).cards if code not in piles[0]]
    piles[1], piles[2] = rest[::2], rest[1::2]
    with_oni, silent = (GAME.settle(build_round(piles, options={"jizo": True}, oni=oni)) for oni in ({"took": 7}, None))
    assert with_oni == silent
    assert with_oni.hands[0].total == 12


def test_a_discarded_oni_leaves_300_with_jizo():
    cards = [code for code in pack_of("daini", jizo=True).cards if code != "doni"]
    piles = [cards[::3], cards[1::3], cards[2::3]]
    got = GAME.settle(build_round(piles, options={"jizo": True}, oni={"left_play": True}))
    assert sum(hand.total for hand in got.hands[:3]) == 300
    assert refusal_code(build_round(piles, options={"jizo": True})) == "bad_count"


# --- Counts of the whole space --------------------------------------------------------------------------------------


def point_sums(total):
    return ((a, b, total - a - b) for a in range(total + 1) for b in range(total - a + 1))


@pytest.mark.parametrize(("total", "counts"), [(300, {1: 27648, 2: 17712, 3: 91}), (288, {1: 27648, 2: 14256, 3: 1})])
def test_how_many_counts_have_how_many_winners(total, counts):
    found = {}
    for points in point_sums(total):
        up = sum(chip_score(each) > 0 for each in points)
        found[up] = found.get(up, 0) + 1
    # All n at 96 or more: distribute the rest freely; then inclusion and exclusion.
    above = [(total - 96 * n + 2) * (total - 96 * n + 1) // 2 for n in range(4)]
    by_formula = {3: above[3], 2: 3 * (above[2] - above[3]), 1: 3 * above[1] - 6 * above[2] + 3 * above[3]}
    assert found == by_formula == counts
    assert sum(counts.values()) == above[0]


BY_CLASS = {
    "A": {
        "shi_dan_san": 2**4,
        "shi_dan": 15 * 2**4,
        "danjoo": 7 * 2**4 * 2**3,
        "san": 2**9 - 2**4 - 7 * 2**3,
        "shi": 15 * 2**4,
    },
    "B": {
        "shi_dan_san": 7 * 2,
        "danjoo": 2**10 - 7,
        "san": 2**9 - 7 * 2 - (2**7 - 7),
        "shi": 15 * 2**4 + 2**3 * 2**4,
    },
    "C": {
        "shi_dan_san": 2**4,
        "dan_san": 7 * 2**4,
        "shi_dan": 7 * 2**4,
        "shi_san": 2**4,
        "danjoo": 7 * 7 * 2**4,
        "san": (15 + 2**3) * 2**4,
        "shi": (15 + 2**3) * 2**4,
    },
    "D": {"nejikomi": 2**7, "danna": 15 * 2**7, "san": 3 * 2**7},
}


@pytest.mark.parametrize("config", CONFIGS)
def test_how_many_piles_have_which_class(config):
    """All 8,192 sets of the thirteen cards in dekiyaku, by brute force and by formula."""
    cards = ["d01s", "d01", "d01", "d01", *THREES, *FOURS, "doni"]
    found = {}
    for size in range(len(cards) + 1):
        for pile in combinations(cards, size):
            key = GAME.value(pile, "", {"config": config}).key
            found[key] = found.get(key, 0) + 1
    assert sum(found.values()) == 2**13
    assert {key: count for key, count in found.items() if key != "points"} == BY_CLASS[config]


# --- Every round ----------------------------------------------------------------------------------------------------


def play_rounds(count, seed, **fixed):
    rng = random.Random(seed)
    choices = {option.key: option.values for option in GAME.options if option.values}
    for _ in range(count):
        options = {key: rng.choice(values) for key, values in choices.items()} | fixed
        options["oni"] = options["oni"] or options["jizo"]  # without Oni there is no Jizo
        kinds = [
            kind for kind in GAME.decks if kind != "kabufuda" or (options["config"] in "AD" and not options["jizo"])
        ]
        options = GAME.resolve_options(options)
        pack = list(GAME.pack(decks()[rng.choice(kinds)], options))
        rng.shuffle(pack)
        table = Table(NAMES[: options["players"]], options, stones=(30,) * options["players"])
        yield GAME.simulate_round(pack, table)


def test_played_rounds_settle_and_reach_every_outcome():
    outcomes, keys = set(), set()
    for round_ in play_rounds(400, 1):
        got = GAME.settle(round_)
        assert sum(got.net) == 0
        assert len(got.hands) == len(round_["seats"])
        outcomes.add(got.outcome)
        keys.update(hand.key for hand in got.hands)
    assert outcomes == {"yaku", "settled", "draw"}  # a misdeal is cut and dealt again
    assert {"shi", "san", "danjoo", "danna", "shi_dan", "points", None} <= keys


def test_play_is_the_same_for_the_same_pack():
    assert list(play_rounds(20, 3)) == list(play_rounds(20, 3))


def test_another_deck_changes_nothing():
    """The same round, card for card, with hanafuda or Western cards settles alike."""

    for round_ in play_rounds(150, 7, players=4, config="C"):
        if "piles" not in round_:
            continue
        jizo = round_["options"]["jizo"]
        kinds = ("daini", "hanafuda", "western")
        packs = {kind: pack_of(kind, jizo=jizo) for kind in kinds}
        mine = next(
            pack for pack in packs.values() if all(code in pack.marks for pile in round_["piles"] for code in pile)
        )
        expected = GAME.settle(round_)
        for pack in packs.values():
            to = {}
            for here, there in zip(
                sorted(mine.cards, key=mine.marks.get),
                sorted(pack.cards, key=pack.marks.get),
                strict=True,
            ):
                to.setdefault(here, []).append(there)
            piles = [[to[code].pop() for code in pile] for pile in round_["piles"]]
            got = GAME.settle(round_ | {"piles": piles})
            assert (got.net, got.next_dealer, got.outcome) == (expected.net, expected.next_dealer, expected.outcome)
            assert [(hand.key, hand.total) for hand in got.hands] == [(hand.key, hand.total) for hand in expected.hands]


def test_who_sits_second_or_third_changes_only_who_is_paid():
    for round_ in play_rounds(200, 11, players=3, yaku_check="end_of_turn"):
        if "piles" not in round_:
            continue
        one, other = GAME.settle(round_), GAME.settle(round_ | {"piles": [round_["piles"][seat] for seat in (0, 2, 1)]})
        assert other.net == tuple(one.net[seat] for seat in (0, 2, 1))
        assert other.next_dealer == one.next_dealer


# --- What may still come --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("config", CONFIGS)
def test_odds_of_dekiyaku_are_those_of_every_card(config):
    """Checked by brute force: a dekiyaku is possible if all unseen cards together complete it."""
    rng = random.Random(config)
    for _ in range(60):
        cards = list(DAINI.cards)
        rng.shuffle(cards)
        mine, gone = cards[: rng.randrange(14)], cards[14 : 14 + rng.randrange(20)]
        unseen = [*cards[len(mine) : 14], *cards[14 + len(gone) :]]
        got = GAME.odds(mine, gone, "", {"config": config}, None)
        assert got.unseen == len(unseen)
        for yaku, line in zip(CONFIGS[config], got.sections[0].lines, strict=True):
            lacks = yaku.missing_marks(DAINI.count_marks(mine))
            possible = yaku.is_complete(DAINI.count_marks([*mine, *unseen]))
            useful = sum(yaku.missing_marks(DAINI.count_marks([*mine, code])) != lacks for code in unseen)
            expected = 1 if not lacks else Fraction(useful, len(unseen)) if possible else 0
            assert line.probability == expected
            assert (line.key, sum(line.faces.values())) == (yaku.key, useful if lacks and possible else 0)


@pytest.mark.parametrize(
    ("pile", "keys"),
    [
        (["d10"], ["step_76", "par"]),
        (["d10"] * 4 + ["d09"] * 4, ["step_86", "par"]),
        (["d10"] * 4 + ["d09"] * 4 + ["d01s"], ["par"]),
        (["d10"] * 4 + ["d09"] * 4 + ["d02"] * 2, ["step_106"]),
        (["d10"] * 4 + ["d09"] * 4 + ["d02"] * 4, []),
        (DAINI.cards, []),
    ],
)
def test_odds_name_par_and_the_next_step(pile, keys):
    got = GAME.odds(pile, (), "", {"config": "D"}, None)
    assert [line.key for line in got.sections[1].lines] == keys


def test_odds_of_a_step_count_pairs():
    pile = ["d10"] * 4 + ["d09"] * 4 + ["d01s"]  # 86 points
    par = GAME.odds(pile, ["d08", "d08", "d08"], "", {}, None).sections[1].lines[0]
    assert par.key == "par"
    # 10 short: pairs of 1, 2, 5, 6, 7 do, the last 8 has no partner; Oni alone does.
    assert par.faces == {"d01": 3, "d02": 4, "d05": 4, "d06": 4, "d07": 4, "doni": 1}
    assert par.probability == Fraction(20, 41 - 9 - 3)


def test_a_misdeal_is_booked_with_empty_piles():
    table = sample_session(GAME, {}).table()
    answers = {"ended_by": "empty", "piles.0": [], "piles.1": [], "piles.2": []}
    field = ["d05", "d05", "d05", "d05", "d02", "d09"]
    assert GAME.settle(table.build_round("kujuroku", {**answers, "field": field})).outcome == "misdeal"
    with pytest.raises(Refusal, match="bad_count"):
        GAME.settle(table.build_round("kujuroku", {**answers, "field": []}))


@pytest.mark.parametrize("mode", ["ends_round", "settle_at_end"])
def test_only_what_may_end_the_round_is_asked(mode):
    ended = GAME.prompts(sample_session(GAME, {"yaku_mode": mode}).table())[0]
    assert ended.values == (("empty", "yaku") if mode == "ends_round" else ("empty",))
    assert len(ended.value_labels) == len(ended.values)


def test_a_maker_paid_at_the_end_is_told_his_score_as_well():
    pack = [card for card in pack_of("daini", jizo=False).cards if card != "doni"]
    piles = [FOURS, [card for card in pack if card not in FOURS], []]
    got = GAME.settle(
        build_round(piles, ended_by="empty", oni={"left_play": True}, options={"yaku_mode": "settle_at_end"})
    )
    assert [reason.code for reason in got.hands[0].reasons][-2:] == ["card_points", "chip_score"]
    assert got.hands[0].total is None


WITHOUT_ONI = {"oni": False}


@pytest.mark.parametrize("kind", GAME.decks)
def test_without_oni_there_are_forty_cards_of_288_points(kind):
    options = GAME.resolve_options(WITHOUT_ONI)
    pack = GAME.pack(decks()[kind], options)
    assert (len(pack), len(set(pack) & {"doni", "kblank", "h11-4", "joker"})) == (40, 0)
    assert sum(GAME.points_of(decks()[kind].faces[code], options) for code in pack) == 288


@pytest.mark.parametrize(
    ("config", "left"),
    [
        ("A", ["san", "shi"]),
        ("B", ["shi_dan_san", "san", "shi"]),
        ("C", ["shi_dan_san", "dan_san", "shi_dan", "shi_san", "danjoo", "san", "shi"]),
        ("D", ["nejikomi", "danna", "san"]),
    ],
)
def test_without_oni_what_needs_him_is_no_class_and_has_no_odds(config, left):
    options = {**WITHOUT_ONI, "config": config}
    agreed = GAME.resolve_options(options)
    assert [each.key for each in GAME.classes_for(agreed) if each.special] == left
    assert len(GAME.payments(agreed)) == len(left) + len(GAME.payments({**agreed, "oni": True})) - len(CONFIGS[config])
    odds = count_odds({"game": "kujuroku", "cards": ["d04s"], "options": options})
    assert {line.key for line in odds.sections[0].lines} == set(left)
    assert odds.unseen == 39


def test_a_count_without_oni_adds_up_to_288_and_asks_nothing_about_him():
    cards = [code for code in pack_of("daini", jizo=False, oni=False).cards if code not in ("d04", "d03")]
    piles = [[*part, "d04", "d03"] for part in (cards[:11], cards[11:22], cards[22:])]
    round_ = {"game": "kujuroku", "options": {**WITHOUT_ONI, "players": 3}, "seats": ["A", "B", "C"], "piles": piles}
    got = GAME.settle({**round_, "ended_by": "empty"})
    assert (sum(hand.total for hand in got.hands), sum(got.net)) == (288, 0)
    with pytest.raises(Refusal, match="bad_count") as caught:
        GAME.settle({**round_, "ended_by": "empty", "piles": [piles[0][1:], *piles[1:]]})
    assert "288" in caught.value.message.en
    for more, code in (
        ({"oni": {"took": 3}}, "bad_count"),
        ({"oni": {"left_play": True}}, "bad_count"),
        ({"piles": [[*piles[0], "doni"], *piles[1:]]}, "wrong_deck"),
        ({"options": {"oni": False, "jizo": True, "players": 3}}, "bad_option"),
    ):
        with pytest.raises(Refusal, match=code):
            GAME.settle({**round_, "ended_by": "empty", **more})
    table = Table(NAMES[:3], GAME.resolve_options(WITHOUT_ONI))
    assert not [prompt.path for prompt in GAME.prompts(table) if prompt.path.startswith("oni")]


def test_rounds_without_oni_are_played_to_their_end_with_two_turns_without_draw():
    ended = 0
    for round_ in play_rounds(60, 5, oni=False, jizo=False):
        got = GAME.settle(round_)
        assert sum(got.net) == 0
        if round_["ended_by"] == "empty":
            ended += 1
            assert sum(map(len, round_["piles"])) == 40
    assert ended

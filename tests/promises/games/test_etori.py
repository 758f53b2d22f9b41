"""Etori: misdeals, trumps, the rotation of the deal, the game's length."""

import random
from collections import Counter
from itertools import combinations

import pytest

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.families.egara.deal import ACES
from scorer.families.egara.tricks import SUITS
from scorer.games.etori import GAME, misdeal_reason
from scorer.rules.prompts import Table
from scorer.session.events import RoundSettled, RoundUndone
from scorer.session.reducer import apply
from scorer.session.samples import sample_session

DEFAULTS = GAME.resolve_options({})


def build_round(counts=(9, 7), aces=("AS",), trump="H", **more):
    rest = [ace for ace in ACES if ace not in aces]
    return {
        "game": "etori",
        "seats": ["P", "Q"],
        "active": [0, 1],
        "dealers": 0,
        "trump": trump,
        "aces": [list(aces), rest],
        "pictures": list(counts),
    } | more


def refusal_code(round_):
    with pytest.raises(Refusal) as caught:
        GAME.settle(round_)
    return caught.value.code


def build_hand(spades, hearts, diamonds, clubs):
    lengths = dict(zip(SUITS, (spades, hearts, diamonds, clubs), strict=True))
    ranks = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
    return [rank + suit for suit, length in lengths.items() for rank in ranks[:length]]


@pytest.mark.parametrize(
    ("row", "lengths", "options", "why"),
    [
        (12, (3, 7, 2, 1), {}, "7 cards of hearts: deal again"),
        (13, (5, 4, 4, 0), {}, "No card of clubs: deal again"),
        (14, (6, 4, 2, 1), {}, None),
        ("5", (3, 7, 2, 1), {"misdeal_long": "off"}, None),
        ("5", (5, 4, 4, 0), {"misdeal_void": False}, None),
        ("5", (13, 0, 0, 0), {"misdeal_void": False, "misdeal_long": "off"}, None),
        ("5", (8, 5, 0, 0), {"misdeal_void": False}, "8 cards of spades: deal again"),
    ],
)
def test_misdeals(row, lengths, options, why):
    """Rows 12 to 14, and the settings that switch them off."""
    found = misdeal_reason(build_hand(*lengths), GAME.resolve_options(options))
    assert (found and found.text.en) == why, row
    value = GAME.value(build_hand(*lengths), "", options)
    assert ("misdeal" in [reason.code for reason in value.reasons]) == (why is not None), row


def test_row_10_a_hand_of_another_size_is_no_deal():
    assert [reason.code for reason in GAME.value(["AS", "4D"], "H", {}).reasons] == ["major", "pictures"]


@pytest.mark.parametrize(
    ("code", "round_"),
    [
        ("impossible", build_round(trump="S", options={"spades_trump": "allowed", "trump_method": "rotate_C_D_H"})),
        ("bad_option", build_round(trump="N")),
        ("bad_option", build_round(options={"target_deals": 0})),
        ("bad_option", build_round(options={"fixed_deals": 5})),
        ("impossible", build_round((1, 15), ("AS", "AH"))),
        ("impossible", build_round((0, 16), ("AS",), "S", options={"spades_trump": "allowed"})),
        ("bad_count", build_round(won=[1])),
        ("bad_count", build_round(won=[-1, 0])),
        ("bad_count", build_round(seats=["P", "Q", "R"])),
        ("wrong_deck", build_round(pictures=None, captured=[["joker"], []])),
    ],
)
def test_refused(code, round_):
    assert refusal_code(round_) == code


def test_spades_as_trumps_where_agreed():
    """The ace of spades is special and the ace of trumps: its side keeps one card, so 15 to 1 is possible."""
    options = {"spades_trump": "allowed", "etori_score": "kakeya_table"}
    got = GAME.settle(build_round((1, 15), ("AS",), "S", options=options))
    assert (got.winners, got.net) == ((1,), (-2, 2))
    none = GAME.settle(build_round((1, 15), ACES, "S", options=options))
    assert (none.hands[1].key, none.net) == ("none", (-4, 4))


@pytest.mark.parametrize(
    ("score", "counts", "aces", "net"),
    [
        ("deals", (16, 0), ACES, (1, -1)),
        ("difference", (16, 0), ACES, (16, -16)),
        ("kakeya_table", (16, 0), ACES, (4, -4)),
        ("difference", (7, 9), ("AS",), (-2, 2)),
        ("kakeya_table", (7, 9), ("AS", "AC", "AD"), (-1, 1)),
        ("kakeya_table", (4, 12), ("AS", "AH"), (-2, 2)),
    ],
)
def test_what_a_deal_counts(score, counts, aces, net):
    assert GAME.settle(build_round(counts, aces, options={"etori_score": score})).net == net


def test_a_tie_won_counts_nothing_by_difference():
    got = GAME.settle(build_round((8, 8), options={"etori_score": "difference", "tie_8_8": "without_speculation_wins"}))
    assert (got.outcome, got.winners, got.net, got.transfers) == ("won", (1,), (0, 0), ())


def play_evening(*counts, **options):
    session = sample_session(GAME, options)
    for each in counts:
        table = session.table()
        trump = table.extra.get("trump", "D")
        answers = {"trump": trump, "aces": [["AS", "AH"], ["AD", "AC"]], "pictures": list(each)}
        round_ = table.build_round("etori", answers)
        session = apply(session, RoundSettled(round_, GAME.settle(round_).as_json()))
    return session


def test_row_16_the_deal_goes_round():
    session = play_evening((9, 7))
    assert session.table().extra == {"active": [0, 1], "dealers": 1, "won": [1, 0]}
    assert play_evening((9, 7), (8, 8)).table().extra["dealers"] == 0


@pytest.mark.parametrize(("dealers", "deals", "leads"), [(0, "Emi", "Aki"), (1, "Aki", "Emi")])
def test_a_settlement_ends_with_who_deals_and_who_leads_next(dealers, deals, leads):
    round_ = play_evening((9, 7)).history[0].round
    last = GAME.settle({**round_, "seats": ["Aki", "Emi"], "dealers": dealers}).reasons[-1]
    assert (last.code, last.section, last.points) == ("next_dealer", "etori 1.1", None)
    assert last.text.en.startswith(f"{deals} deals next")
    assert f"{leads} leads" in last.text.en


def test_five_deals_win_the_game():
    session = play_evening(*[(9, 7), (7, 9), (8, 8)] * 4)
    assert not session.over
    assert session.table().extra["won"] == [4, 4]
    over = play_evening(*[(9, 7), (7, 9), (8, 8)] * 4, (7, 9))
    assert (over.over, over.game_winners) == (True, (1,))
    assert apply(over, RoundUndone(over.event_count)).table().extra["won"] == [4, 4]
    assert play_evening((9, 7), target_deals=1).game_winners == (0,)


def test_a_fixed_number_of_deals_goes_by_points():
    session = play_evening(*[(9, 7)] * 3, fixed_deals=4, target_deals=1, etori_score="difference")
    assert (session.over, session.table().rounds_left) == (False, 1)
    over = play_evening(*[(9, 7)] * 3, (2, 14), fixed_deals=4, etori_score="difference")
    assert (over.over, over.game_winners, over.stones) == (True, (1,), (-6, 6))


def test_trumps_go_round_or_stay():
    trumps = [play_evening(*[(8, 8)] * deals, trump_method="rotate_C_D_H").table().extra["trump"] for deals in range(4)]
    assert trumps == ["C", "D", "H", "C"]
    assert "trump" not in play_evening(trump_method="fixed").table().extra
    fixed = play_evening((8, 8), (8, 8), trump_method="fixed").table()
    assert fixed.extra["trump"] == "D"
    assert GAME.prompts(fixed)[0].values == ("D",)
    assert GAME.prompts(sample_session(GAME, {"spades_trump": "allowed"}).table())[0].values == ("C", "D", "H", "S")


def test_misdealt_hands_are_dealt_again_in_play():
    pack = build_hand(13, 13, 13, 13)
    assert misdeal_reason(pack[:13], DEFAULTS)
    round_ = GAME.simulate_round(pack, Table(("P", "Q"), DEFAULTS))
    assert GAME.settle(round_).outcome in ("won", "draw")


def test_which_aces_a_side_was_dealt_is_counted():
    """Classes of all deals of the aces, with hearts and with spades as trumps."""
    for trump, counts in (("H", {"none": 1, "minor": 3, "major": 12}), ("S", {"none": 1, "minor": 6, "major": 9})):
        found = Counter(GAME.value(held, trump, {}).key for size in range(5) for held in combinations(ACES, size))
        assert found == counts


def test_odds_say_what_the_count_may_become():
    got = GAME.odds(["AS", "KS", "QS"], ["AH"] + [f"K{suit}" for suit in "HDC"], "H", {}, None)
    assert got.unseen == 9
    assert got.sections[0].title.en == "9 picture cards are out: this side ends with 3 to 12, the other with 4 to 13"
    assert [line.key for line in got.sections[0].lines] == ["won", "tie", "lost"]


def test_played_deals_settle():
    chance = random.Random("etori")
    pack = list(GAME.pack(decks()["western"], DEFAULTS))
    outcomes = set()
    for _ in range(200):
        chance.shuffle(pack)
        outcomes.add(GAME.settle(GAME.simulate_round(pack, Table(("P", "Q"), DEFAULTS))).outcome)
    assert outcomes == {"won", "draw"}

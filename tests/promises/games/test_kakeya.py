"""Kakeya Toranpu: deals of the aces, the next dealer, counts of classes."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest

from scorer.errors import Refusal
from scorer.families.egara.deal import ACE_CLASSES, ACES, Aces
from scorer.families.egara.odds import possible_ace_deals
from scorer.families.egara.payments import PAY_TABLES, stones_for
from scorer.families.egara.tricks import SUITS
from scorer.games.kakeya import GAME, RENSHO
from scorer.rules.settlement import classify_hand
from scorer.session.events import RoundSettled
from scorer.session.reducer import apply
from scorer.session.samples import sample_session

EVERY = [rank + suit for suit in "SHDC" for rank in "AKQJ"]


def build_round(counts=(9, 7), aces=("AC",), trump="S", pairs=2, **more):
    rest = [ace for ace in ACES if ace not in aces]
    round_ = {
        "game": "kakeya",
        "options": {"players": 2 * pairs} | more.pop("options", {}),
        "seats": ["P", "Q", "R"][:pairs],
        "active": [0, 1],
        "dealers": pairs - 1,
        "trump": trump,
        "aces": [list(aces), rest],
        "pictures": counts and list(counts),
    }
    return {key: value for key, value in (round_ | more).items() if value is not None}


def refusal_code(round_):
    with pytest.raises(Refusal) as caught:
        GAME.settle(round_)
    assert caught.value.message.ja
    return caught.value.code


def build_piles(one):
    """Piles in which the first side took exactly these picture cards."""
    return [[*one, "2H"], [card for card in EVERY if card not in one]]


def reasons_by_code(settled):
    return {reason.code: reason.text for reason in settled.reasons}


# --- Every cell -----------------------------------------------------------------------------------------------------


def class_by_rule_book(aces, special, trump_ace):
    """The class by section 6.2, implemented again."""
    if not aces:
        return "none"
    return "minor" if special not in aces and trump_ace not in aces else "major"


@pytest.mark.parametrize("trump", SUITS)
@pytest.mark.parametrize("table", PAY_TABLES)
def test_every_deal_of_aces_with_every_count(trump, table):
    """All 16 deals of the aces with all 17 counts: settled by the table, or refused where section 6.4 says so."""
    special, trump_ace = RENSHO[trump], f"A{trump}"
    pay = {"standard": {"none": (4, 4), "minor": (2, 2)}, "nakayoshi_mura": {"none": (3, 4), "minor": (2, 3)}}[table]
    pay["major"] = (1, 2)
    for choice in product((0, 1), repeat=4):
        dealt = [[ace for ace, side in zip(ACES, choice, strict=True) if side == mine] for mine in (0, 1)]
        for count in range(17):
            counts = (count, 16 - count)
            sure = [(special in aces) * (1 + (trump_ace in aces)) for aces in dealt]
            round_ = build_round(counts, dealt[0], trump, options={"table": table})
            if any(has < least for has, least in zip(counts, sure, strict=True)):
                assert refusal_code(round_) == "impossible"
                continue
            got = GAME.settle(round_)
            won = max((0, 1), key=lambda side: (counts[side], special not in dealt[side]))
            key = class_by_rule_book(dealt[won], special, trump_ace)
            best = counts[won]
            owed = 4 if best == 16 else pay[key][best >= 12]
            assert got.winners == (won,)
            assert got.net[won] == owed == stones_for(table, key, best)
            assert got.next_dealer == 1 - won
            assert [hand.key for hand in got.hands] == [class_by_rule_book(aces, special, trump_ace) for aces in dealt]
            assert [hand.total for hand in got.hands] == list(counts)
            if key != "major":
                assert best <= 14


@pytest.mark.parametrize(("trump", "counts"), [(trump, {"none": 1, "minor": 3, "major": 12}) for trump in SUITS])
def test_how_many_deals_of_the_aces_have_which_class(trump, counts):
    """Of the 16 ways to deal four aces to a side: none; of two plain aces one or both; the rest."""
    found = Counter(
        classify_hand(ACE_CLASSES, Aces(frozenset(held), RENSHO[trump], f"A{trump}"), "").key
        for size in range(5)
        for held in combinations(ACES, size)
    )
    assert found == counts
    assert counts == {"none": 1, "minor": 2**2 - 1, "major": 2**4 - 2**2}


# --- Lists of cards -------------------------------------------------------------------------------------------------


def test_captured_cards_and_their_number_settle_alike():
    one = ["AC", *[card for card in EVERY if card[0] in "KQ"]]
    laid = build_round(None, captured=build_piles(one), pictures=None)
    numbers = build_round((9, 7))
    got, short = GAME.settle(laid), GAME.settle(numbers)
    assert (got.net, got.winners, got.next_dealer) == (short.net, short.winners, short.next_dealer)
    assert [hand.total for hand in got.hands] == [9, 7]
    assert "K♠" in got.hands[0].reasons[1].text.en
    assert GAME.settle(laid | {"pictures": [9, 7]}).hands == got.hands
    assert GAME.settle(numbers | {"captured": [[], ["2H"]]}).hands == short.hands


def test_all_on_one_side():
    laid = build_round(None, ACES, captured=[EVERY, []], pictures=None)
    assert GAME.settle(laid).net == (4, -4)
    assert GAME.settle(laid | {"pictures": [16, 0]}).net == (4, -4)


@pytest.mark.parametrize(
    ("code", "round_"),
    [
        ("bad_count", build_round((9, 8))),
        ("bad_count", build_round((9, 7, 0))),
        ("bad_count", build_round((17, -1))),
        ("bad_count", build_round((9.0, 7))),
        ("bad_round", build_round(None)),
        ("bad_count", build_round(captured=build_piles(EVERY[:8]), counts=(9, 7))),
        ("bad_count", build_round(None, captured=[EVERY[:9], EVERY[10:]])),
        ("duplicate_card", build_round(None, captured=[EVERY[:9], EVERY[8:]])),
        ("duplicate_card", build_round(None, captured=[[*EVERY[:9], "2H"], [*EVERY[9:], "2H"]])),
        ("wrong_deck", build_round(None, captured=[[*EVERY[:9], "joker"], EVERY[9:]])),
        ("wrong_deck", build_round(None, captured=[[*EVERY[:9], "h01-1"], EVERY[9:]])),
        ("unknown_card", build_round(None, captured=[[*EVERY[:9], "11S"], EVERY[9:]])),
        # Rensho, and with it the ace of trumps, never passes to the other side.
        ("impossible", build_round(None, ("AC",), captured=build_piles([c for c in EVERY if c != "AC"][:9]))),
        ("impossible", build_round(None, ("AC", "AS"), captured=build_piles([c for c in EVERY if c != "AS"][-9:]))),
        ("bad_count", build_round() | {"aces": [["AC"], ["AS", "AH"]]}),
        ("bad_count", build_round() | {"aces": [["AC", "KS"], ["AS", "AH", "AD"]]}),
        ("bad_count", build_round() | {"aces": [["AC"]]}),
        ("duplicate_card", build_round() | {"aces": [["AC", "AS"], ["AS", "AH"]]}),
        ("bad_count", build_round() | {"active": [0, 0]}),
        ("bad_count", build_round() | {"active": [0, 2]}),
        ("bad_count", build_round() | {"active": [0]}),
        ("bad_round", build_round() | {"active": None}),
        ("bad_count", build_round() | {"dealers": 2}),
        ("bad_round", build_round() | {"dealers": None}),
        ("bad_round", build_round() | {"dealers": "P"}),
        ("bad_round", build_round() | {"active": [0, True]}),
        ("impossible", build_round(pairs=3) | {"dealers": 1}),
        ("bad_count", build_round() | {"seats": ["P", "Q", "R"]}),
        ("bad_count", build_round(pairs=3) | {"seats": ["P", "Q"]}),
        ("bad_option", build_round(trump="X")),
        ("bad_option", build_round(trump=["S"])),
        ("impossible", build_round(trump="H", options={"trump_change": "fixed_spades"})),
        ("impossible", build_round(trump="S", options={"trump_change": "fixed_clubs"})),
        ("bad_option", build_round(options={"table": "mine"})),
    ],
)
def test_refused(code, round_):
    assert refusal_code(round_) == code


def test_the_ace_of_trumps_alone_may_be_lost_to_rensho():
    one = [card for card in EVERY if card not in ("AS", "AH")][:9]
    assert "AC" not in one
    round_ = build_round(None, ("AS", "AH"), captured=build_piles(one), pictures=None)
    assert GAME.settle(round_).winners == (0,)


# --- Stones and seats -----------------------------------------------------------------------------------------------


def test_a_pair_pays_what_it_has_or_owes():
    broke = {"stones": [9, 1], "counts": (11, 5), "aces": ()}
    short = GAME.settle(build_round(**broke))
    assert (short.net, short.stones, short.game_winners) == ((1, -1), (10, 0), (0,))
    assert "pays_what_it_has" in reasons_by_code(short)
    owes = GAME.settle(build_round(**broke, options={"shortfall4": "negative"}))
    assert (owes.net, owes.stones, owes.over) == ((4, -4), (13, -3), True)
    nothing = GAME.settle(build_round(**broke | {"stones": [10, 0]}))
    assert (nothing.net, nothing.transfers) == ((0, 0), ())


def test_rounds_left_ends_the_game_for_the_richest():
    got = GAME.settle(build_round(stones=[2, 8], rounds_left=1))
    assert (got.over, got.next_dealer, got.game_winners) == (True, None, (1,))


def play_evening(*winners, pairs=2, **options):
    session = sample_session(GAME, {"players": 2 * pairs, "start_stones": 50, **options}, seats=pairs)
    for winner in winners:
        table = session.table()
        active = table.extra["active"]
        counts = [9, 7] if active[0] == winner else [7, 9]
        trump = {"trump": "D"} if session.options["trump_change"] == "allowed" else {}
        answers = {"aces": [["AC"], ["AS", "AH", "AD"]], "pictures": counts, **trump}
        round_ = table.build_round("kakeya", answers)
        session = apply(session, RoundSettled(round_, GAME.settle(round_).as_json()))
    return session


def test_row_27_six_players():
    """Deal 1: C deals and rests, B beats A. Deal 2: A deals, B and C play, B leads, C may change trumps."""
    session = play_evening(pairs=3)
    assert session.table().extra == {"active": [1, 2], "dealers": 0, "trump": "S"}
    round_ = build_round((7, 9), pairs=3)
    got = GAME.settle(round_)
    assert (got.winners, got.next_dealer) == ((1,), 0)
    assert reasons_by_code(got)["next_deal"].en == (
        "P deals next and rests, R comes back; Q leads; R takes the pile with the last card and may change trumps "
        "from spades"
    )
    after_one = play_evening(1, pairs=3)
    assert after_one.table().extra == {"active": [0, 1], "dealers": 2, "trump": "D"}
    assert after_one.seat_order == (0, 1, 2)


def test_row_28_four_players_the_losers_deal_again():
    got = GAME.settle(build_round((9, 7)) | {"dealers": 1})
    assert got.next_dealer == 1
    assert reasons_by_code(got)["next_deal"].en == (
        "Q deals next and plays; P leads; Q takes the pile with the last card and may change trumps from spades"
    )
    fixed = GAME.settle(build_round((9, 7), options={"trump_change": "fixed_spades"}))
    assert "change" not in reasons_by_code(fixed)["next_deal"].en
    assert play_evening(0, 0).table().extra == {"active": [0, 1], "dealers": 1, "trump": "D"}
    assert play_evening(1, trump_change="fixed_clubs").table().extra["trump"] == "C"


def test_trumps_are_asked_for_as_agreed():
    for change, suits in (("allowed", SUITS), ("fixed_spades", "S"), ("fixed_clubs", "C")):
        ask = GAME.prompts(sample_session(GAME, {"trump_change": change}).table())[0]
        assert (ask.path, ask.values, ask.default) == ("trump", tuple(suits), suits[0])


def test_which_pair_is_named_first_changes_nothing():
    for counts, aces in (((9, 7), ("AC",)), ((8, 8), ("AC", "AS")), ((3, 13), ())):
        one = build_round(counts, aces)
        other = one | {"active": [1, 0]} | {key: one[key][::-1] for key in ("aces", "pictures")}
        assert GAME.settle(one).as_json() == GAME.settle(other).as_json()


def test_plain_aces_are_alike():
    """Hearts and diamonds may be exchanged while spades are trumps."""
    swap = {"AH": "AD", "AD": "AH"}
    for size in range(5):
        for aces in combinations(ACES, size):
            for counts in ((10, 6), (8, 8), (5, 11)):
                one = GAME.settle(build_round(counts, aces))
                assert one.net == GAME.settle(build_round(counts, [swap.get(ace, ace) for ace in aces])).net


def test_the_value_of_a_hand():
    assert GAME.value(["AS", "2H", "KD"], "", {}).as_json()["total"] == 2
    assert [GAME.value(["AC"], trump, {}).key for trump in ("S", "H", "C")] == ["major", "minor", "major"]


# --- What may still come --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("trump", SUITS)
def test_odds_are_those_of_every_way(trump):
    """Checked by brute force over all ways the missing picture cards may fall, and all deals of the aces."""
    chance = random.Random(trump)
    for _ in range(12):
        cards = list(EVERY)
        chance.shuffle(cards)
        cut = chance.randrange(6, 13)
        split = chance.randrange(cut + 1)
        mine, theirs, out = cards[:split], cards[split:cut], cards[cut:]
        got = GAME.odds([*mine, "2H"], theirs, trump, {}, None)
        assert got.unseen == len(out)
        ends = Counter(len(mine) + sum(ways) for ways in product((0, 1), repeat=len(out)))
        won, tie, lost = got.sections[0].lines
        assert set(won.faces) == set(out)
        total = 2 ** len(out)
        assert won.probability == Fraction(sum(n for end, n in ends.items() if end > 8), total)
        assert (
            tie.probability
            == Fraction(ends[8], total)
            == Fraction(comb(len(out), 8 - len(mine)) if len(mine) < 9 else 0, total)
        )
        assert won.probability + tie.probability + lost.probability == 1
        special, trump_ace = RENSHO[trump], f"A{trump}"
        keys = []
        for size in range(5):
            for held in map(set, combinations(ACES, size)):
                other = set(ACES) - held
                keeper, lost_to = (held, theirs) if special in held else (other, mine)
                if special not in lost_to and not (trump_ace in keeper and trump_ace in lost_to):
                    keys.append(class_by_rule_book(held, special, trump_ace))
        found = {line.key: line.probability for line in got.sections[1].lines}
        assert found == {key: Fraction(keys.count(key), len(keys)) for key in ("none", "minor", "major")}
        assert len(
            list(possible_ace_deals(frozenset(mine) & set(ACES), frozenset(theirs) & set(ACES), special, trump_ace))
        ) == len(keys)


def test_two_people_do_it_in_the_plural():
    settled = GAME.settle(build_round((9, 7)) | {"seats": ["Aki & Emi", "Ken & Yuki"], "dealers": 1})
    assert reasons_by_code(settled)["next_deal"].en.startswith(
        "Ken & Yuki deal next and play; Aki & Emi lead; Ken & Yuki take the pile"
    )

"""Hana-Awase: an oracle by the rule book, counts, refusals in order."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from typing import Any

import pytest

from scorer.api import count_odds
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.families.captures.cards import CARDS, mask_of
from scorer.games.hana_awase import GAME
from scorer.games.hana_awase.yaku import count_pile
from scorer.session.samples import sample_session
from tests.support.house_rules import random_house_rules

NAMES = ("D", "2", "3", "4")
SETS = {
    "goko": "01-1 03-1 08-1 11-1 12-1",
    "shiko": "01-1 03-1 08-1 12-1",
    "sugawara": "01-1 02-1 03-1",
    "matsukiribozu": "01-1 08-1 12-1",
    "akatan": "01-2 02-2 03-2",
    "aotan": "06-2 09-2 10-2",
    "kusatan": "04-2 05-2 07-2",
    "inoshikacho": "06-1 07-1 10-1",
    "nomi": "03-1 08-1 09-1",
    "hanami": "03-1 09-1",
    "tsukimi": "08-1 09-1",
    "ameshima": "11-1 11-2 11-3 11-4",
    "fujishima": "04-1 04-2 04-3 04-4",
    "kirishima": "12-1 12-2 12-3 12-4",
}
WORTH = {"goko": 200, "shiko": 60, "sugawara": 30, "matsukiribozu": 20, "nanatan": 40, "rokutan": 30, "akatan": 40}
WORTH |= {"aotan": 40, "kusatan": 20, "inoshikacho": 20, "nomi": 30, "hanami": 20, "tsukimi": 20}
WORTH |= {"ameshima": 20, "fujishima": 20, "kirishima": 20}
FUDAWIKI = WORTH | {"goko": 100, "nomi": 40, "ameshima": 10, "fujishima": 10, "kirishima": 10}
DRY = [f"h{month:02d}-2" for month in (1, 2, 3, 4, 5, 6, 7, 9, 10)]


def find_yaku(pile: set[str], options: dict[str, Any]) -> dict[str, int]:
    """The yaku of a pile by hana-awase.md section 3, with groups and rain."""
    if options["yaku"] == "none":
        return {}
    worth = (WORTH if options["values"] == "japanese" else FUDAWIKI) | options["worth"]
    held = {key for key, cards in SETS.items() if all(f"h{card}" in pile for card in cards.split())}
    ribbons = sum(code in pile for code in DRY)
    if ribbons >= 6:
        held |= {"nanatan", "rokutan"} if ribbons >= 7 else {"rokutan"}
    if options["viewing_weather"] == "own_rain" and "h11-1" in pile:
        held -= {"nomi", "hanami", "tsukimi"}
    held = {key for key in WORTH if key in held and worth[key]}
    lights = {"goko", "shiko", "matsukiribozu"} | ({"sugawara"} if options["bright_group"] == "all" else set())
    for group in (lights, {"nanatan", "rokutan"}, {"nomi", "hanami", "tsukimi"}):
        inside = sorted((key for key in WORTH if key in held & group), key=lambda key: -worth[key])
        held -= set(inside[1:])
    return {key: worth[key] for key in held}


def count_points(pile: set[str], chaff: int) -> int:
    """Card points, counted by what each card shows."""
    brights, animals = {"h01-1", "h03-1", "h08-1", "h11-1", "h12-1"}, {"h08-2", "h11-2"}
    animals |= {f"h{month:02d}-1" for month in (2, 4, 5, 6, 7, 9, 10)}
    ribbons = {*DRY, "h11-3"}
    return sum(20 if c in brights else 10 if c in animals else 5 if c in ribbons else chaff for c in pile)


def random_round(chance: random.Random) -> dict[str, Any]:
    """All cards in two to four piles, some nearly empty, under random house rules."""
    seats = chance.choice((2, 3, 3, 4))
    shares = [chance.choice((1, 5, 5, 9)) for _ in range(seats)]
    piles: list[list[str]] = [[] for _ in range(seats)]
    for code in chance.sample(CARDS, 48):
        piles[chance.choices(range(seats), shares)[0]].append(code)
    options = random_house_rules(GAME, chance)
    if chance.random() < 0.5:
        options["worth"] = {}
    size = {2: 8, 3: 7, 4: 5}[seats]
    # Dealt from a pack of which many of the dear cards are left out, so that hands of chaff come up.
    dear = [code for code in CARDS if count_points({code}, 1) > 1]
    left = chance.sample([code for code in CARDS if code not in dear[: chance.randrange(len(dear))]], seats * size - 4)
    dealt = [left[seat * size : (seat + 1) * size] for seat in range(seats)]
    hands = [hand if len(hand) == size and chance.random() < 0.8 else None for hand in dealt]
    return {"seats": list(NAMES[:seats]), "options": options, "piles": piles, "hands": hands}


@pytest.mark.parametrize("start", range(0, 400, 100))
def test_rounds_are_settled_as_the_rule_book_says(start: int) -> None:
    for seed in range(start, start + 100):
        check_settlement(seed)


def bonus_of(hand: list[str]) -> int:
    """What each of the others pays for a hand as dealt: all chaff, or all but one (more-house-rules.md 4)."""
    chaff = sum(count_points({code}, 1) == 1 for code in hand)
    return {len(hand): 30, len(hand) - 1: 20}.get(chaff, 0)


def check_settlement(seed: int) -> None:
    round_ = random_round(random.Random(seed))
    options, piles = GAME.resolve_options(round_["options"]), [set(pile) for pile in round_["piles"]]
    seats, chaff = len(piles), int(options["chaff_points"])
    yaku = [find_yaku(pile, options) for pile in piles]
    if options["ameshima"] != "plain" and any("ameshima" in found for found in yaku):
        yaku = [found if options["ameshima"] == "owner_only" and "ameshima" in found else {} for found in yaku]
    points, worth = [count_points(pile, chaff) for pile in piles], [sum(found.values()) for found in yaku]
    if options["fuke"] == 20 and min(points) <= 20:
        expected, outcome = [0] * seats, "draw"
    elif options["scoring"] == "additive":
        expected, outcome = [p + y for p, y in zip(points, worth, strict=True)], "settled"
    else:
        expected, outcome = [p - (264 if chaff else 240) // seats for p in points], "settled"
        for one, other in permutations(range(seats), 2):
            is_few = options["compensation"] and seats == 3 and len(piles[one]) <= (8, 8, 10)[one]
            expected[one] += worth[one] + 30 * is_few
            expected[other] -= worth[one] + 30 * is_few
    got = GAME.settle(round_).as_json()
    chaff_hands = [0 if hand is None else bonus_of(hand) for hand in round_["hands"]]
    if options["chaff_hands"] == "redeal" and any(chaff_hands):
        assert (got["outcome"], got["net"], got["next_dealer"]) == ("misdeal", [0] * seats, 0)
        return
    is_paid = options["chaff_hands"] == "paid" and outcome == "settled"
    for one, other in permutations(range(seats), 2):
        expected[one] += chaff_hands[one] * is_paid
        expected[other] -= chaff_hands[one] * is_paid
    assert (got["outcome"], got["net"], got.get("house", 0)) == (outcome, expected, -sum(expected))
    assert [hand["yaku"] for hand in got["hands"]] == yaku
    assert [hand["total"] for hand in got["hands"]] == points
    best = [seat for seat, net in enumerate(expected) if net == max(expected)]
    assert got["winners"] == ([] if outcome == "draw" else best)
    assert got["next_dealer"] == (0 if outcome == "draw" else best[0])


def test_relabelled_seats_settle_alike() -> None:
    for seed in range(60):
        round_ = random_round(random.Random(seed))
        round_["options"]["compensation"] = False
        turned = {key: [*round_[key][1:], round_[key][0]] for key in ("piles", "hands")} | {
            key: round_[key] for key in ("seats", "options")
        }
        net = GAME.settle(round_).as_json()["net"]
        assert GAME.settle(turned).as_json()["net"] == [*net[1:], net[0]]


def test_every_pile_of_ribbons_by_brute_force_and_formula() -> None:
    options = GAME.resolve_options({})
    piles = [pile for size in range(10) for pile in combinations(DRY, size)]
    found = Counter(key for pile in piles for key in count_pile(mask_of(pile), options))
    assert found["akatan"] == found["aotan"] == found["kusatan"] == 2**6
    assert found["rokutan"] == comb(9, 6)
    assert found["nanatan"] == comb(9, 7) + comb(9, 8) + comb(9, 9)


def test_every_pile_of_lights_by_brute_force_and_formula() -> None:
    cards = ("h01-1", "h02-1", "h03-1", "h08-1", "h09-1", "h11-1", "h12-1")
    options = GAME.resolve_options({})
    found = Counter(
        key for size in range(8) for pile in combinations(cards, size) for key in count_pile(mask_of(pile), options)
    )
    # Crane, curtain, moon and phoenix with or without the rain man; warbler and cup are free.
    assert (found["goko"], found["shiko"]) == (2**2, 2**2)
    # Crane, warbler and curtain without moon and phoenix together, rain man and cup free.
    assert found["sugawara"] == 3 * 2**2
    assert found["matsukiribozu"] == 2**3
    assert (found["nomi"], found["hanami"], found["tsukimi"]) == (2**4, 2**4, 2**4)


def build_round(*piles: list[str], **more: Any) -> dict[str, Any]:
    return {"seats": list(NAMES[: len(piles)]), "piles": list(piles)} | more


WHOLE = [list(CARDS[:16]), list(CARDS[16:32]), list(CARDS[32:])]


@pytest.mark.parametrize(
    ("round_", "code"),
    [
        (build_round(*WHOLE, options={"fuke": 30}), "bad_option"),
        (build_round([*WHOLE[0], "x", "k01", "h01-1"], *WHOLE[1:], seats=["D"]), "unknown_card"),
        (build_round([*WHOLE[0], "k01", "h01-1"], *WHOLE[1:], seats=["D"]), "wrong_deck"),
        (build_round([*WHOLE[0][1:], "h12-1"], *WHOLE[1:], seats=["D"]), "duplicate_card"),
        (build_round(*WHOLE, seats=["D"]), "bad_count"),
        (build_round(*WHOLE, seats=["D", "2", "3", "4", "5"]), "bad_count"),
        (build_round(*WHOLE, seats=["D", "2"]), "bad_count"),
        (build_round(WHOLE[0][1:], *WHOLE[1:]), "bad_count"),
        (build_round(*WHOLE[:2], []), "bad_count"),
        (build_round(*WHOLE, opening=list(CARDS[:8])), "too_many_cards"),
        (build_round(*WHOLE, piles="x"), "bad_round"),
        (build_round(WHOLE[0], WHOLE[1], piles=[WHOLE[0], None]), "bad_round"),
        ({"seats": ["D", "2"]}, "bad_count"),
        ({"seats": ["D", "2"], "opening": list(CARDS[:6])}, "too_few_cards"),
        ({"seats": ["D", "2", "3"], "opening": list(CARDS[:8])}, "too_many_cards"),
    ],
)
def test_what_cannot_be_is_refused_by_code(round_: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal) as caught:
        GAME.settle(round_)
    assert caught.value.code == code
    assert caught.value.message.ja


def test_a_missing_card_is_named() -> None:
    with pytest.raises(Refusal, match="47 of the 48 cards lie in the piles; missing: pine, crane") as caught:
        GAME.settle(build_round(WHOLE[0][1:], *WHOLE[1:]))
    assert caught.value.cards == ("h01-1",)


@pytest.mark.parametrize(("seats", "size"), [(2, 8), (3, 6), (4, 8)])
def test_an_opening_field_of_full_months_is_a_misdeal(seats: int, size: int) -> None:
    round_ = {"seats": list(NAMES[:seats]), "stones": [1] * seats, "rounds_left": 1, "piles": [[]] * seats}
    again = GAME.settle(round_ | {"opening": list(CARDS[:size])})
    assert (again.outcome, again.over, again.next_dealer, again.hands[0].key) == ("misdeal", False, 0, None)
    assert GAME.settle(round_ | {"opening": list(CARDS[::6][:size])}).outcome == "play"


def test_why_the_viewing_does_not_count() -> None:
    options = {"viewing_weather": "own_rain"}
    assert "rained_off" in [line.code for line in GAME.value(["h03-1", "h09-1", "h11-1"], "", options).reasons]
    assert "rained_off" not in [line.code for line in GAME.value(["h03-1", "h09-1"], "", options).reasons]


@pytest.mark.parametrize(("rule", "code"), [("cancels", "cancelled"), ("owner_only", "owner_only")])
def test_four_willows_say_what_they_do(rule: str, code: str) -> None:
    willows = ["h11-1", "h11-2", "h11-3", "h11-4"]
    piles = [willows, [card for card in CARDS if card not in willows]]
    assert GAME.settle(build_round(*piles, options={"ameshima": rule})).reasons[0].code == code


def test_odds_of_the_next_card_by_trying_every_card() -> None:
    chance, options = random.Random(4), GAME.resolve_options({})
    for _ in range(30):
        cards = chance.sample(CARDS, 48)
        pile, others, field, hand = cards[:14], cards[14:24], cards[24:30], cards[30:34]
        odds = count_odds({"game": "hana-awase", "cards": pile, "seen": others, "field": field, "hand": hand})
        gains: Counter[int] = Counter()
        for card in cards[34:]:
            same = [code for code in field if code[:3] == card[:3]]
            ways = [same] if len(same) == 3 else [[code] for code in same]
            gains[max((count_points({card, *way}, 1) for way in ways), default=0)] += 1
        lines = {line.key: line for section in odds.sections for line in section.lines}
        assert odds.unseen == 14
        for gain, count in gains.items():
            assert not gain or lines[f"plus_{gain}"].probability == Fraction(count, 14)
        assert lines["most"].label.en == f"at most {264 - count_points(set(others), 1)}"
        for key in count_pile(mask_of(pile), options):
            assert key not in lines or lines[key].probability == 1


def test_the_next_card_may_make_a_yaku() -> None:
    odds = count_odds({"game": "hana-awase", "cards": ["h03-1"], "field": ["h09-3"], "players": 4})
    lines = {line.key: line for line in odds.sections[1].lines}
    assert (lines["hanami"].probability, lines["hanami"].faces) == (Fraction(1, 46), {"h09-1": 1})
    assert odds.sections[2].lines[0].label.en == "20 points, par is 66: −46"
    certain = {line.key: line.probability for line in odds.sections[2].lines if line.key in {"par", "least", "most"}}
    assert certain == {"par": 1, "least": 1, "most": 1}


def test_a_pile_says_what_it_holds_and_what_is_near() -> None:
    notes = GAME.seat_notes(sample_session(GAME, seats=3).table(), {"piles.1": ["h03-1", "h09-1"], "piles.2": []})
    assert [line.code for line in notes[1]] == ["par", "bright", "animal", "hanami", "one_away"]
    assert notes[1][-1].text.en == "One card away from Nomi, the whole feast: susuki, moon"


@pytest.mark.parametrize("options", [{}, {"compensation": True, "fuke": 20, "ameshima": "cancels"}])
def test_advice_names_par_and_what_is_agreed(options: dict[str, Any]) -> None:
    table = sample_session(GAME, options, seats=3).table()
    advice = {line.code: line.text.en for line in GAME.advice(table, 2)}
    assert advice["par"] == "Par is 88 card points."
    assert ("compensation" in advice) is bool(options)


def test_the_cards_of_a_yaku_of_a_round_without_house_rules_are_those_of_the_usual_ones() -> None:
    pack = GAME.pack(decks()["hanafuda"], GAME.resolve_options({}))
    found = {each.key: GAME.yaku_cards(each.key, pack, {}) for each in GAME.classes}
    assert found == {key: GAME.yaku_cards(key, pack, {"options": {}}) for key in found}
    assert any(found.values())

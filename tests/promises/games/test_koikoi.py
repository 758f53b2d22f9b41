"""Koi-Koi: an oracle by the rule book, counts, refusals in order."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Any

import pytest

from scorer.api import count_odds, value_hand
from scorer.errors import Refusal
from scorer.families.captures.cards import CARDS, mask_of
from scorer.games.koikoi import GAME
from scorer.games.koikoi.yaku import yaku_rules
from scorer.rules.prompts import PromptKind
from scorer.session.events import RoundSettled
from scorer.session.reducer import apply
from scorer.session.samples import sample_session
from tests.support.house_rules import random_house_rules

BRIGHTS = ["h01-1", "h03-1", "h08-1", "h11-1", "h12-1"]
ANIMALS = ["h02-1", "h04-1", "h05-1", "h06-1", "h07-1", "h08-2", "h09-1", "h10-1", "h11-2"]
RIBBONS = [*[f"h0{month}-2" for month in range(1, 8)], "h09-2", "h10-2", "h11-3"]
CHAFF = [code for code in CARDS if code not in BRIGHTS + ANIMALS + RIBBONS]
POINTS = {
    "nintendo": (10, 8, 7, 5, 5, 5),
    "modern": (15, 8, 7, 6, 5, 5),
    "leaflet": (15, 10, 8, 6, 6, 6),
}


def worth_of(options: dict[str, Any]) -> dict[str, int]:
    """What every yaku is worth by koikoi.md section 3 and more-house-rules.md 1; 0 is not played."""
    goko, shiko, ameshiko, sanko, red, blue = POINTS[options["values"]]
    worth = {"goko": goko, "shiko": shiko, "ameshiko": ameshiko, "sanko": sanko, "akatan": red, "aotan": blue}
    worth |= {"inoshikacho": 5, "hanami": 5, "tsukimi": 5, "tsukifuda": 4, "tane": 1, "tan": 1, "kasu": 1}
    worth |= options["worth"]
    both = worth["akatan"] + worth["aotan"] if worth["akatan"] and worth["aotan"] else 0
    return {"akatan_aotan": both} | worth


def brights_of(pile: set[str], worth: dict[str, int]) -> dict[str, int]:
    """The one yaku of brights: the first of the table that is played and lies there."""
    dry, rain = sum(code in pile for code in BRIGHTS if code != "h11-1"), "h11-1" in pile
    if worth["goko"] and dry == 4 and rain:
        return {"goko": worth["goko"]}
    if worth["shiko"] and dry == 4:
        return {"shiko": worth["shiko"]}
    if worth["ameshiko"] and dry >= 3 and rain:
        return {"ameshiko": worth["ameshiko"]}
    return {"sanko": worth["sanko"]} if worth["sanko"] and dry >= 3 else {}


def viewing_of(pile: set[str], worth: dict[str, int], options: dict[str, Any], field: set[str]) -> dict[str, int]:
    """Hanami and tsukimi that no weather spoils."""
    weather, found = options["viewing_weather"], {}
    own_rain = weather == "own_rain" and "h11-1" in pile
    own_willow = weather == "own_willow" and any(code.startswith("h11") for code in pile)
    for key, card, spoiler in (("hanami", "h03-1", "h11"), ("tsukimi", "h08-1", "h12")):
        on_field = weather == "field" and any(code.startswith(spoiler) for code in field)
        if options["viewing"] != "off" and {card, "h09-1"} <= pile and not (own_rain or own_willow or on_field):
            found[key] = worth[key]
    return {key: points for key, points in found.items() if points}


def find_yaku(pile: set[str], options: dict[str, Any], month: int | None, field: set[str]) -> dict[str, int]:
    """The yaku of a pile by koikoi.md sections 3 and 5, card by card."""
    if options["sake_cup"] == "either":
        animal, chaff = (find_yaku(pile, {**options, "sake_cup": cup}, month, field) for cup in ("animal", "chaff"))
        return chaff if sum(chaff.values()) > sum(animal.values()) else animal
    cup, grow, worth = options["sake_cup"], options["extras"] == "grow", worth_of(options)
    animals = sum(code in pile for code in ANIMALS if cup != "chaff" or code != "h09-1")
    chaff = sum(code in pile for code in CHAFF) + (cup != "animal" and "h09-1" in pile)
    ribbons = sum(code in pile for code in RIBBONS)
    found = brights_of(pile, worth)
    has_red = worth["akatan"] > 0 and {"h01-2", "h02-2", "h03-2"} <= pile
    has_blue = worth["aotan"] > 0 and {"h06-2", "h09-2", "h10-2"} <= pile
    has_six = grow and worth["akatan_aotan"] > 0 and {"h01-2", "h02-2", "h03-2", "h06-2", "h09-2", "h10-2"} <= pile
    if has_six:
        found["akatan_aotan"] = worth["akatan_aotan"] + ribbons - 6
    else:
        found |= {"akatan": worth["akatan"] + (ribbons - 3 if grow else 0)} if has_red else {}
        found |= {"aotan": worth["aotan"] + (ribbons - 3 if grow else 0)} if has_blue else {}
    has_boar = worth["inoshikacho"] > 0 and {"h06-1", "h07-1", "h10-1"} <= pile
    if has_boar:
        found["inoshikacho"] = worth["inoshikacho"] + (animals - 3 if grow else 0)
    played = {False: [], True: [month] if month else [], "any": [*range(1, 13)]}[options["tsukifuda"]]
    complete = sum({f"h{each:02d}-{n}" for n in range(1, 5)} <= pile for each in played)
    if complete and worth["tsukifuda"]:
        found["tsukifuda"] = worth["tsukifuda"] * complete
    counts = {"tane": (animals - 5, grow and has_boar), "kasu": (chaff - 10, False)}
    counts["tan"] = (ribbons - 5, grow and bool(has_red or has_blue or has_six))
    for key, (further, is_replaced) in counts.items():
        if further >= 0 and worth[key] and not is_replaced:
            found[key] = worth[key] + further
    viewing = viewing_of(pile, worth, options, field)
    return found | viewing if found or options["viewing"] != "needs_other" else {}


def random_options(chance: random.Random) -> dict[str, Any]:
    options = random_house_rules(GAME, chance)
    return GAME.resolve_options(options if chance.random() < 0.5 else options | {"worth": {}})


@pytest.mark.parametrize("seed", range(5))
def test_piles_are_counted_as_the_rule_book_says(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(400):
        options, month = random_options(chance), chance.choice([None, *range(1, 13)])
        cards = chance.sample(CARDS, 48)
        # Large piles, so that several yaku meet.
        rich = [code for code in cards if code not in CHAFF] + [code for code in cards if code in CHAFF]
        cut, left = chance.randrange(49), chance.randrange(4)
        pile, field = set(rich[:cut]) if chance.random() < 0.5 else set(cards[:cut]), set(cards[cut : cut + left])
        rules = yaku_rules(options, month, mask_of(field))
        assert rules.count(mask_of(pile)) == find_yaku(pile, options, month, field)


def settle_demo_round(seed: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """A demo round under random house rules, and its settlement."""
    chance = random.Random(seed)
    table = sample_session(GAME, random_options(chance)).table()
    round_ = GAME.simulate_round(chance.sample(CARDS, 48), table)
    return round_, GAME.settle(round_).as_json()


@pytest.mark.parametrize("start", range(0, 150, 50))
def test_what_the_winner_gets(start: int) -> None:
    for seed in range(start, start + 50):
        check_settlement(seed)


def check_settlement(seed: int) -> None:
    round_, got = settle_demo_round(seed)
    options = GAME.resolve_options(round_["options"])
    piles, field = [set(pile) for pile in round_["piles"]], set(round_.get("field", ()))
    yaku = [find_yaku(pile, options, round_["month"], field) for pile in piles]
    assert [hand["yaku"] for hand in got["hands"]] == yaku
    assert [hand["total"] for hand in got["hands"]] == [sum(found.values()) for found in yaku]
    calls, winner_only = round_["calls"], options["scoring"] == "winner_only"
    totals = [sum(found.values()) for found in yaku]
    if round_["ended_by"] == "shobu":
        winner = round_["caller"]
    elif options["exhausted"] == "higher" and max(totals):
        winner = 0 if totals[0] >= totals[1] else 1
    elif options["exhausted"] == "last_caller" and calls and totals[calls[-1]]:
        winner = calls[-1]
    else:
        winner = None
    if winner is None:
        points, winner = options["draw_points"], 0
        dealer = 1 if options["draw_deal"] == "other" else 0
        assert (got["outcome"], got["winners"]) == ("draw", [0] if points else [])
    else:
        dealer = winner
        others = sum(seat != winner for seat in calls)
        assert (got["outcome"], got["winners"]) == ("won", [winner])
        points = totals[winner]
        points *= 2 if points >= 7 and options["seven_double"] else 1
        points *= {
            "opponent": 2 if others else 1,
            "opponent_count": 1 + others,
            "own": 2 if len(calls) > others else 1,
            "anyone": 2 if calls else 1,
            "off": 1,
        }[options["call_multiplier"]]
        brights = len(set(BRIGHTS) & set(round_.get("opening", ())))
        points *= {"off": 1, "double": 2 if brights else 1, "brights_plus_one": 1 + brights}[
            options["field_multiplier"]
        ]
    net = [0, 0]
    net[winner] += points
    net[1 - winner] -= 0 if winner_only else points
    assert (got["net"], got.get("house", 0)) == (net, -points if winner_only else 0)
    assert got["next_dealer"] in (dealer, None)


def test_relabelled_seats_settle_alike() -> None:
    for seed in range(60):
        round_, got = settle_demo_round(seed)
        if round_["ended_by"] == "empty":
            continue  # of equal yaku the dealer's win
        other = {**round_, "piles": round_["piles"][::-1], "caller": 1 - round_["caller"]}
        other["calls"] = [1 - seat for seat in round_["calls"]]
        assert GAME.settle(other).as_json()["net"] == got["net"][::-1]


def test_every_pile_of_brights_by_brute_force_and_formula() -> None:
    rules = yaku_rules(GAME.resolve_options({}))
    found = Counter(
        next(iter(rules.count(mask_of(pile))), "none") for size in range(6) for pile in combinations(BRIGHTS, size)
    )
    # Of the 32 sets: the rain man may lie beside any three or four dry ones.
    assert found == {
        "goko": comb(4, 4),
        "shiko": comb(4, 4),
        "ameshiko": comb(4, 3),
        "sanko": comb(4, 3),
        "none": 2 * (comb(4, 0) + comb(4, 1) + comb(4, 2)),
    }


def test_every_pile_of_ribbons_by_brute_force_and_formula() -> None:
    rules = yaku_rules(GAME.resolve_options({}))
    found = Counter(
        next(iter(rules.count(mask_of(pile))), "none") for size in range(11) for pile in combinations(RIBBONS, size)
    )
    one_set = sum(comb(7, extra) for extra in range(8)) - sum(comb(4, extra) for extra in range(5))
    both = 2**4
    plain = sum(comb(10, size) for size in range(5, 11))
    with_set = 2 * sum(comb(7, size - 3) for size in range(5, 11)) - sum(comb(4, size - 6) for size in range(6, 11))
    assert found["akatan"] == found["aotan"] == one_set
    assert found["akatan_aotan"] == both
    assert found["tan"] == plain - with_set
    assert sum(found.values()) == 2**10


def test_every_pile_of_animals_by_brute_force_and_formula() -> None:
    rules = yaku_rules(GAME.resolve_options({"viewing": "off"}))
    piles = (mask_of(pile) for size in range(10) for pile in combinations(ANIMALS, size))
    found = Counter(next(iter(rules.count(pile).items()), None) for pile in piles)
    for extra in range(7):
        assert found["inoshikacho", 5 + extra] == comb(6, extra)
    for size in range(5, 9):
        assert found["tane", size - 4] == comb(9, size) - comb(6, size - 3)


def test_lucky_hands_by_formula() -> None:
    """The share of 20,000 hands with four of a month is that of the formula, within five standard deviations."""
    chance, hands = random.Random(8), 20_000
    dealt = (chance.sample(CARDS, 8) for _ in range(hands))
    lucky = sum(max(Counter(code[:3] for code in hand).values()) == 4 for hand in dealt)
    share = (12 * comb(44, 4) - comb(12, 2)) / comb(48, 8)
    assert abs(lucky - hands * share) < 5 * (hands * share) ** 0.5


def refusal_code(round_: dict[str, Any]) -> str:
    with pytest.raises(Refusal) as caught:
        GAME.settle(round_)
    assert caught.value.message.en
    assert caught.value.message.ja
    return caught.value.code


def build_round(first: str = "h03-1 h09-1", second: str = "", **more: Any) -> dict[str, Any]:
    round_ = {"seats": ["Aki", "Ben"], "piles": [first.split(), second.split()], "ended_by": "shobu", "caller": 0}
    return round_ | more


EIGHT = list(CARDS[::6])


@pytest.mark.parametrize(
    ("round_", "code"),
    [
        (build_round("h03-1 x", options={"values": "old"}), "bad_option"),
        (build_round("h03-1 h03-1 k01 x", seats=["Aki"]), "unknown_card"),
        (build_round("h03-1 h03-1 k01", seats=["Aki"]), "wrong_deck"),
        (build_round("h03-1 h09-1", "h03-1", seats=["Aki"]), "duplicate_card"),
        (build_round(field=["h09-1"]), "duplicate_card"),
        (build_round(opening=["h09-1"] * 8), "duplicate_card"),
        (build_round(seats=["Aki"]), "bad_count"),
        (build_round(piles=[["h03-1", "h09-1"]], caller=9), "bad_count"),
        (build_round(piles=[[], [], []], caller=9), "bad_count"),
        (build_round(piles=["h03-1", None]), "bad_round"),
        (build_round(piles=5), "bad_round"),
        (build_round(options={"tsukifuda": True}, caller=9), "bad_count"),
        (build_round(options={"field_multiplier": "double"}), "bad_count"),
        (build_round(month=13), "bad_count"),
        (build_round(opening=EIGHT[:7]), "too_few_cards"),
        (build_round(opening=[*EIGHT, "h01-2"]), "too_many_cards"),
        (build_round(hands=[EIGHT, None, None]), "bad_count"),
        (build_round(ended_by="cancel"), "bad_round"),
        (build_round(caller=2), "impossible"),
        (build_round(caller=None), "impossible"),
        (build_round(calls=[0, 1]), "impossible"),
        (build_round(calls=[2]), "impossible"),
        (build_round(calls="x"), "bad_round"),
        (build_round(caller=1), "impossible"),
        (build_round(calls=[1]), "impossible"),
        (build_round("h03-1 h09-1", "h01-2 h02-2 h03-2"), "impossible"),
        (build_round(ended_by="empty"), "impossible"),
        ({"seats": ["Aki", "Ben"]}, "bad_count"),
        ({"seats": ["Aki", "Ben"], "hands": [EIGHT]}, "bad_count"),
        ({"seats": ["Aki", "Ben"], "hands": [EIGHT[:5], None]}, "too_few_cards"),
        ({"seats": ["Aki", "Ben"], "hands": [EIGHT, EIGHT]}, "duplicate_card"),
    ],
)
def test_what_cannot_be_is_refused_by_code(round_: dict[str, Any], code: str) -> None:
    assert refusal_code(round_) == code


def test_weather_may_undo_what_was_called() -> None:
    for calls in ([1], []):
        got = GAME.settle(
            build_round("", "h01-2 h02-2 h03-2" * (not calls), ended_by="empty", calls=calls)
            | {"options": {"viewing_weather": "own_rain"}}
        )
        assert got.outcome == "draw"


ANY_NUMBER = {"max_calls": "none"}
MANY_CHAFF = " ".join(CHAFF[:20])
"""Eleven turns by its cards alone, of which a player has eight."""


@pytest.mark.parametrize(
    ("first", "second", "calls", "options"),
    [
        ("h03-1 h09-1", "", [0], {}),
        ("h03-1 h09-1", " ".join(CHAFF[:10]), [1, 1], ANY_NUMBER),
        ("h01-1 h03-1 h08-1 h12-1", "", [0, 0], ANY_NUMBER),
        (" ".join(BRIGHTS), " ".join(RIBBONS[:4]), [0, 1, 1, 0, 1], ANY_NUMBER),
        ("h06-1 h07-1 h10-1 h02-1", "", [0], {"extras": "stack"}),
        (MANY_CHAFF, "", [0] * 8, ANY_NUMBER),
        ("h03-1 h09-1", MANY_CHAFF, [1] * 9, ANY_NUMBER),
    ],
)
def test_more_calls_than_turns_that_made_a_yaku_are_refused(
    first: str, second: str, calls: list[int], options: dict[str, Any]
) -> None:
    """One call less is settled, and so is the same round where weather may have undone a yaku (koikoi 2.9)."""
    round_ = build_round(first, second, calls=calls, options=options)
    assert refusal_code(round_) == "impossible"
    calls_fewer = calls[:-1] if calls[-1] or 1 not in calls else calls[1:]
    assert GAME.settle({**round_, "calls": calls_fewer}).outcome == "won"
    assert GAME.settle({**round_, "options": {**options, "viewing_weather": "field"}}).outcome == "won"


@pytest.mark.parametrize(("ended_by", "caller", "calls"), [("shobu", 0, [0]), ("empty", None, [0, 0])])
def test_the_refusal_of_a_call_says_who_and_how_many(ended_by: str, caller: int | None, calls: list[int]) -> None:
    with pytest.raises(Refusal) as caught:
        GAME.settle(build_round(ended_by=ended_by, caller=caller, calls=calls, options=ANY_NUMBER))
    assert (caught.value.code, caught.value.seat) == ("impossible", 0)
    assert caught.value.message.en == (
        "Aki said koi-koi or shobu twice, but Aki's pile can have formed or improved a yaku in no more than 1 turn"
    )
    assert "2回" in caught.value.message.ja
    assert "1回" in caught.value.message.ja


def test_called_at_every_chance_demo_rounds_settle() -> None:
    """Rounds that are played have no more calls than their piles allow, under any house rules without weather."""
    chance, called = random.Random(29), 0
    for _ in range(40):
        options = random_options(chance) | {"max_calls": "none", "viewing_weather": "off"}
        table = sample_session(GAME, options).table()
        round_ = GAME.simulate_round(chance.sample(CARDS, 48), table)
        called += len(round_["calls"]) > 1
        assert GAME.settle(round_).outcome in ("won", "draw")
    assert called


@pytest.mark.parametrize(
    ("pile", "options", "field", "codes"),
    [
        ("h03-1 h09-1 h11-1", {"viewing_weather": "own_rain"}, [], ["none", "rained_off"]),
        ("h03-1 h08-1 h09-1", {"viewing_weather": "field"}, ["h11-4", "h12-3"], ["none", "rained_off", "rained_off"]),
        ("h03-1 h09-1", {"viewing": "needs_other"}, [], ["none", "alone"]),
        ("h03-1 h09-1", {}, [], ["hanami"]),
    ],
)
def test_why_the_viewing_does_not_count(pile: str, options: dict, field: list, codes: list[str]) -> None:
    value = value_hand({"game": "koikoi", "cards": pile.split(), "options": options, "field": field})
    assert [reason.code for reason in value.reasons] == codes


def test_a_dealt_hand_may_end_the_round_before_play() -> None:
    def ask(**more: Any) -> Any:
        return GAME.settle({"seats": ["Aki", "Ben"], "stones": [3, 4], **more})

    teshi = ["h01-1", "h01-2", "h01-3", "h01-4", "h02-1", "h03-1", "h04-1", "h05-1"]
    half = ask(hands=[None, teshi])
    assert (half.outcome, half.net, [hand.key for hand in half.hands]) == ("dealt", (-6, 6), [None, "teshi"])
    paid = ask(hands=[teshi, None], options={"scoring": "winner_only", "length": "target", "target": 9})
    assert (paid.net, paid.house, paid.over, paid.game_winners) == ((6, 0), -6, True, (0,))
    both = ask(hands=[teshi, ["h06-1", "h06-2", "h06-3", "h06-4", *EIGHT[-4:]]], options={"draw_deal": "other"})
    assert (both.outcome, both.next_dealer) == ("draw", 0)
    assert ask(hands=[EIGHT, None]).outcome == "play"
    assert ask(hands=[teshi, None], options={"dealt_hands": "off"}).hands[0].key is None
    assert ask(opening=teshi, hands=[None, None]).outcome == "misdeal"
    empty = ask(piles=[[], []], opening=EIGHT)
    assert (empty.outcome, empty.next_dealer, empty.over) == ("play", 0, False)


def test_the_target_ends_the_game() -> None:
    round_ = build_round(options={"length": "target", "target": 10}, stones=[4, -4])
    assert not GAME.settle(round_).over
    assert GAME.settle(round_ | {"stones": [5, -5]}).over


def test_odds_of_the_next_card_by_trying_every_card() -> None:
    chance = random.Random(3)
    for _ in range(40):
        cards = chance.sample(CARDS, 48)
        pile, other, field, hand = cards[:12], cards[12:20], cards[20:26], cards[26:30]
        question = {"game": "koikoi", "cards": pile, "seen": other, "field": field, "hand": hand}
        odds = count_odds(question)
        rules = yaku_rules(GAME.resolve_options({}))
        now, rising = rules.base(mask_of(pile)), 0
        for card in cards[30:]:
            same = [code for code in field if code[:3] == card[:3]]
            ways = [same] if len(same) == 3 else [[code] for code in same]
            rising += max((rules.base(mask_of([*pile, card, *way])) for way in ways), default=now) > now
        assert odds.unseen == 18
        lines = {line.key: line for section in odds.sections for line in section.lines}
        assert lines["rise"].probability == Fraction(rising, 18)


def test_odds_say_the_points_now_and_then() -> None:
    asked = {"game": "koikoi", "cards": ["h03-1", "h09-1"], "field": ["h08-3"], "calls": [1], "opening": EIGHT}
    lines = {line.key: line for section in count_odds(asked).sections for line in section.lines}
    assert lines["now"].label.en == "shobu now: 10"
    assert lines["then_5"].label.en == "with one more step of 5: 40"
    assert lines["then_5"].faces == {"h08-1": 1}
    unknown = count_odds({"game": "koikoi", "cards": ["h03-1"], "seen": ["h08-1"]})
    rise = next(line for section in unknown.sections for line in section.lines if line.key == "rise")
    assert "h09-1" in rise.faces, "the cup makes a yaku with the curtain, whatever the field is"
    assert "h08-1" not in rise.faces
    nothing = count_odds({"game": "koikoi", "cards": list(CARDS)})
    assert {line.probability for section in nothing.sections for line in section.lines} <= {0, 1}
    month = count_odds({"game": "koikoi", "cards": ["h04-1"], "options": {"tsukifuda": True}, "month": 4})
    assert "tsukifuda" in {line.key for line in month.sections[0].lines}


def test_a_pile_says_what_it_holds_and_what_is_near() -> None:
    table = sample_session(GAME).table()
    notes = GAME.seat_notes(table, {"piles.0": ["h03-1", "h09-1", "k01"], "piles.1": []})
    assert list(notes) == [0]
    assert [reason.code for reason in notes[0]] == ["hanami", "one_away", "counted"]
    assert notes[0][1].text.en == "One card away from Tsukimi, moon viewing: susuki, moon"


def test_the_month_is_the_number_of_the_round_that_counts() -> None:
    session = sample_session(GAME)
    misdeal = {"game": "koikoi", "options": {}, "seats": ["Aki", "Emi"], "opening": list(CARDS[:8])}
    chance = random.Random(1)
    for expected in (1, 2, 3):
        assert session.table().extra["month"] == expected
        session = apply(session, RoundSettled(misdeal, GAME.settle(misdeal).as_json()))
        round_ = GAME.simulate_round(chance.sample(CARDS, 48), session.table())
        session = apply(session, RoundSettled(round_, GAME.settle(round_).as_json()))


@pytest.mark.parametrize(("options", "most"), [({}, 1), ({"max_calls": "none"}, 0)])
def test_calls_are_asked_in_order(options: dict[str, Any], most: int) -> None:
    (calls,) = (ask for ask in GAME.prompts(sample_session(GAME, options).table()) if ask.path == "calls")
    assert (calls.kind, calls.maximum, calls.values) == (PromptKind.SEQUENCE, most, (0, 1))


def test_the_dealers_right_keeps_the_deal_unless_agreed_otherwise() -> None:
    for points, deal in product((0, 1, 6), (None, "other", "same")):
        options = {"draw_points": points} | ({"draw_deal": deal} if deal else {})
        assert GAME.resolve_options(options)["draw_deal"] == (deal or ("same" if points else "other"))

"""Roppyakken: an oracle by the rule book, counts, odds, refusals in order."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import pytest

from scorer.api import count_odds
from scorer.errors import Refusal
from scorer.families.captures.cards import CARDS, mask_of
from scorer.games.roppyakken import GAME
from scorer.games.roppyakken.moves import PLAY_RULES
from scorer.games.roppyakken.yaku import count_pile
from scorer.rules.play.playout import play_pack
from scorer.session.samples import sample_session
from tests.support.judged_rounds import Follower, build_table

NAMES = ("D", "2", "3")
TABLE = """
shiko 600 600 600 | 01-1 03-1 08-1 12-1
nanatan 600 600 600 |
inoshikacho 300 300 400 | 07-1 10-1 06-1
teppo 300 300 400 | 03-1 08-1 09-1
ameshima 200 200 300 | 11-1 11-2 11-3 11-4
matsukiribozu 150 150 200 | 01-1 08-1 12-1
ozan 150 100 200 | 01-1 02-1 03-1
kozan 100 150 200 | 01-2 02-2 03-2
aotan 100 100 200 | 06-2 09-2 10-2
kusatan 100 100 200 | 04-2 05-2 07-2
hanami 100 100 200 | 03-1 09-1
tsukimi 100 100 200 | 08-1 09-1
matsushima 50 50 50 | 01-1 01-2 01-3 01-4
umeshima 50 50 50 | 02-1 02-2 02-3 02-4
sakurashima 50 50 50 | 03-1 03-2 03-3 03-4
fujishima 50 50 50 | 04-1 04-2 04-3 04-4
ayameshima 50 50 50 | 05-1 05-2 05-3 05-4
botanshima 50 50 50 | 06-1 06-2 06-3 06-4
hagishima 50 50 50 | 07-1 07-2 07-3 07-4
bozushima 50 50 50 | 08-1 08-2 08-3 08-4
kikushima 50 50 50 | 09-1 09-2 09-3 09-4
momijishima 50 50 200 | 10-1 10-2 10-3 10-4
kirishima 50 50 50 | 12-1 12-2 12-3 12-4
"""
"""Section 3 as it is printed: key, worth in the three lists, cards."""
ROWS = {
    line.split()[0]: (tuple(map(int, line.split()[1:4])), {f"h{code}" for code in line.partition("|")[2].split()})
    for line in TABLE.strip().splitlines()
}
RIBBONS = {f"h{month:02d}-2" for month in (1, 2, 3, 4, 5, 6, 7, 9, 10)}
PLAYED = {"eight": {"matsu", "ume", "sakura", "fuji", "bozu", "momiji", "kiri"}, "rain": set()}
FIFTY = {"h01-1", "h03-1", "h08-1", "h11-1", "h12-1", "h02-1"}
TEN = {f"h{month:02d}-1" for month in (4, 5, 6, 7, 9, 10)} | {"h08-2", "h11-2", "h12-2", "h11-3"} | RIBBONS


def count_points(pile: set[str]) -> int:
    return 50 * len(pile & FIFTY) + 10 * len(pile & TEN)


def find_yaku(pile: set[str], options: dict[str, Any]) -> dict[str, int]:
    """The yaku of a pile, row by row of section 3."""
    found = {}
    for key, (worths, cards) in ROWS.items():
        worth = worths[("common", "west", "korean").index(options["values"])]
        month = key.removesuffix("shima")
        if key.endswith("shima") and key != "ameshima" and options["shima"] != "all":
            worth = worth if month in PLAYED[options["shima"]] else 0
        worth = options["worth"].get(key, worth)
        held = cards <= pile
        if key == "nanatan":
            held = len(pile & RIBBONS) + (options["nanatan_willow"] and "h11-3" in pile) >= 7
        if worth and held:
            found[key] = worth
    if options["viewing_weather"] == "own_willow" and any(c[:3] == "h11" for c in pile) and "h01-1" not in pile:
        found = {key: worth for key, worth in found.items() if key not in ("teppo", "hanami", "tsukimi")}
    if "teppo" in found and options["viewing"] == "one":
        found = {key: worth for key, worth in found.items() if key not in ("hanami", "tsukimi")}
    return found


def find_lucky(hand: list[str] | None) -> dict[str, int]:
    if not hand:
        return {}
    if not set(hand) & (FIFTY | TEN):
        return {"sogasu": 400}
    threes = sum(count >= 3 for count in Counter(card[:3] for card in hand).values())
    return {"futatesan": 400} if threes > 1 else {"tesan": 200} if threes else {}


def random_options(chance: random.Random) -> dict[str, Any]:
    options: dict[str, Any] = {
        option.key: chance.choice(option.values) for option in GAME.options if option.values and chance.random() < 0.5
    }
    options["target"] = chance.choice((1, 300, 600, 800, 2000))
    if chance.random() < 0.4:
        keys = chance.sample(list(ROWS), chance.randint(1, 4))
        options["worth"] = {key: chance.choice((0, 0, 1, 75, 9999)) for key in keys}
    return options


def random_round(chance: random.Random) -> dict[str, Any]:
    """Piles of cards that count and of any, hands as dealt, balances, under random house rules."""
    seats = chance.choice((2, 2, 3))
    options = random_options(chance)
    size = 7 if seats == 3 else options.get("hand_size", 8)
    most = 40 if seats == 2 and size == 8 else 48
    cards = chance.sample(CARDS, chance.choice((6, 20, most, most)))
    piles: list[list[str]] = [[] for _ in range(seats)]
    shares = [chance.choice((1, 5, 9)) for _ in range(seats)]
    for code in cards:
        piles[chance.choices(range(seats), shares)[0]].append(code)
    round_: dict[str, Any] = {"game": "roppyakken", "seats": list(NAMES[:seats]), "options": options, "piles": piles}
    if chance.random() < 0.6:
        round_["stones"] = [chance.choice((0, 100, 290, 590, 590, -20)) for _ in range(seats)]
    if chance.random() < 0.2:
        round_["rounds_left"] = chance.choice((1, 2))
    pack = chance.sample(CARDS, 48)
    if chance.random() < 0.6:
        hands = [pack[seat * size : seat * size + size] for seat in range(seats)]
        if chance.random() < 0.4:
            same = [f"h{chance.randint(1, 9):02d}-{number}" for number in (1, 2, 3, 4)][: chance.choice((3, 3, 4))]
            rest = [code for code in pack if code not in same]
            hands = [(same + rest)[:size], *(rest[size * seat : size * seat + size] for seat in range(1, seats))]
        round_["hands"] = [hand if chance.random() < 0.7 else None for hand in hands]
    if chance.random() < 0.2:
        used = {code for hand in round_.get("hands", ()) if hand for code in hand}
        round_["opening"] = [code for code in pack if code not in used][: 6 if seats == 3 else 8]
    return round_


def is_misdeal(round_: dict[str, Any], options: dict[str, Any]) -> bool:
    looked_at = [round_.get("opening") or []]
    if options["four_in_hand"] == "misdeal":
        looked_at += [hand or [] for hand in round_.get("hands", ())]
    return any(4 in Counter(card[:3] for card in cards).values() for cards in looked_at)


def expected_of(round_: dict[str, Any]) -> dict[str, Any] | str:
    """The answer by sections 3 to 5, or the code of the refusal."""
    options, piles = GAME.resolve_options(round_["options"]), [set(pile) for pile in round_["piles"]]
    if is_misdeal(round_, options):
        return "impossible"
    seats, hands = len(piles), round_.get("hands") or [None] * len(piles)
    points, yaku = [count_points(pile) for pile in piles], [find_yaku(pile, options) for pile in piles]
    lucky = [find_lucky(hand) if options["lucky_hands"] else {} for hand in hands]
    bare = [p + sum(y.values()) for p, y in zip(points, yaku, strict=True)]
    scores = [b + sum(each.values()) for b, each in zip(bare, lucky, strict=True)]
    dry = [count_points({card for card in pile if card[:3] not in ("h11", "h12")}) for pile in piles]
    looked_at = {"score": bare, "cards": points, "dry_cards": dry}[options["fuke_counts"]]
    best = [seat for seat in range(seats) if scores[seat] == max(scores)]
    net, outcome, winners = list(scores), "settled", best
    if options["scoring"] == "rounded":
        net = [(score + 99) // 100 * 100 for score in scores]
    if options["scoring"] == "difference":
        net = [0] * seats
        if len(best) == 1:
            net[best[0]] = max(scores) - max(score for seat, score in enumerate(scores) if seat != best[0])
    if options["fuke"] == 30 and min(looked_at) <= 30:
        net, outcome, winners = [0] * seats, "draw", []
    after = [before + change for before, change in zip(round_.get("stones", [0] * seats), net, strict=True)]
    top = [seat for seat in range(seats) if after[seat] == max(after)]
    won_by = top if round_.get("rounds_left") == 1 else []
    if outcome == "settled":
        if max(after) >= options["target"] and len(top) == 1:
            won_by = top
        for key in ("nanatan", "shiko") if options["instant_win"] else ():
            won_by = [seat for seat in range(seats) if key in yaku[seat]] or won_by
            winners = [seat for seat in range(seats) if key in yaku[seat]] or winners
    return {
        "outcome": outcome,
        "net": net,
        "winners": winners,
        "over": bool(won_by),
        "next_dealer": None if won_by else (winners or [0])[0],
        "game_winners": won_by if won_by else None,
        "house": -sum(net) or None,
        "stones": after if "stones" in round_ else None,
        "total": points,
        "yaku": yaku,
        "score": scores,
        "lucky": lucky if options["lucky_hands"] else [None] * seats,
    }


def answer_of(round_: dict[str, Any]) -> dict[str, Any] | str:
    try:
        got = GAME.settle(round_).as_json()
    except Refusal as refusal:
        return refusal.code
    keys = ("outcome", "net", "winners", "over", "next_dealer", "game_winners", "house", "stones")
    fields = ("total", "yaku", "score", "lucky")
    return {key: got.get(key) for key in keys} | {field: [hand.get(field) for hand in got["hands"]] for field in fields}


def check_rounds(first: int, last: int) -> None:
    for seed in range(first, last):
        round_ = random_round(random.Random(seed))
        assert answer_of(round_) == expected_of(round_), (seed, round_)
        got = GAME.settle(round_).as_json() if expected_of(round_) != "impossible" else {"hands": []}
        for hand in got["hands"]:
            dearest = max(hand["yaku"].values(), default=0)
            assert hand["class"] == next((key for key in ROWS if hand["yaku"].get(key) == dearest), "none")


@pytest.mark.parametrize("start", range(0, 400, 100))
def test_rounds_are_settled_as_the_rule_book_says(start: int) -> None:
    check_rounds(start, start + 100)


def test_relabelled_seats_settle_alike() -> None:
    for seed in range(60):
        round_ = random_round(random.Random(seed))
        round_ = {key: value for key, value in round_.items() if key in ("seats", "options", "piles")}
        turned = {**round_, "piles": [*round_["piles"][1:], round_["piles"][0]]}
        net = GAME.settle(round_).net
        if round_["options"].get("scoring") != "difference":
            assert GAME.settle(turned).net == (*net[1:], net[0])


def test_the_pack_has_490_points() -> None:
    assert GAME.value(CARDS[:24], "", {}).total + GAME.value(CARDS[24:], "", {}).total == 490  # type: ignore[operator]


def test_every_pile_of_ribbons_by_brute_force_and_formula() -> None:
    for willow, ribbons in ((False, sorted(RIBBONS)), (True, [*sorted(RIBBONS), "h11-3"])):
        options = GAME.resolve_options({"nanatan_willow": willow})
        piles = [pile for size in range(len(ribbons) + 1) for pile in combinations(ribbons, size)]
        found = Counter(key for pile in piles for key in count_pile(mask_of(pile), options))
        assert found["kozan"] == found["aotan"] == found["kusatan"] == 2 ** (len(ribbons) - 3)
        assert found["nanatan"] == sum(comb(len(ribbons), count) for count in range(7, len(ribbons) + 1))


@pytest.mark.parametrize(("viewing", "weather"), [("one", "off"), ("stack", "off"), ("one", "own_willow")])
def test_every_pile_of_brights_by_brute_force_and_formula(viewing: str, weather: str) -> None:
    cards = ("h01-1", "h02-1", "h03-1", "h08-1", "h09-1", "h11-1", "h12-1")
    options = GAME.resolve_options({"viewing": viewing, "viewing_weather": weather})
    found = Counter(
        key for size in range(8) for pile in combinations(cards, size) for key in count_pile(mask_of(pile), options)
    )
    # Of the seven cards three make ozan, three the bozu, four shiko; the others are free.
    assert (found["shiko"], found["matsukiribozu"], found["ozan"]) == (2**3, 2**4, 2**4)
    # Of crane and rain man one combination in four rains: the rain man without the crane.
    dry = Fraction(3, 4) if weather == "own_willow" else 1
    assert found["teppo"] == 2**4 * dry
    assert found["hanami"] == found["tsukimi"] == (2**5 if viewing == "stack" else 2**4) * dry


def build_round(*piles: list[str], **more: Any) -> dict[str, Any]:
    return {"seats": list(NAMES[: len(piles)]), "piles": list(piles)} | more


HANDS = [list(CARDS[::6]), list(CARDS[1::6])]
LONG = [list(CARDS[:30]), list(CARDS[30:41])]


@pytest.mark.parametrize(
    ("round_", "code"),
    [
        (build_round(["x"], [], options={"fuke": 20}), "bad_option"),
        (build_round([], [], options={"worth": {"goko": 20}}), "bad_option"),
        (build_round([], [], options={"worth": {"shiko": 10000}}), "bad_option"),
        (build_round([], [], options={"worth": {"shiko": -1}}), "bad_option"),
        (build_round([], [], options={"target": 0}), "bad_option"),
        (build_round(["x", "k01", "h01-1", "h01-1"], [], seats=["D"]), "unknown_card"),
        (build_round(["k01", "h01-1", "h01-1"], [], seats=["D"]), "wrong_deck"),
        (build_round(["h01-1"], ["h01-1"], seats=["D"]), "duplicate_card"),
        (build_round(["h01-1"], [], hands=[[*CARDS[:7], "h01-1"], None]), "duplicate_card"),
        (build_round(["h01-1"], [], hands=[HANDS[0], None], opening=[HANDS[0][0], *CARDS[2:9]]), "duplicate_card"),
        (build_round(["h01-1"], [], seats=["D"]), "bad_count"),
        (build_round(["h01-1"], [], [], []), "bad_count"),
        (build_round(["h01-1"], []) | {"seats": list(NAMES)}, "bad_count"),
        (build_round(["h01-1"], [], hands=[HANDS[0]]), "bad_count"),
        (build_round(*LONG), "bad_count"),
        (build_round(["h01-1"], [], hands=[HANDS[0][1:], None]), "too_few_cards"),
        (build_round(["h01-1"], [], hands=[[*HANDS[0], "h12-4"], None]), "too_many_cards"),
        (build_round(["h01-1"], [], opening=HANDS[0][1:]), "too_few_cards"),
        (build_round(["h01-1"], [], hands=[list(CARDS[:8]), None]), "impossible"),
        (build_round(["h01-1"], [], opening=list(CARDS[:8])), "impossible"),
        ({"seats": ["D", "2"]}, "bad_count"),
        ({"seats": ["D", "2"], "hands": [None, None]}, "bad_count"),
        ({"seats": ["D", "2"], "piles": "x"}, "bad_round"),
    ],
)
def test_what_cannot_be_is_refused_by_code(round_: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal) as caught:
        GAME.settle(round_)
    assert caught.value.code == code
    assert caught.value.message.ja


def test_more_cards_fit_where_more_are_dealt() -> None:
    assert GAME.settle(build_round(*LONG, options={"hand_size": 10})).outcome == "settled"
    assert GAME.settle(build_round(*LONG, [])).outcome == "settled"


def test_a_deal_says_what_its_hands_are() -> None:
    round_ = {"seats": ["D", "2"], "rounds_left": 1, "stones": [590, 700], "piles": [[], []]}
    played = GAME.settle({**round_, "hands": [list(CARDS[:3]) + list(CARDS[4:36:8]) + ["h12-4"], None]})
    assert (played.outcome, played.over, played.hands[0].key) == ("play", False, None)
    lucky = {**round_, "options": {"lucky_hands": True}, "hands": [list(CARDS[:3]) + list(CARDS[4:36:7]), None]}
    assert [(hand.key, hand.total) for hand in GAME.settle(lucky).hands] == [("tesan", 200), (None, None)]
    four = {**lucky, "hands": [None, list(CARDS[:4]) + list(CARDS[5:25:5])]}
    again = GAME.settle(four)
    assert (again.outcome, again.net, again.next_dealer, again.hands[1].key) == ("misdeal", (0, 0), 0, None)
    assert "2 was dealt all four of Month 1: pine" in again.reasons[0].text.en
    four["options"] = {"lucky_hands": True, "four_in_hand": "play"}
    assert GAME.settle(four).hands[1].key == "tesan"


def ways_to_capture(card: str, field: list[str], wild: str) -> list[set[str]]:
    """What a card turned up may take, by section 2.4."""
    same = [code for code in field if code[:3] == card[:3]]
    ways = [set(same)] if len(same) == 3 else [{code} for code in same]
    counts = Counter(code[:3] for code in field)
    if card == wild:
        ways += [{code} for code in field if code in FIFTY | TEN and code[:3] != "h11" and counts[code[:3]] != 3]
    elif wild in field and card in FIFTY | TEN and card[:3] != "h11":
        ways.append({wild})
    return [way | {card} for way in ways]


@pytest.mark.parametrize("wild", ["rain_man", "lightning", "off"])
def test_odds_of_the_next_card_by_trying_every_card(wild: str) -> None:
    chance = random.Random(4)
    options = GAME.resolve_options({"wild": wild})
    code = {"rain_man": "h11-1", "lightning": "h11-4", "off": ""}[wild]

    def score_of(pile: set[str]) -> int:
        return count_points(pile) + sum(find_yaku(pile, options).values())

    for seed in range(30):
        cards = chance.sample(CARDS, 48)
        if code:  # the wild card lies on the field, or is still to come
            cards.remove(code)
            cards.insert((25, 40)[seed % 2], code)
        pile, others, field, hand = cards[:14], cards[14:24], cards[24:30], cards[30:34]
        asked = {"game": "roppyakken", "cards": pile, "seen": others, "field": field, "hand": hand, "balance": 100}
        odds = count_odds({**asked, "options": {"wild": wild}})
        now, gains = score_of(set(pile)), Counter[int]()
        for card in cards[34:]:
            ways = ways_to_capture(card, field, code)
            gains[max((score_of({*pile, *way}) for way in ways), default=now) - now] += 1
        lines = {line.key: line for section in odds.sections for line in section.lines}
        assert odds.unseen == 14
        for gain, count in gains.items():
            assert not gain or lines[f"plus_{gain}"].probability == Fraction(count, 14)
        if 100 + now < 600:
            reaching = sum(count for gain, count in gains.items() if 100 + now + gain >= 600)
            assert lines["reaches"].probability == Fraction(reaching, 14)
        else:
            assert lines["reached"].probability == 1


def test_a_willow_may_lower_the_score_of_the_next_card() -> None:
    asked = {"game": "roppyakken", "cards": ["h03-1", "h09-1"], "options": {"viewing_weather": "own_willow"}}
    lines = {line.key: line for line in count_odds({**asked, "field": ["h11-2"]}).sections[1].lines}
    assert (lines["minus_80"].probability, set(lines["minus_80"].faces)) == (Fraction(1, 45), {"h11-3"})


def test_the_wild_card_at_the_table() -> None:
    """Roppyakken 2.4: it takes a card worth points, three willows at once, and is taken by a card worth points."""
    play = Follower("roppyakken", build_table(GAME, 2))
    play.lay("h01-1 h02-3 h05-1 h05-2 h05-3 h11-2 h11-3 h11-4")
    assert play.lay("h11-1") == ""
    assert play.position.open_captures[0].partners_left == ("h11-2", "h11-3", "h11-4", "h01-1")
    assert play.take("h01-1 h11-1", 0) == ""
    play = Follower("roppyakken", build_table(GAME, 2))
    play.lay("h01-1 h02-3 h05-1 h05-2 h05-3 h11-2 h11-3 h11-4")
    play.lay("h11-1")
    assert play.take("h11-3 h11-1 h11-2 h11-4", 0) == ""
    play = Follower("roppyakken", build_table(GAME, 2))
    play.lay("h11-1 h02-3 h03-3 h04-3 h05-3 h06-3 h07-3 h08-3")
    play.lay("h09-1")
    assert play.take("h11-1 h09-1", 0) == ""
    play = Follower("roppyakken", build_table(GAME, 2))
    play.lay("h11-1 h02-3 h03-3 h04-3 h05-3 h06-3 h07-3 h08-3")
    play.lay("h09-3")
    assert play.position.open_captures == ()


def test_lucky_hands_are_shown_in_rounds_that_are_played() -> None:
    table = sample_session(GAME, {"lucky_hands": True}, seats=2).table()
    shown = 0
    for seed in range(40):
        rng = random.Random(seed)
        playout = play_pack(PLAY_RULES, rng.sample(CARDS, 48), table, PLAY_RULES.policies(table, rng))
        hands = playout.conclusion.round.get("hands", [])
        shown += any(hands)
        got = GAME.settle(playout.conclusion.round).as_json()
        for hand, cards in zip(got["hands"], hands, strict=False):
            assert bool(hand["lucky"]) is bool(cards)
    assert 5 < shown < 40


@pytest.mark.parametrize("options", [{}, {"lucky_hands": True, "fuke": 30, "viewing_weather": "own_willow"}])
def test_advice_names_the_target_and_what_is_agreed(options: dict[str, Any]) -> None:
    table = sample_session(GAME, options, seats=3).table()
    advice = {line.code: line.text.en for line in GAME.advice(table, 2)}
    assert advice["score"] == "Card points and yaku are added up; 600 win the game."
    assert {"lucky_hands", "poor", "rain"} <= set(advice) or not options


def test_a_pile_says_what_it_holds_and_what_is_near() -> None:
    notes = GAME.seat_notes(sample_session(GAME, seats=3).table(), {"piles.1": ["h03-1", "h09-1"], "piles.2": []})
    assert [line.code for line in notes[1]] == ["cards_at", "cards_at", "hanami", "score", "one_away"]
    assert notes[1][-1].text.en == "One card away from Teppo, the gun: susuki, moon"

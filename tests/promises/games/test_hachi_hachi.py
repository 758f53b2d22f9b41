"""Hachi-Hachi: an oracle, refusals in order, page, odds, drills."""

import json
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from scorer.api import count_odds, value_hand
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.games import game
from scorer.rules.prompts import Table
from scorer.session.events import RoundSettled, RoundUndone
from scorer.session.reducer import apply
from scorer.session.samples import sample_session
from tests.unit.scorer.games.hachi_hachi.test_yaku import find_teyaku

HACHI = game("hachi-hachi")
PACK = list(decks()["hanafuda"].pack())
BRIGHTS = {"h01-1", "h03-1", "h08-1", "h11-1", "h12-1"}
RIBBONS = {f"h{month:02d}-2" for month in (1, 2, 3, 4, 5, 6, 7, 9, 10)}
AKATAN, AOTAN, DEER = {"h01-2", "h02-2", "h03-2"}, {"h06-2", "h09-2", "h10-2"}, {"h06-1", "h07-1", "h10-1"}
KAN = {"goko": 12, "shiko": 10, "nanatan": 10, "akatan": 7, "aotan": 7, "inoshikacho": 7}
LIABLE = {"shiko", "akatan", "aotan", "inoshikacho"}
GROUP_B = {"karasu": 4, "pikaichi": 4, "toichi": 3, "tanichi": 3}
GROUP_A = {"shiso": 20, "ichinishi": 8, "teshi": 6, "kuttsuki": 4, "tatesanbon": 3, "sanbon": 2}
TRIPLETS = {"futatatesanbon", "sanbontatesanbon", "futasanbon", "haneken", "tatesanbon", "sanbon"}


def card_points(pile: set[str]) -> int:
    animals = {f"h{month:02d}-1" for month in (2, 4, 5, 6, 7, 9, 10)} | {"h08-2", "h11-2"}
    worth = dict.fromkeys(BRIGHTS, 20) | dict.fromkeys(animals, 10) | dict.fromkeys(RIBBONS | {"h11-3"}, 5)
    return sum(worth.get(code, 1) for code in pile)


def find_dekiyaku(pile: set[str], agreed: dict) -> dict[str, int]:
    kan, found = KAN | agreed["worth"], {}
    if pile >= BRIGHTS and kan["goko"]:
        found["goko"] = kan["goko"]
    elif pile >= BRIGHTS - {"h11-1"} and kan["shiko"]:
        found["shiko"] = kan["shiko"]
    if len(pile & RIBBONS) >= 7 and kan["nanatan"]:
        more = len(pile & (RIBBONS | {"h11-3"})) - 7 if agreed["nanatan_plus"] else 0
        found["nanatan"] = kan["nanatan"] + more
    for key, cards in (("akatan", AKATAN), ("aotan", AOTAN), ("inoshikacho", DEER)):
        if pile >= cards and kan[key] and (key != "inoshikacho" or agreed["inoshikacho"]):
            found[key] = kan[key]
    return found


def dekiyaku_worth(key: str, agreed: dict) -> int:
    two = {"graded": (6, 7, 8), "flat": (6, 6, 6), "sum": (4, 5, 6)}[agreed["two_triplets"]]
    table = GROUP_A | GROUP_B | dict(zip(("futasanbon", "sanbontatesanbon", "futatatesanbon"), two, strict=True))
    return (table | {"aka": agreed["aka"], "haneken": agreed["haneken"]})[key]


def round_multiplier(round_: dict, agreed: dict) -> tuple[int, list[int]]:
    new = [{"h11-1": 4, "h12-1": 4}.get(code, 2) for code in round_.get("opening", []) if code in BRIGHTS]
    waiting = list(round_.get("waiting_fields", []))
    if "multiplier" in round_:
        return round_["multiplier"], sorted(waiting, reverse=True)
    if agreed["fields"] == "product":
        product = 1
        for each in new:
            product *= each
        return product, []
    pool = waiting or new
    if not pool:
        return 1, []
    best = max(pool)
    pool.remove(best)
    return best, sorted([*pool, *(new if pool is waiting else [])], reverse=True)


class Oracle:
    """Sections 2 to 7 of the rule book implemented again, payment by payment, in points."""

    def __init__(self, round_: dict) -> None:
        self.round = round_
        self.agreed = {**HACHI.resolve_options({}), **round_.get("options", {})}
        self.field, self.waiting = round_multiplier(round_, self.agreed)
        self.kan = self.agreed["kan"] * self.field
        self.net = [Fraction(0)] * len(round_["seats"])
        self.piles = [set(pile) for pile in round_["piles"]]
        self.yaku = [find_dekiyaku(pile, self.agreed) for pile in self.piles]
        self.total = [sum(each.values()) for each in self.yaku]
        self.points = [card_points(pile) for pile in self.piles]

    def answer(self) -> dict[str, Any]:
        outcome, winner = self.settle_by_yaku() if any(self.total) else self.settle_by_points()
        if outcome not in {"souhachi", "futahachi", "sujuroku"}:
            self.pay_teyaku()
        for place, seat in enumerate(self.round.get("dropped", [])):
            self.pay(seat, winner, Fraction(2 + place, 2) * self.kan)
        for entry in self.round.get("forced", []):
            half, single = shut_out_value(tuple(entry["hand"]), self.agreed)
            for giver in (1, 2):
                self.pay(giver, entry["seat"], half * self.kan + 3 * single * self.field)
        return {
            "net": [int(stones) for stones in self.net],
            "outcome": outcome,
            "winners": [winner],
            "multiplier": self.field,
            "waiting_fields": self.waiting,
            "yaku": self.yaku,
            "total": self.points,
        }

    def pay(self, giver: int, taker: int, amount: Fraction | int) -> None:
        self.net[giver] -= amount
        self.net[taker] += amount

    def collect_from_others(self, taker: int, amount: Fraction | int) -> None:
        for giver in {0, 1, 2} - {taker}:
            self.pay(giver, taker, amount)

    def settle_by_yaku(self) -> tuple[str, int]:
        calls, caller, ended = self.round.get("calls", []), self.round.get("caller"), self.round["ended_by"]
        if ended == "empty":
            for taker in range(3):
                self.collect_from_others(taker, Fraction(self.total[taker], 2) * self.kan)
            return "exhausted", calls[0]
        sage = [seat for seat in range(3) if seat != caller and seat in calls]
        if ended == "cancel":
            self.collect_from_others(caller, Fraction(self.total[caller], 2) * self.kan)
        elif self.agreed["liability"] and self.round.get("fed_by") is not None:
            self.pay(self.round["fed_by"], caller, 2 * self.total[caller] * self.kan)
        elif len(sage) == 1 and self.agreed["sage_pays"]:
            self.pay(sage[0], caller, 2 * self.total[caller] * self.kan)
        else:
            self.collect_from_others(caller, self.total[caller] * self.kan)
        return ended, caller

    def settle_by_points(self) -> tuple[str, int]:
        chaff = [sum(card_points({code}) == 1 or code.startswith("h11") for code in pile) for pile in self.piles]
        best, most = max(self.points), max(chaff)
        special = None
        if self.agreed["specials"]:
            if self.points == [88, 88, 88]:
                special = ("souhachi", 0, 10)
            elif best >= 168:
                special = ("futahachi", self.points.index(best), best - 158)
            elif most >= 16:
                special = ("sujuroku", chaff.index(most), 2 * most - 20)
        if special:
            self.collect_from_others(special[1], special[2] * self.kan)
            return special[:2]
        for seat in range(3):
            self.net[seat] += (self.points[seat] - 88) * self.field
        return "settled", self.points.index(best)

    def pay_teyaku(self) -> None:
        claims, triplets = read_claims(self.round)
        for taker, keys in enumerate(claims):
            self.collect_from_others(taker, sum(dekiyaku_worth(key, self.agreed) for key in keys) * self.kan)
            if not self.agreed["achievements"]:
                continue
            months = triplets[taker] if set(keys) & TRIPLETS else []
            if any(sum(code.startswith(f"h{month:02d}") for code in self.piles[taker]) == 4 for month in months):
                self.collect_from_others(taker, self.kan)
            if self.points[taker] >= 89 and set(keys) & {"karasu", "toichi", "tanichi", "aka"}:
                self.collect_from_others(taker, self.kan)
        if self.round.get("mizuten") and self.agreed["achievements"]:
            for other in range(1, len(self.net)):
                if self.points[0] >= 89:
                    self.pay(other, 0, self.kan)
                elif other < 3:
                    self.pay(0, other, self.kan)


def shut_out_value(hand: tuple[str, ...], agreed: dict) -> tuple[Fraction, int]:
    """Half the teyaku and dekiyaku of a hand, in kan, and its single cards of sets (section 7.2)."""
    keys, yaku = find_teyaku(hand), find_dekiyaku(set(hand), agreed)
    months = Counter(code[1:3] for code in hand)
    used: set[str] = set()
    if keys & {"karasu", "pikaichi", "toichi", "tanichi", "aka", "ichinishi"}:
        used = set(hand)
    elif keys:
        sizes = {"shiso": {4, 3}, "haneken": {3, 2}, "teshi": {4}, "kuttsuki": {2}}.get(min(keys), {3})
        used = {code for code in hand if months[code[1:3]] in sizes}
    made = {"goko": BRIGHTS, "shiko": BRIGHTS - {"h11-1"}, "nanatan": RIBBONS, "akatan": AKATAN, "aotan": AOTAN}
    for key in yaku:
        used |= (made | {"inoshikacho": DEER})[key]
    kan = KAN | agreed["worth"]
    played = {"goko": BRIGHTS, "shiko": BRIGHTS - {"h11-1"}, "akatan": AKATAN, "aotan": AOTAN}
    played |= {"inoshikacho": DEER} if agreed["inoshikacho"] else {}
    parts = set().union(*[cards for key, cards in played.items() if kan[key]])
    worth = sum(dekiyaku_worth(key, agreed) for key in keys) + sum(yaku.values())
    return Fraction(worth, 2), len(set(hand) & parts - used)


def read_claims(round_: dict) -> tuple[list, list]:
    if "hands" not in round_:
        return round_.get("teyaku", [[], [], []]), round_.get("triplets", [[], [], []])
    claims, triplets = [], []
    for hand in round_["hands"]:
        months = Counter(code[1:3] for code in hand or ())
        claims.append(sorted(find_teyaku(tuple(hand))) if hand else [])
        triplets.append([int(month) for month, count in months.items() if count == 3])
    return claims, triplets


def random_round(seed: int) -> dict[str, Any]:
    """A random round: random piles, one of them with a set, and random extras."""
    chance = random.Random(seed)
    agreed = {
        "kan": chance.choice([12, 10]),
        "fields": chance.choice(["largest", "product"]),
        "two_triplets": chance.choice(["graded", "flat", "sum"]),
        "aka": chance.choice([2, 3]),
        "haneken": chance.choice([7, 8]),
        **{
            key: chance.random() < 0.5
            for key in ("inoshikacho", "nanatan_plus", "sage_pays", "liability", "achievements", "specials")
        },
        "worth": {key: chance.choice([0, 1, 5, 40, 99]) for key in KAN if chance.random() < 0.2},
    }
    pack, lucky = chance.sample(PACK, 48), chance.randrange(3)
    wanted = chance.choice([set(), BRIGHTS, RIBBONS, AKATAN | AOTAN, DEER])
    weights = chance.choice([(1, 1, 1), (1, 1, 4)])
    piles: list[list[str]] = [[], [], []]
    for code in pack:
        seat = lucky if code in wanted and chance.random() < 0.9 else chance.choices(range(3), weights)[0]
        piles[seat].append(code)
    found = [find_dekiyaku(set(pile), {**HACHI.resolve_options({}), **agreed}) for pile in piles]
    holders = [seat for seat in range(3) if found[seat]]
    seats = chance.randint(3, 6)
    round_: dict[str, Any] = {"game": "hachi-hachi", "options": agreed, "seats": list("ABCDEF"[:seats]), "piles": piles}
    round_["ended_by"] = chance.choice(["shobu", "cancel", "empty"]) if holders else "empty"
    if round_["ended_by"] != "empty":
        round_["caller"] = chance.choice(holders)
    may_be_fed = round_["ended_by"] == "shobu" and set(found[round_["caller"]]) & LIABLE
    if not agreed["liability"] or (may_be_fed and chance.random() < 0.7):
        round_["fed_by"] = chance.choice([seat for seat in range(3) if seat != round_.get("caller")])
    must = [seat for seat in holders if seat != round_.get("caller") or round_["ended_by"] == "cancel"]
    calls = must + [seat for seat in holders if chance.random() < 0.3]
    round_["calls"] = chance.sample(calls, len(calls))
    dealt = chance.sample(PACK, 48)
    if chance.random() < 0.7:
        round_["opening"] = dealt[:6]
        round_["waiting_fields"] = [chance.choice([2, 4]) for _ in range(chance.choice([0, 0, 1, 2]))]
    else:
        round_["multiplier"] = chance.choice([1, 2, 4])
    if chance.random() < 0.5:
        round_["hands"] = [dealt[start : start + 7] if chance.random() < 0.8 else None for start in (6, 13, 20)]
    else:
        keys_a = [*GROUP_A, "futatatesanbon", "sanbontatesanbon", "futasanbon", "haneken"]
        round_["teyaku"] = [
            [*chance.sample(keys_a, chance.randint(0, 1)), *chance.sample([*GROUP_B, "aka"], chance.randint(0, 1))]
            for _ in range(3)
        ]
        full = [month for month in range(1, 13) if sum(code.startswith(f"h{month:02d}") for code in piles[0]) == 4]
        round_["triplets"] = [full[:1] or [5], [chance.randint(1, 12)], []]
    resting = chance.sample(range(3, seats), seats - 3)
    cut = chance.randint(0, len(resting))
    round_["dropped"] = resting[:cut]
    round_["forced"] = [
        {"seat": seat, "hand": dealt[27 + 7 * place : 34 + 7 * place]} for place, seat in enumerate(resting[cut:])
    ]
    round_["mizuten"] = chance.random() < 0.3
    return round_


@pytest.mark.parametrize("start", range(0, 1000, 250))
def test_the_oracle_agrees(start: int) -> None:
    outcomes = Counter()
    for seed in range(start, start + 250):
        round_ = random_round(seed)
        expected, got = Oracle(round_).answer(), HACHI.settle(json.loads(json.dumps(round_))).as_json()
        for key in ("net", "outcome", "winners", "multiplier", "waiting_fields"):
            assert (seed, key, got[key]) == (seed, key, expected[key])
        assert [hand["yaku"] for hand in got["hands"][:3]] == expected["yaku"]
        assert [hand["total"] for hand in got["hands"][:3]] == expected["total"]
        assert got["next_dealer"] == got["winners"][0]
        assert sum(got["net"]) == 0
        outcomes[got["outcome"]] += 1
    assert set(outcomes) >= {"shobu", "cancel", "exhausted", "settled", "sujuroku"}


def test_second_and_third_may_change_places() -> None:
    """Without resting seats and equal points nets follow the player."""
    for seed in range(120):
        round_ = random_round(seed)
        round_ |= {"seats": ["A", "B", "C"], "dropped": [], "forced": []}
        first = HACHI.settle(round_)
        totals = [hand.total for hand in first.hands]
        if len(set(totals)) < 3 and first.outcome == "settled":
            continue
        place = {0: 0, 1: 2, 2: 1}
        moved = {**round_, "calls": [place[seat] for seat in round_["calls"]]}
        for key in ("piles", "hands", "teyaku", "triplets"):
            if key in moved:
                moved[key] = [moved[key][seat] for seat in (0, 2, 1)]
        for key in {"caller", "fed_by"} & moved.keys():
            moved[key] = place[moved[key]]
        second = HACHI.settle(moved)
        assert second.net == (first.net[0], first.net[2], first.net[1])


def build_round(**more: Any) -> dict[str, Any]:
    """A round without dekiyaku, all 48 cards in the piles."""
    piles = [PACK[start::3] for start in range(3)]
    return {"game": "hachi-hachi", "seats": ["A", "B", "C", "D"], "ended_by": "empty", "piles": piles, **more}


def build_akatan_round(**more: Any) -> dict[str, Any]:
    return build_round(**{"piles": [sorted(AKATAN), ["h01-1"], []], "ended_by": "shobu", "caller": 0, **more})


def refusal_of(round_: dict[str, Any]) -> tuple[str, int | None]:
    with pytest.raises(Refusal) as refusal:
        HACHI.settle(round_)
    assert refusal.value.message.en
    assert not refusal.value.message.ja.isascii()
    return refusal.value.code, refusal.value.seat


SEVEN = ["h01-1", "h02-1", "h03-1", "h04-1", "h05-1", "h06-1", "h07-1"]


def test_the_base_of_the_refusals_settles() -> None:
    assert HACHI.settle(build_round()).outcome == "settled"
    assert HACHI.settle(build_akatan_round()).net == (168, -84, -84, 0)


def test_cards_missing_at_the_end_are_named() -> None:
    with pytest.raises(Refusal) as caught:
        HACHI.settle(build_round(piles=[PACK[:46], [], []]))
    assert caught.value.cards == tuple(PACK[46:])
    assert caught.value.message.en.count("; ") == 2
    with pytest.raises(Refusal) as caught:
        HACHI.settle(build_round(piles=[PACK[:30], [], []]))
    assert caught.value.cards == ()


@pytest.mark.parametrize(
    ("round_", "error"),
    [
        (build_round(seats=["A", "B"]), ("bad_count", None)),
        (build_round(seats=list("ABCDEFG")), ("bad_count", None)),
        (build_round(piles=[PACK, []]), ("bad_count", None)),
        (build_round(piles=None), ("bad_count", None)),
        (build_round(piles=[PACK[:47], [], []]), ("bad_count", None)),
        (build_round(piles=[PACK, PACK[:1], []]), ("duplicate_card", 1)),
        (build_round(opening=PACK[:5]), ("too_few_cards", None)),
        (build_round(opening=PACK[:7]), ("too_many_cards", None)),
        (build_round(hands=[SEVEN[:6]]), ("too_few_cards", 0)),
        (build_round(hands=[None, [*SEVEN, "h08-1"]]), ("too_many_cards", 1)),
        (build_round(hands=[None] * 4), ("bad_count", None)),
        (build_round(opening=PACK[:6], hands=[SEVEN]), ("duplicate_card", 0)),
        (build_round(hands=[SEVEN, SEVEN]), ("duplicate_card", 1)),
        (build_round(forced=[{"seat": 3, "hand": SEVEN[:6]}]), ("too_few_cards", 3)),
        (build_round(forced=[{"seat": 2, "hand": SEVEN}]), ("impossible", None)),
        (build_round(forced=[{"seat": 3, "hand": SEVEN}], dropped=[3]), ("impossible", None)),
        (build_round(dropped=[3, 3]), ("impossible", None)),
        (build_round(dropped=[0]), ("impossible", None)),
        (build_round(dropped=[4]), ("impossible", None)),
        (build_round(dropped=["3"]), ("impossible", None)),
        (build_round(forced=[3]), ("bad_round", None)),
        (build_round(teyaku=[["royal"]]), ("bad_option", None)),
        (build_round(teyaku=[[], ["sanbon", "teshi"]]), ("impossible", 1)),
        (build_round(teyaku=[["aka", "karasu"]]), ("impossible", 0)),
        (build_round(teyaku=[["sanbon"]], triplets=[[13]]), ("impossible", 0)),
        (build_round(waiting_fields=[3]), ("impossible", None)),
        (build_round(waiting_fields=[True]), ("impossible", None)),
        (build_round(multiplier=0), ("impossible", None)),
        (build_round(multiplier="2"), ("impossible", None)),
        (build_round(ended_by="tsumo"), ("bad_round", None)),
        (build_round(ended_by="shobu", caller=1), ("impossible", 1)),
        (build_round(calls=[1]), ("impossible", 1)),
        (build_akatan_round(caller=3), ("impossible", None)),
        (build_akatan_round(caller=None), ("impossible", None)),
        (build_akatan_round(calls=[3]), ("impossible", None)),
        (build_akatan_round(calls=[1]), ("impossible", 1)),
        (build_akatan_round(ended_by="cancel"), ("impossible", 0)),
        (build_akatan_round(piles=[sorted(AKATAN), sorted(AOTAN), []]), ("impossible", 1)),
        (build_round(piles=[["kblank"], [], []]), ("wrong_deck", None)),
        (build_round(piles=[["AS"], ["h01-1"], ["h01-2"]]), ("wrong_deck", 0)),
        (build_round(piles=[["h13-1"], [], []]), ("unknown_card", 0)),
        (build_round(field_brights=["h99-1"]), ("unknown_card", None)),
        (build_round(options={"kan": 11}), ("bad_option", None)),
    ],
)
def test_rounds_that_cannot_be(round_: dict, error: tuple) -> None:
    assert refusal_of(round_) == error


def test_cards_before_numbers_before_what_is_impossible() -> None:
    assert refusal_of(build_round(seats=["A"], piles=[["h99-9"], [], []], waiting_fields=[3]))[0] == "unknown_card"
    assert refusal_of(build_round(seats=["A"], piles=[["h01-1", "h01-1"], ["AS"], []]))[0] == "wrong_deck"
    assert refusal_of(build_round(seats=["A"], waiting_fields=[3]))[0] == "bad_count"
    assert refusal_of(build_round(opening=PACK[:5], waiting_fields=[3]))[0] == "too_few_cards"


def test_the_opening_field_alone_says_play_or_misdeal() -> None:
    deal = {"game": "hachi-hachi", "seats": ["A", "B", "C"], "stones": [5, 5, 5], "rounds_left": 1}
    play = HACHI.settle({**deal, "opening": ["h01-1", "h12-1", "h02-1", "h02-2", "h03-2", "h04-1"]}).as_json()
    assert (play["outcome"], play["net"], play["multiplier"], play["over"]) == ("play", [0, 0, 0], 4, False)
    assert (play["waiting_fields"], play["next_dealer"], play["winners"], play["stones"]) == ([2], 0, [], [5, 5, 5])
    month = ["h02-1", "h02-2", "h02-3", "h02-4", "h01-1", "h12-1"]
    again = HACHI.settle({**deal, "piles": [[], [], []], "opening": month, "waiting_fields": [2]}).as_json()
    assert (again["outcome"], again["waiting_fields"], again["over"]) == ("misdeal", [2], False)
    assert (again["reasons"][0]["section"], play["reasons"][0]["section"]) == ("hachi-hachi 2.2", "hachi-hachi 2.2")
    assert refusal_of({**deal, "opening": month[:5]})[0] == "too_few_cards"


def test_a_field_waits_for_the_next_round_and_an_undone_round_leaves_none() -> None:
    session = sample_session(HACHI, seats=3)
    round_ = session.table().build_round(
        "hachi-hachi", {"ended_by": "empty", **{f"piles.{seat}": PACK[seat::3] for seat in range(3)}}
    )
    round_["opening"] = ["h01-1", "h12-1", "h02-1", "h02-2", "h03-2", "h04-1"]
    settled = HACHI.settle(round_).as_json()
    later = apply(session, RoundSettled(round_, settled))
    assert later.table().extra == {"waiting_fields": [2]}
    assert apply(later, RoundUndone(later.event_count)).table().extra == {}


def test_the_page_names_the_brights_or_the_hand() -> None:
    """Answers that only the page sends: brights alone, some teyaku or hands, a shut-out hand without its seat."""
    large = HACHI.settle(build_round(field_brights=["h08-1", "h12-1"], hands=[None, [*SEVEN[:5], "h01-2", "h01-3"]]))
    assert (large.extra["multiplier"], large.extra["waiting_fields"]) == (4, [2])
    assert large.hands[1].extra["teyaku"] == {"sanbon": 2}
    named = HACHI.settle(build_round(teyaku=[None, ["sanbon"]], forced=[{"hand": SEVEN}]))
    assert named.net[3] == 2 * 2 * 3  # two brights; boar and butterflies are no set by default
    assert HACHI.settle(build_round(forced=[None])).net[3] == 0


def test_prompts_follow_the_seats_and_what_is_agreed() -> None:
    paths = [ask.path for ask in HACHI.prompts(Table(tuple("ABCDE"), {}))]
    assert paths[:5] == ["piles.0", "piles.1", "piles.2", "calls", "ended_by+caller"]
    assert paths[-3:] == ["dropped", "forced.0.hand", "forced.1.hand"]
    three = [ask.path for ask in HACHI.prompts(Table(tuple("ABC"), {"achievements": False}))]
    assert "mizuten" not in three
    assert "dropped" not in three


def test_notes_beside_the_piles() -> None:
    answers = {"piles.0": ["h01-2", "h02-2", "h08-1"], "piles.1": ["h06-2", "h09-2"], "piles.2": ["h10-2", "junk"]}
    notes = HACHI.seat_notes(Table(tuple("ABC"), {}), answers)
    texts = {seat: [line.text.en for line in lines] for seat, lines in notes.items()}
    assert texts[0][0] == "30 points, −58 against 88"
    assert texts[0][1] == "One card away from akatan: cherry, poetry ribbon"
    assert len(texts[1]) == 1, "the third blue ribbon lies in another pile"
    assert set(HACHI.seat_notes(Table(tuple("ABC"), {}), {"piles.1": ["h01-1"]})) == {1}


def test_one_pile_and_one_hand_by_themselves() -> None:
    pile = value_hand({"game": "hachi-hachi", "cards": sorted(BRIGHTS), "role": "pile"})
    assert (pile.key, pile.total, pile.extra) == ("goko", 100, {"yaku": {"goko": 12}})
    dealt = HACHI.value(["h01-2", "h01-3", "h01-4", "h02-3", "h03-3", "h04-3", "h06-3"], "hand", {})
    assert (dealt.key, dealt.total, dealt.extra) == ("tanichi", 5, {"teyaku": {"sanbon": 2, "tanichi": 3}})
    poor = HACHI.value(SEVEN, "hand", {})
    assert (poor.key, poor.total, poor.reasons[0].code) == ("none", 0, "no_teyaku")
    assert HACHI.value([], "pile", {}).total == 0
    with pytest.raises(Refusal, match="too_few_cards"):
        HACHI.value(SEVEN[:6], "hand", {})


def test_odds_of_a_deal_and_of_a_hand() -> None:
    deal = HACHI.odds([], [], "hand", {}, None)
    assert [section.key for section in deal.sections] == ["deal_A", "deal_B"]
    for section in deal.sections:
        assert sum(line.probability for line in section.lines) == 1
    assert deal.sections[0].lines[0].probability == Fraction(528, 73_629_072)
    hand = HACHI.odds(["h01-2", "h01-3", "h01-4", "h02-3", "h03-3", "h04-3", "h06-3"], [], "hand", {}, None)
    assert [line.key for line in hand.sections[0].lines] == ["sanbon", "tanichi"]
    with pytest.raises(Refusal, match="no_odds"):
        HACHI.odds(SEVEN[:3], [], "hand", {}, None)


def test_odds_of_a_pile() -> None:
    body = {"game": "hachi-hachi", "cards": ["h01-2", "h02-2"], "seen": ["h06-2"], "role": "pile"}
    captured = count_odds(body)
    by_key = {line.key: line for line in captured.sections[0].lines}
    assert (by_key["akatan"].probability, by_key["aotan"].probability) == (Fraction(1, 45), 0)
    assert captured.sections[1].lines[0].faces == {"h03-2": 1}
    on_field = count_odds({**body, "field": ["h03-3", "h03-2", "h05-1"], "hand": ["h03-1"]})
    assert (on_field.unseen, on_field.sections[1].lines[0].faces) == (41, {"h03-4": 1})
    assert count_odds({**body, "field": ["h05-1"]}).sections[1].lines[0].probability == 0
    with pytest.raises(Refusal, match="duplicate_card"):
        count_odds({**body, "field": ["h01-2"]})


def test_what_counts_can_still_be_reached() -> None:
    def lines(cards: list[str], seen: list[str], **options: bool) -> dict[str, Fraction]:
        odds = HACHI.odds(cards, seen, "pile", options, None)
        assert all(line.label.ja for line in odds.sections[2].lines)
        return {line.key: line.probability for line in odds.sections[2].lines}

    rich = lines([*sorted(BRIGHTS), "h02-1"], [])
    assert (rich["par"], rich["nukeyaku"], rich["futahachi"], rich["souhachi"]) == (1, 1, 0, 0)
    assert set(lines([], [], specials=False, achievements=False)) == {"par"}
    chaff = [code for code in PACK if card_points({code}) == 1]
    assert lines(chaff[:15], [])["sujuroku"] == Fraction(12, 33)
    assert lines(chaff[:3], chaff[3:])["sujuroku"] == 0
    exact = ["h01-1", "h03-1", "h08-1", "h11-1", "h01-2", *chaff[:3]]
    assert (lines(exact, [])["souhachi"], lines(exact, [])["par"]) == (1, 1)
    assert HACHI.odds(PACK, [], "pile", {}, None).unseen == 0


def test_demo_rounds_end_in_many_ways() -> None:
    outcomes: Counter[str] = Counter()
    session = sample_session(HACHI, {"inoshikacho": True}, seats=4)
    for seed in range(150):
        pack = random.Random(seed).sample(PACK, 48)
        outcomes[HACHI.settle(HACHI.simulate_round(pack, session.table())).outcome] += 1
    assert set(outcomes) >= {"shobu", "cancel", "settled"}
    misdealt = [*PACK[4:25], *PACK[:4], *PACK[25:]]
    assert HACHI.settle(HACHI.simulate_round(misdealt, session.table())).outcome != "misdeal"


def test_defaults_are_those_of_section_8() -> None:
    assert HACHI.resolve_options({}) == {
        "kan": 12,
        "fields": "largest",
        "inoshikacho": False,
        "nanatan_plus": False,
        "aka": 2,
        "haneken": 7,
        "two_triplets": "graded",
        "sage_pays": True,
        "achievements": True,
        "specials": True,
        "length": 12,
        "worth": {},
        "liability": False,
    }


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({"fed_by": 0}, ("impossible", None)),
        ({"fed_by": 3}, ("impossible", None)),
        ({"fed_by": -1}, ("impossible", None)),
        ({"fed_by": True}, ("impossible", None)),
        ({"fed_by": "B"}, ("impossible", None)),
        ({"fed_by": 1, "ended_by": "cancel", "calls": [0]}, ("bad_round", None)),
        ({"fed_by": 1, "piles": [sorted(BRIGHTS), [], []]}, ("impossible", 0)),
        ({"fed_by": 1, "piles": [sorted(DEER | RIBBONS - AKATAN), ["h01-2"], []]}, ("impossible", 0)),
    ],
)
def test_who_cannot_have_given_the_last_card(more: dict[str, Any], error: tuple[str, int | None]) -> None:
    liable = {"liability": True, "worth": {"aotan": 0} if "h01-2" in str(more) else {}}
    assert refusal_of(build_akatan_round(options=liable, **more)) == error


def test_who_gave_the_last_card_pays_for_both_whoever_said_sage() -> None:
    fed = build_akatan_round(
        options={"liability": True}, fed_by=2, piles=[sorted(AKATAN), sorted(AOTAN), []], calls=[1]
    )
    assert HACHI.settle(fed).net == (168, 0, -168, 0)
    assert [line.code for line in HACHI.settle(fed).reasons] == ["field", "shobu", "liability", "next_dealer"]
    assert HACHI.settle({**fed, "options": {}}).net == (168, -168, 0, 0)
    assert HACHI.settle({**fed, "fed_by": None}).net == (168, -168, 0, 0)
    asked = {prompt.path: prompt for prompt in HACHI.prompts(sample_session(HACHI, {"liability": True}).table())}
    assert (asked["fed_by"].values, asked["fed_by"].optional) == ((0, 1, 2), True)
    assert "fed_by" not in {prompt.path for prompt in HACHI.prompts(sample_session(HACHI).table())}

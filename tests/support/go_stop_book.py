"""Go-Stop counted a second time, straight from its rule book.

Cards are lists, and each section is a plain function. It shares nothing with `scorer.games.go_stop`, and asks neither
options nor cards: rounds and house rules are made here.
"""

from __future__ import annotations

import random
from typing import Any

GWANG = {"h01-1", "h03-1", "h08-1", "h11-1", "h12-1"}
ANIMALS = {"h02-1", "h04-1", "h05-1", "h06-1", "h07-1", "h08-2", "h09-1", "h10-1", "h11-2"}
RIBBONS = {f"h{month:02d}-2" for month in (1, 2, 3, 4, 5, 6, 7, 9, 10)} | {"h11-3"}
MONTH_CARDS = [f"h{month:02d}-{number}" for month in range(1, 13) for number in range(1, 5)]
PI = set(MONTH_CARDS) - GWANG - ANIMALS - RIBBONS
SETS = {
    "godori": (5, {"h02-1", "h04-1", "h08-2"}),
    "hongdan": (3, {"h01-2", "h02-2", "h03-2"}),
    "cheongdan": (3, {"h06-2", "h09-2", "h10-2"}),
    "chodan": (3, {"h04-2", "h05-2", "h07-2"}),
}
ORDER = ["ogwang", "sagwang", "samgwang", "bisamgwang", *SETS, "yeol", "tti", "pi"]
EVENTS = ["first_ppeok", "second_ppeok", "third_ppeok", "first_ttadak", "first_bomb", "first_jjok"]
CHOICES: dict[str, list[Any]] = {
    "minimum": [1, 2, 3, 5, 7, 10],
    "bonus_two": [0, 1, 2, 3],
    "bonus_three": [0, 1, 2, 3],
    "gukjin": ["choice", "choice", "animal", "pi", "both"],
    "rain_four": [4, 3],
    "go_bonus": ["each", "first_two", "count"],
    "bomb_double": [True, False],
    "meongbak": ["seven", "none_taken", "both", "off"],
    "gwangbak": ["on", "dry", "off"],
    "pibak": [0, 4, 5, 6, 7],
    "pibak_zero": [True, False],
    "gobak": [True, False],
    "dokbak": ["pays_all", "doubled", "off"],
    "nagari": ["double", "once", "off"],
    "empty_free": [True, False],
    "chongtong": ["win", "off"],
    "field_four": ["redeal", "dealer"],
    "instant_points": [3, 5, 7, 10],
    "events": ["paid", "off"],
    "event_points": [1, 3, 5],
    "ppeok_series": ["doubling", "linear"],
}


def defaults(seats: int, options: dict[str, Any]) -> dict[str, Any]:
    """Section 5: what is not agreed."""
    usual = {key: values[0] for key, values in CHOICES.items()} | {"pibak_zero": False, "pibak": 7 if seats == 2 else 5}
    usual["minimum"] = options.get("minimum", 7 if seats == 2 else 3)
    usual["instant_points"] = usual["event_points"] = usual["minimum"]
    return usual | options


def pi_of(pile: list[str], cup: str) -> int:
    """Section 1: the pi by value."""
    worth = 0
    for card in pile:
        if card in ("hj4", "hj5", "hj6"):
            worth += 3
        elif card in ("hj1", "hj2", "hj3", "h11-4", "h12-2") or (card == "h09-1" and cup in ("pi", "both")):
            worth += 2
        elif card in PI:
            worth += 1
    return worth


def animals_of(pile: list[str], cup: str) -> int:
    return sum(card in ANIMALS and not (card == "h09-1" and cup == "pi") for card in pile)


def rows_of(pile: list[str], cup: str, options: dict[str, Any]) -> dict[str, int]:
    """Section 3."""
    found = {}
    gwang, rain = len(GWANG & set(pile)), "h11-1" in pile
    if gwang == 5:
        found["ogwang"] = 15
    elif gwang == 4:
        found["sagwang"] = options["rain_four"] if rain else 4
    elif gwang == 3:
        found["bisamgwang" if rain else "samgwang"] = 2 if rain else 3
    for key, (points, cards) in SETS.items():
        if cards <= set(pile):
            found[key] = points
    for key, count, first in (
        ("yeol", animals_of(pile, cup), 5),
        ("tti", len(RIBBONS & set(pile)), 5),
        ("pi", pi_of(pile, cup), 10),
    ):
        if count >= first:
            found[key] = count - first + 1
    return found


def ways(pile: list[str], options: dict[str, Any], gukjin: str | None) -> list[str]:
    if "h09-1" not in pile:
        return ["animal"]
    if options["gukjin"] != "choice":
        return [options["gukjin"]]
    return [gukjin] if gukjin else ["animal", "pi"]


def payments(  # noqa: C901, PLR0912  as the book has it
    round_: dict[str, Any], options: dict[str, Any], cup: str
) -> tuple[int, dict[int, int], dict[int, list], int]:
    """Section 4 for one way of the winner's cup: his points, what everybody pays, his bak, the factor for all."""
    winner, piles, calls = round_["caller"], round_["piles"], round_.get("calls", [])
    rows = rows_of(piles[winner], cup, options)
    base, goes = sum(rows.values()), calls.count(winner)
    if options["go_bonus"] == "count":
        points, factor = (base, goes) if goes > 1 else (base + goes, 1)
    else:
        points = base + (min(goes, 2) if options["go_bonus"] == "first_two" else goes)
        factor = 2 ** (goes - 2) if goes >= 3 else 1
    factor *= 2 ** round_.get("shakes", []).count(winner)
    if options["bomb_double"]:
        factor *= 2 ** round_.get("bombs", []).count(winner)
    if options["meongbak"] in ("seven", "both") and animals_of(piles[winner], cup) >= 7:
        factor *= 2
    factor *= round_.get("multiplier", 1)
    shares, baks = {}, {}
    for seat, pile in enumerate(piles):
        if seat == winner:
            continue
        best = None
        for way in ways(pile, options, round_.get("gukjin")):
            hit = []
            pi = pi_of(pile, way)
            if "pi" in rows and options["pibak"] and pi <= options["pibak"] and (pi > 0 or options["pibak_zero"]):
                hit.append("pibak")
            saved = GWANG - {"h11-1"} if options["gwangbak"] == "dry" else GWANG
            if options["gwangbak"] != "off" and rows.keys() & set(ORDER[:4]) and not saved & set(pile):
                hit.append("gwangbak")
            if options["meongbak"] in ("none_taken", "both") and "yeol" in rows and animals_of(pile, way) == 0:
                hit.append("meongbak")
            mine = sum(rows_of(pile, way, options).values())
            if best is None or (len(hit), -mine) < (len(best[0]), -best[1]):
                best = (hit, mine)
        assert best is not None
        free = options["empty_free"] and not pile
        baks[seat] = [] if free else best[0]
        shares[seat] = 0 if free else points * factor * 2 ** len(best[0])
    called = [seat for seat in calls if seat != winner]
    if called and len(piles) == 2 and options["gobak"]:
        shares[called[0]] *= 2
        baks[called[0]] = [*baks[called[0]], "gobak"]
    if called and len(piles) == 3 and options["dokbak"] != "off":
        all_of_it = sum(shares.values()) + (shares[called[0]] if options["dokbak"] == "doubled" else 0)
        shares = dict.fromkeys(shares, 0) | {called[0]: all_of_it}
        baks[called[0]] = [*baks[called[0]], "gobak"]
    return base, shares, baks, factor


def class_of(rows: dict[str, int]) -> str:
    return min(rows, key=lambda key: (-rows[key], ORDER.index(key)), default="none")


def settle(round_: dict[str, Any]) -> dict[str, Any]:  # noqa: C901, PLR0912  as the book has it
    """What the book says of a round: outcome, net and the rest, or the code of the error."""
    seats = len(round_["seats"])
    options = defaults(seats, round_["options"])
    net, carried = [0] * seats, round_.get("multiplier", 1)
    ended, caller, piles = round_.get("ended_by"), round_.get("caller"), round_.get("piles")
    calls, shakes, bombs = (round_.get(key, []) for key in ("calls", "shakes", "bombs"))
    events = [(event["seat"], event["kind"]) for event in round_.get("events", [])]
    most = {"double": 2**20, "once": 2, "off": 1}[options["nagari"]]
    if carried not in [2**power for power in range(20)] or carried > most:
        return {"error": "impossible"}
    after_nagari = {"double": 2 * carried, "once": 2, "off": 1}[options["nagari"]]
    if ended is None:
        return settle_deal(round_, options, seats, carried, after_nagari)
    if len(set(events)) < len(events) or (ended == "nagari") != (caller is None):
        return {"error": "impossible"}
    if any(seat not in range(seats) for seat in (*calls, *shakes, *bombs, *(seat for seat, _ in events))):
        return {"error": "impossible"}
    if caller is not None and caller not in range(seats):
        return {"error": "impossible"}
    for seat in range(seats):
        if (shakes + bombs).count(seat) > (3 if seats == 2 else 2) or calls.count(seat) > (9 if seats == 2 else 6):
            return {"error": "impossible"}
    if ended == "chongtong" and (calls or shakes or bombs or events):
        return {"error": "impossible"}
    gukjin = round_.get("gukjin")
    if gukjin and (options["gukjin"] not in ("choice", gukjin) or not any("h09-1" in pile for pile in piles or [])):
        return {"error": "impossible"}
    if options["events"] == "paid":
        weights = [1, 2, 4 if options["ppeok_series"] == "doubling" else 3, 1, 1, 1]
        for seat, kind in events:
            for other in set(range(seats)) - {seat}:
                net[other] -= options["event_points"] * weights[EVENTS.index(kind)]
                net[seat] += options["event_points"] * weights[EVENTS.index(kind)]
    if ended in ("chongtong", "three_ppeok"):
        for other in set(range(seats)) - {caller}:
            net[other] -= options["instant_points"]
            net[caller] += options["instant_points"]
        return {"outcome": ended, "net": net, "winners": [caller], "next_dealer": caller, "next_multiplier": 1}
    for seat, pile in enumerate(piles):
        points = min(sum(rows_of(pile, way, options).values()) for way in ways(pile, options, gukjin))
        if (seat in calls and not pile) or (points >= options["minimum"] and seat != caller and seat not in calls):
            return {"error": "impossible"}
    if ended == "nagari":
        hands = []
        for pile in piles:
            found = [rows_of(pile, way, options) for way in ways(pile, options, gukjin)]
            best = max(found, key=lambda rows: sum(rows.values()))
            hands.append({"class": class_of(best), "total": sum(best.values()), "yaku": best})
        told = {"outcome": "nagari", "net": net, "winners": [], "next_dealer": 0}
        return {**told, "next_multiplier": after_nagari, "multiplier": 1, "hands": hands}
    found = []
    for way in ways(piles[caller], options, gukjin):
        base, shares, baks, factor = payments(round_, options, way)
        if base >= options["minimum"] + calls.count(caller):
            found.append((sum(shares.values()), base, way == "animal", way, shares, baks, factor))
    if not found:
        return {"error": "impossible"}
    *_, way, shares, baks, factor = max(found, key=lambda one: one[:3])
    for other, stones in shares.items():
        net[other] -= stones
        net[caller] += stones
    rows = rows_of(piles[caller], way, options)
    hands = [{"baks": baks.get(seat)} for seat in range(seats)]
    hands[caller] = {"class": class_of(rows), "total": sum(rows.values()), "yaku": rows}
    told = {"outcome": "won", "net": net, "winners": [caller], "next_dealer": caller, "hands": hands}
    return {**told, "next_multiplier": 1, "multiplier": factor}


def settle_deal(
    round_: dict[str, Any], options: dict[str, Any], seats: int, carried: int, after_nagari: int
) -> dict[str, Any]:
    """Sections 2.2 and 2.3."""
    opening, hands = round_.get("opening"), round_.get("hands") or [None] * seats
    if opening is not None and len(opening) != (8 if seats == 2 else 6):
        return {"error": "too_few_cards" if len(opening) < (8 if seats == 2 else 6) else "too_many_cards"}
    for hand in hands:
        if hand is not None and len(hand) != (10 if seats == 2 else 7):
            return {"error": "too_few_cards" if len(hand) < (10 if seats == 2 else 7) else "too_many_cards"}

    def has_four(cards: list[str] | None) -> bool:
        return any(sum(card.startswith(f"h{month:02d}-") for card in cards or []) == 4 for month in range(1, 13))

    nobody: dict[str, Any] = {"net": [0] * seats, "winners": [], "next_dealer": 0}
    looks = options["chongtong"] == "win"
    if has_four(opening) and not (looks and options["field_four"] == "dealer"):
        return {**nobody, "outcome": "misdeal", "next_multiplier": carried}
    winners = [seat for seat in range(seats) if looks and (has_four(hands[seat]) or (seat == 0 and has_four(opening)))]
    if not winners:
        return {**nobody, "outcome": "play", "next_multiplier": carried}
    if len(winners) > 1:
        return {**nobody, "outcome": "nagari", "next_multiplier": after_nagari}
    net = [-options["instant_points"]] * seats
    net[winners[0]] = options["instant_points"] * (seats - 1)
    return {"outcome": "chongtong", "net": net, "winners": winners, "next_dealer": winners[0], "next_multiplier": 1}


def random_round(rng: random.Random) -> dict[str, Any]:  # noqa: C901, PLR0912, PLR0915  one chance after the other
    """A round by random house rules, often one that can be, often not quite."""
    seats = rng.choice([2, 3])
    options = {key: rng.choice(values) for key, values in CHOICES.items() if rng.random() < rng.choice([0.1, 0.6])}
    full = defaults(seats, options)
    pack = [*MONTH_CARDS, *[f"hj{n + 1}" for n in range(full["bonus_two"])]]
    pack += [f"hj{n + 4}" for n in range(full["bonus_three"])]
    rng.shuffle(pack)
    round_: dict[str, Any] = {"game": "go-stop", "options": options, "seats": ["Ara", "Bora", "Chan"][:seats]}
    if rng.random() < 0.5:
        round_["multiplier"] = rng.choice([1, 1, 2, 4, 8, 3])
    if rng.random() < 0.1:
        months = [card for card in pack if not card.startswith("hj")]
        if rng.random() < 0.6:
            months.sort(key=lambda card: (card[1:3] not in rng.sample(["01", "05", "09"], 2), rng.random()))
        size, field = (10, 8) if seats == 2 else (7, 6)
        start = rng.choice([0, size])
        round_["opening"] = months[start : start + field]
        rest = [card for card in months if card not in round_["opening"]]
        if rng.random() < 0.8:
            round_["hands"] = [rest[seat * size : (seat + 1) * size] for seat in range(seats)]
            round_["hands"][rng.randrange(seats)] = None if rng.random() < 0.3 else round_["hands"][0]
            if len({id(hand) for hand in round_["hands"]}) < seats:
                round_["hands"] = [rest[seat * size : (seat + 1) * size] for seat in range(seats)]
        return round_
    ended = rng.choices(["stop", "nagari", "chongtong", "three_ppeok"], [12, 3, 1, 1])[0]
    round_["ended_by"] = ended
    if ended in ("stop", "nagari"):
        piles: list[list[str]] = [[] for _ in range(seats)]
        favoured = rng.choice([GWANG, ANIMALS, RIBBONS, PI, set()])
        rich = rng.randrange(seats)
        for card in pack[: rng.randint(8, len(pack))]:
            piles[rich if card in favoured and rng.random() < 0.85 else rng.randrange(seats)].append(card)
        for seat in range(seats):
            if seat != rich and rng.random() < 0.3:
                piles[seat] = piles[seat][: rng.randint(0, 6)]
        round_["piles"] = piles
    points = [
        max(sum(rows_of(pile, way, full).values()) for way in ways(pile, full, None))
        for pile in round_.get("piles", [])
    ] or [0] * seats
    rich = max(range(seats), key=points.__getitem__)
    calls = [seat for seat in range(seats) if points[seat] >= full["minimum"] and seat != rich and rng.random() < 0.95]
    calls += [rich] * rng.randint(0, max(0, min(5, points[rich] - full["minimum"] + (rng.random() < 0.1))))
    if ended == "nagari":
        calls = [seat for seat in range(seats) if points[seat] >= full["minimum"] or rng.random() < 0.1]
    if ended != "nagari" or rng.random() < 0.03:
        round_["caller"] = rich if rng.random() < 0.95 else rng.randrange(seats)
    if rng.random() < 0.15:
        calls.append(rng.randrange(seats))
    if ended == "chongtong" and rng.random() < 0.8:
        calls = []
    rng.shuffle(calls)
    if calls or rng.random() < 0.3:
        round_["calls"] = calls
    for key in ("shakes", "bombs"):
        if rng.random() < 0.25 and (ended != "chongtong" or rng.random() < 0.2):
            round_[key] = [rng.randrange(seats) for _ in range(rng.choice([0, 1, 1, 1, 2, 4]))]
    if rng.random() < 0.25 and (ended != "chongtong" or rng.random() < 0.2):
        round_["events"] = [
            {"seat": rng.randrange(seats), "kind": rng.choice(EVENTS)} for _ in range(rng.choice([1, 1, 2, 3]))
        ]
    if rng.random() < 0.25:
        round_["gukjin"] = rng.choice(["animal", "pi"])
    return round_

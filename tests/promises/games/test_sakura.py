"""Sakura: an oracle by the rule book, counts, sides, the gaji, refusals in order."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from scorer.api import count_odds
from scorer.errors import Refusal
from scorer.families.captures.cards import CARDS, mask_of
from scorer.games.sakura import GAME
from scorer.games.sakura.moves import PLAY_RULES
from scorer.games.sakura.yaku import count_pile
from scorer.rules.play.playout import play_pack
from scorer.session.samples import sample_session
from tests.support.judged_rounds import Follower, build_table

NAMES = ("D", "2", "3", "4", "5", "6", "7")
SETS = {
    "nomi": "03-1 08-1 09-1",
    "sugawara": "01-1 02-1 03-1",
    "akatan": "01-2 02-2 03-2",
    "aotan": "06-2 09-2 10-2",
    "kusatan": "04-2 05-2 07-2",
    "blue_animals": "06-1 09-1 10-1",
    "grass_animals": "04-1 05-1 07-1",
    "inoshikagan": "07-1 08-2 10-1",
}
TWENTY = {"h01-1", "h03-1", "h08-1", "h12-1"}
TEN = {f"h{month:02d}-2" for month in (1, 2, 3, 4, 5, 6, 7, 9, 10, 12)} | {"h11-3"}
FIVE = {f"h{month:02d}-1" for month in (2, 4, 5, 6, 7, 9, 10, 11)} | {"h08-2", "h11-2"}
FIELDS = {2: 8, 3: 6, 4: 8, 5: 8, 6: 12, 7: 6}


def count_points(pile: set[str]) -> int:
    return 20 * len(pile & TWENTY) + 10 * len(pile & TEN) + 5 * len(pile & FIVE)


def find_yaku(pile: set[str]) -> list[str]:
    return [key for key, cards in SETS.items() if all(f"h{code}" in pile for code in cards.split())]


def random_round(chance: random.Random) -> dict[str, Any]:
    """Piles with or without chaff, a gaji that may lie anywhere, a field that may be told, under random house rules."""
    options = {option.key: chance.choice(option.values) for option in GAME.options if chance.random() < 0.6}
    seats = chance.choice({1: (2, 3, 4, 5, 6, 7), 2: (2, 3), 3: (2,)}[options.get("team_size", 1)])
    cards = chance.sample(CARDS, chance.choice((10, 30, 44, 48)))
    table = [cards.pop() for _ in range(chance.randint(0, 5))]
    piles: list[list[str]] = [[] for _ in range(seats)]
    shares = [chance.choice((1, 5, 9)) for _ in range(seats)]
    for code in cards:
        piles[chance.choices(range(seats), shares)[0]].append(code)
    round_: dict[str, Any] = {"game": "sakura", "seats": list(NAMES[:seats]), "options": options, "piles": piles}
    if chance.random() < 0.5:
        round_["field"] = table
    if chance.random() < 0.6:
        lightning = next((seat for seat, pile in enumerate(piles) if "h11-4" in pile), chance.randrange(seats))
        seat = lightning if chance.random() < 0.9 else chance.randrange(seats)
        if piles[seat]:
            round_["gaji"] = {"seat": seat, "took": chance.choice(piles[seat])}
    if chance.random() < 0.4:
        round_["stones"] = [chance.choice((0, 100, -35)) for _ in range(seats)]
    if chance.random() < 0.2:
        round_["rounds_left"] = chance.choice((1, 2))
    return round_


def expected_of(round_: dict[str, Any]) -> dict[str, Any] | str:
    """The answer by sections 3 to 5, or the code of the refusal (8)."""
    options, piles = GAME.resolve_options(round_["options"]), [set(pile) for pile in round_["piles"]]
    seats, gaji = len(piles), round_.get("gaji")
    lying = {code for code in CARDS if not any(code in pile for pile in piles)}
    table = set(round_["field"]) if "field" in round_ else lying
    if gaji is not None:
        user, took = gaji["seat"], gaji["took"]
        others = [pile for seat, pile in enumerate(piles) if seat != user]
        if took == "h11-4" or any("h11-4" in pile for pile in others) or "h11-4" in round_.get("field", ()):
            return "impossible"
        if not took.startswith("h11"):
            piles[user] |= table if options["gaji_left"] == "all" else {c for c in table if c[:3] == took[:3]}
    points, yaku = [count_points(pile) for pile in piles], [find_yaku(pile) for pile in piles]
    if options["yaku_count"] == "own":
        scores = [p + 50 * len(y) for p, y in zip(points, yaku, strict=True)]
    else:
        scores = [points[s] - 50 * sum(len(y) for o, y in enumerate(yaku) if o != s) for s in range(seats)]
    winner = scores.index(max(scores))
    net = list(scores)
    if options["scoring"] == "victories":
        ahead = scores[winner] - max(score for seat, score in enumerate(scores) if seat != winner)
        more = {"off": 0, "basa": ahead >= 100, "chu": ahead >= 50, "both": (ahead >= 50) + (ahead >= 100)}
        net = [(1 + more[options["margin"]]) * (seat == winner) for seat in range(seats)]
    over = round_.get("rounds_left") == 1
    after = [b + n for b, n in zip(round_.get("stones", [0] * seats), net, strict=True)]
    top = [seat for seat in range(seats) if after[seat] == max(after)] if "stones" in round_ else []
    return {
        "outcome": "settled",
        "net": net,
        "winners": [winner],
        "next_dealer": None if over else winner,
        "over": over,
        "game_winners": top if over else None,
        "stones": after if "stones" in round_ else None,
        "house": -sum(net) or None,
        "total": points,
        "score": scores,
        "yaku": [dict.fromkeys(each, 50) for each in yaku],
        "class": [(each or ["none"])[0] for each in yaku],
    }


def answer_of(round_: dict[str, Any]) -> dict[str, Any] | str:
    try:
        got = GAME.settle(round_).as_json()
    except Refusal as refusal:
        return refusal.code
    keys = ("outcome", "net", "winners", "next_dealer", "over", "game_winners", "stones", "house")
    fields = ("total", "score", "yaku", "class")
    return {key: got.get(key) for key in keys} | {field: [hand[field] for hand in got["hands"]] for field in fields}


def check_rounds(first: int, last: int) -> None:
    for seed in range(first, last):
        round_ = random_round(random.Random(seed))
        assert answer_of(round_) == expected_of(round_), (seed, round_)


@pytest.mark.parametrize("start", range(0, 400, 100))
def test_rounds_are_settled_as_the_rule_book_says(start: int) -> None:
    check_rounds(start, start + 100)


def test_the_pack_has_240_points() -> None:
    assert GAME.value(CARDS[:24], "", {}).total + GAME.value(CARDS[24:], "", {}).total == 240  # type: ignore[operator]


def test_every_pile_of_yaku_cards_by_brute_force_and_formula() -> None:
    cards = sorted({f"h{code}" for key in SETS for code in SETS[key].split() if not key.endswith("tan")})
    found = Counter(
        key for size in range(len(cards) + 1) for pile in combinations(cards, size) for key in count_pile(mask_of(pile))
    )
    assert len(cards) == 11
    assert found == dict.fromkeys((key for key in SETS if not key.endswith("tan")), 2 ** (11 - 3))


def test_relabelled_sides_settle_alike() -> None:
    for seed in range(60):
        round_ = random_round(random.Random(seed))
        round_ = {key: round_[key] for key in ("seats", "options", "piles")}
        round_["options"].pop("scoring", None)
        turned = {**round_, "piles": [*round_["piles"][1:], round_["piles"][0]]}
        net = GAME.settle(round_).net
        assert GAME.settle(turned).net == (*net[1:], net[0])


def build_round(*piles: list[str], **more: Any) -> dict[str, Any]:
    return {"seats": list(NAMES[: len(piles)]), "piles": list(piles)} | more


def gaji(seat: Any, took: Any) -> dict[str, Any]:
    return {"gaji": {"seat": seat, "took": took}}


@pytest.mark.parametrize(
    ("round_", "code"),
    [
        (build_round(["x"], [], options={"margin": "some"}), "bad_option"),
        (build_round(["x", "k01", "h01-1", "h01-1"], [], seats=["D"]), "unknown_card"),
        (build_round(["k01", "h01-1", "h01-1"], [], seats=["D"]), "wrong_deck"),
        (build_round(["h01-1"], ["h01-1"], seats=["D"]), "duplicate_card"),
        (build_round(["h01-1"], [], field=["h01-1"]), "duplicate_card"),
        (build_round(["h01-1"], [], **gaji(0, "x")), "unknown_card"),
        (build_round(["h01-1"], [], **gaji(0, "k01")), "wrong_deck"),
        (build_round(["h01-1"], seats=["D"]), "bad_count"),
        (build_round(*[[] for _ in range(8)]) | {"seats": [*NAMES, "8"]}, "bad_count"),
        (build_round(*[[] for _ in range(4)], options={"team_size": 2}), "bad_count"),
        (build_round([], [], [], options={"team_size": 3}), "bad_count"),
        (build_round(["h01-1"], []) | {"seats": ["D", "2", "3"]}, "bad_count"),
        (build_round(["h01-1"], [], **gaji(5, "h01-1")), "impossible"),
        (build_round(["h01-1"], [], **gaji(1, "h01-1")), "impossible"),
        (build_round(["h11-4"], [], **gaji(0, "h11-4")), "impossible"),
        (build_round(["h01-1"], ["h11-4"], **gaji(0, "h01-1")), "impossible"),
        (build_round(["h01-1"], [], field=["h11-4"], **gaji(0, "h01-1")), "impossible"),
        (build_round(["h01-1"], [], gaji="h01-1"), "bad_round"),
        ({"seats": ["D", "2"]}, "bad_count"),
        ({"seats": ["D", "2"], "opening": list(CARDS[:7])}, "too_few_cards"),
        ({"seats": ["D", "2", "3"], "opening": list(CARDS[:8])}, "too_many_cards"),
        ({"seats": ["D", "2"], "opening": ["h01-1"] * 8}, "duplicate_card"),
    ],
)
def test_what_cannot_be_is_refused_by_code(round_: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal) as caught:
        GAME.settle(round_)
    assert caught.value.code == code
    assert caught.value.message.ja


@pytest.mark.parametrize(("seats", "side"), [(2, 1), (3, 1), (7, 1), (2, 2), (3, 2), (2, 3)])
def test_an_opening_field_is_never_misdealt(seats: int, side: int) -> None:
    size = FIELDS[seats * side]
    round_ = {"seats": list(NAMES[:seats]), "options": {"team_size": side}, "stones": [1] * seats, "rounds_left": 1}
    full = GAME.settle(round_ | {"opening": list(CARDS[:size])}).as_json()
    assert (full["outcome"], full["hiki"], full["over"]) == ("play", list(range(1, size // 4 + 1)), False)
    assert GAME.settle(round_ | {"opening": list(CARDS[:48:4][:size])}).as_json()["hiki"] == []


def test_a_page_tells_only_what_the_gaji_took() -> None:
    piles = [["h09-3", "h11-4", "h03-1", "h08-1"], ["h01-1"]]
    told = GAME.settle(build_round(*piles, **gaji(0, "h09-3"), field=["h09-1"]))
    assert GAME.settle(build_round(*piles, gaji={"took": ["h09-3"]}, field=["h09-1"])) == told
    assert told.hands[0].reasons[-2].text.en == "Left over by the gaji and counted here: chrysanthemum, sake cup"
    assert GAME.settle(build_round(*piles, gaji={"took": []})).net == GAME.settle(build_round(*piles)).net


def test_scores_that_sum_to_zero_are_written_down_too() -> None:
    settled = GAME.settle(build_round(["h01-2", "h02-2", "h03-2"], ["h03-1"]))
    assert (settled.net, settled.house, settled.transfers) == ((30, -30), 0, ())


def test_the_gaji_at_the_table() -> None:
    """Sakura 2.5: it takes any card; on the field only a willow takes it; the odd card is its user's."""
    field = "h01-1 h02-1 h03-3 h04-3 h05-3 h06-3 h07-3 h08-3"
    play = Follower("sakura", build_table(GAME, 2))
    play.lay(field)
    play.lay("h11-4")
    assert play.position.open_captures[0].partners_left == tuple(field.split())
    assert play.take("h01-1 h11-4", 0) == ""
    assert play.rules.conclude(play.position).round["gaji"] == {"seat": 0, "took": "h01-1"}
    play = Follower("sakura", build_table(GAME, 2))
    play.lay("h11-4 h02-1 h03-3 h04-3 h05-3 h06-3 h07-3 h08-3")
    play.lay("h12-1")
    assert play.position.open_captures == ()
    play.lay("h11-1")
    assert play.take("h11-4 h11-1", 0) == ""
    assert "gaji" not in play.rules.conclude(play.position).round


def test_the_dealer_takes_four_of_a_month_at_once() -> None:
    play = Follower("sakura", build_table(GAME, 2))
    play.lay("h01-1 h01-2 h01-3 h01-4 h02-1 h03-1 h04-1 h05-1")
    assert play.take("h01-1 h01-2 h01-3 h01-4", 0) == ""
    assert play.lay("h02-2") == ""


@pytest.mark.parametrize(("seats", "side"), [(2, 2), (3, 2), (2, 3)])
def test_partners_of_a_side_play_their_own_hands_in_turn(seats: int, side: int) -> None:
    table = sample_session(GAME, {"team_size": side}, seats=seats).table()
    players = seats * side
    for seed in range(10):
        rng = random.Random(seed)
        pack = rng.sample(CARDS, 48)
        hands = PLAY_RULES.deal(PLAY_RULES.begin(table, "hanafuda"), pack).hands
        playout = play_pack(PLAY_RULES, pack, table, PLAY_RULES.policies(table, rng))
        laid = [(step.move.source[1], step.card) for step in playout.steps if step.move.source[0] == "hand"]
        assert len(hands) == players
        for number, (seat, card) in enumerate(laid):
            assert seat == number % seats
            assert card in hands[number % players]
        assert len(laid) == sum(map(len, hands))
        assert len(playout.conclusion.round["piles"]) == seats


def ways_to_capture(card: str, field: list[str]) -> list[set[str]]:
    """What a card turned up may take (2.4, 2.5)."""
    same = [code for code in field if code[:3] == card[:3]]
    ways = [set(same)] if len(same) == 3 else [{code} for code in same]
    if card == "h11-4":
        ways += [{code} for code in field if code not in same]
    return [way | {card} for way in ways]


@pytest.mark.parametrize("yaku_count", ["against", "own"])
def test_odds_of_the_next_card_by_trying_every_card(yaku_count: str) -> None:
    chance = random.Random(4)
    for seed in range(40):
        cards = chance.sample(CARDS, 48)
        if seed % 2:  # the gaji is still to come
            cards.remove("h11-4")
            cards.insert(40, "h11-4")
        pile, others, field, hand = cards[:14], cards[14:24], cards[24:30], cards[30:34]
        asked = {"game": "sakura", "cards": pile, "seen": others, "field": field, "hand": hand}
        odds = count_odds({**asked, "options": {"yaku_count": yaku_count}, "others_yaku": 2})
        held, gains, losses = set(find_yaku(set(pile))), Counter[int](), Counter[int]()
        for card in cards[34:]:
            ways = [{*pile, *way} for way in ways_to_capture(card, field)] or [set(pile)]
            best = max(ways, key=lambda each: count_points(each) + 50 * len(find_yaku(each)))
            gains[count_points(best) - count_points(set(pile))] += 1
            losses[50 * len(set(find_yaku(best)) - held)] += 1
        lines = {line.key: line for section in odds.sections for line in section.lines}
        for gain, count in gains.items():
            assert not gain or lines[f"plus_{gain}"].probability == Fraction(count, 14)
        for loss, count in losses.items():
            if loss and yaku_count == "against":
                assert lines[f"others_lose_{loss}"].probability == Fraction(count, 14)
        points = count_points(set(pile))
        score = points + 50 * len(held) if yaku_count == "own" else points - 100
        assert lines["now"].label.en == f"{points} points, score {score}"
        assert lines["most"].label.en == f"at most {240 - count_points(set(others))} points"


def test_a_pile_says_what_it_holds_and_what_is_near() -> None:
    notes = GAME.seat_notes(sample_session(GAME, seats=3).table(), {"piles.1": ["h03-1", "h09-1"], "piles.2": []})
    assert [line.code for line in notes[1]] == ["cards_at", "cards_at", "one_away"]
    assert notes[1][-1].text.en == "One card away from Nomi, drinking: susuki, moon"


@pytest.mark.parametrize("options", [{}, {"team_size": 2, "scoring": "victories", "margin": "both"}])
def test_advice_says_what_a_yaku_does_and_what_is_agreed(options: dict[str, Any]) -> None:
    table = sample_session(GAME, options, seats=3).table()
    advice = {line.code: line.text.en for line in GAME.advice(table, 0)}
    assert advice["yaku"] == "Each of your yaku takes 50 from every other player."
    assert advice["deals"].startswith("You deal: 3 cards each, 12" if options else "You deal: 7 cards each, 6")
    assert {"side", "victory"} <= set(advice) or not options

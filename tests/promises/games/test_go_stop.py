"""Go-Stop: counted a second time, seats relabelled, plays counted, nagari."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from math import comb
from typing import Any

import pytest

from scorer.api import odds_json
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.families.captures.cards import BONUS_CARDS, BRIGHTS, CARDS, mask_of
from scorer.families.captures.hwatu.rows import pile_rules
from scorer.games import game
from scorer.rules.play.playout import play_simply
from scorer.rules.prompts import Table
from scorer.session.events import EveningOpened, RoundSettled, RoundUndone
from scorer.session.reducer import apply, replay
from tests.support import go_stop_book as book

RULES = game("go-stop")


def settle(round_: dict[str, Any]) -> dict[str, Any]:
    try:
        return RULES.settle(round_).as_json()
    except Refusal as refusal:
        return {"error": refusal.code}


def differences(wanted: dict[str, Any], got: dict[str, Any]) -> list[Any]:
    """Where a settlement differs from what the book says of it."""
    found: list[Any] = [
        (key, got.get(key), value) for key, value in wanted.items() if key != "hands" and got.get(key) != value
    ]
    for seat, hand in enumerate(wanted.get("hands", ()) if "hands" in got else ()):
        told = got["hands"][seat]
        found += [
            (seat, key, told.get(key)) for key, value in hand.items() if value is not None and told.get(key) != value
        ]
    return found


@pytest.mark.parametrize("rounds", [1000, pytest.param(20_000, marks=pytest.mark.long)])
def test_rounds_under_random_house_rules_settle_as_the_book_says(rounds: int) -> None:
    rng, outcomes = random.Random(rounds), set()
    for _ in range(rounds):
        round_ = book.random_round(rng)
        wanted = book.settle(round_)
        outcomes.add(wanted.get("outcome", "refused"))
        assert differences(wanted, settle(round_)) == [], round_
    assert outcomes == {*dict(RULES.outcomes), "refused"}


def test_relabelled_seats_settle_alike() -> None:
    rng = random.Random(5)
    for _ in range(300):
        round_ = book.random_round(rng)
        if "piles" not in round_ or "error" in (before := settle(round_)):
            continue
        seats = len(round_["seats"])
        turned: dict[str, Any] = {**round_, "piles": [*round_["piles"][1:], round_["piles"][0]]}
        for key in ("calls", "shakes", "bombs"):
            turned[key] = [(seat - 1) % seats for seat in round_.get(key, [])]
        turned["events"] = [{**each, "seat": (each["seat"] - 1) % seats} for each in round_.get("events", [])]
        if "caller" in round_:
            turned["caller"] = (round_["caller"] - 1) % seats
        after = settle(turned)
        assert after["net"] == [*before["net"][1:], before["net"][0]]
        assert sum(after["net"]) == 0


def test_the_order_of_refusals_options_cards_numbers_then_what_is_impossible() -> None:
    wrong = {"seats": ["Ara"], "ended_by": "stop", "caller": 7, "piles": [["x"], ["h01-1", "h01-1"]]}
    assert settle({**wrong, "options": {"minimum": 0}}) == {"error": "bad_option"}
    assert settle(wrong) == {"error": "unknown_card"}
    wrong["piles"] = [["hj1"], ["h01-1", "h01-1"]]
    assert settle(wrong) == {"error": "wrong_deck"}
    wrong["piles"] = [[], ["h01-1", "h01-1"]]
    assert settle(wrong) == {"error": "duplicate_card"}
    wrong["piles"] = [[], ["h01-1"]]
    assert settle(wrong) == {"error": "bad_count"}
    assert settle({**wrong, "seats": ["Ara", "Bora"]}) == {"error": "impossible"}
    assert settle({"seats": ["Ara", "Bora"]}) == {"error": "bad_count"}
    assert settle({"seats": ["Ara", "Bora"], "opening": ["hj1", *CARDS[:7:1]], "options": {"bonus_two": 1}}) == {
        "error": "impossible"
    }


def table_of(seats: int, **options: Any) -> Table:
    return Table(("Aki", "Emi", "Ken")[:seats], RULES.resolve_options(options))


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("options", [{}, {"bonus_two": 3, "bonus_three": 3, "gukjin": "pi"}])
def test_rounds_played_out_lose_no_card_and_can_be_settled(seats: int, options: dict[str, Any]) -> None:
    happened: set[str] = set()
    for seed in range(60):
        table = table_of(seats, **options)
        pack = list(RULES.pack(decks()["hanafuda"], table.options))
        random.Random(seed).shuffle(pack)
        playout = play_simply(RULES.play_rules, pack, table)
        assert all(step.verdict.fault is None for step in playout.steps)
        position = playout.position
        cards = [card for pile in position.piles for card, _ in pile] + [*position.field, *sum(playout.hands, ())]
        assert len(set(cards)) == len(cards) == len(pack) - position.stock
        assert [len(hand) for hand in playout.hands] == list(position.hands)
        assert not playout.conclusion.asks
        RULES.settle(playout.conclusion.round)
        happened |= {each.call.split()[0] for each in position.said}
    assert happened >= {"go", "stop", "ppeok", "jjok", "took_ppeok", "sseul", "shake", "gives"}
    assert ("bonus" in happened) is bool(options)


def count_plays(position: Any, hands: tuple[tuple[str, ...], ...], stock: tuple[str, ...], depth: int) -> int:
    """The ways in which a round can go on by so many choices, everything that happens by itself played."""
    rules = RULES.play_rules
    assert rules is not None
    player = rules.player(position)
    moves = rules.legal(position, () if player is None else hands[player])
    if not moves:
        return 1
    if player is None or len(moves) == 1:
        depth += 1
        moves = moves[:1]
    if not depth:
        return len(moves)
    total = 0
    for move in moves:
        left, pile, shown = hands, stock, move
        if move.source[0] == "pile":
            shown, pile = type(move)(move.event, move.seat, stock[0], move.source, move.target), stock[1:]
        elif move.source[0] == "hand":
            seat = move.source[1] or 0
            kept = tuple(card for card in hands[seat] if card != move.card)
            left = (*hands[:seat], kept, *hands[seat + 1 :])
        total += count_plays(rules.judge(position, shown).position, left, pile, depth - 1)
    return total


def test_the_plays_of_a_deal_are_as_many_as_counted_by_hand() -> None:
    """Aki holds the pine, the plum and two of the cherry, Emi the other two, the wisteria and the iris.

    Nothing on the floor or in the stock matches. Aki: ten cards, or the chongtong. Emi: the same. Where Aki began with
    a pine or plum, three of that month are left and the fourth lies there: nine cards, a shake, or the bomb.
    """
    floor = ("h06-1", "h06-2", "h07-1", "h07-2", "h08-1", "h08-2", "h09-1", "h09-2")
    stock = (*CARDS[44:], *(card for card in CARDS[20:44] if card not in floor))
    position, hands = RULES.play_rules.begin(table_of(2), "hanafuda"), (CARDS[:10], CARDS[10:20])
    counts = [count_plays(position, hands, (*floor, *stock), depth) for depth in range(3)]
    assert counts == [10 + 1, 1 + 10 * (10 + 1), 1 + 8 * (1 + 10 * (9 + 2)) + 2 * (1 + 10 * 9)]


def test_every_pile_of_gwang_by_brute_force_and_formula() -> None:
    rules = pile_rules(RULES.resolve_options({}))
    found = Counter(
        next(iter(rules.count(mask_of(pile), "animal")), "none")
        for size in range(6)
        for pile in combinations(BRIGHTS, size)
    )
    # Of the 32 sets: three of four dry ones without the rain, two of them with it.
    sets = {"ogwang": 1, "sagwang": comb(5, 4), "samgwang": comb(4, 3), "bisamgwang": comb(4, 2)}
    assert found == {**sets, "none": 32 - sum(sets.values())}


def evening() -> Any:
    return replay([EveningOpened("go-stop", "hanafuda", {}, ("Aki", "Emi"))])


def settled(session: Any, **told: Any) -> RoundSettled:
    round_ = session.table().build_round("go-stop", {"piles.0": [], "piles.1": [], **told})
    return RoundSettled(round_, RULES.settle(round_).as_json())


def test_nagari_is_carried_to_the_next_round_by_itself_and_used_up_by_a_win() -> None:
    session = evening()
    assert session.table().extra == {}
    for carried in (2, 4):
        session = apply(session, settled(session, ended_by="nagari"))
        assert session.table().extra == {"multiplier": carried}
        assert session.table().seats[0] == "Aki", "without winner the same dealer deals"
    undone = apply(session, RoundUndone(session.history[-1].event_number))
    assert undone.table().extra == {"multiplier": 2}
    won = settled(
        session,
        **{"piles.0": ["h05-3"], "piles.1": ["h01-1", "h03-1", "h08-1", "h12-1", "h02-1", "h04-1", "h08-2"]},
        ended_by="stop",
        caller=1,
    )
    assert won.settlement["net"] == [-72, 72], "nine points, four times, and a gwangbak"
    session = apply(session, won)
    assert session.table().extra == {}
    assert session.table().seats[0] == "Emi", "the winner deals next"


def test_korea_counts_the_paulownia_as_eleventh_and_the_rain_as_twelfth_month() -> None:
    faces = decks()["hanafuda"].faces
    assert [RULES.number_of(faces[code], {}) for code in ("h11-1", "h12-1", "h10-1", "hj1")] == [12, 11, 10, 0]


def test_only_bonus_cards_that_are_agreed_are_in_the_pack() -> None:
    options = RULES.resolve_options({"bonus_two": 1, "bonus_three": 2})
    pack = RULES.pack(decks()["hanafuda"], options)
    assert set(pack) - set(CARDS) == {"hj1", "hj4", "hj5"} <= set(BONUS_CARDS)
    assert RULES.value(("hj1", "hj4"), "", {"bonus_two": 1, "bonus_three": 2}).key == "none"
    with pytest.raises(Refusal) as refused:
        RULES.value(("hj2",), "", {"bonus_two": 1})
    assert refused.value.code == "wrong_deck"


def odds_of(**question: Any) -> dict[str, Any]:
    found = odds_json({"game": "go-stop", **question})
    return {section["key"]: {line["key"]: line for line in section["lines"]} for section in found["sections"]}


def test_odds_of_the_next_card_are_counted_card_by_card() -> None:
    """Two gwang; the moon lies on the floor: only the three other susuki take it, of 48 - 2 - 1 - 1 cards."""
    odds = odds_of(cards=["h01-1", "h03-1"], seen=["h05-3"], field=["h08-1"])
    assert odds["next_card"]["rise"]["chance"] == "3/44"
    assert set(odds["next_card"]["rise"]["faces"]) == {"h08-2", "h08-3", "h08-4"}
    assert odds["next_card"]["plus_3"]["chance"] == "3/44"
    assert set(odds["next_card"]["pi_1"]["faces"]) == {"h08-2", "h08-3", "h08-4"}, "it sweeps the floor"
    jjok = odds_of(cards=[], seen=[], field=["h08-1"], laid=["h05-3"])["next_card"]
    assert set(jjok["pi_1"]["faces"]) == {"h05-1", "h05-2", "h05-4"}
    ppeok = odds_of(cards=["h01-1", "h03-1"], seen=[], field=["h08-1", "h05-3"], laid=["h08-3"])["next_card"]
    assert not {"h08-2", "h08-4"} & set(ppeok["rise"]["faces"]), "the third card of the month keeps all three there"
    assert "h05-1" in ppeok["rise"]["faces"]


def test_odds_say_what_stop_pays_and_who_stands_in_which_bak() -> None:
    question = {"cards": ["h01-1", "h03-1", "h08-1", "h02-1", "h04-1", "h08-2"], "seen": ["h01-3"]}
    odds = odds_of(**question)
    assert "16" in odds["stop"]["pays_1"]["says"]["en"]
    assert "gwangbak" in odds["stop"]["pays_1"]["says"]["en"]
    assert "18" in odds["go"]["pays_1"]["says"]["en"], "eight points and one for the go, doubled"
    assert set(odds["baks"]["gwangbak_1"]["faces"]) == {"h11-1", "h12-1"}

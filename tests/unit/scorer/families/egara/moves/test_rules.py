"""Deals of tricks are played out by the rules alone: who leads, trumps, what may be played."""

from __future__ import annotations

import random

import pytest

from scorer.families.egara.moves.position import TrickPosition
from scorer.games import game
from scorer.rules.play.moves import MIDDLE, Move, Sight, call_move
from scorer.rules.play.playable import Playable
from scorer.rules.play.playout import play_pack, play_simply
from scorer.rules.prompts import Table
from tests.support.judged_rounds import Follower, build_table

KAKEYA, ETORI = game("kakeya"), game("etori")


def rules_of(key: str) -> Playable:
    rules = game(key).play_rules
    assert rules is not None
    return rules


def shuffled(table: Table, key: str, seed: int) -> list[str]:
    pack = [*rules_of(key).begin(table, "western").setup.pack]
    random.Random(seed).shuffle(pack)
    return pack


@pytest.mark.parametrize("key", ["kakeya", "etori"])
def test_where_nobody_says_who_deals_the_first_seat_does(key: str) -> None:
    """The help of `follow --seats` names the dealer first: the other side leads."""
    rules = rules_of(key)
    begun = rules.begin(build_table(game(key)), "western")
    assert rules.turn(begun) == 1
    round_ = play_simply(rules, shuffled(build_table(game(key)), key, 1), build_table(game(key))).conclusion.round
    assert (round_["active"], round_["dealers"]) == ([0, 1], 0)


def test_the_first_of_three_pairs_deals_and_rests() -> None:
    table = build_table(KAKEYA, players=6)
    round_ = play_simply(rules_of("kakeya"), shuffled(table, "kakeya", 1), table).conclusion.round
    assert (round_["active"], round_["dealers"]) == ([1, 2], 0)


def test_who_leads_and_trumps_are_said_before_the_first_card() -> None:
    rules, table = rules_of("kakeya"), build_table(KAKEYA, players=6)
    begun = rules.begin(table, "western")
    assert (rules.player(begun), rules.legal(begun, ())) == (0, (call_move(2, "leads"), call_move(1, "leads")))
    led = rules.judge(begun, call_move(1, "leads")).position
    assert rules.player(led) == 3
    assert rules.legal(led, ()) == tuple(call_move(2, f"trumps_{suit}") for suit in "SHDC")
    named = rules.judge(led, call_move(2, "trumps_D"))
    assert (named.fault, rules.turn(named.position), rules.player(named.position)) == (None, 1, 0)
    assert [move.card for move in rules.legal(named.position, ("2D", "KS"))] == ["2D", "KS"]


def test_trumps_that_the_house_rules_forbid_are_not_taken() -> None:
    play = Follower("kakeya", build_table(KAKEYA, trump_change="fixed_spades"))
    verdict = play.rules.judge(play.position, call_move(0, "trumps_D"))
    assert verdict.fault is not None
    assert verdict.fault.en == "by the house rules that suit cannot be trumps"
    assert verdict.position == play.position
    assert play.rules.judge(play.position, call_move(0, "hello")).fault is None


def test_a_suit_is_followed_and_rensho_free_where_agreed() -> None:
    table = build_table(KAKEYA, trump_change="fixed_spades", rensho_free=True)
    play = Follower("kakeya", table)
    play.position = play.rules.judge(play.position, call_move(1, "leads")).position
    play.lay("KD")
    may = [move.card for move in play.rules.legal(play.position, ("2D", "3S", "AC"))]
    assert may == ["2D", "AC"]


def _played_by(key: str, table: Table, seed: int) -> list[tuple[int | None, str]]:
    rules = rules_of(key)
    rng = random.Random(seed)
    playout = play_pack(rules, shuffled(table, key, seed), table, rules.policies(table, rng))
    return [(step.player, step.card) for step in playout.steps if step.card]


@pytest.mark.parametrize("key", ["kakeya", "etori"])
def test_thirteen_tricks_of_all_cards_each_from_its_hand(key: str) -> None:
    table = build_table(game(key))
    rules = rules_of(key)
    for seed in range(6):
        playout = play_simply(rules, shuffled(table, key, seed), table)
        position = playout.position
        assert isinstance(position, TrickPosition)
        assert sorted(card for trick in position.tricks for card in trick.cards) == sorted(position.setup.pack)
        hands = rules.deal(position, shuffled(table, key, seed)).hands
        assert all(player is None or card in hands[player] for player, card in _played_by(key, table, seed))
        game(key).settle(playout.conclusion.round)
        assert not playout.conclusion.asks


@pytest.mark.parametrize("trump", "SHDC")
def test_a_side_never_loses_the_special_card_nor_the_ace_of_trumps_with_it(trump: str) -> None:
    """Kakeya 5.5 and 6.4, over whole deals: `settle` refuses any other."""
    change = {"S": "fixed_spades", "C": "fixed_clubs"}.get(trump, "allowed")
    table = build_table(KAKEYA, trump_change=change, extra={"active": [0, 1], "dealers": 0, "trump": trump})
    for seed in range(30):
        round_ = play_simply(rules_of("kakeya"), shuffled(table, "kakeya", seed), table).conclusion.round
        assert sum(map(len, round_["captured"])) == 16
        KAKEYA.settle(round_)


PLACES = [MIDDLE, ("pile", None), ("elsewhere", None)] + [
    (kind, seat) for kind in ("hand", "open", "captures") for seat in (0, 1)
]


@pytest.mark.parametrize("source", PLACES)
@pytest.mark.parametrize("target", PLACES)
def test_a_card_may_go_from_any_place_to_any_other_and_is_never_lost(source, target) -> None:
    """Taken up, shown, laid away or thrown in: once it is laid it lies in one trick, and all others are still there."""
    play = Follower("kakeya", build_table(KAKEYA, trump_change="fixed_spades", extra={"dealers": 1}))
    play.lay("KD 2D 3D 4D")
    play.take("KD 2D 3D 4D", 0)
    play.lay("5C")
    for card in ("KD", "5C", "9H"):
        for event in ("moved", "laid", "taken"):
            position = play.rules.judge(play.position, Move(event, 0, card, source, target)).position
            position = play.rules.judge(position, Move("laid", None, card, target, MIDDLE)).position
            cards = [each for trick in position.tricks for each in trick.cards]
            assert cards.count(card) == 1
            assert {"KD", "2D", "3D", "4D"} <= set(cards)
            assert len(cards) == len(set(cards))


def test_a_card_that_is_shown_is_still_to_be_played() -> None:
    play = Follower("kakeya", build_table(KAKEYA, extra={"dealers": 1}))
    assert play.move("laid", "9H", 0, ("open", 0)) == ""
    assert play.position.tricks == ()
    moved = Move("moved", 0, "9H", ("open", 0), MIDDLE)
    assert play.rules.judge(play.position, moved).position.latest.cards == ("9H",)


@pytest.mark.parametrize("dealers", [None, 0])
def test_another_dealer_than_was_said_is_believed_by_where_people_lay_their_cards(dealers: int | None) -> None:
    """Seat 0 is said to deal, but leads: seen after six cards that lie before who laid them and the first heap."""
    extra = {} if dealers is None else {"active": [0, 1], "dealers": dealers}
    play = Follower("kakeya", build_table(KAKEYA, trump_change="fixed_spades", extra=extra))
    for place, card in enumerate(["KD", "2D", "3D", "4D", "KH", "2H"]):
        if place == 4:
            play.take("KD 2D 3D 4D", 0)
        (move,) = play.rules.possible_moves(play.position, Sight("appeared", card, None, side=place % 2))
        play.position = play.rules.judge(play.position, move).position
    assert play.rules.turn(play.position) == 0
    concluded = play.rules.conclude(play.position)
    assert concluded.round["captured"] == [["KH", "KD"], []]
    assert concluded.round["dealers"] == (1 if dealers is None else dealers)


def test_one_trick_to_the_wrong_side_does_not_make_the_other_side_lead() -> None:
    play = Follower("kakeya", build_table(KAKEYA, trump_change="fixed_spades"))
    play.lay("KD 2D 3D 4D")
    assert play.take("KD 2D 3D 4D", 0) == ""
    assert play.faults == ["Aki took trick 1, which Emi won with K♦"]
    assert play.rules.conclude(play.position).round["dealers"] == 0

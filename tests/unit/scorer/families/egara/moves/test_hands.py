"""Deals of a pack, and hidden hands dealt at random."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

from scorer.families.egara.moves.hands import deal_hidden, deal_pack
from scorer.families.egara.moves.reader import best_readings
from scorer.games import game
from scorer.games.etori.deal import misdeal_reason
from scorer.rules.play.moves import call_move
from tests.support.judged_rounds import Follower, build_table

KAKEYA, ETORI = game("kakeya"), game("etori")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def no_misdeal(_hand) -> None:
    return None


def begin(key: str, **options) -> Follower:
    play = Follower(key, build_table(game(key), extra={"dealers": 1, "trump": "H"}, **options))
    play.position = play.rules.judge(play.position, call_move(0, "leads")).position
    return play


def test_a_pack_is_cut_into_four_hands() -> None:
    pack = [*begin("kakeya", trump_change="fixed_spades").position.setup.pack]
    hands = deal_pack(pack, no_misdeal)
    assert [card for hand in hands for card in hand] == pack
    assert [len(hand) for hand in hands] == [13] * 4


def test_a_misdeal_is_dealt_again_from_the_same_pack() -> None:
    pack = [*begin("etori").position.setup.pack]
    options = ETORI.resolve_options({})
    hands = deal_pack(pack, lambda hand: misdeal_reason(hand, options))
    assert sorted(card for hand in hands for card in hand) == sorted(pack)
    assert not any(misdeal_reason(hand, options) for hand in hands)
    assert misdeal_reason(pack[:13], options)


def test_hidden_cards_are_those_that_nobody_saw() -> None:
    play = begin("kakeya", trump_change="fixed_spades")
    play.lay("KD 2D 3D 4D 5C 6C")
    own = ("AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S", "JS", "QS")
    hands = play.rules.hide(play.position, 2, own, random.Random(1)).hands
    assert hands[2] == own
    assert [len(hand) for hand in hands] == [11, 11, 12, 12]
    seen = {"KD", "2D", "3D", "4D", "5C", "6C"}
    assert sorted(card for hand in hands for card in hand) == sorted({*play.position.setup.pack} - seen)


def test_nobody_is_dealt_a_suit_that_he_did_not_follow_and_all_else_is_equally_likely() -> None:
    """Two tricks are left: all deals of six cards to three players by which nobody holds what he denied."""
    play = begin("kakeya", trump_change="fixed_spades")
    left = ["AD", "KD", "2H", "3H", "4C", "5C", "6C", "7C"]
    order = ["2D", "8C", "3D", "4D"]
    rest = [card for card in play.position.setup.pack if card not in (*left, *order)]
    for start in range(0, 40, 4):
        play.lay(" ".join(rest[start : start + 4]))
    play.lay(" ".join(order))
    reading = best_readings(play.position)[0]
    denied = {(player, suit) for player, suit, _ in reading.tricks[-1].denied}
    assert (reading.tricks[-1].players[1], "D") in denied
    counted: Counter[tuple[frozenset[str], ...]] = Counter()
    rng = random.Random(5)
    allowed = [
        (one, two)
        for one in combinations(left[:6], 2)
        for two in combinations([card for card in left[:6] if card not in one], 2)
        if _may(denied, 1, one) and _may(denied, 2, two) and _may(denied, 3, set(left[:6]) - {*one, *two})
    ]
    assert len(allowed) > 1
    times = 400 * len(allowed)
    for _ in range(times):
        hands = deal_hidden(play.position, 0, left[6:], rng, no_misdeal)
        counted[frozenset(hands[1]), frozenset(hands[2])] += 1
    assert set(counted) == {(frozenset(one), frozenset(two)) for one, two in allowed}
    assert all(300 < count < 500 for count in counted.values())


def _may(denied, player, cards) -> bool:
    return not any((player, card[-1]) in denied for card in cards)


def test_no_hidden_hand_was_a_misdeal() -> None:
    play = begin("etori")
    play.lay("KD 2D 3D 4D")
    own = ("AS", "2S", "3S", "4S", "5S", "AH", "2H", "3H", "4H", "AC", "2C", "3C")
    for seed in range(20):
        hands = play.rules.hide(play.position, 0, own, random.Random(seed)).hands
        dealt = [[*hand, card] for hand, card in zip(hands, ("KD", "2D", "3D", "4D"), strict=True)]
        assert not any(misdeal_reason(hand, play.position.setup.options) for hand in dealt)


def test_after_a_revoke_hidden_cards_are_dealt_to_anybody() -> None:
    """All others have denied diamonds, but diamonds are still out: somebody did not tell the truth."""
    play = begin("kakeya", trump_change="fixed_spades")
    play.lay("2D 2C 3C 4C")
    hands = play.rules.hide(play.position, 0, tuple(f"{rank}H" for rank in RANKS[:12]), random.Random(1)).hands
    assert [len(hand) for hand in hands] == [12] * 4
    assert any(card[-1] == "D" for hand in hands[1:] for card in hand)

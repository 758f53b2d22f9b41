"""Hands dealt from a pack, and hidden ones dealt at random."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import comb

from scorer.errors import Refusal
from scorer.families.egara import text
from scorer.families.egara.moves import faults
from scorer.families.egara.moves.position import PLAYERS, TRICKS, TrickPosition
from scorer.families.egara.moves.reader import best_readings, next_player
from scorer.families.egara.tricks import SUITS
from scorer.rules.hand_question import HandQuestion, Situation
from scorer.rules.prompts import Table

Hands = tuple[tuple[str, ...], ...]
_TRIES = 100
"""Deals of hidden cards that are tried for one without a misdeal; of usual hands two in three are."""


def deal_pack(pack: Sequence[str], is_misdeal: Callable[[Sequence[str]], object]) -> Hands:
    """Thirteen cards each, by the first of several orders of the pack in which no hand is a misdeal."""
    cards, step = pack, 1
    hands = _cut(cards)
    while any(map(is_misdeal, hands)):
        step += 2
        cards = [pack[(place * step + step) % (len(pack) + 1) - 1] for place in range(len(pack))]
        hands = _cut(cards)
    return hands


def deal_hidden(
    position: TrickPosition,
    own_player: int,
    own_hand: Sequence[str],
    rng: random.Random,
    is_misdeal: Callable[[Sequence[str]], object],
) -> Hands:
    """The hands with all cards that were not seen dealt at random; every deal that may be is equally likely.

    Nobody holds a suit that he did not follow, and no hand was a misdeal.
    """
    reading = best_readings(position)[0]
    laid: list[list[str]] = [[] for _ in range(PLAYERS)]
    for trick, read in zip(position.tricks, reading.tricks, strict=True):
        for card, player in zip(trick.cards, read.players, strict=True):
            laid[player].append(card)
    seen = {*own_hand, *(card for cards in laid for card in cards)}
    hidden = [card for card in position.setup.pack if card not in seen]
    denied = {(player, suit) for player, suit, _ in (reading.tricks[-1].denied if reading.tricks else ())}
    others = [player for player in range(PLAYERS) if player != own_player]
    room = tuple(TRICKS - len(laid[player]) for player in others)
    may_hold = tuple(tuple((player, suit) not in denied for player in others) for suit in SUITS)
    for _ in range(_TRIES):
        dealt = dict(zip(others, _dealt(hidden, room, may_hold, rng), strict=True))
        hands = tuple(tuple(own_hand) if player == own_player else dealt[player] for player in range(PLAYERS))
        if not any(is_misdeal((*laid[player], *dealt[player])) for player in others):
            break
    return hands


def _cut(cards: Sequence[str]) -> Hands:
    return tuple(tuple(cards[start : start + TRICKS]) for start in range(0, PLAYERS * TRICKS, TRICKS))


def _dealt(
    hidden: Sequence[str], room: tuple[int, ...], may_hold: tuple[tuple[bool, ...], ...], rng: random.Random
) -> Hands:
    """The hidden cards to players with so much room, each only to who may hold its suit."""
    shuffled = rng.sample(hidden, len(hidden))
    by_suit = [[card for card in shuffled if card[-1] == suit] for suit in SUITS]
    counts = tuple(map(len, by_suit))
    if all(map(all, may_hold)) or not _ways(counts, room, may_hold):  # after a revoke nobody can be sure
        ends = [sum(room[: place + 1]) for place in range(len(room))]
        return tuple(tuple(shuffled[end - size : end]) for end, size in zip(ends, room, strict=True))
    hands: list[list[str]] = [[] for _ in room]
    for place, cards in enumerate(by_suit):
        splits = [*_splits(counts[place:], room, may_hold[place:])]
        split = rng.choices([each for each, _ in splits], [ways for _, ways in splits])[0]
        for hand, size in zip(hands, split, strict=True):
            hand += [cards.pop() for _ in range(size)]
        room = tuple(left - size for left, size in zip(room, split, strict=True))
    return tuple(map(tuple, hands))


@lru_cache(maxsize=65536)
def _ways(counts: tuple[int, ...], room: tuple[int, ...], may_hold: tuple[tuple[bool, ...], ...]) -> int:
    """In how many ways so many cards of each suit can be dealt."""
    return sum(ways for _, ways in _splits(counts, room, may_hold)) if counts else not any(room)


def _splits(
    counts: tuple[int, ...], room: tuple[int, ...], may_hold: tuple[tuple[bool, ...], ...]
) -> Iterator[tuple[tuple[int, int, int], int]]:
    """How many cards of the first suit each of three players gets, with the number of ways in which all are dealt."""
    count, most = counts[0], [left if may else 0 for left, may in zip(room, may_hold[0], strict=True)]
    for first in range(min(count, most[0]) + 1):
        for second in range(max(0, count - first - most[2]), min(count - first, most[1]) + 1):
            split = (first, second, count - first - second)
            left = tuple(size - dealt for size, dealt in zip(room, split, strict=True))
            ways = _ways(counts[1:], left, may_hold[1:])
            if ways:
                yield split, ways * comb(count, first) * comb(count - first, second)


def moment_of(table: Table, position: TrickPosition, question: HandQuestion) -> Situation:
    """The moment at which the player in turn holds the cards of a question. Raises `Refusal` where he cannot."""
    guess, tricks = position.setup.guesses[0], position.tricks
    reading, player = best_readings(position)[0], next_player(position, guess)
    left = TRICKS - sum(trick.is_closed for trick in tricks)
    if len(question.cards) != left or not left:
        raise Refusal(
            "bad_count",
            text("cards_left", laid=len(question.seen), left=left, held=len(question.cards)),
            cards=question.cards,
        )
    denied = {suit for each, suit, _ in (reading.tricks[-1].denied if tricks else ()) if each == player}
    revoked = tuple(card for card in question.cards if card[-1] in denied)
    if revoked:
        raise Refusal("impossible", faults.HELD_BACK, cards=revoked)
    whole = [each for each in zip(tricks, reading.tricks, strict=True) if each[0].is_whole]
    own, others = (
        tuple(card for trick, read in whole if (read.winner - player) % 2 == side for card in trick.cards)
        for side in (0, 1)
    )
    return Situation(table, position, question.cards, replace(question, cards=own, seen=others, role=guess.trump))

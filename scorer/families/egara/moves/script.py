"""Random deals of tricks, step by step, for films and tests."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from scorer.families.egara.deal import ACES
from scorer.families.egara.moves.position import PLAYERS, DealGuess, TrickSetup
from scorer.families.egara.tricks import RANKS, SUITS, choose_card, picture_cards, playable_cards, winning_index
from scorer.rules.play_rules import Move, ScriptedRound, ScriptStep

RANDOM_CARD = 0.25
"""Share of cards that are any card that may be played, not the one that a player of the table plays."""
HEAP_STYLES = (("down", 4), ("up", 2), ("pictures", 3))
"""How tricks lie once they are taken, with weights: face down, face up, only picture cards face up (kakeya 5.4)."""
GONE = ("gone", 2)
"""Or they leave the picture; only where trumps are known, because nothing else tells then who won."""


def sort_cards(cards: Iterable[str]) -> list[str]:
    """Cards by suit, the highest first, as a round lists them."""
    return sorted(cards, key=lambda card: (SUITS.index(card[-1]), -RANKS.index(card[:-1])))


def play_deal(
    key: str, setup: TrickSetup, guess: DealGuess, hands: Sequence[Sequence[str]], rng: random.Random
) -> ScriptedRound:
    """A deal played out from `hands`, the leader's first, with trumps and leader as `guess` says."""
    trump, special = guess.trump, setup.special_by_trump[guess.trump]
    free_card = special if setup.is_special_free else ""
    is_known = len({each.trump for each in setup.guesses}) == 1
    styles = (*HEAP_STYLES, GONE) if is_known else HEAP_STYLES
    style = rng.choices([style for style, _ in styles], [weight for _, weight in styles])[0]
    cards_left, steps = [list(hand) for hand in hands], []
    captured: list[list[str]] = [[], []]
    leader = 0
    while any(cards_left):
        trick: list[str] = []
        for step in range(PLAYERS):
            player = (leader + step) % PLAYERS
            seat = setup.active[(guess.leader + player) % 2]
            may = playable_cards(cards_left[player], trick[0][-1] if trick else "", free_card)
            plays_any = rng.random() < RANDOM_CARD
            card = rng.choice(may) if plays_any else choose_card(may, trick, trump, special)
            cards_left[player].remove(card)
            trick.append(card)
            move = Move("laid", seat, card, ("hand", seat), ("middle", None), setup.pack.index(card))
            steps.append(ScriptStep(move, card, None))
        leader = (leader + winning_index(trick, trump, special)) % PLAYERS
        side = (guess.leader + leader) % 2
        captured[side] += picture_cards(trick)
        steps += _heap(setup, trick, setup.active[side], style)
    aces: list[list[str]] = [[], []]
    for player, hand in enumerate(hands):
        aces[(guess.leader + player) % 2] += [card for card in hand if card in ACES]
    answers = {
        "active": list(setup.active),
        "dealers": setup.dealers,
        "trump": trump,
        "aces": [sort_cards(cards) for cards in aces],
        "captured": [sort_cards(cards) for cards in captured],
    }
    return ScriptedRound(tuple(steps), setup.table.build_round(key, answers))


def _heap(setup: TrickSetup, trick: Sequence[str], seat: int, style: str) -> list[ScriptStep]:
    """A trick goes to the side that won it."""
    steps = []
    for card in trick:
        is_gone = style == "gone"
        is_up = style == "up" or (style == "pictures" and bool(picture_cards((card,))))
        move = Move("taken", seat, card, ("middle", None), ("captures", seat), setup.pack.index(card))
        steps.append(ScriptStep(move, card, None if is_gone else seat, face_up=is_up or is_gone, is_gone=is_gone))
    return steps

"""Random deals of tricks, step by step, for films and tests."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from scorer.families.egara.deal import ACES
from scorer.families.egara.moves.position import PLAYERS, TRICKS, DealGuess, TrickSetup
from scorer.families.egara.tricks import RANKS, SUITS, choose_card, picture_cards, playable_cards, winning_index
from scorer.families.steps import lay_step, take_step
from scorer.rules.play_rules import ScriptedRound, ScriptStep

RANDOM_CARD = 0.25
"""Share of cards that are any card that may be played, not the one that a player of the table plays."""
HEAP_STYLES = (("down", 4), ("up", 2), ("pictures", 3))
"""How tricks lie once they are taken, with weights: face down, face up, only picture cards face up (kakeya 5.4)."""
FAULTS = ("revoke", "turn")
"""Faults that a player can make: a suit that is not followed though it is held, a card out of turn."""
_FAULTY_TRICKS = (1, 8)
"""The tricks, counted from 0, from which on a fault is made, least and most: some come out only later."""
GONE = ("gone", 2)
"""Or they leave the picture; only where trumps are known, because nothing else tells then who won."""


def sort_cards(cards: Iterable[str]) -> list[str]:
    """Cards by suit, the highest first, as a round lists them."""
    return sorted(cards, key=lambda card: (SUITS.index(card[-1]), -RANKS.index(card[:-1])))


def play_deal(
    key: str,
    setup: TrickSetup,
    guess: DealGuess,
    hands: Sequence[Sequence[str]],
    rng: random.Random,
    faults: Sequence[str] = (),
) -> ScriptedRound:
    """A deal played out from `hands`, the leader's first, with trumps and leader as `guess` says.

    `faults`: keys of `FAULTS` that are made once each, where the cards give the chance.
    """
    trump, special = guess.trump, setup.special_by_trump[guess.trump]
    free_card = special if setup.is_special_free else ""
    is_known = len({each.trump for each in setup.guesses}) == 1
    styles = (*HEAP_STYLES, GONE) if is_known else HEAP_STYLES
    style = rng.choices([style for style, _ in styles], [weight for _, weight in styles])[0]
    cards_left, steps = [list(hand) for hand in hands], []
    captured: list[list[str]] = [[], []]
    leader = 0
    to_come = {fault: rng.randrange(*_FAULTY_TRICKS) for fault in faults}
    for number in range(len(hands[0])):
        trick: list[str] = []
        order = [(leader + step) % PLAYERS for step in range(PLAYERS)]
        is_swapped = number >= to_come.get("turn", TRICKS)
        if is_swapped:  # the leader's partner does not wait
            del to_come["turn"]
            order[1:3] = order[2:0:-1]
        for step, player in enumerate(order):
            seat, hand, fault = setup.active[(guess.leader + player) % 2], cards_left[player], ""
            led = trick[0][-1] if trick else ""
            may = list(playable_cards(hand, led, free_card))
            others = [card for card in hand if card not in may and card != special]
            if others and number >= to_come.get("revoke", TRICKS):
                del to_come["revoke"]
                may, fault = others, "revoke"
            elif is_swapped and step == 1:
                fault = "turn"
            plays_any = rng.random() < RANDOM_CARD
            card = rng.choice(may) if plays_any else choose_card(may, trick, trump, special)
            hand.remove(card)
            trick.append(card)
            steps.append(lay_step(seat, card, ("hand", seat), setup.pack.index(card), fault=fault))
        leader = order[winning_index(trick, trump, special)]
        side = (guess.leader + leader) % 2
        captured[side] += picture_cards(trick)
        steps += _heap(setup, trick, setup.active[side], style)
    aces: list[list[str]] = [[], []]
    for player, dealt in enumerate(hands):
        aces[(guess.leader + player) % 2] += [card for card in dealt if card in ACES]
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
        steps.append(take_step(seat, card, setup.pack.index(card), face_up=is_up, is_gone=is_gone))
    return steps

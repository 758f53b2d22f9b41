"""A round of Dontsuku played out, for the demo and for the tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorer.decks import decks, kind_of
from scorer.games.dontsuku.hands import TARGET, UNDECIDED, HandClassifier
from scorer.rules.options import OptionValue
from scorer.rules.settlement import turn_order


def play_round(pack: Sequence[str], seats: int, options: Mapping[str, OptionValue]) -> dict[str, Any]:
    """The answers by path of one round between `seats` players who draw from a shuffled pack.

    Every choice of a player follows from a card at the end of the pack.
    """
    kind = kind_of(pack[0])
    classifier = HandClassifier(kind, options)
    order = list(decks()[kind].faces)
    pile = [code for code in pack if code in classifier.ranks]
    seeds = [order.index(code) for code in reversed(pile)]
    first_cards, pile = pile[:seats], pile[seats:]
    answers: dict[str, Any] = {}
    agari_called = False
    for place, seat in enumerate(turn_order(seats)):
        hand = [first_cards[seat]]
        answers[f"hands.{seat}.cards"] = hand
        answers[f"hands.{seat}.tsukkome"] = 0
        if agari_called:
            answers[f"hands.{seat}.acted"] = False
            continue
        seed = seeds[place]
        unseen = 0
        if seed % 3 == 0:
            if options["tsukkome_after_motto"] and seed % 2 == 0:
                draw_until(classifier, hand, pile, 7)
            if classifier.classify(hand) is UNDECIDED:
                tsukkome_max = options["tsukkome_max"]
                unseen = min(1 + seed % 4, len(pile), *([] if tsukkome_max == "none" else [int(tsukkome_max)]))
                hand += [pile.pop(0) for _ in range(unseen)]
                answers[f"hands.{seat}.tsukkome"] = unseen
        else:
            min_motto = options["min_motto"]
            draw_until(classifier, hand, pile, int(min_motto) if min_motto != "none" else seed % 5 + 10)
        agari_called = not unseen and classifier.classify(hand).rank == TARGET
    return answers


def draw_until(classifier: HandClassifier, hand: list[str], pile: list[str], stop: int) -> None:
    """Draw openly until the hand is decided or its total reaches `stop`, as long as there are cards."""
    while pile and classifier.classify(hand) is UNDECIDED and classifier.total(hand) < stop:
        hand.append(pile.pop(0))

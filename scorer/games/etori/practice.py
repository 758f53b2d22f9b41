"""Drill on misdeals: is this hand dealt again?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from scorer.families.egara.tricks import RANKS, SUITS
from scorer.games.etori.texts import name, text
from scorer.rules.game import Game, Practice
from scorer.rules.play.practice import Solution, Task
from scorer.rules.prompts import Table

_HAND_SIZE = 13
"""Cards in a hand: 52 for four players."""


def _hand_tasks(game: Game, table: Table, pack: Sequence[str]) -> Iterator[Task]:
    """A hand as dealt, one without a suit, one with seven cards of a suit and one with six.

    Seven cards of a suit make a misdeal, six do not.
    """
    del game
    if not table.options["misdeal_void"] and table.options["misdeal_long"] == "off":
        return
    suit = pack[0][-1]
    suited, others = ([card for card in pack if (card[-1] == suit) is in_suit] for in_suit in (True, False))
    for hand in (pack[:_HAND_SIZE], others[:_HAND_SIZE], (*suited[:7], *others[:6]), (*suited[:6], *others[:7])):
        yield Task(tuple(sorted(hand, key=_hand_sort_key)), _QUESTION)


def _solve(game: Game, table: Table, task: Task) -> Solution:
    """The rules' answer on the hand."""
    value = game.value(task.cards, "", table.options)
    misdeal = next((reason for reason in value.reasons if reason.code == "misdeal"), None)
    lengths = Counter(card[-1] for card in task.cards)
    if misdeal is None:
        shortest, longest = min(lengths[suit] for suit in SUITS), max(lengths.values())
        explanation = text("suit_lengths", longest=longest, shortest=shortest)
        return Solution(_NO_MISDEAL, (_SUIT_MISSING, _SUIT_TOO_LONG), (explanation,))
    right, wrong = (
        (_SUIT_MISSING, _SUIT_TOO_LONG)
        if table.options["misdeal_void"] and len(lengths) < len(SUITS)
        else (_SUIT_TOO_LONG, _SUIT_MISSING)
    )
    return Solution(right, (wrong, _NO_MISDEAL), (misdeal.text,))


def _hand_sort_key(card: str) -> tuple[int, int]:
    return SUITS.index(card[-1]), -RANKS.index(card[:-1])


_QUESTION = text("question")
_NO_MISDEAL = name("no_misdeal")
_SUIT_MISSING = name("suit_missing")
_SUIT_TOO_LONG = name("suit_too_long")
MISDEAL_PRACTICE = Practice("misdeal", text("practice.misdeal"), _hand_tasks, _solve)

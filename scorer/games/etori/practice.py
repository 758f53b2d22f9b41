"""配り直しの稽古: is this hand dealt again? The rules say; here stand only hands to ask about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from scorer.families.egara.tricks import RANKS, SUITS
from scorer.rules.game import Game
from scorer.rules.practice import Practice, Solved, Task
from scorer.rules.prompts import Table
from scorer.texts import Name, Text

_HAND = 13


def _hands(game: Game, table: Table, pack: Sequence[str]) -> Iterator[Task]:
    """A hand as dealt, one without a suit, one with seven of a suit and one with six: the border lies between."""
    del game
    if not table.options["misdeal_void"] and table.options["misdeal_long"] == "off":
        return
    suit = pack[0][-1]
    ours, others = ([card for card in pack if (card[-1] == suit) is same] for same in (True, False))
    for hand in (pack[:_HAND], others[:_HAND], (*ours[:7], *others[:6]), (*ours[:6], *others[:7])):
        yield Task(tuple(sorted(hand, key=_in_hand)), _ASK)


def _solve(game: Game, table: Table, task: Task) -> Solved:
    """By what the rules say of such a hand."""
    value = game.value(task.cards, "", table.options)
    again = next((reason for reason in value.reasons if reason.code == "misdeal"), None)
    lengths = Counter(card[-1] for card in task.cards)
    if again is None:
        shortest, longest = min(lengths[suit] for suit in SUITS), max(lengths.values())
        why = Text(
            f"the longest suit has {longest} cards, the shortest {shortest}: no misdeal under these house rules",
            f"一番多いマークは{longest}枚、一番少ないマークは{shortest}枚。この取り決めでは配り直しになりません",
        )
        return Solved(_GOOD, (_VOID, _LONG), (why,))
    right, other = (_VOID, _LONG) if table.options["misdeal_void"] and len(lengths) < len(SUITS) else (_LONG, _VOID)
    return Solved(right, (other, _GOOD), (again.text,))


def _in_hand(card: str) -> tuple[int, int]:
    return SUITS.index(card[-1]), -RANKS.index(card[:-1])


_ASK = Text("Is this hand a misdeal?", "この手札は配り直しですか")
_GOOD = Name("no, it is played", "いいえ、このまま打つ")
_VOID = Name("yes, a suit is missing", "はい、ないマークがある")
_LONG = Name("yes, a suit is too long", "はい、多すぎるマークがある")
MISDEAL = Practice("misdeal", Text("Misdeal or not", "配り直しかどうか"), _hands, _solve)

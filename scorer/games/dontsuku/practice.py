"""Drill on tsukkome: what does a hand win whose last cards are unseen?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from scorer.games.dontsuku.texts import name, text
from scorer.rules.game import Game, Practice
from scorer.rules.play.practice import Solution, Task
from scorer.rules.prompts import Table
from scorer.rules.results import HandValue
from scorer.texts import Name

_HANDS_DEALT = 12
"""Hands dealt from each pack, for a choice of winning ones."""
_HANDS_ASKED = 4
"""Hands asked about, of those dealt from each pack."""


def _hand_tasks(game: Game, table: Table, pack: Sequence[str]) -> Iterator[Task]:
    """Hands of three cards, two of them unseen, each against a hand that has busted; hands that win come first.

    Where only one card may be taken unseen, the hands have two cards.
    """
    unseen = 2 if table.options["tsukkome_max"] != 1 else 1
    size = unseen + 1
    hands = [tuple(pack[start : start + size]) for start in range(0, _HANDS_DEALT * size, size)]
    hands.sort(key=lambda hand: _weakness(game.value(hand, "tsukkome", table.options)))
    for hand in (*hands[: _HANDS_ASKED - 1], hands[-1]):
        other_cards = list(pack)
        for card in hand:
            other_cards.remove(card)
        # Pairs from the end of the pack, which was not dealt. With a whole pack left, some pair always busts.
        pairs = combinations(reversed(other_cards), 2)
        bust = next(pair for pair in pairs if game.value(pair, "motto", table.options).key == "nai")
        played_hands = [{"cards": bust, "tsukkome": 0}, {"cards": hand, "tsukkome": unseen}]
        round_ = {"game": game.key, "options": dict(table.options), "seats": ["Aki", "Emi"], "hands": played_hands}
        yield Task(hand, _TWO_UNSEEN_QUESTION if unseen == 2 else _ONE_UNSEEN_QUESTION, {"round": round_})


def _weakness(value: HandValue) -> int:
    """0 for fifteen and teyaku, 1 for a total that may still win at the end, 2 for the rest."""
    return (value.total not in {13, 14}) + 1 if value.key in {"total", "nai"} else 0


def _solve(game: Game, table: Table, task: Task) -> Solution:
    """The number of shares that the other player pays."""
    settlement = game.settle(task.context["round"])
    times = settlement.net[1] // int(table.options["share"])
    bonus_texts = [reason.text for reason in settlement.reasons if reason.code in _BONUS_CODES]
    wrong = tuple(_shares_name(number) for number in (0, 1, 2, 4) if number != times)
    return Solution(
        _shares_name(times),
        wrong,
        (settlement.hands[1].reasons[-1].text, dict(game.outcomes)[settlement.outcome], *bonus_texts),
    )


def _shares_name(times: int) -> Name:
    if not times:
        return name("nothing")
    return name("share", times=times)


_BONUS_CODES = {"own_bonus", "fifteen_too", "by_tsukkome"}
_ONE_UNSEEN_QUESTION = text("one_unseen_question")
_TWO_UNSEEN_QUESTION = text("two_unseen_question")
TSUKKOME_PRACTICE = Practice("tsukkome", text("practice.tsukkome"), _hand_tasks, _solve)

"""Cards that nobody saw are those that are missing in the pack."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from scorer.families.egara.moves.completion import completed, completions
from scorer.families.egara.moves.position import TrickPosition
from scorer.games import game
from scorer.rules.play.moves import Conclusion, ScriptedRound
from scorer.rules.play.playable import Playable
from tests.support.judged_rounds import build_table

KAKEYA = game("kakeya")
TABLE = build_table(KAKEYA)


def rules() -> Playable:
    found = KAKEYA.play_rules
    assert found is not None
    return found


def played(seed: int) -> ScriptedRound:
    return rules().play_round(TABLE, "western", random.Random(seed))


def after(deal: ScriptedRound, *unseen: str) -> TrickPosition:
    """The position after all moves of a deal but those of cards that nobody saw."""
    position = rules().begin(TABLE, "western")
    for step in deal.steps:
        if step.card not in unseen:
            move = replace(step.move, seat=None, target=("captures", None)) if step.is_gone else step.move
            position = rules().judge(position, move).position
    assert isinstance(position, TrickPosition)
    return position


def conclude(position: TrickPosition) -> Conclusion:
    return rules().conclude(position)


@pytest.mark.parametrize("seed", range(1, 5))
def test_the_last_card_of_a_trick_that_nobody_saw_is_known_at_the_end(seed: int) -> None:
    deal = played(seed)
    whole = after(deal)
    for trick in (whole.tricks[2], whole.tricks[9]):
        card = trick.cards[-1]
        position = after(deal, card)
        assert completed(position).trick_of(card) == whole.trick_of(card)
        found = conclude(position)
        assert found.round == deal.round or found.asks
        moves = [move for move, _ in rules().deduced_moves(position)]
        assert ("laid", card) in {(move.event, move.card) for move in moves}
        if found.round == deal.round and not found.asks:
            assert "was taken with only 3 cards seen" in " ".join(fault.en for fault in found.settled)


def test_two_cards_of_two_tricks_are_never_settled_wrongly() -> None:
    for seed in range(5, 9):
        deal = played(seed)
        whole = after(deal)
        for first, second in ((0, 7), (3, 12)):
            found = conclude(after(deal, whole.tricks[first].cards[3], whole.tricks[second].cards[3]))
            assert found.round == deal.round or found.asks


def test_nothing_is_completed_before_the_end_or_where_too_much_is_missing() -> None:
    deal = played(1)
    whole = after(deal)
    position = after(deal, *(trick.cards[3] for trick in whole.tricks[:5]))
    assert completions(position) == (position,)
    under_way = TrickPosition(whole.setup, whole.tricks[:6])
    assert completions(under_way) == (under_way,)
    assert completions(whole) == (whole,)
    assert rules().deduced_moves(whole) == ()

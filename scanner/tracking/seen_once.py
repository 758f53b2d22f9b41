"""Cards that were seen once, half under a hand that then took them away.

Who wins a trick with the last card often leaves the hand on it and takes all four.
"""

from __future__ import annotations

from scanner.tracking.followed_table import FollowedCard, FollowedTable

_MIN_PROBABILITY = 0.9
"""Probability 0..1 of the name of a card that is told though it was not seen a second time: hands look like many."""
_COVERED = "covered"
"""The doubt of a card that would be sure if nothing lay over it."""


def is_card_seen_once(card: FollowedCard, table: FollowedTable) -> bool:
    """Whether a card that is not there any more was one: a face that shows in part, and lies nowhere else."""
    if card.is_told or not card.is_face_up or card.read.doubt != _COVERED:
        return False
    if card.evidence.ranked()[0][1] < _MIN_PROBABILITY:
        return False
    others = (*table.cards, *(departed for departed, _ in table.departed))
    return not any(other.is_told and other.is_face_up and other.evidence.best == card.evidence.best for other in others)

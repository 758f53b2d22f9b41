"""Which cards of a table another look would settle, and when it is due."""

from __future__ import annotations

from dataclasses import dataclass

from scanner.tracking.followed_table import FollowedCard, FollowedTable


@dataclass(frozen=True, slots=True)
class LookConfig:
    """How often a place is looked at, set on films of `fudayomi synth --film`."""

    looks: int = 2
    """Looks that a doubtful card needs before it is told."""
    max_looks: int = 3
    """Looks at one card in one place, at most: more of the same picture prove nothing."""
    misses: int = 2
    """Looks that must have found its place bare."""
    misses_after_push: int = 5
    """Looks that must have missed a card since the camera was pushed: about 20 s, for a sleeve may lie over it."""
    doubtful_wait_s: float = 1.4
    """Seconds for which a doubtful card is waited for while something moves: a hand may lie on it."""
    pause_s: float = 0.7
    """Seconds before another look at a card that the looks so far have not settled; each pause is twice the last."""
    max_doublings: int = 6
    """How often that pause is doubled: a still table is looked at again every 45 s at the most.

    So is a card under a hand or a thing, which may have taken it along.
    """


CONFIG = LookConfig()
PUSHED = "push"
"""What hides a card that was not found since the camera was pushed: its place cannot be compared."""


def due_cards(table: FollowedTable, time_s: float, *, is_busy: bool) -> tuple[FollowedCard, ...]:
    """The cards that another look at second `time_s` would settle: new and doubtful, or missing.

    `is_busy`: something moves, so that the next picture may show more of them.
    """
    return tuple(card for card in table.cards if _is_due(card, time_s, is_busy=is_busy))


def is_settled(table: FollowedTable) -> bool:
    """Whether no further look is needed to say what lies there now."""
    return not any(
        (card.missing_since is not None) or (not card.cover and card.looks < _looks_needed(card))
        for card in table.cards
    )


def _is_due(card: FollowedCard, time_s: float, *, is_busy: bool) -> bool:
    looked_s = time_s - card.looked_at
    if card.cover:
        doublings = min(CONFIG.max_doublings, card.misses)
        return card.cover != "card" and looked_s >= CONFIG.pause_s * 2.0**doublings
    if card.missing_since is not None:
        return card.misses < CONFIG.misses
    if card.looks < _looks_needed(card):
        return True
    if card.is_told and not card.pending:
        return False
    return is_busy or looked_s >= CONFIG.pause_s * 2.0 ** min(CONFIG.max_doublings, card.looks - CONFIG.max_looks)


def _looks_needed(card: FollowedCard) -> int:
    """Looks that a card needs at the place where it lies, before it is moved or covered."""
    if card.is_sure:
        return 0 if card.is_told and not card.pending else CONFIG.looks
    return CONFIG.max_looks

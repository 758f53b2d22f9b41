"""What is wrong with a move in a game of sums, in words."""

from __future__ import annotations

from scorer.families.sums import text
from scorer.texts import Text


def two_in_first_round(name: str) -> Text:
    """A second card before everybody had a first."""
    return text("two_in_first_round", name=name)


def out_of_turn(name: str) -> Text:
    """A card drawn when it was somebody else's turn."""
    return text("out_of_turn", name=name)


def not_drawn_yet(name: str, skipped: str) -> Text:
    """A card drawn although somebody before must still draw."""
    return text("not_drawn_yet", name=name, skipped=skipped)


def too_many(name: str, most: int) -> Text:
    """One card more than a hand may have."""
    return text("too_many", name=name, most=most)


def played_on(name: str, why: Text) -> Text:
    """A card drawn after the hand was over."""
    return text("played_on", name=name, why=why)


def too_many_in_middle(most: int) -> Text:
    """One card more in the middle than belongs there."""
    if not most:
        return text("middle_not_used")
    return text("middle_too_many", most=most)


def not_there(name: str) -> Text:
    """A move with a card that does not lie there by the record."""
    return text("not_there", name=name)


def moved_over(name: str, other: str) -> Text:
    """A card went from one hand into another."""
    return text("moved_over", name=name, other=other)


def round_over(name: str) -> Text:
    """A card laid after the round was over."""
    return text("round_over", name=name)


MIDDLE_NAME = text("middle_name")


def missing_cards(name: Text, hidden: int) -> Text:
    """The question for a hand of which some cards never showed their faces, or that is too short."""
    if hidden:
        return text("never_lay_face_up", name=name, hidden=hidden)
    return text("too_few_seen", name=name)

"""What may be wrong with a move in a round of captures, in words."""

from __future__ import annotations

from scorer.families.captures import text
from scorer.families.captures.moves.capture import CardCapture, card_text, cards_text
from scorer.texts import Text

HANDS_EMPTY = text("hands_empty")


def second_copy(card: str) -> Text:
    """A card that lies elsewhere already."""
    name = card_text(card)
    return text("second_copy", name=name)


def out_of_turn(name: str, expected: str) -> Text:
    """A card that was laid by somebody else than the player whose turn it was."""
    return text("out_of_turn", name=name, expected=expected)


def after_the_end(why: Text) -> Text:
    """A card that was laid when the round was over."""
    return text("after_the_end", why=why)


def left_lying(name: str, capture: CardCapture) -> Text:
    """Cards that were captured and not taken."""
    cards = cards_text(capture.held or capture.partners_left)
    if not capture.card or capture.is_unseen:
        return text("left_lying", name=name, cards=cards)
    card = card_text(capture.card)
    return text("laid_and_left", name=name, card=card, cards=cards)


def not_captured(name: str, card: str) -> Text:
    """A card that was taken though nothing captured it."""
    return text("not_captured", name=name, card=card_text(card))


def not_the_taker(name: str, owner: str, card: str) -> Text:
    """A card that went to somebody else than the player who captured it."""
    return text("not_the_taker", name=name, card=card_text(card), owner=owner)


def left_table(card: str) -> Text:
    """A card that nobody took and that is no longer in the middle."""
    return text("left_table", card=card_text(card))


def came_back(card: str) -> Text:
    """A card that had left the game and lies in the middle again."""
    return text("came_back", card=card_text(card))


def changed_piles(name: str, owner: str, card: str) -> Text:
    """A card that went from one pile to another."""
    return text("changed_piles", card=card_text(card), owner=owner, name=name)


def retracted_late(card: str) -> Text:
    """A card that was taken back when others had been laid after it."""
    return text("retracted_late", card=card_text(card))


def word_out_of_place(name: str) -> Text:
    """A word that may not be said now."""
    return text("word_out_of_place", name=name)


def taken_into_hand(name: str, card: str) -> Text:
    """A card of the table that somebody took into the hand."""
    return text("taken_into_hand", name=name, card=card_text(card))

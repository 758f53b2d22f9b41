"""What may be wrong with a card or a trick, in words."""

from __future__ import annotations

from scorer.families.egara import text
from scorer.families.egara.deal import SUIT_NAMES, format_card
from scorer.texts import Text

DEAL_OVER = text("deal_over")

NOT_ALLOWED = text("not_allowed")

HELD_BACK = text("held_back")


def second_copy(card: str) -> Text:
    """A card that was played already."""
    name = format_card(card)
    return text("second_copy", name=name)


def out_of_turn(name: str, expected: str) -> Text:
    """A card that the other side laid."""
    return text("out_of_turn", name=name, expected=expected)


def revoke(name: str, card: str, number: int) -> Text:
    """A suit that was not followed though it was held: it comes out when a card of it is played later (kakeya 5.2)."""
    suit, played = SUIT_NAMES[card[-1]], format_card(card)
    return text("revoke", name=name, played=played, suit=suit, number=number)


def wrong_taker(number: int, winner: str, card: str, taker: str) -> Text:
    """A trick that went to the other side than the rules say (kakeya 5.3)."""
    name = format_card(card)
    return text("wrong_taker", taker=taker, number=number, winner=winner, name=name)


def split_trick(number: int) -> Text:
    """A trick whose cards went to both sides."""
    return text("split_trick", number=number)


def missing_card(number: int, count: int) -> Text:
    """A trick of which not all four cards were seen."""
    return text("missing_card", number=number, count=count)


def retracted_late(card: str) -> Text:
    """A card that was taken back when others had been played after it."""
    name = format_card(card)
    return text("retracted_late", name=name)


def never_played(card: str) -> Text:
    """A card in somebody's heap that was in no trick."""
    name = format_card(card)
    return text("never_played", name=name)

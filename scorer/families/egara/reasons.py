"""Reasons and prompts that Kakeya Toranpu and Etori share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from scorer.families.egara import WORDING, because, text
from scorer.families.egara.deal import (
    ACE_CLASSES,
    ACES,
    EGARA_COUNT,
    SUIT_NAMES,
    Aces,
    SideDeal,
    format_card,
    sides_of,
)
from scorer.families.egara.tricks import PICTURE_CODES, SUITS, picture_cards
from scorer.rules.game import Game
from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.rules.results import HandValue, Reason
from scorer.rules.round_input import require_card_codes, require_one_deck
from scorer.rules.settlement import classify_hand
from scorer.texts import Text

TRUMP_ROLES = tuple((suit, text("trump_roles.trumps", suit=SUIT_NAMES[suit])) for suit in SUITS)
"""The roles of a single hand: the trumps under which it is valued."""


def trump_roles(suits: str) -> tuple[tuple[str, Text], ...]:
    """The roles for the suits that may be trumps.

    >>> [role for role, _ in trump_roles("CDH")]
    ['H', 'D', 'C']
    """
    return tuple(role for role in TRUMP_ROLES if role[0] in suits)


PICTURE_QUESTION = text("picture_question")
"""What drills ask of a captured pile: the aces that count are those dealt, which a pile does not show (kakeya 6.2)."""
TRICK_WORDS = (
    WORDING.word("trick", "tricks"),
    WORDING.word("suit_led"),
    WORDING.word("lead", "leads", "led"),
)
RESTS = because("rests", "kakeya 2.3")


def hand_values(deal: SideDeal, seats: int, special_name: Text) -> tuple[HandValue, ...]:
    """The aces and picture cards of every seat; a resting pair has neither.

    `special_name` is the game's name for the special card.
    """
    value_by_seat = {}
    for side, seat in enumerate(deal.active):
        captured = deal.captured_pictures[side] if deal.captured_pictures else ()
        value_by_seat[seat] = _hand_value(seat, deal.aces[side], deal.picture_counts[side], captured, special_name)
    return tuple(value_by_seat.get(seat) or HandValue(seat, None, None, (RESTS,)) for seat in range(seats))


def value_pile(
    game: Game, cards: Sequence[str], options: Mapping[str, object], trump: str, special: str, special_name: Text
) -> HandValue:
    """The aces and picture cards of one hand or side under `trump`.

    `special` is the code of the special card, `special_name` what the game calls it.
    """
    pile = require_card_codes(cards, text("value_pile.cards"))
    require_one_deck(game, game.resolve_options(options), (pile,))
    captured = picture_cards(pile)
    aces = Aces(frozenset(pile) & frozenset(ACES), special, f"A{trump}")
    return _hand_value(0, aces, len(captured), captured, special_name)


def _hand_value(seat: int, aces: Aces, count: int, captured: tuple[str, ...], special_name: Text) -> HandValue:
    key = classify_hand(ACE_CLASSES, aces, "").key
    return HandValue(seat, key, count, (_aces_reason(aces, key, special_name), _pictures_reason(count, captured)))


@cache
def _aces_reason(aces: Aces, key: str, special_name: Text) -> Reason:
    if key == "none":
        return Reason(key, text("dealt_no_ace"), None, "kakeya 6.2")
    listed = tuple(
        text("dealt_special", ace=format_card(ace), special=special_name)
        if ace == aces.special
        else text("dealt_ace_of_trumps" if ace == aces.trump_ace else "dealt_ace", ace=format_card(ace))
        for ace in ACES
        if ace in aces.dealt
    )
    told = text("dealt_minor" if key == "minor" else "dealt_major", aces=listed, special=special_name)
    return Reason(key, told, None, "kakeya 6.2")


def _pictures_reason(count: int, captured: Sequence[str]) -> Reason:
    if not captured:
        return because("pictures.number", "kakeya 1.2", count, count=count)
    return because("pictures.cards", "kakeya 1.2", count, count=count, cards=tuple(map(format_card, captured)))


def round_prompts(table: Table, allowed_trumps: str, default_trump: str) -> tuple[Prompt, ...]:
    """Prompts for trumps, the picture cards (as cards or as a number) and the aces dealt.

    The aces lie among the picture cards at the end of the deal.
    """
    active = tuple(enumerate(sides_of(table)))
    suits = tuple(SUIT_NAMES[suit] for suit in allowed_trumps)
    trump = Prompt(
        "trump",
        PromptKind.CHOICE,
        text("prompts.trump.label"),
        values=tuple(allowed_trumps),
        value_labels=suits,
        default=default_trump,
    )
    aces = text("aces_dealt")
    aces_help = text("aces_dealt_help")
    count, count_help = (
        text("picture_number"),
        text("picture_number_help"),
    )
    captured, captured_help = (
        text("pictures_won"),
        text("pictures_won_help"),
    )
    return (
        trump,
        *(
            Prompt(
                f"captured.{side}",
                PromptKind.CARDS,
                captured,
                captured_help,
                seat=seat,
                maximum=52,
                counting=PICTURE_CODES,
            )
            for side, seat in active
        ),
        *(
            Prompt(
                f"aces.{side}",
                PromptKind.CARDS,
                aces,
                aces_help,
                seat=seat,
                maximum=len(ACES),
                cards=ACES,
                shares="aces",
            )
            for side, seat in active
        ),
        *(
            Prompt(
                f"pictures.{side}",
                PromptKind.NUMBER,
                count,
                count_help,
                seat=seat,
                maximum=EGARA_COUNT,
                optional=True,
                shares="pictures",
                whole=EGARA_COUNT,
            )
            for side, seat in active
        ),
    )

"""Oicho-Kabu: the dealer against four hands on the table, by last digit.

However many people bet, four hands lie on the table, and each bet is settled with the dealer alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorer.cards import Deck
from scorer.errors import Refusal
from scorer.games.oicho_kabu import texts
from scorer.games.oicho_kabu.advice import round_prompts, seat_advice
from scorer.games.oicho_kabu.hands import (
    CLASSES,
    DEALER,
    MUST,
    MUST_DRAW,
    ONE_CARD,
    TABLE,
    WRONG_AIM,
    KabuHand,
    class_key,
    classes_in_force,
    hand_reasons,
    kabu_hand,
    ranks_of,
    third_card_rule,
)
from scorer.games.oicho_kabu.moves import OichoKabuPlay
from scorer.games.oicho_kabu.odds import DEALER_LIMITS, hand_odds
from scorer.games.oicho_kabu.practice import PRACTICE, OichoKabuNarrator
from scorer.games.oicho_kabu.settlement import check_size, check_third, parse_table, settle_table
from scorer.rules.game import Game
from scorer.rules.hand_question import HandQuestion
from scorer.rules.odds import Odds
from scorer.rules.options import OptionValue
from scorer.rules.play.first_deal import LOWEST_NUMBER
from scorer.rules.prompts import Table
from scorer.rules.results import HandValue, Reason, Settlement
from scorer.rules.round_input import require_card_codes, require_one_deck


def _cards_in_play(deck: Deck, options: Mapping[str, OptionValue]) -> Mapping[str, int]:
    """The forty cards of ranks 1 to 10 (oicho-kabu 2)."""
    del options
    return {code: deck.copies[code] for code in ranks_of(deck.kind)}


def _role_of(seat: int, seats: int) -> str:
    """Seat 0 has the dealer's hand. The others have none of their own."""
    del seats
    return DEALER if seat == 0 else ""


def _advice(table: Table, seat: int) -> tuple[Reason, ...]:
    """What the seat may or must do (oicho-kabu 3, 4)."""
    return seat_advice(seat, GAME.resolve_options(table.options))


def _settle(round_: Mapping[str, Any]) -> Settlement:
    """The settlement of one round (oicho-kabu 6, 7). Raises `Refusal` for what cannot be."""
    return settle_table(GAME, *parse_table(GAME, round_))


def _value(cards: Sequence[str], role: str, options: Mapping[str, object]) -> HandValue:
    """The class and digit of one hand, the dealer's or (no role) one on the table; two cards may be unfinished."""
    house_rules = GAME.resolve_options(options)
    hand, _ = _parse_hand(cards, (), role, house_rules)
    check_size(hand, cards, plays=True)
    check_third(hand, cards, house_rules)
    lines = [*hand_reasons(hand)]
    if len(hand.ranks) == 2 and third_card_rule(hand, house_rules) == MUST:
        lines.append(MUST_DRAW)
    return HandValue(0, class_key(hand), hand.digit, tuple(lines))


def _odds_asked(question: HandQuestion) -> Odds:
    """As `odds`; with "dealer", the cards that the dealer shows, in order."""
    house_rules, cards = GAME.resolve_options(question.options), question.cards
    shown = require_card_codes(question.data.get("dealer") or (), texts.SEEN_CARDS)
    hand, deck = _parse_hand(cards, (*question.seen, *shown), question.role, house_rules)
    if len(cards) not in (2, 3) or len(shown) > 3:
        raise Refusal("no_odds", ONE_CARD, seat=0)
    if question.aim not in (None, *DEALER_LIMITS):
        raise Refusal("no_odds", WRONG_AIM, seat=0)
    check_third(hand, cards, house_rules)
    ranks, remaining = ranks_of(deck.kind), dict(GAME.cards_in_play(deck, house_rules))
    for code in (*cards, *question.seen, *shown):
        remaining[code] -= 1
    unseen = {code: (ranks[code], copies) for code, copies in remaining.items()}
    limits = DEALER_LIMITS if question.aim is None else (question.aim,)
    return hand_odds(hand, unseen, tuple([ranks[code] for code in shown]), limits, house_rules)


def _parse_hand(
    cards: Sequence[str], seen: Sequence[str], role: str, options: Mapping[str, OptionValue]
) -> tuple[KabuHand, Deck]:
    """The hand of these cards, one on the table where no role is given, and their deck."""
    hand = require_card_codes(cards, texts.CARDS, 0)
    deck = require_one_deck(GAME, options, (hand, require_card_codes(seen, texts.SEEN_CARDS)), seats=1)
    return kabu_hand(tuple([ranks_of(deck.kind)[code] for code in hand]), role or TABLE, options), deck


GAME = Game(
    key="oicho-kabu",
    name=texts.NAME,
    summary=texts.SUMMARY,
    decks=("kabufuda", "hanafuda", "western", "mekurifuda"),
    seats=range(2, 12),
    options=texts.OPTIONS,
    first_deal=replace(LOWEST_NUMBER, section="oicho-kabu 3.1"),
    round_fields=("dealer", "table", "bets"),
    odds_fields=("dealer",),
    classes=CLASSES,
    outcomes=texts.OUTCOMES,
    roles=texts.ROLES,
    words=texts.WORDS,
    lesson=texts.LESSON,
    practice=PRACTICE,
    dealer_rule_section="oicho-kabu 7.3",
    play_rules=OichoKabuPlay(lambda: GAME),
    narrator=OichoKabuNarrator(lambda: GAME),
    cards_in_play=_cards_in_play,
    classes_for=classes_in_force,
    payments=texts.pay_table,
    role_of=_role_of,
    advice=_advice,
    prompts=round_prompts,
    settle=_settle,
    value=_value,
    odds_asked=_odds_asked,
)
"""Seat 0 deals and holds the bank, one to ten others bet. Source: oicho-kabu.md."""

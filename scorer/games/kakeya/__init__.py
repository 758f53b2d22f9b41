"""Kakeya Toranpu: pairs play for sixteen picture cards.

The game (掛合トランプ) is "modern Etori". One ace, Rensho, beats even the trumps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from scorer.cards import Deck, Face
from scorer.families.egara.deal import (
    ACE_CLASSES,
    PARTNERS_BY_COLOUR,
    SIDE_FIELDS,
    SUIT_NAMES,
    SUIT_SYMBOLS,
    SideDeal,
    copies_without_jokers,
    parse_deal,
)
from scorer.families.egara.example_tricks import example_tricks
from scorer.families.egara.odds import side_odds
from scorer.families.egara.payments import pay_table_rows, stones_for
from scorer.families.egara.practice import TrickNarrator
from scorer.families.egara.reasons import (
    PICTURE_QUESTION,
    TRICK_WORDS,
    TRUMP_ROLES,
    hand_values,
    round_prompts,
    trump_roles,
    value_pile,
)
from scorer.families.egara.tricks import picture_cards
from scorer.games.kakeya.advice import place_of, seat_advice
from scorer.games.kakeya.moves import PLAY_RULES
from scorer.games.kakeya.practice import STONES_PRACTICE
from scorer.games.kakeya.texts import LESSON, OPTIONS, SUMMARY, WORDING, WORDS, because, text
from scorer.games.kakeya.trumps import RENSHO, RENSHO_NAME, TRICK_RULES, allowed_trumps
from scorer.rules.game import Game, Seating
from scorer.rules.hand_class import ExampleTrick, PayTableRow
from scorer.rules.odds import Odds
from scorer.rules.options import OptionValue, agreement_suffix
from scorer.rules.prompts import Prompt, Table
from scorer.rules.results import HandValue, Reason, Settlement, Transfer
from scorer.rules.round_input import RoundInput, parse_round
from scorer.rules.session_view import SessionView
from scorer.rules.settlement import build_settlement
from scorer.texts import Text


def _options_for_players(overrides: Mapping[str, object], players: int) -> Mapping[str, object]:
    """Two or three names of pairs set the number of players."""
    return {"players": 2 * players, **overrides} if players in GAME.seats else overrides


def _seats_for(options: Mapping[str, OptionValue]) -> range:
    """A seat for each pair: two pairs of four players, three pairs of six."""
    pairs = int(options["players"]) // 2
    return range(pairs, pairs + 1)


def _cards_in_play(deck: Deck, options: Mapping[str, OptionValue]) -> Mapping[str, int]:
    """52 cards without jokers."""
    del options
    return copies_without_jokers(deck)


def _points_of(face: Face, options: Mapping[str, OptionValue]) -> int:
    """One for each of the sixteen egara, the picture cards; nothing for the others (kakeya 1.2)."""
    del options
    return len(picture_cards((face.code,)))


def _hand_number(face: Face, options: Mapping[str, OptionValue]) -> None:
    """Cards rank as printed (kakeya 1.1)."""
    del face, options


def _seating(session: SessionView) -> Seating:
    """Pairs keep their seats and trumps stay; the losers deal, and rest if there are three pairs.

    Source: kakeya 2.3, 2.4.
    """
    order = session.present
    dealers = order.index(session.dealer) if session.dealer in order else 0
    others = [(dealers + step) % len(order) for step in range(1, len(order))]
    active = others if len(order) > 2 else [*others, dealers]
    last_trump = next((past.round.get("trump") for past in reversed(session.history) if not past.undone), None)
    trump = last_trump or allowed_trumps(session.options)[0]
    return Seating(order, {"active": active, "dealers": dealers, "trump": trump})


def _payments(options: Mapping[str, OptionValue]) -> tuple[PayTableRow, ...]:
    """The rows of the payment table in force (kakeya 6.3)."""
    return pay_table_rows(str(options["table"]))


def _example_tricks(options: Mapping[str, OptionValue]) -> tuple[ExampleTrick, ...]:
    """Two tricks, with trumps that the house rules allow."""
    return example_tricks(TRICK_RULES, options)


def _roles_for(options: Mapping[str, OptionValue]) -> tuple[tuple[str, Text], ...]:
    """The suits that may be trumps under `options` (kakeya 3.1, 3.2)."""
    return trump_roles(allowed_trumps(options))


def _advice(table: Table, seat: int) -> tuple[Reason, ...]:
    """What the pair may or must do (kakeya 2 to 6)."""
    return seat_advice(table, seat, RENSHO, GAME.resolve_options(table.options))


def _prompts(table: Table) -> tuple[Prompt, ...]:
    """Trumps, the aces dealt to both pairs, their picture cards."""
    trumps = allowed_trumps(GAME.resolve_options(table.options))
    return round_prompts(table, trumps, str(table.extra.get("trump", trumps[0])))


def _settle(round_: Mapping[str, Any]) -> Settlement:
    """The settlement of one deal (kakeya 6); at eight each the pair that was not dealt Rensho wins."""
    round_input = parse_round(GAME, round_)
    options = round_input.options
    deal = parse_deal(GAME, round_input, allowed_trumps(options), RENSHO)
    side = 0 if deal.picture_counts[0] > 8 else 1 if deal.picture_counts[1] > 8 else deal.side_without_special
    winner, loser = deal.active[side], deal.active[1 - side]
    count, key = deal.picture_counts[side], deal.ace_class_key(side)
    owed = stones_for(str(options["table"]), key, count)
    paid = owed
    stones = round_input.stones
    if len(round_input.seats) == 2 and stones is not None and options["shortfall4"] == "pay_what_you_have":
        paid = min(owed, max(stones[loser], 0))
    net = [0] * len(round_input.seats)
    net[winner], net[loser] = paid, -paid
    table_reason = _payment_reason(str(options["table"]), key, count, owed)
    shortfall_reasons = (_shortfall_reason(owed, paid),) if paid < owed else ()
    settlement = build_settlement(
        GAME,
        round_input,
        net=net,
        outcome="won",
        next_dealer=loser,
        is_over=_has_broke_pair,
        winners=(winner,),
        transfers=(Transfer(loser, winner, paid, table_reason),) if paid else (),
        hands=hand_values(deal, len(round_input.seats), RENSHO_NAME),
        reasons=(_winner_reason(count, deal.aces[side].special), table_reason, *shortfall_reasons),
    )
    if settlement.over:
        return settlement
    return replace(settlement, reasons=(*settlement.reasons[:-1], _next_deal_reason(round_input, deal, winner, loser)))


def _value(cards: Sequence[str], role: str, options: Mapping[str, object]) -> HandValue:
    """The aces and picture cards of one hand or side; `role` is the suit of trumps (default spades)."""
    trump = role or "S"
    return value_pile(GAME, cards, options, trump, RENSHO[trump], RENSHO_NAME)


def _odds(cards: Sequence[str], seen: Sequence[str], role: str, options: Mapping[str, object], aim: int | None) -> Odds:
    """The possible ends for a side with `cards` while the other has `seen`; `role` is trumps (default spades)."""
    del aim
    trump = role or "S"
    return side_odds(GAME, cards, seen, options, trump, RENSHO[trump])


def _has_broke_pair(stones: Sequence[int]) -> bool:
    """Whether a pair has no stones left, which ends the game (kakeya 7)."""
    return min(stones) <= 0


@cache
def _winner_reason(count: int, rensho: str) -> Reason:
    if count > 8:
        return because("nine_or_more", "kakeya 6.1", count=count)
    card = f"{rensho[0]}{SUIT_SYMBOLS[rensho[1]]}"
    return because("tie_without_rensho", "kakeya 6.1", card=card)


@cache
def _payment_reason(table: str, key: str, count: int, owed: int) -> Reason:
    """The cell of the payment table, with the setting that chose the table."""
    return because(
        "paid_by_table.16" if count == 16 else "paid_by_table.12" if count >= 12 else "paid_by_table.8",
        "kakeya 6.3",
        aces=text(f"aces.{key}"),
        owed=owed,
        agreed=agreement_suffix(OPTIONS, "table", table),
    )


def _shortfall_reason(owed: int, paid: int) -> Reason:
    agreement = agreement_suffix(OPTIONS, "shortfall4", "pay_what_you_have")
    return because("pays_what_it_has", "kakeya 7.1", owed=owed, paid=paid, agreed=agreement)


def _next_deal_reason(round_input: RoundInput, deal: SideDeal, winner: int, loser: int) -> Reason:
    """Who deals, plays, leads and may change trumps in the next deal (kakeya 2.4, 3.2, 4.2, 5.1)."""
    leader, dealer = round_input.seats[winner], round_input.seats[loser]
    change: Text | str = ""
    if round_input.options["trump_change"] == "allowed":
        change = text("may_change_trumps", trump=SUIT_NAMES[deal.trump])
    if len(round_input.seats) == 2:
        return because("next_deal.two_pairs", "kakeya 2.4", dealer=dealer, leader=leader, change=change)
    back = round_input.seats[deal.dealers]
    return because("next_deal.three_pairs", "kakeya 2.4", dealer=dealer, leader=leader, back=back, change=change)


GAME = Game(
    key="kakeya",
    name=WORDING.name("game"),
    summary=SUMMARY,
    decks=("western",),
    seats=range(2, 4),
    seat_heading=text("seat_heading"),
    people_per_seat=2,
    options=OPTIONS,
    first_deal=replace(PARTNERS_BY_COLOUR, section="kakeya 2.2"),
    round_fields=SIDE_FIELDS,
    classes=ACE_CLASSES,
    outcomes=WORDING.table("outcomes", "won"),
    roles=TRUMP_ROLES,
    total_question=PICTURE_QUESTION,
    words=(*WORDS, *TRICK_WORDS),
    lesson=LESSON,
    practice=(*TRICK_RULES.practice(), STONES_PRACTICE),
    play_rules=PLAY_RULES,
    narrator=TrickNarrator(TRICK_RULES),
    options_for_players=_options_for_players,
    seats_for=_seats_for,
    cards_in_play=_cards_in_play,
    points_of=_points_of,
    hand_number=_hand_number,
    seating=_seating,
    payments=_payments,
    example_tricks=_example_tricks,
    roles_for=_roles_for,
    place_of=place_of,
    advice=_advice,
    prompts=_prompts,
    settle=_settle,
    value=_value,
    odds=_odds,
)
"""Kakeya Toranpu, "modern Etori". Source: kakeya.md."""

"""Etori: two sides play for sixteen picture cards.

The game (絵取り) is of the Meiji era. The ace of spades, the speculation, beats even the trumps.
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
from scorer.games.etori.advice import place_of, seat_advice
from scorer.games.etori.deal import (
    SPECIAL_BY_TRUMP,
    SPECULATION,
    SPECULATION_NAME,
    TRICK_RULES,
    allowed_trumps,
    misdeal_reason,
)
from scorer.games.etori.moves import PLAY_RULES
from scorer.games.etori.practice import MISDEAL_PRACTICE
from scorer.games.etori.texts import LESSON, OPTIONS, OUTCOMES, SUMMARY, WORDING, WORDS, because, text
from scorer.rules.game import Game, Seating
from scorer.rules.hand_class import ExampleTrick, PayTableRow
from scorer.rules.odds import Odds
from scorer.rules.options import OptionValue, agreement_suffix
from scorer.rules.prompts import Prompt, Table
from scorer.rules.results import HandValue, Reason, Settlement
from scorer.rules.round_input import RoundInput, parse_round, require_int, require_length
from scorer.rules.session_view import SessionView
from scorer.rules.settlement import build_settlement, never_over, transfers_from_net
from scorer.texts import Text


def _cards_in_play(deck: Deck, options: Mapping[str, OptionValue]) -> Mapping[str, int]:
    """52 cards without jokers."""
    del options
    return copies_without_jokers(deck)


def _points_of(face: Face, options: Mapping[str, OptionValue]) -> int:
    """One for each of the sixteen egara, the picture cards; nothing for the others (etori 2)."""
    del options
    return len(picture_cards((face.code,)))


def _hand_number(face: Face, options: Mapping[str, OptionValue]) -> None:
    """Cards rank as printed (etori 2)."""
    del face, options


def _agreed_round_count(options: Mapping[str, OptionValue]) -> int | None:
    """A fixed number of deals where one is agreed; None: until a side has won its deals."""
    deals = options["fixed_deals"]
    return None if deals == "off" else int(deals)


def _seating(session: SessionView) -> Seating:
    """Sides keep their seats, the deal alternates between them; the round carries the deals won so far."""
    order = session.present
    ends = session.round_ends
    won = [sum(count for end, count in ends.items() if side in end.winners) for side in range(2)]
    extra: dict[str, Any] = {"active": [0, 1], "dealers": session.dealer, "won": won}
    if session.options["trump_method"] == "rotate_C_D_H":
        extra["trump"] = _TRUMP_ROTATION[sum(ends.values()) % 3]
    elif session.options["trump_method"] == "fixed" and ends:
        extra["trump"] = next(past for past in session.history if not past.undone).round["trump"]
    return Seating(order, extra)


def _payments(options: Mapping[str, OptionValue]) -> tuple[PayTableRow, ...]:
    """The table of Kakeya Toranpu where it is agreed; otherwise none: the lesson says what a deal counts."""
    return pay_table_rows("standard") if options["etori_score"] == "kakeya_table" else ()


def _example_tricks(options: Mapping[str, OptionValue]) -> tuple[ExampleTrick, ...]:
    """Two tricks, with trumps that the house rules allow."""
    return example_tricks(TRICK_RULES, options)


def _roles_for(options: Mapping[str, OptionValue]) -> tuple[tuple[str, Text], ...]:
    """The suits that may be trumps under `options` (etori 1.4, 5)."""
    return trump_roles(allowed_trumps(options))


def _advice(table: Table, seat: int) -> tuple[Reason, ...]:
    """What the side may or must do (etori 1, 3, 4)."""
    options = GAME.resolve_options(table.options)
    return seat_advice(table, seat, allowed_trumps(options), options)


def _prompts(table: Table) -> tuple[Prompt, ...]:
    """Trumps, the aces dealt to both sides, their picture cards."""
    trumps = str(table.extra.get("trump", allowed_trumps(GAME.resolve_options(table.options))))
    return round_prompts(table, trumps, trumps[0])


def _settle(round_: Mapping[str, Any]) -> Settlement:
    """The settlement of one deal (etori 4)."""
    round_input = parse_round(GAME, round_)
    options = round_input.options
    deal = parse_deal(GAME, round_input, allowed_trumps(options), SPECIAL_BY_TRUMP)
    won = [
        require_int(deals, _DEALS_WON) for deals in require_length(round_input.data.get("won", (0, 0)), 2, _DEALS_WON)
    ]
    side = _winning_side(deal, options)
    net, score_reason, winners = [0, 0], _DRAW_REASON, ()  # type: list[int], Reason, tuple[int, ...]
    if side is not None:
        winner, loser = deal.active[side], deal.active[1 - side]
        net[winner], score_reason = _score_deal(deal, side, str(options["etori_score"]))
        net[loser] = -net[winner]
        won[winner] += 1
        winners = (winner,)
    target_reached = options["fixed_deals"] == "off" and max(won) >= int(options["target_deals"])
    settlement = build_settlement(
        GAME,
        replace(round_input, rounds_left=1) if target_reached else round_input,
        net=net,
        outcome="draw" if side is None else "won",
        next_dealer=1 - deal.dealers,
        is_over=never_over,
        winners=winners,
        transfers=transfers_from_net(net, lambda *_: score_reason),
        hands=hand_values(deal, 2, SPECULATION_NAME),
        reasons=(*_winner_reasons(deal, side), score_reason),
    )
    if settlement.over:
        return settlement
    return replace(settlement, reasons=(*settlement.reasons[:-1], _next_dealer_reason(round_input, deal)))


def _value(cards: Sequence[str], role: str, options: Mapping[str, object]) -> HandValue:
    """The aces and picture cards of a hand under trumps `role` (default clubs); thirteen cards may be a misdeal."""
    value = value_pile(GAME, cards, options, role or "C", SPECULATION, SPECULATION_NAME)
    misdeal = misdeal_reason(cards, GAME.resolve_options(options)) if len(cards) == 13 else None
    return value if misdeal is None else replace(value, reasons=(*value.reasons, misdeal))


def _odds(cards: Sequence[str], seen: Sequence[str], role: str, options: Mapping[str, object], aim: int | None) -> Odds:
    """The possible ends for a side with `cards` while the other has `seen`; `role` is trumps (default clubs)."""
    del aim
    return side_odds(GAME, cards, seen, options, role or "C", SPECULATION)


_TRUMP_ROTATION = "CDH"
_DEALS_WON = text("deals_won")
_AGREED_TIE_DRAW, _AGREED_TIE_WIN = (
    agreement_suffix(OPTIONS, "tie_8_8", rule) for rule in ("draw", "without_speculation_wins")
)
_DRAW_REASON = because("draw", "etori 6.1", agreed=_AGREED_TIE_DRAW)


def _winning_side(deal: SideDeal, options: Mapping[str, OptionValue]) -> int | None:
    """The side with nine or more; at eight each nobody, or the side without the speculation."""
    if deal.picture_counts[0] != 8:
        return 0 if deal.picture_counts[0] > 8 else 1
    return deal.side_without_special if options["tie_8_8"] == "without_speculation_wins" else None


def _score_deal(deal: SideDeal, side: int, score: str) -> tuple[int, Reason]:
    count = deal.picture_counts[side]
    if score == "kakeya_table":
        points = stones_for("standard", deal.ace_class_key(side), count)
    else:
        points = 1 if score == "deals" else 2 * count - 16
    return points, _score_reason(score, points, count)


@cache
def _score_reason(score: str, points: int, count: int) -> Reason:
    if score == "deals":
        return because("deals.counts_one", "etori 4.4")
    if score == "difference":
        return because("difference", "etori 4.4", count=count, others=16 - count, points=points)
    return because("kakeya_table", "etori 4.4", points=points)


def _winner_reasons(deal: SideDeal, side: int | None) -> tuple[Reason, ...]:
    """The reason why that side won; none for a draw, which has a reason of its own."""
    if side is None:
        return ()
    count = deal.picture_counts[side]
    if count > 8:
        return (because("nine_or_more", "etori 4.2", count=count),)
    return (because("tie_without_speculation", "etori 6.1", agreed=_AGREED_TIE_WIN),)


def _next_dealer_reason(round_input: RoundInput, deal: SideDeal) -> Reason:
    dealer, leader = round_input.seats[1 - deal.dealers], round_input.seats[deal.dealers]
    return because("next_dealer", "etori 1.1", dealer=dealer, leader=leader)


GAME = Game(
    key="etori",
    name=WORDING.name("game"),
    summary=SUMMARY,
    decks=("western",),
    seats=range(2, 3),
    seat_heading=text("seat_heading"),
    people_per_seat=2,
    options=OPTIONS,
    first_deal=replace(PARTNERS_BY_COLOUR, section="etori 1.1"),
    round_fields=(*SIDE_FIELDS, "won"),
    field_notes=WORDING.table("fields", "won"),
    classes=ACE_CLASSES,
    outcomes=OUTCOMES,
    roles=TRUMP_ROLES,
    total_question=PICTURE_QUESTION,
    words=(*WORDS, *TRICK_WORDS),
    lesson=LESSON,
    practice=(*TRICK_RULES.practice(), MISDEAL_PRACTICE),
    play_rules=PLAY_RULES,
    narrator=TrickNarrator(TRICK_RULES),
    cards_in_play=_cards_in_play,
    points_of=_points_of,
    hand_number=_hand_number,
    agreed_round_count=_agreed_round_count,
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
"""Classic Etori. Source: etori.md; the stakes of `table` are those of kakeya.md, section 6."""

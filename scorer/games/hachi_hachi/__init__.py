"""Hachi-Hachi: three players capture hanafuda, and eighty-eight is par.

Dealt hands (teyaku) and captured sets (dekiyaku) pay in kan; up to three more players rest and pay or get fees.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorer.cards import Face
from scorer.errors import Refusal
from scorer.families.captures.cards import MONTH_NAMES, POINTS_BY_KIND, card_points, known_mask
from scorer.families.captures.months import full_month
from scorer.families.captures.reasons import field_in_order, full_month_reason, near_reasons, yaku_reasons
from scorer.families.captures.round_cards import check_cards, require_size
from scorer.families.captures.yaku import cards_of_yaku, find_yaku, yaku_status
from scorer.games.hachi_hachi import texts
from scorer.games.hachi_hachi.hands import (
    ACTIVE_SEATS,
    CLASSES,
    FIELD_SIZE,
    HAND,
    PILE,
    check_round_cards,
    classes_in_force,
    dealt_value,
    is_deal,
    parse_field,
    parse_played,
    pile_value,
)
from scorer.games.hachi_hachi.moves import PLAY_RULES, round_prompts
from scorer.games.hachi_hachi.odds import deal_odds, hand_odds, pile_odds
from scorer.games.hachi_hachi.practice import PRACTICE, HachiHachiNarrator
from scorer.games.hachi_hachi.settlement import NO_YAKU, settle_played
from scorer.games.hachi_hachi.texts import because, text
from scorer.games.hachi_hachi.yaku import HAND_SIZE, field_reason, points_above_par, yaku_table
from scorer.rules.game import Game, Seating, dealer_first
from scorer.rules.hand_question import HandQuestion
from scorer.rules.odds import Odds
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Table
from scorer.rules.results import HandValue, Reason, Settlement
from scorer.rules.round_input import RoundInput, parse_round, require_card_codes
from scorer.rules.session_view import SessionView
from scorer.rules.settlement import build_settlement, never_over
from scorer.texts import Text


def _points_of(face: Face, options: Mapping[str, OptionValue]) -> int:
    """The card points: bright 20, animal 10, ribbon 5, chaff 1 (hachi-hachi 1.1)."""
    del options
    return POINTS_BY_KIND[face.kind]


def _hand_number(face: Face, options: Mapping[str, OptionValue]) -> int:
    """The month by which a card captures (hachi-hachi 2.5)."""
    return GAME.number_of(face, options)


def _seating(session: SessionView) -> Seating:
    """Everybody, dealer first; the round carries the fields that wait from earlier ones (hachi-hachi 2.4)."""
    order = dealer_first(session).order
    last = next((past for past in reversed(session.history) if not past.undone), None)
    waiting = last.settlement.get("waiting_fields") if last else None
    return Seating(order, {"waiting_fields": waiting} if waiting else {})


def _role_of(seat: int, seats: int) -> str:
    """Three seats have a pile, the others at most the hand with which they were shut out."""
    del seats
    return PILE if seat < ACTIVE_SEATS else HAND


def _place_of(table: Table, seat: int) -> Text:
    """The place of a seat: dealer, second, third, or one who rests (hachi-hachi 2.1)."""
    del table
    return _PLACES[seat] if seat < ACTIVE_SEATS else text("place_of", seat=seat + 1)


def _advice(table: Table, seat: int) -> tuple[Reason, ...]:
    """What the seat may or must do (hachi-hachi 2 to 7)."""
    return tuple(_advice_reasons(seat, GAME.resolve_options(table.options)))


def _advice_reasons(seat: int, options: Mapping[str, OptionValue]) -> Iterator[Reason]:
    if seat >= ACTIVE_SEATS:
        yield _RESTS
        yield _DROPPED
        yield _FORCED
        return
    yield _ORDER[seat]
    yield _TEYAKU
    yield _TURN
    worth = tuple(text("kan", name=yaku.name, kan=yaku.worth) for yaku in yaku_table(options))
    yield because("dekiyaku", "hachi-hachi 4", yaku=worth)
    yield _CALL
    yield _SAGE_PAYS if options["sage_pays"] else _ALL_PAY
    if options["liability"]:
        yield _LIABILITY
    yield _CANCEL
    yield _POINTS
    if options["specials"]:
        yield _SPECIALS
    if options["achievements"] and seat == 0:
        yield _MIZUTEN


def _seat_notes(table: Table, answers: Mapping[str, Any]) -> Mapping[int, tuple[Reason, ...]]:
    """The dekiyaku and points of every pile so far, and what is one card away from it."""
    options = GAME.resolve_options(table.options)
    sets = yaku_table(options)
    piles = [known_mask(answers.get(f"piles.{seat}") or ()) for seat in range(ACTIVE_SEATS)]
    notes = {}
    for seat, pile in enumerate(piles):
        elsewhere = 0
        for other in (*piles[:seat], *piles[seat + 1 :]):
            elsewhere |= other
        yaku = find_yaku(sets, pile)
        notes[seat] = (
            *yaku_reasons(sets, yaku, text("kan_unit"), counts=False),
            points_above_par(card_points(pile)),
            *near_reasons([yaku_status(each, pile, elsewhere) for each in sets], yaku),
        )
    return {seat: lines for seat, lines in notes.items() if piles[seat]}


def _counting_cards(hand: Mapping[str, Any], cards: Sequence[str], round_: Mapping[str, Any]) -> frozenset[str]:
    """The cards of the dekiyaku that the pile holds."""
    table = yaku_table(GAME.resolve_options(round_.get("options", {})))
    return cards_of_yaku(table, hand.get("yaku", ()), cards)


def _yaku_cards(key: str, cards: Sequence[str], round_: Mapping[str, Any]) -> frozenset[str]:
    """The cards of one dekiyaku of a pile."""
    return cards_of_yaku(yaku_table(GAME.resolve_options(round_.get("options", {}))), (key,), cards)


def _settle(round_: Mapping[str, Any]) -> Settlement:
    """The settlement of one round, or the answer about an opening field (hachi-hachi 2, 5 to 7)."""
    round_input = parse_round(GAME, round_, check_round_cards)
    if is_deal(round_input.data):
        return _settle_opening(GAME, round_input)
    return settle_played(GAME, round_input, parse_played(round_input))


def _settle_opening(game: Game, round_input: RoundInput) -> Settlement:
    """The answer about an opening field: dealt again with four cards of a month, else played (hachi-hachi 2.2)."""
    opening = round_input.data.get("opening")
    if opening is None:
        raise Refusal("bad_count", text("not_whole_pack", count=0))
    require_size(opening, FIELD_SIZE, text("opening_label"))
    state, month = parse_field(round_input), full_month(opening)
    deal_reasons = (
        (full_month_reason(month, "hachi-hachi 2.2"),)
        if month
        else (field_in_order("hachi-hachi 2.2"), field_reason(state))
    )
    waiting = round_input.data.get("waiting_fields") or () if month else state.waiting
    return build_settlement(
        game,
        round_input,
        net=(0,) * len(round_input.seats),
        outcome="misdeal" if month else "play",
        next_dealer=0,
        is_over=never_over,
        winners=(),
        transfers=(),
        hands=tuple(HandValue(seat, None, None, extra=NO_YAKU) for seat in range(len(round_input.seats))),
        reasons=deal_reasons,
        extra={"multiplier": state.multiplier, "waiting_fields": sorted(waiting, reverse=True)},
    )


def _value(cards: Sequence[str], role: str, options: Mapping[str, object]) -> HandValue:
    """The dekiyaku and points of a pile, or (role hand) the teyaku of seven dealt cards."""
    house_rules = GAME.resolve_options(options)
    check_cards(GAME, house_rules, [[(0, cards)]])
    if role != HAND:
        return pile_value(0, cards, house_rules)
    require_size(cards, HAND_SIZE, text("hand_label"), 0)
    return dealt_value(0, cards, house_rules)


def _odds_asked(question: HandQuestion) -> Odds:
    """As `odds`; with "field", what lies open, and "hand", what the player holds, where these are known."""
    house_rules = GAME.resolve_options(question.options)
    label = text("cards")
    field, hand = (
        None if question.data.get(key) is None else require_card_codes(question.data[key], label)
        for key in ("field", "hand")
    )
    check_cards(GAME, house_rules, [[(0, question.cards), (None, question.seen), (None, field), (None, hand)]])
    if question.role != HAND:
        return pile_odds(question.cards, question.seen, field, hand or (), house_rules)
    if len(question.cards) == HAND_SIZE:
        return hand_odds(question.cards)
    if question.cards:
        raise Refusal("no_odds", text("whole_hand"), seat=0)
    return deal_odds()


_PLACES = (
    text("places.dealer"),
    text("places.second_right_dealer"),
    text("places.third"),
)
_ORDER = (
    because("order.first", "hachi-hachi 2.1"),
    because("order.second", "hachi-hachi 2.1"),
    because("order.third", "hachi-hachi 2.1"),
)
_TEYAKU = because("teyaku", "hachi-hachi 3")
_TURN = because("turn", "hachi-hachi 2.5")
_CALL = because("call", "hachi-hachi 2.5")
_SAGE_PAYS = because("sage.sage_pays", "hachi-hachi 5.1")
_ALL_PAY = because("sage.all_pay", "hachi-hachi 5.1")
_LIABILITY = because("liable", "more-house-rules 3")
_CANCEL = because("cancel.advice", "hachi-hachi 2.5")
_POINTS = because("points.advice", "hachi-hachi 5.2")
_SPECIALS = because("specials", "hachi-hachi 5.2")
_MIZUTEN = because("mizuten", "hachi-hachi 6.3")
_RESTS = because("rests.advice", "hachi-hachi 2.1")
_DROPPED = because("dropped", "hachi-hachi 7.1")
_FORCED = because("forced.advice", "hachi-hachi 7.2")

GAME = Game(
    key="hachi-hachi",
    name=texts.NAME,
    summary=texts.SUMMARY,
    decks=("hanafuda",),
    seats=range(3, 7),
    options=texts.OPTIONS,
    classes=CLASSES,
    outcomes=texts.OUTCOMES,
    roles=texts.ROLES,
    words=texts.WORDS,
    lesson=texts.LESSON,
    practice=PRACTICE,
    play_rules=PLAY_RULES,
    narrator=HachiHachiNarrator(PLAY_RULES, lambda: GAME),
    dealer_rule_section="hachi-hachi 5.3",
    replay_outcomes=frozenset({"misdeal", "play"}),
    round_names=MONTH_NAMES,
    points_of=_points_of,
    hand_number=_hand_number,
    classes_for=classes_in_force,
    seating=_seating,
    role_of=_role_of,
    place_of=_place_of,
    advice=_advice,
    prompts=round_prompts,
    seat_notes=_seat_notes,
    counting_cards=_counting_cards,
    yaku_cards=_yaku_cards,
    settle=_settle,
    value=_value,
    odds_asked=_odds_asked,
)
"""Three play, up to three rest. Source: hachi-hachi.md; the base play is hana-awase."""

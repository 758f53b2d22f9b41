"""Tokotoko: three of four cards, the last digit of their sum.

Yari-Tori Tokotoko is its variant for two players. It has no field: `"hands"` are the three cards that each player is
left with.

A round may have two more fields than the machine interfaces name. `"standing": [n, …]` are the stones that each seat
left in the pot after tied rounds that were carried over. They remain the seat's own until the pot is won, so a carried
round moves nothing. `"pot"` are stones that belong to nobody any more, such as a remainder left there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorer.cards import Deck, Face
from scorer.decks import kind_of
from scorer.errors import Refusal
from scorer.games.tokotoko import texts
from scorer.games.tokotoko.advice import seat_advice
from scorer.games.tokotoko.hands import CLASSES, best_three, card_values, hand_total
from scorer.games.tokotoko.moves import TokotokoPlay
from scorer.games.tokotoko.narrator import TokotokoNarrator
from scorer.games.tokotoko.odds import hand_odds
from scorer.games.tokotoko.settlement import hand_value, settle_pot
from scorer.games.tokotoko.texts import (
    TOO_FEW_CARDS,
    TOO_FEW_UNSEEN,
    TOO_MANY_CARDS,
    WORDING,
    best_three_reason,
    required_sizes,
)
from scorer.rules.game import Game, Seating, dealer_first, own_hand_values
from scorer.rules.odds import Odds
from scorer.rules.options import OptionValue
from scorer.rules.play.first_deal import LOWEST_NUMBER
from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.rules.results import HandValue, Reason, Settlement
from scorer.rules.round_input import parse_round, require_card_codes, require_one_deck
from scorer.rules.session_view import SessionView
from scorer.rules.settlement import turn_order


def _cards_in_play(deck: Deck, options: Mapping[str, OptionValue]) -> Mapping[str, int]:
    """Forty-five cards: only one 6 is left (tokotoko 1)."""
    del options
    return dict.fromkeys(card_values(deck.kind), 1)


def _number_of(face: Face, options: Mapping[str, OptionValue]) -> int:
    """The Nagoya order's number (tokotoko 1)."""
    del options
    return card_values(kind_of(face.code))[face.code]


def _seats_for(options: Mapping[str, OptionValue]) -> range:
    """Two to ten players; Yari-Tori is for two."""
    return range(2, 3) if options["variant"] == "yari_tori_tokotoko" else GAME.seats


def _seating(session: SessionView) -> Seating:
    """Everybody, dealer first, with the stones in the pot: nobody's, and those that are still somebody's own."""
    seating = dealer_first(session)
    standing = Counter[str]()
    for past in reversed(session.history):
        if past.undone:
            continue
        if past.settlement["outcome"] != "carried":
            break
        standing.update(dict.fromkeys(past.players, past.round["stake"]))
    if not standing:
        return seating
    own_stones = [standing[session.players[player]] for player in seating.order]
    return Seating(seating.order, {**seating.extra, "standing": own_stones})


def _advice(table: Table, seat: int) -> tuple[Reason, ...]:
    """What the seat may or must do (tokotoko 3, 4)."""
    return seat_advice(seat, GAME.resolve_options(table.options))


def _prompts(table: Table) -> tuple[Prompt, ...]:
    """The stake, every hand in turn order, the field, and the three cards shown where the choice is binding."""
    options = GAME.resolve_options(table.options)
    order = turn_order(len(table.seats))
    stake = Prompt(
        "stake",
        PromptKind.NUMBER,
        *texts.STAKE_PROMPT,
        minimum=1,
        maximum=texts.MAX_STAKE,
        default=texts.DEFAULT_STAKE,
    )
    if options["variant"] == "yari_tori_tokotoko":
        remaining = [
            Prompt(f"hands.{seat}", PromptKind.CARDS, *texts.REMAINING_PROMPT, seat, minimum=3, maximum=3)
            for seat in order
        ]
        return (stake, *remaining)
    hands = [
        Prompt(f"hands.{seat}", PromptKind.CARDS, *texts.HAND_PROMPT, seat, minimum=2, maximum=2) for seat in order
    ]
    field = Prompt("field", PromptKind.CARDS, *texts.FIELD_PROMPT, minimum=2, maximum=2)
    if options["selection"] == "best":
        return (stake, *hands, field)
    chosen = [
        Prompt(f"shown.{seat}", PromptKind.CARDS, *texts.SHOWN_PROMPT, seat, minimum=3, maximum=3, optional=True)
        for seat in order
    ]
    return (stake, *hands, field, *chosen)


def _value(cards: Sequence[str], role: str, options: Mapping[str, object]) -> HandValue:
    """The value of three cards as they are, or of the best three of four."""
    del role
    house_rules = GAME.resolve_options(options)
    hand = require_card_codes(cards, texts.CARDS, 0)
    require_one_deck(GAME, house_rules, [hand])
    if len(hand) < 3:
        raise Refusal("too_few_cards", TOO_FEW_CARDS, seat=0)
    if len(hand) > (3 if house_rules["variant"] == "yari_tori_tokotoko" else 4):
        raise Refusal("too_many_cards", TOO_MANY_CARDS, seat=0, cards=hand)
    if len(hand) == 3:
        return hand_value(0, hand)
    return hand_value(0, best_three(hand), best_three_reason("best"))


def _hand_values(table: Table, answers: Mapping[str, Any]) -> Mapping[int, HandValue]:
    """The best three of each hand and the field, once both lie there; in Yari-Tori of the three that remain.

    A hand of which other three were shown counts as the finished round says.
    """
    options = GAME.resolve_options(table.options)
    if options["variant"] == "yari_tori_tokotoko":
        return own_hand_values(GAME, table, answers)
    field, values = tuple(answers.get("field") or ()), {}
    for seat in range(len(table.seats)):
        hand = tuple(answers.get(f"hands.{seat}") or ())
        is_shown = options["selection"] != "best" and answers.get(f"shown.{seat}")
        if len(hand) == len(field) == 2 and not set(hand) & set(field) and not is_shown:
            best = best_three((*hand, *field))
            values[seat] = hand_value(seat, best, best_three_reason(options["selection"]))
    return values


def _odds(cards: Sequence[str], seen: Sequence[str], role: str, options: Mapping[str, object], aim: int | None) -> Odds:
    """Odds of two own cards, before or after the field is open; in Yari-Tori of three cards or all five.

    Once the field is open, `cards` are the two own cards and then the two of the field.
    """
    del role, aim
    house_rules = GAME.resolve_options(options)
    hand, open_cards = require_card_codes(cards, texts.CARDS, 0), require_card_codes(seen, texts.CARDS)
    deck = require_one_deck(GAME, house_rules, [hand, open_cards], seats=1)
    yari_tori = house_rules["variant"] == "yari_tori_tokotoko"
    own_size, sizes, needed = (5, (3, 5), 3) if yari_tori else (2, (2, 4), 6 - len(hand))
    if len(hand) not in sizes:
        raise Refusal("no_odds", required_sizes(sizes), seat=0, cards=hand)
    if len(GAME.cards_in_play(deck, house_rules)) - len(open_cards) - len(hand) < needed:
        raise Refusal("no_odds", TOO_FEW_UNSEEN, cards=open_cards)
    return hand_odds(deck.kind, hand[:own_size], hand[own_size:], open_cards)


def _counting_cards(hand: Mapping[str, Any], cards: Sequence[str], round_: Mapping[str, Any]) -> frozenset[str]:
    """The three of a seat's own two and the table's two cards that were added up."""
    four = (*cards, *round_.get("field", ()))
    if len(four) != 4:
        return frozenset(cards)
    best = best_three(four)
    if str(hand_total(best) % 10) == hand["class"]:
        return frozenset(best)
    shown = round_.get("shown") or ()
    return frozenset(shown[hand["seat"]] or ()) if hand["seat"] < len(shown) else frozenset(cards)


def _settle(round_: Mapping[str, Any]) -> Settlement:
    """The settlement of a round (tokotoko 3, 4).

    Raises `Refusal` for what cannot be: `bad_count`, `impossible`.
    """
    return settle_pot(GAME, parse_round(GAME, round_))


GAME = Game(
    key="tokotoko",
    name=texts.NAME,
    summary=texts.SUMMARY,
    decks=("hanafuda", "mekurifuda", "western"),
    seats=range(2, 11),
    options=texts.OPTIONS,
    first_deal=replace(LOWEST_NUMBER, section="tokotoko 2.4"),
    round_fields=("hands", "field", "stake", "shown", "pot", "standing"),
    field_notes=WORDING.table("fields", "pot", "standing"),
    classes=CLASSES,
    outcomes=texts.OUTCOMES,
    words=texts.WORDS,
    lesson=texts.LESSON,
    dealer_rule_section="tokotoko 2.4",
    play_rules=TokotokoPlay(lambda: GAME),
    narrator=TokotokoNarrator(lambda: GAME),
    cards_in_play=_cards_in_play,
    number_of=_number_of,
    seats_for=_seats_for,
    seating=_seating,
    advice=_advice,
    prompts=_prompts,
    value=_value,
    hand_values=_hand_values,
    odds=_odds,
    counting_cards=_counting_cards,
    settle=_settle,
)
"""No special hands, only the last digit. Two to ten players, two for Yari-Tori."""

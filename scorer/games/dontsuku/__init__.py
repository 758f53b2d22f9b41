"""Dontsuku: reach fifteen or a teyaku, by motto or by tsukkome.

A card taken by motto (もっと) is looked at. Cards taken by tsukkome (突っ込め) stay unseen until the showdown. The
first player to call agari (アガリ) ends the round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorer.cards import Deck, Face
from scorer.decks import kind_of
from scorer.errors import Refusal, safe_repr
from scorer.families.nagoya import nagoya_ranks
from scorer.games.dontsuku import texts
from scorer.games.dontsuku.advice import seat_advice
from scorer.games.dontsuku.hands import (
    CLASSES,
    PACK_SIZE,
    SUIT_BOUND_TEYAKU,
    TARGET,
    UNDECIDED,
    HandClassifier,
    total_of_ranks,
)
from scorer.games.dontsuku.moves import DontsukuPlay
from scorer.games.dontsuku.odds import motto_odds, tsukkome_odds
from scorer.games.dontsuku.practice import TSUKKOME_PRACTICE, DontsukuNarrator
from scorer.games.dontsuku.settlement import bonus_reasons, hand_value, make_turn, settle_hands
from scorer.games.dontsuku.texts import NO_CARD, bad_role
from scorer.rules.game import Game, Seating, dealer_first, declared_defaults
from scorer.rules.hand_class import HandClass, PayTableRow
from scorer.rules.hand_question import values_of_whole_hands
from scorer.rules.odds import Odds
from scorer.rules.options import OptionValue
from scorer.rules.play.first_deal import LOWEST_NUMBER
from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.rules.results import HandValue, Reason, Settlement
from scorer.rules.round_input import parse_round, require_card_codes, require_int, require_one_deck
from scorer.rules.session_view import SessionView
from scorer.rules.settlement import turn_order


def _defaults(overrides: Mapping[str, object]) -> dict[str, OptionValue]:
    """The defaults as listed; in a game to the last stone a player pays what is left unless agreed otherwise.

    Source: dontsuku 3.
    """
    defaults = declared_defaults(GAME.options)
    if overrides.get("length") == "last_standing":
        defaults["debt"] = "pay_what_you_have"
    return defaults


def _cards_in_play(deck: Deck, options: Mapping[str, OptionValue]) -> Mapping[str, int]:
    """Forty-eight cards: the Oni, the Western tens and the jokers stay out (dontsuku 1)."""
    del options
    return dict.fromkeys(nagoya_ranks(deck.kind), 1)


def _number_of(face: Face, options: Mapping[str, OptionValue]) -> int:
    """The Nagoya order's number for hanafuda; Western pictures as agreed (dontsuku 1.3)."""
    return nagoya_ranks(kind_of(face.code), str(options["western_courts"]))[face.code]


def _points_of(face: Face, options: Mapping[str, OptionValue]) -> int:
    """The number, and ten for maid, horse and king (dontsuku 1.2)."""
    return total_of_ranks((GAME.number_of(face, options),))


def _classes_for(options: Mapping[str, OptionValue]) -> tuple[HandClass, ...]:
    """All classes, without those that only suits distinguish where suits do not count."""
    return tuple(
        hand_class for hand_class in GAME.classes if options["suited_yaku"] or hand_class.key not in SUIT_BOUND_TEYAKU
    )


def _payments(options: Mapping[str, OptionValue]) -> tuple[PayTableRow, ...]:
    """One share from every other player, and what a bonus makes of it (dontsuku 5.2, 6.6)."""
    return texts.pay_table_rows(int(options["share"]), bonuses_stack=options["bonus_stacking"] == "each")


def _seating(session: SessionView) -> Seating:
    """Everybody, dealer first; in a game to the last stone without the players who have none left."""
    order = dealer_first(session).order
    if session.options["length"] == "last_standing":
        order = tuple(player for player in order if session.stones[player] > 0)
    return Seating(order, {})


def _advice(table: Table, seat: int) -> tuple[Reason, ...]:
    """What the seat may or must do on its turn (dontsuku 4)."""
    return seat_advice(seat, len(table.seats), GAME.resolve_options(table.options))


def _prompts(table: Table) -> tuple[Prompt, ...]:
    """The share if it is set per round, then per seat in turn order the cards as drawn and how many came unseen.

    A seat that never had a turn needs no question of its own: it has one card, and a seat before it called agari.
    """
    options = GAME.resolve_options(table.options)
    tsukkome_max = options["tsukkome_max"]
    max_draws = PACK_SIZE - len(table.seats)
    prompts = []
    if options["share_by"] == "per_round":
        share = options["share"]
        prompts.append(
            Prompt(
                "options.share",
                PromptKind.NUMBER,
                *texts.SHARE_PROMPT,
                minimum=1,
                maximum=texts.MAX_SHARE,
                default=share,
            )
        )
    for seat in turn_order(len(table.seats)):
        path = f"hands.{seat}"
        prompts += [
            Prompt(
                f"{path}.cards",
                PromptKind.CARDS,
                *texts.CARDS_PROMPT,
                seat,
                minimum=1,
                maximum=max_draws + 1,
                ordered=True,
            ),
            Prompt(
                f"{path}.tsukkome",
                PromptKind.NUMBER,
                *texts.TSUKKOME_PROMPT,
                seat,
                maximum=max_draws if tsukkome_max == "none" else int(tsukkome_max),
                default=0,
                optional=True,
            ),
        ]
    return tuple(prompts)


def _hand_values(table: Table, answers: Mapping[str, Any]) -> Mapping[int, HandValue]:
    """The values of hands drawn by motto alone or by tsukkome alone; of both, only the whole round tells."""

    def value(seat: int, cards: Sequence[str]) -> HandValue | None:
        unseen = answers.get(f"hands.{seat}.tsukkome") or 0
        if 0 < unseen != len(cards) - 1:
            return None
        return GAME.value(cards, "tsukkome" if unseen else "motto", GAME.resolve_options(table.options))

    return values_of_whole_hands(GAME.prompts(table), answers, value)


def _settle(round_: Mapping[str, Any]) -> Settlement:
    """The settlement of a round (dontsuku 6).

    Raises `Refusal` for what cannot be: `hand_played_on`, `impossible`, `too_few_cards`, `bad_count`.
    """
    return settle_hands(GAME, parse_round(GAME, round_))


def _value(cards: Sequence[str], role: str, options: Mapping[str, object]) -> HandValue:
    """The value of one hand as drawn.

    With role "tsukkome" only the whole hand counts, with "motto" or "" every card as it comes.
    """
    house_rules = GAME.resolve_options(options)
    hand = _parse_hand(cards, role)
    classifier = HandClassifier(require_one_deck(GAME, house_rules, [hand]).kind, house_rules)
    turn = make_turn(classifier, hand, len(hand) - 1 if role == "tsukkome" else 0, 0)
    value = hand_value(classifier, turn, house_rules)
    return replace(value, reasons=(*value.reasons, *bonus_reasons(turn)))


def _odds(cards: Sequence[str], seen: Sequence[str], role: str, options: Mapping[str, object], aim: int | None) -> Odds:
    """Odds by motto or by tsukkome, as `role` says.

    By motto `aim` is the total to stop at (default 14). By tsukkome it is how many cards to ask for, at most 4
    (default 2).
    """
    house_rules = GAME.resolve_options(options)
    hand, open_cards = _parse_hand(cards, role), require_card_codes(seen, texts.CARDS)
    classifier = HandClassifier(require_one_deck(GAME, house_rules, [hand, open_cards], seats=1).kind, house_rules)
    make_turn(classifier, hand, 0, 0)
    max_unseen = 4 if house_rules["tsukkome_max"] == "none" else min(4, int(house_rules["tsukkome_max"]))
    if role == "tsukkome":
        count = require_int(min(2, max_unseen) if aim is None else aim, texts.AIM, minimum=1, maximum=max_unseen)
        return tsukkome_odds(classifier, hand, open_cards, count)
    stop = require_int(TARGET - 1 if aim is None else aim, texts.AIM, minimum=1, maximum=TARGET)
    may_tsukkome = len(hand) == 1 or (
        bool(house_rules["tsukkome_after_motto"]) and classifier.classify(hand) is UNDECIDED
    )
    return motto_odds(classifier, hand, open_cards, stop, range(1, max_unseen + 1) if may_tsukkome else ())


def _parse_hand(cards: Sequence[str], role: str) -> tuple[str, ...]:
    """The cards of one hand that stands alone; refuses a role that the game does not have."""
    if role not in ("", "motto", "tsukkome"):
        raise Refusal("bad_option", bad_role(safe_repr(role)))
    hand = require_card_codes(cards, texts.CARDS, 0)
    if not hand:
        raise Refusal("too_few_cards", NO_CARD, seat=0)
    return hand


GAME = Game(
    key="dontsuku",
    name=texts.NAME,
    summary=texts.SUMMARY,
    decks=("mekurifuda", "western", "hanafuda"),
    seats=range(2, 9),
    options=texts.OPTIONS,
    first_deal=replace(LOWEST_NUMBER, section="dontsuku 2"),
    round_fields=("hands.cards", "hands.tsukkome", "hands.acted"),
    classes=CLASSES,
    outcomes=texts.OUTCOMES,
    roles=texts.ROLES,
    words=texts.WORDS,
    lesson=texts.LESSON,
    practice=(TSUKKOME_PRACTICE,),
    dealer_rule_section="dontsuku 6.7",
    replay_outcomes=frozenset({"forfeit"}),
    play_rules=DontsukuPlay(lambda: GAME),
    narrator=DontsukuNarrator(lambda: GAME),
    defaults=_defaults,
    cards_in_play=_cards_in_play,
    number_of=_number_of,
    points_of=_points_of,
    classes_for=_classes_for,
    payments=_payments,
    seating=_seating,
    advice=_advice,
    prompts=_prompts,
    hand_values=_hand_values,
    settle=_settle,
    value=_value,
    odds=_odds,
)
"""Two to eight players. Fifteen or a teyaku takes one share from everybody, two with a bonus."""

"""Koi-Koi: two players capture hanafuda and stop or play on.

Who makes a yaku (役) says shobu 勝負, which ends the round, or koi-koi こいこい. Twelve rounds are a game, one a month.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from scorer.cards import Face
from scorer.families.captures.cards import BRIGHTS, MONTH_NAMES, known_mask, mask_of
from scorer.families.captures.drills import KIND_PRACTICE
from scorer.families.captures.reasons import near_reasons
from scorer.families.captures.round_cards import check_cards, codes_in, is_about_deal, list_in, lists_in, require_player
from scorer.families.captures.yaku import cards_of_yaku
from scorer.games.koikoi import texts
from scorer.games.koikoi.advice import round_prompts, seat_advice
from scorer.games.koikoi.moves import PLAY_RULES, settle_deal
from scorer.games.koikoi.odds import PileSituation, counted_note, pile_odds
from scorer.games.koikoi.practice import AWAY_PRACTICE, CALL_PRACTICE, FIELD_PRACTICE, KoiKoiNarrator
from scorer.games.koikoi.settlement import pile_value, points_factor, settle_piles
from scorer.games.koikoi.texts import WORDING, text
from scorer.games.koikoi.yaku import CLASSES, classes_under, yaku_rules
from scorer.rules.game import Game, Seating, dealer_first, declared_defaults
from scorer.rules.hand_question import HandQuestion
from scorer.rules.odds import Odds
from scorer.rules.options import OptionValue
from scorer.rules.play.first_deal import EARLIEST_MONTH
from scorer.rules.prompts import Table
from scorer.rules.results import HandValue, Reason, Settlement
from scorer.rules.round_input import parse_round, require_int, require_list
from scorer.rules.session_view import SessionView


def _defaults(overrides: Mapping[str, object]) -> dict[str, OptionValue]:
    """Where the dealer wins a draw he keeps the deal (koikoi 5)."""
    options = declared_defaults(GAME.options)
    points = overrides.get("draw_points", 0)
    return {**options, "draw_deal": "same"} if type(points) is int and points > 0 else options


def _points_of(face: Face, options: Mapping[str, OptionValue]) -> None:
    """None: only yaku pay (koikoi 3)."""
    del face, options


def _hand_number(face: Face, options: Mapping[str, OptionValue]) -> int:
    """The month by which a card captures (koikoi 2.5)."""
    return GAME.number_of(face, options)


def _seating(session: SessionView) -> Seating:
    """The dealer first; the round carries its month, which is its number (koikoi 1, 5)."""
    played = sum(count for end, count in session.round_ends.items() if end.outcome not in GAME.replay_outcomes)
    return Seating(dealer_first(session).order, {"month": played % 12 + 1})


def _advice(table: Table, seat: int) -> tuple[Reason, ...]:
    """What the seat may or must do (koikoi 2 to 5)."""
    return seat_advice(table, seat, GAME.resolve_options(table.options))


def _seat_notes(table: Table, answers: Mapping[str, Any]) -> Mapping[int, tuple[Reason, ...]]:
    """What every pile holds so far, what is one card away, and how many unseen cards would raise it."""
    piles = [known_mask(answers.get(f"piles.{seat}", ())) for seat in range(2)]
    field = known_mask(answers.get("field", ()))
    rules = yaku_rules(table.options, answers.get("month", table.extra.get("month")), field)
    notes = {}
    for seat, pile in enumerate(piles):
        if pile:
            value, other = pile_value(seat, pile, rules), piles[1 - seat]
            near = near_reasons(rules.statuses(pile, other), rules.count(pile))
            notes[seat] = (*value.reasons, *near, counted_note(PileSituation(pile, other), rules))
    return notes


def _yaku_cards(key: str, cards: Sequence[str], round_: Mapping[str, Any]) -> frozenset[str]:
    """The cards of one yaku of a pile."""
    options = GAME.resolve_options(round_.get("options", {}))
    return cards_of_yaku(chain.from_iterable(yaku_rules(options, round_.get("month")).tables), (key,), cards)


def _settle(round_: Mapping[str, Any]) -> Settlement:
    """The settlement of a round from its piles, or of a deal (koikoi 2 to 4)."""
    round_input = parse_round(GAME, round_, _check_round_cards)
    if is_about_deal(round_input.data):
        return settle_deal(GAME, round_input)
    return settle_piles(GAME, round_input)


def _value_asked(question: HandQuestion) -> HandValue:
    """The yaku of a captured pile; the question may tell "month" and what is left on the "field"."""
    options = GAME.resolve_options(question.options)
    field = codes_in(question.data, "field")
    check_cards(GAME, options, [[(0, question.cards), (None, field)]])
    return pile_value(0, mask_of(question.cards), yaku_rules(options, _month(question), mask_of(field)))


def _odds_asked(question: HandQuestion) -> Odds:
    """The odds of a captured pile (koikoi 8).

    `seen` is the other pile. The question may tell "field" and "hand" (cards one sees), "month", "opening", "seat"
    of the pile and the "calls" so far.
    """
    options, data = GAME.resolve_options(question.options), question.data
    hand, field, opening = (codes_in(data, name) for name in ("hand", "field", "opening"))
    check_cards(
        GAME,
        options,
        [[(0, question.cards), (1, question.seen), (None, field), (0, hand)], [(None, opening)]],
    )
    seat = require_player(data.get("seat", 0), 2, text("seat"))
    calls = tuple(require_player(call, 2, text("koi_koi")) for call in list_in(data, "calls"))
    situation = PileSituation(
        mask_of(question.cards),
        mask_of(question.seen),
        None if data.get("field") is None else mask_of(field),
        mask_of(hand),
        points_factor(options, seat, calls, len(set(opening) & set(BRIGHTS))),
        bool(options["seven_double"]),
    )
    return pile_odds(situation, yaku_rules(options, _month(question), mask_of(field)))


def _check_round_cards(game: Game, options: Mapping[str, OptionValue], data: Mapping[str, Any]) -> None:
    """Refuse the cards of a round; those of the deal may lie in the piles later (koikoi 6)."""
    piles = [(seat, require_list(pile, text("pile"), seat)) for seat, pile in lists_in(data, "piles")]
    check_cards(
        game, options, [[*piles, (None, data.get("field"))], [*lists_in(data, "hands"), (None, data.get("opening"))]]
    )


def _month(question: HandQuestion) -> int | None:
    month = question.data.get("month")
    return None if month is None else require_int(month, text("month"), minimum=1, maximum=12)


GAME = Game(
    key="koikoi",
    name=WORDING.name("game"),
    summary=texts.SUMMARY,
    decks=("hanafuda",),
    seats=range(2, 3),
    options=texts.OPTIONS,
    first_deal=replace(EARLIEST_MONTH, section="koikoi 2.1"),
    round_fields=("piles", "ended_by", "caller", "calls", "month", "field", "opening", "hands"),
    value_fields=("month", "field"),
    odds_fields=("field", "hand", "month", "opening", "seat", "calls"),
    outcomes=texts.OUTCOMES,
    words=texts.WORDS,
    lesson=texts.LESSON,
    practice=(KIND_PRACTICE, AWAY_PRACTICE, CALL_PRACTICE, FIELD_PRACTICE),
    classes=CLASSES,
    dealer_rule_section="koikoi 2.8",
    play_rules=PLAY_RULES,
    narrator=KoiKoiNarrator(PLAY_RULES, lambda: GAME),
    replay_outcomes=frozenset({"misdeal", "play"}),
    round_names=MONTH_NAMES,
    defaults=_defaults,
    classes_for=classes_under,
    points_of=_points_of,
    hand_number=_hand_number,
    seating=_seating,
    advice=_advice,
    prompts=round_prompts,
    seat_notes=_seat_notes,
    yaku_cards=_yaku_cards,
    settle=_settle,
    value_asked=_value_asked,
    odds_asked=_odds_asked,
)
"""Koi-Koi for two. Source: koikoi.md; the base play is hana-awase."""

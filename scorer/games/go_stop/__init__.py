"""Go-Stop 고스톱, of two players Matgo 맞고: capture, stop or go on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorer.cards import Face
from scorer.families.captures.cards import YELLOW_PAULOWNIA, mask_of
from scorer.families.captures.hwatu.narrator import HwatuNarrator
from scorer.families.captures.hwatu.rows import cards_of_rows, notes_of, pack_of, pile_rules
from scorer.families.captures.round_cards import check_cards, codes_in, list_in, lists_in, require_player
from scorer.games.go_stop import moves, points, table, texts
from scorer.games.go_stop.odds import View, round_odds
from scorer.games.go_stop.payment import count_of
from scorer.games.go_stop.settlement import settle_deal, settle_round
from scorer.games.go_stop.texts import WORDING, text
from scorer.rules.game import Game, Seating, dealer_first
from scorer.rules.hand_question import HandQuestion
from scorer.rules.odds import Odds
from scorer.rules.options import OptionValue
from scorer.rules.play.first_deal import EARLIEST_MONTH
from scorer.rules.results import HandValue, Settlement
from scorer.rules.round_input import parse_round
from scorer.rules.session_view import SessionView

_SAID = ("calls", "shakes", "bombs", "multiplier", "gukjin")


def _number_of(face: Face, options: Mapping[str, OptionValue]) -> int:
    """The month as Korea counts: the paulownia is the eleventh, the rain the twelfth (go-stop 1.1)."""
    del options
    return {11: 12, 12: 11}.get(face.number, face.number)


def _seating(session: SessionView) -> Seating:
    """The dealer first; the round carries what the last one that counts left behind (go-stop 2.9)."""
    last = next((past for past in reversed(session.history) if not past.undone), None)
    carried = 1 if last is None else last.settlement.get("next_multiplier", 1)
    return Seating(dealer_first(session).order, {"multiplier": carried} if carried > 1 else {})


def _settle(round_: Mapping[str, Any]) -> Settlement:
    """The settlement of a round from its piles and what was called, or of a deal (go-stop 2, 4)."""
    round_input = parse_round(GAME, round_, _check_round_cards)
    is_dealt = round_input.data.get("ended_by") is None and not any(round_input.data.get("piles") or ())
    return (settle_deal if is_dealt else settle_round)(GAME, round_input)


def _check_round_cards(game: Game, options: Mapping[str, OptionValue], data: Mapping[str, Any]) -> None:
    """Refuse cards that cannot be; those of the deal may lie in the piles later."""
    check_cards(game, options, [lists_in(data, "piles"), [*lists_in(data, "hands"), (None, data.get("opening"))]])


def _value_asked(question: HandQuestion) -> HandValue:
    """The rows of a captured pile."""
    check_cards(GAME, options := GAME.resolve_options(question.options), [[(0, question.cards)]])
    return points.pile_value(0, mask_of(question.cards), pile_rules(options))


def _odds_asked(question: HandQuestion) -> Odds:
    """The odds of a captured pile (go-stop 8).

    `seen` is the other pile, of three players "piles" are those of the others, one a seat. The question may tell
    "seat", "field" and "hand" (cards one sees), the card just "laid" from the hand, and what was said.
    """
    options, data = GAME.resolve_options(question.options), question.data
    hand, field, laid = (codes_in(data, name) for name in ("hand", "field", "laid"))
    piles: list[Sequence[str]] = [tuple(pile or ()) for pile in list_in(data, "piles")] or [question.seen] * 2
    seat = require_player(data.get("seat", 0), len(piles), text("caller"))
    piles[seat] = question.cards
    check_cards(GAME, options, [[*enumerate(piles), (None, field), (seat, hand), (seat, laid)]])
    count = count_of(data, options, tuple(map(mask_of, piles)))
    return round_odds(View(count, seat, mask_of(field), mask_of(hand), mask_of(laid[:1])))


GAME = Game(
    key="go-stop",
    name=WORDING.name("game"),
    summary=text("summary"),
    decks=("hanafuda",),
    seats=range(2, 4),
    options=texts.OPTIONS,
    first_deal=replace(EARLIEST_MONTH, section="go-stop 2.1", latest=text("latest_month")),
    round_fields=("piles", "ended_by", "caller", *_SAID, "events.seat", "events.kind", "hands", "opening"),
    odds_fields=("piles", "seat", "field", "hand", "laid", "opening", *_SAID),
    outcomes=texts.OUTCOMES,
    words=texts.WORDS,
    lesson=texts.LESSON,
    practice=table.PRACTICE,
    classes=points.CLASSES,
    dealer_rule_section="go-stop 2.1",
    replay_outcomes=frozenset({"misdeal", "play"}),
    told_apart=frozenset({YELLOW_PAULOWNIA}),
    play_rules=moves.PLAY_RULES,
    narrator=HwatuNarrator(moves.PLAY_RULES, lambda: GAME, table.calls_at),
    cards_in_play=lambda _, options: Counter(pack_of(options)),
    seating=_seating,
    number_of=_number_of,
    points_of=lambda *_: None,
    hand_number=_number_of,
    classes_for=points.classes_under,
    advice=lambda at, seat: tuple(table.seat_advice(at, seat, GAME.resolve_options(at.options))),
    prompts=table.round_prompts,
    seat_notes=lambda at, answers: notes_of(at, answers, points.pile_value),
    counting_cards=lambda hand, cards, _: cards_of_rows(hand.get("yaku", ()), cards),
    yaku_cards=lambda key, cards, _: cards_of_rows((key,), cards),
    settle=_settle,
    value_asked=_value_asked,
    odds_asked=_odds_asked,
)
"""Go-Stop. Source: go-stop.md."""

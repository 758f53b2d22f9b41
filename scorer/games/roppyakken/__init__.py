"""Roppyakken: two or three capture hanafuda, 600 points win.

六百間: bright cards and yaku (役) count hundreds. The rain man is wild, four brights or seven ribbons win at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorer.families.captures.cards import BIT, YELLOW_PAULOWNIA, count_worths, known_mask, mask_of
from scorer.families.captures.odds import PileView
from scorer.families.captures.round_cards import check_cards, codes_in, list_in, lists_in
from scorer.families.captures.yaku import cards_of_yaku
from scorer.games.roppyakken import texts
from scorer.games.roppyakken.advice import round_prompts, seat_advice
from scorer.games.roppyakken.deal import settle_deal
from scorer.games.roppyakken.moves import PLAY_RULES, RoppyakkenNarrator
from scorer.games.roppyakken.odds import AWAY_PRACTICE, FIELD_PRACTICE, near_of, pile_odds
from scorer.games.roppyakken.settlement import pile_value, settle_piles
from scorer.games.roppyakken.texts import WORDING, text
from scorer.games.roppyakken.yaku import CLASSES, OPTIONS, WORTHS, classes_under, table_under
from scorer.rules.game import Game
from scorer.rules.hand_question import HandQuestion
from scorer.rules.odds import Odds
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Table
from scorer.rules.results import HandValue, Reason, Settlement
from scorer.rules.round_input import MAX_STONES, parse_round, require_int, require_list


def _advice(table: Table, seat: int) -> tuple[Reason, ...]:
    """What the seat may or must do (roppyakken 2 to 5)."""
    return seat_advice(seat, table, GAME.resolve_options(table.options))


def _seat_notes(table: Table, answers: Mapping[str, Any]) -> Mapping[int, tuple[Reason, ...]]:
    """The card points and yaku of every pile so far, and what is one card away."""
    piles = [known_mask(answers.get(f"piles.{seat}", ())) for seat in range(len(table.seats))]
    everything, options, notes = sum(piles), table.options, {}
    for seat, pile in enumerate(piles):
        if pile:
            notes[seat] = (*pile_value(seat, pile, options).reasons, *near_of(pile, everything & ~pile, options))
    return notes


def _counting_cards(hand: Mapping[str, Any], cards: Sequence[str], round_: Mapping[str, Any]) -> frozenset[str]:
    """The cards of the yaku that count in the pile."""
    return cards_of_yaku(table_under(GAME.resolve_options(round_.get("options", {}))), hand.get("yaku", ()), cards)


def _yaku_cards(key: str, cards: Sequence[str], round_: Mapping[str, Any]) -> frozenset[str]:
    """The cards of one yaku of a pile."""
    return cards_of_yaku(table_under(GAME.resolve_options(round_.get("options", {}))), (key,), cards)


def _settle(round_: Mapping[str, Any]) -> Settlement:
    """The settlement of a round from its piles, or of a deal (roppyakken 2.3, 3 to 5)."""
    round_input = parse_round(GAME, round_, _check_round_cards)
    data = round_input.data
    piles = list_in(data, "piles")
    # A page with prompts for both sends the piles empty.
    is_about_deal = not any(piles) and (data.get("opening") or any(list_in(data, "hands")))
    return (settle_deal if is_about_deal else settle_piles)(GAME, round_input)


def _value(cards: Sequence[str], role: str, options: Mapping[str, object]) -> HandValue:
    """The card points and yaku of a pile."""
    del role
    house_rules = GAME.resolve_options(options)
    check_cards(GAME, house_rules, [[(0, cards)]])
    return pile_value(0, mask_of(cards), house_rules)


def _odds_asked(question: HandQuestion) -> Odds:
    """The odds of a pile (roppyakken 9).

    `seen` are the other piles. The question may tell "field" and "hand" (cards one sees) and the "balance" before the
    round (0).
    """
    options, data = GAME.resolve_options(question.options), question.data
    hand, field = codes_in(data, "hand"), codes_in(data, "field")
    check_cards(GAME, options, [[(0, question.cards), (1, question.seen), (None, field), (0, hand)]])
    balance = require_int(data.get("balance", 0), text("balance"), minimum=-MAX_STONES, maximum=MAX_STONES)
    view = PileView(
        mask_of(question.cards),
        mask_of(question.seen),
        None if data.get("field") is None else mask_of(field),
        mask_of(hand),
    )
    return pile_odds(view, options, balance)


def _check_round_cards(game: Game, options: Mapping[str, OptionValue], data: Mapping[str, Any]) -> None:
    """Refuse the cards of a round; those of the deal may lie in the piles later (roppyakken 8)."""
    piles = [(seat, require_list(pile, text("pile"), seat)) for seat, pile in lists_in(data, "piles")]
    check_cards(game, options, [piles, [*lists_in(data, "hands"), (None, data.get("opening"))]])


GAME = Game(
    key="roppyakken",
    name=WORDING.name("game"),
    summary=text("summary"),
    decks=("hanafuda",),
    seats=range(2, 4),
    options=OPTIONS,
    round_fields=("piles", "hands", "opening"),
    odds_fields=("field", "hand", "balance"),
    outcomes=texts.OUTCOMES,
    words=texts.WORDS,
    lesson=texts.LESSON,
    practice=(AWAY_PRACTICE, FIELD_PRACTICE),
    classes=CLASSES,
    told_apart=frozenset({YELLOW_PAULOWNIA}),
    play_rules=PLAY_RULES,
    narrator=RoppyakkenNarrator(PLAY_RULES, lambda: GAME),
    dealer_rule_section="roppyakken 5.3",
    replay_outcomes=frozenset({"misdeal", "play"}),
    classes_for=classes_under,
    points_of=lambda face, _: count_worths(BIT[face.code], WORTHS),
    hand_number=lambda face, _: face.number,
    advice=_advice,
    prompts=round_prompts,
    seat_notes=_seat_notes,
    counting_cards=_counting_cards,
    yaku_cards=_yaku_cards,
    settle=_settle,
    value=_value,
    odds_asked=_odds_asked,
)
"""Roppyakken, "six hundred". Source: roppyakken.md; the base play is hana-awase."""

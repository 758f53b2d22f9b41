"""Hana-Awase: two to four players capture hanafuda by month.

All cards are counted against par, and everybody pays everybody's yaku (役). Twelve rounds are a game, one a month.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorer.cards import Face
from scorer.families.captures.cards import MONTH_NAMES, POINTS_BY_KIND, card_points, known_mask, mask_of
from scorer.families.captures.round_cards import check_cards, codes_in, list_in, lists_in
from scorer.families.captures.yaku import cards_of_yaku
from scorer.games.hana_awase import texts
from scorer.games.hana_awase.advice import round_prompts, seat_advice
from scorer.games.hana_awase.moves import PLAY_RULES
from scorer.games.hana_awase.odds import PileView, pile_odds
from scorer.games.hana_awase.practice import AWAY_PRACTICE, FIELD_PRACTICE, HanaAwaseNarrator, near_of
from scorer.games.hana_awase.settlement import par_of, par_reason, pile_value, settle_deal, settle_piles
from scorer.games.hana_awase.texts import WORDING, text
from scorer.games.hana_awase.yaku import CLASSES, classes_under, count_piles, table_under
from scorer.rules.game import Game
from scorer.rules.hand_question import HandQuestion
from scorer.rules.odds import Odds
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Table
from scorer.rules.results import HandValue, Reason, Settlement
from scorer.rules.round_input import parse_round, require_int, require_list


def _points_of(face: Face, options: Mapping[str, OptionValue]) -> int:
    """The card points (hana-awase 1.1, 4.4)."""
    return int(options["chaff_points"]) if face.kind == "chaff" else POINTS_BY_KIND[face.kind]


def _hand_number(face: Face, options: Mapping[str, OptionValue]) -> int:
    """The month by which a card captures (hana-awase 2.4)."""
    return GAME.number_of(face, options)


def _advice(table: Table, seat: int) -> tuple[Reason, ...]:
    """What the seat may or must do (hana-awase 2 to 4)."""
    return seat_advice(seat, len(table.seats), GAME.resolve_options(table.options))


def _seat_notes(table: Table, answers: Mapping[str, Any]) -> Mapping[int, tuple[Reason, ...]]:
    """The card points and yaku of every pile so far, against par, and what is one card away."""
    options, seats = table.options, len(table.seats)
    piles = [known_mask(answers.get(f"piles.{seat}", ())) for seat in range(seats)]
    counted, chaff_points = count_piles(piles, options), int(options["chaff_points"])
    par, everything = par_of(seats, chaff_points), sum(piles)
    notes = {}
    for seat, pile in enumerate(piles):
        if pile:
            points = card_points(pile, chaff_points)
            value = pile_value(seat, pile, points, counted[seat], options)
            near = near_of(pile, everything & ~pile, options)
            notes[seat] = (par_reason(points, par), *value.reasons, *near)
    return notes


def _counting_cards(hand: Mapping[str, Any], cards: Sequence[str], round_: Mapping[str, Any]) -> frozenset[str]:
    """The cards of the yaku that count in the pile."""
    table = table_under(GAME.resolve_options(round_.get("options", {})))
    return cards_of_yaku(table, hand.get("yaku", ()), cards)


def _yaku_cards(key: str, cards: Sequence[str], round_: Mapping[str, Any]) -> frozenset[str]:
    """The cards of one yaku of a pile."""
    return cards_of_yaku(table_under(GAME.resolve_options(round_.get("options", {}))), (key,), cards)


def _settle(round_: Mapping[str, Any]) -> Settlement:
    """The settlement of a round from its piles, or of an opening field (hana-awase 2.3, 3, 4)."""
    round_input = parse_round(GAME, round_, _check_round_cards)
    piles = round_input.data.get("piles")
    # A page with prompts for both sends the piles empty.
    is_about_the_deal = round_input.data.get("opening") or any(list_in(round_input.data, "hands"))
    if is_about_the_deal and (piles is None or not any(piles)):
        return settle_deal(GAME, round_input)
    return settle_piles(GAME, round_input)


def _value(cards: Sequence[str], role: str, options: Mapping[str, object]) -> HandValue:
    """The yaku and card points of a pile; four willows that cancel all yaku cancel its own."""
    del role
    house_rules = GAME.resolve_options(options)
    check_cards(GAME, house_rules, [[(0, cards)]])
    pile = mask_of(cards)
    counted = count_piles((pile,), house_rules)[0]
    return pile_value(0, pile, card_points(pile, int(house_rules["chaff_points"])), counted, house_rules)


def _odds_asked(question: HandQuestion) -> Odds:
    """The odds of a pile (hana-awase 8).

    `seen` are the other piles. The question may tell "field" and "hand" (cards one sees) and "players" (3).
    """
    options, data = GAME.resolve_options(question.options), question.data
    hand, field = codes_in(data, "hand"), codes_in(data, "field")
    check_cards(GAME, options, [[(0, question.cards), (1, question.seen), (None, field), (0, hand)]])
    players = require_int(data.get("players", 3), text("players"), minimum=2, maximum=4)
    view = PileView(
        mask_of(question.cards),
        mask_of(question.seen),
        None if data.get("field") is None else mask_of(field),
        mask_of(hand),
        players,
    )
    return pile_odds(view, options)


def _check_round_cards(game: Game, options: Mapping[str, OptionValue], data: Mapping[str, Any]) -> None:
    """Refuse the cards of a round; those of the deal may lie in the piles later."""
    piles = [(seat, require_list(pile, text("pile"), seat)) for seat, pile in lists_in(data, "piles")]
    check_cards(game, options, [piles, [*lists_in(data, "hands"), (None, data.get("opening"))]])


GAME = Game(
    key="hana-awase",
    name=WORDING.name("game"),
    summary=texts.SUMMARY,
    decks=("hanafuda",),
    seats=range(2, 5),
    options=texts.OPTIONS,
    outcomes=texts.OUTCOMES,
    words=texts.WORDS,
    lesson=texts.LESSON,
    practice=(AWAY_PRACTICE, FIELD_PRACTICE),
    classes=CLASSES,
    play_rules=PLAY_RULES,
    narrator=HanaAwaseNarrator(PLAY_RULES, lambda: GAME),
    dealer_rule_section="hana-awase 4.7",
    replay_outcomes=frozenset({"misdeal", "play"}),
    round_names=MONTH_NAMES,
    classes_for=classes_under,
    points_of=_points_of,
    hand_number=_hand_number,
    advice=_advice,
    prompts=round_prompts,
    seat_notes=_seat_notes,
    counting_cards=_counting_cards,
    yaku_cards=_yaku_cards,
    settle=_settle,
    value=_value,
    odds_asked=_odds_asked,
)
"""Hana-Awase, "matching flowers", with yaku. Source: hana-awase.md."""

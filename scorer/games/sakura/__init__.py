"""Sakura: two to seven capture hanafuda, yaku count against others.

さくら, the hanafuda of Hawaii: each yaku (役) takes 50 points from everybody else. The lightning, gaji, is a wild card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorer.families.captures.cards import BIT, YELLOW_PAULOWNIA, count_worths, known_mask, mask_of
from scorer.families.captures.odds import PileView
from scorer.families.captures.round_cards import check_cards, codes_in, list_in, lists_in
from scorer.families.captures.yaku import cards_of_yaku
from scorer.games.sakura import texts
from scorer.games.sakura.advice import round_prompts, seat_advice
from scorer.games.sakura.moves import PLAY_RULES, SakuraNarrator
from scorer.games.sakura.odds import AWAY_PRACTICE, near_of, pile_odds
from scorer.games.sakura.settlement import pile_value, settle_opening, settle_piles, took_of
from scorer.games.sakura.texts import WORDING, text
from scorer.games.sakura.yaku import CLASSES, TABLE, WORTHS, count_pile
from scorer.rules.game import Game
from scorer.rules.hand_question import HandQuestion
from scorer.rules.odds import Odds
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Table
from scorer.rules.results import HandValue, Reason, Settlement
from scorer.rules.round_input import parse_round, require_int, require_list

_SEATS: Mapping[OptionValue, range] = {1: range(2, 8), 2: range(2, 4), 3: range(2, 3)}
"""How many players or sides there may be, by the players of a side (sakura 2.1)."""
_MOST_YAKU = len(TABLE)


def _advice(table: Table, seat: int) -> tuple[Reason, ...]:
    """What the seat may or must do (sakura 2 to 5)."""
    return seat_advice(seat, table, GAME.resolve_options(table.options))


def _seat_notes(table: Table, answers: Mapping[str, Any]) -> Mapping[int, tuple[Reason, ...]]:
    """The card points and yaku of every pile so far, and what is one card away."""
    piles = [known_mask(answers.get(f"piles.{seat}", ())) for seat in range(len(table.seats))]
    everything, notes = sum(piles), {}
    for seat, pile in enumerate(piles):
        if pile:
            notes[seat] = (*pile_value(seat, pile).reasons, *near_of(pile, everything & ~pile))
    return notes


def _counting_cards(hand: Mapping[str, Any], cards: Sequence[str], round_: Mapping[str, Any]) -> frozenset[str]:
    """The cards of the yaku that count in the pile."""
    del round_
    return cards_of_yaku(TABLE, hand.get("yaku", ()), cards)


def _yaku_cards(key: str, cards: Sequence[str], round_: Mapping[str, Any]) -> frozenset[str]:
    """The cards of one yaku of a pile."""
    del round_
    return cards_of_yaku(TABLE, (key,), cards)


def _settle(round_: Mapping[str, Any]) -> Settlement:
    """The settlement of a round from its piles, or of an opening field (sakura 2.3, 3 to 5)."""
    round_input = parse_round(GAME, round_, _check_round_cards)
    # A page with prompts for both sends the piles empty.
    is_opening = round_input.data.get("opening") and not any(list_in(round_input.data, "piles"))
    return (settle_opening if is_opening else settle_piles)(GAME, round_input)


def _value(cards: Sequence[str], role: str, options: Mapping[str, object]) -> HandValue:
    """The card points and yaku of a pile."""
    del role
    check_cards(GAME, GAME.resolve_options(options), [[(0, cards)]])
    return pile_value(0, mask_of(cards))


def _odds_asked(question: HandQuestion) -> Odds:
    """The odds of a pile (sakura 9).

    `seen` are the other piles. The question may tell "field" and "hand" (cards one sees), and "others_yaku": how many
    yaku all others hold, else those of `seen` as one pile.
    """
    options, data = GAME.resolve_options(question.options), question.data
    hand, field = codes_in(data, "hand"), codes_in(data, "field")
    check_cards(GAME, options, [[(0, question.cards), (1, question.seen), (None, field), (0, hand)]])
    others = mask_of(question.seen)
    yaku = require_int(data.get("others_yaku", len(count_pile(others))), text("others_yaku"), maximum=_MOST_YAKU)
    known_field = None if data.get("field") is None else mask_of(field)
    return pile_odds(PileView(mask_of(question.cards), others, known_field, mask_of(hand)), options, yaku)


def _check_round_cards(game: Game, options: Mapping[str, OptionValue], data: Mapping[str, Any]) -> None:
    """Refuse the cards of a round; those of the opening field may lie in the piles later (sakura 8)."""
    piles = [(seat, require_list(pile, text("pile"), seat)) for seat, pile in lists_in(data, "piles")]
    took = took_of(data)
    taken = [] if took is None else [took]
    check_cards(game, options, [[*piles, (None, data.get("field"))], [(None, data.get("opening"))], [(None, taken)]])


GAME = Game(
    key="sakura",
    name=WORDING.name("game"),
    summary=text("summary"),
    decks=("hanafuda",),
    seats=range(2, 8),
    seat_heading=text("seat_heading"),
    options=texts.OPTIONS,
    round_fields=("piles", "gaji.seat", "gaji.took", "field", "opening"),
    odds_fields=("field", "hand", "others_yaku"),
    outcomes=texts.OUTCOMES,
    words=texts.WORDS,
    lesson=texts.LESSON,
    practice=(AWAY_PRACTICE,),
    classes=CLASSES,
    told_apart=frozenset({YELLOW_PAULOWNIA}),
    play_rules=PLAY_RULES,
    narrator=SakuraNarrator(PLAY_RULES, lambda: GAME),
    dealer_rule_section="sakura 5.2",
    replay_outcomes=frozenset({"play"}),
    seats_for=lambda options: _SEATS[options["team_size"]],
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
"""Sakura, the Hawaiian game. Source: sakura.md; the base play is hana-awase."""

"""Bakappana: hanafuda are captured by month, and only card points count.

1. Three players get seven cards each and six lie on the field; two get eight, four get five, with eight on the field.
2. Four cards of a month on the opening field: the same dealer deals again.
3. A turn: a card of the hand, then the top of the stock. Each captures one of its month, of two the player chooses,
   three are taken together. Play ends when no card is left in hands and stock.
4. A bright counts 20, an animal 10, a ribbon 5, chaff 1. Par is the share of each player in the pack. Who is below it
   pays what is missing to who is above it.
5. Who has most deals next; of equals the earlier in turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorer.cards import Face
from scorer.families.captures.cards import MONTH_NAMES, PACK_SIZE, POINTS_BY_KIND, known_mask, mask_of
from scorer.families.captures.drills import misdeal_practice
from scorer.families.captures.round_cards import check_cards, lists_in
from scorer.games.bakappana import texts
from scorer.games.bakappana.moves import PLAY_RULES, BakappanaNarrator
from scorer.games.bakappana.settlement import (
    HAND_SIZES,
    field_size,
    par_of,
    par_reason,
    pile_value,
    settle_opening,
    settle_piles,
)
from scorer.games.bakappana.texts import because, name, text
from scorer.rules.game import Game
from scorer.rules.hand_class import HandClass
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.rules.results import HandValue, Reason, Settlement
from scorer.rules.round_input import parse_round


def _points_of(face: Face, options: Mapping[str, OptionValue]) -> int:
    """The card points."""
    return int(options["chaff_points"]) if face.kind == "chaff" else POINTS_BY_KIND[face.kind]


def _advice(table: Table, seat: int) -> tuple[Reason, ...]:
    """What the dealer deals, and what a turn is."""
    seats = len(table.seats)
    deals = because("deals", "bakappana 1", hand=HAND_SIZES[seats], field=field_size(seats))
    return (*((deals,) if seat == 0 else ()), because("turn", "bakappana 3"))


def _prompts(table: Table) -> tuple[Prompt, ...]:
    """A pile a seat, and the opening field of a misdeal."""
    cards, seats, pile, pile_help = PromptKind.CARDS, len(table.seats), text("pile"), text("pile_help")
    opening, opening_help = text("opening"), text("opening_help")
    return (
        *(
            Prompt(f"piles.{seat}", cards, pile, pile_help, seat=seat, maximum=PACK_SIZE, shares="piles")
            for seat in range(seats)
        ),
        Prompt("opening", cards, opening, opening_help, maximum=field_size(seats), optional=True),
    )


def _seat_notes(table: Table, answers: Mapping[str, Any]) -> Mapping[int, tuple[Reason, ...]]:
    """The points of every pile so far, against par."""
    piles = {seat: known_mask(answers.get(f"piles.{seat}", ())) for seat in range(len(table.seats))}
    par, notes = par_of(len(table.seats), table.options), {}
    for seat, pile in piles.items():
        if pile:
            value = pile_value(seat, pile, table.options)
            notes[seat] = (par_reason(value.total or 0, par), *value.reasons)
    return notes


def _settle(round_: Mapping[str, Any]) -> Settlement:
    """The settlement of the piles, or of an opening field."""
    round_input = parse_round(GAME, round_, _check_cards)
    is_opening = round_input.data.get("opening") and not any(round_input.data.get("piles") or ())
    return (settle_opening if is_opening else settle_piles)(GAME, round_input)


def _value(cards: Sequence[str], role: str, options: Mapping[str, object]) -> HandValue:
    """The card points of a pile."""
    del role
    house_rules = GAME.resolve_options(options)
    check_cards(GAME, house_rules, [[(0, cards)]])
    return pile_value(0, mask_of(cards), house_rules)


def _check_cards(game: Game, options: Mapping[str, OptionValue], data: Mapping[str, Any]) -> None:
    """Refuse cards that cannot be; those of the opening field may lie in the piles later."""
    check_cards(game, options, [lists_in(data, "piles"), [(None, data.get("opening"))]])


GAME = Game(
    key="bakappana",
    name=name("game"),
    summary=text("summary"),
    decks=("hanafuda",),
    seats=range(2, 5),
    options=texts.OPTIONS,
    round_fields=("piles", "opening"),
    outcomes=texts.OUTCOMES,
    words=texts.WORDS,
    lesson=texts.LESSON,
    classes=(HandClass("points", name("points"), text("points"), bool, example=("h01-1", "h05-3")),),
    total_question=text("total_question"),
    practice=(misdeal_practice(lambda table: field_size(len(table.seats))),),
    play_rules=PLAY_RULES,
    narrator=BakappanaNarrator(PLAY_RULES, lambda: GAME),
    dealer_rule_section="bakappana 5",
    replay_outcomes=frozenset({"misdeal", "play"}),
    round_names=MONTH_NAMES,
    points_of=_points_of,
    hand_number=lambda face, options: face.number,
    advice=_advice,
    prompts=_prompts,
    seat_notes=_seat_notes,
    settle=_settle,
    value=_value,
)
"""The game."""

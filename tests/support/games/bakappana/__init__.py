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
from scorer.games.bakappana.settlement import HAND_SIZES, field_size, par_of, pile_value, settle_opening, settle_piles
from scorer.rules.game import Game, HandClass
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.rules.results import HandValue, Reason, Settlement
from scorer.rules.round_input import parse_round

_POINTS = HandClass("points", texts.CLASS_NAME, texts.CLASS_MEANING, bool, example=("h01-1", "h05-3"))


class Bakappana(Game):
    """The game of "foolish flowers"."""

    key, name, summary = "bakappana", texts.NAME, texts.SUMMARY
    decks, seats, classes = ("hanafuda",), range(2, 5), (_POINTS,)
    options, outcomes, words, lesson = texts.OPTIONS, texts.OUTCOMES, texts.WORDS, texts.LESSON
    total_question = texts.TOTAL_QUESTION
    practice = (misdeal_practice(lambda table: field_size(len(table.seats))),)
    play_rules, narrator = PLAY_RULES, BakappanaNarrator(PLAY_RULES, lambda: GAME)
    dealer_rule_section, replay_outcomes, round_names = "bakappana 5", frozenset({"misdeal", "play"}), MONTH_NAMES

    def points_of(self, face: Face, options: Mapping[str, OptionValue]) -> int:
        """The card points."""
        return int(options["chaff_points"]) if face.kind == "chaff" else POINTS_BY_KIND[face.kind]

    def hand_number(self, face: Face, options: Mapping[str, OptionValue]) -> int:
        """The month by which a card captures."""
        return self.number_of(face, options)

    def advice(self, table: Table, seat: int) -> tuple[Reason, ...]:
        """What the dealer deals, what a turn is, and par."""
        seats = len(table.seats)
        deals = (texts.deal_reason(HAND_SIZES[seats], field_size(seats)),) if seat == 0 else ()
        return (*deals, texts.TURN)

    def prompts(self, table: Table) -> tuple[Prompt, ...]:
        """A pile a seat, and the opening field of a misdeal."""
        cards, seats = PromptKind.CARDS, len(table.seats)
        piles = (
            Prompt(f"piles.{seat}", cards, texts.PILE, texts.PILE_HELP, seat=seat, maximum=PACK_SIZE, shares="piles")
            for seat in range(seats)
        )
        return (
            *piles,
            Prompt("opening", cards, texts.OPENING, texts.OPENING_HELP, maximum=field_size(seats), optional=True),
        )

    def seat_notes(self, table: Table, answers: Mapping[str, Any]) -> Mapping[int, tuple[Reason, ...]]:
        """The points of every pile so far."""
        piles = {seat: known_mask(answers.get(f"piles.{seat}", ())) for seat in range(len(table.seats))}
        par, notes = par_of(len(table.seats), table.options), {}
        for seat, pile in piles.items():
            if pile:
                value = pile_value(seat, pile, table.options)
                notes[seat] = (texts.par_reason(value.total or 0, par), *value.reasons)
        return notes

    def settle(self, round_: Mapping[str, Any]) -> Settlement:
        """The settlement of the piles, or of an opening field."""
        round_input = parse_round(self, round_, _check_cards)
        is_opening = round_input.data.get("opening") and not any(round_input.data.get("piles") or ())
        return (settle_opening if is_opening else settle_piles)(self, round_input)

    def value(self, cards: Sequence[str], role: str, options: Mapping[str, object]) -> HandValue:
        """The card points of a pile."""
        del role
        house_rules = self.resolve_options(options)
        check_cards(self, house_rules, [[(0, cards)]])
        return pile_value(0, mask_of(cards), house_rules)


def _check_cards(game: Game, options: Mapping[str, OptionValue], data: Mapping[str, Any]) -> None:
    """Refuse cards that cannot be; those of the opening field may lie in the piles later."""
    check_cards(game, options, [lists_in(data, "piles"), [(None, data.get("opening"))]])


GAME = Bakappana()

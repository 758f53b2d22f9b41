"""Hana-Awase: two to four players capture hanafuda by month.

All cards are counted against par, and everybody pays everybody's yaku (役). Twelve rounds are a game, one a month.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorer.cards import Face
from scorer.families.captures.cards import MONTH_NAMES, POINTS_BY_KIND, card_points, known_mask, mask_of
from scorer.families.captures.round_cards import check_cards, codes_in, lists_in
from scorer.families.captures.yaku import cards_of_yaku
from scorer.games.hana_awase import texts
from scorer.games.hana_awase.advice import seat_advice
from scorer.games.hana_awase.hands import CLASSES, classes_under
from scorer.games.hana_awase.moves import PLAY_RULES
from scorer.games.hana_awase.odds import PileView, pile_odds
from scorer.games.hana_awase.practice import AWAY_PRACTICE, FIELD_PRACTICE, HanaAwaseNarrator, near_of
from scorer.games.hana_awase.prompts import round_prompts
from scorer.games.hana_awase.reasons import par_reason, pile_value
from scorer.games.hana_awase.settlement import par_of, settle_opening, settle_piles
from scorer.games.hana_awase.texts import WORDING, text
from scorer.games.hana_awase.yaku import count_piles, table_under
from scorer.rules.game import Game, HandClass
from scorer.rules.hand_question import HandQuestion
from scorer.rules.odds import Odds
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Prompt, Table
from scorer.rules.results import HandValue, Reason, Settlement
from scorer.rules.round_input import parse_round, require_int, require_list


class HanaAwase(Game):
    """Hana-Awase, "matching flowers", with yaku. Source: hana-awase.md."""

    key = "hana-awase"
    name = WORDING.name("game")
    summary = texts.SUMMARY
    decks = ("hanafuda",)
    seats = range(2, 5)
    options = texts.OPTIONS
    outcomes = texts.OUTCOMES
    words = texts.WORDS
    lesson = texts.LESSON
    practice = (AWAY_PRACTICE, FIELD_PRACTICE)
    classes = CLASSES
    play_rules = PLAY_RULES
    narrator = HanaAwaseNarrator(PLAY_RULES, lambda: GAME)
    dealer_rule_section = "hana-awase 4.7"
    replay_outcomes = frozenset({"misdeal", "play"})
    round_names = MONTH_NAMES

    def classes_for(self, options: Mapping[str, OptionValue]) -> tuple[HandClass, ...]:
        """The yaku, dearest first under the list in force, then card points."""
        return classes_under(options)

    def points_of(self, face: Face, options: Mapping[str, OptionValue]) -> int:
        """The card points (hana-awase 1.1, 4.4)."""
        return int(options["chaff_points"]) if face.kind == "chaff" else POINTS_BY_KIND[face.kind]

    def hand_number(self, face: Face, options: Mapping[str, OptionValue]) -> int:
        """The month by which a card captures (hana-awase 2.4)."""
        return self.number_of(face, options)

    def advice(self, table: Table, seat: int) -> tuple[Reason, ...]:
        """What the seat may or must do (hana-awase 2 to 4)."""
        return seat_advice(seat, len(table.seats), self.resolve_options(table.options))

    def prompts(self, table: Table) -> tuple[Prompt, ...]:
        """A pile a seat, and the opening field of a misdeal."""
        return round_prompts(table)

    def seat_notes(self, table: Table, answers: Mapping[str, Any]) -> Mapping[int, tuple[Reason, ...]]:
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

    def counting_cards(
        self, hand: Mapping[str, Any], cards: Sequence[str], round_: Mapping[str, Any]
    ) -> frozenset[str]:
        """The cards of the yaku that count in the pile."""
        table = table_under(self.resolve_options(round_.get("options", {})))
        return cards_of_yaku(table, hand.get("yaku", ()), cards)

    def yaku_cards(self, key: str, cards: Sequence[str], round_: Mapping[str, Any]) -> frozenset[str]:
        """The cards of one yaku of a pile."""
        return cards_of_yaku(table_under(self.resolve_options(round_.get("options", {}))), (key,), cards)

    def settle(self, round_: Mapping[str, Any]) -> Settlement:
        """The settlement of a round from its piles, or of an opening field (hana-awase 2.3, 3, 4)."""
        round_input = parse_round(self, round_, _check_round_cards)
        piles = round_input.data.get("piles")
        # A page with prompts for both sends the piles empty.
        if round_input.data.get("opening") and (piles is None or not any(piles)):
            return settle_opening(self, round_input)
        return settle_piles(self, round_input)

    def value(self, cards: Sequence[str], role: str, options: Mapping[str, object]) -> HandValue:
        """The yaku and card points of a pile; four willows that cancel all yaku cancel its own."""
        del role
        house_rules = self.resolve_options(options)
        check_cards(self, house_rules, [[(0, cards)]])
        pile = mask_of(cards)
        counted = count_piles((pile,), house_rules)[0]
        return pile_value(0, pile, card_points(pile, int(house_rules["chaff_points"])), counted, house_rules)

    def odds(
        self, cards: Sequence[str], seen: Sequence[str], role: str, options: Mapping[str, object], aim: int | None
    ) -> Odds:
        """The odds of a pile when the cards `seen` lie in other piles; the field is not known."""
        return self.odds_asked(HandQuestion(tuple(cards), role, options, tuple(seen), aim))

    def odds_asked(self, question: HandQuestion) -> Odds:
        """The odds of a pile (hana-awase 8).

        `seen` are the other piles. The question may tell "field" and "hand" (cards one sees) and "players" (3).
        """
        options, data = self.resolve_options(question.options), question.data
        hand, field = codes_in(data, "hand"), codes_in(data, "field")
        check_cards(self, options, [[(0, question.cards), (1, question.seen), (None, field), (0, hand)]])
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
    """Refuse the cards of a round; those of the opening field may lie in the piles later."""
    piles = [(seat, require_list(pile, text("pile"), seat)) for seat, pile in lists_in(data, "piles")]
    check_cards(game, options, [piles, [(None, data.get("opening"))]])


GAME = HanaAwase()

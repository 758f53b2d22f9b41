"""What a learner is told of hanafuda: near yaku, stop or go on.

All of it comes from the game itself: the round is settled as if it ended now, and its notes on a seat are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from scorer.families.captures import text
from scorer.families.captures.call_texts import Calls, call_line, describe_gain, name_held, stop_question
from scorer.families.captures.cards import MONTH_OF, card_points, cards_in, mask_of
from scorer.families.captures.moves.calls import best_worths
from scorer.families.captures.moves.hanafuda import CANCEL, HanafudaPlayRules, pile_after
from scorer.families.captures.moves.position import CapturePosition
from scorer.families.captures.narrator import CaptureNarrator, conclude_after, name_cards
from scorer.rules.game import Game
from scorer.rules.hand_question import HandQuestion
from scorer.rules.odds import Odds
from scorer.rules.play.moves import Move, Step
from scorer.rules.play.playout import Decision, Playout
from scorer.rules.play.practice import PracticeQuestion
from scorer.rules.prompts import Table
from scorer.texts import Text, verbatim

_NEAR_OWN, _NEAR_OTHER = 2, 1
"""Yaku one card away that are named of the learner's pile and of each other pile; more is not read at a turn."""


class HanafudaNarrator(CaptureNarrator):
    """The lines of games whose piles are sets of hanafuda. `points_pay`: card points are paid beside yaku."""

    points_pay = True

    def __init__(self, rules: HanafudaPlayRules, game: Callable[[], Game]) -> None:
        super().__init__(game)
        self._rules = rules

    def calls(self, position: CapturePosition) -> Calls:
        """How the game words what is said once a pile pays."""
        raise NotImplementedError

    def known(self, position: CapturePosition) -> Mapping[str, Any]:
        """What odds need beside the cards. Default: nothing."""
        del position
        return {}

    def points_in(self, position: CapturePosition, pile: int) -> int:
        """The card points of a pile. Default: those that most games of the 48 cards count."""
        return card_points(pile, int(position.setup.options.get("chaff_points", 1)))

    def dealt(self, position: CapturePosition) -> tuple[Text, ...]:
        """What is said of the deal in this game. Default: nothing."""
        del position
        return ()

    def intro(self, position: CapturePosition) -> tuple[Text, ...]:
        """The first player, the cards, and what a card takes."""
        size = position.setup.hand_size
        return (
            text("intro", size=size),
            *self.dealt(position),
        )

    def stays(self, card: str) -> Text:
        """No other card of its month lies there."""
        month = MONTH_OF[card]
        return text("stays", month=month)

    def better_card(self, step: Step) -> tuple[Text, ...]:
        """The card that would have made or raised a yaku, or taken more points where these are paid."""
        position, rules, played = step.before, self._rules, step.card
        pile, field, estimate = mask_of(position.pile(self.player)), mask_of(position.field), rules.estimate(position)
        after = {card: pile_after(card, pile, field, estimate, position.setup.captures) for card in step.hand}
        worth = {card: rules.worth(position, each, field) for card, each in after.items()}
        dearest = max(worth, key=lambda card: worth[card])
        best = best_worths(position, rules.raises(position))[self.player]
        if worth[dearest] > max(worth[played], best):
            held, name = self._held(position, after[dearest], field & ~after[dearest]), name_cards([dearest])
            return (text("missed_yaku", name=name, held=held),)
        dearest = max(after, key=lambda card: estimate(after[card]))
        now = self.points_in(position, pile)
        gains = [self.points_in(position, after[card]) - now for card in (dearest, played)]
        if not self.points_pay or gains[0] <= gains[1]:
            return ()
        name = name_cards([dearest])
        return (text("more_points", name=name, gain=gains[0], instead_of=gains[1]),)

    def _held(self, position: CapturePosition, pile: int, field: int) -> Text:
        """The yaku that count in a pile with that field."""
        options = position.setup.options
        data = {**self.known(position), "field": list(cards_in(field))}
        role = self._game().role_of(self.player, len(position.setup.table.seats))
        return name_held(self._game().value_asked(HandQuestion(cards_in(pile), role, options, data=data)))

    def _held_by(self, position: CapturePosition, seat: int) -> Text:
        return self._held(position, mask_of(position.pile(seat)), mask_of(position.field))

    def ask_card(self, decision: Decision) -> PracticeQuestion:
        """Which card is laid; and the yaku that are one card away."""
        near = tuple(self._progress(decision.position))
        return PracticeQuestion(text("which_card"), near)

    def _progress(self, position: CapturePosition) -> Iterator[Text]:
        setup = position.setup
        answers = {f"piles.{seat}": list(position.pile(seat)) for seat in range(setup.seats)}
        notes = self._game().seat_notes(setup.table, {**answers, "field": list(position.field)})
        for seat in range(setup.seats):
            near = [note.text for note in notes.get(seat, ()) if note.code == "one_away"]
            name = text("you") if seat == self.player else verbatim(setup.name(seat))
            for line in near[: _NEAR_OWN if seat == self.player else _NEAR_OTHER]:
                yield text("near", name=name, line=line)

    def ask_word(self, decision: Decision) -> PracticeQuestion:
        """What stopping brings, what going on may cost, and the odds of the next card."""
        position = decision.position
        question = stop_question(self._held_by(position, self.player), self.calls(position))
        return PracticeQuestion(question, odds=self._next_card_odds(decision))

    def _next_card_odds(self, decision: Decision) -> Odds:
        position, game = decision.position, self._game()
        table, others = position.setup.table, 0
        for seat in range(position.setup.seats):
            others |= 0 if seat == self.player else mask_of(position.pile(seat))
        known = {"field": list(position.field), "hand": list(decision.hand), "seat": self.player}
        calls = [each.seat for each in position.said if each.call != self._rules.stop_word]
        question = HandQuestion(
            cards_in(mask_of(position.pile(self.player))),
            game.role_of(self.player, len(table.seats)),
            table.options,
            cards_in(others),
            None,
            {**known, "calls": calls, **self.known(position)},
        )
        odds = game.odds_asked(question)
        return replace(odds, sections=tuple(section for section in odds.sections if section.key == "next_card"))

    def label_word(self, decision: Decision, move: Move) -> Text:
        """Stopping or taking back, with what it pays; going on."""
        position, calls = decision.position, self.calls(decision.position)
        if move.call not in (self._rules.stop_word, CANCEL):
            return text("play_more", go_on=calls.go_on)
        game, names = self._game(), position.setup.table.seats
        gain = describe_gain(game.settle(conclude_after(game, position, move)), self.player, names)
        if move.call == CANCEL and calls.cancel is not None:
            return text("cancel", cancel=calls.cancel, gain=gain)
        return text("stop_now", stop=calls.stop, gain=gain)

    def tell_word(self, step: Step) -> tuple[Text, ...]:
        """Who goes on, by which chances; what ends the round is told at its end."""
        move, position = step.move, step.before
        if move.seat in (None, self.player) or move.call in (self._rules.stop_word, CANCEL):
            return ()
        return (self._call_line(step, move.seat or 0, position),)

    def _call_line(self, step: Step, seat: int, position: CapturePosition) -> Text:
        outlook = self._rules.outlook(position, seat, step.hand)
        return call_line(position.setup.name(seat), self._held_by(position, seat), self.calls(position), outlook)

    def last_line(self, playout: Playout, table: Table) -> Text:
        """Why the round is over: a word, a yaku after which nobody may go on, or empty hands."""
        round_, step = playout.conclusion.round, playout.steps[-1]
        how, seat = round_.get("ended_by", "empty"), round_.get("caller")
        if how == "empty" or seat is None:
            return text("hands_are_empty")
        name, is_own = table.seats[seat], seat == self.player
        if how == CANCEL:
            return text("half_paid.own") if is_own else text("half_paid.other", name=name)
        is_chosen = step.move.call and step.player is not None
        if is_chosen and not is_own:
            return self._call_line(step, seat, step.before)
        held = self._held_by(playout.position, seat)
        if not is_own:
            return text("stopped", name=name, held=held)
        if is_chosen:
            stop = self.calls(playout.position).stop
            return text("you_stopped", held=held, stop=stop)
        return text("ends.nobody_may_call" if playout.hands[self.player] else "ends.no_more_cards", held=held)

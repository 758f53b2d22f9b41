"""What a learner is told of a round of captures: what each card takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scorer.families.captures import text
from scorer.families.captures.moves.capture import without
from scorer.families.captures.moves.position import OPENING, CapturePosition
from scorer.rules.game import Game
from scorer.rules.play.moves import PILE, Move, Step
from scorer.rules.play.playout import Decision, Playout
from scorer.rules.play.practice import Narrator, PracticeQuestion
from scorer.rules.prompts import Table
from scorer.rules.settlement import face_of
from scorer.texts import Text, verbatim

_TABLE, _PILE = text("table"), text("your_pile")


class CaptureNarrator(Narrator):
    """The lines that games of captures share. `game` gives the game, which is made after its narrator."""

    player = 0
    can_rest = True

    def __init__(self, game: Callable[[], Game]) -> None:
        self._game = game

    def intro(self, position: CapturePosition) -> tuple[Text, ...]:
        """What is said before the learner's first card."""
        raise NotImplementedError

    def better_card(self, step: Step) -> tuple[Text, ...]:
        """Which card of the hand would have been better than the one that the learner laid, and why."""
        raise NotImplementedError

    def stays(self, card: str) -> Text:
        """Why a card takes nothing, after its name."""
        raise NotImplementedError

    def tell_word(self, step: Step) -> tuple[Text, ...]:
        """What somebody said. Default: nothing is told."""
        del step
        return ()

    def ask_card(self, decision: Decision) -> PracticeQuestion:
        """The question which card is laid."""
        raise NotImplementedError

    def ask_word(self, decision: Decision) -> PracticeQuestion:
        """The question what is said."""
        raise NotImplementedError

    def label_word(self, decision: Decision, move: Move) -> Text:
        """What a word is called as a choice."""
        raise NotImplementedError

    def last_line(self, playout: Playout, table: Table) -> Text:
        """Why the round is over."""
        raise NotImplementedError

    def opening(self, position: CapturePosition) -> tuple[Text, ...]:
        """What is said of the deal, until the learner lays a card."""
        return self.intro(position) if position.hands[self.player] == position.setup.seat_size else ()

    def narrate(self, step: Step) -> tuple[Text, ...]:
        """What the learner's card took and what would have been better; of the others what they took in a turn."""
        move = step.move
        if move.call:
            return self.tell_word(step)
        if move.seat is None or step.before.phase == OPENING:
            return ()
        if move.seat == self.player and self._is_own(step):
            return self._tell_own(step)
        return _tell_turn(step, move.seat)

    def _is_own(self, step: Step) -> bool:
        """Whether the learner makes the move, not a partner in the same seat."""
        before = step.before
        is_over = step.move.event in ("taken", "gathered") and not before.has_begun_turn
        return bool(before.setup.player_at(self.player, before.turn - is_over) == self.player)

    def _tell_own(self, step: Step) -> tuple[Text, ...]:
        move = step.move
        if move.event not in ("laid", "taken"):
            return ()
        name = name_cards([step.card])
        if move.event == "taken":
            return (text("you_take", name=name),)
        is_drawn = move.source == PILE
        line = text("tell_own.drawn" if is_drawn else "tell_own.played", name=name, does=self._what_it_takes(step))
        return (line,) if is_drawn else (line, *self.better_card(step))

    def _what_it_takes(self, step: Step) -> Text:
        before, after = step.before, step.verdict.position
        if len(after.captures) <= len(before.captures):
            return self.stays(step.card)
        capture = after.captures[-1]
        names = name_cards(without(capture.held, (step.card,)) or capture.partners_left)
        if len(capture.partners_left) > capture.missing:
            return text("takes_one_of", names=names)
        if not names.en:
            return text("goes_to_your_pile")
        return text("takes", names=names)

    def ask(self, decision: Decision) -> PracticeQuestion:
        """Which card is laid or taken, or what is said."""
        if all(move.call for move in decision.moves):
            return self.ask_word(decision)
        if decision.moves[0].event == "taken":
            return PracticeQuestion(text("which_card_taken"))
        return self.ask_card(decision)

    def label(self, decision: Decision, move: Move) -> Text:
        """A card by its name."""
        return self.label_word(decision, move) if move.call else name_cards([move.card or ""])

    def piles(self, position: CapturePosition) -> tuple[tuple[Text, tuple[str, ...]], ...]:
        """The field and all piles, the learner's first."""
        setup = position.setup
        others = tuple(
            (verbatim(setup.name(seat)), tuple(sorted(position.pile(seat))))
            for seat in range(setup.seats)
            if seat != self.player
        )
        own = (_PILE, tuple(sorted(position.pile(self.player))))
        return ((_TABLE, tuple(sorted(position.field))), own, *others)

    def ending(self, playout: Playout, table: Table) -> tuple[tuple[Text, ...], Text, tuple[str, ...]]:
        """Why the round is over."""
        question = text("piles_counted")
        return (self.last_line(playout, table),), question, playout.hands[self.player]


def _tell_turn(step: Step, seat: int) -> tuple[Text, ...]:
    """What somebody took in a turn, hand card and stock together, once all of it is taken."""
    after = step.verdict.position
    turn = after.turn - 1
    is_over = not after.has_begun_turn and not after.open_captures and after.turns[-1][0] == seat
    if not is_over or not (step.before.open_captures or step.before.turn == turn):
        return ()
    name = after.setup.name(seat)
    taken = name_cards(sorted(card for card, when in after.piles[seat] if when == turn))
    if not taken.en:
        return (text("takes_nothing", name=name),)
    return (text("took_in_turn", name=name, taken=taken),)


def name_cards(cards: Sequence[str]) -> Text:
    """The names of cards in a sentence, "" of none."""
    return text("card_list", names=tuple(face_of(code).name for code in cards))


def conclude_after(game: Game, position: CapturePosition, move: Move) -> Mapping[str, Any]:
    """The round as it would be settled if that were the last thing that is done or said."""
    rules = game.play_rules
    return {} if rules is None else rules.conclude(rules.judge(position, move).position).round

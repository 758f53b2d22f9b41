"""A practice round: a learner plays, and the narrator speaks."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

from scorer.rules.game import Game
from scorer.rules.play.moves import Move, Policy
from scorer.rules.play.playable import Playable
from scorer.rules.play.playout import Decision, Playout, play_pack
from scorer.rules.play.practice import REST, Narrator, PracticeChoice, PracticeRound, choice_key
from scorer.rules.prompts import Table
from scorer.texts import Text


class Learner:
    """The policy of a learner who has made some choices: plays them, then leaves the next decision open.

    Once the learner lets the table play the rest, it decides as `table_policy` does.
    """

    def __init__(self, choices: Iterable[str], table_policy: Policy) -> None:
        self._choices, self._table_policy = iter(choices), table_policy
        self.is_resting = False
        self.latest: Any = None
        """The position of the learner's latest decision, None before the first."""

    def __call__(self, position: Any, hand: Sequence[str], moves: Sequence[Move]) -> Move | None:
        """The next of the choices, None when there is none or when it cannot be done."""
        if self.is_resting:
            return self._table_policy(position, hand, moves)
        choice = next(self._choices, None)
        if choice is None:
            return None
        self.latest = position
        if choice == REST.key:
            self.is_resting = True
            return self._table_policy(position, hand, moves)
        return next((move for move in moves if choice_key(move) == choice), None)


def practice_round(game: Game, pack: Sequence[str], table: Table, choices: Sequence[str]) -> PracticeRound:
    """The round once the learner has made these `choices`, keys as in `choice_key` or "rest"."""
    _, narrator = _playable(game)
    table = narrator.table(table)
    playout, learner = _play(game, pack, table, choices)
    lines = _lines(narrator, playout, learner)
    if playout.open_decision is None:
        return _finished(narrator, playout, table, lines)
    decision = playout.open_decision
    asked = narrator.ask(decision)
    offered = [
        PracticeChoice(choice_key(move), narrator.label(decision, move), "" if move.call else move.card or "")
        for move in narrator.choices(decision)
    ]
    return PracticeRound(
        narrator.hand(decision),
        narrator.piles(playout.position),
        (*lines, *asked.notes),
        asked.question,
        (*offered, *([REST] if narrator.can_rest and not _are_words(decision.moves) else ())),
        asked.odds,
        seat=narrator.seat(playout.position),
    )


def open_decision(game: Game, pack: Sequence[str], table: Table, choices: Sequence[str]) -> Decision | None:
    """What the learner must decide after these choices; None at the end."""
    _, narrator = _playable(game)
    return _play(game, pack, narrator.table(table), choices)[0].open_decision


def _are_words(moves: Sequence[Move]) -> bool:
    """Whether something has to be said: no card can be played instead."""
    return all(move.call for move in moves)


def offers_call(game: Game, pack: Sequence[str], table: Table) -> bool:
    """Whether a learner who plays as the table does has to say something in the round from this pack."""
    rules, narrator = _playable(game)
    table = narrator.table(table)
    own = narrator.player
    policies = rules.policies(table, random.Random(" ".join(pack)))  # noqa: S311  practice has no secrets

    def until_call(position: Any, hand: Sequence[str], moves: Sequence[Move]) -> Move | None:
        return None if _are_words(moves) else policies[own](position, hand, moves)

    watched = [*policies[:own], until_call, *policies[own + 1 :]]
    return play_pack(rules, pack, table, watched).open_decision is not None


def _play(game: Game, pack: Sequence[str], table: Table, choices: Sequence[str]) -> tuple[Playout, Learner]:
    rules, narrator = _playable(game)
    policies = list(rules.policies(table, random.Random(" ".join(pack))))  # noqa: S311  practice has no secrets
    learner = Learner(choices, policies[narrator.player])
    policies[narrator.player] = learner
    return play_pack(rules, pack, table, policies), learner


def _playable(game: Game) -> tuple[Playable, Narrator]:
    if game.play_rules is None or game.narrator is None:
        raise TypeError(f"{game.key} has no practice round")
    return game.play_rules, game.narrator


def _lines(narrator: Narrator, playout: Playout, learner: Learner) -> tuple[Text, ...]:
    """What was said since the learner's latest decision, its own move too; nothing of what the table plays alone."""
    opening = narrator.opening(playout.position)
    if learner.is_resting:
        return opening
    steps = playout.steps
    start = next((place for place, step in enumerate(steps) if step.before is learner.latest), 0)
    return (*opening, *(line for step in steps[start:] for line in narrator.narrate(step)))


def _finished(narrator: Narrator, playout: Playout, table: Table, lines: Sequence[Text]) -> PracticeRound:
    last, question, hand = narrator.ending(playout, table)
    return PracticeRound(
        hand,
        narrator.piles(playout.position),
        (*lines, *last),
        question,
        finished=playout.conclusion.round,
        seat=narrator.seat(playout.position),
    )

"""Drills that games of captured piles share: one away, misdealt fields."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorer.cards import KIND_NAMES
from scorer.families.captures import name, text
from scorer.families.captures.cards import BIT, CHAFF, cards_of_month, mask_of
from scorer.families.captures.months import MONTHS
from scorer.rules.game import Game, Practice
from scorer.rules.options import OptionValue
from scorer.rules.play.practice import Solution, Task
from scorer.rules.prompts import Table
from scorer.rules.results import Reason
from scorer.rules.settlement import face_of

_CHAFF_BESIDE = 3
"""Chaff that lies beside an unfinished yaku, so that the pile does not give the answer away."""
_WRONG_ANSWERS = 6
"""Wrong answers that are collected, of which a few are shown."""
_FIELD_TASKS = (None, 3, 4)
"""Fields that are asked about: as dealt, and with so many cards of one month."""


@dataclass(frozen=True, slots=True)
class AwayDrill:
    """The drill "which card makes or improves a yaku", for one game.

    `raising` gives the cards that would raise a pile (a set) under the options, `near` the reasons that name them.
    """

    raising: Callable[[int, Mapping[str, OptionValue]], Collection[str]]
    near: Callable[[int, Mapping[str, OptionValue]], Sequence[Reason]]

    def practice(self) -> Practice:
        """The drill as a game lists it."""
        return Practice("away", text("practice.away"), self._tasks, self._solve)

    def _tasks(self, game: Game, table: Table, pack: Sequence[str]) -> Iterator[Task]:
        """For every yaku a pile that lacks one card of it, with chaff beside it."""
        options = game.resolve_options(table.options)
        for each in game.classes_for(options):
            if not (each.special and each.example):
                continue
            *held, missing = each.example
            chaff = [code for code in pack if code in CHAFF and code not in each.example]
            pile = held if any(code in CHAFF for code in each.example) else [*held, *chaff[:_CHAFF_BESIDE]]
            if missing in self.raising(mask_of(pile), options):
                yield Task(tuple(sorted(pile)), _AWAY_QUESTION, {"missing": missing})

    def _solve(self, game: Game, table: Table, task: Task) -> Solution:
        """The missing card; beside it cards that add nothing."""
        options, pile = game.resolve_options(table.options), mask_of(task.cards)
        raising, missing = self.raising(pile, options), task.context["missing"]
        others = (code for code in _neighbours(missing) if code not in raising and not pile & BIT[code])
        wrong = {face_of(code).name.en: face_of(code).name for code in others}
        return Solution(
            face_of(missing).name,
            tuple(wrong.values())[:_WRONG_ANSWERS],
            tuple(reason.text for reason in self.near(pile, options)),
        )


def _neighbours(card: str) -> tuple[str, ...]:
    """The other cards of the deck, those of the months beside it first."""
    months = sorted(MONTHS, key=lambda month: (abs(month - int(card[1:3])), month))
    return tuple(code for month in months for code in cards_of_month(month) if code != card)


def misdeal_practice(field_size: Callable[[Table], int]) -> Practice:
    """The drill "is this opening field dealt again", answered by the game's own settlement of the deal."""

    def tasks(game: Game, table: Table, pack: Sequence[str]) -> Iterator[Task]:
        del game
        size, month = field_size(table), int(pack[0][1:3])
        same = [code for code in pack if int(code[1:3]) == month]
        others = [code for code in pack if int(code[1:3]) != month]
        for count in _FIELD_TASKS:
            field = pack[:size] if count is None else (*same[:count], *others[: size - count])
            yield Task(tuple(sorted(field)), _FIELD_QUESTION)

    def solve(game: Game, table: Table, task: Task) -> Solution:
        round_ = {"game": game.key, "options": dict(table.options), "seats": list(table.seats)}
        settlement = game.settle({**round_, "opening": list(task.cards)})
        right, wrong = (_AGAIN, _PLAY) if settlement.outcome == "misdeal" else (_PLAY, _AGAIN)
        return Solution(right, (wrong,), (settlement.reasons[0].text,))

    return Practice("field", text("practice.field"), tasks, solve)


_AWAY_QUESTION = text("away_question")
_FIELD_QUESTION = text("field_question")
_AGAIN, _PLAY = name("dealt_again"), name("play_begins")


def _kind_tasks(game: Game, table: Table, pack: Sequence[str]) -> Iterator[Task]:
    """Every card of a month by itself."""
    del game, table
    for code in pack:
        if face_of(code).kind in _KINDS:
            yield Task((code,), _KIND_QUESTION)


def _solve_kind(game: Game, table: Table, task: Task) -> Solution:
    """The kind of the card, and the yaku that are made of this kind alone, with what they pay."""
    face = face_of(task.cards[0])
    kind = KIND_NAMES[face.kind]
    sets = (
        each
        for each in game.classes_for(game.resolve_options(table.options))
        if each.special and each.example and all(face_of(code).kind == face.kind for code in each.example)
    )
    lines = (text("set_described", name=each.name, description=each.description) for each in sets)
    return Solution(
        kind,
        tuple(KIND_NAMES[key] for key in _KINDS if key != face.kind),
        (text("kind_of_card", face=face.name, kind=kind), *lines),
    )


_KINDS = ("bright", "animal", "ribbon", "chaff")
_KIND_QUESTION = text("kind_question")
KIND_PRACTICE = Practice("kind", text("practice.kind"), _kind_tasks, _solve_kind)
"""The drill which of the four kinds a card is, and what is made of that kind alone."""

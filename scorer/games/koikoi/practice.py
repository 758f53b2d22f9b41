"""Practice of Koi-Koi: drills, and what is said in a practice round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorer.cards import KIND_NAMES
from scorer.families.captures.call_texts import Calls
from scorer.families.captures.cards import mask_of
from scorer.families.captures.drills import AwayDrill, misdeal_practice
from scorer.families.captures.hanafuda_narrator import HanafudaNarrator
from scorer.families.captures.moves.position import CapturePosition
from scorer.families.captures.reasons import near_reasons
from scorer.games.koikoi.odds import PileSituation, rising_faces
from scorer.games.koikoi.settlement import DEALT_CARDS, pile_value
from scorer.games.koikoi.texts import name, text
from scorer.games.koikoi.yaku import classes_under, yaku_rules
from scorer.rules.game import Game, Practice
from scorer.rules.options import OptionValue
from scorer.rules.play.practice import Solution, Task
from scorer.rules.prompts import Table
from scorer.rules.results import Reason
from scorer.rules.settlement import face_of
from scorer.texts import Name, Text

_FIELD_SIZE = 6
"""Cards on the field when going on is asked about: about what lies there in the middle of a round."""
_WRONG_ANSWERS = 6
"""Wrong answers that are collected, of which a few are shown."""


def _raising(pile: int, options: Mapping[str, OptionValue]) -> set[str]:
    by_gain = rising_faces(PileSituation(pile), yaku_rules(options))
    return {code for faces in by_gain.values() for code in faces}


def _near(pile: int, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    rules = yaku_rules(options)
    return tuple(near_reasons(rules.statuses(pile, 0), rules.count(pile)))


def _kind_tasks(game: Game, table: Table, pack: Sequence[str]) -> Iterator[Task]:
    """Every card by itself."""
    del game, table
    for code in pack:
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


def _call_tasks(game: Game, table: Table, pack: Sequence[str]) -> Iterator[Task]:
    """A pile with a yaku, a field as it may lie, and the question how many unseen cards would raise it."""
    for each in classes_under(game.resolve_options(table.options)):
        if each.special and each.example:
            field = [code for code in pack if code not in each.example][:_FIELD_SIZE]
            question = text("call_question", each=each.name)
            yield Task(each.example, question, {"field": tuple(field)}, ((text("field"), tuple(field)),))


def _solve_call(game: Game, table: Table, task: Task) -> Solution:
    """The count by the rules, what shobu pays now and what one more step would pay; no advice."""
    options = game.resolve_options(table.options)
    rules, field = yaku_rules(options), mask_of(task.context["field"])
    situation = PileSituation(mask_of(task.cards), 0, field, 0, 1, bool(options["seven_double"]))
    by_gain, unseen = rising_faces(situation, rules), situation.unseen.bit_count()
    right = sum(map(len, by_gain.values()))
    base = pile_value(0, situation.pile, rules).total or 0
    lines = [text("rising_cards", right=right, unseen=unseen, points=situation.points(base))]
    for gain, faces in by_gain.items():
        names = list(dict.fromkeys(face_of(code).name for code in faces))
        then = situation.points(base + gain)
        lines.append(text("then_with", then=then, names=tuple(names)))
    wrong = [count for step in range(1, _WRONG_ANSWERS) for count in (right + step, right - step) if count >= 0]
    return Solution(_count_name(right), tuple(map(_count_name, wrong))[:_WRONG_ANSWERS], tuple(lines))


def _count_name(count: int) -> Name:
    return name("count", count=count)


_KINDS = ("bright", "animal", "ribbon", "chaff")
_KIND_QUESTION = text("kind_question")

KIND_PRACTICE = Practice("kind", text("practice.kind"), _kind_tasks, _solve_kind)
AWAY_PRACTICE = AwayDrill(_raising, _near).practice()
FIELD_PRACTICE = misdeal_practice(lambda _: DEALT_CARDS)
CALL_PRACTICE = Practice("call", text("practice.call"), _call_tasks, _solve_call)


class KoiKoiNarrator(HanafudaNarrator):
    """The lines of a practice round of Koi-Koi."""

    points_pay = False

    def calls(self, position: CapturePosition) -> Calls:
        """Shobu or koi-koi (koikoi 2.6)."""
        return Calls(text("calls.shobu"), text("prompts.calls.label"), _risk(position.setup.options))

    def known(self, position: CapturePosition) -> Mapping[str, Any]:
        """The month, whose cards may be a yaku (koikoi 3)."""
        return {"month": position.setup.table.extra.get("month")}


def _risk(options: Mapping[str, OptionValue]) -> Text:
    """What koi-koi may cost: the other ends the round, and the call multiplies it (koikoi 2.6, 2.7, 4.2)."""
    return text(f"risk.{options['call_multiplier']}", exhausted=text(f"exhausted.{options['exhausted']}"))

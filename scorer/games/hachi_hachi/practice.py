"""Practice of Hachi-Hachi: drills, and lines of a practice round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scorer.families.captures.call_texts import Calls
from scorer.families.captures.cards import BIT, CARDS, CHAFF, mask_of
from scorer.families.captures.hanafuda_narrator import HanafudaNarrator
from scorer.families.captures.moves.hanafuda import SHOW
from scorer.families.captures.moves.position import CapturePosition
from scorer.families.captures.reasons import near_reasons
from scorer.families.captures.yaku import find_yaku, yaku_status
from scorer.games.hachi_hachi.hands import FIELD_SIZE, PILE, classes_in_force
from scorer.games.hachi_hachi.odds import rising_cards
from scorer.games.hachi_hachi.texts import name, text
from scorer.games.hachi_hachi.yaku import (
    HAND_SIZE,
    MULTIPLIER_BY_BRIGHT,
    TEYAKU_BY_KEY,
    count_kan,
    field_reason,
    field_state,
    read_hand,
    teyaku_kan,
    yaku_table,
)
from scorer.rules.game import Game, Practice
from scorer.rules.hand_class import HandClass
from scorer.rules.options import OptionValue
from scorer.rules.play.moves import Move, Step
from scorer.rules.play.playout import Decision
from scorer.rules.play.practice import PracticeQuestion, Solution, Task
from scorer.rules.prompts import Table
from scorer.rules.settlement import face_of
from scorer.texts import Name, Text

_CHAFF_BESIDE = 3
"""Chaff that lies beside an unfinished set, so that the pile does not give the answer away."""
_WRONG_ANSWERS = 6
"""Wrong answers that are collected, of which a few are shown."""


def _field_tasks(game: Game, table: Table, pack: Sequence[str]) -> Iterator[Task]:
    """A field as dealt, fields with one bright and with two, and one with four cards of a month."""
    del game, table
    brights = [code for code in pack if code in MULTIPLIER_BY_BRIGHT]
    plain = [code for code in pack if code not in MULTIPLIER_BY_BRIGHT]
    month = plain[0][:3]
    whole = [code for code in CARDS if code.startswith(month)]
    others = [code for code in plain if not code.startswith(month)]
    for field in (pack[:6], (brights[0], *others[:5]), (*brights[:2], *others[:4]), (*whole, *others[:2])):
        yield Task(tuple(sorted(field[:FIELD_SIZE])), _FIELD_QUESTION)


def _solve_field(game: Game, table: Table, task: Task) -> Solution:
    """The rules' answer on the field, when no multiplier waits from earlier rounds."""
    seats = list(table.seats)
    settlement = game.settle(
        {"game": game.key, "options": dict(table.options), "seats": seats, "opening": list(task.cards)}
    )
    is_misdeal = settlement.outcome == "misdeal"
    right = _MISDEAL if is_misdeal else _times(settlement.extra["multiplier"])
    others = (*map(_times, (1, 2, 4, 8)), _MISDEAL)
    explanation = tuple(reason.text for reason in settlement.reasons if reason.code in ("misdeal", "field"))
    return Solution(right, tuple(name for name in others if name != right), explanation)


def _times(multiplier: int) -> Name:
    return name("times", multiplier=multiplier)


def _sets(game: Game, table: Table) -> Iterator[HandClass]:
    """The dekiyaku in force that cards show."""
    for each in classes_in_force(game.resolve_options(table.options)):
        if each.roles == (PILE,):
            yield each


def _away_tasks(game: Game, table: Table, pack: Sequence[str]) -> Iterator[Task]:
    """For every dekiyaku a pile that lacks one card of it, with chaff beside it."""
    chaff = [code for code in pack if code in CHAFF][:_CHAFF_BESIDE]
    for each in _sets(game, table):
        *held, missing = each.example
        yield Task(tuple(sorted((*held, *chaff))), _AWAY_QUESTION, {"missing": missing})


def _solve_away(game: Game, table: Table, task: Task) -> Solution:
    """The card that makes the set; beside it cards that make none."""
    options, pile = game.resolve_options(table.options), mask_of(task.cards)
    unseen = mask_of(CARDS) & ~pile
    raising = {code for faces in rising_cards(pile, 0, None, unseen, options).values() for code in faces}
    missing = task.context["missing"]
    wrong = [code for code in _neighbours(missing) if code not in raising and not pile & BIT[code]]
    sets = yaku_table(options)
    lines = near_reasons([yaku_status(yaku, pile, 0) for yaku in sets], find_yaku(sets, pile))
    names = {face_of(code).name.en: face_of(code).name for code in wrong}
    return Solution(
        face_of(missing).name, tuple(names.values())[:_WRONG_ANSWERS], tuple(reason.text for reason in lines)
    )


def _neighbours(card: str) -> list[str]:
    """The other cards of the pack, the nearest first."""
    place = CARDS.index(card)
    return sorted((code for code in CARDS if code != card), key=lambda code: abs(CARDS.index(code) - place))


def _sage_tasks(game: Game, table: Table, pack: Sequence[str]) -> Iterator[Task]:
    """A pile with a dekiyaku, a field as it may lie, and the question how many unseen cards would improve it."""
    for each in _sets(game, table):
        field = [code for code in pack if code not in each.example][:FIELD_SIZE]
        names = tuple(face_of(code).name for code in field)
        question = text("sage_question", each=each.name, names=names)
        yield Task(each.example, question, {"field": tuple(field)})


def _solve_sage(game: Game, table: Table, task: Task) -> Solution:
    """The count by the rules, and what is paid now; no advice."""
    options, pile, field = game.resolve_options(table.options), mask_of(task.cards), mask_of(task.context["field"])
    unseen = mask_of(CARDS) & ~pile & ~field
    by_gain = rising_cards(pile, 0, field, unseen, options)
    right, kan, count = sum(map(len, by_gain.values())), count_kan(pile, options), unseen.bit_count()
    lines = [text("rising_cards", right=right, count=count, kan=kan)]
    for gain, faces in by_gain.items():
        names = list(dict.fromkeys(face_of(code).name for code in faces))
        lines.append(text("then_with", gain=gain, names=tuple(names)))
    wrong = [number for step in range(1, _WRONG_ANSWERS) for number in (right + step, right - step) if number >= 0]
    return Solution(_count_name(right), tuple(map(_count_name, wrong))[:_WRONG_ANSWERS], tuple(lines))


def _count_name(count: int) -> Name:
    return name("count", count=count)


_FIELD_QUESTION = text("field_question")
_MISDEAL = name("misdeal")
_AWAY_QUESTION = text("away_question")
PRACTICE = (
    Practice("field", text("practice.field"), _field_tasks, _solve_field),
    Practice("away", text("practice.away"), _away_tasks, _solve_away),
    Practice("sage", text("practice.sage"), _sage_tasks, _solve_sage),
)


class HachiHachiNarrator(HanafudaNarrator):
    """The lines of a practice round of Hachi-Hachi."""

    def calls(self, position: CapturePosition) -> Calls:
        """Shobu or sage, which may be cancelled later (hachi-hachi 2.5)."""
        cancel = text("cancel_word")
        return Calls(text("shobu"), text("prompts.calls.label"), _risk(position.setup.options), cancel)

    def dealt(self, position: CapturePosition) -> tuple[Text, ...]:
        """What the field multiplies (hachi-hachi 2.3)."""
        setup = position.setup
        field = field_state(position.opening, setup.table.extra.get("waiting_fields", ()), setup.options)
        told = field_reason(field).text
        return (text("dealt", told=told),)

    def ask_card(self, decision: Decision) -> PracticeQuestion:
        """Which card is laid; before the first one also which teyaku the hand holds (hachi-hachi 3)."""
        asked = super().ask_card(decision)
        if len(decision.hand) < HAND_SIZE or decision.position.has_said(self.player, SHOW):
            return asked
        lines = tuple(_teyaku_lines(decision.hand, "held", "", decision.position.setup.options))
        none = (text("shown.none"),)
        return PracticeQuestion(asked.question, (*(lines or none), *asked.notes), asked.odds)

    def label_word(self, decision: Decision, move: Move) -> Text:
        """Showing teyaku by its name."""
        if move.call != SHOW:
            return super().label_word(decision, move)
        names = tuple(TEYAKU_BY_KEY[key].name for key in read_hand(decision.hand).keys)
        return text("show_hand", teyaku=names)

    def tell_word(self, step: Step) -> tuple[Text, ...]:
        """Which teyaku somebody shows; else as in all games."""
        position, seat = step.before, step.move.seat or 0
        if step.move.call != SHOW:
            return super().tell_word(step)
        name = position.setup.name(seat)
        key = "own" if seat == self.player else "other"
        return tuple(_teyaku_lines(step.hand, key, name, position.setup.options))


def _teyaku_lines(hand: Sequence[str], key: str, name: str, options: Mapping[str, OptionValue]) -> Iterator[Text]:
    for teyaku in (TEYAKU_BY_KEY[key] for key in read_hand(hand).keys):
        kan, makes = teyaku_kan(teyaku.key, options), teyaku.makes
        yield text(f"shown.{key}", name=name, teyaku=teyaku.name, makes=makes, kan=kan)


def _risk(options: Mapping[str, OptionValue]) -> Text:
    """What sage may cost (hachi-hachi 5.1): another's shobu, for both where that is agreed, or half at the end."""
    return text("risk.for_both" if options["sage_pays"] else "risk.own")

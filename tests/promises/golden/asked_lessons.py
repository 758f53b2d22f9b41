"""What every game teaches."""

from __future__ import annotations

import random
from contextlib import suppress
from zlib import crc32

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.rules.game import Game
from scorer.session.samples import sample_session
from scorer.teaching.cheatsheet import cheat_sheet
from scorer.teaching.drills import generate_questions
from scorer.teaching.hand_explainer import explain_hand
from scorer.teaching.played_round import MAX_CHOICES, is_playable, play_practice
from tests.promises.golden.answer_json import (
    Answers,
    answer_of,
    sessions,
    to_line,
)


def lessons(rules: Game) -> Answers:
    """The cheat sheet, questions of the drills, hands explained, and a practice round."""
    deck = rules.decks[0]
    table = sample_session(rules, deck=deck).table()
    pack = list(rules.pack(decks()[deck], table.options))
    random.Random(rules.key).shuffle(pack)
    yield from ((f"sheet {name}", part) for name, part in cheat_sheet(rules, {}, deck).as_json().items())
    yield "sheets", dict(_sheets(rules))
    own = {each.key for each in rules.practice}
    questions = generate_questions(rules, [pack])
    for drill in dict.fromkeys(each.drill for each in questions):
        asked = [each.as_json() for each in questions if each.drill == drill]
        for each in asked[: 6 if drill in own else 2]:
            yield f"question {each.pop('key')}", each
    round_ = rules.simulate_round(pack, table)
    answers = {ask.path: ask.answer_in(round_) for ask in rules.prompts(table)}
    notes = rules.seat_notes(table, {path: answer for path, answer in answers.items() if answer is not None})
    yield "notes", {str(seat): [line.as_json() for line in lines] for seat, lines in notes.items()}
    example = next((each for each in rules.classes if len(each.example) > 1), None)
    if example is not None:
        role = (example.roles or tuple(role for role, _ in rules.roles) or ("",))[0]
        yield (
            "hand explained",
            answer_of(lambda cards: explain_hand(rules, cards, (), role).as_json(), example.example[:-1]),
        )
    if is_playable(rules):
        yield from _practice_rounds(rules, deck)


def _sheets(rules: Game) -> Answers:
    """A checksum of the cheat sheet, of what each hand is worth there, and for whom, under each house rule."""
    known: set[str] = set()
    for what, session in sessions(rules):
        with suppress(Refusal):  # not every house rule goes with every deck
            classes = [(each.key, each.roles) for each in rules.classes_for(session.options)]
            sheet = cheat_sheet(rules, session.options, session.deck).as_json()
            line = f"{crc32(to_line('', '', [sheet, classes]).encode()):08x}"
            if line not in known:
                known.add(line)
                yield what, line


def _practice_rounds(rules: Game, deck: str) -> Answers:
    """Rounds played against the table: with the first choice each time, with the second, with the last."""
    for seed, wanted in enumerate((0, 1, -1)):
        choices: list[str] = []
        while True:
            now = play_practice(rules, seed, choices, deck)
            offered = [each["key"] for each in now["choices"]]
            if not choices or not offered or len(choices) in (2, MAX_CHOICES):
                yield f"practice {seed} {' '.join(choices)}", now
            if not offered or len(choices) == MAX_CHOICES:
                break
            choices.append(offered[min(wanted, len(offered) - 1)])

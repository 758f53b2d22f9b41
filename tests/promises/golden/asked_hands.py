"""Hands that every game is asked about, and what it asks itself."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any
from zlib import crc32

from scorer.api import odds_json, value_json
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.rules.game import Game
from scorer.rules.input.known_fields import ODDS_FIELDS, VALUE_FIELDS
from scorer.session.corrections import extract_answers
from scorer.session.events import EveningOpened
from scorer.session.reducer import replay
from tests.promises.golden.answer_json import (
    Answers,
    answer_of,
    asdict_flat,
    sessions,
    to_line,
)
from tests.promises.golden.asked_evenings import random_opening
from tests.support.judged_rounds import decks_for
from tests.support.sample_evenings import simulate_round_at

_MOST_CARDS = 8
"""Cards of the largest hand that is made up to be valued."""
_MANY = 40
"""Hands by random house rules of each game."""
_KNOWN = {"seen": 6, "field": 8, "hand": 8, "dealer": 3, "opening": 8}
"""What one may know of the table besides a hand, and the most cards of it."""


def hands(rules: Game) -> Answers:
    """What hands are worth: the example of each class, others by chance, each in every role."""
    rng = random.Random(rules.key)
    roles = [role for role, _ in rules.roles] or [""]
    for each in rules.classes:
        for role in (each.roles or roles) if each.example else ():
            asked = {"game": rules.key, "cards": list(each.example), "role": role, "options": dict(each.options)}
            yield f"{each.key} {role}", answer_of(value_json, asked)
    for number in range(40):
        deck = decks_for(rules, {})[number % len(decks_for(rules, {}))]
        pack = rules.pack(decks()[deck], rules.resolve_options({}))
        size = rng.choice([len(each.example) for each in rules.classes if each.example] or [_MOST_CARDS])
        asked = {"game": rules.key, "cards": rng.sample(pack, max(size, 1)), "role": rng.choice(roles)}
        yield f"{' '.join(asked['cards'])} {asked['role']}", answer_of(value_json, asked)


def odds(rules: Game) -> Answers:
    """The odds of hands by chance, and what cannot be counted."""
    rng = random.Random(rules.key)
    roles = [role for role, _ in rules.roles] or [""]
    for number in range(16):
        deck = decks_for(rules, {})[number % len(decks_for(rules, {}))]
        pack = rules.pack(decks()[deck], rules.resolve_options({}))
        cards, seen = rng.sample(pack, 1 + number % 4), rng.sample(pack, 3 * (number % 3))
        seen = [code for code in seen if code not in cards]
        asked = {"game": rules.key, "cards": cards, "seen": seen, "role": rng.choice(roles)}
        yield f"{' '.join(cards)} / {' '.join(seen)} {asked['role']}", _in_brief(answer_of(odds_json, asked))


def many_hands(rules: Game) -> Answers:
    """Hands by random house rules, with what one may know of the table: checksums of their values and odds."""
    sizes = sorted({1, 2, 3, 4, *(len(each.example) for each in rules.classes if each.example)})
    for number in range(_MANY):
        rng = random.Random(f"{rules.key} hands {number}")
        opened = random_opening(rules, rng)
        with suppress(Refusal):  # not every house rule goes with every other
            pack = list(rules.pack(decks()[opened.deck], rules.resolve_options(opened.options)))
            rng.shuffle(pack)
            asked: dict[str, Any] = {"game": rules.key, "options": dict(opened.options), "month": rng.randint(1, 12)}
            asked |= {"role": rng.choice([role for role, _ in rules.roles] or [""]), "players": rng.randint(2, 4)}
            asked |= {"seat": rng.randint(0, 1), "calls": rng.choices((0, 1), k=rng.randint(0, 3))}
            asked["cards"] = [pack.pop() for _ in range(min(rng.choice(sizes), len(pack)))]
            for name, most in _KNOWN.items():
                if rng.random() < 0.5:
                    asked[name] = [pack.pop() for _ in range(min(rng.randint(0, most), len(pack)))]
            if rng.random() < 0.3:
                asked["aim"] = rng.randint(0, 9)
            replies = [
                answer_of(value_json, _of_these(asked, (*VALUE_FIELDS, *rules.value_fields))),
                answer_of(odds_json, _of_these(asked, (*ODDS_FIELDS, *rules.odds_fields))),
                *_said_of_draft(rules, opened, number),
            ]
            yield f"{number}", f"{crc32(to_line('', '', replies).encode()):08x}"


def _of_these(asked: Mapping[str, Any], fields: Sequence[str]) -> dict[str, Any]:
    return {name: value for name, value in asked.items() if name in fields}


def wrong_hands(rules: Game) -> Answers:
    """What a game refuses of hands by itself. Some of it the door for JSON does not let through."""
    pack = rules.pack(decks()[rules.decks[0]], rules.resolve_options({}))
    role = rules.roles[0][0] if rules.roles else ""

    def odds_of(cards: Any, seen: Any = (), aim: int | None = None) -> Any:
        return _in_brief(answer_of(lambda hand: rules.odds(hand, seen, role, {}, aim).as_json(), cards))

    wrong: dict[str, Any] = {"no list": "none", "no card": ["zz"], "no code": [1], "no deck": ["h01-1", "AS", "d01"]}
    for what, cards in {**wrong, "one nine times": [pack[0]] * 9, "all": list(pack), "none": []}.items():
        yield f"value of {what}", answer_of(lambda hand: rules.value(hand, role, {}).as_json(), cards)
        yield f"odds of {what}", odds_of(cards)
        yield from ((f"odds of {count} beside {what}", odds_of(pack[-count:], cards)) for count in (2, 3))
    yield from ((f"odds to draw for {aim}", odds_of(pack[-2:], aim=aim)) for aim in (-1, 99))


def _said_of_draft(rules: Game, opened: EveningOpened, seed: int) -> list[Any]:
    """The worth of hands, and the notes at seats, in a round of which all but one answer are there."""
    session = replay([opened])
    if not session.is_playable:
        return []
    table = session.table()
    round_ = simulate_round_at(session, table, seed)
    answers = extract_answers(round_, rules.prompts(table))
    answers.pop(random.Random(seed).choice([*answers, ""]), None)
    values, notes = rules.hand_values(table, answers), rules.seat_notes(table, answers)
    return [{seat: value.as_json() for seat, value in values.items()}, notes]


def _in_brief(odds_: Mapping[str, Any]) -> Any:
    """Odds with a line for each chance, without what another field says too; a refusal as it is."""
    if "error" in odds_:
        return odds_
    chances = {}
    for section in odds_["sections"]:
        lines = []
        for line in section["lines"]:
            faces = " ".join(f"{code}×{copies}" for code, copies in line.get("faces", {"-": 1}).items())
            lines.append(f"{line['key']} {line['says']['en']}: {line['chance']} {faces}")
        chances[f"{section['key']} {section['title']['en']} {section.get('average', '')}"] = lines
    return {"unseen": odds_["unseen"], **chances}


def prompts(rules: Game) -> Answers:
    """What the table is asked, who sits where and what each may do, under each house rule that asks otherwise."""
    known: set[str] = set()
    for which, session in sessions(rules):
        table = session.table()
        places = sorted({0, len(table.seats) - 1})
        asked = {
            prompt.path: _without_usual(prompt) for prompt in rules.prompts(table) if prompt.seat in (None, *places)
        }
        answers = {f"prompt {path}": prompt for path, prompt in asked.items()}
        answers |= {f"advice {seat}": [line.as_json() for line in rules.advice(table, seat)] for seat in places}
        answers |= {f"place {seat}": rules.place_of(table, seat) for seat in places}
        for what, answer in answers.items():
            line = to_line("", "", answer)
            if what + line not in known:
                known.add(what + line)
                yield f"{which} {what}", answer


def _without_usual(prompt: Any) -> dict[str, Any]:
    """The fields of a prompt that are not as usual."""
    usual = replace(prompt, **{name: getattr(type(prompt)("", prompt.kind, prompt.label), name) for name in _PROMPT})
    return {name: value for name, value in asdict_flat(prompt).items() if value != getattr(usual, name, None)}


_PROMPT = ("help", "seat", "minimum", "maximum", "ordered", "values", "value_labels", "default", "optional")

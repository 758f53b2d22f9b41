"""Rounds that every game is asked to settle: of the rule books, by chance, and with one thing wrong."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from zlib import crc32

from scorer.api import settle_json
from scorer.errors import Refusal
from scorer.notation import read_round, write_round
from scorer.rules.game import Game
from scorer.session.round_cards import ShownCards, round_cards
from scorer.session.samples import sample_session
from tests.promises.golden.answer_json import (
    Answers,
    answer_of,
    join_by_first,
    sessions,
    to_line,
)
from tests.support.sample_evenings import simulate_round_at

ROUNDS = Path(__file__).parent / "rounds"
_OF_THE_TABLE = {"game", "options", "seats", "stones", "rounds_left"}
_CARDS = {"hands", "piles"}
"""Answers of a round with most of its cards. Where it has others only these are changed."""
_OTHERS = 16
"""Changes of each round, besides that each answer is left out."""


def golden_rounds(rules: Game) -> Answers:
    """The rounds of the rule books, settled. Their own tests look only at the fields that the book names."""
    for path in sorted(ROUNDS.glob(f"{rules.key}-*.txt")):
        round_ = read_round(path.read_text(encoding="utf-8").splitlines()[1])
        if round_["game"] == rules.key:
            settled = answer_of(settle_json, round_)
            yield path.stem, settled
            if "error" not in settled and (shown := round_cards(rules, round_, settled)):
                yield f"cards of {path.stem}", [_counted(part) for part in shown]
            yield f"changed {path.stem}", _settled_otherwise(round_, random.Random(path.stem))


def _counted(part: ShownCards) -> str:
    """The cards that are shown of a round, those that did not count in brackets, and the cards of each yaku."""
    cards = [code if counts else f"({code})" for code, counts in zip(part.cards, part.counted, strict=True)]
    return " ".join([f"{part.seat}:", *cards, *(f"{yaku}={','.join(made)}" for yaku, made in part.yaku.items())])


def random_rounds(rules: Game) -> Answers:
    """A round under each house rule, and one with each deck and number of seats, as played, as settled, and changed."""
    known: set[str] = set()
    for what, session in sessions(rules):
        with suppress(Refusal):  # not every house rule goes with every deck
            round_ = simulate_round_at(session, session.table(), len(known) % 3)
            settled = answer_of(settle_json, round_)
            changed = _settled_otherwise(round_, random.Random(len(known)))
            if (line := to_line("", "", settled)) not in known:
                yield what, {"round": write_round(round_), "settled": settled, "changed": changed}
            elif changed not in known:
                yield what, {"changed": changed}
            known |= {line, changed}


def _settled_otherwise(round_: dict[str, Any], rng: random.Random) -> str:
    """A checksum of what is said of a round in which one answer is left out, or is another, picked by chance.

    It is the last round of pairs, too: few rounds are.
    """
    answers = {name: value for name, value in round_.items() if name not in _OF_THE_TABLE}
    places = {name: value for name, value in answers.items() if name not in _CARDS} or answers
    others = [other for _, _, other in _changed_rounds(places)]
    rest = {name: value for name, value in round_.items() if name not in places}
    others = rng.sample(others, min(_OTHERS, len(others)))
    others += [{name: value for name, value in places.items() if name != left_out} for left_out in places]
    others.append({**places, "seats": [f"{name} & {name}2" for name in round_["seats"]], "rounds_left": 1})
    replies = [answer_of(settle_json, rest | other) for other in others]
    return f"{crc32(to_line('', '', replies).encode()):08x}"


def refusals(rules: Game) -> Answers:
    """What is said of rounds in which one thing is wrong, at each place where any of them has something.

    What settles all the same says only who wins how much, and of rounds after the first two nothing.
    """
    asked, refused = set[tuple[str, str]](), set[str]()
    for number, (source, round_) in enumerate(_rounds_to_change(rules)):
        answered: dict[str, list[tuple[str, str]]] = {}
        for where, wrong, changed in _changed_rounds(round_):
            if number > 1 and (where, wrong) in asked:
                continue
            asked.add((where, wrong))
            answer = answer_of(settle_json, {"game": rules.key, **changed})
            shown = answer if "error" in answer else {"net": answer["net"], "outcome": answer["outcome"]}
            line = to_line("", "", shown)
            if number < 2 or ("error" in answer and line not in refused):
                refused.add(line)
                answered.setdefault(line, []).append((where, wrong))
        for line, changes in answered.items():
            yield f"{source}: {join_by_first(changes)}", json.loads(line)[2]


def _rounds_to_change(rules: Game) -> Iterator[tuple[str, dict[str, Any]]]:
    """A round as it is played, those of the rule books, the longest first, and one under each house rule."""
    session = sample_session(rules)
    yield "simulated", simulate_round_at(session, session.table(), 1)
    paths = sorted(ROUNDS.glob(f"{rules.key}-*.txt"), key=lambda path: (-path.stat().st_size, path.name))
    for number, path in enumerate(paths):
        round_ = read_round(path.read_text("utf-8").splitlines()[1])
        if round_["game"] == rules.key:
            yield path.stem if number else "golden", round_
    for number, (what, each) in enumerate(sessions(rules)):
        with suppress(Refusal):  # not every house rule goes with every deck
            yield what, simulate_round_at(each, each.table(), number)


def _changed_rounds(value: Any, path: str = "") -> Iterator[tuple[str, str, Any]]:
    """JSON with one thing changed, all the ways: where, to what, and the whole."""
    for wrong in (None, "x", -1, 10**13, True, []):
        if path and wrong != value:
            yield path, json.dumps(wrong), wrong
    if type(value) is int:
        yield from ((path, str(other), other) for other in (0, value - 1, value + 1))
    if isinstance(value, dict):
        for key, inner in value.items():
            yield f"{path}.{key}", "left out", {name: each for name, each in value.items() if name != key}
            if key != "game":
                changes = _changed_rounds(inner, f"{path}.{key}")
                yield from ((where, wrong, {**value, key: other}) for where, wrong, other in changes)
    if isinstance(value, list) and value:
        yield path, "one less", value[:-1]
        yield path, "one twice", [*value, value[0]]
        for place in (0,) if isinstance(value[0], str) else sorted({0, len(value) - 1}):
            for where, wrong, other in _changed_rounds(value[place], f"{path}.{place}"):
                yield where, wrong, [*value[:place], other, *value[place + 1 :]]

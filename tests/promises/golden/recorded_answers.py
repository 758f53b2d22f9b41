"""What every game answers, in full, as it is recorded in `answers/`.

`python -m tests.promises.golden.recorded_answers` records anew and prints what changed. A change there is a change for
users: it belongs into the commit that makes it, and into its changelog line.

A line is one answer: `[kind, question, answer]`. Texts stand as "English | Japanese". Where many questions have few
answers (what is wrong with a round, with a move), a line has one answer and all questions that get it.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from unittest.mock import patch

from scorer.games import game, games
from scorer.rules.game import Game
from scorer.texts import LANGUAGES
from tests.promises.golden.answer_json import Answers, to_line
from tests.promises.golden.asked_evenings import evening, many_evenings
from tests.promises.golden.asked_hands import hands, many_hands, odds, prompts, wrong_hands
from tests.promises.golden.asked_lessons import lessons
from tests.promises.golden.asked_moves import (
    accounts,
    films,
    followed,
    many_moves,
    moves,
    simulated_play,
    swapped_tables,
)
from tests.promises.golden.asked_rounds import golden_rounds, random_rounds, refusals

ANSWERS = Path(__file__).parent / "answers"


KINDS: Mapping[str, Callable[[Game], Answers]] = {
    "golden": golden_rounds,
    "round": random_rounds,
    "evenings": many_evenings,
    "refusal": refusals,
    "hand": hands,
    "odds": odds,
    "hands": many_hands,
    "wrong": wrong_hands,
    "prompts": prompts,
    "evening": evening,
    "move": moves,
    "moves": many_moves,
    "play": simulated_play,
    "followed": followed,
    "account": accounts,
    "films": films,
    "swapped": swapped_tables,
    "lesson": lessons,
}
"""The kinds of answers, those first that take the least time for what they find."""


def answers_now(key: str, kind: str) -> list[str]:
    """The lines of a game as it answers now, in English and Japanese: further languages may be worded anew any day."""
    with patch.dict(LANGUAGES, {"en": "English", "ja": "日本語"}, clear=True):
        return [to_line(kind, question, answer) for question, answer in KINDS[kind](game(key))]


def recorded(key: str, kind: str) -> list[str]:
    """The lines of a game as they are recorded."""
    path = ANSWERS / f"{key}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [line for line in lines if line.startswith(f'["{kind}",')]


def differences(before: Sequence[str], now: Sequence[str]) -> Iterator[str]:
    """What changed, answer by answer, each answer over several lines."""
    old, new = _by_question(before), _by_question(now)
    for question in dict.fromkeys((*old, *new)):
        yield from difflib.unified_diff(
            old.get(question, []), new.get(question, []), question, question, n=1, lineterm=""
        )


def _by_question(lines: Iterable[str]) -> dict[str, list[str]]:
    answers = {}
    for line in lines:
        kind, question, answer = json.loads(line)
        answers[f"{kind} {question}"] = json.dumps(answer, ensure_ascii=False, indent=1).splitlines()
    return answers


def main() -> None:
    """Record all answers anew, and print what changed."""
    for key in sorted(games()):
        lines = []
        for kind in KINDS:
            now = answers_now(key, kind)
            print(*(f"{key} {line}" for line in differences(recorded(key, kind), now)), sep="\n", end="")
            lines += now
        (ANSWERS / f"{key}.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()

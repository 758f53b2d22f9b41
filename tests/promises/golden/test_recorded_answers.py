"""Every game answers as it is recorded, to the letter."""

from itertools import islice

import pytest

from scorer.games import games
from tests.promises.golden.recorded_answers import ANSWERS, KINDS, answers_now, differences, recorded

RENEW = "python -m tests.promises.golden.recorded_answers records what is meant, and prints what changed"
LONG = {("hachi-hachi", "swapped"), ("hana-awase", "swapped"), ("koikoi", "swapped")}
"""Answers that take about a second each, and for which Kujuroku stands."""
LONG_KINDS = {"films", "account", "play"}
"""More rounds of the same kinds as "followed" and "moves", of which the gate looks at some."""
ASKED = [
    pytest.param(key, kind, marks=pytest.mark.long if kind in LONG_KINDS or (key, kind) in LONG else ())
    for key in sorted(games())
    for kind in KINDS
]


@pytest.mark.parametrize(("key", "kind"), ASKED)
def test_answers_are_as_recorded(key: str, kind: str) -> None:
    before, now = recorded(key, kind), answers_now(key, kind)
    assert before == now, "\n".join([*islice(differences(before, now), 60), RENEW])


def test_every_recorded_answer_is_asked_for() -> None:
    for path in ANSWERS.glob("*.jsonl"):
        count = len(path.read_text(encoding="utf-8").splitlines())
        assert count == sum(len(recorded(path.stem, kind)) for kind in KINDS)
    assert {path.stem for path in ANSWERS.glob("*.jsonl")} == set(games())

"""Figures of followed rounds: events matched, rounds exact, delays."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorer.decks import decks

TOLERANCE_S = 2.0
"""Seconds by which the time of an event may be off."""

Event = Mapping[str, Any]
"""An event as `fudayomi follow` prints it: t, event, seat, card."""


@dataclass
class FollowFigures:
    """What was counted over some films. `delays_s`: from the truth's time to the frame at which it was announced.

    `frames`, `cpu_s`: of the films whose pictures were read.
    """

    films: int = 0
    matched: int = 0
    announced: int = 0
    true: int = 0
    exact: int = 0
    after_one: int = 0
    sure: int = 0
    silent: int = 0
    frames: int = 0
    cpu_s: float = 0.0
    delays_s: list[float] = field(default_factory=list)

    def add(self, other: FollowFigures) -> None:
        """Count those of another set of films, too."""
        for name in (
            "films",
            "matched",
            "announced",
            "true",
            "exact",
            "after_one",
            "sure",
            "silent",
            "frames",
            "cpu_s",
        ):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.delays_s += other.delays_s

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall, 0..1."""
        return 2 * self.matched / max(1, self.announced + self.true)

    def as_json(self) -> dict[str, Any]:
        """The figures: shares 0..1, seconds, and the share of a processor core at five frames a second."""
        precision, recall = self.matched / max(1, self.announced), self.matched / max(1, self.true)
        films = max(1, self.films)
        return {
            "films": self.films,
            "events": self.true,
            "precision": round(precision, 3),
            "recall": round(recall, 3),
            "f1": round(self.f1, 3),
            "exact": round(self.exact / films, 3),
            "after_one": round(self.after_one / films, 3),
            "sure": round(self.sure / films, 3),
            "silent": self.silent,
            "delay_s": round(statistics.median(self.delays_s), 2) if self.delays_s else None,
            "core": round(5 * self.cpu_s / self.frames, 3) if self.frames else None,
        }


def match_events(
    announced: Sequence[tuple[float, Event]], truth: Sequence[Event], kind: str
) -> tuple[list[float], list[Event], list[Event]]:
    """The delays in seconds of the events that match, the true ones that were missed, and those that were invented.

    `announced`: events with the second of the frame at which each was. An event matches a true one of the same kind,
    seat and face whose time is at most `TOLERANCE_S` off, the nearest first, each once. One that is announced again
    with its own time corrects itself. Copies of one face are one card.
    """
    countable = list(countable_events(announced))
    pairs = sorted(
        (abs(event["t"] - true["t"]), first, second)
        for first, (_, event) in enumerate(countable)
        for second, true in enumerate(truth)
        if _key(event, kind) == _key(true, kind) and abs(event["t"] - true["t"]) <= TOLERANCE_S
    )
    used_announced: set[int] = set()
    used_true: set[int] = set()
    delays = []
    for _, first, second in pairs:
        if first not in used_announced and second not in used_true:
            used_announced.add(first)
            used_true.add(second)
            delays.append(countable[first][0] - truth[second]["t"])
    missed = [true for number, true in enumerate(truth) if number not in used_true]
    return delays, missed, [event for number, (_, event) in enumerate(countable) if number not in used_announced]


def countable_events(announced: Sequence[tuple[float, Event]]) -> list[tuple[float, Event]]:
    """The events without `lost` and `found`, which no truth has."""
    return [(announced_s, event) for announced_s, event in announced if event["event"] not in {"lost", "found"}]


def _key(event: Event, kind: str) -> tuple[Any, ...]:
    return event["event"], event["seat"], canonical(event["card"], kind)


def canonical(code: str | None, kind: str) -> str | None:
    """The first of the codes that are one face to every rule."""
    return None if code is None else decks()[kind].same_faces.get(code, (code,))[0]


def differences(proposed: Any, true: Any, kind: str) -> int:
    """How many answers of a round differ from another round: a card, a number, a choice each count one.

    The order of cards does not count, nor which copy of a face it is.
    """
    if isinstance(proposed, Mapping) or isinstance(true, Mapping):
        first, second = (each if isinstance(each, Mapping) else {} for each in (proposed, true))
        return sum(differences(first.get(key), second.get(key), kind) for key in {*first, *second})
    if _are_cards(proposed, kind) and _are_cards(true, kind):
        here, there = (Counter(canonical(code, kind) for code in each) for each in (proposed, true))
        return max((here - there).total(), (there - here).total())
    if isinstance(proposed, (list, tuple)) and isinstance(true, (list, tuple)) and len(proposed) == len(true):
        return sum(differences(first, second, kind) for first, second in zip(proposed, true, strict=True))
    if isinstance(proposed, str) and isinstance(true, str):
        return int(canonical(proposed, kind) != canonical(true, kind))
    return int(proposed != true)


def is_exact_after_one(proposed: Any, asked: Iterable[str], true: Any, kind: str) -> bool:
    """Whether a round is right once one answer is put right, or one question is answered as it was.

    `asked`: the paths of the questions, as in `scorer.rules.prompts`; "" names no answer.
    """
    if differences(proposed, true, kind) <= 1:
        return True
    for path in {*asked} - {""}:
        answered = proposed
        for field_path in path.split("+"):
            answered = _with_answer(answered, true, field_path.split("."))
        if differences(answered, true, kind) == 0:
            return True
    return False


def _with_answer(proposed: Any, true: Any, steps: Sequence[str]) -> Any:
    """A round, or a part of it, with what lies at the end of `steps` as in the true one."""
    if not steps:
        return true
    step, rest = steps[0], steps[1:]
    if isinstance(true, Mapping):
        fields = dict(proposed) if isinstance(proposed, Mapping) else {}
        return {**fields, step: _with_answer(fields.get(step), true.get(step), rest)}
    if isinstance(true, (list, tuple)) and step.isdigit() and int(step) < len(true):
        parts = [*proposed, *true[len(proposed) :]] if isinstance(proposed, (list, tuple)) else list(true)
        parts[int(step)] = _with_answer(parts[int(step)], true[int(step)], rest)
        return parts
    return proposed


def _are_cards(value: Any, kind: str) -> bool:
    return isinstance(value, (list, tuple)) and all(
        isinstance(each, str) and each in decks()[kind].same_faces for each in value
    )

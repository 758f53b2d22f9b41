"""Exact odds of what may still come to a hand from the unseen cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from typing import Any

from scorer.texts import Text


@dataclass(frozen=True, slots=True)
class Chance:
    """One thing that may come: its key (usually a hand class), its wording and its exact probability, 0 to 1.

    `faces` maps each card that brings it at once to its number of unseen copies. It is empty where that takes several
    draws.
    """

    key: str
    label: Text
    probability: Fraction
    faces: Mapping[str, int] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The chance both exactly ("3/38") and as a decimal."""
        out: dict[str, Any] = {
            "key": self.key,
            "says": self.label.as_json(),
            "chance": f"{self.probability.numerator}/{self.probability.denominator}",
            "decimal": round(float(self.probability), 6),
        }
        if self.faces:
            out["faces"] = dict(self.faces)
        return out


@dataclass(frozen=True, slots=True)
class OddsSection:
    """The answers to one question, such as "after the next card", likeliest first or in the game's own order.

    `average` is what a stake of one stone brings on average, None where nothing is staked on the question.
    """

    key: str
    title: Text
    lines: tuple[Chance, ...]
    average: Fraction | None = None

    def as_json(self) -> dict[str, Any]:
        """Key, title, lines, and the average exactly ("-3/38") and as a decimal where there is one."""
        out: dict[str, Any] = {
            "key": self.key,
            "title": self.title.as_json(),
            "lines": [line.as_json() for line in self.lines],
        }
        if self.average is not None:
            exact = f"{self.average.numerator}/{self.average.denominator}"
            out["average"] = {"exact": exact, "decimal": round(float(self.average), 6)}
        return out


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of one hand: how many `unseen` cards may still come, and one of `sections` for each question."""

    unseen: int
    sections: tuple[OddsSection, ...]

    def as_json(self) -> dict[str, Any]:
        """The object of `fudayomi odds --json`."""
        return {"unseen": self.unseen, "sections": [section.as_json() for section in self.sections]}


def draw_combinations(remaining: Sequence[tuple[int, int]], count: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """The kinds of every possible draw of `count` cards from `remaining` (kind, copies), each with its number of ways.

    >>> dict(draw_combinations([(1, 2), (7, 1)], 2))
    {(1, 7): 2, (1, 1): 1}
    """
    if not count:
        yield (), 1
        return
    if remaining:
        (kind, copies), *others = remaining
        for times in range(min(copies, count) + 1):
            for rest, ways in draw_combinations(others, count - times):
                yield (kind,) * times + rest, comb(copies, times) * ways

"""見込み mikomi: what may still come, counted exactly from the cards that nobody has seen yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from typing import Any

from scorer.texts import Text


@dataclass(frozen=True, slots=True)
class Chance:
    """One thing that may come: its key (a hand class as a rule), in words, its exact chance from 0 to 1.

    `faces` are the cards that bring it at once, with how many of each nobody has seen; empty where several draws do.
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
    """The answers to one question, such as "after the next card"; likeliest first, or in the game's own order."""

    key: str
    title: Text
    lines: tuple[Chance, ...]

    def as_json(self) -> dict[str, Any]:
        """Key, title and lines."""
        return {"key": self.key, "title": self.title.as_json(), "lines": [line.as_json() for line in self.lines]}


@dataclass(frozen=True, slots=True)
class Odds:
    """What a game can say about one hand: `unseen` cards may still come, `sections` answer a question each."""

    unseen: int
    sections: tuple[OddsSection, ...]

    def as_json(self) -> dict[str, Any]:
        """The object of `fudayomi odds --json`."""
        return {"unseen": self.unseen, "sections": [section.as_json() for section in self.sections]}


def draw_combinations(remaining: Sequence[tuple[int, int]], count: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every `count` kinds that may come out of `remaining` (kind, how many), and in how many ways they may.

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

"""見込み mikomi: what may still come, counted exactly from the cards that nobody has seen yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from scorer.texts import Text


@dataclass(frozen=True, slots=True)
class Chance:
    """One thing that may come: its key (a hand class as a rule), in words, its exact chance from 0 to 1.

    `faces` are the cards that bring it at once, with how many of each nobody has seen; empty where several draws do.
    """

    key: str
    says: Text
    chance: Fraction
    faces: Mapping[str, int] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The chance both exactly ("3/38") and as a decimal."""
        out: dict[str, Any] = {
            "key": self.key,
            "says": self.says.as_json(),
            "chance": f"{self.chance.numerator}/{self.chance.denominator}",
            "decimal": round(float(self.chance), 6),
        }
        if self.faces:
            out["faces"] = dict(self.faces)
        return out


@dataclass(frozen=True, slots=True)
class Chances:
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
    sections: tuple[Chances, ...]

    def as_json(self) -> dict[str, Any]:
        """The object of `fudayomi odds --json`."""
        return {"unseen": self.unseen, "sections": [section.as_json() for section in self.sections]}

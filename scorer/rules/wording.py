"""What games word: reasons, house rules, outcomes, terms and lessons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from scorer.rules.options import NO_AMOUNTS, Option, OptionValue
from scorer.rules.options import flag as build_flag
from scorer.rules.results import Reason
from scorer.texts import Name, Text
from scorer.wording import KEPT, SHARED, Value, Wording


@dataclass(frozen=True, slots=True)
class LessonParagraph:
    """One paragraph of how the game is played, for the page and the cheat sheet."""

    title: Text
    body: Text


class RuleWording(Wording):
    """The wording of one game, or of a family of games."""

    def __init__(self, path: Path, area: str = "") -> None:
        super().__init__(path, area)
        self._kept_reason = lru_cache(KEPT, typed=True)(self._build_reason)

    def because(self, key: str, section: str = "", points: int | None = None, /, **values: Value) -> Reason:
        """The reason `key` of the table `reasons`, which rests on `section` of the rule book.

        Its code is the key up to the first dot: one code may be worded in several ways.
        """
        build = self._kept_reason if self._entries else self._build_reason
        return build(key, section, points, **values)

    def _build_reason(self, key: str, section: str, points: int | None, /, **values: Value) -> Reason:
        return Reason(key.partition(".")[0], Text.deferred(self.say, f"reasons.{key}", values), points, section)

    def option(
        self,
        key: str,
        default: OptionValue,
        values: tuple[OptionValue, ...] = (),
        *,
        minimum: int | None = None,
        maximum: int | None = None,
    ) -> Option:
        """The house rule `key` of the table `options`, with its `label`, its `help` and a text for each value."""
        labels = tuple(self._entry(f"options.{key}.{value}") for value in values)
        label, help_ = self._entry(f"options.{key}.label"), self._entry(f"options.{key}.help")
        return Option(key, label, help_, default, values, labels, minimum, maximum)

    def amounts(
        self,
        key: str,
        names: Mapping[str, Name],
        usual: Callable[[Mapping[str, Any]], Mapping[str, int]],
        *,
        maximum: int,
    ) -> Option:
        """A house rule that gives a number from 0 to `maximum` to any of the keys in `names`; `usual` to the others."""
        label, help_ = self._entry(f"options.{key}.label"), self._entry(f"options.{key}.help")
        keys = tuple(names.items())
        return Option(key, label, help_, NO_AMOUNTS, minimum=0, maximum=maximum, amount_keys=keys, usual=usual)

    def flag(self, key: str, *, default: bool) -> Option:
        """A house rule that is either in force or not."""
        return build_flag(key, self._entry(f"options.{key}.label"), self._entry(f"options.{key}.help"), default=default)

    def table(self, name: str, *keys: str) -> tuple[tuple[str, Text], ...]:
        """The entries `keys` of the table `name`, such as "outcomes", each under its key."""
        return tuple((key, self._entry(f"{name}.{key}")) for key in keys)

    def lesson(self, *keys: str) -> tuple[LessonParagraph, ...]:
        """The paragraphs `keys` of the table `lesson`, each with `title` and `body`."""
        return tuple(
            LessonParagraph(self._entry(f"lesson.{key}.title"), self._entry(f"lesson.{key}.body")) for key in keys
        )

    def _entry(self, key: str) -> Text:
        return Text.deferred(self.say, key, {})


def game_wording(module: str) -> RuleWording:
    """The wording that stands beside the file of a module, under its name."""
    return RuleWording(Path(module).with_suffix(".toml"))


@cache
def shared_wording(area: str) -> RuleWording:
    """The wording that games share in one area, such as "captures"."""
    return RuleWording(SHARED, area)

"""Wording in TOML files, beside the modules that show it.

`scorer/games/koikoi/texts.toml` words Koi-Koi, `scorer/texts.toml` what games share. An entry is a key with a sentence
for each language; a name also has its reading:

    short_of_par = {en = "Pays the {chips} this pile is short", ja = "足りない分の{chips}枚を払います"}
    yaku = {en = "yaku", ja = "役", kana = "やく"}

A further language is one file more beside each of them, such as `texts.de.toml`, with the same keys and one sentence
each. A file is read when one of its texts is first shown, a template is parsed when it is first used.

In braces stands a placeholder. Its value is a number, a text, somebody's name, or a list.

    {count}                     the value; a text in the language of the sentence
    {name!c}, {name!l}          with a capital at its beginning; in small letters
    {count:card|cards}          a word by number: for one, for two …, the last for all others
    {name:deals|deal}           for a pair of people, "Martha & Jonas", the second
    {count:once|twice|# times}  the number itself where # stands
    {names:, | and }            a list with ", " between its parts, " and " before the last
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from string import Formatter
from typing import Any

from scorer.texts import Name, Text, Word, capitalize

Value = int | str | Text | Sequence[int | str | Text]
"""What a placeholder may stand for."""


class Wording:
    """The texts of one TOML file, or of one table `area` of it."""

    def __init__(self, path: Path, area: str = "") -> None:
        self.path = path
        self.area = area
        self._templates: dict[str, dict[str, str | _Template]] = {}

    def text(self, key: str, /, **values: Value) -> Text:
        """The text `key` of the table `texts`, with the `values` of its placeholders."""
        return Text.deferred(partial(self.say, f"texts.{key}", values))

    def name(self, key: str, /, **values: Value) -> Name:
        """The name `key` of the table `names`, likewise."""
        return Name.deferred(partial(self.say, f"names.{key}", values))

    def word(self, key: str, *aliases: str) -> Word:
        """The term `key` of the table `words`, with `name` and `meaning`. English texts also have the `aliases`."""
        name = Name.deferred(partial(self.say, f"words.{key}.name", {}))
        return Word(name, Text.deferred(partial(self.say, f"words.{key}.meaning", {})), aliases)

    def say(self, key: str, values: Mapping[str, Value], language: str) -> str | None:
        """The entry `key` in one language ("kana": its reading), None where it is not worded in it.

        Raises `LookupError` for a key without English or Japanese, and for a placeholder without value.
        """
        if language not in self._templates:
            self._templates[language] = {**self.entries(language)}
        templates = self._templates[language]
        template = templates.get(key)
        if template is None:
            if language in ("en", "ja"):
                raise LookupError(f"{self.path}: no {language} text {self.area} {key}")
            return None
        if isinstance(template, str):
            if "{" not in template:
                return template
            template = _Template(template)
            templates[key] = template
        return template.fill(values, language)

    def entries(self, language: str) -> Mapping[str, str]:
        """Every entry in one language, as it stands in the file."""
        flat, spoken = _read(self.path), f".{language}"
        if language not in ("en", "ja", "kana"):
            flat, spoken = _read(self.path.with_suffix(f".{language}.toml")), ""
        start = f"{self.area}." if self.area else ""
        return {
            key.removeprefix(start).removesuffix(spoken): said
            for key, said in flat.items()
            if key.startswith(start) and key.endswith(spoken)
        }


@cache
def _read(path: Path) -> dict[str, str]:
    """A file as dotted keys and sentences; nothing where there is no such file."""
    return dict(_flatten(tomllib.loads(path.read_text("utf-8")))) if path.exists() else {}


def _flatten(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flatten(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


class _Template:
    """A sentence with placeholders, parsed: what stands before each, its name, its form, its capital."""

    def __init__(self, sentence: str) -> None:
        self._parts = tuple(Formatter().parse(sentence))

    def fill(self, values: Mapping[str, Value], language: str) -> str:
        said = []
        for before, field, form, conversion in self._parts:
            said.append(before)
            if field is not None:
                word = _word(values[field], form or "", language)
                said.append(capitalize(word) if conversion == "c" else word.lower() if conversion == "l" else word)
        return "".join(said)


def _word(value: Value, form: str, language: str) -> str:
    """One value in a sentence."""
    if isinstance(value, Text):
        return value.said_in(language)
    if isinstance(value, str | int):
        return _by_number(value, form.split("|")) if form else str(value)
    between, _, before_last = form.partition("|")
    *parts, last = (_word(part, "", language) for part in value) if value else ("",)
    return (before_last or between).join([between.join(parts), last]) if parts else last


def _by_number(value: str | int, forms: Sequence[str]) -> str:
    """The word for a number: the first for one, the last for all that have no word of their own. A pair is two."""
    if isinstance(value, str):
        people = value.split(" & ")
        value = 2 if len(people) == 2 and all(map(str.strip, people)) else 1
    return (forms[value - 1] if 0 < value < len(forms) else forms[-1]).replace("#", str(value))


def placeholders(sentence: str) -> frozenset[str]:
    """The names of the placeholders in a sentence.

    >>> sorted(placeholders("{name} pays {count} {count:stone|stones}"))
    ['count', 'name']
    """
    return frozenset(field for _, field, _, _ in Formatter().parse(sentence) if field is not None)


SHARED = Path(__file__).with_name("texts.toml")
"""The wording that games share."""


def wording_beside(module: str) -> Wording:
    """The wording that stands beside the file of a module, under its name."""
    return Wording(Path(module).with_suffix(".toml"))


@cache
def shared(area: str) -> Wording:
    """The shared wording of one area, such as "teaching"."""
    return Wording(SHARED, area)

"""Wording in TOML files, beside the modules that show it.

`scorer/games/koikoi/texts.toml` words Koi-Koi, `scorer/texts.toml` what games share. An entry is a key with a sentence
for each language; a name also has its reading:

    short_of_par = {en = "Pays the {chips} this pile is short", ja = "足りない分の{chips}枚を払います"}
    yaku = {en = "yaku", ja = "役", kana = "やく"}

A further language is one file more beside each of them, such as `texts.de.toml`, with the same keys and one sentence
each. A file is read when one of its texts is first shown, a template is parsed when it is first used.

In braces stands a placeholder. Its value is a number, a text, somebody's name, or a list.

    {count}                     the value; a text in the language of the sentence
    {name!c}, {name!u}          with a capital at its beginning; with a small letter there
    {name!l}                    in small letters
    {count:card|cards}          a word by number: for one, for two …, the last for all others
    {name:deals|deal}           for a pair of people, "Martha & Jonas", the second
    {count:once|twice|# times}  the number itself where # stands
    {names:, | and }            a list with ", " between its parts, " and " before the last
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from string import Formatter
from typing import Any

from scorer.texts import Name, Text, Word, capitalize

Value = int | str | Text | tuple[int | str | Text, ...]
"""What a placeholder may stand for."""

KEPT = 1024
"""Texts and reasons that a wording keeps, so that those of every round are worded once."""


class Wording:
    """The texts of one TOML file, or of one table `area` of it."""

    def __init__(self, path: Path, area: str = "") -> None:
        self.path = path
        self.area = area
        self._entries: dict[str, Mapping[str, str]] = {}
        self._templates: dict[str, dict[str, str | _Template | None]] = {}
        self._kept_text = lru_cache(KEPT, typed=True)(self._build_text)

    def text(self, key: str, /, **values: Value) -> Text:
        """The text `key` of the table `texts`, with the `values` of its placeholders."""
        # What is kept is found by its values, and to compare texts they must be read: not before anything is shown.
        build = self._kept_text if self._entries else self._build_text
        return build(key, **values)

    def _build_text(self, key: str, /, **values: Value) -> Text:
        return Text.deferred(self.say, f"texts.{key}", values)

    def name(self, key: str, /, **values: Value) -> Name:
        """The name `key` of the table `names`, likewise."""
        return Name.deferred(self.say, f"names.{key}", values)

    def word(self, key: str, *aliases: str) -> Word:
        """The term `key` of the table `words`, with `name` and `meaning`. English texts also have the `aliases`."""
        name = Name.deferred(self.say, f"words.{key}.name", {})
        return Word(name, Text.deferred(self.say, f"words.{key}.meaning", {}), aliases)

    def say(self, key: str, values: Mapping[str, Value], language: str) -> str | None:
        """The entry `key` in one language ("kana": its reading), None where it is not worded in it.

        Raises `LookupError` for a key without English or Japanese, and for a placeholder without value.
        """
        try:
            template = self._templates[language][key]
        except KeyError:
            template = self._parse(key, language)
        return template.fill(values, language) if isinstance(template, _Template) else template

    def _parse(self, key: str, language: str) -> str | _Template | None:
        """The entry as it is filled, kept for the next time."""
        if language not in self._templates:
            self._templates[language], self._entries[language] = {}, self.entries(language)
        sentence = self._entries[language].get(key)
        if sentence is None and language in ("en", "ja"):
            raise LookupError(f"{self.path}: no {language} text {self.area} {key}")
        template = _Template(sentence) if sentence and "{" in sentence else sentence
        self._templates[language][key] = template
        return template

    def entries(self, language: str) -> Mapping[str, str]:
        """Every entry in one language, as it stands in the file."""
        flat, spoken = _read(self.path), f".{language}"
        if language not in ("en", "ja", "kana"):
            flat, spoken = _read(file_of(self.path, language)), ""
        start = f"{self.area}." if self.area else ""
        return {
            key.removeprefix(start).removesuffix(spoken): said
            for key, said in flat.items()
            if key.startswith(start) and key.endswith(spoken)
        }


def file_of(path: Path, language: str) -> Path:
    """The file of a further language, beside that of English and Japanese."""
    return path.with_suffix(f".{language}.toml")


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
    """A sentence with placeholders, parsed: what stands around them, and of each its name, form and conversion."""

    __slots__ = ("_fields", "_frame")

    def __init__(self, sentence: str) -> None:
        frame, self._fields = [], []
        for before, field, form, conversion in Formatter().parse(sentence):
            frame.append(before.replace("%", "%%"))
            if field is not None:
                key = f"{field} {len(self._fields)}" if form or conversion else field
                frame.append(f"%({key})s")
                if key != field:
                    self._fields.append((key, field, form or "", conversion or ""))
        self._frame = "".join(frame)

    def fill(self, values: Mapping[str, Value], language: str) -> str:
        words: dict[str, int | str] = {}
        for field, value in values.items():
            words[field] = value if isinstance(value, _PLAIN) else _word(value, "", "", language)
        for key, field, form, conversion in self._fields:
            words[key] = _word(values[field], form, conversion, language)
        return str(self._frame % words)


_PLAIN = (int, str)
"""Values that stand in a sentence as they are."""


_CONVERSIONS: Mapping[str, Callable[[str], str]] = {
    "c": capitalize,
    "l": str.lower,
    "u": lambda word: word[:1].lower() + word[1:],
}


def _word(value: Value, form: str, conversion: str, language: str) -> str:
    """One value in a sentence."""
    word = value.said_in(language) if isinstance(value, Text) else _formed(value, form, language)
    return _CONVERSIONS[conversion](word) if conversion else word


def _formed(value: str | int | tuple[int | str | Text, ...], form: str, language: str) -> str:
    """A number, a name or a list in its form."""
    if isinstance(value, (str, int)):
        return _by_number(value, form.split("|")) if form else str(value)
    between, _, before_last = form.partition("|")
    *parts, last = [_word(part, "", "", language) for part in value] or [""]
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

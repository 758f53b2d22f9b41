"""Texts of the code, found by their English, in further languages.

They stand in English and Japanese where they are used. `translations/<language>/phrases.toml` has the others by their
English, as it is filled: {1}, {2} … stand for what differs each time, {#1} for a number, in figures or words. A message
may have crossed a process or lie in a ledger by then, so it is found by its sentence alone. What is filled in may be a
phrase itself, or something that the rules have a name for: a card, a game, a house rule.

    "Round {1} is being corrected." = "{1}판을 고치는 중이에요."
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache, cached_property, lru_cache
from pathlib import Path

import scorer
from scorer.decks import decks
from scorer.texts import WORDED_ELSEWHERE
from scorer.wording import Wording, file_of

FOLDER = Path(__file__).with_name("translations")
_JOIN = re.compile(r"([.:]) ")
"""What stands between two texts that make one: two sentences, a question and its answer."""
_LONGEST = 1000
"""Characters of a text that is looked for. Ours have half of that; what has more is somebody else's."""
_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_NUMBERS = {word: str(number) for words in (_WORDS, _ORDINALS) for number, word in enumerate(words, 1)}
"""Numbers as our English writes them in words."""
_PLACE = re.compile(r"(\{#?\d\})")
_VALUES = {"{#": "|".join((r"(\d+", *_NUMBERS)) + ")", **{f"{{{digit}": "(.*?)" for digit in range(1, 10)}}
"""What stands for a place of a sentence in its pattern, by how the place begins."""
_KEPT = 4096
"""Texts that are kept as they were worded: all of them with what they are filled with on an evening."""


def word_further_languages() -> None:
    """Let texts that are written in English and Japanese only be found in further languages."""
    if word_phrase not in WORDED_ELSEWHERE:
        WORDED_ELSEWHERE.append(word_phrase)


@lru_cache(_KEPT)
def word_phrase(english: str, language: str) -> str | None:
    """A text in a further language, by its English; None where it is not worded in it."""
    return phrases_in(language).find(english) if len(english) <= _LONGEST else None


@cache
def phrases_in(language: str) -> Phrases:
    """The phrases of a language, of which there are none without a file."""
    file = FOLDER / language / "phrases.toml"
    return Phrases(tomllib.loads(file.read_text("utf-8")) if file.exists() else {}, language)


class Phrases:
    """Sentences of a language by their English."""

    def __init__(self, sentences: Mapping[str, str], language: str) -> None:
        self._whole = {english: said for english, said in sentences.items() if not _PLACE.search(english)}
        self._language = language
        filled = sorted(sentences.keys() - self._whole.keys(), key=len, reverse=True)
        # The sentence of which more is fixed says more surely what it is.
        self._filled = [(_pattern(english), sentences[english]) for english in filled]

    def find(self, english: str) -> str | None:
        """A sentence, or several of them together; None where it has no words."""
        if not self._whole:
            return None
        return self._whole.get(english) or self._joined(english) or self._fill(english)

    def _fill(self, english: str) -> str | None:
        for pattern, said in self._filled:
            if found := pattern.fullmatch(english):
                for number, value in enumerate(found.groups(), 1):
                    said = said.replace(f"{{{number}}}", _NUMBERS.get(value) or self._part(value) or value)  # noqa: PLW2901  one after the other
                return said
        return None

    def _joined(self, english: str) -> str | None:
        """Two sentences, or a question and its answer, each of which is known."""
        for found in _JOIN.finditer(english):
            stop, first, rest = found[1], english[: found.start()], english[found.end() :]
            said = self._whole.get(first + stop) or self._fill(first + stop)
            if said is None and (said := self._part(first)):
                said += stop
            if said and (more := self._part(rest)):
                return f"{said} {more}"
        return None

    def _part(self, english: str) -> str | None:
        """A part of a sentence, which may also be what the rules have a name for."""
        return self.find(english) or self._names.get(english.removeprefix("the "))

    @cached_property
    def _names(self) -> Mapping[str, str]:
        """What the rules call things, by the English name: in their files, and every card."""
        return dict(_names_of_rules(self._language))


def _pattern(english: str) -> re.Pattern[str]:
    """What an English sentence is whatever it is filled with. A value at its end has no stop: that joins a sentence."""
    parts = [_VALUES.get(part[:2]) or re.escape(part) for part in _PLACE.split(english)]
    return re.compile("".join(parts) + (r"(?<!\.)" if english.endswith("}") else ""), re.DOTALL)


def _names_of_rules(language: str) -> Iterator[tuple[str, str]]:
    for file in sorted(Path(scorer.__file__).parent.rglob("*.toml")):
        if file_of(file, language).exists():
            said = Wording(file).entries(language)
            yield from ((english, said[key]) for key, english in Wording(file).entries("en").items() if key in said)
    for deck in decks().values():
        for face in deck.faces.values():
            if name := face.name.find(language):
                yield face.name.en, name
                yield face.name.en.replace(", ", " "), name

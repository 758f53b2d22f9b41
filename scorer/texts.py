"""Texts and names in every language, carried by every result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self

LANGUAGES: dict[str, str] = {"en": "English", "ja": "日本語", "ko": "한국어"}
"""The languages that results carry, by ISO 639-1 code, each as its speakers call it."""

Say = Callable[[str, Mapping[str, Any], str], str | None]
"""Words a text: its key, the values of its placeholders and the language to its words, None where it has none."""


WORDED_ELSEWHERE: list[Callable[[str, str], str | None]] = []
"""Asked for texts that are written in English and Japanese where they are used: the English, a further language."""


class Text:
    """One sentence or word in every language.

    `Text.deferred` is worded when it is shown (`scorer.wording`). Others are written in English and Japanese; further
    languages have them elsewhere.

    >>> Text("one stone", "碁石一つ").as_json()
    {'en': 'one stone', 'ja': '碁石一つ'}
    """

    __slots__ = ("_hash", "_key", "_said", "_say", "_values")

    def __init__(self, en: str, ja: str) -> None:
        self._said: dict[str, Any] = {"en": en, "ja": ja}
        self._say: Say = _say_elsewhere
        self._key: str = en if en != ja else ""
        self._values: Mapping[str, Any] = {}
        self._hash = 0

    @classmethod
    def deferred(cls, say: Say, key: str, values: Mapping[str, Any]) -> Self:
        """A text that `say` words from `key` and `values`."""
        text = cls.__new__(cls)
        text._said, text._say, text._key, text._values, text._hash = {}, say, key, values, 0  # noqa: SLF001  its own
        return text

    def find(self, language: str) -> str | None:
        """The text in one language, None where it is not worded in it."""
        said = self._said
        if language not in said:
            said[language] = self._say(self._key, self._values, language)
        words: str | None = said[language]
        return words

    def said_in(self, language: str) -> str:
        """The text in one language, in English where it is not worded in it."""
        return self._said.get(language) or self.find(language) or self.find("en") or ""

    @property
    def en(self) -> str:
        """The text in English."""
        return self._said.get("en") or self.find("en") or ""

    @property
    def ja(self) -> str:
        """The text in Japanese."""
        return self._said.get("ja") or self.find("ja") or ""

    def as_json(self) -> dict[str, str]:
        """The text in each language, under its ISO 639-1 code."""
        return {language: words for language in LANGUAGES if (words := self.find(language)) is not None}

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        self._hash = self._hash or hash(self._identity())
        return self._hash

    def __repr__(self) -> str:
        return f"Text(en={self.en!r}, ja={self.ja!r})"

    def __reduce__(self) -> tuple[type[Text], tuple[str, ...]]:
        return type(self), self._identity()

    def _identity(self) -> tuple[str, ...]:
        return self.en, self.ja


def _say_elsewhere(english: str, values: Mapping[str, Any], language: str) -> str | None:
    del values
    found = (word(english, language) for word in WORDED_ELSEWHERE if english and language not in _WRITTEN)
    return next((words for words in found if words is not None), None)


_WRITTEN = frozenset({"en", "ja", "kana"})
"""Languages in which a text is written where it is used, and the reading of the second."""


class Name(Text):
    """A term of the game. `kana` is its reading, for furigana ("" when `ja` is kana already)."""

    __slots__ = ()

    def __init__(self, en: str, ja: str, kana: str = "") -> None:
        super().__init__(en, ja)
        self._said["kana"] = kana
        self._key = ""

    @property
    def kana(self) -> str:
        """The reading of the Japanese name."""
        return self.find("kana") or ""

    def as_text(self) -> Text:
        """The name without its reading."""
        return Text.deferred(lambda _key, _values, language: self.find(language), "", {})

    def as_json(self) -> dict[str, str]:
        """The name in each language, and its reading."""
        return {"en": self.en, "ja": self.ja, "kana": self.kana, **super().as_json()}

    def said_in(self, language: str) -> str:
        """The name in one language, in English where it is not worded in it; in Japanese where it needs no reading."""
        return super().said_in("ja" if language == "kana" and not self.kana else language)

    def __repr__(self) -> str:
        return f"Name(en={self.en!r}, ja={self.ja!r}, kana={self.kana!r})"

    def _identity(self) -> tuple[str, ...]:
        return self.en, self.ja, self.kana


def verbatim(words: str) -> Text:
    """What is the same in every language, such as the name of somebody.

    >>> verbatim("Aki")
    Text(en='Aki', ja='Aki')
    """
    return Text.deferred(_repeat, words, {})


def _repeat(key: str, values: Mapping[str, Any], language: str) -> str:
    del values, language
    return key


@dataclass(frozen=True, slots=True)
class Word:
    """One native term of the game, explained once for beginners.

    `aliases` are the other forms of it in English texts.
    """

    name: Name
    meaning: Text
    aliases: tuple[str, ...] = ()


def part_of(name: Text, place: int) -> Text:
    """One part of a name that has commas: 0 the first, -1 the last.

    >>> part_of(Name("maple, deer", "紅葉に鹿", "もみじにしか"), -1)
    Text(en='deer', ja='紅葉に鹿')
    """

    def say(_key: str, _values: Mapping[str, Any], language: str) -> str | None:
        said = name.find(language)
        return said and said.split(", ")[place]

    return Text.deferred(say, "", {})


def capitalize(sentence: str) -> str:
    """An English sentence with a capital at its beginning; the rest stays as it is.

    >>> capitalize("maple, deer: 10")
    'Maple, deer: 10'
    """
    return sentence[:1].upper() + sentence[1:]


def signed(number: int) -> str:
    """A number with its sign, as the page prints it: U+2212 for minus.

    >>> signed(3), signed(-3), signed(0)
    ('+3', '−3', '±0')
    """
    return f"{number:+}".replace("-", "−") if number else "±0"

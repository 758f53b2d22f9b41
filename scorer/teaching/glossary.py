"""The glossary of a game: native words explained, card words read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from scorer.cards import KIND_NAMES, Deck
from scorer.decks import decks
from scorer.games import games
from scorer.rules.game import Game
from scorer.teaching import text
from scorer.texts import LANGUAGES, Name, Text, Word

_KIND_MEANINGS: Mapping[str, tuple[Text, tuple[str, ...]]] = MappingProxyType(
    {
        "bright": (text("kind_meanings.bright"), ("hikari",)),
        "animal": (
            text("kind_meanings.animal"),
            ("tane",),
        ),
        "ribbon": (text("kind_meanings.ribbon"), ("tanzaku",)),
        "chaff": (text("kind_meanings.chaff"), ("kasu",)),
        "dragon": (text("kind_meanings.dragon"), ("mushi",)),
        "maid": (text("kind_meanings.maid"), ()),
        "horse": (text("kind_meanings.horse"), ("uma",)),
        "king": (text("kind_meanings.king"), ("kiri",)),
    }
)
"""Meaning of the native words for kinds of cards, and the other names English texts have for them."""

_NUMERALS = frozenset("一二三四五六七八九十")


@dataclass(frozen=True, slots=True)
class Term:
    """One word to find in texts: its forms in English and Japanese texts and its meaning (None: only a reading).

    Texts in further languages have the name as they say it.
    """

    name: Name
    meaning: Text | None
    en: tuple[str, ...] = ()
    ja: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Its written forms, name and meaning."""
        return {
            "en": list(self.en),
            "ja": list(self.ja),
            **{language: self._further_forms(language) for language in LANGUAGES if language not in ("en", "ja")},
            "name": self.name.as_json(),
            "says": None if self.meaning is None else self.meaning.as_json(),
        }

    def _further_forms(self, language: str) -> list[str]:
        """The name, unless it is only one character, which occurs in too many other words."""
        name = self.name.find(language)
        return [name] if name and len(name) > 1 and self.meaning is not None else []


def glossary(game: Game) -> tuple[Word, ...]:
    """The words of a game: its own, its special hands, the kinds of card and the terms of its decks, each once."""
    words: dict[str, Word] = {}
    special = (Word(hand_class.name, hand_class.description) for hand_class in game.classes if hand_class.special)
    for word in (*game.words, *special, *_kind_words(game), *_deck_words(game)):
        words.setdefault(word.name.ja, word)
    return tuple(words.values())


def terms(game: Game, deck: Deck) -> tuple[Term, ...]:
    """The terms to find in the texts of a game: its words with their meaning, then card words for their reading."""
    words = glossary(game)
    explained = {word.name.ja for word in words}
    cards = {name.ja: name for name in _card_names(deck) if name.kana and name.ja not in explained}
    return (
        *(
            Term(word.name, word.meaning, (*written_forms(word.name.en), *word.aliases), _japanese_forms(game, word))
            for word in words
        ),
        *(Term(name, None, (), (name.ja,)) for name in cards.values()),
    )


def all_glossaries() -> tuple[tuple[Game, tuple[Word, ...]], ...]:
    """The glossary of every game."""
    return tuple((game, glossary(game)) for game in games().values())


def written_forms(name: str) -> tuple[str, ...]:
    """The forms an English name may have in a text: the part before a comma or bracket, and the part in brackets.

    >>> written_forms("makezu, the undefeatable"), written_forms("birds (toritori)"), written_forms("15")
    (('makezu',), ('birds', 'toritori'), ())
    """
    head, *bracketed = re.split(r"[()]", name)
    parts = (head.split(",")[0].strip(), *(part.strip() for part in bracketed[:1]))
    return tuple(part for part in parts if part and not part.isdigit())


def _japanese_forms(game: Game, word: Word) -> tuple[str, ...]:
    """The Japanese forms of a word to look for in texts.

    A card word of one character is left out, as it occurs in too many other words, such as 切 in 切り札. The game's and
    the deck's own words stay.
    """
    return (word.name.ja,) if len(word.name.ja) > 1 or word in (*game.words, *_deck_words(game)) else ()


def _deck_words(game: Game) -> tuple[Word, ...]:
    return tuple(word for kind in game.decks for word in decks()[kind].terms)


def _kind_words(game: Game) -> Iterator[Word]:
    """The words for the kinds of card in play under the default rules, in any of the game's decks."""
    options = game.resolve_options({})
    packs = ((deck, game.cards_in_play(deck, options)) for deck in map(decks().__getitem__, game.decks))
    for kind in dict.fromkeys(deck.faces[code].kind for deck, codes in packs for code in codes):
        if kind in _KIND_MEANINGS:
            meaning, aliases = _KIND_MEANINGS[kind]
            yield Word(KIND_NAMES[kind], meaning, aliases)


def _card_names(deck: Deck) -> Iterator[Name]:
    """Names that have a reading to show. A numeral alone is left out, as it has too many readings."""
    yield deck.name
    for name in (*(name for name, _ in deck.groups), *(face.name for face in deck.faces.values())):
        if name.ja not in _NUMERALS:
            yield name

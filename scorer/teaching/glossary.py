"""用語集 yogoshu: every native word a game uses, explained once, and how every card word is read."""

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
from scorer.texts import Name, Text, Word

_KIND_MEANINGS: Mapping[str, tuple[Text, tuple[str, ...]]] = MappingProxyType(
    {
        "bright": (Text("the most precious card of its month", "その月で一番格の高い札"), ("hikari",)),
        "animal": (
            Text("an animal or a thing, next below the brights", "生き物や道具の描かれた、光に次ぐ札"),
            ("tane",),
        ),
        "ribbon": (Text("a card with a strip of paper, plain, red or blue", "短冊の描かれた札"), ("tanzaku",)),
        "chaff": (Text("a plain card of its month", "草木だけが描かれた札"), ("kasu",)),
        "dragon": (Text("the 1 of each suit", "どの紋でも1の札"), ("mushi",)),
        "maid": (Text("the 10 of each suit", "どの紋でも10の札"), ()),
        "horse": (Text("the 11 of each suit", "どの紋でも11の札"), ("uma",)),
        "king": (Text("the 12 of each suit", "どの紋でも12の札"), ("kiri",)),
    }
)
"""札の位 fuda no kurai: what the native words for kinds of cards mean, and what else English texts call them."""

_NUMERALS = frozenset("一二三四五六七八九十")


@dataclass(frozen=True, slots=True)
class Term:
    """One word to be found in texts: how English and Japanese texts write it, its meaning (None: only a reading)."""

    name: Name
    meaning: Text | None
    en: tuple[str, ...] = ()
    ja: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The ways it is written, its name, its meaning."""
        return {
            "en": list(self.en),
            "ja": list(self.ja),
            "name": self.name.as_json(),
            "says": None if self.meaning is None else self.meaning.as_json(),
        }


def glossary(game: Game) -> tuple[Word, ...]:
    """The words of a game: its own, its special hands, the kinds of card and the words its decks have; each once."""
    found: dict[str, Word] = {}
    special = (Word(each.name, each.description) for each in game.classes if each.special)
    for word in (*game.words, *special, *_kind_words(game), *_deck_words(game)):
        found.setdefault(word.name.ja, word)
    return tuple(found.values())


def terms(game: Game, deck: Deck) -> tuple[Term, ...]:
    """What can be found in the texts of a game: its words with their meaning, then card words for their reading."""
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
    """The glossary of every game that is found."""
    return tuple((game, glossary(game)) for game in games().values())


def written_forms(name: str) -> tuple[str, ...]:
    """The ways an English name may stand in a text: before a comma or a bracket, and within brackets.

    >>> written_forms("makezu, the undefeatable"), written_forms("birds (toritori)"), written_forms("15")
    (('makezu',), ('birds', 'toritori'), ())
    """
    head, *bracketed = re.split(r"[()]", name)
    parts = (head.split(",")[0].strip(), *(part.strip() for part in bracketed[:1]))
    return tuple(part for part in parts if part and not part.isdigit())


def _japanese_forms(game: Game, word: Word) -> tuple[str, ...]:
    """A card word of one character is found in too many others, such as 切 in 切り札; own words are not."""
    return (word.name.ja,) if len(word.name.ja) > 1 or word in (*game.words, *_deck_words(game)) else ()


def _deck_words(game: Game) -> tuple[Word, ...]:
    return tuple(word for kind in game.decks for word in decks()[kind].terms)


def _kind_words(game: Game) -> Iterator[Word]:
    """The words for the kinds of card that are in play by default, whichever of its decks is on the table."""
    options = game.resolve_options({})
    played = ((deck, game.cards_in_play(deck, options)) for deck in map(decks().__getitem__, game.decks))
    for kind in dict.fromkeys(deck.faces[code].kind for deck, codes in played for code in codes):
        if kind in _KIND_MEANINGS:
            says, also = _KIND_MEANINGS[kind]
            yield Word(KIND_NAMES[kind], says, also)


def _card_names(deck: Deck) -> Iterator[Name]:
    """Names to be read aloud; a number alone is read in too many ways."""
    yield deck.name
    for name in (*(name for name, _ in deck.groups), *(face.name for face in deck.face_list)):
        if name.ja not in _NUMERALS:
            yield name

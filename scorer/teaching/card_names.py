"""札の名 fuda no na: every face of a deck by name, month or rank, kind, and what it counts in each game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorer.cards import KIND_NAMES, Deck, Face
from scorer.games import games
from scorer.texts import Name


@dataclass(frozen=True, slots=True)
class NamedFace:
    """One face with the words for it. `group`: its month's flower, rank or suit; `counts`: points by game key.

    A game that does not use the deck, or takes the card out under its default rules, is left out of `counts`.
    """

    face: Face
    group: Name
    points_by_game: dict[str, int]

    def as_json(self) -> dict[str, Any]:
        """Code, names, number, group, kind and points."""
        return {
            "card": self.face.code,
            "name": self.face.name.as_json(),
            "number": self.face.number,
            "group": self.group.as_json(),
            "kind": KIND_NAMES[self.face.kind].as_json(),
            "counts": self.points_by_game,
        }


def named_faces(deck: Deck) -> tuple[NamedFace, ...]:
    """Every face of the deck, group by group.

    >>> from scorer.decks import decks
    >>> moon = next(each for each in named_faces(decks()["hanafuda"]) if each.face.code == "h08-1")
    >>> moon.group.ja, moon.points_by_game["otoroku"], moon.face.name.kana
    ('芒', 8, 'すすきにつき')
    """
    playing = [(game, game.resolve_options({})) for game in games().values() if deck.kind in game.decks]
    found = []
    for group, codes in deck.groups:
        for code in codes:
            face = deck.faces[code]
            counts = {
                game.key: game.points_of(face, options)
                for game, options in playing
                if code in game.cards_in_play(deck, options)
            }
            found.append(NamedFace(face, group, counts))
    return tuple(found)

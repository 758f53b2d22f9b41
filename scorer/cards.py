"""Card faces and decks as frozen values."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from scorer.texts import Name, Word
from scorer.wording import shared

_WORDING = shared("cards")
KIND_NAMES: Mapping[str, Name] = MappingProxyType(
    {
        kind: _WORDING.name(kind)
        for kind in (
            "bright",
            "animal",
            "ribbon",
            "chaff",
            "plain",
            "special",
            "blank",
            "oni",
            "jizo",
            "dragon",
            "maid",
            "horse",
            "king",
            "picture",
            "joker",
            "bonus",
        )
    }
)
"""The word for each `Face.kind`."""


@dataclass(frozen=True, slots=True)
class Face:
    """One printed face.

    `number` is its printed month or rank (0: none). `suit` is the suit or plant, "" where it has none. `kind` is the
    word a player sorts by: bright, animal, ribbon, chaff; special, plain; dragon, maid, horse, king … `copies` is the
    number of its copies in the full pack.
    """

    code: str
    name: Name
    number: int
    kind: str
    suit: str = ""
    copies: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """One kind of pack. There is one object for each kind, compared by identity.

    `face_list` holds the faces in the order in which a correction grid shows them. `groups` are the rows of that grid
    (months, ranks or suits) as (name, codes). `size_mm` is the width and height of a card in millimetres. `stock` is
    the material of the cards. `equivalent_kinds` are the face kinds of which all faces of one number and suit are the
    same to every rule, but for games that tell some of them apart (`Game.told_apart`). `terms` are the native words
    that belong to the deck, whichever game is played with it. `extras` are further cards that some packs hold, row by
    row: no game has them but one that adds them in `Game.cards_in_play`. `faces` maps a code to its face, `same_faces`
    to all codes that are the same to every rule, itself included; both have the extras last. `copies` maps a code to
    the number of copies in the full pack, without extras; all in the order of `face_list`.
    """

    kind: str
    name: Name
    face_list: tuple[Face, ...]
    groups: tuple[tuple[Name, tuple[str, ...]], ...]
    size_mm: tuple[float, float] = (33.0, 54.0)
    stock: Literal["board", "paper"] = "board"
    equivalent_kinds: frozenset[str] = frozenset()
    terms: tuple[Word, ...] = ()
    extras: tuple[tuple[Name, tuple[Face, ...]], ...] = ()
    faces: Mapping[str, Face] = field(init=False)
    copies: Mapping[str, int] = field(init=False)
    same_faces: Mapping[str, tuple[str, ...]] = field(init=False)

    def __post_init__(self) -> None:
        every_face = (*self.face_list, *(face for _, row in self.extras for face in row))
        object.__setattr__(self, "faces", MappingProxyType({face.code: face for face in every_face}))
        object.__setattr__(self, "copies", MappingProxyType({face.code: face.copies for face in self.face_list}))
        groups: dict[tuple[int, str, str], tuple[str, ...]] = {}
        for face in every_face:
            key = face.number, face.suit, face.kind
            groups[key] = (*groups.get(key, ()), face.code)
        same = {
            face.code: groups[face.number, face.suit, face.kind] if face.kind in self.equivalent_kinds else (face.code,)
            for face in every_face
        }
        object.__setattr__(self, "same_faces", MappingProxyType(same))

    def pack(self) -> tuple[str, ...]:
        """The codes of all physical cards of the full pack, one for each copy."""
        return tuple(face.code for face in self.face_list for _ in range(face.copies))

    @property
    def all_groups(self) -> tuple[tuple[Name, tuple[str, ...]], ...]:
        """The rows of the grid with those of the extras after them."""
        return (*self.groups, *((name, tuple(face.code for face in row)) for name, row in self.extras))

    def groups_of(self, in_play: Collection[str]) -> tuple[tuple[Name, tuple[str, ...]], ...]:
        """The rows of the grid with the cards in play only; of the extras the rows of which some are in play."""
        rows = [(name, tuple(code for code in row if code in in_play)) for name, row in self.all_groups]
        return tuple((name, row) for index, (name, row) in enumerate(rows) if row or index < len(self.groups))

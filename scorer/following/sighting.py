"""What the camera tells of a table at rest."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One card that lies on the table, as the tracker knows it.

    `track`: its identity, the same as long as it is followed. `zone`: the seat in whose zone it lies, None for the
    middle. `position`: its centre (x, y) as fractions 0..1 of the picture. `names`: codes of the faces it may be with
    their probabilities 0..1, the likeliest first; empty while it lies face down. `is_sure`: whether its first name
    needs no question. `side`: the seat towards which it lies in the middle, None where that is not clear.
    """

    track: int
    zone: int | None
    position: tuple[float, float]
    names: tuple[tuple[str, float], ...] = ()
    is_sure: bool = True
    side: int | None = None

    @property
    def is_face_up(self) -> bool:
        """Whether its face shows."""
        return bool(self.names)


@dataclass(frozen=True, slots=True)
class Change:
    """What happened to one card since the rest before.

    `kind`: "appeared", "left", "turned" (over, where it lay), "moved" (to another place on the table) or "renamed"
    (the camera knows better now what it is). `card`: the card now, or as it was before it left. `before`: the card as
    it was, None when it appeared. `time_s`: when, in seconds of the film, None where only the rest tells. `hands`: the
    seats of which one laid or took it, by the arms that were there; empty where that cannot be told. `is_start`:
    whether it lay there in the first picture.
    """

    kind: str
    card: SeenCard
    before: SeenCard | None = None
    time_s: float | None = None
    hands: tuple[int, ...] = ()
    is_start: bool = False


@dataclass(frozen=True, slots=True)
class Unexplained:
    """Something that lies there and was read as nothing.

    `number`: the same as long as it lies there. `zone`: as in `SeenCard`. `box`: left, top, width and height as
    fractions 0..1 of the picture. `since_s`: seconds of the film. `is_card_like`: whether its shape may be a card's.
    """

    number: int
    zone: int | None
    box: tuple[float, float, float, float]
    since_s: float
    is_card_like: bool = True


@dataclass(frozen=True, slots=True)
class Rest:
    """The table when it, or the part that changed, has come to rest.

    `time_s`: seconds of the film. `changes`: in the order in which they happened, as far as the camera can tell.
    `table`: every card that lies there, those under a hand included. `is_clear`: False when the picture could not be
    compared with the last one, because the camera was pushed or something large lies on the table. `unexplained`: what
    has lain there for some seconds and was read as nothing.
    """

    time_s: float
    changes: tuple[Change, ...]
    table: tuple[SeenCard, ...]
    is_clear: bool = True
    unexplained: tuple[Unexplained, ...] = ()

"""A labelled set of card faces."""

from __future__ import annotations

from dataclasses import dataclass

from scanner.imaging.image import ColorImage


@dataclass(frozen=True, slots=True)
class CardSet:
    """The faces of one deck.

    `pattern`: the drawing that the deck is a copy of. Copies of one pattern are held out together, never singly.
    `faces`: (drawing code, picture). `backs`: pictures of the back, if the set has any. `drawings`: SVG text of each
    face if the drawings are the project's own and can be taken apart, else empty. `weight`: factor of the number of
    training views.
    """

    name: str
    pattern: str
    licence: str
    source: str
    faces: tuple[tuple[str, ColorImage], ...]
    backs: tuple[ColorImage, ...]
    drawings: tuple[str, ...] = ()
    weight: float = 1.0

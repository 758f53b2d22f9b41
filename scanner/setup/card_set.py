"""A labelled set of card faces."""

from __future__ import annotations

from dataclasses import dataclass

from scanner.imaging.image import ColorImage


@dataclass(frozen=True, slots=True)
class CardSet:
    """One deck's faces. `pattern`: the drawing it is a copy of; copies of one pattern are never held out singly.

    `faces`: (drawing code, picture); `backs`: pictures of its back, if the set has any; `drawings`: SVG text of
    each of the faces, where they are our own and can be taken apart; `weight`: how many times its views are made to
    learn from.
    """

    name: str
    pattern: str
    licence: str
    source: str
    faces: tuple[tuple[str, ColorImage], ...]
    backs: tuple[ColorImage, ...]
    drawings: tuple[str, ...] = ()
    weight: float = 1.0

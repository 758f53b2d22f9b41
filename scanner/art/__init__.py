"""The project's own SVG drawings of every card and card back.

Each kind of deck has a folder with one SVG for each face and `back.svg`, and in it a folder for each other pattern in
which it is drawn, such as the Korean `hanafuda/hwatu`, with the cards that its packs hold. `load_svg` needs the
standard library only, so that pages can serve the drawings. `rasterise` loads numpy when first used.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from scorer.decks import decks, kind_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@cache
def list_patterns(kind: str) -> tuple[str, ...]:
    """Names of the other patterns in which a kind of deck is drawn, sorted.

    >>> list_patterns("hanafuda"), list_patterns("kabufuda")
    (('hwatu',), ())
    """
    return tuple(sorted(each.name for each in (resources.files(__name__) / kind).iterdir() if each.is_dir()))


def pack_of(kind: str, pattern: str = "") -> tuple[str, ...]:
    """The codes of a printed pack. One of another pattern also holds those of the deck's extras that it has drawn."""
    deck = decks()[kind]
    folder = resources.files(__name__) / kind / pattern
    extras = (face.code for _, row in deck.extras for face in row)
    return (*deck.pack(), *(code for code in extras if pattern and (folder / f"{code}.svg").is_file()))


@cache
def load_svg(code: str, pattern: str = "") -> str:
    """SVG text of a face, given its code, or of a deck's back, given its kind, in the usual or another pattern.

    The view box is in tenths of a millimetre: 330 × 540 for Japanese cards (33 × 54 mm), 630 × 880 for Western ones
    (63 × 88 mm). Raises `Refusal("unknown_card")` if `code` is neither a code nor a kind.

    >>> 'viewBox="0 0 330 540"' in load_svg("h08-1") and load_svg("hanafuda") != load_svg("h08-1")
    True
    """
    kind, name = (code, "back") if code in decks() else (kind_of(code), code)
    return (resources.files(__name__) / kind / pattern / f"{name}.svg").read_text(encoding="utf-8")


@cache
def rasterise(code: str, width: int, pattern: str = "") -> NDArray[np.uint8]:
    """The drawing of a face or back, `width` pixels wide: (H, W, 4) uint8 BGRA, straight alpha, clear outside the card.

    The array is cached and therefore read-only: copy it before writing. Raises as `load_svg` does.
    """
    from scanner.imaging.decode import render_svg  # noqa: PLC0415  only callers that need pixels load numpy

    pixels = render_svg(load_svg(code, pattern), width)
    pixels.setflags(write=False)
    return pixels

"""Pictures of the guards: what is read, and what is no card.

They are drawn by seeds that no training uses. Photographs come beside them where folders with truth are given, as they
are and squeezed in height, which shows a flat table as a slant does.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scanner.evaluation import GroundTruth
    from scanner.imaging.image import ColorImage

FIRST_SEED = 40_000
"""Seed of the first picture of each guard; trainings number their tables from 0."""
SQUEEZED = (0.7, 0.6, 0.5)
"""Height of squeezed photographs by that of the picture: a camera at 46, 53 and 60 degrees off the vertical."""
_SLANTS_DEG = (46.0, 63.0)
"""Least and largest slant of drawn tables, in degrees off the vertical: a phone in the hand of a seated guest."""
_EMPTY_SIZE = (1280, 960)
"""Width and height in pixels of the pictures of empty tables."""
_CLOTH_INSET = (0.015, 0.25)
"""How far the edges of a cloth lie inside the picture, least and most, as shares of its sides."""
_CLOTH_SHADOW_SHARE = 0.012
"""Sigma of the soft shadow of a cloth's edge, as a share of the picture's width."""
_WOODS = ("oak", "walnut", "cherry wood")


@dataclass(frozen=True, slots=True)
class GuardPicture:
    """A picture (height, width, 3) BGR uint8, the kind of deck it is read as, and what lies there."""

    frame: ColorImage
    kind: str
    truth: GroundTruth


def draw_table(layout: str, kind: str, number: int, *, slanted: bool = False) -> GuardPicture:
    """The picture of that number of a guard: a few cards in that layout."""
    from scanner.evaluation import parse_truth  # noqa: PLC0415  OpenCV only where pictures are read
    from scanner.synth.face_textures import DrawnFaces  # noqa: PLC0415
    from scanner.synth.scene import SceneSpec, photograph  # noqa: PLC0415

    rng = random.Random(f"guard {layout} {kind} {number}")  # noqa: S311  no secret depends on it
    spec = SceneSpec(FIRST_SEED + number, layout=layout, count=rng.randint(4, 12), width=1600, height=1200)
    if slanted:
        spec = replace(spec, tilt_deg=rng.uniform(*_SLANTS_DEG))
    shot = photograph(spec, DrawnFaces(kind))
    return GuardPicture(shot.frame, kind, parse_truth(shot.truth, Path(f"{layout}-{number}.jpg")))


def empty_table(number: int) -> GuardPicture:
    """A table without a card, with a cloth, mat or tray whose edges lie inside the picture."""
    import cv2  # noqa: PLC0415  as above
    import numpy as np  # noqa: PLC0415

    from scanner.evaluation import GroundTruth  # noqa: PLC0415
    from scanner.synth.surfaces import FILM_SURFACES  # noqa: PLC0415

    rng = np.random.default_rng([FIRST_SEED, number])
    width, height = _EMPTY_SIZE
    wood = FILM_SURFACES[_WOODS[number % len(_WOODS)]](rng, (height, width), 2.0)
    cloths = sorted({*FILM_SURFACES} - {*_WOODS})
    cloth = FILM_SURFACES[cloths[number % len(cloths)]](rng, (height, width), 2.0)
    inset = rng.uniform(*_CLOTH_INSET, (4, 2)) * (width, height) if number % 2 else rng.uniform(0.015, 0.06, (4, 2))
    inset = inset if number % 2 else inset * (width, height)
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]]) + inset * [
        [1, 1],
        [-1, 1],
        [-1, -1],
        [1, -1],
    ]
    mask = np.zeros((height, width), np.float32)
    cv2.fillConvexPoly(mask, np.rint(corners).astype(np.int32), 1.0, cv2.LINE_AA)
    shadow = cv2.GaussianBlur(mask, (0, 0), _CLOTH_SHADOW_SHARE * width)[..., None]
    frame = wood * (1 - 0.45 * shadow) * (1 - mask[..., None]) + cloth * mask[..., None]
    noisy = cv2.GaussianBlur(frame, (0, 0), 0.7) + rng.normal(0, 2.5, frame.shape)
    picture = np.clip(noisy, 0, 255).astype(np.uint8)
    kind = ("hanafuda", "western", "kabufuda")[number % 3]
    return GuardPicture(picture, kind, GroundTruth(Path(f"empty-{number}.jpg"), (), (), is_complete=True))


def photographs(folder: Path, height: float = 1.0) -> Iterator[GuardPicture]:
    """The photographs of a folder with their truth, squeezed to that share of their height."""
    import cv2  # noqa: PLC0415  as above
    import numpy as np  # noqa: PLC0415

    from scanner.evaluation import load_ground_truth  # noqa: PLC0415
    from scanner.imaging.decode import decode  # noqa: PLC0415
    from scorer.decks import kind_of  # noqa: PLC0415

    for truth in load_ground_truth(folder):
        codes = [code for code, _, _ in truth.cards if code is not None]
        if not codes:
            continue
        frame = decode(truth.image_path.read_bytes())
        size = (frame.shape[1], round(frame.shape[0] * height))
        squeezed = np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)
        scale = np.array([1, height], np.float32)
        cards = tuple((code, (quad * scale).astype(np.float32), shows) for code, quad, shows in truth.cards)
        kind = kind_of(codes[0].removesuffix("-c") + ("-1" if codes[0].endswith("-c") else ""))
        yield GuardPicture(squeezed, kind, replace(truth, cards=cards))


def drawn_guards(count: int) -> Mapping[str, Callable[[], Iterator[GuardPicture]]]:
    """The guards of drawn pictures, `count` pictures each, by name."""

    def tables(layout: str, kind: str, *, slanted: bool = False) -> Callable[[], Iterator[GuardPicture]]:
        return lambda: (draw_table(layout, kind, number, slanted=slanted) for number in range(count))

    kinds = ("hanafuda", "kabufuda", "mekurifuda", "western")
    return {
        **{f"open {kind}": tables("scatter", kind) for kind in kinds},
        **{f"slanted {kind}": tables("scatter", kind, slanted=True) for kind in kinds},
        **{f"fans {kind}": tables("fan", kind) for kind in ("hanafuda", "western")},
        **{f"hands {kind}": tables("hand", kind) for kind in ("hanafuda", "western")},
        **{f"heaps {kind}": tables("heap", kind) for kind in ("hanafuda", "western")},
        **{f"rows {kind}": tables("lengthwise", kind) for kind in ("hanafuda", "western")},
        "empty tables": lambda: map(empty_table, range(2 * count)),
    }

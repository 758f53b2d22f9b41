"""稽古帳 keikochō: synthetic views of every set as feature rows with their labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.decode import decode
from scanner.imaging.geometry import input_size
from scanner.recognition.features import Picture, features, length, whitened
from scanner.recognition.labels import BACK, NONE
from scanner.synth.backgrounds import Rng, back
from scanner.training.card_sets import CardSet, flat
from scanner.training.classifier import crops, print_styles
from scanner.training.classifier.svg_variants import rearranged
from scanner.training.parallel import Crew
from scorer.discover import decks

_RESTYLED = 0.5
"""Share of the views to learn from that another workshop printed; the rest keeps close to the drawing."""
_ANEW = 0.8
"""Share of the views to learn from in which the parts of a drawing of our own are laid anew."""
_LETTERED = {"western"}
HALF_COVERED = 0.25
"""The share of the views in which something lies over a good part of the card."""
_PLANTED = 10
"""The months up to here have chaff that shows their plant: November's is lightning."""
TURNED = "turned"
"""Upside-down views: learned as no card, counted apart."""


@dataclass(frozen=True, slots=True)
class Dataset:
    """`rows` float16 (n, features); `crops` the same views whitened, uint8 (n, height, width, 3).

    `labels` (n,) codes, "back", "none" or "turned"; `under` (n,) what was photographed, badly cut or not: a code or
    "back"; `legible` (n,) whether it can be read; `patterns` (n,) where from.
    """

    rows: NDArray[np.float16]
    crops: NDArray[np.uint8]
    labels: NDArray[np.str_]
    under: NDArray[np.str_]
    legible: NDArray[np.bool_]
    patterns: NDArray[np.str_]

    def keep(self, folder: Path) -> None:
        """Writes it into a folder, one file a column."""
        for one in fields(self):
            np.save(folder / f"{one.name}.npy", getattr(self, one.name))

    @classmethod
    def kept(cls, folder: Path) -> Dataset:
        """The dataset kept in a folder, read from there piece by piece as it is used."""
        return cls(*(np.load(folder / f"{one.name}.npy", mmap_mode="r") for one in fields(cls)))


@dataclass(frozen=True, slots=True)
class _View:
    label: str
    under: str
    shot: crops.Shot


def surfaces(folder: Path | None) -> list[Picture]:
    """Pictures of bare table tops in a folder (and below) to put cards on, none without one."""
    if folder is None:
        return []
    files = sorted(file for file in folder.rglob("*") if file.suffix.lower() in {".jpg", ".jpeg", ".png", ".webp"})
    return [decode(file.read_bytes()) for file in files]


def symmetric(face: Picture, size: tuple[int, int]) -> bool:
    """Whether a face looks much the same upside down, so that its turned view is no wrong view."""
    small = np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA), np.uint8)
    one, two = features(small), features(np.ascontiguousarray(small[::-1, ::-1]))
    return float(one @ two / (np.linalg.norm(one) * np.linalg.norm(two))) > 0.86


def _sheets(kind: str, sets: Sequence[CardSet]) -> dict[str, print_styles.Sheets]:
    """What each card may be varied with, by code, and under "" what any card may; empty without sets."""
    if not sets:
        return {}
    faces = decks()[kind].faces
    drawn = [(code, picture) for chosen in sets for code, picture in chosen.faces]
    cards = tuple(picture for _, picture in drawn)
    mirrors = kind not in _LETTERED
    found = {"": print_styles.Sheets((), (), blue=False, cards=cards, mirrors=mirrors)}
    for code in dict(drawn):
        plants = (
            [one for other, one in drawn if faces[other].kind == "chaff" and faces[other].suit == faces[code].suit]
            if faces[code].kind == "ribbon" and faces[code].number <= _PLANTED
            else []
        )
        twins = tuple(picture for other, picture in drawn if other == code)
        found[code] = print_styles.Sheets(twins, tuple(plants), "blue" in faces[code].name.en, cards, mirrors)
    return found


class _Workshop:
    """Makes the views of one set. `others`: the sets its drawings may be mixed with; none: printed as they are."""

    def __init__(self, chosen: CardSet, kind: str, rng: Rng, tops: list[Picture], others: Sequence[CardSet]) -> None:
        self._chosen = chosen
        self._size = input_size(kind)
        self._rng = rng
        self._tops = tops
        self._sheets = _sheets(kind, others)
        self._learning = bool(others)

    def _printed(self, face: Picture, code: str = "") -> Picture:
        rng, size = self._rng, self._size
        if self._sheets and rng.random() < _RESTYLED:
            sheets = self._sheets.get(code, self._sheets[""])
            return crops.edged(print_styles.restyled(face, rng, size, sheets), rng)
        return crops.edged(crops.redrawn(face, rng, size), rng)

    def _beside(self) -> tuple[Picture, ...]:
        faces = self._chosen.faces
        return tuple(faces[number][1] for number in self._rng.integers(0, len(faces), 2))

    def _top(self) -> Picture | None:
        tops, rng = self._tops, self._rng
        return tops[int(rng.integers(len(tops)))] if tops and rng.random() < 0.5 else None

    def _shot(self, card: Picture) -> crops.Shot:
        half = self._rng.random() < HALF_COVERED
        return crops.shot(card, self._rng, self._size, self._beside(), self._top(), half=half)

    def _laid(self, number: int) -> Picture:
        """The face of that number, if it can be taken apart often with its parts laid anew."""
        drawings, rng = self._chosen.drawings, self._rng
        if self._learning and drawings and rng.random() < _ANEW:
            return flat(rearranged(drawings[number], rng))
        return self._chosen.faces[number][1]

    def _face(self, number: int, count: int) -> list[_View]:
        code, face = self._chosen.faces[number]
        made = [_View(code, code, self._shot(self._printed(self._laid(number), code))) for _ in range(count)]
        for _ in range(count // 3):
            card = self._printed(self._laid(number), code)
            crop = crops.wrong_cut(card, self._rng, self._size, self._beside(), self._top())
            made.append(_View(NONE, code, crops.Shot(crop, legible=False)))
        if not symmetric(face, self._size):
            for _ in range(count // 4):
                turned = np.ascontiguousarray(self._laid(number)[::-1, ::-1])
                made.append(_View(TURNED, code, self._shot(self._printed(turned))))
        return made

    def made(self, count: int) -> list[_View]:
        """`count` views of every face, a third as many wrong cuts, a quarter as many turned, and some backs."""
        if self._learning:
            count = max(1, round(count * self._chosen.weight))
        made = [view for number in range(len(self._chosen.faces)) for view in self._face(number, count)]
        backs = self._chosen.backs
        for _ in range(count * 4):
            own = bool(backs) and self._rng.random() < 0.3
            sheet = (2 * self._size[0], 2 * self._size[1])
            card = backs[int(self._rng.integers(len(backs)))] if own else back(self._rng, sheet)
            made.append(_View(BACK, BACK, self._shot(card)))
        return made


def _made(
    chosen: CardSet, kind: str, seed: list[int], tops: list[Picture], others: Sequence[CardSet], count: int
) -> Dataset:
    fresh = _Workshop(chosen, kind, np.random.default_rng(seed), tops, others).made(count)
    rows = np.empty((len(fresh), length(*input_size(kind))), np.float16)
    for row, view in zip(rows, fresh, strict=True):
        row[:] = features(view.shot.crop)
    crops = np.stack([(whitened(view.shot.crop) * 255).astype(np.uint8) for view in fresh])
    labels, under = np.array([view.label for view in fresh]), np.array([view.under for view in fresh])
    legible = np.array([view.shot.legible for view in fresh])
    return Dataset(rows, crops, labels, under, legible, np.full(len(fresh), chosen.pattern))


def build(
    sets: Sequence[CardSet],
    kind: str,
    count: int,
    seed: int,
    tops: list[Picture],
    mixed: Callable[[CardSet], Sequence[CardSet]],
    crew: Crew,
) -> Dataset:
    """`count` views of every face of every set, with wrong cuts, turned cards and backs; the same for the same seed.

    `mixed`: the sets that the views of one may be mixed with, its parts laid anew where they can be and its views as
    many times as it weighs; none: its drawings stay as they are. `crew`: who makes them.
    """
    pieces = [(chosen, kind, [seed, number], tops, mixed(chosen), count) for number, chosen in enumerate(sets)]
    longest = sorted(range(len(sets)), key=lambda number: -sets[number].weight * len(sets[number].faces))
    made = dict(zip(longest, crew.shared(_made, [pieces[number] for number in longest]), strict=True))
    parts = [made[number] for number in range(len(sets))]
    return Dataset(*(np.concatenate([getattr(part, one.name) for part in parts]) for one in fields(Dataset)))

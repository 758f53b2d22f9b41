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
from scanner.imaging.image import ColorImage
from scanner.recognition.features import extract_features, feature_count, white_balance
from scanner.recognition.labels import BACK, NO_CARD
from scanner.setup.card_set import CardSet
from scanner.synth.backgrounds import Rng, paint_card_back
from scanner.training.card_sets import svg_to_bgr
from scanner.training.classifier import crops, print_styles
from scanner.training.classifier.svg_variants import rearrange_parts
from scanner.training.parallel import ProcessPool
from scorer.decks import decks

_PRINT_STYLE_SHARE = 0.5
"""Share of the views to learn from that another workshop printed; the rest keeps close to the drawing."""
_SVG_VARIANT_SHARE = 0.8
"""Share of the views to learn from in which the parts of a drawing of our own are laid anew."""
_UNMIRRORED_KINDS = {"western"}
OCCLUDED_SHARE = 0.25
"""The share of the views in which something lies over a good part of the card."""
_LAST_PLANT_MONTH = 10
"""The months up to here have chaff that shows their plant: November's is lightning."""
UPSIDE_DOWN = "turned"
"""Upside-down views: learned as no card, counted apart."""


@dataclass(frozen=True, slots=True)
class Dataset:
    """`rows` float16 (n, features); `crops` the same views whitened, uint8 (n, height, width, 3).

    `labels` (n,) codes, "back", "none" or "turned"; `under` (n,) what was photographed, badly cut or not: a code or
    "back"; `legible` (n,) whether it can be read; `patterns` (n,) where from.
    """

    features: NDArray[np.float16]
    crops: NDArray[np.uint8]
    labels: NDArray[np.str_]
    subjects: NDArray[np.str_]
    legible: NDArray[np.bool_]
    patterns: NDArray[np.str_]

    def save(self, folder: Path) -> None:
        """Writes it into a folder, one file a column."""
        for one in fields(self):
            np.save(folder / f"{one.name}.npy", getattr(self, one.name))

    @classmethod
    def load(cls, folder: Path) -> Dataset:
        """The dataset kept in a folder, read from there piece by piece as it is used."""
        return cls(*(np.load(folder / f"{one.name}.npy", mmap_mode="r") for one in fields(cls)))


@dataclass(frozen=True, slots=True)
class _LabelledSample:
    label: str
    subject: str
    sample: crops.CropSample


def load_backgrounds(folder: Path | None) -> list[ColorImage]:
    """Pictures of bare table tops in a folder (and below) to put cards on, none without one."""
    if folder is None:
        return []
    files = sorted(file for file in folder.rglob("*") if file.suffix.lower() in {".jpg", ".jpeg", ".png", ".webp"})
    return [decode(file.read_bytes()) for file in files]


def is_symmetric(face: ColorImage, size: tuple[int, int]) -> bool:
    """Whether a face looks much the same upside down, so that its turned view is no wrong view."""
    small = np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA), np.uint8)
    one, two = extract_features(small), extract_features(np.ascontiguousarray(small[::-1, ::-1]))
    return float(one @ two / (np.linalg.norm(one) * np.linalg.norm(two))) > 0.86


def _style_sources(kind: str, sets: Sequence[CardSet]) -> dict[str, print_styles.StyleSources]:
    """What each card may be varied with, by code, and under "" what any card may; empty without sets."""
    if not sets:
        return {}
    faces = decks()[kind].faces
    drawn = [(code, picture) for chosen in sets for code, picture in chosen.faces]
    cards = tuple(picture for _, picture in drawn)
    mirrors = kind not in _UNMIRRORED_KINDS
    found = {"": print_styles.StyleSources((), (), has_blue_ribbon=False, cards=cards, can_mirror=mirrors)}
    for code in dict(drawn):
        plants = (
            [one for other, one in drawn if faces[other].kind == "chaff" and faces[other].suit == faces[code].suit]
            if faces[code].kind == "ribbon" and faces[code].number <= _LAST_PLANT_MONTH
            else []
        )
        twins = tuple(picture for other, picture in drawn if other == code)
        found[code] = print_styles.StyleSources(twins, tuple(plants), "blue" in faces[code].name.en, cards, mirrors)
    return found


class _SampleGenerator:
    """Makes the views of one set. `others`: the sets its drawings may be mixed with; none: printed as they are."""

    def __init__(
        self, card_set: CardSet, kind: str, rng: Rng, backgrounds: list[ColorImage], others: Sequence[CardSet]
    ) -> None:
        self._card_set = card_set
        self._size = input_size(kind)
        self._rng = rng
        self._backgrounds = backgrounds
        self._style_sources = _style_sources(kind, others)
        self._is_training = bool(others)

    def _augment_print(self, face: ColorImage, code: str = "") -> ColorImage:
        rng, size = self._rng, self._size
        if self._style_sources and rng.random() < _PRINT_STYLE_SHARE:
            sheets = self._style_sources.get(code, self._style_sources[""])
            return crops.add_paper_edge(print_styles.augment_print_style(face, rng, size, sheets), rng)
        return crops.add_paper_edge(crops.jitter_print(face, rng, size), rng)

    def _random_neighbours(self) -> tuple[ColorImage, ...]:
        faces = self._card_set.faces
        return tuple(faces[number][1] for number in self._rng.integers(0, len(faces), 2))

    def _random_background(self) -> ColorImage | None:
        tops, rng = self._backgrounds, self._rng
        return tops[int(rng.integers(len(tops)))] if tops and rng.random() < 0.5 else None

    def _render_sample(self, card: ColorImage) -> crops.CropSample:
        half = self._rng.random() < OCCLUDED_SHARE
        return crops.render_crop(
            card, self._rng, self._size, self._random_neighbours(), self._random_background(), is_half_covered=half
        )

    def _random_variant(self, number: int) -> ColorImage:
        """The face of that number, if it can be taken apart often with its parts laid anew."""
        drawings, rng = self._card_set.drawings, self._rng
        if self._is_training and drawings and rng.random() < _SVG_VARIANT_SHARE:
            return svg_to_bgr(rearrange_parts(drawings[number], rng))
        return self._card_set.faces[number][1]

    def _generate_face(self, number: int, count: int) -> list[_LabelledSample]:
        code, face = self._card_set.faces[number]
        made = [
            _LabelledSample(code, code, self._render_sample(self._augment_print(self._random_variant(number), code)))
            for _ in range(count)
        ]
        for _ in range(count // 3):
            card = self._augment_print(self._random_variant(number), code)
            crop = crops.render_negative(
                card, self._rng, self._size, self._random_neighbours(), self._random_background()
            )
            made.append(_LabelledSample(NO_CARD, code, crops.CropSample(crop, legible=False)))
        if not is_symmetric(face, self._size):
            for _ in range(count // 4):
                turned = np.ascontiguousarray(self._random_variant(number)[::-1, ::-1])
                made.append(_LabelledSample(UPSIDE_DOWN, code, self._render_sample(self._augment_print(turned))))
        return made

    def generate(self, views_per_face: int) -> list[_LabelledSample]:
        """`count` views of every face, a third as many wrong cuts, a quarter as many turned, and some backs."""
        if self._is_training:
            views_per_face = max(1, round(views_per_face * self._card_set.weight))
        made = [
            view for number in range(len(self._card_set.faces)) for view in self._generate_face(number, views_per_face)
        ]
        backs = self._card_set.backs
        for _ in range(views_per_face * 4):
            own = bool(backs) and self._rng.random() < 0.3
            sheet = (2 * self._size[0], 2 * self._size[1])
            card = backs[int(self._rng.integers(len(backs)))] if own else paint_card_back(self._rng, sheet)
            made.append(_LabelledSample(BACK, BACK, self._render_sample(card)))
        return made


def _build_for_set(
    card_set: CardSet,
    kind: str,
    seed: list[int],
    backgrounds: list[ColorImage],
    others: Sequence[CardSet],
    views_per_face: int,
) -> Dataset:
    fresh = _SampleGenerator(card_set, kind, np.random.default_rng(seed), backgrounds, others).generate(views_per_face)
    rows = np.empty((len(fresh), feature_count(*input_size(kind))), np.float16)
    for row, view in zip(rows, fresh, strict=True):
        row[:] = extract_features(view.sample.crop)
    crops = np.stack([(white_balance(view.sample.crop) * 255).astype(np.uint8) for view in fresh])
    labels, under = np.array([view.label for view in fresh]), np.array([view.subject for view in fresh])
    legible = np.array([view.sample.legible for view in fresh])
    return Dataset(rows, crops, labels, under, legible, np.full(len(fresh), card_set.pattern))


def build(
    sets: Sequence[CardSet],
    kind: str,
    views_per_face: int,
    seed: int,
    backgrounds: list[ColorImage],
    mixable_sets: Callable[[CardSet], Sequence[CardSet]],
    pool: ProcessPool,
) -> Dataset:
    """`count` views of every face of every set, with wrong cuts, turned cards and backs; the same for the same seed.

    `mixed`: the sets that the views of one may be mixed with, its parts laid anew where they can be and its views as
    many times as it weighs; none: its drawings stay as they are. `crew`: who makes them.
    """
    pieces = [
        (chosen, kind, [seed, number], backgrounds, mixable_sets(chosen), views_per_face)
        for number, chosen in enumerate(sets)
    ]
    longest = sorted(range(len(sets)), key=lambda number: -sets[number].weight * len(sets[number].faces))
    made = dict(zip(longest, pool.starmap(_build_for_set, [pieces[number] for number in longest]), strict=True))
    parts = [made[number] for number in range(len(sets))]
    return Dataset(*(np.concatenate([getattr(part, one.name) for part in parts]) for one in fields(Dataset)))

"""Datasets of synthetic views: crops, masks and labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.detection.detector import CardDetector, load_detector
from scanner.imaging.decode import decode
from scanner.imaging.image import ColorImage
from scanner.recognition.crops import CROP_SIZE, white_balance
from scanner.recognition.prediction import BACK, NO_CARD
from scanner.setup.card_set import CardSet
from scanner.synth.backgrounds import Rng, paint_card_back
from scanner.training.card_sets import svg_to_bgr
from scanner.training.classifier import crops, print_styles
from scanner.training.classifier.svg_variants import rearrange_parts
from scanner.training.parallel import ProcessPool
from scorer.decks import decks

_PRINT_STYLE_SHARE = 0.5
"""Share of the training views, 0..1, in the style of another workshop; the rest keep close to the drawing."""
_SVG_VARIANT_SHARE = 0.8
"""Share of the training views of our own drawings, 0..1, in which the parts are rearranged; the rest show the drawing
itself."""
_VIEWS_PER_VARIANT = 4
"""Views of each rearrangement: drawing one takes as long as four views."""
_UNMIRRORED_KINDS = {"western"}
"""Kinds of deck whose cards bear letters and numbers, which a mirror would spoil."""
COVERED_SHARE = 0.7
"""Share of the views, 0..1, in which something lies over the card: hands are held as fans."""
_NEGATIVE_SHARE = 0.3
"""Crops that show no whole card, as a share of the views of faces."""
_MIN_SYMMETRY = 0.85
"""Correlation -1..1 of a small picture of a face with itself upside down from which either way up is the same."""
_LAST_PLANT_MONTH = 10
"""Last month, 1..12, whose chaff shows the plant of the month: November's shows lightning."""
_MAX_NEIGHBOURS = 3
"""Other cards around a view."""


@dataclass(frozen=True, slots=True)
class Dataset:
    """Views with their ground truth.

    `crops` white-balanced, uint8 (n, height, width, 3); `masks` uint8 (n, height, width): what shows, as the detector
    may say. `labels` (n,): codes, "back" or "none"; `subjects` (n,): what the view shows, however badly it was cropped,
    a code or "back"; `turned` int8 (n,): 1 upside down, 0 upright, -1 if it is all the same; `visible` float32 (n,):
    the share that truly shows; `patterns` (n,): the pattern of the set it is from.
    """

    crops: NDArray[np.uint8]
    masks: NDArray[np.uint8]
    labels: NDArray[np.str_]
    subjects: NDArray[np.str_]
    turned: NDArray[np.int8]
    visible: NDArray[np.float32]
    patterns: NDArray[np.str_]

    def save(self, folder: Path) -> None:
        """Write the dataset into a folder, one file per column."""
        folder.mkdir(parents=True, exist_ok=True)
        for column in fields(self):
            np.save(folder / f"{column.name}.npy", getattr(self, column.name))

    @classmethod
    def load(cls, folder: Path) -> Dataset:
        """Load a dataset from a folder, memory-mapped."""
        return cls(*(np.load(folder / f"{column.name}.npy", mmap_mode="r") for column in fields(cls)))


@dataclass(frozen=True, slots=True)
class _LabelledSample:
    label: str
    subject: str
    turned: int
    sample: crops.CropSample


@cache
def _cached_detector(folder: Path) -> CardDetector:
    """The detector in a folder, loaded once a process."""
    return load_detector(folder)


def load_backgrounds(folder: Path | None) -> list[ColorImage]:
    """Load pictures of bare table tops from a folder and its subfolders; an empty list for None."""
    if folder is None:
        return []
    files = sorted(file for file in folder.rglob("*") if file.suffix.lower() in {".jpg", ".jpeg", ".png", ".webp"})
    return [crops.limit_width(decode(file.read_bytes())) for file in files]


def is_symmetric(face: ColorImage) -> bool:
    """Whether a face looks much the same upside down, so that its way up must not be learned."""
    small = cv2.resize(cv2.cvtColor(face, cv2.COLOR_BGR2Lab), (24, 36), interpolation=cv2.INTER_AREA)
    values = small.astype(np.float32) - small.mean(axis=(0, 1))
    return float((values * values[::-1, ::-1]).sum() / max(float((values**2).sum()), 1.0)) > _MIN_SYMMETRY


def _style_sources(kind: str, sets: Sequence[CardSet]) -> dict[str, print_styles.StyleSources]:
    """Style sources by card code, and those of any card (such as a back) under ""; empty without sets."""
    if not sets:
        return {}
    faces = decks()[kind].faces
    pictures = [(code, picture) for card_set in sets for code, picture in card_set.faces]
    cards = tuple(picture for _, picture in pictures)
    can_mirror = kind not in _UNMIRRORED_KINDS
    sources = {"": print_styles.StyleSources((), (), has_blue_ribbon=False, cards=cards, can_mirror=can_mirror)}
    for code in dict(pictures):
        suit, is_blue = faces[code].suit, "blue" in faces[code].name.en
        chaff = (
            [picture for label, picture in pictures if faces[label].kind == "chaff" and faces[label].suit == suit]
            if faces[code].kind == "ribbon" and faces[code].number <= _LAST_PLANT_MONTH
            else []
        )
        same_card = tuple(picture for label, picture in pictures if label == code)
        sources[code] = print_styles.StyleSources(same_card, tuple(chaff), is_blue, cards, can_mirror)
    return sources


class _SampleGenerator:
    """Generates the views of one set.

    `mixable_sets`: the sets with which its drawings may be mixed for training; without any, its drawings stay as they
    are, for evaluation.
    """

    def __init__(
        self,
        card_set: CardSet,
        kind: str,
        rng: Rng,
        backgrounds: list[ColorImage],
        mixable_sets: Sequence[CardSet],
        detector: CardDetector | None = None,
    ) -> None:
        self._card_set = replace(
            card_set,
            faces=tuple((code, crops.limit_width(picture)) for code, picture in card_set.faces),
            backs=tuple(map(crops.limit_width, card_set.backs)),
        )
        self._size = CROP_SIZE
        self._rng = rng
        self._backgrounds = backgrounds
        self._style_sources = _style_sources(kind, mixable_sets)
        self._is_training = bool(mixable_sets)
        self._detector = detector

    def _augment_print(self, face: ColorImage, code: str = "") -> ColorImage:
        rng, size = self._rng, self._size
        if self._style_sources and rng.random() < _PRINT_STYLE_SHARE:
            sources = self._style_sources.get(code, self._style_sources[""])
            return crops.add_paper_edge(print_styles.augment_print_style(face, rng, size, sources), rng)
        return crops.add_paper_edge(crops.jitter_print(face, rng, size), rng)

    def _random_neighbours(self) -> tuple[ColorImage, ...]:
        faces, backs, rng = self._card_set.faces, self._card_set.backs, self._rng
        if backs and rng.random() < 0.1:
            return (backs[int(rng.integers(len(backs)))],)
        return tuple(faces[number][1] for number in rng.integers(0, len(faces), _MAX_NEIGHBOURS))

    def _random_background(self) -> ColorImage | None:
        photos, rng = self._backgrounds, self._rng
        return photos[int(rng.integers(len(photos)))] if photos and rng.random() < 0.5 else None

    def _render_sample(self, card: ColorImage) -> crops.CropSample:
        is_covered = self._rng.random() < COVERED_SHARE
        neighbours, background = self._random_neighbours(), self._random_background()
        return crops.render_crop(
            card, self._rng, self._size, neighbours, background, is_covered=is_covered, detector=self._detector
        )

    def _variants(self, number: int, count: int) -> list[ColorImage]:
        """The face of that number for `count` views; for training, most often rearranged if it is an SVG drawing."""
        face, drawings, rng = self._card_set.faces[number][1], self._card_set.drawings, self._rng
        if not self._is_training or not drawings:
            return [face]
        rearranged = range(round(count * _SVG_VARIANT_SHARE / _VIEWS_PER_VARIANT))
        variants = [svg_to_bgr(rearrange_parts(drawings[number], rng)) for _ in rearranged]
        return [face] * max(1, round(count * (1 - _SVG_VARIANT_SHARE) / _VIEWS_PER_VARIANT)) + variants

    def _generate_face(self, number: int, count: int) -> list[_LabelledSample]:
        code, face = self._card_set.faces[number]
        symmetric = is_symmetric(face)
        variants = self._variants(number, count)
        samples = []
        for _ in range(count):
            turned = int(self._rng.integers(2))
            card = self._augment_print(variants[int(self._rng.integers(len(variants)))], code)
            sample = self._render_sample(np.ascontiguousarray(card[::-1, ::-1]) if turned else card)
            samples.append(_LabelledSample(code, code, -1 if symmetric else turned, sample))
        for _ in range(round(count * _NEGATIVE_SHARE)):
            card = self._augment_print(variants[int(self._rng.integers(len(variants)))], code)
            negative = crops.render_negative(
                card, self._rng, self._size, self._random_neighbours(), self._random_background(), self._detector
            )
            samples.append(_LabelledSample(NO_CARD, code, -1, negative))
        return samples

    def generate(self, views_per_face: int) -> list[_LabelledSample]:
        """Views of every face, either way up, some negatives and some backs."""
        if self._is_training:
            views_per_face = max(1, round(views_per_face * self._card_set.weight))
        face_numbers = range(len(self._card_set.faces))
        samples = [sample for number in face_numbers for sample in self._generate_face(number, views_per_face)]
        backs = self._card_set.backs
        for _ in range(views_per_face * 4):
            use_own_back = bool(backs) and self._rng.random() < 0.3
            size = (2 * self._size[0], 2 * self._size[1])
            card = backs[int(self._rng.integers(len(backs)))] if use_own_back else paint_card_back(self._rng, size)
            samples.append(_LabelledSample(BACK, BACK, -1, self._render_sample(card)))
        return samples


def _build_for_set(
    card_set: CardSet,
    kind: str,
    seed: list[int],
    backgrounds: list[ColorImage],
    mixable_sets: Sequence[CardSet],
    views_per_face: int,
    detector: Path | None,
) -> Dataset:
    networks = None if detector is None else _cached_detector(detector)
    generator = _SampleGenerator(card_set, kind, np.random.default_rng(seed), backgrounds, mixable_sets, networks)
    views = generator.generate(views_per_face)
    return Dataset(
        np.stack([white_balance(view.sample.crop, view.sample.mask) for view in views]),
        np.stack([view.sample.mask for view in views]),
        np.array([view.label for view in views]),
        np.array([view.subject for view in views]),
        np.array([view.turned for view in views], np.int8),
        np.array([view.sample.visible_share for view in views], np.float32),
        np.full(len(views), card_set.pattern),
    )


def build(  # noqa: PLR0913, PLR0917  what is drawn, and how it is seen
    sets: Sequence[CardSet],
    kind: str,
    views_per_face: int,
    seed: int,
    backgrounds: list[ColorImage],
    mixable_sets: Callable[[CardSet], Sequence[CardSet]],
    pool: ProcessPool,
    detector: Path | None = None,
) -> Dataset:
    """Views of every face of every set, either way up, with negatives and backs; deterministic for the same seed.

    `mixable_sets` gives, for a set, the sets that its views may be mixed with. With any, the set is for training: its
    drawings are rearranged where possible, and the number of its views is multiplied by its weight. With none, its
    drawings stay as they are, for evaluation. The work is shared among the processes of `pool`. `detector`: folder of
    the detector that says where cards are and what of them shows; None to draw that.
    """
    tasks = [
        (card_set, kind, [seed, number], backgrounds, mixable_sets(card_set), views_per_face, detector)
        for number, card_set in enumerate(sets)
    ]
    longest_first = sorted(range(len(sets)), key=lambda number: -sets[number].weight * len(sets[number].faces))
    results = pool.starmap(_build_for_set, [tasks[number] for number in longest_first])
    datasets = dict(zip(longest_first, results, strict=True))
    parts = [datasets[number] for number in range(len(sets))]
    return Dataset(*(np.concatenate([getattr(part, column.name) for part in parts]) for column in fields(Dataset)))

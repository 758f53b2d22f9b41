"""手慣らし tenarashi: one physical deck learned from pictures of its faces, and how sure it will be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.geometry import input_size
from scanner.imaging.image import ColorImage
from scanner.recognition.classifier import mlp_logits
from scanner.recognition.features import FEATURES_VERSION, extract_features, feature_count
from scanner.recognition.keypoints import KeypointMatcher, calibrate_min_inliers, extract_keypoints
from scanner.recognition.labels import BACK, NO_CARD, equivalent_codes
from scanner.recognition.model_io import MODEL_FORMAT
from scanner.setup.card_set import CardSet
from scanner.synth.backgrounds import Rng, paint_card_back
from scanner.training.classifier import calibration, crops, mlp
from scanner.training.classifier.dataset import is_symmetric
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.texts import Text

_TARGET_VIEWS = 4000
_MAX_HELD_OUT_VIEWS_PER_FACE = 12
_SCHEDULE = mlp.TrainingSchedule(batch_size=64, epochs=14)
_MAX_PICTURE_WIDTH_PX = 256
_MAX_CONFUSABLE_PAIRS = 6

Progress = Callable[[Text], None]
Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class ConfusablePair:
    """Two faces of the deck that look most alike: the share 0..1 of views of either taken for the other's, `margin`
    the least lead, in logits, that one of a hundred views of either still had over the other."""

    faces: tuple[str, str]
    margin: float


@dataclass(frozen=True, slots=True)
class EnrolmentResult:
    """A deck as `scanner.enrolled.deck_file.packed` takes it, and what to expect of it on views it never saw."""

    manifest: dict[str, Any]
    arrays: Arrays
    metrics: calibration.HeldOutMetrics
    confusable_pairs: tuple[ConfusablePair, ...]
    missing_codes: tuple[str, ...]


def _limit_width(picture: ColorImage) -> ColorImage:
    """The picture no wider than views need it."""
    share = _MAX_PICTURE_WIDTH_PX / picture.shape[1]
    if share >= 1:
        return picture
    size = (_MAX_PICTURE_WIDTH_PX, round(picture.shape[0] * share))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


class _EnrolmentSampleGenerator:
    """Makes views of one deck's faces, its back, and what is none of them."""

    def __init__(self, card_set: CardSet, kind: str, seed: int) -> None:
        self._faces = [(code, _limit_width(picture)) for code, picture in card_set.faces]
        self._backs = [_limit_width(picture) for picture in card_set.backs]
        self._size = input_size(kind)
        self._rng: Rng = np.random.default_rng(seed)
        self._is_symmetric = [is_symmetric(picture, self._size) for _, picture in self._faces]

    def _random_neighbours(self) -> tuple[ColorImage, ...]:
        return tuple(self._faces[number][1] for number in self._rng.integers(0, len(self._faces), 2))

    def _add_paper_edge(self, picture: ColorImage) -> ColorImage:
        return crops.add_paper_edge(picture, self._rng)

    def generate_face(self, number: int, count: int) -> list[tuple[str, ColorImage]]:
        """Views of one picture, a third as many of its wrong cuts, and a quarter as many upside down."""
        code, picture = self._faces[number]
        rng, size = self._rng, self._size
        made = [
            (code, crops.render_crop(self._add_paper_edge(picture), rng, size, self._random_neighbours()).crop)
            for _ in range(count)
        ]
        made += [
            (NO_CARD, crops.render_negative(self._add_paper_edge(picture), rng, size, self._random_neighbours()))
            for _ in range(count // 3)
        ]
        if not self._is_symmetric[number]:
            turned = np.ascontiguousarray(picture[::-1, ::-1])
            made += [
                (NO_CARD, crops.render_crop(self._add_paper_edge(turned), rng, size, self._random_neighbours()).crop)
                for _ in range(count // 4)
            ]
        return made

    def generate_backs(self, count: int) -> list[tuple[str, ColorImage]]:
        """Views of backs: half of them the deck's own, where there is a picture of it."""
        made = []
        for _ in range(count):
            own = bool(self._backs) and self._rng.random() < 0.5
            card = (
                self._backs[int(self._rng.integers(len(self._backs)))]
                if own
                else paint_card_back(self._rng, (2 * self._size[0], 2 * self._size[1]))
            )
            made.append((BACK, crops.render_crop(card, self._rng, self._size, self._random_neighbours()).crop))
        return made


def _extract_features(
    samples: list[tuple[str, ColorImage]], size: tuple[int, int]
) -> tuple[NDArray[np.float16], calibration.LabelArray]:
    rows = np.empty((len(samples), feature_count(*size)), np.float16)
    for row, (_, crop) in enumerate(samples):
        rows[row] = extract_features(crop)
    return rows, np.array([label for label, _ in samples])


def _generate_samples(
    generator: _EnrolmentSampleGenerator,
    card_set: CardSet,
    size: tuple[int, int],
    views_per_picture: int,
    progress: Callable[[int], None],
) -> tuple[NDArray[np.float16], calibration.LabelArray]:
    parts = []
    for number in range(len(card_set.faces)):
        parts.append(_extract_features(generator.generate_face(number, views_per_picture), size))
        progress(number + 1)
    parts.append(_extract_features(generator.generate_backs(2 * views_per_picture), size))
    return np.concatenate([rows for rows, _ in parts]), np.concatenate([labels for _, labels in parts])


def _find_confusable_pairs(scores: calibration.HeldOutScores, kind: str) -> tuple[ConfusablePair, ...]:
    """The pairs of faces whose views lead least over each other, closest first."""
    group = equivalent_codes(kind)
    leads: dict[tuple[str, str], list[float]] = {}
    for column, own in enumerate(scores.labels):
        if own in {BACK, NO_CARD}:
            continue
        rows = scores.logits[scores.truth == own]
        for other, label in enumerate(scores.labels):
            if label not in {BACK, NO_CARD} and label not in group[own] and len(rows):
                pair = (min(own, label), max(own, label))
                leads.setdefault(pair, []).append(float(np.quantile(rows[:, column] - rows[:, other], 0.01)))
    closest = sorted(leads.items(), key=lambda item: min(item[1]))[:_MAX_CONFUSABLE_PAIRS]
    return tuple(ConfusablePair(pair, round(min(margins), 2)) for pair, margins in closest)


def train_deck(
    name: str, kind: str, card_set: CardSet, progress: Progress, *, views_per_picture: int | None = None, seed: int = 0
) -> EnrolmentResult:
    """Learns the deck `name` from pictures of its faces (codes exact); the same for the same pictures and seed.

    `each`: views of each picture, otherwise as many as a minute allows.
    `too_few_cards` for less than two faces: there would be nothing to tell apart.
    """
    codes = {code for code, _ in card_set.faces}
    if len(codes) < 2:
        raise Refusal(
            "too_few_cards",
            Text("a deck needs pictures of at least two faces", "札を登録するには二種類以上の絵柄が要ります"),
        )
    size = input_size(kind)
    count = views_per_picture or int(np.clip(_TARGET_VIEWS // len(card_set.faces), 24, 120))
    total = len(card_set.faces)

    def report_rendered(done: int) -> None:
        if done % 4 == 0 or done == total:
            progress(Text(f"looking at face {done} of {total}", f"絵柄を見ています {done}/{total}"))

    rows, labels = _generate_samples(
        _EnrolmentSampleGenerator(card_set, kind, seed), card_set, size, count, report_rendered
    )
    progress(Text("learning to tell them apart", "見分け方を覚えています"))
    trained = mlp.train_mlp(rows, labels, seed, _SCHEDULE)
    progress(Text("trying it on views it never saw", "初めて見る写りで試しています"))
    held, truth = _generate_samples(
        _EnrolmentSampleGenerator(card_set, kind, seed + 1),
        card_set,
        size,
        min(count // 2, _MAX_HELD_OUT_VIEWS_PER_FACE),
        lambda _: None,
    )
    logits = mlp_logits(trained.arrays, held.astype(np.float32))
    said = calibration.HeldOutScores(
        trained.labels, logits, truth, np.full(len(truth), name), truth, np.ones(len(truth), bool)
    )
    trusted, (figures,) = calibration.calibrate([said], kind)
    near = _find_confusable_pairs(said, kind)
    first = dict(reversed(card_set.faces))  # copies of a face would outvote the others
    pictures = [(trained.labels.index(code), _limit_width(picture)) for code, picture in first.items()]
    arrays: Arrays = {key: array.astype(np.float16) for key, array in trained.arrays.items()}
    arrays |= extract_keypoints(kind, pictures)
    voter = KeypointMatcher(kind, trained.labels, arrays)
    arrays["marks_many"] = np.array(calibrate_min_inliers(voter, list(first.items()), equivalent_codes(kind)))
    missing = tuple(code for code in decks()[kind].faces if code not in codes)
    manifest = {
        "format": MODEL_FORMAT,
        "name": name,
        "kind": kind,
        "features": FEATURES_VERSION,
        "input": list(size),
        "hidden": mlp.HIDDEN_UNITS,
        "labels": list(trained.labels),
        "screen": {
            "confidence": [round(trusted.slope, 5), round(trusted.offset, 5)],
            "sure_margin": round(trusted.sure_margin, 4),
            "back_margin": round(trusted.back_margin, 4),
        },
        "network": None,
        "back_seen": bool(card_set.backs),  # a back never seen may be anything pale: it is not sure
        "pictures": total,
        "held_out": {
            key: round(value, 4) if isinstance(value, float) else value for key, value in asdict(figures).items()
        },
        "near": [[*one.faces, one.margin] for one in near],
    }
    return EnrolmentResult(manifest, arrays, figures, near, missing)

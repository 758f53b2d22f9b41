"""Train a classifier for one physical deck and measure how reliable it is."""

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
"""Training views of all pictures together: as many as a minute allows."""
_MAX_HELD_OUT_VIEWS_PER_FACE = 12
"""Evaluation views of each picture, at most: enough to calibrate on, and quick to render."""
_SCHEDULE = mlp.TrainingSchedule(batch_size=64, epochs=14)
"""Smaller batches and more epochs than for the shipped classifiers, because one deck has few views."""
_MAX_PICTURE_WIDTH_PX = 256
"""Width in pixels to which pictures are reduced: no view shows a card wider."""
_MAX_CONFUSABLE_PAIRS = 6
"""Confusable pairs of faces reported with a deck, at most: the page shows a short list."""

Progress = Callable[[Text], None]
Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class ConfusablePair:
    """Two faces of the deck that are easily confused.

    `margin`, in logits, is the smaller of the two faces' margins over each other, each the 1st percentile over views
    of that face.
    """

    faces: tuple[str, str]
    margin: float


@dataclass(frozen=True, slots=True)
class EnrolmentResult:
    """A deck for `scanner.enrolled.deck_file.encode_deck`, with its metrics on held-out views."""

    manifest: dict[str, Any]
    arrays: Arrays
    metrics: calibration.HeldOutMetrics
    confusable_pairs: tuple[ConfusablePair, ...]
    missing_codes: tuple[str, ...]


def _limit_width(picture: ColorImage) -> ColorImage:
    """The picture, reduced if it is wider than any view needs."""
    scale = _MAX_PICTURE_WIDTH_PX / picture.shape[1]
    if scale >= 1:
        return picture
    size = (_MAX_PICTURE_WIDTH_PX, round(picture.shape[0] * scale))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


class _EnrolmentSampleGenerator:
    """Generates views of one deck's faces, of its back, and negatives that are neither."""

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
        """`count` views of one picture, a third as many negatives, and a quarter as many upside-down views."""
        code, picture = self._faces[number]
        rng, size = self._rng, self._size
        samples = [
            (code, crops.render_crop(self._add_paper_edge(picture), rng, size, self._random_neighbours()).crop)
            for _ in range(count)
        ]
        samples += [
            (NO_CARD, crops.render_negative(self._add_paper_edge(picture), rng, size, self._random_neighbours()))
            for _ in range(count // 3)
        ]
        if not self._is_symmetric[number]:
            turned = np.ascontiguousarray(picture[::-1, ::-1])
            samples += [
                (NO_CARD, crops.render_crop(self._add_paper_edge(turned), rng, size, self._random_neighbours()).crop)
                for _ in range(count // 4)
            ]
        return samples

    def generate_backs(self, count: int) -> list[tuple[str, ColorImage]]:
        """`count` views of backs; half of them show the deck's own back, if there is a picture of it."""
        samples = []
        for _ in range(count):
            use_own_back = bool(self._backs) and self._rng.random() < 0.5
            card = (
                self._backs[int(self._rng.integers(len(self._backs)))]
                if use_own_back
                else paint_card_back(self._rng, (2 * self._size[0], 2 * self._size[1]))
            )
            samples.append((BACK, crops.render_crop(card, self._rng, self._size, self._random_neighbours()).crop))
        return samples


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
    """The pairs of faces with the smallest margins over each other, most confusable first."""
    codes_equivalent_to = equivalent_codes(kind)
    pair_margins: dict[tuple[str, str], list[float]] = {}
    for true_column, true_label in enumerate(scores.labels):
        if true_label in {BACK, NO_CARD}:
            continue
        rows = scores.logits[scores.truth == true_label]
        for column, label in enumerate(scores.labels):
            if label not in {BACK, NO_CARD} and label not in codes_equivalent_to[true_label] and len(rows):
                pair = (min(true_label, label), max(true_label, label))
                margin = float(np.quantile(rows[:, true_column] - rows[:, column], 0.01))
                pair_margins.setdefault(pair, []).append(margin)
    closest = sorted(pair_margins.items(), key=lambda item: min(item[1]))[:_MAX_CONFUSABLE_PAIRS]
    return tuple(ConfusablePair(pair, round(min(margins), 2)) for pair, margins in closest)


def train_deck(
    name: str, kind: str, card_set: CardSet, progress: Progress, *, views_per_picture: int | None = None, seed: int = 0
) -> EnrolmentResult:
    """Train the deck `name` from pictures of its faces (exact codes); deterministic for the same pictures and seed.

    `views_per_picture`: training views of each picture; by default as many as a minute allows, 24 to 120.
    Raises `too_few_cards` for fewer than two faces, because there would be nothing to distinguish.
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
    held_out_rows, truth = _generate_samples(
        _EnrolmentSampleGenerator(card_set, kind, seed + 1),
        card_set,
        size,
        min(count // 2, _MAX_HELD_OUT_VIEWS_PER_FACE),
        lambda _: None,
    )
    logits = mlp_logits(trained.arrays, held_out_rows.astype(np.float32))
    scores = calibration.HeldOutScores(
        trained.labels, logits, truth, np.full(len(truth), name), truth, np.ones(len(truth), bool)
    )
    result, (metrics,) = calibration.calibrate([scores], kind)
    confusable_pairs = _find_confusable_pairs(scores, kind)
    first_pictures = dict(reversed(card_set.faces))  # copies of a face would outvote the other faces
    pictures = [(trained.labels.index(code), _limit_width(picture)) for code, picture in first_pictures.items()]
    arrays: Arrays = {key: array.astype(np.float16) for key, array in trained.arrays.items()}
    arrays |= extract_keypoints(kind, pictures)
    matcher = KeypointMatcher(kind, trained.labels, arrays)
    min_inliers = calibrate_min_inliers(matcher, list(first_pictures.items()), equivalent_codes(kind))
    arrays["marks_many"] = np.array(min_inliers)
    missing_codes = tuple(code for code in decks()[kind].faces if code not in codes)
    manifest = {
        "format": MODEL_FORMAT,
        "name": name,
        "kind": kind,
        "features": FEATURES_VERSION,
        "input": list(size),
        "hidden": mlp.HIDDEN_UNITS,
        "labels": list(trained.labels),
        "screen": {
            "confidence": [round(result.slope, 5), round(result.offset, 5)],
            "sure_margin": round(result.sure_margin, 4),
            "back_margin": round(result.back_margin, 4),
        },
        "network": None,
        "back_seen": bool(card_set.backs),  # without one, anything pale may be the back, so no back is ever `sure`
        "pictures": total,
        "held_out": {
            key: round(value, 4) if isinstance(value, float) else value for key, value in asdict(metrics).items()
        },
        "near": [[*pair.faces, pair.margin] for pair in confusable_pairs],
    }
    return EnrolmentResult(manifest, arrays, metrics, confusable_pairs, missing_codes)

"""Train a classifier for one physical deck and measure how reliable it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.recognition.heads import GaussianHead
from scanner.recognition.model_io import MODEL_FORMAT, shipped_network
from scanner.recognition.prediction import BACK, NO_CARD
from scanner.setup.card_set import CardSet
from scanner.training.classifier import calibration_fit
from scanner.training.enrolment.gaussian import fit_gaussians, leave_out
from scanner.training.enrolment.views import EmbeddedViews, ViewGenerator
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.texts import Text

_TARGET_VIEWS = 800
"""Training views of all pictures together: as many as ten seconds allow."""
_HELD_OUT_VIEWS_PER_FACE = 6
"""Evaluation views of each picture: enough to calibrate on, and quick to render."""
_LEFT_OUT_GROUPS = 6
"""Groups of faces that are left out in turn, to see what a card is taken for that was never shown."""
_STORED_SIZE = (96, 144)
"""Width and height in pixels of the pictures kept in a deck's file, from which a later version can learn it anew."""
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
class DeckMetrics:
    """Metrics of a deck on held-out views; shares are 0..1 of the `views` of faces of which a quarter or more shows."""

    views: int
    named: float
    sure: float
    silent: float

    @classmethod
    def of(cls, rows: Sequence[calibration_fit.HeldOutMetrics]) -> DeckMetrics:
        """The metrics of all ranges of visible shares together."""
        views = sum(row.views for row in rows)
        named, sure, silent = (
            sum(row.views * share for row, share in zip(rows, shares, strict=True)) / max(1, views)
            for shares in zip(*((row.named, row.sure, row.silent) for row in rows), strict=True)
        )
        return cls(views, named, sure, silent)


@dataclass(frozen=True, slots=True)
class EnrolmentResult:
    """A deck for `scanner.enrolled.deck_file.encode_deck`, with its metrics on held-out views."""

    manifest: dict[str, Any]
    arrays: Arrays
    metrics: DeckMetrics
    confusable_pairs: tuple[ConfusablePair, ...]
    missing_codes: tuple[str, ...]


def _to_scores(
    labels: tuple[str, ...], head: GaussianHead, views: EmbeddedViews, name: str
) -> calibration_fit.HeldOutScores:
    patterns = np.full(len(views.labels), name)
    columns = (views.labels, patterns, views.labels, views.visible, views.claimed)
    return calibration_fit.HeldOutScores(labels, head.logits(views.embeddings), *columns)


def _left_out_scores(
    labels: tuple[str, ...], head: GaussianHead, views: EmbeddedViews, name: str, kind: str
) -> list[calibration_fit.HeldOutScores]:
    """Scores of faces by heads that were not shown them, some faces in turn. All their logits of unknown faces are low.

    Their truth is no card: whatever face they are taken for is wrong.
    """
    codes = sorted(set(labels) - {BACK, NO_CARD})
    parts = []
    for number in range(min(_LEFT_OUT_GROUPS, len(codes) - 1)):
        group = {code for code in codes[number::_LEFT_OUT_GROUPS] for code in decks()[kind].same_faces[code]}
        shown, shown_head = leave_out(labels, head, group)
        rows = np.isin(views.labels, sorted(group))
        if len(shown) < len(labels) and len(shown) > 2 and rows.any():
            logits = np.full((int(rows.sum()), len(labels)), -1e9, np.float32)
            logits[:, [labels.index(label) for label in shown]] = shown_head.logits(views.embeddings[rows])
            count = len(logits)
            strangers = np.full(count, NO_CARD)
            columns = (strangers, np.full(count, name), strangers, views.visible[rows], views.claimed[rows])
            parts.append(calibration_fit.HeldOutScores(labels, logits, *columns))
    return parts


def _find_confusable_pairs(scores: calibration_fit.HeldOutScores, kind: str) -> tuple[ConfusablePair, ...]:
    """The pairs of faces with the smallest margins over each other, most confusable first."""
    codes_equivalent_to = decks()[kind].same_faces
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

    `views_per_picture`: training views of each picture; by default as many as ten seconds allow, 8 to 60.
    Raises `too_few_cards` for fewer than two faces, because there would be nothing to distinguish.
    """
    codes = {code for code, _ in card_set.faces}
    if len(codes) < 2:
        raise Refusal(
            "too_few_cards",
            Text("A deck needs pictures of at least two faces", "札を登録するには二種類以上の絵柄が要ります"),
        )
    network, total = shipped_network(), len(card_set.faces)
    count = views_per_picture or int(np.clip(_TARGET_VIEWS // total, 8, 60))

    def report_rendered(done: int) -> None:
        if done % 4 == 0 or done == total:
            progress(Text(f"looking at face {done} of {total}", f"絵柄を見ています {done}/{total}"))

    views = ViewGenerator(card_set, network, seed).generate(count, report_rendered)
    progress(Text("learning to tell them apart", "見分け方を覚えています"))
    labels, head = fit_gaussians(views.embeddings, views.labels)
    progress(Text("trying it on views it never saw", "初めて見る写りで試しています"))
    unseen = ViewGenerator(card_set, network, seed + 1).generate(_HELD_OUT_VIEWS_PER_FACE)
    scores = _to_scores(labels, head, unseen, name)
    strangers = _left_out_scores(labels, head, unseen, name, kind)
    result, rows, _ = calibration_fit.calibrate([scores, *strangers], kind)
    metrics = DeckMetrics.of(rows)
    confusable_pairs = _find_confusable_pairs(scores, kind)
    pictures = np.stack(
        [cv2.resize(picture, _STORED_SIZE, interpolation=cv2.INTER_AREA) for _, picture in card_set.faces]
    )
    manifest = {
        "format": MODEL_FORMAT,
        "name": name,
        "kind": kind,
        "network": network.digest,
        "labels": list(labels),
        "dimensions": head.projection.shape[1],
        "scale": head.scale,
        **result.as_manifest(),
        "back_seen": bool(card_set.backs),  # without one, anything pale may be the back, so no back is ever `sure`
        "pictures": [code for code, _ in card_set.faces],
        "held_out": {
            key: round(value, 4) if isinstance(value, float) else value for key, value in asdict(metrics).items()
        },
        "near": [[*pair.faces, pair.margin] for pair in confusable_pairs],
    }
    arrays: Arrays = {
        "projection": head.projection.astype(np.float32),
        "means": head.means.astype(np.float32),
        "variances": head.variances.astype(np.float32),
        "pictures": np.asarray(pictures, np.uint8),
    }
    missing_codes = tuple(code for code in decks()[kind].copies if code not in codes)
    return EnrolmentResult(manifest, arrays, metrics, confusable_pairs, missing_codes)

"""Evaluate a detector on scenes with held-out decks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scanner.detection.detector import CardDetector
from scanner.detection.network import DetectionNetwork
from scanner.detection.refinement import RefinementNetwork
from scanner.imaging.geometry import ImagePyramid, Quad, quad_size
from scanner.imaging.image import ColorImage
from scanner.setup.card_set import CardSet
from scanner.training.detector.scenes import DeckArt, LabelledScene, prepare_deck_art, render_scene

SCENES_PER_DECK = 60
"""Scenes on which each held-out deck is evaluated: about 740 cards, for a standard error below 2 percent."""
VISIBLE_SHARES = (0.25, 0.45, 0.9)
"""Visible shares of a card, 0..1, from which its band begins: those by which reading is judged."""
MAX_CORNER_ERROR = 0.12
"""Error of an outline's worst corner, in card widths, up to which the outline matches the card."""
QuadDetector = Callable[[ColorImage], list[Quad]]
Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class HeldOutDeck:
    """A deck to evaluate on a number of `tables`. `akin`: names of the training sets that have its pattern."""

    kind: str
    deck: CardSet
    akin: tuple[str, ...]
    tables: int


@dataclass(frozen=True, slots=True)
class DetectorMetrics:
    """Metrics of one held-out deck on a number of `tables`.

    `bands`: for each of `VISIBLE_SHARES` the number of cards of which so much shows, and the share of them, 0..1, that
    a detection matches, None of no cards. `corner`: mean error of the four corners of a matched card, in card widths,
    as the median over cards; None if no card is matched. `stray`: false positives per table, detections that match no
    card; `beside`: those of them whose centre shows no card. `akin`: names of the training sets that have the deck's
    pattern.
    """

    kind: str
    set: str
    pattern: str
    akin: tuple[str, ...]
    tables: int
    bands: tuple[tuple[float, int, float | None], ...]
    corner: float | None
    stray: float
    beside: float


def render_test_scene(seed: int, number: int, deck: DeckArt, backgrounds: list[ColorImage]) -> LabelledScene:
    """A scene to evaluate on, different from all training scenes of that seed.

    Training scenes are seeded with `[seed, number]`, evaluation scenes with `[seed, number, 1]`. The last number must
    not be 0, because a generator treats [seed, 1] and [seed, 1, 0] as the same seed.
    """
    return render_scene(np.random.default_rng([seed, number, 1]), [deck], backgrounds)


def corner_errors(quads: Sequence[Quad], cards: NDArray[np.float32]) -> NDArray[np.float32]:
    """Error of each corner (quads, cards, 4), in card widths, for the orientation of the quad that fits best.

    `cards` (n, 4, 2), each starting at its top left corner.
    """
    if not len(cards) or not len(quads):
        return np.zeros((len(quads), len(cards), 4), np.float32)
    orientations = np.stack([np.roll(np.stack(quads), turn, axis=1) for turn in range(4)])
    errors = np.linalg.norm(orientations[:, :, None] - cards[None, None], axis=4)
    best = errors.max(axis=3).argmin(axis=0)
    widths = np.array([quad_size(card)[0] for card in cards], np.float32)
    return np.asarray(np.take_along_axis(errors, best[None, ..., None], axis=0)[0] / widths[:, None], np.float32)


def _is_off_cards(quad: Quad, instance_ids: NDArray[np.int8]) -> bool:
    """Whether the centre of an outline shows no card or lies outside the picture."""
    x, y = np.rint(quad.mean(axis=0)).astype(int).tolist()
    height, width = instance_ids.shape
    return not (0 <= y < height and 0 <= x < width and instance_ids[y, x] >= 0)


def _hit_rate(hits: NDArray[np.bool_]) -> float | None:
    return round(float(hits.mean()), 4) if len(hits) else None


def make_held_out_deck(kind: str, deck: CardSet, trained_on: Sequence[tuple[str, CardSet]]) -> HeldOutDeck:
    """A deck to evaluate, with the training sets, (kind, set) each, that have its kind and pattern."""
    akin = tuple(
        train_set.name
        for train_kind, train_set in trained_on
        if train_kind == kind and train_set.pattern == deck.pattern
    )
    return HeldOutDeck(kind, deck, akin, SCENES_PER_DECK)


def evaluate_deck(
    detect: QuadDetector, held_out: HeldOutDeck, seed: int, backgrounds: list[ColorImage]
) -> DetectorMetrics:
    """Evaluate a detector of card outlines on synthetic scenes of one deck; `backgrounds`: pictures of bare tables."""
    deck = prepare_deck_art(held_out.kind, [face for _, face in held_out.deck.faces])
    hits: list[bool] = []
    visible_shares: list[float] = []
    matched_errors: list[float] = []
    stray = beside = 0
    for number in range(held_out.tables):
        scene = render_test_scene(seed, number, deck, backgrounds)
        quads = detect(scene.picture)
        errors = corner_errors(quads, scene.corners)
        matches = errors.max(axis=2, initial=0) <= MAX_CORNER_ERROR
        false_positives = np.flatnonzero(~matches.any(axis=1))
        stray += len(false_positives)
        beside += sum(_is_off_cards(quads[index], scene.instance_ids) for index in false_positives.tolist())
        for card in np.flatnonzero(scene.visible_shares >= VISIBLE_SHARES[0]).tolist():
            hits.append(bool(matches[:, card].any()))
            visible_shares.append(float(scene.visible_shares[card]))
            if hits[-1]:
                matched_errors.append(float(errors[matches[:, card], card].mean(axis=1).min()))
    is_found = np.array(hits, bool)
    numbers = np.searchsorted(VISIBLE_SHARES, visible_shares, side="right") - 1
    bands = tuple(
        (share, int((numbers == number).sum()), _hit_rate(is_found[numbers == number]))
        for number, share in enumerate(VISIBLE_SHARES)
    )
    return DetectorMetrics(
        held_out.kind,
        held_out.deck.name,
        held_out.deck.pattern,
        held_out.akin,
        held_out.tables,
        bands,
        round(float(np.median(matched_errors)), 4) if matched_errors else None,
        round(stray / held_out.tables, 2),
        round(beside / held_out.tables, 2),
    )


def evaluate_decks(
    networks: tuple[bytes, bytes],
    held_out: Sequence[HeldOutDeck],
    numbers: range,
    seed: int,
    backgrounds: list[ColorImage],
    progress: Progress,
) -> list[tuple[int, DetectorMetrics]]:
    """Evaluate both networks (ONNX files) on the held-out decks with these numbers: (number, metrics) each."""
    detector = CardDetector(DetectionNetwork(networks[0]), RefinementNetwork(networks[1]))

    def detect(frame: ColorImage) -> list[Quad]:
        return [detection.quad for detection in detector.detect(ImagePyramid(frame)).detections]

    rows = []
    for number in numbers:
        rows.append((number, evaluate_deck(detect, held_out[number], seed, backgrounds)))
        progress(f"tried on {held_out[number].deck.name}, {number + 1} of {len(held_out)}")
    return rows

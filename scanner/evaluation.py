"""Evaluation of reads against ground truth, as counts for a report.

`load_ground_truth` reads pictures with their true cards. `evaluate` matches the cards of a read to them and counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scanner.imaging.geometry import Quad, intersection_area, order_clockwise, quad_area
from scanner.reads import CardRead, PictureRead
from scorer.decks import decks, kind_by_code
from scorer.json_input import parse_json

_ANY_OF_THEM = "-c"
"""How ground truth may end instead of a number, as `h03-c` does: any of the equivalent faces of that month."""
_MIN_IOU = 0.5
"""Intersection over union 0..1 of a read and a true card that match, the usual limit."""
_MIN_ASKED_IOU = 0.25
"""The same of a question and the card it asks about: its outline is shown, and people see which card is meant."""
_MIN_BOX_COVERAGE = 0.9
"""Share 0..1 of the box around the visible part of a card that the box around a read of the whole card must cover."""
_MIN_BOX_SHARE = 0.25
"""Share 0..1 of the box around that read that the box of the visible part must cover: of less than a quarter of a card
people often cannot name it either."""

VISIBILITY_BANDS = ((0.9, "over .9"), (0.45, ".45 to .9"), (0.25, ".25 to .45"), (0.0, "less"))
"""Least visible share 0..1 of the cards in each band, and its name. Of "less" nobody could name most cards."""


def visibility_band(visible_share: float) -> str:
    """The name of the band of a card of which that share, 0..1, shows.

    >>> visibility_band(0.3)
    '.25 to .45'
    """
    return next(name for least, name in VISIBILITY_BANDS if visible_share >= least)


@dataclass(frozen=True, slots=True)
class GroundTruth:
    """A picture and the cards that lie in it."""

    image_path: Path
    tags: tuple[str, ...]
    """What makes the picture difficult, and its layout where known."""
    cards: tuple[tuple[str | None, Quad, float], ...]
    """Code (None for a back), corners (4, 2) in pixels and visible share 0..1 of each card."""
    is_complete: bool
    """Whether `cards` are all cards in the picture, so that any other read is a false positive."""
    has_only_boxes: bool = False
    """Whether the corners are only those of upright boxes around the cards.

    Reads are then compared by the boxes around them, and their corner errors are unknown.
    """


@dataclass(slots=True)
class EvaluationCounts:
    """Counts over the pictures evaluated."""

    pictures: int = 0
    cards: int = 0
    """True cards that lie face up."""
    detected: int = 0
    """True cards face up that a read matches."""
    named: int = 0
    """Detected cards whose read has the right name."""
    sure: int = 0
    """Named cards whose read is sure."""
    confident_errors: int = 0
    """Reads that are sure and wrong, `silent` in the report."""
    backs: int = 0
    """True cards that lie face down."""
    backs_detected: int = 0
    """True backs that a read matches as a back."""
    false_positives: int = 0
    """Reads that match no card, `ghosts` in the report."""
    asked: int = 0
    """True cards without a read, face up or down, about which a question is asked."""
    needless: int = 0
    """Questions about a card where every card has a read, or none lies."""
    by_visibility: dict[str, Counter[str]] = field(default_factory=dict)
    """By visibility band: the cards face up, found, named, sure, silent (sure but wrong), whatever share counts."""
    corner_errors: list[float] = field(default_factory=list)
    """Mean distance of the four corners of each matching read in card widths."""
    stage_ms: dict[str, list[float]] = field(default_factory=dict)
    """Milliseconds of each stage of reading, per picture."""

    def as_json(self) -> dict[str, Any]:
        """Counts, the median corner error in card widths, and the median milliseconds of each stage per picture."""
        return {
            "pictures": self.pictures,
            "cards": self.cards,
            "found": self.detected,
            "named": self.named,
            "sure": self.sure,
            "silent": self.confident_errors,
            "backs": self.backs,
            "backs_found": self.backs_detected,
            "ghosts": self.false_positives,
            "asked": self.asked,
            "needless": self.needless,
            "by_visibility": {
                name: {key: self.by_visibility[name][key] for key in ("cards", "found", "named", "sure", "silent")}
                for _, name in VISIBILITY_BANDS
                if name in self.by_visibility
            },
            "corner": round(float(np.median(self.corner_errors)), 4) if self.corner_errors else None,
            **{name: round(float(np.median(values)), 1) for name, values in self.stage_ms.items()},
        }


def _box_corners(box: list[float]) -> NDArray[np.float32]:
    left, top, right, bottom = box
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def load_ground_truth(folder: Path) -> Iterator[GroundTruth]:
    """Every picture of a folder with its ground truth, from `truth.jsonl` or from one JSON file beside each picture."""
    truth_file = folder / "truth.jsonl"
    if truth_file.exists():
        for line in truth_file.read_text(encoding="utf-8").splitlines():
            if not line.strip():
                continue
            data = parse_json(line)
            cards = tuple(
                (
                    card["card"],
                    np.array(card["corners"], np.float32) if "corners" in card else _box_corners(card["box"]),
                    float(card.get("visible", 1.0)),
                )
                for card in data["cards"]
            )
            is_complete = len(cards) == len(data.get("listed", cards))
            has_only_boxes = any("corners" not in card for card in data["cards"])
            yield GroundTruth(folder / data["image"], (), cards, is_complete, has_only_boxes)
        return
    for file in sorted(folder.glob("*.json")):
        data = parse_json(file.read_text(encoding="utf-8"))
        if "cards" not in data or "image" not in data:
            continue
        yield parse_truth(data, folder / data["image"])


def parse_truth(data: Mapping[str, Any], image_path: Path) -> GroundTruth:
    """The truth of one picture that `fudayomi synth` has written as JSON."""
    cards = tuple((card["card"], np.array(card["corners"], np.float32), card["visible"]) for card in data["cards"])
    tags = dict.fromkeys([data["scenario"], *data["tags"]] if "scenario" in data else data["tags"])
    return GroundTruth(image_path, tuple(tags), cards, is_complete=True)


def is_correct_code(truth: str, read_code: str | None) -> bool:
    """Whether a code is right: the same face to the rules, or any of the faces of one month where the truth says so.

    >>> is_correct_code("h03-3", "h03-4"), is_correct_code("h03-c", "h03-4"), is_correct_code("h03-2", "h03-4")
    (True, True, False)
    """
    if read_code is None or truth == read_code:
        return read_code is not None
    kind = kind_by_code().get(read_code)
    if kind is None:
        return False
    same = decks()[kind].same_faces[read_code]
    is_any = decks()[kind].faces[read_code].kind in decks()[kind].equivalent_kinds
    return truth in same or (is_any and truth == f"{read_code.rpartition('-')[0]}{_ANY_OF_THEM}")


def _iou(first: Quad, second: Quad) -> float:
    """Intersection over union 0..1 of two quads."""
    common = intersection_area(order_clockwise(first), order_clockwise(second))
    return common / max(quad_area(first) + quad_area(second) - common, 1e-6)


def _comparable_outline(truth: GroundTruth, read: CardRead) -> Quad:
    """The outline of a read, or the box around it if the truth has only boxes."""
    quad = np.array(read.corners, np.float32)
    return _box_corners([*quad.min(axis=0).tolist(), *quad.max(axis=0).tolist()]) if truth.has_only_boxes else quad


def match_reads(truth: GroundTruth, reads: tuple[CardRead, ...]) -> dict[int, int]:
    """Index of the read that matches each card, by index of the card: greedily by best intersection over union.

    Where the truth has only boxes, that of a covered card may be around no more than what shows. A card left over then
    matches a read left over of a whole card that covers the box. Names decide nothing: a wrong one counts as wrong.
    """
    pairs = sorted(
        (
            (_iou(quad, _comparable_outline(truth, read)), card, index)
            for card, (_, quad, _) in enumerate(truth.cards)
            for index, read in enumerate(reads)
        ),
        reverse=True,
    )
    matches: dict[int, int] = {}
    for iou, card, index in pairs:
        if iou >= _MIN_IOU and card not in matches and index not in matches.values():
            matches[card] = index
    for _, card, index in pairs if truth.has_only_boxes else ():
        is_left = card not in matches and index not in matches.values()
        if is_left and _covers_box(_comparable_outline(truth, reads[index]), truth.cards[card][1]):
            matches[card] = index
    return matches


def _covers_box(outline: Quad, box: Quad) -> bool:
    """Whether the box around a read covers that of a card's visible part, and is not much larger."""
    common = intersection_area(box, outline)
    return common > _MIN_BOX_COVERAGE * quad_area(box) and common > _MIN_BOX_SHARE * quad_area(outline)


def _count_visible(band: Counter[str], code: str, hit: CardRead | None) -> None:
    """Add a card that lies face up, and the read that matches it, to the counts of its visibility band."""
    is_correct = hit is not None and is_correct_code(code, hit.card)
    is_sure = hit is not None and hit.sure
    band["cards"] += 1
    band["found"] += hit is not None
    band["named"] += is_correct
    band["sure"] += is_correct and is_sure
    band["silent"] += is_sure and not is_correct


def evaluate(
    counts: EvaluationCounts,
    truth: GroundTruth,
    reads: tuple[CardRead, ...],
    stage_ms: Mapping[str, float],
    min_visible_share: float = 0.0,
) -> None:
    """Add one picture and the milliseconds of its stages to the counts.

    Cards with a visible share 0..1 below `min_visible_share` do not count, but for `by_visibility`, which has them all.
    """
    counts.pictures += 1
    for name, ms in stage_ms.items():
        counts.stage_ms.setdefault(name, []).append(ms)
    matches = match_reads(truth, reads)
    for card, (code, quad, visible) in enumerate(truth.cards):
        hit = reads[matches[card]] if card in matches else None
        if code is not None:
            _count_visible(counts.by_visibility.setdefault(visibility_band(visible), Counter()), code, hit)
        if visible < min_visible_share:
            continue
        if code is None:
            counts.backs += 1
            counts.backs_detected += hit is not None and hit.face == "down"
            counts.confident_errors += hit is not None and hit.face == "up" and hit.sure
            continue
        counts.cards += 1
        if hit is None:
            continue
        is_correct = is_correct_code(code, hit.card)
        counts.detected += 1
        counts.named += is_correct
        counts.sure += is_correct and hit.sure
        counts.confident_errors += hit.sure and not is_correct
        if truth.has_only_boxes:
            continue
        corners = np.array(hit.corners, np.float32)
        distance = min(np.linalg.norm(np.roll(corners, turn, axis=0) - quad, axis=1).mean() for turn in range(4))
        counts.corner_errors.append(float(distance / max(np.linalg.norm(quad[1] - quad[0]), 1.0)))
    if truth.is_complete:
        unmatched = [read for index, read in enumerate(reads) if index not in matches.values()]
        counts.false_positives += len(unmatched)
        counts.confident_errors += sum(read.sure and read.face == "up" for read in unmatched)


def count_questions(
    counts: EvaluationCounts, truth: GroundTruth, read: PictureRead, min_visible_share: float = 0.0
) -> None:
    """Add the questions about cards without a name: those that are right, and those that are needless.

    A question about a card with less of it visible than that share, 0..1, is neither.
    """
    matches = match_reads(truth, read.cards)
    waiting = {number: card for number, card in enumerate(truth.cards) if number not in matches}
    for question in read.hidden:
        corners = np.array(question.corners, np.float32)
        overlaps = ((_iou(quad, corners), number) for number, (_, quad, _) in waiting.items())
        overlap, number = max(overlaps, default=(0.0, -1))
        if overlap < _MIN_ASKED_IOU:
            counts.needless += 1
            continue
        _, _, visible = waiting.pop(number)
        counts.asked += visible >= min_visible_share

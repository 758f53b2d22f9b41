"""採点 saiten: reads compared with the truth of a picture, for figures."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scanner.detection.candidates import intersection_area
from scanner.imaging.geometry import Quad, order_clockwise, quad_area
from scanner.reads import CardRead

_OCCLUSION_DOUBTS = {"covered", ""}
_MIN_BOX_COVERAGE = 0.9
_MIN_BOX_SHARE = 0.4
"""A box around what is seen of a card is covered by so much, at least, by the box around all of it, and takes so much
of that."""


@dataclass(frozen=True, slots=True)
class GroundTruth:
    """A picture and what lies in it. `cards`: code (None: a back), corners, share 0..1 seen; `whole`: nothing else is.

    `tags`: what makes it hard, and its layout where the truth tells it. `boxed`: the corners are only those of upright
    boxes around the cards, so a read is compared by the box around it, and nothing is known of its corners.
    """

    image_path: Path
    tags: tuple[str, ...]
    cards: tuple[tuple[str | None, Quad, float], ...]
    is_complete: bool
    has_only_boxes: bool = False


@dataclass(slots=True)
class EvaluationCounts:
    """Counts over pictures: cards there, found, named, sure and right, silent (sure and wrong), ghosts, and so on.

    `under`: cards besides those found that were read by their own name, sure or not, where only a box around what is
    seen of them is known (`partly_seen`): such a read is no ghost, but a name that helped to find it proves nothing.
    """

    pictures: int = 0
    cards: int = 0
    detected: int = 0
    named: int = 0
    sure: int = 0
    confident_errors: int = 0
    backs: int = 0
    backs_detected: int = 0
    false_positives: int = 0
    occluded_named: int = 0
    corner_errors: list[float] = field(default_factory=list)
    stage_ms: dict[str, list[float]] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Counts, the median corner error in card widths, the median milliseconds a picture and a stage of it."""
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
            "under": self.occluded_named,
            "corner": round(float(np.median(self.corner_errors)), 4) if self.corner_errors else None,
            **{name: round(float(np.median(values)), 1) for name, values in self.stage_ms.items()},
        }


def _box_corners(box: list[float]) -> NDArray[np.float32]:
    left, top, right, bottom = box
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def load_ground_truth(folder: Path) -> Iterator[GroundTruth]:
    """Every picture of a folder with truth: `truth.jsonl`, or one JSON file beside each picture."""
    listed = folder / "truth.jsonl"
    if listed.exists():
        for line in listed.read_text(encoding="utf-8").splitlines():
            if not line.strip():
                continue
            data = json.loads(line)
            cards = tuple(
                (
                    card["card"],
                    np.array(card["corners"], np.float32) if "corners" in card else _box_corners(card["box"]),
                    1.0,
                )
                for card in data["cards"]
            )
            whole = len(cards) == len(data.get("listed", cards))
            boxed = any("corners" not in card for card in data["cards"])
            yield GroundTruth(folder / data["image"], (), cards, whole, boxed)
        return
    for file in sorted(folder.glob("*.json")):
        data = json.loads(file.read_text(encoding="utf-8"))
        if "cards" not in data or "image" not in data:
            continue
        cards = tuple((card["card"], np.array(card["corners"], np.float32), card["visible"]) for card in data["cards"])
        tags = dict.fromkeys([data["scenario"], *data["tags"]] if "scenario" in data else data["tags"])
        yield GroundTruth(folder / data["image"], tuple(tags), cards, is_complete=True)


def is_correct_code(truth: str, read_code: str | None) -> bool:
    """Whether a name is right: chaff of one month are one face, `hMM-c` is any of them."""
    if read_code is None or truth == read_code:
        return read_code is not None
    chaff = {"11": "4"}
    return truth[:4] == read_code[:4] and truth[0] == "h" and _is_chaff(truth, chaff) and _is_chaff(read_code, chaff)


def _is_chaff(code: str, only_chaff: dict[str, str]) -> bool:
    month, number = code[1:3], code[4:]
    if number == "c":
        return True
    return (
        number == only_chaff[month]
        if month in only_chaff
        else number in {"3", "4"} or (month == "12" and number == "2")
    )


def _iou(first: Quad, second: Quad) -> float:
    common = intersection_area(order_clockwise(first), order_clockwise(second))
    return common / max(quad_area(first) + quad_area(second) - common, 1e-6)


def _comparable_outline(truth: GroundTruth, read: CardRead) -> Quad:
    """The outline of a read as the truth tells outlines."""
    quad = np.array(read.corners, np.float32)
    return _box_corners([*quad.min(axis=0).tolist(), *quad.max(axis=0).tolist()]) if truth.has_only_boxes else quad


def match_reads(truth: GroundTruth, reads: tuple[CardRead, ...]) -> dict[int, int]:
    """Which read found which card, best overlap first, by half or more of their union."""
    pairs = sorted(
        (
            (_iou(quad, _comparable_outline(truth, read)), card, number)
            for card, (_, quad, _) in enumerate(truth.cards)
            for number, read in enumerate(reads)
        ),
        reverse=True,
    )
    found: dict[int, int] = {}
    for overlap, card, number in pairs:
        if overlap >= 0.5 and card not in found and number not in found.values():
            found[card] = number
    return found


def match_occluded(truth: GroundTruth, reads: tuple[CardRead, ...], matches: Mapping[int, int]) -> dict[int, int]:
    """Which cards not `found` were read whole where the truth has but a box around what is seen of them.

    Such a read is sure or says itself that something lies over the card, has its name, covers the box, and is hardly
    more than twice as large.
    """
    if not truth.has_only_boxes:
        return {}
    seen: dict[int, int] = {}
    for card, (code, quad, _) in enumerate(truth.cards):
        for number, read in enumerate(reads):
            if card in matches or number in (*matches.values(), *seen.values()) or read.doubt not in _OCCLUSION_DOUBTS:
                continue
            whole = _comparable_outline(truth, read)
            common = intersection_area(quad, whole)
            if (
                code
                and is_correct_code(code, read.card)
                and common > _MIN_BOX_COVERAGE * quad_area(quad)
                and common > _MIN_BOX_SHARE * quad_area(whole)
            ):
                seen[card] = number
                break
    return seen


def evaluate(
    counts: EvaluationCounts,
    truth: GroundTruth,
    reads: tuple[CardRead, ...],
    stage_ms: Mapping[str, float],
    min_visible_share: float = 0.0,
) -> None:
    """Adds one picture and the milliseconds of its stages; cards of which less than `least_visible` is seen are not."""
    counts.pictures += 1
    for name, ms in stage_ms.items():
        counts.stage_ms.setdefault(name, []).append(ms)
    found = match_reads(truth, reads)
    for number, (code, quad, visible) in enumerate(truth.cards):
        if visible < min_visible_share:
            continue
        hit = reads[found[number]] if number in found else None
        if code is None:
            counts.backs += 1
            counts.backs_detected += hit is not None and hit.face == "down"
            counts.confident_errors += hit is not None and hit.face == "up" and hit.sure
            continue
        counts.cards += 1
        if hit is None:
            continue
        right = is_correct_code(code, hit.card)
        counts.detected += 1
        counts.named += right
        counts.sure += right and hit.sure
        counts.confident_errors += hit.sure and not right
        if truth.has_only_boxes:
            continue
        corners = np.array(hit.corners, np.float32)
        apart = min(np.linalg.norm(np.roll(corners, turn, axis=0) - quad, axis=1).mean() for turn in range(4))
        counts.corner_errors.append(float(apart / max(np.linalg.norm(quad[1] - quad[0]), 1.0)))
    if truth.is_complete:
        partly = match_occluded(truth, reads, found)
        counts.occluded_named += len(partly)
        left = [read for number, read in enumerate(reads) if number not in (*found.values(), *partly.values())]
        counts.false_positives += len(left)
        counts.confident_errors += sum(read.sure and read.face == "up" for read in left)

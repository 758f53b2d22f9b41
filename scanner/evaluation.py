"""採点 saiten: reads compared with the truth of a picture, for figures."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scanner.detection.candidates import shared
from scanner.imaging.geometry import Quad, area, clockwise
from scanner.reads import CardRead

_HALF_READ = {"covered", ""}
_COVERS = 0.9
_SEEN = 0.4
"""A box around what is seen of a card is covered by so much, at least, by the box around all of it, and takes so much
of that."""


@dataclass(frozen=True, slots=True)
class Truth:
    """A picture and what lies in it. `cards`: code (None: a back), corners, share 0..1 seen; `whole`: nothing else is.

    `tags`: what makes it hard, and its layout where the truth tells it. `boxed`: the corners are only those of upright
    boxes around the cards, so a read is compared by the box around it, and nothing is known of its corners.
    """

    image: Path
    tags: tuple[str, ...]
    cards: tuple[tuple[str | None, Quad, float], ...]
    whole: bool
    boxed: bool = False


@dataclass(slots=True)
class Marks:
    """Counts over pictures: cards there, found, named, sure and right, silent (sure and wrong), ghosts, and so on.

    `under`: cards besides those found that were read by their own name, sure or not, where only a box around what is
    seen of them is known (`partly_seen`): such a read is no ghost, but a name that helped to find it proves nothing.
    """

    pictures: int = 0
    cards: int = 0
    found: int = 0
    named: int = 0
    sure: int = 0
    silent: int = 0
    backs: int = 0
    backs_found: int = 0
    ghosts: int = 0
    under: int = 0
    corner: list[float] = field(default_factory=list)
    stages: dict[str, list[float]] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Counts, the median corner error in card widths, the median milliseconds a picture and a stage of it."""
        return {
            **{
                name: getattr(self, name)
                for name in (
                    "pictures",
                    "cards",
                    "found",
                    "named",
                    "sure",
                    "silent",
                    "backs",
                    "backs_found",
                    "ghosts",
                    "under",
                )
            },
            "corner": round(float(np.median(self.corner)), 4) if self.corner else None,
            **{name: round(float(np.median(values)), 1) for name, values in self.stages.items()},
        }


def _box(box: list[float]) -> NDArray[np.float32]:
    left, top, right, bottom = box
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def truths(folder: Path) -> Iterator[Truth]:
    """Every picture of a folder with truth: `truth.jsonl`, or one JSON file beside each picture."""
    listed = folder / "truth.jsonl"
    if listed.exists():
        for line in listed.read_text(encoding="utf-8").splitlines():
            if not line.strip():
                continue
            data = json.loads(line)
            cards = tuple(
                (card["card"], np.array(card["corners"], np.float32) if "corners" in card else _box(card["box"]), 1.0)
                for card in data["cards"]
            )
            whole = len(cards) == len(data.get("listed", cards))
            boxed = any("corners" not in card for card in data["cards"])
            yield Truth(folder / data["image"], (), cards, whole, boxed)
        return
    for file in sorted(folder.glob("*.json")):
        data = json.loads(file.read_text(encoding="utf-8"))
        if "cards" not in data or "image" not in data:
            continue
        cards = tuple((card["card"], np.array(card["corners"], np.float32), card["visible"]) for card in data["cards"])
        tags = dict.fromkeys([data["scenario"], *data["tags"]] if "scenario" in data else data["tags"])
        yield Truth(folder / data["image"], tuple(tags), cards, whole=True)


def same(truth: str, said: str | None) -> bool:
    """Whether a name is right: chaff of one month are one face, `hMM-c` is any of them."""
    if said is None or truth == said:
        return said is not None
    chaff = {"11": "4"}
    return truth[:4] == said[:4] and truth[0] == "h" and _chaff(truth, chaff) and _chaff(said, chaff)


def _chaff(code: str, only: dict[str, str]) -> bool:
    month, number = code[1:3], code[4:]
    if number == "c":
        return True
    return number == only[month] if month in only else number in {"3", "4"} or (month == "12" and number == "2")


def _overlap(one: Quad, two: Quad) -> float:
    common = shared(clockwise(one), clockwise(two))
    return common / max(area(one) + area(two) - common, 1e-6)


def _compared(truth: Truth, read: CardRead) -> Quad:
    """The outline of a read as the truth tells outlines."""
    quad = np.array(read.corners, np.float32)
    return _box([*quad.min(axis=0).tolist(), *quad.max(axis=0).tolist()]) if truth.boxed else quad


def matched(truth: Truth, reads: tuple[CardRead, ...]) -> dict[int, int]:
    """Which read found which card, best overlap first, by half or more of their union."""
    pairs = sorted(
        (
            (_overlap(quad, _compared(truth, read)), card, number)
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


def partly_seen(truth: Truth, reads: tuple[CardRead, ...], found: Mapping[int, int]) -> dict[int, int]:
    """Which cards not `found` were read whole where the truth has but a box around what is seen of them.

    Such a read is sure or says itself that something lies over the card, has its name, covers the box, and is hardly
    more than twice as large.
    """
    if not truth.boxed:
        return {}
    seen: dict[int, int] = {}
    for card, (code, quad, _) in enumerate(truth.cards):
        for number, read in enumerate(reads):
            if card in found or number in (*found.values(), *seen.values()) or read.doubt not in _HALF_READ:
                continue
            whole = _compared(truth, read)
            common = shared(quad, whole)
            if code and same(code, read.card) and common > _COVERS * area(quad) and common > _SEEN * area(whole):
                seen[card] = number
                break
    return seen


def mark(
    marks: Marks,
    truth: Truth,
    reads: tuple[CardRead, ...],
    stages: Mapping[str, float],
    least_visible: float = 0.0,
) -> None:
    """Adds one picture and the milliseconds of its stages; cards of which less than `least_visible` is seen are not."""
    marks.pictures += 1
    for name, ms in stages.items():
        marks.stages.setdefault(name, []).append(ms)
    found = matched(truth, reads)
    for number, (code, quad, visible) in enumerate(truth.cards):
        if visible < least_visible:
            continue
        hit = reads[found[number]] if number in found else None
        if code is None:
            marks.backs += 1
            marks.backs_found += hit is not None and hit.face == "down"
            marks.silent += hit is not None and hit.face == "up" and hit.sure
            continue
        marks.cards += 1
        if hit is None:
            continue
        right = same(code, hit.card)
        marks.found += 1
        marks.named += right
        marks.sure += right and hit.sure
        marks.silent += hit.sure and not right
        if truth.boxed:
            continue
        corners = np.array(hit.corners, np.float32)
        apart = min(np.linalg.norm(np.roll(corners, turn, axis=0) - quad, axis=1).mean() for turn in range(4))
        marks.corner.append(float(apart / max(np.linalg.norm(quad[1] - quad[0]), 1.0)))
    if truth.whole:
        partly = partly_seen(truth, reads, found)
        marks.under += len(partly)
        left = [read for number, read in enumerate(reads) if number not in (*found.values(), *partly.values())]
        marks.ghosts += len(left)
        marks.silent += sum(read.sure and read.face == "up" for read in left)

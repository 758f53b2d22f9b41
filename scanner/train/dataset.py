"""稽古帳 keikochō: synthetic views of every set as feature rows with their labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.faces import BACK, NONE
from scanner.features import Picture, features, length, whitened
from scanner.geometry import input_size
from scanner.pictures import decode
from scanner.train import views
from scanner.train.grounds import Rng, back
from scanner.train.sets import CardSet

TURNED = "turned"
"""Upside-down views: learned as no card, counted apart."""


@dataclass(frozen=True, slots=True)
class Dataset:
    """`rows` float16 (n, features); `crops` the same views whitened, uint8 (n, height, width, 3).

    `labels` (n,) codes, "back", "none" or "turned"; `patterns` (n,) where from.
    """

    rows: NDArray[np.float16]
    crops: NDArray[np.uint8]
    labels: NDArray[np.str_]
    patterns: NDArray[np.str_]


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


def _crops(chosen: CardSet, kind: str, count: int, rng: Rng, tops: list[Picture]) -> list[tuple[str, Picture]]:
    size = input_size(kind)
    pictures = [picture for _, picture in chosen.faces]
    made: list[tuple[str, Picture]] = []

    def beside() -> tuple[Picture, ...]:
        return tuple(pictures[number] for number in rng.integers(0, len(pictures), 2))

    def top() -> Picture | None:
        return tops[int(rng.integers(len(tops)))] if tops and rng.random() < 0.5 else None

    for code, face in chosen.faces:
        made += [
            (code, views.view(views.edged(views.redrawn(face, rng, size), rng), rng, size, beside(), top()))
            for _ in range(count)
        ]
        made += [
            (NONE, views.wrong_cut(views.edged(views.redrawn(face, rng, size), rng), rng, size, beside(), top()))
            for _ in range(count // 3)
        ]
        if not symmetric(face, size):
            turned = np.ascontiguousarray(face[::-1, ::-1])
            made += [
                (TURNED, views.view(views.edged(views.redrawn(turned, rng, size), rng), rng, size, beside(), top()))
                for _ in range(count // 4)
            ]
    for _ in range(count * 4):
        own = bool(chosen.backs) and rng.random() < 0.3
        card = chosen.backs[int(rng.integers(len(chosen.backs)))] if own else back(rng, (2 * size[0], 2 * size[1]))
        made.append((BACK, views.view(card, rng, size, beside(), top())))
    return made


def build(
    sets: Sequence[CardSet],
    kind: str,
    count: int,
    seed: int,
    tops: list[Picture],
    progress: Callable[[str], None],
) -> Dataset:
    """`count` views of every face of every set, with wrong cuts, turned cards and backs; the same for the same seed."""
    rows, crops, labels, patterns = [], [], [], []
    for number, chosen in enumerate(sets):
        progress(chosen.name)
        made = _crops(chosen, kind, count, np.random.default_rng([seed, number]), tops)
        block = np.empty((len(made), length(*input_size(kind))), np.float16)
        for row, (_, crop) in enumerate(made):
            block[row] = features(crop)
        rows.append(block)
        crops.append(np.stack([(whitened(crop) * 255).astype(np.uint8) for _, crop in made]))
        labels += [label for label, _ in made]
        patterns += [chosen.pattern] * len(made)
    return Dataset(np.concatenate(rows), np.concatenate(crops), np.array(labels), np.array(patterns))

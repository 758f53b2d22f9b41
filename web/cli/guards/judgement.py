"""Judge guards: counts of each, and which models do better."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import models

if TYPE_CHECKING:
    from web.cli.guards.pictures import GuardPicture

COUNTED = ("silent", "named", "sure", "ghosts")
"""What is judged of a guard, the gravest first: sure and wrong, named, sure, things called cards. Fewer silent ones and
fewer ghosts are better."""
_FEWER_IS_BETTER = {"silent", "ghosts"}
MIN_VISIBLE_SHARE = 0.25
"""Least visible share, 0..1, of the cards that count: of less, people often cannot name a card either."""
_RESAMPLES = 2000
"""Resamples of the pictures of a guard, for the interval of a difference: its ends are then known to about a tenth."""
_OUTSIDE = 0.025
"""Share of the resamples outside each end of an interval: nineteen of twenty lie inside."""


@dataclass(frozen=True, slots=True)
class PictureCounts:
    """What was made of one picture, and the milliseconds of processor time it took."""

    cards: int
    named: int
    sure: int
    silent: int
    ghosts: int
    asked: int
    needless: int
    ms: float


@contextmanager
def models_from(folder: Path | None) -> Iterator[None]:
    """The models of a folder, where it has them, in place of those that come with the program; None: these.

    Only in a process that has read no picture yet: models are kept once they are loaded.
    """
    if folder is None:
        yield
        return
    shipped = Path(models.__path__[0])
    with TemporaryDirectory(prefix="fudayomi-models-") as name:
        for part in shipped.iterdir():
            other = folder / part.name
            (Path(name) / part.name).symlink_to((other if other.is_dir() else part).resolve())
        models.__path__[:] = [name]
        try:
            yield
        finally:
            models.__path__[:] = [str(shipped)]


def count_pictures(pictures: Iterable[GuardPicture]) -> Iterator[PictureCounts]:
    """What is made of each picture."""
    from scanner.evaluation import EvaluationCounts, count_questions, evaluate  # noqa: PLC0415  OpenCV only here
    from scanner.reader import read_picture  # noqa: PLC0415

    for picture in pictures:
        start = time.process_time()
        read = read_picture(picture.frame, picture.kind)
        ms = (time.process_time() - start) * 1000
        counts = EvaluationCounts()
        evaluate(counts, picture.truth, read.cards, {}, MIN_VISIBLE_SHARE)
        count_questions(counts, picture.truth, read, MIN_VISIBLE_SHARE)
        yield PictureCounts(
            counts.cards,
            counts.named,
            counts.sure,
            counts.confident_errors,
            counts.false_positives,
            counts.asked,
            counts.needless,
            round(ms, 1),
        )


@dataclass(frozen=True, slots=True)
class Difference:
    """By how much one set of models counts more than another over a guard: the difference, and its interval."""

    difference: int
    least: int
    most: int

    def verdict(self, name: str) -> str:
        """ "better", "equal" or "worse": equal where the interval holds 0.

        >>> [Difference(5, 1, 9).verdict(name) for name in ("named", "silent")], Difference(5, -1, 9).verdict("sure")
        (['better', 'worse'], 'equal')
        """
        if self.least <= 0 <= self.most:
            return "equal"
        return "better" if (self.difference > 0) != (name in _FEWER_IS_BETTER) else "worse"


def compare(ours: Sequence[Mapping[str, Any]], others: Sequence[Mapping[str, Any]], name: str) -> Difference:
    """How a count differs between two sets of models on the same pictures, with its interval over the pictures."""
    gains = [int(mine[name]) - int(other[name]) for mine, other in zip(ours, others, strict=True)]
    rng = random.Random(len(gains))  # noqa: S311  an interval has no secrets
    sums = sorted(sum(rng.choices(gains, k=len(gains))) for _ in range(_RESAMPLES if gains else 1))
    outside = int(_OUTSIDE * len(sums))
    return Difference(sum(gains), sums[outside], sums[len(sums) - 1 - outside])

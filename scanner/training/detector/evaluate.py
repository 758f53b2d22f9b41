"""腕試し udedameshi: how the sketching network fares on tables of decks it was not shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scanner.detection.proposal_network import Surmiser
from scanner.imaging.geometry import Quad, sides
from scanner.recognition.features import Picture
from scanner.training.card_sets import CardSet
from scanner.training.detector.scenes import Pack, Spread, pack, spread

TABLES = 60
"""Each deck is tried on so many."""
VISIBLE, OPEN = 0.45, 0.9
"""Of a card that counts at least so much shows; of one that lies open so much."""
CLOSE = 0.12
"""An outline is a card's when each corner is within so much of the card's width."""
Sketch = Callable[[Picture], list[Quad]]
Told = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Trial:
    """A deck of a kind to be tried on so many `tables`; `akin`: the sets of its pattern that were learned from."""

    kind: str
    deck: CardSet
    akin: tuple[str, ...]
    tables: int


@dataclass(frozen=True, slots=True)
class Tried:
    """How one deck fared: cards on `tables`, and of those that lie open, with the share 0..1 found, None of none.

    `corner`: how far the corners of a card found are off on average, in its widths, the median over cards; None when
    none is found. `stray`: outlines a table that are no card's; `beside`: of these, the ones with no card in their
    middle. `akin`: the sets of its pattern that were learned from.
    """

    kind: str
    set: str
    pattern: str
    akin: tuple[str, ...]
    tables: int
    cards: int
    found: float | None
    open: int
    open_found: float | None
    corner: float | None
    stray: float
    beside: float


def drawn(seed: int, number: int, deck: Pack, tops: list[Picture]) -> Spread:
    """A table to be tried on, none of those learned from with that seed: these are `[seed, number]`.

    What comes last must not be 0: to a generator [seed, 1] and [seed, 1, 0] are the same.
    """
    return spread(np.random.default_rng([seed, number, 1]), [deck], tops)


def apart(quads: Sequence[Quad], cards: NDArray[np.float32]) -> NDArray[np.float32]:
    """How far each corner (quads, cards, 4) is off in the card's widths, the quad taken whichever way up fits best.

    `cards` (n, 4, 2), each from its top left corner.
    """
    if not len(cards) or not len(quads):
        return np.zeros((len(quads), len(cards), 4), np.float32)
    ways = np.stack([np.roll(np.stack(quads), turn, axis=1) for turn in range(4)])
    off = np.linalg.norm(ways[:, :, None] - cards[None, None], axis=4)
    best = off.max(axis=3).argmin(axis=0)
    widths = np.array([sides(card)[0] for card in cards], np.float32)
    return np.asarray(np.take_along_axis(off, best[None, ..., None], axis=0)[0] / widths[:, None], np.float32)


def _beside(quad: Quad, owner: NDArray[np.int8]) -> bool:
    """Whether the middle of an outline shows no card, or lies outside the picture."""
    x, y = np.rint(quad.mean(axis=0)).astype(int).tolist()
    return not (0 <= y < owner.shape[0] and 0 <= x < owner.shape[1] and owner[y, x] >= 0)


def _share(hits: NDArray[np.bool_]) -> float | None:
    return round(float(hits.mean()), 4) if len(hits) else None


def trial(kind: str, deck: CardSet, learned: Sequence[tuple[str, CardSet]]) -> Trial:
    """How a deck is tried on what was learned from others."""
    akin = tuple(other.name for of, other in learned if of == kind and other.pattern == deck.pattern)
    return Trial(kind, deck, akin, TABLES)


def tried(sketch: Sketch, on: Trial, seed: int, tops: list[Picture]) -> Tried:
    """How a sketcher of outlines fares on drawn tables of one deck; `tops`: pictures of bare tables."""
    deck = pack(on.kind, [face for _, face in on.deck.faces])
    hits: list[bool] = []
    shown: list[float] = []
    errors: list[float] = []
    stray = beside = 0
    for number in range(on.tables):
        table = drawn(seed, number, deck, tops)
        quads = sketch(table.picture)
        off = apart(quads, table.corners)
        close = off.max(axis=2, initial=0) <= CLOSE
        strays = np.flatnonzero(~close.any(axis=1))
        stray += len(strays)
        beside += sum(_beside(quads[at], table.owner) for at in strays.tolist())
        for card in np.flatnonzero(table.visible >= VISIBLE).tolist():
            hits.append(bool(close[:, card].any()))
            shown.append(float(table.visible[card]))
            if hits[-1]:
                errors.append(float(off[close[:, card], card].mean(axis=1).min()))
    found, lying_open = np.array(hits, bool), np.array(shown) >= OPEN
    return Tried(
        on.kind,
        on.deck.name,
        on.deck.pattern,
        on.akin,
        on.tables,
        len(found),
        _share(found),
        int(lying_open.sum()),
        _share(found[lying_open]),
        round(float(np.median(errors)), 4) if errors else None,
        round(stray / on.tables, 2),
        round(beside / on.tables, 2),
    )


def all_tried(
    network: bytes, trials: Sequence[Trial], numbers: range, seed: int, tops: list[Picture], progress: Told
) -> list[tuple[int, Tried]]:
    """How a sketching network fares on those of the trials with these numbers, each with its own."""
    sketch = Surmiser(network).quads
    rows = []
    for number in numbers:
        rows.append((number, tried(sketch, trials[number], seed, tops)))
        progress(f"tried on {trials[number].deck.name}, {number + 1} of {len(trials)}")
    return rows

"""腕試し udedameshi: how the sketching network fares on tables of decks it was not shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scanner.detection.proposal_network import ProposalNetwork
from scanner.imaging.geometry import Quad, quad_size
from scanner.imaging.image import ColorImage
from scanner.setup.card_set import CardSet
from scanner.training.detector.scenes import DeckArt, LabelledScene, prepare_deck_art, render_scene

SCENES_PER_DECK = 60
"""Each deck is tried on so many."""
MIN_VISIBLE_SHARE, MIN_UNOCCLUDED_SHARE = 0.45, 0.9
"""Of a card that counts at least so much shows; of one that lies open so much."""
MAX_CORNER_ERROR = 0.12
"""An outline is a card's when each corner is within so much of the card's width."""
QuadDetector = Callable[[ColorImage], list[Quad]]
Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class HeldOutDeck:
    """A deck of a kind to be tried on so many `tables`; `akin`: the sets of its pattern that were learned from."""

    kind: str
    deck: CardSet
    akin: tuple[str, ...]
    tables: int


@dataclass(frozen=True, slots=True)
class DetectorMetrics:
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


def render_test_scene(seed: int, number: int, deck: DeckArt, backgrounds: list[ColorImage]) -> LabelledScene:
    """A table to be tried on, none of those learned from with that seed: these are `[seed, number]`.

    What comes last must not be 0: to a generator [seed, 1] and [seed, 1, 0] are the same.
    """
    return render_scene(np.random.default_rng([seed, number, 1]), [deck], backgrounds)


def corner_errors(quads: Sequence[Quad], cards: NDArray[np.float32]) -> NDArray[np.float32]:
    """How far each corner (quads, cards, 4) is off in the card's widths, the quad taken whichever way up fits best.

    `cards` (n, 4, 2), each from its top left corner.
    """
    if not len(cards) or not len(quads):
        return np.zeros((len(quads), len(cards), 4), np.float32)
    ways = np.stack([np.roll(np.stack(quads), turn, axis=1) for turn in range(4)])
    off = np.linalg.norm(ways[:, :, None] - cards[None, None], axis=4)
    best = off.max(axis=3).argmin(axis=0)
    widths = np.array([quad_size(card)[0] for card in cards], np.float32)
    return np.asarray(np.take_along_axis(off, best[None, ..., None], axis=0)[0] / widths[:, None], np.float32)


def _is_off_cards(quad: Quad, owner: NDArray[np.int8]) -> bool:
    """Whether the middle of an outline shows no card, or lies outside the picture."""
    x, y = np.rint(quad.mean(axis=0)).astype(int).tolist()
    return not (0 <= y < owner.shape[0] and 0 <= x < owner.shape[1] and owner[y, x] >= 0)


def _hit_rate(hits: NDArray[np.bool_]) -> float | None:
    return round(float(hits.mean()), 4) if len(hits) else None


def make_held_out_deck(kind: str, deck: CardSet, trained_on: Sequence[tuple[str, CardSet]]) -> HeldOutDeck:
    """How a deck is tried on what was learned from others."""
    akin = tuple(other.name for of, other in trained_on if of == kind and other.pattern == deck.pattern)
    return HeldOutDeck(kind, deck, akin, SCENES_PER_DECK)


def evaluate_deck(
    detect: QuadDetector, held_out: HeldOutDeck, seed: int, backgrounds: list[ColorImage]
) -> DetectorMetrics:
    """How a sketcher of outlines fares on drawn tables of one deck; `tops`: pictures of bare tables."""
    deck = prepare_deck_art(held_out.kind, [face for _, face in held_out.deck.faces])
    hits: list[bool] = []
    shown: list[float] = []
    errors: list[float] = []
    stray = beside = 0
    for number in range(held_out.tables):
        table = render_test_scene(seed, number, deck, backgrounds)
        quads = detect(table.picture)
        off = corner_errors(quads, table.corners)
        close = off.max(axis=2, initial=0) <= MAX_CORNER_ERROR
        strays = np.flatnonzero(~close.any(axis=1))
        stray += len(strays)
        beside += sum(_is_off_cards(quads[at], table.instance_ids) for at in strays.tolist())
        for card in np.flatnonzero(table.visible_shares >= MIN_VISIBLE_SHARE).tolist():
            hits.append(bool(close[:, card].any()))
            shown.append(float(table.visible_shares[card]))
            if hits[-1]:
                errors.append(float(off[close[:, card], card].mean(axis=1).min()))
    found, lying_open = np.array(hits, bool), np.array(shown) >= MIN_UNOCCLUDED_SHARE
    return DetectorMetrics(
        held_out.kind,
        held_out.deck.name,
        held_out.deck.pattern,
        held_out.akin,
        held_out.tables,
        len(found),
        _hit_rate(found),
        int(lying_open.sum()),
        _hit_rate(found[lying_open]),
        round(float(np.median(errors)), 4) if errors else None,
        round(stray / held_out.tables, 2),
        round(beside / held_out.tables, 2),
    )


def evaluate_decks(
    network: bytes,
    held_out: Sequence[HeldOutDeck],
    numbers: range,
    seed: int,
    backgrounds: list[ColorImage],
    progress: Progress,
) -> list[tuple[int, DetectorMetrics]]:
    """How a sketching network fares on those of the trials with these numbers, each with its own."""
    sketch = ProposalNetwork(network).propose
    rows = []
    for number in numbers:
        rows.append((number, evaluate_deck(sketch, held_out[number], seed, backgrounds)))
        progress(f"tried on {held_out[number].deck.name}, {number + 1} of {len(held_out)}")
    return rows

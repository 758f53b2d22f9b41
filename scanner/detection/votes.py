"""Votes: cells of the detection network's output that speak for one card.

A cluster of votes that agree proposes a card. The picture is looked at in several sizes, and most cards have clusters
in more than one; of these the one with the least expected error remains.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scanner.imaging.geometry import Quad, corner_offsets, points_in_quad, quad_area
from scanner.imaging.onnx_session import Floats

STRIDE_PX = 8
"""Side of a cell of the network's output in pixels of its input."""
LENGTH_UNIT_PX = 32.0
"""Unit of the lengths whose logarithms the network gives, in pixels of its input: about half a card."""
_HALF_TURN_ORDER = [4, 5, 6, 7, 0, 1, 2, 3]
"""Order of a quad's eight coordinates after half a turn."""


@dataclass(frozen=True, slots=True)
class VoteConfig:
    """Thresholds of decoding, set by `fudayomi bench fans` and `fudayomi bench eyes`."""

    min_inside_probability: float = 0.3
    """Probability 0..1 of lying inside a card from which a cell votes for that card."""
    min_width_px: float = 12.0
    """Width of the narrowest card in pixels of the input. Narrower ones cannot be read."""
    max_width_px: float = 190.0
    """Width of the widest card in pixels of the input: beyond what the network was trained on (20 to 150) by some."""
    cluster_radius_widths: float = 0.2
    """Difference per coordinate in card widths up to which the quads of two cells are votes for one card."""
    min_cluster_votes: int = 2
    """Votes that a card needs: a single cell is noise."""
    max_log_error: float = 1.3
    """Logarithm of the expected error of the best vote, at most: worse ones find few cards, and much that is none."""
    min_support: float = 0.02
    """Area of the cells that vote for a card as a share of the card's: of less, nothing shows that could be named."""
    max_clusters: int = 250
    """Clusters a look, which bounds the time. A card has about five, most of them by few cells."""
    max_proposals: int = 160
    """Proposals, which bounds the time. A crowded table has about 60."""
    duplicate_radius_widths: float = 0.2
    """Difference per coordinate in card widths up to which a worse proposal is the same card: cards of a fan lie
    further apart, and `refinement` moves an outline by more."""
    min_support_share: float = 0.2
    """Support as a share of another proposal's, from which one is kept although its votes lie within the other: a card
    of a fan has about as many votes as the next one."""
    max_within_share: float = 0.7
    """Share 0..1 of a proposal's cells that may lie within another outline before their support is compared."""
    min_overlap: float = 0.35
    """Intersection over union 0..1 of their boxes from which they may be of one card."""


CONFIG = VoteConfig()


@dataclass(frozen=True, slots=True)
class Votes:
    """What n cells say in one look at a frame.

    `quads` (n, 8) and the cells' own centres `cells` (n, 2) in pixels of the frame; `log_errors` (n,), the logarithms
    of the quads' expected errors in sizes of a card; `cell_px`, the side of a cell in pixels of the frame.
    """

    quads: Floats
    cells: Floats
    log_errors: Floats
    cell_px: float


@dataclass(frozen=True, slots=True)
class Cluster:
    """Votes for one card: their average `quad` (4, 2) and their `cells` (k, 2) in pixels of the frame; the average
    `log_error`; `support`, the cells' area as a share of the card's."""

    quad: Quad
    cells: Floats
    log_error: float
    support: float


def to_votes(output: Floats, scale: float) -> Votes:
    """The votes in the network's output (channels, rows, columns) for a frame that was shrunk by `scale`, 0..1.

    The network gives a card's centre relative to the cell in units of the card's size (the geometric mean of its
    sides), the logarithms of its sides, and their directions with doubled angles, the same for a card turned by 180
    degrees.
    """
    least = np.log(CONFIG.min_inside_probability / (1 - CONFIG.min_inside_probability))
    width = np.exp(np.clip(output[3], -4, 4)) * LENGTH_UNIT_PX
    rows, columns = np.nonzero((output[0] > least) & (width > CONFIG.min_width_px) & (width < CONFIG.max_width_px))
    chosen, width = output[:, rows, columns], width[rows, columns]
    height = np.exp(np.clip(chosen[4], -4, 4)) * LENGTH_UNIT_PX
    cells = np.stack([columns, rows], axis=1).astype(np.float32) * STRIDE_PX + np.float32((STRIDE_PX - 1) / 2)
    centre = cells + (chosen[1:3] * np.sqrt(width * height)).T
    right, down = _half_side(chosen[5:7], width), _half_side(chosen[7:9], height)
    down *= np.where(right[:, :1] * down[:, 1:] < right[:, 1:] * down[:, :1], -1, 1)
    corners = np.hstack([centre - right - down, centre + right - down, centre + right + down, centre - right + down])
    half = np.float32(0.5)
    quads = ((corners + half) / scale - half).astype(np.float32)
    return Votes(quads, (cells + half) / scale - half, chosen[9], STRIDE_PX / scale)


def cluster_votes(all_votes: Votes) -> list[Cluster]:
    """The clusters of votes for one card each: averages of quads, weighted by the inverse square of their errors."""
    order = np.argsort(all_votes.log_errors, kind="stable")
    votes, cells, log_errors = all_votes.quads[order], all_votes.cells[order], all_votes.log_errors[order]
    x, y = (votes[:, axis::2].mean(axis=1) for axis in (0, 1))
    radii = CONFIG.cluster_radius_widths * np.linalg.norm(votes[:, 2:4] - votes[:, :2], axis=1)
    from_left = np.argsort(x)  # corners that are near have centres that are near: that leaves few to compare
    first, last = (np.searchsorted(x[from_left], limit) for limit in (x - radii, x + radii))
    is_open = np.ones(len(votes), bool)
    clusters: list[Cluster] = []
    for number in range(int(np.searchsorted(log_errors, CONFIG.max_log_error))):
        if not is_open[number]:
            continue
        radius = radii[number]
        near = np.sort(from_left[first[number] : last[number]])
        near = near[is_open[near] & (np.abs(y[near] - y[number]) < radius)]
        straight = np.abs(votes[near] - votes[number]).max(axis=1)
        turned = np.abs(votes[near] - votes[number, _HALF_TURN_ORDER]).max(axis=1)
        is_same = np.minimum(straight, turned) < radius
        same = near[is_same]
        is_open[same] = False
        if len(same) < CONFIG.min_cluster_votes:
            continue
        aligned = np.where((straight <= turned)[is_same, None], votes[same], votes[same][:, _HALF_TURN_ORDER])
        weights = np.exp(-2 * np.clip(log_errors[same], -3, 3))
        quad = (aligned * weights[:, None]).sum(axis=0).reshape(4, 2) / weights.sum()
        support = len(same) * all_votes.cell_px**2 / max(quad_area(quad), 1.0)
        if support > CONFIG.min_support:
            clusters.append(Cluster(quad, cells[same], float(-np.log(weights.mean()) / 2), support))
        if len(clusters) == CONFIG.max_clusters:
            break
    return clusters


def select_proposals(clusters: Sequence[Cluster]) -> list[Quad]:
    """The outlines (4, 2), clockwise, of clusters of several looks at a frame, the one of least expected error first.

    Worse duplicates are left out, and what few of the cells inside another outline vote for.
    """
    ranked = sorted(clusters, key=lambda cluster: cluster.log_error)
    quads = np.array([cluster.quad for cluster in ranked], np.float32).reshape(-1, 4, 2)
    support = np.array([cluster.support for cluster in ranked])
    low, high = quads.min(axis=1), quads.max(axis=1)
    areas = np.prod(high - low, axis=1)
    is_open = np.ones(len(quads), bool)
    kept: list[Quad] = []
    for number, quad in enumerate(quads):
        if not is_open[number] or len(kept) == CONFIG.max_proposals:
            continue
        kept.append(quad)
        meets = np.flatnonzero(is_open & (low < high[number]).all(axis=1) & (high > low[number]).all(axis=1))
        radius = CONFIG.duplicate_radius_widths * float(np.linalg.norm(quad[1] - quad[0]))
        is_open[meets] = corner_offsets(quads[meets], quad) >= radius
        common = np.prod(np.minimum(high[meets], high[number]) - np.maximum(low[meets], low[number]), axis=1)
        is_rival = (support[meets] < CONFIG.min_support_share * support[number]) & (
            common > CONFIG.min_overlap * (areas[meets] + areas[number] - common)
        )
        for rival in meets[is_open[meets] & is_rival].tolist():
            is_open[rival] = points_in_quad(ranked[rival].cells, quad).mean() < CONFIG.max_within_share
    return kept


def _half_side(direction: Floats, length: Floats) -> Floats:
    """Half a side (n, 2) in pixels from its direction with doubled angle (2, n) and its length in pixels."""
    angle = np.arctan2(direction[1], direction[0]) / 2
    return np.asarray(np.stack([np.cos(angle), np.sin(angle)], axis=1) * (length / 2)[:, None], np.float32)

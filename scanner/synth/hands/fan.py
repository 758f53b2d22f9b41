"""Fans of cards: each card turned about a point near its lower end."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scanner.synth.layout import LEAN_RISE_MM, PlacedCard, Size

_MAX_SPREAD_DEG = 135.0
"""Degrees from the first to the last card: a hand can spread no further."""
_MAX_RISE_CARDS = 6
"""Cards whose thickness still adds to the height of the next: people press the others flat."""
_PARALLEL_PROBABILITY = 0.12
"""Share of the fans, 0..1, that are hardly turned: cards pushed along like a staircase."""


def random_fan(rng: np.random.Generator, codes: Sequence[str], card: Size) -> list[PlacedCard]:
    """Cards in a fan whose middle points up, in the order in which they lie: each covers part of the one before.

    Half of the fans run from left to right, half from right to left. Between a fifth and the whole of a card's width
    shows of each covered card at its upper end, less where many cards share a hand. Some cards stand out or hang back,
    and all lie a little unevenly. Their lower ends are near (0, 0).
    """
    width, height = card
    gaps = max(1, len(codes) - 1)
    is_parallel = rng.random() < _PARALLEL_PROBABILITY
    pivot = height * float(rng.uniform(1.5, 4.0) if is_parallel else rng.triangular(0.3, 0.5, 1.1))
    strip = width * float(rng.triangular(0.2, 0.55, 1.0))
    step = min(float(np.degrees(strip / (pivot + height / 2))), _MAX_SPREAD_DEG / gaps)
    unevenness = float(rng.uniform(0.05, 0.35))
    steps = step * np.clip(rng.normal(1, unevenness, gaps), 0.25, 2.0)
    angles = np.concatenate([[0.0], np.cumsum(steps)])[: len(codes)]
    angles -= angles.mean() if len(codes) else 0.0
    direction = 1 if rng.random() < 0.5 else -1
    slip = float(rng.uniform(0.2, 1.6))
    out = []
    for number, (code, angle) in enumerate(zip(codes, direction * angles, strict=True)):
        stands_out = float(rng.uniform(-0.12, 0.2)) * height if rng.random() < 0.08 else 0.0
        reach = pivot + stands_out + float(rng.normal(0, 1.4 * slip))
        lean = float(angle + rng.normal(0, 0.12 * step))
        radians = np.radians(lean)
        out.append(
            PlacedCard(
                code,
                float(reach * np.sin(radians) + rng.normal(0, 0.5 * slip)),
                float(pivot - height / 2 - reach * np.cos(radians) + rng.normal(0, 0.5 * slip)),
                (lean + (180.0 if rng.random() < 0.12 else 0.0)) % 360,
                elevation=LEAN_RISE_MM * min(number, _MAX_RISE_CARDS),
            )
        )
    return out

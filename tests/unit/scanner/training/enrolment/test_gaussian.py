"""The head of a deck, fitted to made-up embeddings."""

from __future__ import annotations

import numpy as np

from scanner.training.enrolment.gaussian import fit_gaussians, leave_out

CODES = tuple(f"h{month:02}-1" for month in range(1, 11))


def _random_embeddings(seed: int, count: int = 20) -> tuple[np.ndarray, np.ndarray]:
    """Embeddings of ten faces with their own means. The direction of most spread does not separate them."""
    rng = np.random.default_rng(seed)
    means = np.random.default_rng(0).normal(0, 3, (len(CODES), 24))
    rows = np.repeat(means, count, axis=0) + rng.normal(0, 1, (len(CODES) * count, 24))
    rows[:, 0] += rng.normal(0, 40, len(rows))
    return rows.astype(np.float32), np.repeat(CODES, count)


def test_faces_are_told_apart_across_what_tells_nothing() -> None:
    names, head = fit_gaussians(*_random_embeddings(1))
    assert names == (*sorted({*CODES, "back", "none"}),)
    assert head.projection.shape == (24, len(CODES) - 1)
    rows, truth = _random_embeddings(2)
    assert (np.array(names)[head.logits(rows).argmax(axis=1)] == truth).mean() > 0.97


def test_a_face_that_was_not_shown_is_like_none() -> None:
    rows, truth = _random_embeddings(1)
    backs = np.full((5, 24), 30, np.float32) + np.random.default_rng(3).normal(0, 1, (5, 24)).astype(np.float32)
    names, head = fit_gaussians(np.concatenate([rows, backs]), np.concatenate([truth, np.repeat("back", 5)]))
    shown, shown_head = leave_out(names, head, {"h03-1"})
    assert set(names) - set(shown) == {"h03-1"}
    rows, truth = _random_embeddings(2)
    named = np.array(shown)[shown_head.logits(rows[truth == "h03-1"]).argmax(axis=1)]
    assert (named == "none").mean() > 0.8


def test_backs_and_other_crops_have_their_own_place() -> None:
    rows, truth = _random_embeddings(1)
    backs = np.random.default_rng(3).normal(0, 1, (30, 24)).astype(np.float32) + 8
    names, head = fit_gaussians(np.concatenate([rows, backs]), np.concatenate([truth, np.repeat("back", 30)]))
    assert (np.array(names)[head.logits(backs).argmax(axis=1)] == "back").mean() > 0.9

"""Marks that vote for cards: one card one vote, also where its two halves are the same."""

from __future__ import annotations

import cv2
import numpy as np

from scanner.recognition.keypoints import KeypointMatcher, extract_keypoints


def test_a_card_with_two_equal_halves_is_one_card() -> None:
    rng = np.random.default_rng(4)
    half = np.full((108, 132, 3), 235, np.uint8)
    for _ in range(14):
        tone = tuple(map(int, rng.integers(0, 200, 3)))
        cv2.circle(half, (int(rng.integers(15, 117)), int(rng.integers(15, 93))), int(rng.integers(4, 16)), tone, -1)
    card = np.concatenate([half, half])
    voter = KeypointMatcher("hanafuda", ("h01-1",), extract_keypoints("hanafuda", [(0, card)]))
    table = np.full((600, 500, 3), 90, np.uint8)
    table[200:416, 150:282] = card
    votes = voter.detect(cv2.cvtColor(table, cv2.COLOR_BGR2GRAY), None, None)
    assert len(votes) == 1
    assert np.abs(votes[0].quad - [[150, 200], [282, 200], [282, 416], [150, 416]]).max() < 6

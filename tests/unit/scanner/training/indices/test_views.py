"""Views of corners: labelled, as large as the network takes them, the same for the same seed."""

from __future__ import annotations

from dataclasses import fields

import cv2
import numpy as np
import pytest

from scanner.imaging.image import ColorImage
from scanner.indices.index_network import INDEX_CODES, INDEX_SIZE, RANKS, SUITS
from scanner.setup.card_set import CardSet
from scanner.training.indices.views import IndexViews, draw_views, indexed_faces, join_views, own_faces, write_rank


@pytest.fixture(scope="module")
def faces() -> dict[str, ColorImage]:
    """Four of our own drawings."""
    return {code: face for code, face in own_faces().items() if code in {"AS", "7H", "10C", "KD"}}


@pytest.fixture(scope="module")
def views(faces: dict[str, ColorImage]) -> IndexViews:
    """Sixty views of them."""
    return draw_views(faces, 60, [3, 1], vary=True)


def test_views_have_the_network_s_size_and_say_what_the_index_says(views: IndexViews) -> None:
    width, height = INDEX_SIZE
    assert views.crops.shape == (60, height, width, 3)
    assert views.masks.shape == (60, height, width)
    has_index = views.ranks < len(RANKS)
    assert 40 <= has_index.sum() < 60
    np.testing.assert_array_equal(has_index, views.suits < len(SUITS))
    said = {
        RANKS[rank] + SUITS[suit] for rank, suit in zip(views.ranks[has_index], views.suits[has_index], strict=True)
    }
    assert said == {"AS", "7H", "10C", "KD"}
    assert views.showing.min() < 0.6, "something lies over some of them"
    assert views.showing.max() > 0.95


def test_the_same_seed_gives_the_same_views(faces: dict[str, ColorImage], views: IndexViews) -> None:
    again = draw_views(faces, 60, [3, 1], vary=True)
    other = draw_views(faces, 60, [3, 2], vary=True)
    for column in fields(IndexViews):
        np.testing.assert_array_equal(getattr(again, column.name), getattr(views, column.name))
    assert (other.crops != views.crops).any()
    assert len(join_views([again, other]).ranks) == 120


def test_only_cards_with_an_index_are_learned_and_none_larger_than_needed() -> None:
    picture = np.zeros((700, 500, 3), np.uint8)
    card_set = CardSet("one", "one", "MIT", "here", (("joker", picture), ("AS", picture)), ())
    assert {code: face.shape[1] for code, face in indexed_faces(card_set).items()} == {"AS": 240}


@pytest.mark.parametrize("rank", RANKS)
def test_a_rank_is_written_anew_in_both_corners_and_nowhere_else(rank: str, faces: dict[str, ColorImage]) -> None:
    face = faces["7H"]
    written = write_rank(face, rank, np.random.default_rng(5))
    height, width = face.shape[:2]
    changed = (written != face).any(axis=2)
    assert changed[: height // 5, : width // 4].any()
    assert changed[-height // 5 :, -width // 4 :].any()
    assert not changed[height // 5 : -height // 5].any()
    assert not changed[: height // 5, width // 4 :].any()


def test_our_own_drawings_have_every_index() -> None:
    assert tuple(own_faces()) == INDEX_CODES
    assert all(cv2.mean(face)[0] > 100 for face in own_faces().values()), "the cards are mostly white"

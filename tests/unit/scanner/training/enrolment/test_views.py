"""Views of one deck: how many of what, the same for the same seed."""

from __future__ import annotations

from collections import Counter

import numpy as np

from scanner.recognition.model_io import shipped_network
from scanner.setup.card_set import CardSet
from scanner.training.enrolment.views import ViewGenerator


def test_each_picture_gives_views_and_negatives_and_there_are_backs(paint_face) -> None:
    faces = (("h01-1", paint_face(1)), ("h08-1", paint_face(2)))
    card_set = CardSet("mine", "mine", "", "", faces, (np.full((300, 190, 3), 30, np.uint8),))
    done: list[int] = []
    first, again = (ViewGenerator(card_set, shipped_network(), 1).generate(6, report) for report in (done.append, id))
    assert Counter(first.labels.tolist()) == {"h01-1": 6, "h08-1": 6, "none": 4, "back": 4}
    assert done == [1, 2]
    assert first.embeddings.shape == (20, shipped_network().embedding_size)
    np.testing.assert_array_equal(first.embeddings, again.embeddings)
    assert 0 < first.visible.min() < first.visible.max() == 1
    assert first.claimed.shape == (20,)

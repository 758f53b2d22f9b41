"""Synthetic views of the cards of one deck, from one picture a face."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scanner.imaging.image import ColorImage
from scanner.imaging.onnx_session import Floats
from scanner.recognition.crops import CROP_SIZE
from scanner.recognition.network import NameNetwork
from scanner.recognition.prediction import BACK, NO_CARD
from scanner.setup.card_set import CardSet
from scanner.synth.backgrounds import Rng, paint_card_back
from scanner.training.classifier import crops

_COVERED_SHARE = 0.5
"""Share of the views, 0..1, in which something lies over the card."""
_NEGATIVES_PER_FACE = 2
"""Crops of each face that show no whole card."""
_BACKS_PER_FACE = 0.5
"""Views of backs for each face."""


@dataclass(frozen=True, slots=True)
class EmbeddedViews:
    """Embeddings (n, embedding) of views, with labels (n,), the shares 0..1 that show and that the masks say show."""

    embeddings: Floats
    labels: NDArray[np.str_]
    visible: Floats
    claimed: Floats


class ViewGenerator:
    """Generates views of one deck's faces, of backs, and negatives that are neither, as the network embeds them."""

    def __init__(self, card_set: CardSet, network: NameNetwork, seed: int) -> None:
        self._faces = [(code, crops.limit_width(picture)) for code, picture in card_set.faces]
        self._backs = [crops.limit_width(picture) for picture in card_set.backs]
        self._network = network
        self._rng: Rng = np.random.default_rng(seed)

    def generate(self, views_per_picture: int, progress: Callable[[int], None] = lambda _: None) -> EmbeddedViews:
        """Views of every picture, some negatives, and some backs; `progress` is told how many pictures are done."""
        labels: list[str] = []
        samples: list[crops.CropSample] = []
        for number, (code, picture) in enumerate(self._faces):
            samples += [self._render(picture) for _ in range(views_per_picture)]
            samples += [
                crops.render_negative(crops.add_paper_edge(picture, self._rng), self._rng, CROP_SIZE, self._others())
                for _ in range(_NEGATIVES_PER_FACE)
            ]
            labels += [code] * views_per_picture + [NO_CARD] * _NEGATIVES_PER_FACE
            progress(number + 1)
        for _ in range(max(4, round(_BACKS_PER_FACE * len(self._faces)))):
            own = bool(self._backs) and self._rng.random() < 0.5
            card = self._backs[int(self._rng.integers(len(self._backs)))] if own else self._painted_back()
            samples.append(self._render(card))
            labels.append(BACK)
        masks = np.stack([sample.mask for sample in samples])
        embeddings, _ = self._network.embed(np.stack([sample.crop for sample in samples]), masks)
        visible = np.array([sample.visible_share for sample in samples], np.float32)
        return EmbeddedViews(embeddings, np.array(labels), visible, (masks.mean(axis=(1, 2)) / 255).astype(np.float32))

    def _painted_back(self) -> ColorImage:
        return paint_card_back(self._rng, (2 * CROP_SIZE[0], 2 * CROP_SIZE[1]))

    def _others(self) -> tuple[ColorImage, ...]:
        return tuple(self._faces[number][1] for number in self._rng.integers(0, len(self._faces), 3))

    def _render(self, picture: ColorImage) -> crops.CropSample:
        """One view of a card, either way up."""
        card = crops.add_paper_edge(picture, self._rng)
        if self._rng.random() < 0.5:
            card = np.ascontiguousarray(card[::-1, ::-1])
        is_covered = self._rng.random() < _COVERED_SHARE
        return crops.render_crop(card, self._rng, CROP_SIZE, self._others(), is_covered=is_covered)

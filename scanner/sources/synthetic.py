"""Picture source that renders a synthetic table with the requested cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from scanner.imaging.decode import decode, shrink
from scanner.seat_zones import MAX_SEATS
from scanner.sources import HEALTHY, Health, Source
from scanner.synth.face_textures import DrawnFaces
from scanner.synth.scene import SceneSpec, photograph
from scorer.errors import Refusal
from scorer.texts import Text

if TYPE_CHECKING:
    from scanner.imaging.image import ColorImage


_PREVIEW_SIDE_PX = 960
"""Long side of a preview, in pixels: a quick copy, and large enough to show any change of the table."""

_NOISE_LEVELS = 1.5
"""Standard deviation of a preview's noise, in grey levels. It keeps previews from being taken for a frozen camera."""

_SURFACES = ("walnut", "green felt", "oak", "navy felt", "tatami", "linen")
"""Table tops, chosen by the seed: the table stays the same whatever is laid on it."""


class SyntheticSource(Source):
    """A rendered table. The argument, a whole number, is its seed and chooses the table: "synthetic:7".

    The light differs slightly from picture to picture, and cards laid anew lie a little differently each time.
    """

    renders_on_demand = True

    def __init__(self, argument: str = "") -> None:
        super().__init__(argument)
        self._seed = int(argument[:9]) if argument[:9].isdecimal() else 1
        self._deck = "hanafuda"
        self._piles: tuple[tuple[str, ...], ...] | None = None
        self._deal_number = 0
        self._moment = 0
        self._last_frame: tuple[tuple[str, int], ColorImage] | None = None

    def arrange(self, deck: str, piles: Sequence[Sequence[str]] | None) -> None:
        """Lay the piles. None leaves the table as it is, or deals some cards of `deck` if it was not on the table.

        Refusal("bad_count") for more piles than there are seats and a centre.
        """
        if piles is None:
            if deck != self._deck:
                self._deck, self._piles = deck, None
            return
        if not 2 <= len(piles) <= MAX_SEATS + 1:
            raise Refusal(
                "bad_count",
                Text(
                    f"Piles for 1 to {MAX_SEATS} seats and the centre can be laid, not {len(piles)}",
                    f"並べられるのは1～{MAX_SEATS}席分と場の札です（{len(piles)}組ありました）",
                ),
            )
        new_piles = tuple(tuple(pile) for pile in piles)
        if (deck, new_piles) != (self._deck, self._piles):
            self._deck, self._piles = deck, new_piles
            self._deal_number += 1

    def read(self, timeout: float) -> ColorImage | None:
        """Render the table as it is laid now; Refusal("unknown_card") for a card that belongs to no deck."""
        del timeout
        self._moment += 1
        scene = SceneSpec(
            seed=self._seed,
            deal=self._deal_number,
            moment=self._moment,
            piles=self._piles,
            surface=_SURFACES[self._seed % len(_SURFACES)],
        )
        # Pictures of every other camera have been through JPEG as well.
        frame = decode(photograph(scene, DrawnFaces(self._deck)).jpeg)
        self._last_frame = (self._deck, self._deal_number), frame
        return frame

    def preview(self, kind: str, timeout: float) -> ColorImage | None:
        """Return a small picture: the last one with new sensor noise, unless the cards have changed since."""
        self.arrange(kind, None)
        if self._last_frame is None or self._last_frame[0] != (self._deck, self._deal_number):
            self.read(timeout)
        if self._last_frame is None:
            return None
        self._moment += 1
        preview, _ = shrink(self._last_frame[1], _PREVIEW_SIDE_PX)
        noise = np.random.default_rng(self._moment).normal(0, _NOISE_LEVELS, preview.shape)
        return np.asarray(np.clip(preview + noise, 0, 255), np.uint8)

    def health(self) -> Health:
        """Always healthy."""
        return HEALTHY


SOURCE = SyntheticSource

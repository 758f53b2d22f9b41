"""作り物 tsukurimono: the synthetic table as a camera; it lays what it is asked to and photographs it."""

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
    from scanner.sources import Frame


class SyntheticSource(Source):
    """A table that never was. Its argument, a whole number, chooses the table: "synthetic:7".

    Every picture is taken in slightly other light; cards laid anew lie a little differently each time.
    """

    renders_on_demand = True

    def __init__(self, argument: str = "") -> None:
        super().__init__(argument)
        self._seed = int(argument[:9]) if argument[:9].isdecimal() else 1
        self._deck = "hanafuda"
        self._piles: tuple[tuple[str, ...], ...] | None = None
        self._deal_number = 0
        self._moment = 0
        self._last_frame: tuple[tuple[str, int], Frame] | None = None

    def arrange(self, deck: str, piles: Sequence[Sequence[str]] | None) -> None:
        """Lays the piles; None leaves the table as it is, or deals some cards of a deck that was not there before.

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
                    f"piles for 1 to {MAX_SEATS} seats and the centre can be laid, not {len(piles)}",
                    f"並べられるのは1～{MAX_SEATS}席分と場の札です（{len(piles)}組ありました）",
                ),
            )
        laid = tuple(tuple(pile) for pile in piles)
        if (deck, laid) != (self._deck, self._piles):
            self._deck, self._piles = deck, laid
            self._deal_number += 1

    def read(self, timeout: float) -> Frame | None:
        """The table as it is laid now; Refusal("unknown_card") when a card of no deck was to be laid."""
        del timeout
        self._moment += 1
        order = SceneSpec(
            seed=self._seed,
            deal=self._deal_number,
            moment=self._moment,
            piles=self._piles,
            surface=_SURFACES[self._seed % len(_SURFACES)],
        )
        # The camera's own JPEG, as every other camera's picture has been through one.
        frame = decode(photograph(order, DrawnFaces(self._deck)).jpeg)
        self._last_frame = (self._deck, self._deal_number), frame
        return frame

    def preview(self, kind: str, timeout: float) -> Frame | None:
        """A small picture; the last one with a sensor's noise anew, as long as nothing is laid otherwise."""
        self.arrange(kind, None)
        if self._last_frame is None or self._last_frame[0] != (self._deck, self._deal_number):
            self.read(timeout)
        if self._last_frame is None:
            return None
        self._moment += 1
        seen, _ = shrink(self._last_frame[1], _PREVIEW_SIDE_PX)
        noise = np.random.default_rng(self._moment).normal(0, 1.5, seen.shape)
        return np.asarray(np.clip(seen + noise, 0, 255), np.uint8)

    def health(self) -> Health:
        """Always well."""
        return HEALTHY


_PREVIEW_SIDE_PX = 960
_SURFACES = ("walnut", "green felt", "oak", "navy felt", "tatami", "linen")  # the table stays, whatever is laid on it

SOURCE = SyntheticSource

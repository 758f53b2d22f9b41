"""作り物 tsukurimono: the synthetic table as a camera; it lays what it is asked to and photographs it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from scanner.imaging.decode import decode, shrink
from scanner.seat_zones import MOST_SEATS
from scanner.sources import WELL, Health, Source
from scanner.synth.face_textures import DrawnFaces
from scanner.synth.scene import Order, photograph
from scorer.errors import Refusal
from scorer.texts import Text

if TYPE_CHECKING:
    from scanner.sources import Frame


class SyntheticSource(Source):
    """A table that never was. Its argument, a whole number, chooses the table: "synthetic:7".

    Every picture is taken in slightly other light; cards laid anew lie a little differently each time.
    """

    made_to_order = True

    def __init__(self, argument: str = "") -> None:
        super().__init__(argument)
        self._seed = int(argument[:9]) if argument[:9].isdecimal() else 1
        self._deck = "hanafuda"
        self._piles: tuple[tuple[str, ...], ...] | None = None
        self._laid = 0
        self._moment = 0
        self._last: tuple[tuple[str, int], Frame] | None = None

    def lay(self, deck: str, piles: Sequence[Sequence[str]] | None) -> None:
        """Lays the piles; None leaves the table as it is, or deals some cards of a deck that was not there before.

        Refusal("bad_count") for more piles than there are seats and a centre.
        """
        if piles is None:
            if deck != self._deck:
                self._deck, self._piles = deck, None
            return
        if not 2 <= len(piles) <= MOST_SEATS + 1:
            raise Refusal(
                "bad_count",
                Text(
                    f"piles for 1 to {MOST_SEATS} seats and the centre can be laid, not {len(piles)}",
                    f"並べられるのは1～{MOST_SEATS}席分と場の札です（{len(piles)}組ありました）",
                ),
            )
        laid = tuple(tuple(pile) for pile in piles)
        if (deck, laid) != (self._deck, self._piles):
            self._deck, self._piles = deck, laid
            self._laid += 1

    def read(self, timeout: float) -> Frame | None:
        """The table as it is laid now; Refusal("unknown_card") when a card of no deck was to be laid."""
        del timeout
        self._moment += 1
        order = Order(
            seed=self._seed,
            deal=self._laid,
            moment=self._moment,
            piles=self._piles,
            surface=_SURFACES[self._seed % len(_SURFACES)],
        )
        # The camera's own JPEG, as every other camera's picture has been through one.
        frame = decode(photograph(order, DrawnFaces(self._deck)).jpeg)
        self._last = (self._deck, self._laid), frame
        return frame

    def glimpse(self, kind: str, timeout: float) -> Frame | None:
        """A small picture; the last one with a sensor's noise anew, as long as nothing is laid otherwise."""
        self.lay(kind, None)
        if self._last is None or self._last[0] != (self._deck, self._laid):
            self.read(timeout)
        if self._last is None:
            return None
        self._moment += 1
        seen, _ = shrink(self._last[1], _GLIMPSE_SIDE)
        noise = np.random.default_rng(self._moment).normal(0, 1.5, seen.shape)
        return np.asarray(np.clip(seen + noise, 0, 255), np.uint8)

    def health(self) -> Health:
        """Always well."""
        return WELL


_GLIMPSE_SIDE = 960
_SURFACES = ("walnut", "green felt", "oak", "navy felt", "tatami", "linen")  # the table stays, whatever is laid on it

SOURCE = SyntheticSource

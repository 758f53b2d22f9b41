"""The cards of a table that is followed, and what can happen to them."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from scanner.reads import CardRead, HiddenCard
from scanner.tracking.face_evidence import FaceEvidence
from scanner.tracking.local_rest import Times
from scanner.tracking.motion import BoolMask, SmallImage


@dataclass(frozen=True, slots=True, eq=False)
class FollowedCard:
    """One card. Corners of `read` are in pixels of the small picture.

    `number`: its identity. `evidence`: of its face. `since`: the second in which it came to rest where it lies.
    `cover`: what lies over it, "card" or "thing" (a hand, a sleeve, a glass), "push" if it was not found since the
    camera was pushed, "" for nothing. `reference`: the table before it was covered or went missing. `looks`: readings
    that found it here. `looked_at`: the second of the last look. `missing_since`: the second since which its place is
    bare, None while it lies there. `misses`: readings that found its place bare. `is_told`: whether its appearance has
    been told. `pending`: "turned" or "moved" while that waits for a clearer look, and `last_told`: the card as it was
    told last. `down`: a card that was turned up as it lay face down before, so that it can lie so again where its face
    was a hand. `is_of_first_look`: it lay there when the table was first looked at. `bare`: the small picture
    (h, w, 3) uint8 before it came to lie there, None for one of the first look.
    """

    number: int
    read: CardRead
    evidence: FaceEvidence
    since: float
    looks: int = 1
    looked_at: float = 0.0
    cover: str = ""
    reference: SmallImage | None = None
    bare: NDArray[np.uint8] | None = None
    missing_since: float | None = None
    misses: int = 0
    is_told: bool = False
    pending: str = ""
    last_told: FollowedCard | None = None
    down: FollowedCard | None = None
    is_of_first_look: bool = False

    @property
    def is_face_up(self) -> bool:
        """Whether its face shows."""
        return self.read.face == "up"

    @property
    def is_sure(self) -> bool:
        """Whether nobody needs to be asked what it is."""
        return self.evidence.is_sure if self.is_face_up else True

    @property
    def may_lie_face_down(self) -> bool:
        """Whether it was turned up and its face never read surely: a hand that rests on a back looks like a face."""
        return self.down is not None and self.is_face_up and not self.is_sure


@dataclass(frozen=True, slots=True)
class CardEvent:
    """What happened to one card at second `time_s`: `kind` as in `scorer.following.sighting.Change`."""

    kind: str
    card: FollowedCard
    before: FollowedCard | None
    time_s: float


@dataclass(frozen=True, slots=True, eq=False)
class Observation:
    """One look at the table, at second `time_s`.

    `image`: the small picture. `area`: which pixels of it were read, None for a look at which nothing was. `before`:
    the table as it was last read. `moved_at`: when each pixel moved last. `cards`, `hidden`: what was found in the
    area, corners in pixels of the small picture. `is_whole`: whether the whole picture was read. `is_busy`: whether
    something moves or is still to be read. `unexplained`: where something lies that was read as nothing until now.
    """

    time_s: float
    image: SmallImage
    area: BoolMask | None = None
    before: SmallImage | None = None
    moved_at: Times | None = None
    cards: tuple[CardRead, ...] = ()
    hidden: tuple[HiddenCard, ...] = ()
    is_whole: bool = False
    is_busy: bool = False
    unexplained: BoolMask | None = None


@dataclass(frozen=True, slots=True, eq=False)
class FollowedTable:
    """Every card that is followed, and those that left, each with the second in which it did.

    `kind`: the kind of the deck. `is_clear`: whether the last look could be compared with the one before.
    """

    kind: str
    cards: tuple[FollowedCard, ...] = ()
    departed: tuple[tuple[FollowedCard, float], ...] = ()
    next_number: int = 1
    time_s: float = field(default=-1.0)
    is_clear: bool = True

"""Switches that make a film otherwise than ours."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

_DRAWN_SHARE = 0.35
"""Share of the switches, 0..1, that are on in a film whose switches are drawn: several meet, none is always there."""


@dataclass(frozen=True, slots=True)
class FilmSwitches:
    """What is otherwise in a film.

    Table: `cloth` a cloth, mat or tray whose edges lie in the picture; `things` notes, stones, pens and a phone lie
    there; `slant` the camera looks from one side; `turned_table` the first seat sits at another edge; `own_zones` each
    of four partners has a zone; `late_start` the camera starts when the field lies; `deck` another deck. Hands:
    `arms` other arms, from other sides; `pace` much quicker or slower. Cards: `taken_up` dealt cards are taken up and
    laid open later; `growing_heap` all tricks of a seat lie on one heap; `spread_pictures` pictures of a trick are
    spread before its winner; `half_over` a card lies half over the one that it captures.
    """

    cloth: bool = False
    things: bool = False
    slant: bool = False
    turned_table: bool = False
    own_zones: bool = False
    late_start: bool = False
    deck: bool = False
    arms: bool = False
    pace: bool = False
    taken_up: bool = False
    growing_heap: bool = False
    spread_pictures: bool = False
    half_over: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those that are on."""
        return tuple(name for name in SWITCHES if getattr(self, name))


SWITCHES = tuple(field.name for field in fields(FilmSwitches))
"""The names of all switches."""
PLAIN = FilmSwitches()
"""Nothing is otherwise."""


def switch_on(*names: str) -> FilmSwitches:
    """The switches of these names.

    >>> switch_on("cloth").names
    ('cloth',)
    """
    return FilmSwitches(**dict.fromkeys(names, True))


def draw_switches(seed: int) -> FilmSwitches:
    """Some of the switches, drawn by a film's seed."""
    rng = np.random.default_rng([seed, 6])
    return switch_on(*(name for name in SWITCHES if rng.random() < _DRAWN_SHARE))

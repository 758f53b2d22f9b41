"""固定 kotei: a USB camera finds its light once, then keeps it by value, so that cards look the same all evening."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator

import numpy as np

from scanner.camera.v4l2 import Knobs

Colour = tuple[float, float, float]
"""Mean blue, green and red of a picture, 0 to 255."""

_MANUAL = 1
_BY_ITSELF = (3, 0)  # exposure time alone, or with the iris; cameras know one of them
_PULSE = {50: 100.0, 60: 250 / 3}  # of light on the mains, in the units of the exposure
_DEAF_SECONDS = 0.6  # until a change shows in every picture that comes
_SETTLE_SECONDS = 4.0
_STEADY_PICTURES = 6
_ALIKE = 0.02
_AS_BRIGHT = 0.12
_AS_COLOURED = 0.06
_TRIES = 6


def lock(knobs: Knobs, hertz: int, clock: Callable[[], float] = time.monotonic) -> Generator[None, Colour, None]:
    """Sent every new picture's mean colour, ends when all that `knobs` can lock is locked.

    `hertz` of the mains' light: 50, 60 or 0 for no care about flicker. A camera that does not tell what it chose by
    itself is brought to the same brightness step by step; one that cannot be is left to itself.
    """
    knobs.set("mains", {50: 1, 60: 2}.get(hertz, 0))
    knobs.set("frame_rate_may_fall", 0)
    _release(knobs)
    wanted = yield from _settled(clock)
    knobs.set("focus_auto", 0)  # the lens stays where it is; what it tells of its place is not to be trusted
    for by_itself, name in (("gain_auto", "gain"), ("white_balance_auto", "white_balance")):
        value = knobs.get(name)
        knobs.set(by_itself, 0)
        if value is not None:
            knobs.set(name, value)
    exposure = knobs.get("exposure")
    if exposure is not None and knobs.set("exposure_auto", _MANUAL):
        yield from _expose(knobs, float(exposure), wanted, _PULSE.get(hertz, 0.0), clock)
    if "white_balance_auto" in knobs:
        seen = yield from _settled(clock)
        if max(abs(_tint(seen)[n] - _tint(wanted)[n]) for n in (0, 1)) > _AS_COLOURED:
            knobs.set("white_balance_auto", 1)


def _release(knobs: Knobs) -> None:
    for name in ("gain_auto", "white_balance_auto", "focus_auto"):
        knobs.set(name, 1)
    any(knobs.set("exposure_auto", mode) for mode in _BY_ITSELF)


def _expose(
    knobs: Knobs, exposure: float, wanted: Colour, pulse: float, clock: Callable[[], float]
) -> Generator[None, Colour, None]:
    for _ in range(_TRIES):
        if pulse and exposure > pulse:  # less than one pulse is daylight's, or too bright a lamp's
            exposure = round(exposure / pulse) * pulse
        knobs.set("exposure", exposure)
        seen = yield from _settled(clock)
        short = (_level(wanted) + 1) / (_level(seen) + 1)
        if abs(short - 1) < _AS_BRIGHT:
            return
        step = min(8.0, max(1 / 8, short**2))  # pictures are encoded with about the square root of light
        if pulse and abs(exposure * step - exposure) < pulse / 2 < exposure:
            return  # as near as whole pulses come
        exposure = max(1.0, exposure * step)
    any(knobs.set("exposure_auto", mode) for mode in _BY_ITSELF)


def _settled(clock: Callable[[], float]) -> Generator[None, Colour, Colour]:
    """The colour once it does not change any more, or when that takes too long."""
    begin, before, steady = clock(), None, 0
    while True:
        now = yield
        if clock() - begin < _DEAF_SECONDS:
            continue
        alike = before is not None and np.allclose(now, before, rtol=_ALIKE, atol=1.0)
        before, steady = now, steady + 1 if alike else 0
        if steady >= _STEADY_PICTURES or clock() - begin > _SETTLE_SECONDS:
            return now


def _level(colour: Colour) -> float:
    return sum(colour) / 3


def _tint(colour: Colour) -> tuple[float, float]:
    """Blue and red over green."""
    blue, green, red = (value + 1 for value in colour)
    return blue / green, red / green

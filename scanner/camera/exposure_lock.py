"""固定 kotei: a USB camera finds its light once, then keeps it by value, so that cards look the same all evening."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator

import numpy as np

from scanner.camera.v4l2 import V4L2Controls

MeanColour = tuple[float, float, float]
"""Mean blue, green and red of a picture, 0 to 255."""

_EXPOSURE_MANUAL = 1
_EXPOSURE_AUTO_MODES = (3, 0)  # exposure time alone, or with the iris; cameras know one of them
_FLICKER_PERIOD_100US = {50: 100.0, 60: 250 / 3}  # of light on the mains, in the units of the exposure
_CONTROL_DELAY_S = 0.6  # until a change shows in every picture that comes
_SETTLE_TIMEOUT_S = 4.0
_STEADY_FRAMES = 6
_STEADY_TOLERANCE = 0.02
_BRIGHTNESS_TOLERANCE = 0.12
_TINT_TOLERANCE = 0.06
_MAX_EXPOSURE_STEPS = 6


def lock_exposure(
    controls: V4L2Controls, mains_hz: int, clock: Callable[[], float] = time.monotonic
) -> Generator[None, MeanColour, None]:
    """Sent every new picture's mean colour, ends when all that `knobs` can lock is locked.

    `hertz` of the mains' light: 50, 60 or 0 for no care about flicker. A camera that does not tell what it chose by
    itself is brought to the same brightness step by step; one that cannot be is left to itself.
    """
    controls.set("mains", {50: 1, 60: 2}.get(mains_hz, 0))
    controls.set("frame_rate_may_fall", 0)
    _set_automatic(controls)
    wanted = yield from _wait_until_steady(clock)
    controls.set("focus_auto", 0)  # the lens stays where it is; what it tells of its place is not to be trusted
    for by_itself, name in (("gain_auto", "gain"), ("white_balance_auto", "white_balance")):
        value = controls.get(name)
        controls.set(by_itself, 0)
        if value is not None:
            controls.set(name, value)
    exposure = controls.get("exposure")
    if exposure is not None and controls.set("exposure_auto", _EXPOSURE_MANUAL):
        yield from _match_brightness(controls, float(exposure), wanted, _FLICKER_PERIOD_100US.get(mains_hz, 0.0), clock)
    if "white_balance_auto" in controls:
        seen = yield from _wait_until_steady(clock)
        if max(abs(_tint(seen)[n] - _tint(wanted)[n]) for n in (0, 1)) > _TINT_TOLERANCE:
            controls.set("white_balance_auto", 1)


def _set_automatic(controls: V4L2Controls) -> None:
    for name in ("gain_auto", "white_balance_auto", "focus_auto"):
        controls.set(name, 1)
    any(controls.set("exposure_auto", mode) for mode in _EXPOSURE_AUTO_MODES)


def _match_brightness(
    controls: V4L2Controls, exposure: float, target: MeanColour, flicker_period: float, clock: Callable[[], float]
) -> Generator[None, MeanColour, None]:
    for _ in range(_MAX_EXPOSURE_STEPS):
        if flicker_period and exposure > flicker_period:  # less than one pulse is daylight's, or too bright a lamp's
            exposure = round(exposure / flicker_period) * flicker_period
        controls.set("exposure", exposure)
        seen = yield from _wait_until_steady(clock)
        short = (_brightness(target) + 1) / (_brightness(seen) + 1)
        if abs(short - 1) < _BRIGHTNESS_TOLERANCE:
            return
        step = min(8.0, max(1 / 8, short**2))  # pictures are encoded with about the square root of light
        if flicker_period and abs(exposure * step - exposure) < flicker_period / 2 < exposure:
            return  # as near as whole pulses come
        exposure = max(1.0, exposure * step)
    any(controls.set("exposure_auto", mode) for mode in _EXPOSURE_AUTO_MODES)


def _wait_until_steady(clock: Callable[[], float]) -> Generator[None, MeanColour, MeanColour]:
    """The colour once it does not change any more, or when that takes too long."""
    begin, before, steady = clock(), None, 0
    while True:
        now = yield
        if clock() - begin < _CONTROL_DELAY_S:
            continue
        alike = before is not None and np.allclose(now, before, rtol=_STEADY_TOLERANCE, atol=1.0)
        before, steady = now, steady + 1 if alike else 0
        if steady >= _STEADY_FRAMES or clock() - begin > _SETTLE_TIMEOUT_S:
            return now


def _brightness(colour: MeanColour) -> float:
    return sum(colour) / 3


def _tint(colour: MeanColour) -> tuple[float, float]:
    """Blue and red over green."""
    blue, green, red = (value + 1 for value in colour)
    return blue / green, red / green

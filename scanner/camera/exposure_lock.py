"""Exposure and white-balance lock for USB cameras.

The camera meters the light once. What it chose is then set by value, so that cards look the same all evening.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator

import numpy as np

from scanner.camera.v4l2 import V4L2Controls

MeanColour = tuple[float, float, float]
"""Mean blue, green and red of a picture, 0 to 255."""

_EXPOSURE_MANUAL = 1
"""Value of the control "exposure_auto" with which the exposure time is set by value."""

_EXPOSURE_AUTO_MODES = (3, 0)
"""Values of "exposure_auto" for automatic exposure: of the time alone, or with the iris. A camera knows one of them."""

_FLICKER_PERIOD_100US = {50: 100.0, 60: 250 / 3}
"""Period of the light's pulses by mains frequency in Hz; in units of 100 microseconds, like the exposure control."""

_CONTROL_DELAY_S = 0.6
"""Seconds after which a changed control shows in every picture that arrives."""

_SETTLE_TIMEOUT_S = 4.0
"""Seconds after which the last colour is used even if it is not steady, so that metering always ends."""

_STEADY_FRAMES = 6
"""Consecutive frames of nearly the same colour that count as steady."""

_STEADY_TOLERANCE = 0.02
"""Relative difference of a colour channel between two frames, up to which they count as the same colour."""

_BRIGHTNESS_TOLERANCE = 0.12
"""Relative difference from the target brightness, 0..1, at which the exposure search stops."""

_TINT_TOLERANCE = 0.06
"""Difference of blue/green or red/green up to which a locked white balance still counts as the metered one.

Beyond it the camera did not report the value it had chosen, and white balance stays automatic.
"""

_MAX_EXPOSURE_STEPS = 6
"""Attempts to reach the target brightness before the exposure is left automatic."""

_MAX_EXPOSURE_FACTOR = 8.0
"""Largest factor by which one step lengthens or shortens the exposure: near black or white, brightness says little."""


def lock_exposure(
    controls: V4L2Controls, mains_hz: int, clock: Callable[[], float] = time.monotonic
) -> Generator[None, MeanColour, None]:
    """Generator that is sent the mean colour of every new picture and ends once all it can lock is locked.

    `mains_hz`: frequency of the mains in hertz, 50 or 60, or 0 to ignore flicker. Some cameras do not report the
    exposure they chose: such a camera is brought to the same brightness step by step, and one that cannot be is left
    on automatic. `clock` counts seconds.
    """
    controls.set("mains", {50: 1, 60: 2}.get(mains_hz, 0))
    controls.set("frame_rate_may_fall", 0)
    _set_automatic(controls)
    metered = yield from _wait_until_steady(clock)
    controls.set("focus_auto", 0)  # the lens stays where it is; the position it reports is not reliable
    for auto_name, name in (("gain_auto", "gain"), ("white_balance_auto", "white_balance")):
        value = controls.get(name)
        controls.set(auto_name, 0)
        if value is not None:
            controls.set(name, value)
    exposure = controls.get("exposure")
    if exposure is not None and controls.set("exposure_auto", _EXPOSURE_MANUAL):
        yield from _match_brightness(
            controls, float(exposure), metered, _FLICKER_PERIOD_100US.get(mains_hz, 0.0), clock
        )
    if "white_balance_auto" in controls:
        locked = yield from _wait_until_steady(clock)
        if max(abs(_tint(locked)[n] - _tint(metered)[n]) for n in (0, 1)) > _TINT_TOLERANCE:
            controls.set("white_balance_auto", 1)


def _set_automatic(controls: V4L2Controls) -> None:
    for name in ("gain_auto", "white_balance_auto", "focus_auto"):
        controls.set(name, 1)
    _set_automatic_exposure(controls)


def _set_automatic_exposure(controls: V4L2Controls) -> None:
    """Set the first automatic mode that the camera accepts."""
    any(controls.set("exposure_auto", mode) for mode in _EXPOSURE_AUTO_MODES)


def _match_brightness(
    controls: V4L2Controls, exposure: float, target: MeanColour, flicker_period: float, clock: Callable[[], float]
) -> Generator[None, MeanColour, None]:
    """Set the exposure so that the picture gets as bright as `target`; back to automatic if it does not.

    `exposure` to start from and `flicker_period` are in units of 100 microseconds; a period of 0 ignores flicker.
    """
    for _ in range(_MAX_EXPOSURE_STEPS):
        # An exposure shorter than one pulse means daylight or a very bright lamp.
        if flicker_period and exposure > flicker_period:
            exposure = round(exposure / flicker_period) * flicker_period
        controls.set("exposure", exposure)
        current = yield from _wait_until_steady(clock)
        ratio = (_brightness(target) + 1) / (_brightness(current) + 1)
        if abs(ratio - 1) < _BRIGHTNESS_TOLERANCE:
            return
        # Squared, because pixel values grow with about the square root of the light.
        step = min(_MAX_EXPOSURE_FACTOR, max(1 / _MAX_EXPOSURE_FACTOR, ratio**2))
        if flicker_period and abs(exposure * step - exposure) < flicker_period / 2 < exposure:
            return  # whole pulses come no nearer
        exposure = max(1.0, exposure * step)
    _set_automatic_exposure(controls)


def _wait_until_steady(clock: Callable[[], float]) -> Generator[None, MeanColour, MeanColour]:
    """Wait until the colour no longer changes, or for `_SETTLE_TIMEOUT_S`; return the last colour."""
    started_at, previous, steady_frames = clock(), None, 0
    while True:
        colour = yield
        if clock() - started_at < _CONTROL_DELAY_S:
            continue
        is_steady = previous is not None and np.allclose(colour, previous, rtol=_STEADY_TOLERANCE, atol=1.0)
        previous, steady_frames = colour, steady_frames + 1 if is_steady else 0
        if steady_frames >= _STEADY_FRAMES or clock() - started_at > _SETTLE_TIMEOUT_S:
            return colour


def _brightness(colour: MeanColour) -> float:
    return sum(colour) / 3


def _tint(colour: MeanColour) -> tuple[float, float]:
    """Blue over green and red over green, each channel raised by one level to avoid dividing by zero."""
    blue, green, red = (value + 1 for value in colour)
    return blue / green, red / green

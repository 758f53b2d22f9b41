"""眼球 gankyu: the distribution's picamera2, used in the one way that has proved itself.

One video-style configuration that is never switched; focus and exposure found once, then locked by value: asking for
"automatic off" is ignored by newer versions of libcamera. Source: picamera2's issues 670, 800, 1065, 1264, 1269, 1275.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

OPEN_TIMEOUT_S = 15.0
FOCUS_TIMEOUT_S = 8.0
METERING_TIMEOUT_S = 4.0
FRAME_TIMEOUT_S = 2.5
_MAIN_STREAM = {"size": (2304, 1296), "format": "RGB888"}  # which lies in memory as blue, green, red
_LORES_STREAM = {"size": (640, 360), "format": "YUV420"}
_FRAME_DURATION_LIMITS_US = (50_000, 100_000)  # 10 to 20 a second is plenty for a table, and leaves time for dim light
_AF_MANUAL, _AF_AUTO, _AF_START = 0, 1, 0
_AF_FOCUSED, _AF_FAILED = 2, 3
_FALLBACK_FOCUS_DIOPTRES = 2.0  # dioptres: half a metre, where a camera above a table hangs, when focusing fails
_STEADY_TOLERANCE = 0.02
_STEADY_FRAMES = 6

# How each format libcamera may have made of ours lies in memory, as indices of blue, green and red.
_BGR_CHANNEL_ORDER = {"RGB888": (0, 1, 2), "XRGB8888": (0, 1, 2), "BGR888": (2, 1, 0), "XBGR8888": (2, 1, 0)}


class CameraUnusableError(Exception):
    """The camera cannot be used; the argument is the note's word for why."""


class Capture:
    """One exposure: small luma picture, and the large one when asked for, only while it is held."""

    def __init__(self, request: Any, config: dict[str, Any]) -> None:
        self._request, self._config = request, config
        self.metadata: dict[str, Any] = request.get_metadata()
        # Monotonic nanoseconds; the sensor's time is when the first row had been exposed.
        self.exposure_start_ns = int(self.metadata["SensorTimestamp"]) - 1000 * int(self.metadata["ExposureTime"])

    def luma(self) -> Pixels:
        """The small picture (H, W) uint8, without its colours and padding."""
        width, height = self._config["lores"]["size"]
        return np.asarray(self._request.make_array("lores")[:height, :width])

    def yuv_planes(self) -> tuple[int, int, bytes]:
        """Height and width of the small picture, and its planes Y, U and V without their padding (YUV420)."""
        width, height = self._config["lores"]["size"]
        rows = np.asarray(self._request.make_array("lores"))
        across = rows.shape[1]
        blue_red = rows[height : height * 3 // 2].reshape(2, height // 2, across // 2)[:, :, : width // 2]
        return height, width, rows[:height, :width].tobytes() + blue_red.tobytes()

    def bgr_picture(self) -> Pixels:
        """The large picture (H, W, 3) uint8 BGR."""
        array = self._request.make_array("main")
        order = _BGR_CHANNEL_ORDER[self._config["main"]["format"]]
        return np.ascontiguousarray(array if array.shape[2] == 3 and order == (0, 1, 2) else array[:, :, list(order)])


class PiCamera:
    """The first camera on the ribbon cable. `hertz` of the mains' light: 50, 60 or 0 for no care about flicker."""

    def __init__(self, mains_hz: int) -> None:
        """Opens and starts it; Unusable("no_picamera2"), ("no_camera"), ("busy") or ("silent")."""
        try:
            from picamera2 import Picamera2  # noqa: PLC0415  it may be missing, which is to be told
        except Exception as wrong:
            raise CameraUnusableError("no_picamera2") from wrong
        ribbons = [n for n, one in enumerate(Picamera2.global_camera_info()) if "/usb" not in one["Id"]]
        if not ribbons:
            raise CameraUnusableError("no_camera")
        self._mains_hz = mains_hz
        try:
            self._device = Picamera2(ribbons[0])
            config = self._device.create_video_configuration(
                main=dict(_MAIN_STREAM),
                lores=dict(_LORES_STREAM),
                buffer_count=3,
                controls={"FrameDurationLimits": _FRAME_DURATION_LIMITS_US},
            )
            self._device.configure(config)
            self._config = self._device.camera_configuration()
            self._device.start()
        except Exception as wrong:
            raise CameraUnusableError("busy" if _is_busy_error(wrong) else "silent") from wrong
        if self._config["main"]["format"] not in _BGR_CHANNEL_ORDER:
            raise CameraUnusableError("silent")
        self._supported_controls = self._device.camera_controls

    @contextlib.contextmanager
    def capture(self) -> Iterator[Capture]:
        """The next exposure; Unusable("silent") when none comes. It is given back at the end."""
        try:
            # Older versions take the number for "yes, wait": then the silence is noticed at the other end of the pipe.
            request = self._device.capture_request(wait=FRAME_TIMEOUT_S)
        except Exception as wrong:
            raise CameraUnusableError("silent") from wrong
        try:
            yield Capture(request, self._config)
        finally:
            request.release()

    def focus(self) -> bool:
        """Focuses once and keeps that; False when it did not work out, True also for a lens that cannot move."""
        if "AfMode" not in self._supported_controls:
            return True
        # Not `autofocus_cycle`: one that never completes would stay in front of every later capture.
        self._device.set_controls({"AfMode": _AF_AUTO, "AfTrigger": _AF_START})
        until = time.monotonic() + FOCUS_TIMEOUT_S
        state, lens = None, None
        while state not in {_AF_FOCUSED, _AF_FAILED} and time.monotonic() < until:
            with self.capture() as shot:
                state, lens = shot.metadata.get("AfState"), shot.metadata.get("LensPosition")
        found = state == _AF_FOCUSED and lens is not None
        self._device.set_controls({"AfMode": _AF_MANUAL, "LensPosition": lens if found else _FALLBACK_FOCUS_DIOPTRES})
        return found

    def lock_exposure(self) -> None:
        """Lets the camera find exposure and white balance, then locks what it found, by value."""
        free = {"AeEnable": True, "AwbEnable": True, "ExposureTime": 0, "AnalogueGain": 0}
        self._device.set_controls({name: value for name, value in free.items() if name in self._supported_controls})
        until = time.monotonic() + METERING_TIMEOUT_S
        before, steady = None, 0
        while True:
            with self.capture() as shot:
                now = [float(shot.metadata[name]) for name in ("ExposureTime", "AnalogueGain")]
                now += [float(gain) for gain in shot.metadata.get("ColourGains", ())]
            alike = before is not None and np.allclose(now, before, rtol=_STEADY_TOLERANCE)
            steady = steady + 1 if alike else 0
            before = now
            if steady >= _STEADY_FRAMES or time.monotonic() > until:
                break
        exposure, gain = flicker_free_exposure(now[0], now[1], self._mains_hz, self._supported_controls["AnalogueGain"])
        locked: dict[str, Any] = {"ExposureTime": exposure, "AnalogueGain": gain}
        if "ColourGains" in self._supported_controls and len(now) == 4:
            locked["ColourGains"] = (now[2], now[3])
        self._device.set_controls(locked)

    def close(self) -> None:
        """Stops the camera and gives it back; may hang for ever with a loose cable, so the caller must be killable."""
        self._device.stop()
        self._device.close()


def flicker_free_exposure(
    exposure: float, gain: float, mains_hz: int, gain_range: tuple[Any, ...]
) -> tuple[int, float]:
    """Exposure (microseconds) as a multiple of the light's pulse, and the gain that keeps the brightness.

    Light on alternating current pulses twice a period. Where one pulse would be too much light even at the least gain
    (`gains`: least, most, …), it is daylight that lights the table, and the exposure stays.

    >>> flicker_free_exposure(33_000, 2.0, 50, (1.0, 16.0))
    (30000, 2.2)
    >>> flicker_free_exposure(4_000, 8.0, 60, (1.0, 16.0))
    (8333, 3.84)
    >>> flicker_free_exposure(400, 1.0, 60, (1.0, 16.0))
    (400, 1.0)
    """
    if mains_hz:
        pulse = 1_000_000 / (2 * mains_hz)
        pulses = max(1, int(exposure / pulse))
        needed = exposure * gain / (pulses * pulse)
        if gain_range[0] <= needed <= gain_range[1]:
            return int(pulses * pulse), round(needed, 3)
    return int(exposure), gain


def _is_busy_error(error: BaseException | None) -> bool:
    while error is not None:
        if "busy" in str(error).lower() or "in use" in str(error).lower():
            return True
        error = error.__cause__ or error.__context__  # picamera2 raises its own while handling the driver's
    return False

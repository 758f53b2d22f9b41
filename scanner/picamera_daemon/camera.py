"""The Pi's camera through picamera2: capture, focus once, exposure lock.

The camera runs in one video-style configuration that is never switched. Focus and exposure are found once and then
locked by value, because newer versions of libcamera ignore a request for "automatic off". Source: picamera2's issues
670, 800, 1065, 1264, 1269, 1275.
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
"""Seconds the camera may take to open."""

FOCUS_TIMEOUT_S = 8.0
"""Seconds after which a focus scan counts as failed: some scans never complete."""

METERING_TIMEOUT_S = 4.0
"""Seconds after which exposure and white balance are locked even if they are not steady."""

FRAME_TIMEOUT_S = 2.5
"""Seconds until the next exposure must come; beyond them the camera counts as silent."""

_MAIN_STREAM = {"size": (2304, 1296), "format": "RGB888"}
"""Large stream: width and height in pixels. In memory RGB888 lies as blue, green, red."""

_LORES_STREAM = {"size": (640, 360), "format": "YUV420"}
"""Small stream: width and height in pixels. It serves stillness detection and previews."""

_FRAME_DURATION_LIMITS_US = (50_000, 100_000)
"""Shortest and longest frame in microseconds: 10 to 20 frames a second suffice for a table and allow for dim light."""

_AF_MANUAL, _AF_AUTO, _AF_START = 0, 1, 0
"""Values of libcamera's controls: AfMode manual and auto, AfTrigger start."""

_AF_FOCUSED, _AF_FAILED = 2, 3
"""Values of libcamera's AfState that end a focus scan."""

_FALLBACK_FOCUS_DIOPTRES = 2.0
"""Lens position when focusing fails, in dioptres: half a metre, where a camera above a table hangs."""

_STEADY_TOLERANCE = 0.02
"""Relative change of exposure, gain and colour gains between two frames, up to which they count as steady."""

_STEADY_FRAMES = 6
"""Consecutive steady frames after which metering is complete."""

_BGR_CHANNEL_ORDER = {"RGB888": (0, 1, 2), "XRGB8888": (0, 1, 2), "BGR888": (2, 1, 0), "XBGR8888": (2, 1, 0)}
"""Indices of blue, green and red in memory, for each format that libcamera may substitute for ours."""


class CameraUnusableError(Exception):
    """The camera cannot be used; the argument is the note that names the reason."""


class Capture:
    """One exposure. Its pictures can be fetched only until the exposure is released."""

    def __init__(self, request: Any, config: dict[str, Any]) -> None:
        self._request, self._config = request, config
        self.metadata: dict[str, Any] = request.get_metadata()
        # Monotonic nanoseconds; the sensor's timestamp is the end of the first row's exposure.
        self.exposure_start_ns = int(self.metadata["SensorTimestamp"]) - 1000 * int(self.metadata["ExposureTime"])

    def luma(self) -> Pixels:
        """The small picture (H, W) uint8, without its colours and padding."""
        width, height = self._config["lores"]["size"]
        return np.asarray(self._request.make_array("lores")[:height, :width])

    def yuv_planes(self) -> tuple[int, int, bytes]:
        """Height and width of the small picture, and its planes Y, U and V without their padding (YUV420)."""
        width, height = self._config["lores"]["size"]
        rows = np.asarray(self._request.make_array("lores"))
        stride = rows.shape[1]
        chroma = rows[height : height * 3 // 2].reshape(2, height // 2, stride // 2)[:, :, : width // 2]
        return height, width, rows[:height, :width].tobytes() + chroma.tobytes()

    def bgr_picture(self) -> Pixels:
        """The large picture (H, W, 3) uint8 BGR."""
        array = self._request.make_array("main")
        order = _BGR_CHANNEL_ORDER[self._config["main"]["format"]]
        return np.ascontiguousarray(array if array.shape[2] == 3 and order == (0, 1, 2) else array[:, :, list(order)])


class PiCamera:
    """The first camera on the ribbon cable.

    `mains_hz`: frequency of the mains in hertz, 50 or 60, or 0 to ignore flicker.
    """

    def __init__(self, mains_hz: int) -> None:
        """Open and start it; CameraUnusableError("no_picamera2"), ("no_camera"), ("busy") or ("silent")."""
        try:
            from picamera2 import Picamera2  # noqa: PLC0415  it may be missing, which is reported
        except Exception as error:
            raise CameraUnusableError("no_picamera2") from error
        ribbon_cameras = [n for n, info in enumerate(Picamera2.global_camera_info()) if "/usb" not in info["Id"]]
        if not ribbon_cameras:
            raise CameraUnusableError("no_camera")
        self._mains_hz = mains_hz
        try:
            self._device = Picamera2(ribbon_cameras[0])
            config = self._device.create_video_configuration(
                main=dict(_MAIN_STREAM),
                lores=dict(_LORES_STREAM),
                buffer_count=3,
                controls={"FrameDurationLimits": _FRAME_DURATION_LIMITS_US},
            )
            self._device.configure(config)
            self._config = self._device.camera_configuration()
            self._device.start()
        except Exception as error:
            raise CameraUnusableError("busy" if _is_busy_error(error) else "silent") from error
        if self._config["main"]["format"] not in _BGR_CHANNEL_ORDER:
            raise CameraUnusableError("silent")
        self._supported_controls = self._device.camera_controls

    @contextlib.contextmanager
    def capture(self) -> Iterator[Capture]:
        """Capture the next exposure, released on exit; CameraUnusableError("silent") when none comes."""
        try:
            # Older versions take the number for "yes, wait". Then the client notices the silence.
            request = self._device.capture_request(wait=FRAME_TIMEOUT_S)
        except Exception as error:
            raise CameraUnusableError("silent") from error
        try:
            yield Capture(request, self._config)
        finally:
            request.release()

    def focus(self) -> bool:
        """Focus once and lock the lens; False when focusing fails, True also for a lens that cannot move."""
        if "AfMode" not in self._supported_controls:
            return True
        # Not `autofocus_cycle`: a cycle that never completes would block every later capture.
        self._device.set_controls({"AfMode": _AF_AUTO, "AfTrigger": _AF_START})
        deadline = time.monotonic() + FOCUS_TIMEOUT_S
        state, lens_position = None, None
        while state not in {_AF_FOCUSED, _AF_FAILED} and time.monotonic() < deadline:
            with self.capture() as capture:
                state, lens_position = capture.metadata.get("AfState"), capture.metadata.get("LensPosition")
        is_focused = state == _AF_FOCUSED and lens_position is not None
        self._device.set_controls(
            {"AfMode": _AF_MANUAL, "LensPosition": lens_position if is_focused else _FALLBACK_FOCUS_DIOPTRES}
        )
        return is_focused

    def lock_exposure(self) -> None:
        """Let the camera meter exposure and white balance, then lock them by value."""
        automatic = {"AeEnable": True, "AwbEnable": True, "ExposureTime": 0, "AnalogueGain": 0}
        self._device.set_controls(
            {name: value for name, value in automatic.items() if name in self._supported_controls}
        )
        deadline = time.monotonic() + METERING_TIMEOUT_S
        previous, steady_frames = None, 0
        while True:
            with self.capture() as capture:
                current = [float(capture.metadata[name]) for name in ("ExposureTime", "AnalogueGain")]
                current += [float(gain) for gain in capture.metadata.get("ColourGains", ())]
            is_steady = previous is not None and np.allclose(current, previous, rtol=_STEADY_TOLERANCE)
            steady_frames = steady_frames + 1 if is_steady else 0
            previous = current
            if steady_frames >= _STEADY_FRAMES or time.monotonic() > deadline:
                break
        exposure, gain = flicker_free_exposure(
            current[0], current[1], self._mains_hz, self._supported_controls["AnalogueGain"]
        )
        locked: dict[str, Any] = {"ExposureTime": exposure, "AnalogueGain": gain}
        if "ColourGains" in self._supported_controls and len(current) == 4:
            locked["ColourGains"] = (current[2], current[3])
        self._device.set_controls(locked)

    def close(self) -> None:
        """Stop and release the camera. With a loose cable this may hang for ever, so the process must be killable."""
        self._device.stop()
        self._device.close()


def flicker_free_exposure(
    exposure: float, gain: float, mains_hz: int, gain_range: tuple[Any, ...]
) -> tuple[int, float]:
    """Exposure in microseconds as a multiple of the light's pulse, and the gain that preserves the brightness.

    `exposure`: microseconds. `mains_hz`: 50 or 60, or 0 to leave both as they are. `gain_range`: minimum, maximum, ….
    A lamp on alternating current pulses twice a period. If one pulse would be too much light even at the minimum gain,
    the table is lit by daylight, and the exposure stays.

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
        required_gain = exposure * gain / (pulses * pulse)
        if gain_range[0] <= required_gain <= gain_range[1]:
            return int(pulses * pulse), round(required_gain, 3)
    return int(exposure), gain


def _is_busy_error(error: BaseException | None) -> bool:
    while error is not None:
        if "busy" in str(error).lower() or "in use" in str(error).lower():
            return True
        error = error.__cause__ or error.__context__  # picamera2 raises its own error while it handles the driver's
    return False

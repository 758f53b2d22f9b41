"""Picture source for a USB camera.

"webcam" is the first camera on USB, "webcam:2" the one of that number. The mains frequency in hertz may follow, against
bands of flickering light: "webcam:2:50" or "webcam::60". A background thread keeps only the newest frame, so that
nobody waits for a hung driver.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from scanner.camera.exposure_lock import lock_exposure
from scanner.camera.v4l2 import V4L2Controls
from scanner.picamera_daemon.stillness import StillnessDetector
from scanner.sources import HEALTHY, Health, Source
from scorer.texts import Text

if TYPE_CHECKING:
    from collections.abc import Generator

    from scanner.camera.exposure_lock import MeanColour
    from scanner.imaging.image import ColorImage

_LOG = logging.getLogger(__name__)

_FRAME_SIZE = (1920, 1080)
"""Width and height, in pixels, requested of the camera; it may choose another size."""

_REOPEN_INTERVAL_S = 2.0
"""Seconds between attempts to open a camera that is missing or in use."""

_MAX_FRAME_AGE_S = 2.0
"""Seconds without a new frame after which the camera counts as frozen."""

_CLOSE_TIMEOUT_S = 1.0
"""Seconds `close` waits for the capture thread before it leaves a thread stuck in the driver behind."""

_METERING_WIDTH_PX = 640
"""Width in pixels to which frames are subsampled for metering: enough to judge the light by, and cheap."""

_CHECKSUM_STEP = 8
"""Every so many pixels, in both directions, goes into the checksum that recognises a repeated frame."""

_STARTING = Health(
    ok=False,
    message=Text("The camera is starting.", "カメラを起動しています。"),
    advice=Text("Wait a few seconds.", "数秒お待ちください。"),
    transient=True,
)
_METERING = Health(
    ok=False,
    message=Text("The camera is measuring the light.", "カメラが明るさを測っています。"),
    advice=Text("Wait a few seconds.", "数秒お待ちください。"),
    transient=True,
)
_NO_CAMERA = Health(
    ok=False,
    message=Text("No USB camera is found.", "USBカメラが見つかりません。"),
    advice=Text("Plug it in; it is tried again by itself.", "つないでください。自動で再接続します。"),
)
_BUSY = Health(
    ok=False,
    message=Text("The USB camera cannot be opened.", "USBカメラを開けません。"),
    advice=Text(
        "Close the program that uses it, or plug it into another socket; it is tried again by itself.",
        "使用中のほかのアプリを閉じるか、別の差し込み口につないでください。自動で再接続します。",
    ),
)
_DARK = Health(
    ok=False,
    message=Text("The camera sees nothing but black.", "カメラの画像が真っ暗です。"),
    advice=Text(
        "Switch a light on, and take off whatever covers the lens.",
        "明かりをつけ、レンズを覆っているものを外してください。",
    ),
)
_NO_NEW_FRAMES = Health(
    ok=False,
    message=Text("The camera gives no new pictures.", "カメラから新しい画像が届きません。"),
    advice=Text("Unplug the camera and plug it in again.", "カメラを抜き差ししてください。"),
)
_BAD_ARGUMENT = Health(
    ok=False,
    message=Text(
        "A webcam is chosen by its number, and by the mains' frequency, 50 or 60.",
        "ウェブカメラは番号と電源の周波数（50か60）で指定します。",
    ),
    advice=Text(
        "Start again with --source webcam, webcam:0 or webcam:0:50.",
        "「--source webcam」「webcam:0」「webcam:0:50」のいずれかで起動し直してください。",
    ),
)


def find_device_number(requested: int | None, root: Path = Path("/")) -> int:
    """Number of the device to open now: the requested one while it exists, else that of the first camera on USB.

    A camera that is unplugged while it is open comes back under another number, and on a Pi the low numbers are not
    cameras at all. `root`: root of the machine's file system. Source: the kernel's video4linux.
    """
    if requested is not None and (root / f"dev/video{requested}").exists():
        return requested
    for device in sorted((root / "sys/class/video4linux").glob("video*"), key=lambda path: (len(path.name), path.name)):
        try:
            is_first = (device / "index").read_text().strip() == "0"  # a camera's other devices give no pictures
        except OSError:
            continue
        if is_first and "/usb" in str((device / "device").resolve()):
            return int(device.name.removeprefix("video"))
    return requested or 0


class WebcamSource(Source):
    """The camera of the given number, or the first on USB, in Motion JPEG at 1920 × 1080 if the camera can.

    Exposure and white balance are metered once and then locked by value. They are metered again when the table is lit
    half or twice as much.
    """

    def __init__(self, argument: str = "") -> None:
        super().__init__(argument)
        number, _, mains_hz = argument.partition(":")
        self._requested_number = int(number[:9]) if number.isdecimal() else None
        self._is_valid = (self._requested_number is not None or not number) and mains_hz in {"", "50", "60"}
        self._mains_hz = int(mains_hz) if self._is_valid and mains_hz else 0
        self._condition = threading.Condition()
        self._frame: ColorImage | None = None
        self._frame_count = 0
        self._last_frame_time = 0.0
        self._health = _STARTING
        self._stop: threading.Event | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start the thread that opens the camera and captures its frames."""
        if not self._is_valid:
            self._health = _BAD_ARGUMENT
        elif self._stop is None:
            # Each thread has its own stop event, so that one left behind in a driver never resumes beside a newer one.
            self._stop = threading.Event()
            self._health = _STARTING
            self._thread = threading.Thread(target=self._run, args=(self._stop,), daemon=True)
            self._thread.start()

    def read(self, timeout: float) -> ColorImage | None:
        """Return a frame exposed after this call: the second to arrive, as the first may have been under way."""
        with self._condition:
            required_count = self._frame_count + 2
            self._condition.wait_for(lambda: self._frame_count >= required_count, timeout)
            return self._frame if self._frame_count >= required_count else None

    def close(self) -> None:
        """Have the thread release the camera; a thread stuck in the driver is left behind."""
        if self._stop is not None and self._thread is not None:
            self._stop.set()
            self._thread.join(_CLOSE_TIMEOUT_S)
            if self._thread.is_alive():
                _LOG.warning("the camera's driver does not answer; its thread is left behind")
        self._stop = self._thread = None

    def health(self) -> Health:
        """Health by whether new frames arrive.

        A frozen camera repeats a frame to the last bit, a real sensor never does.
        """
        if self._health in (HEALTHY, _DARK, _METERING) and time.monotonic() - self._last_frame_time > _MAX_FRAME_AGE_S:
            return _NO_NEW_FRAMES
        return self._health

    def _run(self, stop: threading.Event) -> None:
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)  # a missing camera is not worth a log line
        while not stop.is_set():
            number = find_device_number(self._requested_number)
            is_present = _device_path(number).exists()
            camera = cv2.VideoCapture(number, cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY)
            controls = V4L2Controls(_device_path(number))
            try:
                if camera.isOpened():
                    camera.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
                    camera.set(cv2.CAP_PROP_FRAME_WIDTH, _FRAME_SIZE[0])
                    camera.set(cv2.CAP_PROP_FRAME_HEIGHT, _FRAME_SIZE[1])
                    camera.set(cv2.CAP_PROP_BUFFERSIZE, 1)
                    is_present = False  # it opened, so an end of capturing means it was unplugged
                    self._capture_frames(camera, controls, stop)
            except cv2.error:
                _LOG.exception("the camera failed")
            finally:
                controls.close()
                camera.release()
            if not stop.is_set():
                self._health = _BUSY if is_present else _NO_CAMERA
                stop.wait(_REOPEN_INTERVAL_S)

    def _capture_frames(self, camera: cv2.VideoCapture, controls: V4L2Controls, stop: threading.Event) -> None:
        last_checksum, detector, exposure_lock = None, StillnessDetector(), self._start_exposure_lock(controls)
        while not stop.is_set():
            success, frame = camera.read()
            if not success:
                return
            checksum = zlib.crc32(frame[::_CHECKSUM_STEP, ::_CHECKSUM_STEP].tobytes())
            if checksum == last_checksum:
                continue
            last_checksum, self._last_frame_time = checksum, time.monotonic()
            step = max(1, frame.shape[1] // _METERING_WIDTH_PX)
            # The green channel makes up most of perceived brightness.
            detector.update(np.ascontiguousarray(frame[::step, ::step, 1], np.uint8))
            if exposure_lock is not None:
                try:
                    blue, green, red = (float(mean) for mean in cv2.mean(frame[::step, ::step])[:3])
                    exposure_lock.send((blue, green, red))
                except StopIteration:
                    exposure_lock = None
                    detector.mark_exposure_locked()
                continue
            if detector.has_light_changed and (exposure_lock := self._start_exposure_lock(controls)) is not None:
                continue
            self._publish(np.asarray(frame, np.uint8), _DARK if detector.is_black else HEALTHY, stop)

    def _start_exposure_lock(self, controls: V4L2Controls) -> Generator[None, MeanColour, None] | None:
        """Start metering and locking the exposure; None for a camera whose exposure cannot be locked."""
        if "exposure_auto" not in controls and "white_balance_auto" not in controls:
            return None
        self._health, self._last_frame_time = _METERING, time.monotonic()
        exposure_lock = lock_exposure(controls, self._mains_hz)
        next(exposure_lock)
        return exposure_lock

    def _publish(self, frame: ColorImage, health: Health, stop: threading.Event) -> None:
        with self._condition:
            if not stop.is_set():
                self._frame = frame
                self._frame_count += 1
                self._health = health
                self._condition.notify_all()


def _device_path(number: int) -> Path:
    return Path(f"/dev/video{number}")


SOURCE = WebcamSource

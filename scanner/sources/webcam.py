"""覗き目 nozokime: a USB camera. A thread of its own keeps only the newest frame; nobody waits for a hung driver.

"webcam" is the first on USB, "webcam:2" that of a number; with the frequency of the mains, "webcam:2:50" or
"webcam::60", against bands of flickering light.
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

from scanner.camera.exposure_lock import lock
from scanner.camera.v4l2 import Knobs
from scanner.picamera_daemon.stillness import Watch
from scanner.sources import WELL, Health, Source
from scorer.texts import Text

if TYPE_CHECKING:
    from collections.abc import Generator

    from scanner.camera.exposure_lock import Colour
    from scanner.sources import Frame

_LOG = logging.getLogger(__name__)
_SIZE = (1920, 1080)
_AGAIN_SECONDS = 2.0  # between attempts to open a camera that is not there
_STALE_SECONDS = 2.0
_CLOSE_SECONDS = 1.0
_FEW = 640  # pixels across are enough to see the light by

_STARTING = Health(
    ok=False,
    says=Text("The camera is starting.", "カメラを起動しています。"),
    do=Text("Wait a few seconds.", "数秒お待ちください。"),
    passing=True,
)
_METERING = Health(
    ok=False,
    says=Text("The camera is measuring the light.", "カメラが明るさを測っています。"),
    do=Text("Wait a few seconds.", "数秒お待ちください。"),
    passing=True,
)
_GONE = Health(
    ok=False,
    says=Text("No USB camera is found.", "USBカメラが見つかりません。"),
    do=Text("Plug it in; it is tried again by itself.", "つないでください。自動で再接続します。"),
)
_BUSY = Health(
    ok=False,
    says=Text("The USB camera cannot be opened.", "USBカメラを開けません。"),
    do=Text(
        "Close the program that uses it, or plug it into another socket; it is tried again by itself.",
        "使用中のほかのアプリを閉じるか、別の差し込み口につないでください。自動で再接続します。",
    ),
)
_DARK = Health(
    ok=False,
    says=Text("The camera sees nothing but black.", "カメラの画像が真っ暗です。"),
    do=Text(
        "Switch a light on, and take off whatever covers the lens.",
        "明かりをつけ、レンズを覆っているものを外してください。",
    ),
)
_SILENT = Health(
    ok=False,
    says=Text("The camera gives no new pictures.", "カメラから新しい画像が届きません。"),
    do=Text("Unplug the camera and plug it in again.", "カメラを抜き差ししてください。"),
)
_NUMBER = Health(
    ok=False,
    says=Text(
        "A webcam is chosen by its number, and by the mains' frequency, 50 or 60.",
        "ウェブカメラは番号と電源の周波数（50か60）で指定します。",
    ),
    do=Text(
        "Start again with --source webcam, webcam:0 or webcam:0:50.",
        "「--source webcam」「webcam:0」「webcam:0:50」のいずれかで起動し直してください。",
    ),
)


def number_of(chosen: int | None, root: Path = Path("/")) -> int:
    """The number to open now: the one chosen while it is there, else that of the first camera on USB.

    A camera unplugged and plugged in again while it is held comes back under another number; and on a Pi the low
    numbers are not cameras at all. `root`: where the machine's file system begins. Source: the kernel's video4linux.
    """
    if chosen is not None and (root / f"dev/video{chosen}").exists():
        return chosen
    for device in sorted((root / "sys/class/video4linux").glob("video*"), key=lambda path: (len(path.name), path.name)):
        try:
            first = (device / "index").read_text().strip() == "0"  # the others of a camera give no pictures
        except OSError:
            continue
        if first and "/usb" in str((device / "device").resolve()):
            return int(device.name.removeprefix("video"))
    return chosen or 0


class WebcamSource(Source):
    """The camera of that number, or without one the first on USB, in Motion JPEG at 1920 × 1080 if it can.

    Its light is found once and then kept by value; when the table is lit half or twice as much, it is found again.
    """

    def __init__(self, argument: str = "") -> None:
        super().__init__(argument)
        number, _, hertz = argument.partition(":")
        self._chosen = int(number[:9]) if number.isdecimal() else None
        self._usable = (self._chosen is not None or not number) and hertz in {"", "50", "60"}
        self._hertz = int(hertz) if self._usable and hertz else 0
        self._news = threading.Condition()
        self._frame: Frame | None = None
        self._count = 0
        self._when = 0.0
        self._health = _STARTING
        self._stop: threading.Event | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Starts the thread that opens the camera and takes its frames."""
        if not self._usable:
            self._health = _NUMBER
        elif self._stop is None:
            # Each thread has its own switch: one left behind in a driver never wakes up to a newer one's work.
            self._stop = threading.Event()
            self._health = _STARTING
            self._thread = threading.Thread(target=self._watch, args=(self._stop,), daemon=True)
            self._thread.start()

    def read(self, timeout: float) -> Frame | None:
        """A frame whose exposure began after this call: the second to arrive, the first may have been under way."""
        with self._news:
            wanted = self._count + 2
            self._news.wait_for(lambda: self._count >= wanted, timeout)
            return self._frame if self._count >= wanted else None

    def close(self) -> None:
        """Has the thread give the camera back; one stuck in the driver is left behind."""
        if self._stop is not None and self._thread is not None:
            self._stop.set()
            self._thread.join(_CLOSE_SECONDS)
            if self._thread.is_alive():
                _LOG.warning("the camera's driver does not answer; its thread is left behind")
        self._stop = self._thread = None

    def health(self) -> Health:
        """Whether frames arrive, and differ: a frozen camera repeats one to the last bit, a real sensor never does."""
        if self._health in (WELL, _DARK, _METERING) and time.monotonic() - self._when > _STALE_SECONDS:
            return _SILENT
        return self._health

    def _watch(self, stop: threading.Event) -> None:
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)  # a camera that is not there is no news
        while not stop.is_set():
            number = number_of(self._chosen)
            there = _device(number).exists()
            camera = cv2.VideoCapture(number, cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY)
            knobs = Knobs(_device(number))
            try:
                if camera.isOpened():
                    camera.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
                    camera.set(cv2.CAP_PROP_FRAME_WIDTH, _SIZE[0])
                    camera.set(cv2.CAP_PROP_FRAME_HEIGHT, _SIZE[1])
                    camera.set(cv2.CAP_PROP_BUFFERSIZE, 1)
                    there = False  # opened; when it ends, it was unplugged
                    self._take(camera, knobs, stop)
            except cv2.error:
                _LOG.exception("the camera failed")
            finally:
                knobs.close()
                camera.release()
            if not stop.is_set():
                self._health = _BUSY if there else _GONE
                stop.wait(_AGAIN_SECONDS)

    def _take(self, camera: cv2.VideoCapture, knobs: Knobs, stop: threading.Event) -> None:
        last, watch, locking = None, Watch(), self._lock(knobs)
        while not stop.is_set():
            good, frame = camera.read()
            if not good:
                return
            mark = zlib.crc32(frame[::8, ::8].tobytes())
            if mark == last:
                continue
            last, self._when = mark, time.monotonic()
            few = max(1, frame.shape[1] // _FEW)
            watch.see(np.ascontiguousarray(frame[::few, ::few, 1], np.uint8))  # green is most of what eyes call bright
            if locking is not None:
                try:
                    blue, green, red = (float(mean) for mean in cv2.mean(frame[::few, ::few])[:3])
                    locking.send((blue, green, red))
                except StopIteration:
                    locking = None
                    watch.measured()
                continue
            if watch.relit and (locking := self._lock(knobs)) is not None:
                continue
            self._show(np.asarray(frame, np.uint8), _DARK if watch.black else WELL, stop)

    def _lock(self, knobs: Knobs) -> Generator[None, Colour, None] | None:
        """Begins to find and lock the light; None for a camera that does not let itself be locked."""
        if "exposure_auto" not in knobs and "white_balance_auto" not in knobs:
            return None
        self._health, self._when = _METERING, time.monotonic()
        locking = lock(knobs, self._hertz)
        next(locking)
        return locking

    def _show(self, frame: Frame, health: Health, stop: threading.Event) -> None:
        with self._news:
            if not stop.is_set():
                self._frame = frame
                self._count += 1
                self._health = health
                self._news.notify_all()


def _device(number: int) -> Path:
    return Path(f"/dev/video{number}")


SOURCE = WebcamSource

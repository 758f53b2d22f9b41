"""覗き目 nozokime: a USB camera. A thread of its own keeps only the newest frame; nobody waits for a hung driver."""

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

from scanner.source import WELL, Health, Source
from scorer.texts import Text

if TYPE_CHECKING:
    from scanner.source import Frame

_LOG = logging.getLogger(__name__)
_SIZE = (1920, 1080)
_AGAIN_SECONDS = 2.0  # between attempts to open a camera that is not there
_STALE_SECONDS = 2.0
_CLOSE_SECONDS = 1.0

_STARTING = Health(
    ok=False,
    says=Text("The camera is starting.", "カメラを起動しています。"),
    do=Text("Wait a few seconds.", "数秒お待ちください。"),
    passing=True,
)
_GONE = Health(
    ok=False,
    says=Text("The camera cannot be opened.", "カメラを開けません。"),
    do=Text(
        "Plug it in, or close the program that uses it; it is tried again by itself.",
        "つなぎ直すか、使用中のほかのアプリを閉じてください。自動で再接続します。",
    ),
)
_SILENT = Health(
    ok=False,
    says=Text("The camera gives no new pictures.", "カメラから新しい画像が届きません。"),
    do=Text("Unplug the camera and plug it in again.", "カメラを抜き差ししてください。"),
)
_NUMBER = Health(
    ok=False,
    says=Text("A webcam is chosen by its number.", "ウェブカメラは番号で指定します。"),
    do=Text("Start again with --source webcam:0.", "「--source webcam:0」で起動し直してください。"),
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
    """The camera of that number, or without one the first on USB, in Motion JPEG at 1920 × 1080 if it can."""

    def __init__(self, argument: str = "") -> None:
        super().__init__(argument)
        self._chosen = int(argument[:9]) if argument.isdecimal() else None
        self._usable = self._chosen is not None or not argument
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
        if self._health is WELL and time.monotonic() - self._when > _STALE_SECONDS:
            return _SILENT
        return self._health

    def _watch(self, stop: threading.Event) -> None:
        while not stop.is_set():
            camera = cv2.VideoCapture(number_of(self._chosen), cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY)
            try:
                if camera.isOpened():
                    camera.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
                    camera.set(cv2.CAP_PROP_FRAME_WIDTH, _SIZE[0])
                    camera.set(cv2.CAP_PROP_FRAME_HEIGHT, _SIZE[1])
                    camera.set(cv2.CAP_PROP_BUFFERSIZE, 1)
                    self._take(camera, stop)
            except cv2.error:
                _LOG.exception("the camera failed")
            finally:
                camera.release()
            if not stop.is_set():
                self._health = _GONE
                stop.wait(_AGAIN_SECONDS)

    def _take(self, camera: cv2.VideoCapture, stop: threading.Event) -> None:
        last = None
        while not stop.is_set():
            good, frame = camera.read()
            if not good:
                return
            mark = zlib.crc32(frame[::8, ::8].tobytes())
            if mark == last:
                continue
            last = mark
            with self._news:
                if not stop.is_set():
                    self._frame = np.asarray(frame, np.uint8)
                    self._count += 1
                    self._when = time.monotonic()
                    self._health = WELL
                    self._news.notify_all()


SOURCE = WebcamSource

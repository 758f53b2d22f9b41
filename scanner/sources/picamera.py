"""千里眼 senrigan: the Pi's own camera on its ribbon cable, held by the system's Python (`scanner.picamera_daemon`).

"picamera", or with the frequency of the mains, "picamera:50" or "picamera:60", against bands of flickering light.
Installed, the feeder is a unit of its own, behind the socket that FUDAYOMI_FEEDER names; elsewhere a child of ours.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

import scanner.picamera_daemon
from scanner.camera.picamera_client import Fed, Silent
from scanner.picamera_daemon.wire import Ask, Head
from scanner.process.worker_process import Patience
from scanner.sources import WELL, Health, Source
from scorer.texts import Text

if TYPE_CHECKING:
    from scanner.sources import Frame

_LOG = logging.getLogger(__name__)
# Neither the user's own packages nor the environment's settings: only what the distribution built together.
_COMMAND = ("/usr/bin/python3", "-s", "-E", str(Path(scanner.picamera_daemon.__file__).parent))
_AGAIN = Patience(quick=2, breath=1.0, slow=15.0, proven=60.0)  # at most five starts anew a minute
_STALE_SECONDS = 2.0
_LEAVE_SECONDS = 2.0


def _ill(en: str, ja: str, do_en: str, do_ja: str) -> Health:
    return Health(ok=False, says=Text(en, ja), do=Text(do_en, do_ja))


def _soon(en: str, ja: str, do_en: str, do_ja: str) -> Health:
    return Health(ok=False, says=Text(en, ja), do=Text(do_en, do_ja), passing=True)


_HEALTH = {
    "well": WELL,
    "moving": Health(
        ok=True,
        says=Text("Something is moving on the table.", "卓上で何かが動いています。"),
        do=Text("Take your hands away for a moment and look again.", "いったん手を引いて、もう一度撮ってください。"),
    ),
    "opening": _soon(
        "The camera is starting.", "カメラを起動しています。", "Wait a few seconds.", "数秒お待ちください。"
    ),
    "metering": _soon(
        "The camera is measuring the light.",
        "カメラが明るさを測っています。",
        "Wait a few seconds.",
        "数秒お待ちください。",
    ),
    "focusing": _soon(
        "The camera is focusing.",
        "カメラがピントを合わせています。",
        "Leave a few cards under it and wait a few seconds.",
        "札を数枚置いたまま、数秒お待ちください。",
    ),
    "unfocused": _ill(
        "The camera could not focus.",
        "カメラのピントが合いませんでした。",
        "Lay some cards under it and start again; it needs 10 cm at least.",
        "札を数枚置いて起動し直してください。カメラと札は10cm以上離してください。",
    ),
    "dark": _ill(
        "The camera sees nothing but black.",
        "カメラの画像が真っ暗です。",
        "Switch a light on, and take off whatever covers the lens.",
        "明かりをつけ、レンズを覆っているものを外してください。",
    ),
    "no_picamera2": _ill(
        "The camera's software (picamera2) is not installed.",
        "カメラ用のソフト（picamera2）が入っていません。",
        "Run: sudo apt install --no-install-recommends python3-picamera2",
        "「sudo apt install --no-install-recommends python3-picamera2」を実行してください。",
    ),
    "no_camera": _ill(
        "No camera is found on the ribbon cable.",
        "リボンケーブルのカメラが見つかりません。",
        "Switch the Pi off, push the cable in at both ends and start again; rpicam-hello --list-cameras shows it.",
        "電源を切り、ケーブルを両端とも差し直して起動してください。「rpicam-hello --list-cameras」で確かめられます。",
    ),
    "busy": _ill(
        "Another program holds the camera.",
        "ほかのアプリがカメラを使っています。",
        "Close it; if there is none, restart the Pi. It is tried again by itself.",
        "そのアプリを閉じてください。心当たりがなければ再起動してください。自動で再接続します。",
    ),
    "silent": _ill(
        "The camera does not answer any more.",
        "カメラが応答しなくなりました。",
        "It is tried again by itself. If that does not help: switch the Pi off, push the cable in, start again.",
        "自動で再接続します。直らなければ電源を切り、ケーブルを差し直して起動してください。",
    ),
    "away": _ill(
        "The system does not start the camera's process.",
        "カメラ用のプロセスを起動できません。",
        "It is tried again by itself. If that does not help: restart the Pi, then run install.sh again.",
        "自動で再試行します。直らなければ再起動し、それでもだめならinstall.shをもう一度実行してください。",
    ),
    "hertz": _ill(
        "The mains' frequency is 50 or 60.",
        "電源の周波数は50か60で指定します。",
        "Start again with --source picamera, picamera:50 or picamera:60.",
        "「--source picamera」「picamera:50」「picamera:60」のいずれかで起動し直してください。",
    ),
}
_STARTING = {"opening", "metering", "focusing"}
_RUNNING = {"well", "moving", "unfocused", "dark"}


class PiCameraSource(Source):
    """Pictures of a table at rest, in focus once found, in light once measured."""

    small_glimpses = True

    def __init__(self, argument: str = "") -> None:
        super().__init__(argument)
        self._usable = argument in {"", "50", "60"}
        self._word = "opening" if self._usable else "hertz"
        link = os.environ.get("FUDAYOMI_FEEDER")
        self._link = Path(link) if link else None
        self._news = threading.Condition()
        self._fed: Fed | None = None
        self._ask: Ask | None = None
        self._number = 0
        self._frame: Frame | None = None
        self._stop: threading.Event | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Starts the thread that keeps a feeder going."""
        if self._usable and self._stop is None:
            self._stop = threading.Event()
            self._word = "opening"
            self._thread = threading.Thread(target=self._keep, args=(self._stop,), name="picamera", daemon=True)
            self._thread.start()

    def read(self, timeout: float) -> Frame | None:
        """A picture whose exposure began after this call, of a table that had been still for half a second."""
        return self._asked(timeout, small=False)

    def glimpse(self, kind: str, timeout: float) -> Frame | None:
        """The next small picture, of a table at rest or not: the large ones stay where they are until they are read."""
        del kind
        return self._asked(timeout, small=True)

    def _asked(self, timeout: float, *, small: bool) -> Frame | None:
        since = time.monotonic_ns()
        until = since + int(timeout * 1e9)
        with self._news:
            self._number += 1
            self._ask, self._frame = Ask(self._number, since, until, small), None
            if self._fed is not None:  # otherwise the next one is asked as soon as it is there
                self._fed.ask(self._ask)
            self._news.wait_for(lambda: self._frame is not None, timeout)
            frame, self._ask, self._frame = self._frame, None, None
            return frame

    def close(self) -> None:
        """Has the feeder put the camera away; one that hangs is killed, one that cannot be killed is left behind."""
        if self._stop is not None and self._thread is not None:
            with self._news:
                self._stop.set()
                if self._fed is not None:
                    self._fed.hang_up()
            self._thread.join(_LEAVE_SECONDS)
            with self._news:
                if self._fed is not None:
                    self._fed.kill()
            self._thread.join(_LEAVE_SECONDS)
        self._stop = self._thread = None

    def health(self) -> Health:
        """What the feeder said last."""
        return _HEALTH[self._word]

    def _keep(self, stop: threading.Event) -> None:
        """The thread's work: one feeder after the other."""
        ends = 0
        while not stop.is_set():
            started = time.monotonic()
            self._one(stop)
            ends = 1 if time.monotonic() - started > _AGAIN.proven else ends + 1
            stop.wait(_AGAIN.pause(ends))

    def _one(self, stop: threading.Event) -> None:
        """One feeder, from its start to its end; the last word it said, or "silent", stays."""
        try:
            fed = Fed(_COMMAND, [f"--hertz={self.argument or 0}"], self._link)
        except OSError:
            self._word = "away" if self._link else "no_picamera2"
            return
        try:
            with self._news:
                self._fed = fed
                if self._ask is not None:
                    fed.ask(self._ask)
            while not stop.is_set():
                self._heard(*fed.listen())
        except Silent as why:
            if not stop.is_set():
                _LOG.warning("the camera process %s", why)
                if self._word in _STARTING | _RUNNING:  # otherwise its last word said why
                    self._word = "silent"
        finally:
            with self._news:
                if self._fed is fed:
                    self._fed = None
            fed.end()

    def _heard(self, head: Head, body: bytearray) -> None:
        if not head.answers:
            word = body.decode("ascii", "replace")
            # What was wrong stays said while it is tried again.
            if word in _HEALTH and not (word in _STARTING and self._word not in _STARTING | _RUNNING):
                self._word = word
            return
        with self._news:
            ask = self._ask
            if ask is None or head.answers != ask.number or head.taken < ask.since:
                return
            if time.monotonic_ns() - head.taken > _STALE_SECONDS * 1e9:
                return
            self._frame = _pixels(head, body)
            self._news.notify_all()


def _pixels(head: Head, body: bytearray) -> Frame:
    data = np.frombuffer(body, np.uint8)
    if head.size == head.height * head.width * 3:
        return data.reshape(head.height, head.width, 3)
    planes = data.reshape(head.height * 3 // 2, head.width)
    return np.asarray(cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_I420), np.uint8)


SOURCE = PiCameraSource

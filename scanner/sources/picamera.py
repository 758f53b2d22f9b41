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
from scanner.camera.picamera_client import CameraLostError, PicameraClient
from scanner.picamera_daemon.wire import FrameRequest, MessageHeader
from scanner.process.worker_process import RestartPolicy
from scanner.sources import HEALTHY, Health, Source
from scorer.texts import Text

if TYPE_CHECKING:
    from scanner.sources import Frame

_LOG = logging.getLogger(__name__)
# Neither the user's own packages nor the environment's settings: only what the distribution built together.
_COMMAND = ("/usr/bin/python3", "-s", "-E", str(Path(scanner.picamera_daemon.__file__).parent))
_RESTART_POLICY = RestartPolicy(
    fast_retries=2, initial_delay=1.0, slow_delay=15.0, healthy_after=60.0
)  # at most five starts anew a minute
_MAX_FRAME_AGE_S = 2.0
_CLOSE_TIMEOUT_S = 2.0


def _fault(en: str, ja: str, advice_en: str, advice_ja: str) -> Health:
    return Health(ok=False, message=Text(en, ja), advice=Text(advice_en, advice_ja))


def _transient(en: str, ja: str, advice_en: str, advice_ja: str) -> Health:
    return Health(ok=False, message=Text(en, ja), advice=Text(advice_en, advice_ja), transient=True)


_HEALTH_BY_NOTE = {
    "well": HEALTHY,
    "moving": Health(
        ok=True,
        message=Text("Something is moving on the table.", "卓上で何かが動いています。"),
        advice=Text(
            "Take your hands away for a moment and look again.", "いったん手を引いて、もう一度撮ってください。"
        ),
    ),
    "opening": _transient(
        "The camera is starting.", "カメラを起動しています。", "Wait a few seconds.", "数秒お待ちください。"
    ),
    "metering": _transient(
        "The camera is measuring the light.",
        "カメラが明るさを測っています。",
        "Wait a few seconds.",
        "数秒お待ちください。",
    ),
    "focusing": _transient(
        "The camera is focusing.",
        "カメラがピントを合わせています。",
        "Leave a few cards under it and wait a few seconds.",
        "札を数枚置いたまま、数秒お待ちください。",
    ),
    "unfocused": _fault(
        "The camera could not focus.",
        "カメラのピントが合いませんでした。",
        "Lay some cards under it and start again; it needs 10 cm at least.",
        "札を数枚置いて起動し直してください。カメラと札は10cm以上離してください。",
    ),
    "dark": _fault(
        "The camera sees nothing but black.",
        "カメラの画像が真っ暗です。",
        "Switch a light on, and take off whatever covers the lens.",
        "明かりをつけ、レンズを覆っているものを外してください。",
    ),
    "no_picamera2": _fault(
        "The camera's software (picamera2) is not installed.",
        "カメラ用のソフト（picamera2）が入っていません。",
        "Run: sudo apt install --no-install-recommends python3-picamera2",
        "「sudo apt install --no-install-recommends python3-picamera2」を実行してください。",
    ),
    "no_camera": _fault(
        "No camera is found on the ribbon cable.",
        "リボンケーブルのカメラが見つかりません。",
        "Switch the Pi off, push the cable in at both ends and start again; rpicam-hello --list-cameras shows it.",
        "電源を切り、ケーブルを両端とも差し直して起動してください。「rpicam-hello --list-cameras」で確かめられます。",
    ),
    "busy": _fault(
        "Another program holds the camera.",
        "ほかのアプリがカメラを使っています。",
        "Close it; if there is none, restart the Pi. It is tried again by itself.",
        "そのアプリを閉じてください。心当たりがなければ再起動してください。自動で再接続します。",
    ),
    "silent": _fault(
        "The camera does not answer any more.",
        "カメラが応答しなくなりました。",
        "It is tried again by itself. If that does not help: switch the Pi off, push the cable in, start again.",
        "自動で再接続します。直らなければ電源を切り、ケーブルを差し直して起動してください。",
    ),
    "away": _fault(
        "The system does not start the camera's process.",
        "カメラ用のプロセスを起動できません。",
        "It is tried again by itself. If that does not help: restart the Pi, then run install.sh again.",
        "自動で再試行します。直らなければ再起動し、それでもだめならinstall.shをもう一度実行してください。",
    ),
    "hertz": _fault(
        "The mains' frequency is 50 or 60.",
        "電源の周波数は50か60で指定します。",
        "Start again with --source picamera, picamera:50 or picamera:60.",
        "「--source picamera」「picamera:50」「picamera:60」のいずれかで起動し直してください。",
    ),
}
_STARTING_NOTES = {"opening", "metering", "focusing"}
_RUNNING_NOTES = {"well", "moving", "unfocused", "dark"}


class PiCameraSource(Source):
    """Pictures of a table at rest, in focus once found, in light once measured."""

    preview_is_downscaled = True

    def __init__(self, argument: str = "") -> None:
        super().__init__(argument)
        self._is_valid = argument in {"", "50", "60"}
        self._note = "opening" if self._is_valid else "hertz"
        link = os.environ.get("FUDAYOMI_FEEDER")
        self._socket_path = Path(link) if link else None
        self._condition = threading.Condition()
        self._client: PicameraClient | None = None
        self._request: FrameRequest | None = None
        self._request_number = 0
        self._frame: Frame | None = None
        self._stop: threading.Event | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Starts the thread that keeps a feeder going."""
        if self._is_valid and self._stop is None:
            self._stop = threading.Event()
            self._note = "opening"
            self._thread = threading.Thread(target=self._run, args=(self._stop,), name="picamera", daemon=True)
            self._thread.start()

    def read(self, timeout: float) -> Frame | None:
        """A picture whose exposure began after this call, of a table that had been still for half a second."""
        return self._request_frame(timeout, small=False)

    def preview(self, kind: str, timeout: float) -> Frame | None:
        """The next small picture, of a table at rest or not: the large ones stay where they are until they are read."""
        del kind
        return self._request_frame(timeout, small=True)

    def _request_frame(self, timeout: float, *, small: bool) -> Frame | None:
        since = time.monotonic_ns()
        until = since + int(timeout * 1e9)
        with self._condition:
            self._request_number += 1
            self._request, self._frame = FrameRequest(self._request_number, since, until, small), None
            if self._client is not None:  # otherwise the next one is asked as soon as it is there
                self._client.request(self._request)
            self._condition.wait_for(lambda: self._frame is not None, timeout)
            frame, self._request, self._frame = self._frame, None, None
            return frame

    def close(self) -> None:
        """Has the feeder put the camera away; one that hangs is killed, one that cannot be killed is left behind."""
        if self._stop is not None and self._thread is not None:
            with self._condition:
                self._stop.set()
                if self._client is not None:
                    self._client.shutdown()
            self._thread.join(_CLOSE_TIMEOUT_S)
            with self._condition:
                if self._client is not None:
                    self._client.kill()
            self._thread.join(_CLOSE_TIMEOUT_S)
        self._stop = self._thread = None

    def health(self) -> Health:
        """What the feeder said last."""
        return _HEALTH_BY_NOTE[self._note]

    def _run(self, stop: threading.Event) -> None:
        """The thread's work: one feeder after the other."""
        ends = 0
        while not stop.is_set():
            started = time.monotonic()
            self._serve_daemon(stop)
            ends = 1 if time.monotonic() - started > _RESTART_POLICY.healthy_after else ends + 1
            stop.wait(_RESTART_POLICY.delay(ends))

    def _serve_daemon(self, stop: threading.Event) -> None:
        """One feeder, from its start to its end; the last word it said, or "silent", stays."""
        try:
            fed = PicameraClient(_COMMAND, [f"--hertz={self.argument or 0}"], self._socket_path)
        except OSError:
            self._note = "away" if self._socket_path else "no_picamera2"
            return
        try:
            with self._condition:
                self._client = fed
                if self._request is not None:
                    fed.request(self._request)
            while not stop.is_set():
                self._handle_message(*fed.receive())
        except CameraLostError as why:
            if not stop.is_set():
                _LOG.warning("the camera process %s", why)
                if self._note in _STARTING_NOTES | _RUNNING_NOTES:  # otherwise its last word said why
                    self._note = "silent"
        finally:
            with self._condition:
                if self._client is fed:
                    self._client = None
            fed.close()

    def _handle_message(self, head: MessageHeader, body: bytearray) -> None:
        if not head.request_number:
            word = body.decode("ascii", "replace")
            # What was wrong stays said while it is tried again.
            if word in _HEALTH_BY_NOTE and not (
                word in _STARTING_NOTES and self._note not in _STARTING_NOTES | _RUNNING_NOTES
            ):
                self._note = word
            return
        with self._condition:
            ask = self._request
            if ask is None or head.request_number != ask.number or head.captured_at_ns < ask.not_before_ns:
                return
            if time.monotonic_ns() - head.captured_at_ns > _MAX_FRAME_AGE_S * 1e9:
                return
            self._frame = _to_frame(head, body)
            self._condition.notify_all()


def _to_frame(head: MessageHeader, body: bytearray) -> Frame:
    data = np.frombuffer(body, np.uint8)
    if head.body_bytes == head.height * head.width * 3:
        return data.reshape(head.height, head.width, 3)
    planes = data.reshape(head.height * 3 // 2, head.width)
    return np.asarray(cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_I420), np.uint8)


SOURCE = PiCameraSource

"""Picture source for the Pi's ribbon-cable camera.

The argument is empty or the mains frequency in hertz, against bands of flickering light: "picamera", "picamera:50",
"picamera:60". The camera itself is held by the camera daemon (`scanner.picamera_daemon`), which the system's Python
runs. Once installed, the daemon is a systemd unit behind the socket that FUDAYOMI_FEEDER names. Elsewhere it is a child
process of this one.
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
    from scanner.imaging.image import ColorImage

_LOG = logging.getLogger(__name__)

_COMMAND = ("/usr/bin/python3", "-s", "-E", "-X", "utf8", str(Path(scanner.picamera_daemon.__file__).parent))
"""Runs the camera daemon without the user's own packages (-s) and without the environment's settings (-E).

So it uses only packages that the distribution has built together. It speaks UTF-8 in any locale.
"""

_RESTART_POLICY = RestartPolicy(fast_retries=2, initial_delay=1.0, slow_delay=15.0, healthy_after=60.0)
"""Seconds between starts of the daemon: at most five restarts a minute, because opening a camera takes seconds."""

_MAX_FRAME_AGE_S = 2.0
"""Seconds after its exposure at which a picture is dropped: by then the table may look different."""

_CLOSE_TIMEOUT_S = 2.0
"""Seconds `close` waits for its thread to end, once after the shutdown request and once more after the kill."""


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
"""Health for each note of the camera daemon, and for what this source notices itself ("away", "hertz")."""

_STARTING_NOTES = {"opening", "metering", "focusing"}
_RUNNING_NOTES = {"well", "moving", "unfocused", "dark"}


class PiCameraSource(Source):
    """Pictures of a table at rest, with focus and exposure found once and then locked."""

    preview_is_downscaled = True

    def __init__(self, argument: str = "") -> None:
        super().__init__(argument)
        self._is_valid = argument in {"", "50", "60"}
        self._note = "opening" if self._is_valid else "hertz"
        socket_name = os.environ.get("FUDAYOMI_FEEDER")
        self._socket_path = Path(socket_name) if socket_name else None
        self._condition = threading.Condition()
        self._client: PicameraClient | None = None
        self._request: FrameRequest | None = None
        self._request_number = 0
        self._frame: ColorImage | None = None
        self._stop: threading.Event | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start the thread that keeps a camera daemon running."""
        if self._is_valid and self._stop is None:
            self._stop = threading.Event()
            self._note = "opening"
            self._thread = threading.Thread(target=self._run, args=(self._stop,), name="picamera", daemon=True)
            self._thread.start()

    def read(self, timeout: float) -> ColorImage | None:
        """Return a picture whose exposure began after this call, of a table that had been still for half a second."""
        return self._request_frame(timeout, small=False)

    def preview(self, kind: str, timeout: float) -> ColorImage | None:
        """Return the next small picture, of a table at rest or not; no large picture is copied for it."""
        del kind
        return self._request_frame(timeout, small=True)

    def _request_frame(self, timeout: float, *, small: bool) -> ColorImage | None:
        not_before_ns = time.monotonic_ns()
        not_after_ns = not_before_ns + int(timeout * 1e9)
        with self._condition:
            self._request_number += 1
            self._request, self._frame = FrameRequest(self._request_number, not_before_ns, not_after_ns, small), None
            if self._client is not None:  # otherwise the next client sends the request as soon as it has started
                self._client.request(self._request)
            self._condition.wait_for(lambda: self._frame is not None, timeout)
            frame, self._request, self._frame = self._frame, None, None
            return frame

    def close(self) -> None:
        """Have the daemon release the camera. A hung daemon is killed, and left behind if even that fails."""
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
        """Health by the last note of the daemon."""
        return _HEALTH_BY_NOTE[self._note]

    def _run(self, stop: threading.Event) -> None:
        """Run one daemon after the other until `stop` is set."""
        failures = 0
        while not stop.is_set():
            started_at = time.monotonic()
            self._serve_daemon(stop)
            failures = 1 if time.monotonic() - started_at > _RESTART_POLICY.healthy_after else failures + 1
            stop.wait(_RESTART_POLICY.delay(failures))

    def _serve_daemon(self, stop: threading.Event) -> None:
        """Serve one daemon from start to end. Its last note remains, or "silent" if it ended without a reason."""
        try:
            client = PicameraClient(_COMMAND, [f"--hertz={self.argument or 0}"], self._socket_path)
        except OSError:
            self._note = "away" if self._socket_path else "no_picamera2"
            return
        try:
            with self._condition:
                self._client = client
                if self._request is not None:
                    client.request(self._request)
            while not stop.is_set():
                self._handle_message(*client.receive())
        except CameraLostError as error:
            if not stop.is_set():
                _LOG.warning("the camera process %s", error)
                if self._note in _STARTING_NOTES | _RUNNING_NOTES:  # otherwise its last note gave the reason
                    self._note = "silent"
        finally:
            with self._condition:
                if self._client is client:
                    self._client = None
            client.close()

    def _handle_message(self, header: MessageHeader, body: bytearray) -> None:
        if not header.request_number:
            note = body.decode("ascii", "replace")
            # A fault stays reported while the daemon starts again.
            if note in _HEALTH_BY_NOTE and not (
                note in _STARTING_NOTES and self._note not in _STARTING_NOTES | _RUNNING_NOTES
            ):
                self._note = note
            return
        with self._condition:
            request = self._request
            if (
                request is None
                or header.request_number != request.number
                or header.captured_at_ns < request.not_before_ns
            ):
                return
            if time.monotonic_ns() - header.captured_at_ns > _MAX_FRAME_AGE_S * 1e9:
                return
            self._frame = _to_frame(header, body)
            self._condition.notify_all()


def _to_frame(header: MessageHeader, body: bytearray) -> ColorImage:
    """Picture (height, width, 3) uint8 BGR from a body of BGR rows or YUV420 planes."""
    data = np.frombuffer(body, np.uint8)
    if header.body_bytes == header.height * header.width * 3:
        return data.reshape(header.height, header.width, 3)
    planes = data.reshape(header.height * 3 // 2, header.width)
    return np.asarray(cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_I420), np.uint8)


SOURCE = PiCameraSource

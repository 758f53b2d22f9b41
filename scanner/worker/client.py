"""目 me: the page's side of the eyes: asks a scanner worker what lies there, without ever touching a pixel.

Only the standard library and the rules are imported here: the process that serves the page holds no decoder.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scanner.process.messages import MAX_BODY_BYTES, Message, refusal_from_json
from scanner.process.worker_process import RestartPolicy
from scanner.reads import PictureRead
from scanner.sources import parse_source
from scanner.worker.supervisor import WORKER_LOST, WorkerSupervisor
from scanner.worker.watch_state import WatchSnapshot, WatchState
from scorer.errors import Refusal
from scorer.texts import Text

_IMAGE_TOO_LARGE = Text(
    "The picture is too large to send. Take it at a smaller size.",
    "画像が大きすぎて送れません。小さいサイズで撮り直してください。",
)


@dataclass(frozen=True, slots=True)
class AnnotatedPicture:
    """A picture as it is shown, and what was read on it.

    `jpeg`: upright, at most 1920 pixels on its long side, encoded anew, no EXIF. `read`: in the pixels of `jpeg`.
    """

    jpeg: bytes
    read: PictureRead


class ScannerClient:
    """The eyes of one table: a scanner worker that is kept running, and what is asked of it.

    Every method may be called from any thread. `source` is "name" or "name:argument" of a picture source, `reader` the
    module whose `read_picture(frame, deck) -> PictureRead` reads, `memory` the bytes of address space the worker may
    take, `data` the folder whose enrolled decks may be read by name: `read_picture` is then given it as `data`.
    Refusal("bad_option") when there is no such source.
    """

    def __init__(
        self,
        source: str = "none",
        *,
        reader: str = "scanner.reader",
        memory_limit: int = 1 << 30,
        data_dir: Path | None = None,
        restart_policy: RestartPolicy | None = None,
    ) -> None:
        parse_source(source)  # a name that is none is refused here and now
        command = [sys.executable, "-m", "scanner.worker", f"--source={source}", f"--reader={reader}"]
        command += [f"--memory={memory_limit}", f"--parent={os.getpid()}"]
        command += [f"--data={data_dir}"] if data_dir else []
        self._worker_command = command
        self._watch_state = WatchState()
        link = os.environ.get("FUDAYOMI_EYES")  # named by the unit where the system starts the workers
        self._supervisor = WorkerSupervisor(
            command, restart_policy or RestartPolicy(), self._watch_state, Path(link) if link else None
        )

    @property
    def state(self) -> str:
        """How the worker is: "starting", "up" or "down"."""
        return self._supervisor.state

    @property
    def message(self) -> Text | None:
        """In plain words what is wrong with the worker or its picture source; None when all is well."""
        return self._supervisor.problem

    @property
    def watch_snapshot(self) -> WatchSnapshot | None:
        """The table as the watch knows it; None when nothing is watched, or not seen yet."""
        return self._watch_state.snapshot

    @property
    def live_jpeg(self) -> bytes:
        """A small JPEG of the table, as fresh as the watch is; b"" when there is none."""
        return self._watch_state.live_jpeg

    @property
    def last_frame_at(self) -> float:
        """The monotonic second of the last fresh picture of the watch."""
        return self._watch_state.last_frame_at

    def watch(
        self, deck: str | None, *, live: bool = False, play_area: Sequence[Sequence[float]] | None = None
    ) -> None:
        """Follows the table laid with that deck from now on, None: no longer. `live`: small pictures all the time.

        `cloth`: as for `look`.
        """
        if self._watch_state.request(deck, live=live, play_area=play_area):
            self._supervisor.wake()

    def start(self) -> None:
        """Starts the worker and keeps it running until `close`; returns at once. It cannot be started a second time."""
        self._supervisor.start()

    def close(self) -> None:
        """Ends the worker; questions still open are refused."""
        self._supervisor.close()

    def switch_source(self, source: str) -> None:
        """Sees through another picture source from now on; a worker that runs is replaced.

        Refusal("bad_option") when there is no such source.
        """
        parse_source(source)
        self._supervisor.restart_with(
            [word if not word.startswith("--source=") else f"--source={source}" for word in self._worker_command]
        )

    def read_upload(self, picture: bytes, deck: str, timeout: float = 15.0) -> AnnotatedPicture:
        """What lies on an untrusted picture of JPEG, PNG or WEBP bytes.

        Refusal: "bad_image" for what cannot be read, "scanner_busy", "scanner_down" when the worker is away, dies or
        does not answer within `timeout` seconds.
        """
        if len(picture) > MAX_BODY_BYTES:
            raise Refusal("bad_image", _IMAGE_TOO_LARGE)
        return self._request_scan({"op": "read", "deck": deck}, picture, timeout)

    def capture_and_read(
        self,
        deck: str,
        layout: Sequence[Sequence[str]] | None = None,
        timeout: float = 15.0,
        play_area: Sequence[Sequence[float]] | None = None,
    ) -> AnnotatedPicture:
        """What lies on the table now: a picture the source takes after this call.

        `lay` asks the synthetic table to lay these piles first, seat by seat, the last one in the centre; cameras
        ignore it. `cloth`: a polygon (n, 2) in fractions of the picture; cards outside it are left out. Refusal as
        `read`, and "no_picture" when the source has none to give.
        """
        piles = None if layout is None else [list(pile) for pile in layout]
        return self._request_scan({"op": "look", "deck": deck, "lay": piles, "cloth": play_area}, b"", timeout)

    def run_wizard_step(
        self, op: str, body: bytes = b"", timeout: float = 40.0, **fields: object
    ) -> tuple[dict[str, Any], bytes]:
        """An answer of `scanner.setup.wizard.Desk`: the method `op` with `more`, on the picture sent or the table's
        own."""
        if len(body) > MAX_BODY_BYTES:
            raise Refusal("bad_image", _IMAGE_TOO_LARGE)
        answer, content = self._request({"op": op, **fields}, body, timeout)
        told = answer.get("told")
        if not isinstance(told, dict):
            raise Refusal("scanner_down", WORKER_LOST)
        return told, content

    def _request_scan(self, header: dict[str, Any], body: bytes, timeout: float) -> AnnotatedPicture:
        answer, jpeg = self._request(header, body, timeout)
        try:
            return AnnotatedPicture(jpeg, PictureRead.from_json(answer["read"]))
        except (KeyError, TypeError, ValueError) as wrong:
            raise Refusal("scanner_down", WORKER_LOST) from wrong

    def _request(self, header: dict[str, Any], body: bytes, timeout: float) -> Message:
        answer, content = self._supervisor.request(header, body, timeout)
        if "refusal" not in answer:
            return answer, content
        try:
            refusal = refusal_from_json(answer["refusal"])
        except (KeyError, TypeError, ValueError) as wrong:
            raise Refusal("scanner_down", WORKER_LOST) from wrong
        raise refusal

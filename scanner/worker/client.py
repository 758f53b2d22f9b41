"""Client of the scanner worker, for the process that serves the page.

It requests readings without decoding a picture. Only the standard library and the rules are imported here, so that
process holds no decoder.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scanner.play_area import Polygon
from scanner.process.messages import MAX_BODY_BYTES, Message, refusal_from_json
from scanner.process.worker_process import RestartPolicy
from scanner.reads import PictureRead
from scanner.sources import parse_source
from scanner.worker.supervisor import WORKER_LOST, WorkerSupervisor
from scanner.worker.watch_state import ArrivedRest, FollowTarget, WatchSnapshot, WatchState
from scorer.errors import Refusal
from scorer.texts import Text

_IMAGE_TOO_LARGE = Text(
    "The picture is too large to send. Take it at a smaller size.",
    "画像が大きすぎて送れません。小さいサイズで撮り直してください。",
)


@dataclass(frozen=True, slots=True)
class AnnotatedPicture:
    """A picture as the page displays it, with the reading of its cards.

    `jpeg`: upright, at most 1920 pixels on its long side, encoded anew, without EXIF. `read`: in pixels of `jpeg`.
    """

    jpeg: bytes
    read: PictureRead


class ScannerClient:
    """Scanner of one table: keeps a scanner worker running and sends it requests.

    Every method may be called from any thread. `source`: "name" or "name:argument" of a picture source. `reader`: the
    module whose `read_picture(frame, deck) -> PictureRead` reads. `memory_limit`: bytes of address space the worker may
    use. `data_dir`: folder whose enrolled decks may be read by name; `read_picture` then gets it as `data`.
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
        parse_source(source)  # an unknown name is refused at once
        command = [sys.executable, "-m", "scanner.worker", f"--source={source}", f"--reader={reader}"]
        command += [f"--memory={memory_limit}", f"--parent={os.getpid()}"]
        command += [f"--data={data_dir}"] if data_dir else []
        self._worker_command = command
        self._watch_state = WatchState()
        socket_name = os.environ.get("FUDAYOMI_EYES")  # set by the unit where systemd starts the workers
        self._supervisor = WorkerSupervisor(
            command, restart_policy or RestartPolicy(), self._watch_state, Path(socket_name) if socket_name else None
        )

    @property
    def state(self) -> str:
        """State of the worker: "starting", "up" or "down"."""
        return self._supervisor.state

    @property
    def message(self) -> Text | None:
        """What is wrong with the worker or its picture source, in plain words; None when all is well."""
        return self._supervisor.problem

    @property
    def watch_snapshot(self) -> WatchSnapshot | None:
        """The watched table; None when no table is watched or none has been read yet."""
        return self._watch_state.snapshot

    @property
    def live_jpeg(self) -> bytes:
        """The latest small JPEG of the watched table; b"" when there is none."""
        return self._watch_state.live_jpeg

    @property
    def last_frame_at(self) -> float:
        """Monotonic time of the watch's last new picture, in seconds."""
        return self._watch_state.last_frame_at

    def watch(
        self,
        deck: str | None,
        *,
        live: bool = False,
        play_area: Polygon | None = None,
        target: FollowTarget | None = None,
    ) -> None:
        """Watch the table for cards of that deck from now on; None stops watching.

        `live`: small pictures all the time. `play_area`: as for `capture_and_read`. `target`: the round to follow card
        by card; `take_rests` then has what happens.
        """
        if self._watch_state.request(deck, live=live, play_area=play_area, target=target):
            self._supervisor.wake()

    def take_rests(self) -> tuple[ArrivedRest, ...]:
        """What happened on a followed table since the last call, rest by rest, oldest first."""
        return self._watch_state.take_rests()

    def start(self) -> None:
        """Start the worker and keep it running until `close`; return at once. A second start does nothing."""
        self._supervisor.start()

    def close(self) -> None:
        """Stop the worker; pending requests are refused."""
        self._supervisor.close()

    def switch_source(self, source: str) -> None:
        """Use another picture source from now on; a running worker is replaced.

        Refusal("bad_option") when there is no such source.
        """
        parse_source(source)
        self._supervisor.restart_with(
            [part if not part.startswith("--source=") else f"--source={source}" for part in self._worker_command]
        )

    def read_upload(self, picture: bytes, deck: str, timeout: float = 15.0) -> AnnotatedPicture:
        """Read the cards on an untrusted picture of JPEG, PNG or WEBP bytes.

        Refusal: "bad_image" for a picture that cannot be read, "scanner_busy" when too many requests wait,
        "scanner_down" when the worker is away, dies or does not answer within `timeout` seconds.
        """
        if len(picture) > MAX_BODY_BYTES:
            raise Refusal("bad_image", _IMAGE_TOO_LARGE)
        return self._request_scan({"op": "read", "deck": deck}, picture, timeout)

    def capture_and_read(
        self,
        deck: str,
        layout: Sequence[Sequence[str]] | None = None,
        timeout: float = 15.0,
        play_area: Polygon | None = None,
    ) -> AnnotatedPicture:
        """Read the cards on the table now, on a picture the source takes after this call.

        `layout`: piles, seat by seat, the centre last, that the synthetic table lays first; cameras ignore it.
        `play_area`: a polygon (n, 2) in fractions of the picture; cards outside it are left out. Refusal as for
        `read_upload`, and "no_picture" when the source has no picture.
        """
        piles = None if layout is None else [list(pile) for pile in layout]
        return self._request_scan({"op": "look", "deck": deck, "lay": piles, "cloth": play_area}, b"", timeout)

    def run_wizard_step(
        self, op: str, body: bytes = b"", timeout: float = 40.0, **fields: object
    ) -> tuple[dict[str, Any], bytes]:
        """Request a step of `scanner.setup.wizard.WizardHandler`, on the picture sent or on a new one of the table.

        `op` names the step and `fields` are its other arguments. Returns the step's answer and its bytes. Refusal as
        for `capture_and_read`, and the step's own.
        """
        if len(body) > MAX_BODY_BYTES:
            raise Refusal("bad_image", _IMAGE_TOO_LARGE)
        answer, content = self._request({"op": op, **fields}, body, timeout)
        step_answer = answer.get("told")
        if not isinstance(step_answer, dict):
            raise Refusal("scanner_down", WORKER_LOST)
        return step_answer, content

    def _request_scan(self, header: dict[str, Any], body: bytes, timeout: float) -> AnnotatedPicture:
        answer, jpeg = self._request(header, body, timeout)
        try:
            return AnnotatedPicture(jpeg, PictureRead.from_json(answer["read"]))
        except (KeyError, TypeError, ValueError) as error:
            raise Refusal("scanner_down", WORKER_LOST) from error

    def _request(self, header: dict[str, Any], body: bytes, timeout: float) -> Message:
        answer, content = self._supervisor.request(header, body, timeout)
        if "refusal" not in answer:
            return answer, content
        try:
            refusal = refusal_from_json(answer["refusal"])
        except (KeyError, TypeError, ValueError) as error:
            raise Refusal("scanner_down", WORKER_LOST) from error
        raise refusal

"""The scanner worker: captures and reads pictures for the page.

It is the only process that turns untrusted bytes into pixels. `python -m scanner.worker` answers its parent over its
standard input and output (`scanner.process.messages`), under a limit of address space, and dies with its parent. The
parent (`scanner.worker.client`) survives whatever the worker fails at.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import importlib
import logging
import os
import resource
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.closer_look import with_issue
from scanner.enrolled.deck_file import load_deck_classifier
from scanner.following.card_watcher import RegionReader
from scanner.imaging import decode
from scanner.picamera_daemon.parent_death import die_with_parent
from scanner.picamera_daemon.sd_notify import sd_notify
from scanner.picamera_daemon.stdio import claim_stdio, read_argv
from scanner.play_area import Polygon, restrict_to_play_area
from scanner.process.messages import PROTOCOL_VERSION, Message, encode_message, read_message, text_to_json
from scanner.reads import PictureRead
from scanner.setup.wizard import WizardHandler
from scanner.sources import Source, open_source
from scanner.worker.heartbeat import HeartbeatWriter
from scanner.worker.play_poll import PlayPoller, play_target
from scanner.worker.rest_codec import rest_to_json
from scanner.worker.watcher import PICTURE_LONG_SIDE_PX, TableWatcher
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.texts import Text

_CAPTURE_TIMEOUT_S = 2.5
"""Seconds the source has to deliver a picture that somebody waits for."""

_LOG = logging.getLogger(__name__)

_OUT_OF_MEMORY = Text(
    "The picture is too large for the scanner's memory. Take it at a smaller size.",
    "画像が大きすぎて読み取り係の記憶に収まりません。小さいサイズで撮り直してください。",
)
_UNREADABLE = Text(
    "The picture could not be read. Take another one, or tap the cards in.",
    "画像を読み取れませんでした。撮り直すか、札をタップして入力してください。",
)
_NO_READER = Text(
    "The card reader cannot be loaded; install Fudayomi again. Tap the cards in meanwhile.",
    "札の読み取り部を読み込めません。Fudayomiを入れ直してください。その間は札をタップして入力できます。",
)

Reader = Callable[[NDArray[np.uint8], str], PictureRead]
"""Reads a picture (H, W, 3) uint8 BGR of cards of the named deck."""


class Worker:
    """Answers one request after another; owns the source and the reader."""

    def __init__(
        self,
        source: Source,
        reader: Reader | None,
        data_dir: Path | None = None,
        region_reader: RegionReader | None = None,
    ) -> None:
        self.source = source
        self.reader = reader
        self.wizard = WizardHandler(data_dir)
        self._data_dir = data_dir
        self._region_reader = region_reader
        self._watcher: TableWatcher | None = None
        self._follower: PlayPoller | None = None

    def problem(self) -> Text | None:
        """What is wrong with the reader or the source, and what to do about it; None when all is well."""
        if self.reader is None:
            return _NO_READER
        health = self.source.health()
        if not health.ok:
            return health.full_message()
        return self._follower.trouble if self._follower is not None else None

    def handle(self, header: dict[str, Any], body: bytes) -> Message:
        """Answer one message with a picture and its reads, a refusal, or a sign of life."""
        answer: dict[str, Any] = {"id": header["id"]}
        jpeg = b""
        if header["op"] in {"glance", "ping"}:
            self._follower = None  # no round is followed any more
        try:
            if header["op"] == "read":
                answer["read"], jpeg = self._read_frame(
                    decode.decode(body, max_pixels=decode.SUFFICIENT_PIXELS), header["deck"]
                )
            elif header["op"] == "look":
                frame = self._capture_frame(header["deck"], header["lay"])
                answer["read"], jpeg = self._read_frame(frame, header["deck"], header["cloth"])
            elif header["op"] == "glance":
                watch_answer, jpeg = self._poll_watch(
                    header["deck"], header["known"], header["cloth"], live=header["live"]
                )
                answer |= watch_answer
            elif header["op"] == "follow":
                follow_answer, jpeg = self._poll_follow(header)
                answer |= follow_answer
            elif header["op"] in {"grid", "calibrate", "shelve", "flatten"}:
                answer["told"], jpeg = self._handle_wizard(header, body)
        except Refusal as refusal:
            answer["refusal"] = refusal.as_json()
        except Exception as error:
            _LOG.exception("a picture could not be read")
            is_out_of_memory = isinstance(error, MemoryError) or (
                isinstance(error, cv2.error) and error.code == cv2.Error.STS_NO_MEM
            )
            answer["refusal"] = Refusal("bad_image", _OUT_OF_MEMORY if is_out_of_memory else _UNREADABLE).as_json()
        answer["says"] = text_to_json(self.problem())
        return answer, jpeg

    def _handle_wizard(self, header: dict[str, Any], body: bytes) -> Message:
        """Answer a wizard request, about the picture sent or, without one, about a new picture of the table."""
        if header["op"] == "shelve":
            return self.wizard.import_deck(header["name"], body)
        if header["op"] == "flatten":
            return self.wizard.flatten(decode.decode(body), header["corners"])
        kind, codes = header["kind"], header.get("codes", [])
        # The synthetic table lays the grid before its dealer, or one card in the middle.
        layout = [codes, []] if codes else [[], [next(iter(decks()[kind].faces))]]
        frame = decode.decode(body) if body else self._capture_frame(kind, layout)
        return (
            self.wizard.scan_grid(frame, kind, codes) if header["op"] == "grid" else self.wizard.calibrate(frame, kind)
        )

    def _capture_frame(self, deck: str, layout: list[list[str]] | None) -> NDArray[np.uint8]:
        self.source.arrange(self.wizard.kind_of(deck), layout)
        frame = self.source.read(_CAPTURE_TIMEOUT_S)
        if frame is None:
            raise Refusal("no_picture", self.source.health().full_message())
        return frame

    def _poll_watch(
        self, deck: str, known_version: int, play_area: Polygon | None, *, live: bool
    ) -> tuple[dict[str, Any], bytes]:
        """Poll the watch once; the answer holds the table only if its version is another than the known one."""
        if self._region_reader is None:
            raise Refusal("scanner_down", _NO_READER)
        if self._watcher is None or (self._watcher.deck, self._watcher.play_area) != (deck, play_area):
            kind = load_deck_classifier(deck, self._data_dir).kind
            self._watcher = TableWatcher(self.source, self._region_reader, deck, kind, play_area=play_area)
        result = self._watcher.poll(known_version, live=live)
        answer: dict[str, Any] = {"fresh": result.has_new_frame, "still": result.is_still}
        if result.table.version not in {0, known_version}:
            answer |= {"table": result.table.as_json(), "now": time.monotonic()}
        return answer, result.jpeg

    def _poll_follow(self, header: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
        """Look at the followed table once; the answer holds the rest that came of it, if one did."""
        if self._region_reader is None:
            raise Refusal("scanner_down", _NO_READER)
        target = play_target(header["round"], header["deck"], header["zones"])
        if self._follower is None or self._follower.target != target:
            kind = load_deck_classifier(target.deck, self._data_dir).kind
            self._follower = PlayPoller(self.source, target, kind, self._region_reader)
        is_new, rest, jpeg = self._follower.poll(live=header["live"])
        return {"fresh": is_new, "rests": [] if rest is None else [rest_to_json(rest)]}, jpeg

    def _read_frame(
        self, frame: NDArray[np.uint8], deck: str, play_area: Polygon | None = None
    ) -> tuple[dict[str, Any], bytes]:
        if self.reader is None:
            raise Refusal("scanner_down", _NO_READER)
        reading = restrict_to_play_area(self.reader(frame, deck), play_area)
        scaled, _ = decode.shrink(frame, PICTURE_LONG_SIDE_PX)
        height, width = scaled.shape[:2]
        reading = with_issue(reading, frame)
        return reading.to_size(width, height).as_json(), decode.encode_jpeg(scaled)


def _load_reader(module: str, data_dir: Path | None) -> tuple[Reader | None, RegionReader | None]:
    """Functions of the module that read a picture and, if it has one, a part of a picture."""
    try:
        reader_module: Any = importlib.import_module(module)
        read_full, read_part = reader_module.read_picture, getattr(reader_module, "read_region", None)
    except Exception:
        _LOG.exception("no reader")
        return None, None

    def with_data(read: Any) -> Any:
        return functools.partial(read, data=data_dir) if read and data_dir else read

    return with_data(read_full), with_data(read_part)


def _limit_memory(max_bytes: int) -> None:
    """Limit the address space to `max_bytes`, and forbid core dumps."""
    with contextlib.suppress(ValueError, OSError):  # some systems have no such limit
        # Only the soft limit: the camera daemon may start from this process, and lifts the limit for its buffers.
        resource.setrlimit(resource.RLIMIT_AS, (max_bytes, resource.getrlimit(resource.RLIMIT_AS)[1]))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    """Serve the client until it disconnects."""
    parser = argparse.ArgumentParser(prog="scanner.worker", description="The scanner worker; started by the page.")
    parser.add_argument("--source", default="none")
    parser.add_argument("--reader", default="scanner.reader")
    parser.add_argument("--memory", type=int, default=0, help="bytes of address space, 0: no limit")
    parser.add_argument("--data", type=Path, help="the folder of enrolled decks")
    parser.add_argument("--parent", type=int, default=os.getppid())
    parser.add_argument(
        "--linked", action="store_true", help="started by the system; the arguments come first, on standard input"
    )
    arguments = parser.parse_args()
    if not arguments.linked:
        die_with_parent(arguments.parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then ends this process
    logging.basicConfig(format="%(name)s: %(message)s")
    input_fd, output_fd = claim_stdio()
    if arguments.linked:
        arguments = parser.parse_args(read_argv(input_fd))
    incoming, outgoing = os.fdopen(input_fd, "rb"), os.fdopen(output_fd, "wb")
    if arguments.memory:
        _limit_memory(arguments.memory)
    with contextlib.closing(open_source(arguments.source)) as source:
        reader, region_reader = _load_reader(arguments.reader, arguments.data)
        worker = Worker(source, reader, arguments.data, region_reader)
        source.start()
        writer = HeartbeatWriter(outgoing)
        writer.send(encode_message({"hello": PROTOCOL_VERSION, "says": text_to_json(worker.problem())}))
        while (message := read_message(incoming)) is not None:
            with writer.busy():
                answer = encode_message(*worker.handle(*message))
            writer.send(answer)
            sd_notify("WATCHDOG=1")


if __name__ == "__main__":
    main()

"""読み係 yomigakari: the scanner worker, the only process that turns untrusted bytes into pixels.

`python -m scanner.worker.__main__` answers its parent over its standard input and output
(`scanner.process.messages`) under a limit of
address space, and dies with its parent. What it may fail at, the parent (`scanner.worker.client`) survives.
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

from scanner.enrolled.deck_file import load_deck_classifier
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
from scanner.worker.watcher import PICTURE_LONG_SIDE_PX, IncrementalReader, TableWatcher
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.texts import Text

_CAPTURE_TIMEOUT_S = 2.5
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


class Worker:
    """Answers one question after another; owns the source and the reader."""

    def __init__(
        self,
        source: Source,
        reader: Reader | None,
        data_dir: Path | None = None,
        incremental_reader: IncrementalReader | None = None,
    ) -> None:
        self.source = source
        self.reader = reader
        self.wizard = WizardHandler(data_dir)
        self._incremental_reader = incremental_reader
        self._data_dir = data_dir
        self._watcher: TableWatcher | None = None

    def problem(self) -> Text | None:
        """What is wrong with the reader or the source, with what to do; None when nothing is."""
        if self.reader is None:
            return _NO_READER
        health = self.source.health()
        return None if health.ok else health.full_message()

    def handle(self, header: dict[str, Any], body: bytes) -> Message:
        """The answer to one message: a picture with its reads, a refusal, or a sign of life."""
        out: dict[str, Any] = {"id": header["id"]}
        jpeg = b""
        try:
            if header["op"] == "read":
                out["read"], jpeg = self._read_frame(
                    decode.decode(body, max_pixels=decode.SUFFICIENT_PIXELS), header["deck"]
                )
            elif header["op"] == "look":
                frame = self._capture_frame(header["deck"], header["lay"])
                out["read"], jpeg = self._read_frame(frame, header["deck"], header["cloth"])
            elif header["op"] == "glance":
                told, jpeg = self._poll_watch(header["deck"], header["known"], header["cloth"], live=header["live"])
                out |= told
            elif header["op"] in {"grid", "calibrate", "shelve", "flatten"}:
                out["told"], jpeg = self._handle_wizard(header, body)
        except Refusal as refusal:
            out["refusal"] = refusal.as_json()
        except Exception as wrong:
            _LOG.exception("a picture could not be read")
            full = isinstance(wrong, MemoryError) or (
                isinstance(wrong, cv2.error) and wrong.code == cv2.Error.STS_NO_MEM
            )
            out["refusal"] = Refusal("bad_image", _OUT_OF_MEMORY if full else _UNREADABLE).as_json()
        out["says"] = text_to_json(self.problem())
        return out, jpeg

    def _handle_wizard(self, header: dict[str, Any], body: bytes) -> Message:
        """What a guided walk asks: of the picture sent, or of the table's own where none was."""
        if header["op"] == "shelve":
            return self.wizard.import_deck(header["name"], body)
        if header["op"] == "flatten":
            return self.wizard.flatten(decode.decode(body), header["corners"])
        kind, codes = header["kind"], header.get("codes", [])
        # Asked to, the drawn table lays a grid before its dealer, or one card in the middle.
        lay = [codes, []] if codes else [[], [next(iter(decks()[kind].faces))]]
        frame = decode.decode(body) if body else self._capture_frame(kind, lay)
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
        """One look of the watch; the table only if it is another than the one known."""
        if self.reader is None:
            raise Refusal("scanner_down", _NO_READER)
        if self._watcher is None or (self._watcher.deck, self._watcher.play_area) != (deck, play_area):
            kind = load_deck_classifier(deck, self._data_dir).kind
            self._watcher = TableWatcher(
                self.source, self.reader, deck, kind, incremental_reader=self._incremental_reader, play_area=play_area
            )
        seen = self._watcher.poll(known_version, live=live)
        told: dict[str, Any] = {"fresh": seen.has_new_frame, "still": seen.is_still}
        if seen.table.version not in {0, known_version}:
            told |= {"table": seen.table.as_json(), "now": time.monotonic()}
        return told, seen.jpeg

    def _read_frame(
        self, frame: NDArray[np.uint8], deck: str, play_area: Polygon | None = None
    ) -> tuple[dict[str, Any], bytes]:
        if self.reader is None:
            raise Refusal("scanner_down", _NO_READER)
        read = restrict_to_play_area(self.reader(frame, deck), play_area)
        shown, _ = decode.shrink(frame, PICTURE_LONG_SIDE_PX)
        height, width = shown.shape[:2]
        return read.to_size(width, height).as_json(), decode.encode_jpeg(shown)


def _load_reader(module: str, data_dir: Path | None) -> tuple[Reader | None, IncrementalReader | None]:
    """How the module reads a picture, and how the next one of the same table if it can do that faster."""
    try:
        found: Any = importlib.import_module(module)
        read, again = found.read_picture, getattr(found, "read_incremental", None)
    except Exception:
        _LOG.exception("no reader")
        return None, None
    if data_dir is None:
        return read, again
    return functools.partial(read, data=data_dir), again and functools.partial(again, data=data_dir)


def _limit_memory(memory: int) -> None:
    with contextlib.suppress(ValueError, OSError):  # some systems have no such limit
        # Only the soft limit: the Pi's camera process starts from here, and lifts it for its buffers.
        resource.setrlimit(resource.RLIMIT_AS, (memory, resource.getrlimit(resource.RLIMIT_AS)[1]))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    """Serves the one at the other end until it hangs up."""
    options = argparse.ArgumentParser(
        prog="scanner.worker.__main__", description="The scanner worker; started by the page."
    )
    options.add_argument("--source", default="none")
    options.add_argument("--reader", default="scanner.reader")
    options.add_argument("--memory", type=int, default=0, help="bytes of address space, 0: no limit")
    options.add_argument("--data", type=Path, help="the folder of enrolled decks")
    options.add_argument("--parent", type=int, default=os.getppid())
    options.add_argument("--linked", action="store_true", help="started by the system; the words come first")
    chosen = options.parse_args()
    if not chosen.linked:
        die_with_parent(chosen.parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then ends us
    logging.basicConfig(format="%(name)s: %(message)s")
    asks, answers = claim_stdio()
    if chosen.linked:
        chosen = options.parse_args(read_argv(asks))
    incoming, outgoing = os.fdopen(asks, "rb"), os.fdopen(answers, "wb")
    if chosen.memory:
        _limit_memory(chosen.memory)
    with contextlib.closing(open_source(chosen.source)) as source:
        reader, again = _load_reader(chosen.reader, chosen.data)
        worker = Worker(source, reader, chosen.data, again)
        source.start()
        voice = HeartbeatWriter(outgoing)
        voice.send(encode_message({"hello": PROTOCOL_VERSION, "says": text_to_json(worker.problem())}))
        while (message := read_message(incoming)) is not None:
            with voice.busy():
                answer = encode_message(*worker.handle(*message))
            voice.send(answer)
            sd_notify("WATCHDOG=1")


if __name__ == "__main__":
    main()

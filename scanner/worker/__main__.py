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

from scanner.enrolled.deck_file import recogniser_of
from scanner.imaging import decode
from scanner.picamera_daemon.parent_death import bind_life_to
from scanner.picamera_daemon.sd_notify import tell
from scanner.picamera_daemon.stdio import taken_over, words_at
from scanner.play_area import Polygon, within
from scanner.process.messages import VERSION, Message, packed, receive, text_to_json
from scanner.reads import PictureRead
from scanner.setup.wizard import Desk
from scanner.sources import Source, open_source
from scanner.worker.heartbeat import Voice
from scanner.worker.watcher import SHOWN_SIDE, Again, Watcher
from scorer.discover import decks
from scorer.errors import Refusal
from scorer.texts import Text

_FRAME_SECONDS = 2.5
_LOG = logging.getLogger(__name__)

_TOO_LARGE = Text(
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
        self, source: Source, reader: Reader | None, data: Path | None = None, again: Again | None = None
    ) -> None:
        self.source = source
        self.reader = reader
        self.desk = Desk(data)
        self._again = again
        self._data = data
        self._watcher: Watcher | None = None

    def says(self) -> Text | None:
        """What is wrong with the reader or the source, with what to do; None when nothing is."""
        if self.reader is None:
            return _NO_READER
        health = self.source.health()
        return None if health.ok else health.told()

    def answer(self, header: dict[str, Any], body: bytes) -> Message:
        """The answer to one message: a picture with its reads, a refusal, or a sign of life."""
        out: dict[str, Any] = {"id": header["id"]}
        jpeg = b""
        try:
            if header["op"] == "read":
                out["read"], jpeg = self._seen(decode.decode(body, enough=decode.ENOUGH), header["deck"])
            elif header["op"] == "look":
                frame = self._frame(header["deck"], header["lay"])
                out["read"], jpeg = self._seen(frame, header["deck"], header["cloth"])
            elif header["op"] == "glance":
                told, jpeg = self._glance(header["deck"], header["known"], header["cloth"], live=header["live"])
                out |= told
            elif header["op"] in {"grid", "calibrate", "shelve", "flatten"}:
                out["told"], jpeg = self._walked(header, body)
        except Refusal as refusal:
            out["refusal"] = refusal.as_json()
        except Exception as wrong:
            _LOG.exception("a picture could not be read")
            full = isinstance(wrong, MemoryError) or (
                isinstance(wrong, cv2.error) and wrong.code == cv2.Error.STS_NO_MEM
            )
            out["refusal"] = Refusal("bad_image", _TOO_LARGE if full else _UNREADABLE).as_json()
        out["says"] = text_to_json(self.says())
        return out, jpeg

    def _walked(self, header: dict[str, Any], body: bytes) -> Message:
        """What a guided walk asks: of the picture sent, or of the table's own where none was."""
        if header["op"] == "shelve":
            return self.desk.shelve(header["name"], body)
        if header["op"] == "flatten":
            return self.desk.flatten(decode.decode(body), header["corners"])
        kind, codes = header["kind"], header.get("codes", [])
        # Asked to, the drawn table lays a grid before its dealer, or one card in the middle.
        lay = [codes, []] if codes else [[], [next(iter(decks()[kind].faces))]]
        frame = decode.decode(body) if body else self._frame(kind, lay)
        return self.desk.grid(frame, kind, codes) if header["op"] == "grid" else self.desk.calibrate(frame, kind)

    def _frame(self, deck: str, lay: list[list[str]] | None) -> NDArray[np.uint8]:
        self.source.lay(self.desk.kind_of(deck), lay)
        frame = self.source.read(_FRAME_SECONDS)
        if frame is None:
            raise Refusal("no_picture", self.source.health().told())
        return frame

    def _glance(self, deck: str, known: int, cloth: Polygon | None, *, live: bool) -> tuple[dict[str, Any], bytes]:
        """One look of the watch; the table only if it is another than the one known."""
        if self.reader is None:
            raise Refusal("scanner_down", _NO_READER)
        if self._watcher is None or (self._watcher.deck, self._watcher.cloth) != (deck, cloth):
            kind = recogniser_of(deck, self._data).kind
            self._watcher = Watcher(self.source, self.reader, deck, kind, again=self._again, cloth=cloth)
        seen = self._watcher.glance(known, live=live)
        told: dict[str, Any] = {"fresh": seen.fresh, "still": seen.still}
        if seen.table.version not in {0, known}:
            told |= {"table": seen.table.as_json(), "now": time.monotonic()}
        return told, seen.jpeg

    def _seen(self, frame: NDArray[np.uint8], deck: str, cloth: Polygon | None = None) -> tuple[dict[str, Any], bytes]:
        if self.reader is None:
            raise Refusal("scanner_down", _NO_READER)
        read = within(self.reader(frame, deck), cloth)
        shown, _ = decode.shrink(frame, SHOWN_SIDE)
        height, width = shown.shape[:2]
        return read.scaled(width, height).as_json(), decode.encode_jpeg(shown)


def _load(module: str, data: Path | None) -> tuple[Reader | None, Again | None]:
    """How the module reads a picture, and how the next one of the same table if it can do that faster."""
    try:
        found: Any = importlib.import_module(module)
        read, again = found.read_picture, getattr(found, "read_again", None)
    except Exception:
        _LOG.exception("no reader")
        return None, None
    if data is None:
        return read, again
    return functools.partial(read, data=data), again and functools.partial(again, data=data)


def _limit(memory: int) -> None:
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
        bind_life_to(chosen.parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then ends us
    logging.basicConfig(format="%(name)s: %(message)s")
    asks, answers = taken_over()
    if chosen.linked:
        chosen = options.parse_args(words_at(asks))
    incoming, outgoing = os.fdopen(asks, "rb"), os.fdopen(answers, "wb")
    if chosen.memory:
        _limit(chosen.memory)
    with contextlib.closing(open_source(chosen.source)) as source:
        reader, again = _load(chosen.reader, chosen.data)
        worker = Worker(source, reader, chosen.data, again)
        source.start()
        voice = Voice(outgoing)
        voice.say(packed({"hello": VERSION, "says": text_to_json(worker.says())}))
        while (message := receive(incoming)) is not None:
            with voice.working():
                answer = packed(*worker.answer(*message))
            voice.say(answer)
            tell("WATCHDOG=1")


if __name__ == "__main__":
    main()

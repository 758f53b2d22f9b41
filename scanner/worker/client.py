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

from scanner.process.messages import MOST_BODY, Message, refusal_from_json
from scanner.process.worker_process import Patience
from scanner.reads import PictureRead
from scanner.sources import split_source
from scanner.worker.supervisor import LOST, Warden
from scanner.worker.watch_state import Following, Watched
from scorer.errors import Refusal
from scorer.texts import Text

_HEAVY = Text(
    "The picture is too large to send. Take it at a smaller size.",
    "画像が大きすぎて送れません。小さいサイズで撮り直してください。",
)


@dataclass(frozen=True, slots=True)
class Seen:
    """A picture as it is shown, and what was read on it.

    `jpeg`: upright, at most 1920 pixels on its long side, encoded anew, no EXIF. `read`: in the pixels of `jpeg`.
    """

    jpeg: bytes
    read: PictureRead


class Eyes:
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
        memory: int = 1 << 30,
        data: Path | None = None,
        patience: Patience | None = None,
    ) -> None:
        split_source(source)  # a name that is none is refused here and now
        command = [sys.executable, "-m", "scanner.worker", f"--source={source}", f"--reader={reader}"]
        command += [f"--memory={memory}", f"--parent={os.getpid()}"]
        command += [f"--data={data}"] if data else []
        self._command = command
        self._following = Following()
        link = os.environ.get("FUDAYOMI_EYES")  # named by the unit where the system starts the workers
        self._warden = Warden(command, patience or Patience(), self._following, Path(link) if link else None)

    @property
    def state(self) -> str:
        """How the worker is: "starting", "up" or "down"."""
        return self._warden.state

    @property
    def says(self) -> Text | None:
        """In plain words what is wrong with the worker or its picture source; None when all is well."""
        return self._warden.says

    @property
    def watched(self) -> Watched | None:
        """The table as the watch knows it; None when nothing is watched, or not seen yet."""
        return self._following.watched

    @property
    def live(self) -> bytes:
        """A small JPEG of the table, as fresh as the watch is; b"" when there is none."""
        return self._following.live

    @property
    def looked(self) -> float:
        """The monotonic second of the last fresh picture of the watch."""
        return self._following.looked

    def watch(self, deck: str | None, *, live: bool = False, cloth: Sequence[Sequence[float]] | None = None) -> None:
        """Follows the table laid with that deck from now on, None: no longer. `live`: small pictures all the time.

        `cloth`: as for `look`.
        """
        if self._following.want(deck, live=live, cloth=cloth):
            self._warden.wake()

    def start(self) -> None:
        """Starts the worker and keeps it running until `close`; returns at once. It cannot be started a second time."""
        self._warden.start()

    def close(self) -> None:
        """Ends the worker; questions still open are refused."""
        self._warden.close()

    def use(self, source: str) -> None:
        """Sees through another picture source from now on; a worker that runs is replaced.

        Refusal("bad_option") when there is no such source.
        """
        split_source(source)
        self._warden.use([word if not word.startswith("--source=") else f"--source={source}" for word in self._command])

    def read(self, picture: bytes, deck: str, timeout: float = 15.0) -> Seen:
        """What lies on an untrusted picture of JPEG, PNG or WEBP bytes.

        Refusal: "bad_image" for what cannot be read, "scanner_busy", "scanner_down" when the worker is away, dies or
        does not answer within `timeout` seconds.
        """
        if len(picture) > MOST_BODY:
            raise Refusal("bad_image", _HEAVY)
        return self._ask({"op": "read", "deck": deck}, picture, timeout)

    def look(
        self,
        deck: str,
        lay: Sequence[Sequence[str]] | None = None,
        timeout: float = 15.0,
        cloth: Sequence[Sequence[float]] | None = None,
    ) -> Seen:
        """What lies on the table now: a picture the source takes after this call.

        `lay` asks the synthetic table to lay these piles first, seat by seat, the last one in the centre; cameras
        ignore it. `cloth`: a polygon (n, 2) in fractions of the picture; cards outside it are left out. Refusal as
        `read`, and "no_picture" when the source has none to give.
        """
        piles = None if lay is None else [list(pile) for pile in lay]
        return self._ask({"op": "look", "deck": deck, "lay": piles, "cloth": cloth}, b"", timeout)

    def walk(self, op: str, body: bytes = b"", timeout: float = 40.0, **more: object) -> tuple[dict[str, Any], bytes]:
        """An answer of `scanner.setup.wizard.Desk`: the method `op` with `more`, on the picture sent or the table's
        own."""
        if len(body) > MOST_BODY:
            raise Refusal("bad_image", _HEAVY)
        answer, content = self._answer({"op": op, **more}, body, timeout)
        told = answer.get("told")
        if not isinstance(told, dict):
            raise Refusal("scanner_down", LOST)
        return told, content

    def _ask(self, header: dict[str, Any], body: bytes, seconds: float) -> Seen:
        answer, jpeg = self._answer(header, body, seconds)
        try:
            return Seen(jpeg, PictureRead.from_json(answer["read"]))
        except (KeyError, TypeError, ValueError) as wrong:
            raise Refusal("scanner_down", LOST) from wrong

    def _answer(self, header: dict[str, Any], body: bytes, seconds: float) -> Message:
        answer, content = self._warden.ask(header, body, seconds)
        if "refusal" not in answer:
            return answer, content
        try:
            refusal = refusal_from_json(answer["refusal"])
        except (KeyError, TypeError, ValueError) as wrong:
            raise Refusal("scanner_down", LOST) from wrong
        raise refusal

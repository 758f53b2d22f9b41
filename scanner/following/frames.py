"""Frames with their times.

A folder's pictures come as fast as they can be read, a camera's as they are taken.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from scanner.imaging.decode import MAX_BYTES, decode
from scanner.imaging.image import ColorImage
from scanner.sources import open_source, parse_source
from scanner.sources.folder import is_picture_name
from scorer.errors import Refusal
from scorer.texts import Text

HANGS_AFTER_S = 10.0
"""Seconds with the same picture after which a camera hangs, though it says that it is well."""
_GONE_AFTER_S = 10.0
"""Seconds without a picture after which a camera counts as gone."""
_MAX_GAP_S = 3.0
"""Seconds without a picture, at most: in more a move may have been missed."""
_READ_TIMEOUT_S = 1.0
"""Seconds a camera has to deliver a picture."""

HANGING = Text(
    "The camera gives the same picture again and again. Unplug it and plug it in again.",
    "カメラが同じ画像を繰り返しています。差し直してください。",
)
"""What the table is told about a camera that hangs."""


@dataclass(frozen=True, slots=True)
class TimedFrame:
    """A picture (height, width, 3) BGR uint8 of second `time_s`, or in words why there is none.

    `is_end`: whether nothing can come after it.
    """

    time_s: float
    picture: ColorImage | None
    trouble: Text | None = None
    is_end: bool = False


def open_frames(
    spec: str,
    fps: float,
    *,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Iterator[TimedFrame]:
    """The frames of a source "name:argument", `fps` a second. Raises `bad_option` for one that cannot give any."""
    name, argument = parse_source(spec)
    if name == "folder":
        return _read_folder(Path(argument), argument, fps)
    return _read_camera(spec, fps, clock, sleep)


def _read_folder(folder: Path, name: str, fps: float) -> Iterator[TimedFrame]:
    try:
        paths = sorted(path for path in folder.iterdir() if is_picture_name(path.name)) if name else []
    except OSError as fault:
        raise _refusal(f"There is no folder {name[:80]}.", f"フォルダー「{name[:80]}」がありません。") from fault
    if not paths:
        raise _refusal(f"The folder {name[:80]} has no pictures.", f"「{name[:80]}」に画像がありません。")
    return _decode_files(paths, fps)


def _decode_files(paths: list[Path], fps: float) -> Iterator[TimedFrame]:
    for number, path in enumerate(paths):
        time_s = round(number / fps, 3)
        try:
            with path.open("rb") as file:
                picture = decode(file.read(MAX_BYTES + 1))
        except (Refusal, OSError):
            trouble = Text(f"{path.name} cannot be read", f"「{path.name}」を読めません")
            yield TimedFrame(time_s, None, trouble)
            continue
        yield TimedFrame(time_s, picture)


def _read_camera(
    spec: str, fps: float, clock: Callable[[], float], sleep: Callable[[float], None]
) -> Iterator[TimedFrame]:
    source = open_source(spec)
    source.start()
    start = seen_at = new_at = clock()
    last: ColorImage | None = None
    hangs = False
    try:
        while True:
            asked_at = clock()
            try:
                picture = source.read(_READ_TIMEOUT_S)
            except Refusal:
                picture = None
            now = clock()
            if picture is not None:
                gap_s, seen_at = now - seen_at, now
                if last is None or not np.array_equal(picture, last):
                    new_at, last, hangs = now, picture, False
                trouble = _gap_text(gap_s) if gap_s > _MAX_GAP_S else None
                if now - new_at > HANGS_AFTER_S and not hangs:
                    trouble, hangs = HANGING, True
                yield TimedFrame(round(asked_at - start, 3), picture, trouble)
            elif now - seen_at > _GONE_AFTER_S:
                yield TimedFrame(round(now - start, 3), None, source.health().full_message(), is_end=True)
                return
            sleep(max(0.0, 1 / fps - (clock() - asked_at)))
    finally:
        source.close()


def _gap_text(seconds: float) -> Text:
    return Text(
        f"no picture came for {seconds:.0f} s; what happened meanwhile was not seen",
        f"{seconds:.0f}秒間画像が届かず、その間のことは見えていません",
    )


def _refusal(en: str, ja: str) -> Refusal:
    return Refusal("bad_option", Text(en, ja))

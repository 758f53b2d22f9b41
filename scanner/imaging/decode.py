"""絵の門 e no mon: the one door through which untrusted bytes become pixels, and the way back to a JPEG.

Pillow decodes, never OpenCV: a 61-byte PNG makes `cv2.imdecode` allocate gigabytes, Pillow refuses it at once.
"""

from __future__ import annotations

import contextlib
import io
import math
import warnings

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError
from resvg_py import svg_to_bytes

from scorer.errors import Refusal
from scorer.texts import Text

MAX_BYTES = 16 * 1024 * 1024
MAX_PIXELS = 50_000_000
MAX_UNSCALABLE_PIXELS = 16_000_000  # what can only be unpacked as a whole: PNG, WEBP, progressive JPEG
SUFFICIENT_PIXELS = 16_000_000  # pixels in which every card of a table can be read
MAX_SIDE_PX = 16_384  # below the 32 767 that OpenCV's warps can address
MIN_SIDE_PX = 32
FORMATS = ("JPEG", "PNG", "WEBP")
_STRIP_ROWS = 256  # rows turned to an array at a time, so that the picture is never held three times over

_EMPTY = Text(
    "The picture is empty. Take or choose the picture again.", "画像が空です。撮り直すか、選び直してください。"
)
_TOO_MANY_BYTES = Text(
    "The picture is larger than 16 MB. Take it at a smaller size, or send it as a JPEG.",
    "画像が16MBを超えています。小さいサイズで撮り直すか、JPEGで送ってください。",
)
_TOO_MANY_PIXELS = Text(
    "The picture has too many pixels: at most 50 megapixels (16 unless it is an ordinary JPEG) and 16384 on a side. "
    "Take it at a smaller size.",
    "画像の画素数が多すぎます（5000万画素、普通のJPEG以外は1600万画素、一辺16384まで）。小さいサイズで撮り直してください。",
)
_TOO_SMALL = Text(
    "The picture is too small to show a card. Take it again, at least 640 pixels wide.",
    "画像が小さすぎて札が写りません。幅640画素以上で撮り直してください。",
)
_UNKNOWN_FORMAT = Text(
    "This is not a JPEG, PNG or WEBP picture. Send one of those; on an iPhone choose Settings, Camera, Formats, "
    "Most Compatible.",
    "JPEG・PNG・WEBPの画像ではありません。いずれかの形式で送ってください。iPhoneでは「設定」→「カメラ」→"
    "「フォーマット」→「互換性優先」を選びます。",
)
_DAMAGED = Text(
    "The picture is damaged or incomplete. Send it again, or take a new one.",
    "画像が壊れているか、途中で切れています。もう一度送るか、撮り直してください。",
)


def _bad_image(message: Text) -> Refusal:
    return Refusal("bad_image", message)


def decode(data: bytes, *, max_pixels: int = MAX_PIXELS) -> NDArray[np.uint8]:
    """The picture as (H, W, 3) uint8, blue green red, upright as its EXIF says, its first frame if it moves.

    JPEG, PNG or WEBP of at most 16 MB and 50 megapixels; transparency lies on white. Anything else, anything damaged
    and anything too large is `Refusal("bad_image")`, whose message says what to do. A picture of more than `enough`
    pixels comes in at a half, a third ... of its size: what nobody needs is not unpacked.
    """
    if not data:
        raise _bad_image(_EMPTY)
    if len(data) > MAX_BYTES:
        raise _bad_image(_TOO_MANY_BYTES)
    try:
        with warnings.catch_warnings():
            # A bomb is an error; a clumsily written EXIF block, which Pillow also warns of, spoils no pixel.
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            return _decode_pixels(data, max_pixels)
    except Refusal:
        raise
    except UnidentifiedImageError as wrong:
        raise _bad_image(_UNKNOWN_FORMAT) from wrong
    except (Image.DecompressionBombError, Image.DecompressionBombWarning, MemoryError) as wrong:
        raise _bad_image(_TOO_MANY_PIXELS) from wrong
    except Exception as wrong:
        # Decoders meet hostile bytes with more kinds of error than they document (SyntaxError and ValueError too).
        raise _bad_image(_DAMAGED) from wrong


def _decode_pixels(data: bytes, max_pixels: int) -> NDArray[np.uint8]:
    with Image.open(io.BytesIO(data), formats=FORMATS) as found:
        opened: Image.Image = found
        width, height = opened.size
        plain = opened.format in {"JPEG", "MPO"} and not opened.info.get("progressive")
        if width * height > (MAX_PIXELS if plain else MAX_UNSCALABLE_PIXELS) or max(width, height) > MAX_SIDE_PX:
            raise _bad_image(_TOO_MANY_PIXELS)
        if min(width, height) < MIN_SIDE_PX:
            raise _bad_image(_TOO_SMALL)
        step = math.ceil(math.sqrt(width * height / max_pixels))
        if step > 1:
            opened.draft(opened.mode, (width // step, height // step))  # a JPEG is unpacked at half its size at once
        opened.load()
        if (left := round(step * opened.width / width)) > 1:
            exif = opened.getexif()
            opened = opened.reduce(left)
            opened.getexif().update(exif)
        with contextlib.suppress(Exception):  # an unreadable EXIF block says nothing of the pixels, which are whole
            ImageOps.exif_transpose(opened, in_place=True)
        out: NDArray[np.uint8] = np.empty((opened.height, opened.width, 3), np.uint8)
        for top in range(0, opened.height, _STRIP_ROWS):
            bottom = min(top + _STRIP_ROWS, opened.height)
            strip = np.asarray(_as_rgb(opened.crop((0, top, opened.width, bottom))))
            out[top:bottom] = strip[:, :, ::-1]
        return out


def _as_rgb(strip: Image.Image) -> Image.Image:
    if strip.mode in {"I", "I;16", "I;16B", "I;16L"}:  # 16-bit grey: `convert` would clip, not scale
        grey = (np.asarray(strip).astype(np.int64) >> 8).clip(0, 255).astype(np.uint8)
        return Image.fromarray(grey).convert("RGB")
    if strip.mode in {"RGBA", "LA", "PA"} or "transparency" in strip.info:
        seen = strip.convert("RGBA")
        return Image.alpha_composite(Image.new("RGBA", seen.size, "white"), seen).convert("RGB")
    return strip.convert("RGB")


def render_svg(svg: str, width: int) -> NDArray[np.uint8]:
    """An SVG of our own, never one from outside, `width` pixels wide: (H, W, 4) uint8 BGRA, straight alpha."""
    png = svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True)
    with Image.open(io.BytesIO(png), formats=("PNG",)) as opened:
        return np.ascontiguousarray(np.asarray(opened.convert("RGBA"), np.uint8)[..., [2, 1, 0, 3]])


def shrink(frame: NDArray[np.uint8], max_side_px: int) -> tuple[NDArray[np.uint8], float]:
    """The frame with at most `longest` pixels on its long side, and the scale 0..1 it was shrunk by."""
    height, width = frame.shape[:2]
    scale = min(1.0, max_side_px / max(height, width))
    if scale == 1.0:
        return frame, scale
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), scale


def encode_jpeg(frame: NDArray[np.uint8], quality: int = 88) -> bytes:
    """A JPEG of (H, W, 3) BGR pixels, without EXIF or anything else of where they came from."""
    done, data = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise ValueError("the frame could not be written as a JPEG")
    return data.tobytes()

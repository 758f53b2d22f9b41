"""Decoding of untrusted pictures, rendering of SVG, encoding of JPEG.

Only this module turns untrusted bytes into pixels. It uses Pillow, never OpenCV: a 61-byte PNG makes `cv2.imdecode`
allocate gigabytes, while Pillow refuses it at once.
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
"""Bytes of an encoded picture. Larger data is refused before anything decodes it."""
MAX_PIXELS = 50_000_000
"""Pixels of a picture. More would need too much memory to decode."""
MAX_UNSCALABLE_PIXELS = 16_000_000
"""Pixels of a picture that can only be decoded at full size (PNG, WEBP, progressive JPEG).

With more of them the worker would need over 300 MB of memory.
"""
SUFFICIENT_PIXELS = 16_000_000
"""Pixels in which every card of a table can be read. A larger picture may be decoded at a fraction of its size."""
MAX_SIDE_PX = 16_384
"""Pixels on the long side. OpenCV's warps cannot address more than 32 767."""
MIN_SIDE_PX = 32
"""Pixels on the short side. No card can be read in a smaller picture."""
FORMATS = ("JPEG", "PNG", "WEBP")
"""Pillow's names of the accepted formats. No other decoder ever gets the data."""
_STRIP_ROWS = 256
"""Rows converted to an array at a time, so that memory never holds the picture three times."""

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
    """Decode a picture to (H, W, 3) uint8 BGR, turned upright by its EXIF orientation. Only its first frame is used.

    Accepts JPEG, PNG and WEBP of at most 16 MB and 50 megapixels, and puts transparent pixels on white. Raises
    `Refusal("bad_image")` for any other format and for damaged or too large data. The message says what to do. A
    picture of more than `max_pixels` pixels is decoded at a half, a third, ... of its size to save memory.
    """
    if not data:
        raise _bad_image(_EMPTY)
    if len(data) > MAX_BYTES:
        raise _bad_image(_TOO_MANY_BYTES)
    try:
        with warnings.catch_warnings():
            # A decompression bomb is an error. Pillow also warns of malformed EXIF blocks, which harm no pixel.
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            return _decode_pixels(data, max_pixels)
    except Refusal:
        raise
    except UnidentifiedImageError as error:
        raise _bad_image(_UNKNOWN_FORMAT) from error
    except (Image.DecompressionBombError, Image.DecompressionBombWarning, MemoryError) as error:
        raise _bad_image(_TOO_MANY_PIXELS) from error
    except Exception as error:
        # On hostile bytes decoders raise more kinds of error than they document (SyntaxError and ValueError too).
        raise _bad_image(_DAMAGED) from error


def _decode_pixels(data: bytes, max_pixels: int) -> NDArray[np.uint8]:
    with Image.open(io.BytesIO(data), formats=FORMATS) as file:
        image: Image.Image = file
        width, height = image.size
        is_scalable = image.format in {"JPEG", "MPO"} and not image.info.get("progressive")
        if width * height > (MAX_PIXELS if is_scalable else MAX_UNSCALABLE_PIXELS) or max(width, height) > MAX_SIDE_PX:
            raise _bad_image(_TOO_MANY_PIXELS)
        if min(width, height) < MIN_SIDE_PX:
            raise _bad_image(_TOO_SMALL)
        step = math.ceil(math.sqrt(width * height / max_pixels))
        if step > 1:
            image.draft(image.mode, (width // step, height // step))  # a JPEG decodes straight to half its size
        image.load()
        if (remaining_step := round(step * image.width / width)) > 1:
            exif = image.getexif()
            image = image.reduce(remaining_step)
            image.getexif().update(exif)
        with contextlib.suppress(Exception):  # a picture with an unreadable EXIF block still has all its pixels
            ImageOps.exif_transpose(image, in_place=True)
        out: NDArray[np.uint8] = np.empty((image.height, image.width, 3), np.uint8)
        for top in range(0, image.height, _STRIP_ROWS):
            bottom = min(top + _STRIP_ROWS, image.height)
            strip = np.asarray(_as_rgb(image.crop((0, top, image.width, bottom))))
            cv2.cvtColor(strip, cv2.COLOR_RGB2BGR, dst=out[top:bottom])
        return out


def _as_rgb(strip: Image.Image) -> Image.Image:
    if strip.mode in {"I", "I;16", "I;16B", "I;16L"}:  # 16-bit grey: `convert` would clip, not scale
        grey = (np.asarray(strip).astype(np.int64) >> 8).clip(0, 255).astype(np.uint8)
        return Image.fromarray(grey).convert("RGB")
    if strip.mode in {"RGBA", "LA", "PA"} or "transparency" in strip.info:
        rgba = strip.convert("RGBA")
        return Image.alpha_composite(Image.new("RGBA", rgba.size, "white"), rgba).convert("RGB")
    return strip if strip.mode == "RGB" else strip.convert("RGB")  # the same mode would only be copied


def render_svg(svg: str, width: int) -> NDArray[np.uint8]:
    """Render one of the project's own SVGs, never a foreign one, `width` pixels wide.

    Returns (H, W, 4) uint8 BGRA with straight alpha.
    """
    png = svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True)
    with Image.open(io.BytesIO(png), formats=("PNG",)) as image:
        return np.ascontiguousarray(np.asarray(image.convert("RGBA"), np.uint8)[..., [2, 1, 0, 3]])


def shrink(frame: NDArray[np.uint8], max_side_px: int) -> tuple[NDArray[np.uint8], float]:
    """The frame with at most `max_side_px` pixels on its long side, and the scale 0..1 it was shrunk by."""
    height, width = frame.shape[:2]
    scale = min(1.0, max_side_px / max(height, width))
    if scale == 1.0:
        return frame, scale
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), scale


def encode_jpeg(frame: NDArray[np.uint8], quality: int = 88) -> bytes:
    """Encode (H, W, 3) BGR pixels as a JPEG without EXIF or any other metadata."""
    success, data = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not success:
        raise ValueError("the frame could not be written as a JPEG")
    return data.tobytes()

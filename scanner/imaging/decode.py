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
import pi_heif
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError
from resvg_py import svg_to_bytes

from scorer.errors import Refusal
from scorer.texts import Text

MAX_BYTES = 16 * 1024 * 1024
"""Bytes of an encoded picture that somebody sends. Larger data is refused before anything decodes it."""
MAX_FILE_BYTES = 64 * 1024 * 1024
"""Bytes of a picture in a file of this machine: cameras with 200 megapixels write 50 MB, some add a film of 15 MB."""
MAX_PIXELS = 50_000_000
"""Pixels that are decoded. Of a larger JPEG a half, a quarter or an eighth of each side is."""
MAX_JPEG_PIXELS = 256_000_000
"""Pixels of a JPEG, whatever is decoded of it: phones write 200 million. Two seconds of a PC's processor time."""
MAX_UNSCALABLE_PIXELS = 16_000_000
"""Pixels of a picture that can only be decoded at full size (PNG, WEBP, AVIF).

With more of them the worker would need over 300 MB of memory.
"""
MAX_HEIC_PIXELS = 50_000_000
"""Pixels of a HEIC picture: phones write 48 million. It is unpacked in tiles, so that only its pixels are in memory."""
MAX_COEFFICIENT_BYTES = 160_000_000
"""Bytes of the coefficients of a JPEG that comes in several scans (a progressive one), all of which are in memory.

That is 50 megapixels with the usual halved colours. What is decoded then is smaller.
"""
SUFFICIENT_PIXELS = 16_000_000
"""Pixels in which every card of a table can be read. A larger picture may be decoded at a fraction of its size."""
MAX_SIDE_PX = 16_384
"""Pixels on the long side, as decoded. OpenCV's warps cannot address more than 32 767."""
MIN_SIDE_PX = 32
"""Pixels on the short side. No card can be read in a smaller picture."""
FORMATS = ("JPEG", "PNG", "WEBP", "HEIF", "AVIF")
"""Pillow's names of the accepted formats. No other decoder ever gets the data."""
_JPEG_FRACTIONS = (1, 2, 4, 8)
"""Fractions of each side at which a JPEG decodes without unpacking the rest."""
_STRIP_ROWS = 256
"""Rows converted to an array at a time, so that memory never holds the picture three times."""

pi_heif.register_heif_opener(decode_threads=1)  # as all else in the scanner
Image.MAX_IMAGE_PIXELS = MAX_JPEG_PIXELS  # opening takes no memory; what is decoded has limits of its own

_EMPTY = Text(
    "The picture is empty. Take or choose the picture again.", "画像が空です。撮り直すか、選び直してください。"
)
_TOO_MANY_BYTES = Text(
    "The picture is too large (16 MB when sent, 64 MB as a file). Take it at a smaller size, or send it as a JPEG.",
    "画像が大きすぎます（送信は16MB、ファイルは64MBまで）。小さいサイズで撮り直すか、JPEGで送ってください。",
)
_TOO_MANY_PIXELS = Text(
    "The picture has too many pixels: at most 256 megapixels as an ordinary JPEG, 50 as HEIC or progressive JPEG, 16 "
    "otherwise. Take it at a smaller size.",
    "画像の画素数が多すぎます（普通のJPEGは2億5600万画素、HEICとプログレッシブJPEGは5000万画素、ほかは1600万画素まで）。"
    "小さいサイズで撮り直してください。",
)
_TOO_SMALL = Text(
    "The picture is too small to show a card. Take it again, at least 640 pixels wide.",
    "画像が小さすぎて札が写りません。幅640画素以上で撮り直してください。",
)
_UNKNOWN_FORMAT = Text(
    "This is not a JPEG, PNG, WEBP, HEIC or AVIF picture. Take it as a JPEG: on an iPhone choose Settings, Camera, "
    "Formats, Most Compatible; on an Android phone switch high efficiency pictures (HEIF) and RAW off in the camera's "
    "settings.",
    "JPEG・PNG・WEBP・HEIC・AVIFの画像ではありません。JPEGで撮ってください。iPhoneでは「設定」→「カメラ」→"
    "「フォーマット」→「互換性優先」、Androidではカメラの設定で「高効率の写真（HEIF）」とRAWを切ります。",
)
_DAMAGED = Text(
    "The picture is damaged or incomplete. Send it again, or take a new one.",
    "画像が壊れているか、途中で切れています。もう一度送るか、撮り直してください。",
)


def _bad_image(message: Text) -> Refusal:
    return Refusal("bad_image", message)


def decode(data: bytes, *, max_pixels: int = MAX_PIXELS, max_bytes: int = MAX_BYTES) -> NDArray[np.uint8]:
    """Decode a picture to (H, W, 3) uint8 BGR, turned upright by its EXIF orientation. Only its first frame is used.

    Accepts JPEG, PNG, WEBP, HEIC and AVIF of at most `max_bytes` bytes, and puts transparent pixels on white. Raises
    `Refusal("bad_image")` for any other format and for damaged or too large data. The message says what to do. Of a
    picture of more than `max_pixels` pixels every second, fourth or eighth of each side is kept, to save memory.
    """
    if not data:
        raise _bad_image(_EMPTY)
    if len(data) > max_bytes:
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
        is_jpeg = image.format in {"JPEG", "MPO"}
        if is_jpeg:
            _require_decodable_jpeg(image, data)
        elif width * height > (MAX_HEIC_PIXELS if image.format == "HEIF" else MAX_UNSCALABLE_PIXELS):
            raise _bad_image(_TOO_MANY_PIXELS)
        if min(width, height) < MIN_SIDE_PX:
            raise _bad_image(_TOO_SMALL)
        step = math.ceil(max(math.sqrt(width * height / max_pixels), max(width, height) / MAX_SIDE_PX))
        if step > 1 and is_jpeg:
            step = next((fraction for fraction in _JPEG_FRACTIONS if fraction >= step), 0)
            if not step:
                raise _bad_image(_TOO_MANY_PIXELS)
            if min(width, height) < MIN_SIDE_PX * step:
                raise _bad_image(_TOO_SMALL)
            image.draft(image.mode, (width // step, height // step))  # straight to a half, a quarter, an eighth
        elif max(width, height) > MAX_SIDE_PX:
            raise _bad_image(_TOO_MANY_PIXELS)
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


def _require_decodable_jpeg(image: Image.Image, data: bytes) -> None:
    """Refuse a JPEG with too many pixels, or with too many coefficients that would be in memory at once."""
    width, height = image.size
    layers: list[tuple[int, int, int, int]] = getattr(image, "layer", [])
    if width * height > MAX_JPEG_PIXELS:
        raise _bad_image(_TOO_MANY_PIXELS)
    if image.info.get("progressive") or _components_of_first_scan(data) != len(layers):
        most_x, most_y = max(layer[1] for layer in layers), max(layer[2] for layer in layers)
        share = sum(layer[1] * layer[2] for layer in layers) / (most_x * most_y)
        if 2 * share * width * height > MAX_COEFFICIENT_BYTES:
            raise _bad_image(_TOO_MANY_PIXELS)


def _components_of_first_scan(data: bytes) -> int:
    """Components in the first scan of a JPEG: fewer than it has where they come one after the other. 0 if damaged."""
    at = 2
    while at + 4 < len(data):
        if data[at] != 0xFF:
            return 0
        marker = data[at + 1]
        if marker == 0xDA:  # start of scan
            return data[at + 4]
        at += 1 if marker == 0xFF else 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return 0


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

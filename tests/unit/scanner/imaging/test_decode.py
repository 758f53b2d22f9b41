"""Decoding: upright pictures, and refusals in little time and memory."""

from __future__ import annotations

import base64
import io
import random
import resource
import struct
import time
import zlib

import numpy as np
import pytest
from PIL import Image, ImageDraw

from scanner.imaging.decode import MAX_FILE_BYTES, decode, encode_jpeg, shrink
from scorer.errors import Refusal

SMALL_HEIC = (
    "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAVZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAA"
    "AAAERAAAEAAQAAAAABegABAAAAAAAAAIMAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABodmMxAAAAAA5waXRtAAAAAAABAAAA1mlwcnAA"
    "AAC3aXBjbwAAAHhodmNDAQNwAAAAkAAAAAAAHvAA/P34+AAADwNgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQGEAAQArQgEBA3AAAAMAkA"
    "AAAwAAAwAeoDCBBZbqSSmubgIaDAgAAAMAyAAAAwAIQGIAAQAHRAHBcrAiQAAAABNjb2xybmNseAABAA0ABoAAAAAUaXNwZQAAAAAAAABgAAAA"
    "QAAAABBwaXhpAAAAAAMICAgAAAAXaXBtYQAAAAAAAAABAAEEgQIDBAAAAIttZGF0AAAAfygBrxOAdvUwRxM3/5oo/9pM8O5sKcoS7/gHlhUUVP"
    "smcaPUM1GU7GJZhcw2Z1nYmt/BxfuejbX51hlLybGFs69v3c6cBDPcx6EhNsJXAN6otz6t4K/wZg3V71xGUMrplM+z/HaztRhKlaUS9/H+0240"
    "nhlr3O/GdunwXl8svhA="
)
"""`small_picture` as a phone writes it. What writes it is no part of the program."""
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def png_chunk(kind: bytes, body: bytes, length: int | None = None) -> bytes:
    size = len(body) if length is None else length
    return struct.pack(">I", size) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png_header(width: int, height: int, depth: int = 8, colour: int = 2) -> bytes:
    return png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0))


def small_picture(width: int = 96, height: int = 64) -> Image.Image:
    """An image that is red at the top left corner, blue elsewhere."""
    image = Image.new("RGB", (width, height), (0, 0, 255))
    ImageDraw.Draw(image).rectangle((0, 0, width // 3, height // 3), fill=(255, 0, 0))
    return image


def encode(image: Image.Image, kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def refusal_of(data: bytes) -> Refusal:
    with pytest.raises(Refusal) as caught:
        decode(data)
    assert caught.value.code == "bad_image"
    assert caught.value.message.en
    assert caught.value.message.ja
    return caught.value


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_the_three_formats_come_in_as_blue_green_red(kind: str) -> None:
    frame = decode(encode(small_picture(), kind))
    assert frame.shape == (64, 96, 3)
    assert frame.dtype == np.uint8
    assert frame.flags.c_contiguous
    assert np.abs(frame[5, 5].astype(int) - [0, 0, 255]).max() < 40
    assert np.abs(frame[60, 90].astype(int) - [255, 0, 0]).max() < 40


@pytest.mark.parametrize("orientation", range(1, 9))
def test_exif_orientation_is_turned_upright(orientation: int) -> None:
    undo = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    upright = small_picture()
    stored = upright.transpose(undo[orientation]) if orientation > 1 else upright
    exif = Image.Exif()
    exif[0x0112] = orientation
    frame = decode(encode(stored, "JPEG", exif=exif, quality=95))
    assert frame.shape == (64, 96, 3)
    assert np.abs(frame[:, :, ::-1].astype(int) - np.asarray(upright)).mean() < 4


def test_a_broken_exif_block_does_not_spoil_a_whole_picture() -> None:
    exif = b"Exif\x00\x00II*\x00\x08\x00\x00\x00\xff\xff" + b"\x12\x01\xff\xff\xff\xff\xff\xff" * 3
    assert decode(encode(small_picture(), "JPEG", exif=exif)).shape == (64, 96, 3)


@pytest.mark.parametrize("mode", ["L", "LA", "P", "CMYK", "YCbCr", "1", "RGBA", "I;16"])
def test_every_colour_mode_becomes_bgr_on_white(mode: str) -> None:
    white = Image.new("RGB", (64, 48), "white")
    image = Image.new(mode, (64, 48), 60_000) if mode == "I;16" else white.convert(mode)
    frame = decode(encode(image, "JPEG" if mode in {"CMYK", "YCbCr"} else "PNG"))
    assert frame.shape == (48, 64, 3)
    assert frame.min() > 220


def test_sixteen_bit_grey_is_scaled_not_clipped() -> None:
    steps = np.tile(np.linspace(0, 65535, 64).astype(np.uint16), (48, 1))
    frame = decode(encode(Image.fromarray(steps), "PNG"))
    assert frame[0, 32, 0] == pytest.approx(int(steps[0, 32]) >> 8, abs=1)


def test_transparency_lies_on_white() -> None:
    palette = Image.new("P", (64, 48), 1)
    palette.putpalette([0, 0, 0, 255, 0, 0] + [0] * 756)
    frame = decode(encode(palette, "PNG", transparency=bytes([255, 0])))
    assert (frame == 255).all()


def test_a_phone_picture_with_a_second_picture_inside_shows_the_first() -> None:
    data = encode(small_picture(), "MPO", save_all=True, append_images=[Image.new("RGB", (48, 32), "green")])
    assert decode(data).shape == (64, 96, 3)


def test_an_animation_shows_its_first_frame() -> None:
    frames = [Image.new("RGB", (64, 48), colour) for colour in ("red", "lime")]
    for kind in ("PNG", "WEBP"):
        frame = decode(encode(frames[0], kind, save_all=True, append_images=frames[1:], lossless=True))
        assert frame[0, 0].tolist() == [0, 0, 255]


def test_a_61_byte_png_that_lies_about_its_length() -> None:
    data = SIGNATURE + png_header(4000, 4000) + png_chunk(b"IDAT", bytes(12), length=0x7FFF_FFF0) + bytes(4)
    data = data[:61]
    assert len(data) == 61
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.process_time()
    refusal_of(data)
    assert time.process_time() - start < 1
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 150_000


def test_a_png_of_400_megapixels_is_refused_before_it_is_unpacked() -> None:
    body = zlib.compress(bytes(20_000 * 60_001 // 400), 9)
    start = time.process_time()
    answer = refusal_of(SIGNATURE + png_header(20_000, 20_000) + png_chunk(b"IDAT", body) + png_chunk(b"IEND", b""))
    assert "megapixels" in answer.message.en
    assert time.process_time() - start < 0.5


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("orientation", [1, 6])
def test_more_pixels_than_enough_come_in_at_half_the_size_upright(kind: str, orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    stored = (
        small_picture(960, 640) if orientation == 1 else small_picture(960, 640).transpose(Image.Transpose.ROTATE_90)
    )
    frame = decode(encode(stored, kind, exif=exif), max_pixels=200_000)
    assert frame.shape == (320, 480, 3)
    assert np.abs(frame[5, 5].astype(int) - [0, 0, 255]).max() < 40
    assert np.abs(frame[300, 460].astype(int) - [255, 0, 0]).max() < 40


def test_what_must_be_unpacked_as_a_whole_has_fewer_pixels() -> None:
    refusal_of(encode(Image.new("L", (5000, 5000)), "PNG"))
    refusal_of(encode(Image.new("L", (5000, 5000)), "AVIF"))


@pytest.mark.parametrize(
    ("size", "shape"),
    [((8160, 6144), (3072, 4080)), ((12_000, 9000), (4500, 6000)), ((16_320, 12_240), (6120, 8160))],
)
def test_a_jpeg_as_phones_write_it_is_decoded_at_a_fraction(size: tuple[int, int], shape: tuple[int, int]) -> None:
    assert decode(encode(Image.new("L", size), "JPEG")).shape[:2] == shape


def test_a_progressive_jpeg_has_as_many_coefficients_as_memory_takes() -> None:
    assert decode(encode(Image.new("RGB", (8160, 6144)), "JPEG", progressive=True)).shape == (3072, 4080, 3)
    refusal_of(encode(Image.new("RGB", (8160, 6144)), "JPEG", progressive=True, subsampling=0))
    refusal_of(encode(Image.new("L", (17_000, 16_000)), "JPEG"))


@pytest.mark.parametrize("kind", ["HEIC", "AVIF"])
def test_what_phones_write_when_they_save_space_is_read(kind: str) -> None:
    data = encode(small_picture(), "AVIF") if kind == "AVIF" else base64.b64decode(SMALL_HEIC)
    frame = decode(data)
    assert frame.shape == (64, 96, 3)
    assert np.abs(frame[5, 5].astype(int) - [0, 0, 255]).max() < 60
    assert np.abs(frame[60, 90].astype(int) - [255, 0, 0]).max() < 60
    for length in range(0, len(data) - 64, max(1, len(data) // 20)):
        refusal_of(data[:length])


def test_a_file_of_this_machine_may_be_larger_than_what_is_sent() -> None:
    data = encode(small_picture(), "JPEG") + bytes(17 * 1024 * 1024)  # the film that some phones add
    refusal_of(data)
    assert decode(data, max_bytes=MAX_FILE_BYTES).shape == (64, 96, 3)


def test_advice_is_for_the_phone_in_the_hand() -> None:
    message = refusal_of(encode(small_picture(), "TIFF")).message
    for text in (message.en, message.ja):
        assert "iPhone" in text
        assert "Android" in text


def test_a_webp_that_claims_a_huge_canvas() -> None:
    body = b"WEBP" + b"VP8X" + struct.pack("<I", 10) + b"\x02\x00\x00\x00" + b"\xff\x3f\x00" * 2 + bytes(8)
    refusal_of(b"RIFF" + struct.pack("<I", len(body)) + body)


@pytest.mark.parametrize(("width", "height"), [(1, 65_000), (65_000, 1), (20, 20), (17_000, 40)])
def test_sides_no_table_has(width: int, height: int) -> None:
    refusal_of(encode(Image.new("L", (width, height)), "JPEG"))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_picture_cut_off_anywhere_is_refused(kind: str) -> None:
    noise = Image.fromarray(np.random.default_rng(5).integers(0, 256, (120, 160, 3), dtype=np.uint8))
    data = encode(noise, kind)
    for length in range(0, len(data) - 64, max(1, len(data) // 40)):
        refusal_of(data[:length])


def test_other_formats_and_garbage_are_refused() -> None:
    assert "JPEG" in refusal_of(encode(small_picture(), "GIF")).message.en
    refusal_of(encode(small_picture(), "BMP"))
    refusal_of(encode(small_picture(), "TIFF"))
    refusal_of(b"")
    refusal_of(bytes(1_000_000))
    refusal_of(b"<svg xmlns='http://www.w3.org/2000/svg'/>")
    assert "16 MB" in refusal_of(bytes(16 * 1024 * 1024 + 1)).message.en


def test_a_polyglot_gives_pixels_and_nothing_else() -> None:
    page = b"<script>alert(1)</script>"
    frame = decode(encode(small_picture(), "JPEG", comment=page) + page)
    assert page not in encode_jpeg(frame)
    refusal_of(page + encode(small_picture(), "JPEG"))


def outcome(data: bytes) -> str:
    try:
        return "read" if decode(data).shape[2] == 3 else "odd"
    except Refusal as answer:
        return answer.code


def test_two_thousand_mutated_pictures() -> None:
    chance = random.Random(20_251_121)
    noise = np.random.default_rng(7).integers(0, 256, (90, 120, 3), dtype=np.uint8)
    image = Image.blend(small_picture(120, 90), Image.fromarray(noise), 0.2)
    seeds = [
        encode(image, "JPEG"),
        encode(image, "JPEG", progressive=True),
        encode(image.convert("CMYK"), "JPEG"),
        encode(image, "PNG"),
        encode(image.convert("P"), "PNG"),
        encode(image, "WEBP"),
        encode(image, "WEBP", lossless=True),
    ]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    worst = 0.0
    outcomes = {"read": 0, "bad_image": 0}
    for _ in range(2_000):
        data = bytearray(chance.choice(seeds))
        for _ in range(chance.randint(1, 12)):
            place = min(int(chance.expovariate(1 / 200)), len(data) - 1) if chance.random() < 0.5 else None
            data[chance.randrange(len(data)) if place is None else place] = chance.randrange(256)
        start = time.process_time()
        outcomes[outcome(bytes(data))] += 1
        worst = max(worst, time.process_time() - start)
    assert min(outcomes.values()) > 100
    assert worst < 2
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 400_000


def test_shrink_keeps_the_shape_and_never_enlarges() -> None:
    frame = np.zeros((1080, 1920, 3), np.uint8)
    small, scale = shrink(frame, 960)
    assert (small.shape, scale) == ((540, 960, 3), 0.5)
    same, whole = shrink(frame, 4000)
    assert same is frame
    assert whole == 1.0


def test_the_jpeg_written_carries_no_exif_and_comes_back() -> None:
    frame = decode(encode(small_picture(), "PNG"))
    data = encode_jpeg(frame)
    assert b"Exif" not in data
    assert np.abs(decode(data).astype(int) - frame).mean() < 5

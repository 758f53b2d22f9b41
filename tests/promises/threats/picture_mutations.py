"""Sends hostile pictures to a real server and worker.

`python -m tests.promises.threats.picture_mutations N [SEED]` sends N pictures. Each is read or refused: without server
error, within two seconds of processor time on an idle machine, with at most 300 MB for the worker.
"""

from __future__ import annotations

import io
import json
import random
import struct
import sys
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

from PIL import Image, ImageDraw

from tests.support.server import PIN, TableServer
from web.cli.benches.soak import scanner_pid
from web.system.process_stats import read_process_stats

MOST_SECONDS = 2.0
MOST_MB = 350
"""The largest picture allowed takes up to 325 MB for a moment; what leaks or decodes more takes far more."""
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def png_chunk(kind: bytes, body: bytes, length: int | None = None) -> bytes:
    size = len(body) if length is None else length
    return struct.pack(">I", size) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def build_png(width: int, height: int, *chunks: bytes) -> bytes:
    return SIGNATURE + png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + b"".join(chunks)


def encode(image: Image.Image, kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def small_picture() -> Image.Image:
    """A small picture, so that only the attack can take long."""
    image = Image.effect_noise((160, 120), 60).convert("RGB")
    draw = ImageDraw.Draw(image)
    for at in range(4):
        draw.rectangle((10 + 36 * at, 30, 36 + 36 * at, 80), fill=(230, 225, 200 - 40 * at), outline=(20, 20, 30))
    return image


def picture_bombs() -> dict[str, bytes]:
    """The fixed corpus: pictures that crashed decoders, and files that only look like pictures. By name."""
    image = small_picture()
    jpeg, page = encode(image, "JPEG"), b"<script>alert(1)</script>"
    frames = [Image.new("RGB", (64, 48), colour) for colour in ("red", "lime", "blue")]
    lying = build_png(4000, 4000, png_chunk(b"IDAT", bytes(12), length=0x7FFF_FFF0))[:61]
    body = b"WEBP" + b"VP8X" + struct.pack("<I", 10) + b"\x02\x00\x00\x00" + b"\xff\x3f\x00" * 2 + bytes(8)
    apng = encode(frames[0], "PNG", save_all=True, append_images=frames[1:])
    return {
        "a png of 61 bytes that lies about its length": lying,
        "the same with the other length": lying[:33] + b"\xff\xff\xff\xf0" + lying[37:],
        "20 000 x 20 000": build_png(
            20_000, 20_000, png_chunk(b"IDAT", zlib.compress(bytes(3_000_000), 9)), png_chunk(b"IEND", b"")
        ),
        "49 megapixels of nothing": encode(Image.new("L", (7000, 7000)), "PNG"),
        "just under 16 megapixels": encode(Image.new("RGBA", (4000, 3990)), "PNG", compress_level=1),
        "a jpeg of 49 megapixels": encode(Image.new("RGB", (7000, 7000), "white"), "JPEG"),
        "a progressive jpeg of 49 megapixels": encode(Image.new("L", (7000, 7000)), "JPEG", progressive=True),
        "1 x 65 000": encode(Image.new("L", (1, 65_000)), "JPEG"),
        "65 000 x 1": encode(Image.new("L", (65_000, 1)), "JPEG"),
        "twelve megabytes of zeros": bytes(12_000_000),
        "sixteen megabytes after a jpeg": jpeg + bytes(16_000_000 - len(jpeg)),
        "apng": apng,
        "apng that promises a billion frames": apng.replace(struct.pack(">II", 3, 0), struct.pack(">II", 1 << 30, 0)),
        "cmyk": encode(image.convert("CMYK"), "JPEG"),
        "sixteen bits": encode(Image.new("I;16", (64, 48), 60_000), "PNG"),
        "a webp of a huge canvas": b"RIFF" + struct.pack("<I", len(body)) + body,
        "html in a comment": encode(image, "JPEG", comment=page) + page,
        "html before a jpeg": page + jpeg,
        "svg": b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
        "gif": encode(image, "GIF"),
        "tiff": encode(image, "TIFF"),
        "text chunks of a bomb": build_png(
            64, 48, *[png_chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(2_000_000), 9))] * 40
        ),
        "icc bomb": build_png(64, 48, png_chunk(b"iCCP", b"a\0\0" + zlib.compress(bytes(20_000_000), 9))),
        "nothing": b"",
        "one byte": b"\xff",
        "a zip": b"PK\x03\x04" + bytes(200),
    }


def cut_pictures(step: int = 1000) -> Iterator[bytes]:
    """Pictures cut off after each `step` bytes."""
    image = small_picture().resize((400, 300))
    for kind in ("JPEG", "PNG", "WEBP"):
        data = encode(image, kind)
        for length in range(1, len(data) - 64, step):
            yield data[:length]


def mutate_pictures(count: int, seed: int) -> Iterator[bytes]:
    """Pictures with bytes changed, mostly near the beginning, or with stretches doubled or removed."""
    chance, image = random.Random(seed), small_picture()
    seeds = [
        encode(image, "JPEG"),
        encode(image, "JPEG", progressive=True),
        encode(image.convert("CMYK"), "JPEG"),
        encode(image, "PNG"),
        encode(image.convert("P"), "PNG"),
        encode(image, "WEBP"),
        encode(image, "WEBP", lossless=True),
    ]
    for _ in range(count):
        data = bytearray(chance.choice(seeds))
        for _ in range(chance.randint(1, 12)):
            early = min(int(chance.expovariate(1 / 200)), len(data) - 1)
            data[early if chance.random() < 0.5 else chance.randrange(len(data))] = chance.randrange(256)
        if chance.random() < 0.1:
            start = chance.randrange(len(data))
            data[start:start] = data[start : start + 500] * chance.randint(0, 20)
        yield bytes(data)


class PictureAttack:
    """A server with an evening, and a host who sends it pictures."""

    def __init__(self, folder: Path) -> None:
        self.server = TableServer(folder, source="none").start()
        assert self.server.request("POST", "/api/host", {"pin": PIN})[0] == 200
        self.cookie = self.server.cookie
        evening = {"version": 0, "key": "opening-it", "game": "otoroku", "players": ["A", "B"]}
        assert self.server.request("POST", "/api/evening", evening, self.cookie)[0] == 200
        self.worker = scanner_pid(self.server.process.pid)
        self.lives = {self.worker}
        self.worst = 0.0
        self.codes: Counter[str] = Counter()
        self._connection = HTTPConnection(self.server.host, self.server.port, timeout=120)

    def send(self, picture: bytes, to: str = "hands.0") -> str:
        """Send one picture. The code of the answer. Fails on a server error, or after too long a time."""
        before = read_process_stats(self.worker).cpu_seconds
        headers = {"Origin": self.server.url, "Cookie": self.cookie, "Content-Type": "image/jpeg"}
        self._connection.request("POST", f"/api/picture?to={to}", picture, headers)
        answer = self._connection.getresponse()
        reply = json.loads(answer.read())
        code = reply["error"]["code"] if "error" in reply else "read"
        assert answer.status in {200, 413, 422}, (answer.status, reply, picture[:80])
        now = scanner_pid(self.server.process.pid)
        self.lives.add(now)
        if now == self.worker:
            self.worst = max(self.worst, read_process_stats(now).cpu_seconds - before)
        self.worker = now
        self.codes[code] += 1
        return code

    def finish(self, within: float) -> float:
        """Stop the server. The peak memory of its worker in MB. Fails if a promise was broken.

        `within`: the most seconds of processor time one picture may have taken.
        """
        peak = read_process_stats(self.worker).peak_memory_mb
        self._connection.close()
        assert self.server.stop() == 0
        log = self.server.log.read_text()
        assert "Traceback" not in log or "could not be read" in log, log[-2000:]
        assert len(self.lives) == 1, "the worker never died"
        assert self.worst < within, self.worst
        assert peak < MOST_MB, peak
        return peak


def main(count: int, seed: int) -> None:
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        attack = PictureAttack(Path(folder))
        for picture in (*picture_bombs().values(), *cut_pictures()):
            attack.send(picture)
        for number, picture in enumerate(mutate_pictures(count, seed), 1):
            attack.send(picture)
            if number % 1000 == 0:
                print(f"{number} in {time.monotonic() - start:.0f} s: {dict(attack.codes)}", flush=True)
        peak = attack.finish(MOST_SECONDS)
    print(
        f"{attack.codes.total()} pictures, {dict(attack.codes)}, no server error, the worker never died; "
        f"worst {attack.worst:.2f} s of processor, {peak:.0f} MB"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)

"""Hostile pictures are refused or read, quickly and in little memory."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.promises.threats.picture_mutations import PictureAttack, cut_pictures, mutate_pictures, picture_bombs
from tests.support.gate import first_in_gate

HANGS = 10.0
"""Seconds of processor time that only a picture that blocks the worker takes, however busy the machine; how long each
takes on a quiet one, `mutating` tells."""


@pytest.fixture(scope="module")
def attack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PictureAttack]:
    """A server to which pictures are sent, for all tests of this module."""
    running = PictureAttack(tmp_path_factory.mktemp("attack"))
    yield running
    running.finish(HANGS)


READ = {"apng", "cmyk", "sixteen bits", "html in a comment", "just under 16 megapixels", "a jpeg of 49 megapixels"}
READ |= {"a progressive jpeg of 49 megapixels"}


def test_every_known_bomb(attack):
    codes = {name: attack.send(picture) for name, picture in picture_bombs().items()}
    assert {name for name, code in codes.items() if code == "read"} >= READ
    wrong = {name for name, code in codes.items() if code != "bad_image"} - READ
    assert wrong <= {"sixteen megabytes after a jpeg", "apng that promises a billion frames"}


def test_pictures_that_end_early(attack):
    assert {attack.send(data) for data in cut_pictures(4000)} == {"bad_image"}


@pytest.mark.parametrize("count", [30, pytest.param(300, marks=pytest.mark.long)])
def test_mutated_pictures_are_read_or_refused(attack, count):
    before = attack.codes.copy()
    for data in mutate_pictures(count, seed=20_261_121):
        attack.send(data)
    came = attack.codes - before
    assert came["read"] > count / 10
    assert came["bad_image"] > count / 10
    assert came.total() == count


def send_raw(attack: PictureAttack, head: str, body: bytes, *, wait: float = 5.0) -> bytes:
    """The answer to a client that breaks the protocol, b"" where the server hangs up on it."""
    server = attack.server
    head = head.format(host=f"{server.host}:{server.port}", url=server.url, cookie=attack.cookie)
    answer = b""
    with socket.create_connection((server.host, server.port), timeout=wait) as connection:
        with suppress(OSError):
            connection.sendall(head.replace("\n", "\r\n").encode() + b"\r\n" + body)
        with suppress(OSError):
            connection.shutdown(socket.SHUT_WR)
        with suppress(OSError):
            while piece := connection.recv(65536):
                answer += piece
    return answer


HEAD = "POST /api/picture HTTP/1.1\nHost: {host}\nOrigin: {url}\nCookie: {cookie}\nConnection: close\n"
BODIES = {
    "less than promised": ("Content-Length: 5000\n", b"x" * 100),
    "more than promised": ("Content-Length: 10\n", b"x" * 5000),
    "a length below nothing": ("Content-Length: -5\n", b"x" * 100),
    "a length that is none": ("Content-Length: ten\n", b"x" * 100),
    "two lengths": ("Content-Length: 10\nContent-Length: 5000\n", b"x" * 100),
    "twenty gigabytes promised": ("Content-Length: 20000000000\n", b"x" * 100),
    "chunks": ("Transfer-Encoding: chunked\n", b"5\r\nxxxxx\r\n0\r\n\r\n"),
    "chunks without end": ("Transfer-Encoding: chunked\n", b"ffffffff\r\n" + b"x" * 5000),
    "chunks and a length": ("Transfer-Encoding: chunked\nContent-Length: 3\n", b"5\r\nxxxxx\r\n0\r\n\r\n"),
    "many parts": (
        "Content-Type: multipart/form-data; boundary=b\nContent-Length: 620002\n",
        b'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n' * 12_000 + b"--b--\r\n",
    ),
    "many headers": ("".join(f"X-{n}: {'y' * 200}\n" for n in range(3000)), b""),
}


@pytest.mark.parametrize("kind", BODIES)
def test_bodies_that_lie(attack, kind):
    more, body = BODIES[kind]
    answer = send_raw(attack, HEAD + more, body)
    assert not answer.startswith(b"HTTP/1.1 5"), answer[:300]
    assert b"Traceback" not in answer
    assert attack.server.health()


@pytest.mark.parametrize("path", first_in_gate(["/api/rounds", "/more/pin", "/start", "/join"]))
def test_twelve_thousand_parts_are_too_many_anywhere(attack, path):
    server = attack.server
    connection = http.client.HTTPConnection(server.host, server.port, timeout=60)
    headers = {"Origin": server.url, "Cookie": attack.cookie, "Content-Type": "multipart/form-data; boundary=b"}
    connection.request("POST", path, b'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n' * 12_000, headers)
    assert connection.getresponse().status < 500
    connection.close()

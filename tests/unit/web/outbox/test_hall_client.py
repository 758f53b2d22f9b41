import socket
import threading

import pytest

from scorer.errors import Refusal
from web.outbox.hall_client import HallAddress, HallClient, parse_hall_url


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("http://192.168.1.9:8100", HallAddress("http://192.168.1.9:8100")),
        (" https://hall.example/join/AB-CD/ ", HallAddress("https://hall.example", "AB-CD")),
        ("https://club.example/hall/join/ABCD", HallAddress("https://club.example/hall", "ABCD")),
        (" 192.168.1.9:8100/join/ABCD", HallAddress("http://192.168.1.9:8100", "ABCD")),
        ("hall.local", HallAddress("http://hall.local")),
        ("http://[::1]:8100/join", HallAddress("http://[::1]:8100")),
    ],
)
def test_addresses_as_they_are_typed(typed: str, address: HallAddress) -> None:
    assert parse_hall_url(typed) == address


@pytest.mark.parametrize(
    "typed",
    [None, "", "hall", "ftp://x/", "file:///etc/passwd", "http://", "http://a:b@c/", "http://x:99999999/"],
)
def test_what_is_no_address(typed) -> None:
    with pytest.raises(Refusal, match="bad_hall"):
        parse_hall_url(typed)


@pytest.mark.parametrize("typed", ["http://x y/", "http://é/", "http://[::1", "http://" + "x" * 300])
def test_hosts_that_cannot_be(typed) -> None:
    with pytest.raises(Refusal, match="bad_hall"):
        parse_hall_url(typed)


def serve_answers(*replies: bytes) -> str:
    """The URL of a server that gives each connection one of these answers."""
    server = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        with server:
            for reply in replies:
                connection, _ = server.accept()
                with connection:
                    connection.recv(65536)
                    connection.sendall(reply)

    url = f"http://127.0.0.1:{server.getsockname()[1]}"
    threading.Thread(target=serve, daemon=True).start()
    return url


def http_answer(status: str, body: str) -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()


def test_an_answer_a_refusal_and_nonsense() -> None:
    refused = '{"error": {"code": "wrong_code", "message": {"en": "<b>", "ja": "x"}}}'
    client = HallClient(
        serve_answers(
            http_answer("200 OK", '{"next": 3}'),
            http_answer("403 NO", refused),
            http_answer("200 OK", "[]"),
            http_answer("200 OK", "<html>"),
            http_answer("500 NO", "{}"),
            b"SSH-2.0\r\n",
            b"",
        )
    )
    assert client.send("POST", "/", b"{}", "1.k") == {"next": 3}
    with pytest.raises(Refusal, match="wrong_code") as caught:
        client.send("POST", "/", b"{}")
    assert "<b>" not in caught.value.message.en, "no text of another machine is shown"
    for _ in range(5):
        with pytest.raises(Refusal, match="hall_away"):
            client.send("POST", "/", b"{}")


def test_a_hall_that_does_not_answer_is_away() -> None:
    with pytest.raises(Refusal, match="hall_away"):
        HallClient(serve_answers()).send("POST", "/", b"{}")

import socket
import threading
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection

import pytest
from waitress import wasyncore

from tests.support.server import free_port
from tests.unit.web.hall.live.test_broadcaster import receive_until
from web.hall.server import build_hall_server


@contextmanager
def serve_hall(hall):
    """Serve a hall. Its port."""
    port = free_port()
    hall_server = build_hall_server(hall.app, "127.0.0.1", port, behind_proxy=True)
    thread = threading.Thread(target=hall_server.run)
    thread.start()
    yield port
    # Its loop ends with its last connection, and a browser keeps some open. A loop that an answer has just woken may
    # have closed everything, the trigger too, before it is pulled.
    with suppress(OSError):
        hall_server.trigger.pull_trigger(lambda: wasyncore.close_all(hall_server._map, ignore_all=True))
    thread.join()
    hall_server.task_dispatcher.shutdown()


@pytest.fixture
def hall_port(hall):
    """The port of a served hall."""
    with serve_hall(hall) as port:
        yield port


def test_a_stream_outlives_the_thread_that_opened_it(hall, hall_port) -> None:
    host = f"127.0.0.1:{hall_port}"
    with closing(socket.create_connection(("127.0.0.1", hall_port), timeout=30)) as phone:
        phone.sendall(f"GET /api/live HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        head = receive_until(phone, b"event: all")
        assert head.startswith(b"HTTP/1.1 200 OK\r\n")
        assert b"Content-Security-Policy" in head
        hall.context.live_tables.broadcaster.publish("overview", b"event: tables\ndata: [9]\n\n")
        receive_until(phone, b"[9]")
        assert hall.context.live_tables.broadcaster.stream_count == 1
        connection = HTTPConnection("127.0.0.1", hall_port, timeout=120)
        connection.request("GET", "/api/live/5", headers={"X-Forwarded-For": "192.168.1.77"})
        assert connection.getresponse().status == 404
        connection.close()

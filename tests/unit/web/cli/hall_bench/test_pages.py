import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.support.hall import HallTrial
from web.cli.hall_bench.pages import CpuClock, cost_of_pages, get, seconds_spent


class Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/" else 404)
        self.end_headers()
        self.wfile.write(b"page")

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def url():
    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_page_costs_time_and_bytes(hall, url) -> None:
    cost = cost_of_pages(url, ["/"], CpuClock(os.getpid(), hall.database))["/"]
    assert cost["bytes"] == 4
    assert cost["ms"] > 0
    assert cost["database_cpu_ms"] == 0, "SQLite has no process of its own"


def test_a_refused_page_is_no_figure(url) -> None:
    with pytest.raises(RuntimeError, match="/nowhere: 404"):
        get(url, "/nowhere")


def test_a_process_that_began_meanwhile_counts_from_its_start() -> None:
    assert seconds_spent({1: 2.0, 2: 1.0}, {1: 2.5, 3: 0.25}) == 0.75


def test_a_database_server_is_measured_by_its_processes(postgres) -> None:
    hall = HallTrial(postgres.url)
    try:
        with hall.database.read():
            assert CpuClock(os.getpid(), hall.database).server() != {}
    finally:
        hall.close()


def test_what_the_bench_itself_asked_is_no_cost_of_a_page(postgres) -> None:
    hall = HallTrial(postgres.url)
    try:
        clock = CpuClock(os.getpid(), hall.database)
        before = clock.server()
        with hall.database.read():  # the connection that asked first is taken, so another one asks now
            assert clock.server().keys() <= before.keys()
    finally:
        hall.close()

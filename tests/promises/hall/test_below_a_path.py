"""A hall that a proxy puts below a path, in Chromium."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from playwright.sync_api import expect

from tests.support.browser import NEEDS_BROWSER
from tests.unit.web.hall.test_server import hall_port as hall_port  # noqa: PLC0414  a fixture

pytestmark = NEEDS_BROWSER
PREFIX = "/club/cards"


@contextmanager
def run_proxy(hall_port: int) -> Iterator[tuple[int, list[str]]]:
    """Run a proxy with the hall below a path. Its port, and the paths that were asked for elsewhere."""
    elsewhere: list[str] = []

    class Forward(BaseHTTPRequestHandler):
        def forward(self) -> None:
            if not self.path.startswith(f"{PREFIX}/"):
                elsewhere.append(self.path)
                self.send_error(404)
                return
            body = self.rfile.read(int(self.headers["Content-Length"] or 0))
            headers = dict(self.headers.items()) | {"X-Forwarded-Prefix": PREFIX, "Connection": "close"}
            with closing(HTTPConnection("127.0.0.1", hall_port, timeout=60)) as connection:
                connection.request(self.command, self.path.removeprefix(PREFIX), body, headers)
                answer = connection.getresponse()
                self.send_response(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() != "transfer-encoding":
                        self.send_header(name, value)
                self.end_headers()
                while piece := answer.read1():
                    self.wfile.write(piece)

        do_GET = do_POST = forward  # noqa: N815  the names that the server looks for

        def handle(self) -> None:
            with suppress(OSError):  # the browser has left the page, or the hall has ended
                super().handle()

        def log_message(self, *_args: object) -> None:
            """Nobody reads it."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Forward) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_port, elsewhere
        finally:
            server.shutdown()
            thread.join()


def test_a_hall_below_a_path_is_whole(hall, hall_port, browser, tmp_path) -> None:
    """Its pages, styles, scripts, forms and live pages come from below that path, and from nowhere else."""
    hall.context.pin.renew("246810")
    with closing(hall.table(tmp_path / "pine", "Pine")) as table, run_proxy(hall_port) as (port, elsewhere):
        url = f"http://127.0.0.1:{port}{PREFIX}"
        with closing(browser.new_context(locale="en")) as context:
            page = context.new_page()
            page.goto(f"{url}/more")
            page.locator("input[name=pin]").fill("246810")
            with page.expect_navigation():
                page.locator("form[action$='/more/pin'] button").click()
            expect(page).to_have_url(f"{url}/more")
            page.locator("#tabs a").first.click()
            table.play(2).send_all()
            expect(page.locator("article")).to_contain_text("Round 3")
            page.get_by_role("link", name="Pine").click()
            expect(page.locator("#table li", has_text="+")).to_have_count(2)
            expect(page).to_have_url(f"{url}/tables/1")
        assert [path for path in elsewhere if path != "/favicon.ico"] == []

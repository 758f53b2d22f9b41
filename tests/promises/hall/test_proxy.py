"""A hall behind nginx with TLS, as configured in `deploy/`."""

from __future__ import annotations

import json
import shutil
import ssl
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.support.hall import HallTrial, TableTrial
from tests.support.server import free_port
from tests.unit.web.hall.test_server import hall_port as hall_port  # noqa: PLC0414  a fixture
from tests.unit.web.hall.test_server import serve_hall
from web.outbox.hall_client import HallAddress, HallClient

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
pytestmark = pytest.mark.skipif(not (NGINX and shutil.which("openssl")), reason="apt-get install nginx-light openssl")
EXAMPLE = Path(__file__).parents[3] / "deploy/nginx-hall.conf"


@contextmanager
def run_proxy(folder: Path, ports: Sequence[int]) -> Iterator[tuple[int, Path]]:
    """Run nginx in front of the halls at these ports. Its own port, and its certificate."""
    certificate, key, place, plain = folder / "hall.pem", folder / "hall.key", free_port(), free_port()
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    making = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    subprocess.run([*making, *names, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True)
    example = EXAMPLE.read_text()
    for before, after in (
        ("127.0.0.1:8100", f"127.0.0.1:{ports[0]}"),
        ("# server 127.0.0.1:8101;", "".join(f"server 127.0.0.1:{port};" for port in ports[1:])),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("return 301 https://hall.example", f"return 301 https://localhost:{place}"),
        ("listen 443 ssl", f"listen 127.0.0.1:{place} ssl"),
        ("server_name hall.example", "server_name localhost"),
        ("/etc/ssl/certs/hall.example.pem", str(certificate)),
        ("/etc/ssl/private/hall.example.key", str(key)),
    ):
        assert before in example
        example = example.replace(before, after)
    folders = "".join(
        f"{kind}_temp_path {folder / kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    head = f"daemon off;\npid {folder / 'nginx.pid'};\nerror_log stderr;\nevents {{}}\n"
    user = "user root;\n" if Path.home() == Path("/root") else ""
    whole = f"{user}{head}http {{\naccess_log off;\n{folders}{example}\n}}\n"
    (folder / "nginx.conf").write_text(whole)
    log = (folder / "nginx.log").open("wb")
    command = [str(NGINX), "-p", str(folder), "-e", "stderr", "-c", str(folder / "nginx.conf")]
    process = subprocess.Popen(command, stderr=log)
    try:
        until = time.monotonic() + 60
        while True:
            try:
                request_over_tls(place, certificate, "GET", "/health")
                break
            except OSError:
                assert process.poll() is None, (folder / "nginx.log").read_text()
                assert time.monotonic() < until
                time.sleep(0.02)
        assert_sends_on(plain, f"https://localhost:{place}/events/1?x=1")
        yield place, certificate
    finally:
        process.terminate()
        process.wait()
        log.close()


def assert_sends_on(plain: int, to: str) -> None:
    """Whoever asks without TLS is sent to the same page with it, whatever host he names."""
    with closing(HTTPConnection("127.0.0.1", plain, timeout=60)) as connection:
        connection.request("GET", "/events/1?x=1", headers={"Host": "evil.example"})
        answer = connection.getresponse()
        assert (answer.status, answer.getheader("Location")) == (301, to)


@pytest.fixture
def proxy(hall_port: int, tmp_path: Path) -> Iterator[tuple[int, Path]]:
    """Port and certificate of an nginx in front of the hall."""
    with run_proxy(tmp_path, [hall_port]) as running:
        yield running


def request_over_tls(
    port: int, certificate: Path, method: str, path: str, body: str = "", **headers: str
) -> tuple[int, str]:
    """One request over TLS: status and text."""
    context = ssl.create_default_context(cafile=str(certificate))
    connection = HTTPSConnection("localhost", port, timeout=60, context=context)
    with closing(connection):
        connection.request(method, path, body or None, {name.replace("_", "-"): text for name, text in headers.items()})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def test_a_referee_enters_and_nobody_writes_his_own_address(hall, proxy) -> None:
    hall.context.pin.renew("246810")
    form = {"Content_Type": "application/x-www-form-urlencoded", "Origin": f"https://localhost:{proxy[0]}"}
    assert request_over_tls(*proxy, "POST", "/more/pin", urlencode({"pin": "246810"}), **form)[0] == 302
    other = form | {"Origin": "https://elsewhere.example"}
    assert request_over_tls(*proxy, "POST", "/more/pin", urlencode({"pin": "246810"}), **other)[0] == 403
    seen: list[str] = []
    hall.app.before_request_funcs.setdefault(None, []).append(lambda: seen.append(remote_address()))
    request_over_tls(*proxy, "GET", "/health", X_Forwarded_For="203.0.113.9")
    assert seen == ["127.0.0.1"]


def remote_address() -> str | None:
    from flask import request  # noqa: PLC0415  only inside a request

    return request.remote_addr


def test_a_table_joins_and_a_page_is_told_at_once(hall, proxy, tmp_path, monkeypatch) -> None:
    place, certificate = proxy
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with closing(TableTrial(tmp_path / "pine", HallClient)) as table:
        address = HallAddress(f"https://localhost:{place}", hall.context.tables.code)
        table.outbox.join(address, "", "Pine", "http://192.168.1.5:8000/")
        context = ssl.create_default_context(cafile=str(certificate))
        connection = HTTPSConnection("localhost", place, timeout=60, context=context)
        with closing(connection):
            connection.request("GET", "/api/live")
            stream = connection.getresponse()
            assert stream.status == 200
            table.play(2).send_all()
            while '"round":3' not in (line := stream.readline().decode()):
                assert line
        assert hall.nets(1) == table.nets()
        assert json.loads(request_over_tls(place, certificate, "GET", "/api/tables")[1])["tables"][0]["name"] == "Pine"


def test_two_processes_behind_one_proxy_are_one_hall(postgres, tmp_path, monkeypatch) -> None:
    """nginx asks them in turn. Referee, tables, live pages and a killed process: it does not matter who answers."""
    with ExitStack() as stack:
        halls = [stack.enter_context(closing(HallTrial(postgres.url))) for _ in range(2)]
        ends = [ExitStack() for _ in halls]
        ports = [end.enter_context(serve_hall(one)) for one, end in zip(halls, ends, strict=True)]
        stack.callback(ends[0].close)
        place, certificate = stack.enter_context(run_proxy(tmp_path, ports))
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        address = HallAddress(f"https://localhost:{place}", halls[0].context.tables.code)
        table = stack.enter_context(closing(TableTrial(tmp_path / "pine", HallClient)))
        table.outbox.join(address, "", "Pine", "http://192.168.1.5:8000/")
        context = ssl.create_default_context(cafile=str(certificate))
        streams = []
        for _ in range(4):
            connection = HTTPSConnection("localhost", place, timeout=60, context=context)
            stack.callback(connection.close)
            connection.request("GET", "/api/live")
            streams.append(connection.getresponse())
            while "data:" not in streams[-1].readline().decode():  # then the hall counts it
                pass
        assert all(one.context.live_tables.broadcaster.stream_count for one in halls), "nginx asks them in turn"
        table.play(2).send_all()
        for stream in streams:
            while '"round":3' not in (line := stream.readline().decode()):
                assert line
        ends[1].close()
        table.play(2).send_all()
        assert table.outbox.status.unsent == 0
        assert halls[0].nets(1) == table.nets()
        until, shown = time.monotonic() + 60, 0
        while shown != 5:  # its cards are read beside the play
            assert time.monotonic() < until, shown
            shown = json.loads(request_over_tls(place, certificate, "GET", "/api/tables")[1])["tables"][0]["round"]

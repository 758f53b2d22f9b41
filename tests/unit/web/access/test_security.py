"""Hosts, origins, methods and roles that are allowed, and headers."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.table import BASE, Phone
from web.access.security import CONTENT_SECURITY_POLICY, is_host_allowed

WEB = Path(__file__).parents[4] / "web"
NAMES = frozenset({"localhost", "fudayomi.local"})


@pytest.mark.parametrize(
    "host",
    [
        "192.168.1.5",
        "192.168.1.5:8000",
        "127.0.0.1:1",
        "[::1]:8000",
        "[fd00::2]",
        "localhost:8000",
        "fudayomi.local",
        "FUDAYOMI.local",
    ],
)
def test_addresses_and_listed_names_are_hosts(host):
    assert is_host_allowed(host, NAMES)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "fudayomi.local.evil.example",
        "192.168.1.5.nip.io",
        "",
        "user@192.168.1.5",
        "192.168.1.5/x",
        "1.2.3.4:99999",
        "[::1",
        "localhost:abc",
        "evil.example:8000",
        "192.168.1.5?x",
        "0x7f000001",
        "fudayomi.local#x",
        "192.168.1",
    ],
)
def test_other_hosts_are_not(app, host):
    assert not is_host_allowed(host, NAMES)
    answer = app.test_client().get("/", headers={"Host": host})
    assert answer.status_code == 400
    assert answer.json["error"]["code"] == "bad_host"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": BASE}, 200),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://192.168.1.5"}, 403),
        ({"Origin": "http://192.168.1.5:8001"}, 403),
        ({"Origin": "http://192.168.1.6:8000"}, 403),
        ({"Origin": f"{BASE}.evil.example"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "http://evil.example", "Sec-Fetch-Site": "same-origin"}, 403),
        ({"Referer": BASE}, 403),
    ],
)
def test_changes_come_from_our_own_page_only(app, host, headers, status):
    host.open()
    body = {"version": 1, "answers": {"hands.0": ["h01-1"]}}
    answer = host.client.post("/api/draft", json=body, base_url=BASE, headers=headers)
    assert answer.status_code == status
    assert bool(host.snapshot["draft"]["hands"]) == (status == 200)


def routes_of(app):
    return [(rule.rule, method) for rule in app.url_map.iter_rules() for method in rule.methods - {"HEAD", "OPTIONS"}]


# What a guest may do: enter the PIN, try a round, practise, ask for a seat, and change their own phone.
OPEN = {
    *(
        "/api/host",
        "/api/preview",
        "/api/join",
        "/api/join/answer",
        "/api/host/answer",
        "/join",
        "/more/answer",
        "/more/name",
        "/settings/look",
        "/api/seats/ask",
    ),
    "/api/practice/review",
}


def test_every_unsafe_route_refuses_a_foreign_origin_and_every_guest(app, host, guest):
    host.open()
    before = host.snapshot
    for rule, method in routes_of(app):
        path = re.sub(r"<int:\w+>", "1", rule)
        if method == "GET":
            continue
        foreign = host.client.open(
            path, method=method, json={}, base_url=BASE, headers={"Origin": "http://evil.example"}
        )
        assert (path, foreign.status_code) == (path, 403)
        if path not in OPEN and not path.startswith("/api/learn/"):
            assert (path, guest.send(path, {}, method).status_code) in {(path, 403), (path, 302)}
    assert host.snapshot == before


def test_no_get_changes_anything(app, host):
    host.open()
    before = host.snapshot
    for path, method in routes_of(app):
        if method == "GET" and path != "/api/live":
            for filled in (
                re.sub(r"<[^>]*>", "x", path),
                re.sub(r"<[^>]*>", "otoroku", path),
                re.sub(r"<[^>]*>", "h01-1", path),
            ):
                assert host.get(filled).status_code < 500
    assert host.snapshot == before


@pytest.mark.parametrize(
    "path", ["/", "/health", "/api/session", "/art/h01-1.svg", "/nothing", "/start", "/static/js/main.js", "/join.svg"]
)
def test_every_answer_is_dressed(guest, path):
    answer = guest.get(path)
    answer.close()
    headers = answer.headers
    assert headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
    assert "unsafe" not in CONTENT_SECURITY_POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "Cache-Control" in headers


def test_api_answers_are_not_stored(guest):
    assert guest.get("/api/session").headers["Cache-Control"] == "no-store"


def test_the_cookie_is_ours_alone(guest):
    cookie = guest.get("/").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


def test_a_forged_cookie_makes_no_host(app):
    phone = Phone(app.test_client())
    phone.client.set_cookie("fudayomi", "eyJob3N0IjoxfQ.aaaa.bbbb", domain="192.168.1.5")
    assert not phone.get("/api/me").json["host"]


def test_pictures_need_a_phone_that_opened_the_page(app, host):
    host.open()
    host.send("/api/look", {"version": 1})
    name = host.snapshot["draft"]["picture"]["name"]
    stranger = Phone(app.test_client())
    assert stranger.get(f"/picture/{name}.jpg").status_code == 404
    stranger.get("/")
    assert stranger.get(f"/picture/{name}.jpg").data == b"\xff\xd8jpeg"


def test_too_large_an_upload_is_refused(host):
    host.open()
    answer = host.client.post(
        "/api/picture", data=b"x" * (16 * 1024 * 1024 + 1), base_url=BASE, headers={"Origin": BASE}
    )
    assert answer.status_code == 413
    assert answer.json["error"]["code"] == "too_large"


def test_a_fault_says_nothing_of_itself(app, host, monkeypatch, caplog):
    def broken(_data: object) -> None:
        raise RuntimeError("secret inside")

    monkeypatch.setattr("web.request.evening_start.parse_opening", broken)
    answer = host.change("/api/evening", game="otoroku", players=["A", "B"])
    assert answer.status_code == 500
    assert answer.json["error"]["code"] == "internal"
    assert b"secret" not in answer.data
    assert "secret inside" in caplog.text


ANYWHERE = r"\|\s*safe\b|\bMarkup\b|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function"
FORBIDDEN = {
    ".py": ANYWHERE,
    ".html": rf"{ANYWHERE}|<script(?![^>]*\bsrc=)|\bon\w+=|\bstyle=|<style|https?://",
    ".js": rf"{ANYWHERE}|https?://(?!www\.w3\.org/2000/svg)",
}


@pytest.mark.parametrize("kind", FORBIDDEN)
def test_nothing_is_ever_put_in_as_markup(kind):
    files = sorted(WEB.rglob(f"*{kind}"))
    assert files
    assert {file: found[0] for file in files if (found := re.search(FORBIDDEN[kind], file.read_text()))} == {}


def test_the_web_process_never_loads_pixels_or_training(tmp_path):
    code = """
import sys
from web.app import create_app
from web.ledger.store import Store
from scanner.worker.client import ScannerClient
import web.cli.commands.serve
store = Store(f"sqlite:///{sys.argv[1]}/ledger.db")
client = create_app(store, ScannerClient()).test_client()
for path in ("/", "/api/session", "/api/games", "/art/h01-1.svg", "/join.svg"):
    assert client.get(path).status_code == 200, path
print(sorted({"sklearn", "cv2", "numpy", "PIL", "scipy", "resvg_py"} & set(sys.modules)))
store.close()
"""
    out = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("host_name", ["table.fritz.box", "pi.lan:8000", "pi.tail1234.ts.net", "10.0.0.5.", ""])
def test_whoever_asks_for_a_page_under_a_foreign_name_gets_one_in_words(app, hall, host_name, lang) -> None:
    for client in (app.test_client(), hall.referee()):
        headers = {"Host": host_name, "Accept": "text/html", "Accept-Language": lang}
        answer = client.get("/", headers=headers)
        assert answer.status_code == 400
        assert answer.mimetype == "text/html"
        assert "--name" in answer.text
        assert "/etc/fudayomi/options" in answer.text
        assert not host_name or host_name not in answer.text
        assert client.get("/api/session", headers={"Host": host_name}).mimetype == "application/json"


def test_a_form_whose_proxy_keeps_the_host_back_says_so(app) -> None:
    headers = {"Origin": "https://cards.example", "Accept": "text/html"}
    answer = app.test_client().post("/join", data={"name": "Aki"}, base_url="http://127.0.0.1:8000", headers=headers)
    assert answer.status_code == 403
    assert "proxy_set_header Host" in answer.text


def test_a_name_may_end_with_its_dot() -> None:
    assert is_host_allowed("fudayomi.local.:8000", frozenset({"fudayomi.local"}))
    assert not is_host_allowed("fudayomi.local.evil.example.", frozenset({"fudayomi.local"}))

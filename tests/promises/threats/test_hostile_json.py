"""Hostile JSON, text and paths are refused and change nothing."""

from __future__ import annotations

import io
import lzma
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scanner.enrolled.store import list_decks
from tests.support.table import BASE, HANDS, Phone, picture_of_piles
from tests.unit.web.camera.test_enrolment import write_deck_file
from web.access.rate_limit import RateLimiter

DEEP = '{"a":' * 20_000 + "1" + "}" * 20_000
NUMBER = "192.168.1.5"


def refusal_code(answer: Any) -> str:
    return str(answer.json["error"]["code"])


@pytest.mark.parametrize("rules", [DEEP, "[" * 100_000, '{"wager": ' + "[" * 900 + "]" * 900 + "}"])
def test_deep_house_rules_are_refused_wherever_they_are_asked(host: Phone, rules: str) -> None:
    for path in ("/api/agreed", "/api/learn/otoroku", "/api/advice", "/api/drill/otoroku"):
        asked = host.client.get(path, query_string={"game": "otoroku", "options": rules}, base_url=BASE)
        assert (asked.status_code, refusal_code(asked)) == (422, "bad_option")
    for page in ("/learn/otoroku", "/learn/otoroku/drill"):
        asked = host.client.get(page, query_string={"o.wager": rules}, base_url=BASE)
        assert asked.status_code < 500
    form = {"game": "otoroku", "player": ["Aki", "Emi"], "o.wager": rules, "version": "0", "key": "a-form-key"}
    assert host.client.post("/start", data=form, base_url=BASE, headers={"Origin": BASE}).status_code == 422


def write_deck(folder: Path, name: str, manifest: bytes, **how: Any) -> None:
    """Write a deck file with any manifest, packed in any way."""
    stored = io.BytesIO()
    np.save(stored, np.frombuffer(manifest, np.uint8))
    with zipfile.ZipFile(folder / "decks" / f"{name}.npz", "w", **how) as members:
        members.writestr("manifest.npy", stored.getvalue())


def test_one_bad_deck_hides_no_good_one(tmp_path: Path, host: Phone) -> None:
    write_deck_file(tmp_path, "good")
    whole = (tmp_path / "decks/good.npz").read_bytes()
    kind = b'{"kind": "hanafuda", "labels": [], "held_out": '
    manifests = {
        "deep": DEEP.encode(),
        "deeper": kind + b"[" * 50_000 + b"]" * 50_000 + b"}",
        "list": b"[]",
        "kind": b'{"kind": [], "labels": []}',
        "labels": b'{"kind": "hanafuda", "labels": [[]]}',
        "near": kind + b'{}, "near": 5}',
        "huge": kind + b'{"named": 1e999}}',
        "text": b'{"kind": "hanafuda", "labels": ["\\ud800"]}',
    }
    for name, manifest in manifests.items():
        write_deck(tmp_path, name, manifest)
    write_deck(tmp_path, "bomb", b" " * 200_000, compression=zipfile.ZIP_LZMA)
    for at in range(30, len(whole), max(1, len(whole) // 60)):
        (tmp_path / f"decks/cut-{at}.npz").write_bytes(whole[:at])
        (tmp_path / f"decks/flip-{at}.npz").write_bytes(whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1 :])
    (tmp_path / "decks/raw.npz").write_bytes(lzma.compress(whole))
    (tmp_path / "decks/folder.npz").mkdir()
    assert "good" in {deck.name for deck in list_decks(tmp_path)}
    assert "good" in {deck["name"] for deck in host.get("/api/enrolled").json["decks"]}
    assert host.get("/decks").status_code == 200
    assert host.get("/start").status_code == 200


@pytest.mark.parametrize("text", ["\ud800", "x\udfff" * 4, "\x00" * 8, "key\x1bkey\x1b"])
def test_text_that_cannot_be_written_reaches_neither_hash_nor_ledger(host: Phone, guest: Phone, text: str) -> None:
    host.open()
    before = host.snapshot
    assert refusal_code(guest.send("/api/host", {"pin": text})) == "bad_request"
    assert refusal_code(host.send("/api/pin", {"pin": text, "new": text})) == "bad_request"
    for path in ("/api/undo", "/api/redo", "/api/close", "/api/rounds"):
        assert refusal_code(host.send(path, {"version": 1, "key": text, "answers": host.answers()})) == "bad_request"
    form = {"version": "1", "key": text.encode(errors="surrogatepass"), "pin": text.encode(errors="surrogatepass")}
    for path in ("/more/close", "/seats/leave", "/more/pin", "/start"):
        answer = host.client.post(path, data=form, base_url=BASE, headers={"Origin": BASE})
        assert answer.status_code < 500
    assert host.snapshot == before


@pytest.mark.parametrize("hand", [[], {}, ["hands.0"], {"a": 1}, 5, True])
def test_a_hand_is_named_by_text(host: Phone, scanner: Any, hand: object) -> None:
    host.open()
    scanner.read_result = picture_of_piles(HANDS, 4)
    before = host.snapshot
    assert refusal_code(host.change("/api/look", to=hand)) == "bad_request"
    assert refusal_code(host.change("/api/draft/give", read=0, to=hand)) == "bad_request"
    assert host.snapshot == before


@pytest.mark.parametrize("path", ["/%0aSet-Cookie:x", "/a%0d%0ab", "/join%0a", "/%00", "/learn/x%1b"])
def test_no_path_reaches_a_header_unquoted(host: Phone, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.setattr("web.request.canonical_host.own_address", lambda: NUMBER)
    for where in ("http://fudayomi.local:8000", BASE):
        answer = host.client.get(path, base_url=where, headers={"Accept": "text/html"})
        assert answer.status_code == 404
    asked = {"Accept": "text/html"}
    led = host.client.get("/join?name=%0aSet-Cookie:%20x&b=札", base_url="http://fudayomi.local:8000", headers=asked)
    assert led.status_code == 302
    assert "\n" not in led.location


def test_settings_of_a_strangers_ledger_stop_no_start(store: Any, scanner: Any) -> None:
    from web.app import create_app  # noqa: PLC0415  over the spoiled settings

    names = (
        "phones",
        "pin",
        "pin_tries",
        "zones",
        "reading",
        "secret",
        "calibration",
        "follow",
        "corrections",
        "notice",
    )
    for value in (5, [], {}, "x", [[]], {"a": []}, [{"id": []}], {"number": "x", "hash": 1}, {"4": [[1, 2]]}, None):
        for name in names:
            store.set_setting(name, value)
        phone = Phone(create_app(store, scanner).test_client())
        assert phone.get("/api/session").status_code == 200
        assert phone.get("/more").status_code == 200


def test_a_flood_of_addresses_leaves_no_trace_of_those_refused() -> None:
    limiter = RateLimiter({60: 2}, {60: 3}, clock=lambda: 1000.0)
    assert [limiter.allow(f"10.0.0.{n}") for n in range(3)] == [True] * 3
    assert not any(limiter.allow(f"10.1.{n // 256}.{n % 256}") for n in range(10_000))
    assert len(limiter._requests) == 3

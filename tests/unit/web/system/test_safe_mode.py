"""Failed starts lead to safe mode, and systemd knows what is served."""

from __future__ import annotations

import importlib
import os
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from scanner.picamera_daemon.sd_notify import sd_notify
from scorer.texts import Text
from tests.support.server import PIN, TableServer
from tests.support.table import FakeScanner, Phone
from web.app import create_app
from web.config import Settings
from web.doctor.machine import Machine
from web.ledger.store import Store
from web.system.safe_mode import CrashLoopGuard, count_failed_starts
from web.system.watchdog import Watchdog, watchdog_timeout


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """The socket at which a stand-in for systemd receives notifications."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "notify"))
        heard.settimeout(30)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        yield heard


def test_three_starts_in_vain_and_the_fourth_is_safe(tmp_path: Path) -> None:
    assert [CrashLoopGuard(tmp_path).start() for _ in range(5)] == [False, False, False, True, True]
    safe = CrashLoopGuard(tmp_path)
    assert safe.start()
    safe.mark_stopped()
    again = CrashLoopGuard(tmp_path)
    assert again.start(), "a start that was stopped before it proved healthy proves nothing"
    again.leave_safe_mode()
    assert again.notice is None
    assert not CrashLoopGuard(tmp_path).start()


def test_after_a_safe_start_that_proved_itself_the_camera_is_tried_once(tmp_path: Path) -> None:
    for _ in range(4):
        safe = CrashLoopGuard(tmp_path)
        safe.start()
    safe.mark_healthy()
    safe.mark_stopped()
    assert [CrashLoopGuard(tmp_path).start() for _ in range(2)] == [False, True]


@pytest.fixture
def boot_id_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stand-in for the kernel's file of the boot id."""
    file = tmp_path / "boot_id"
    file.write_text("first\n")
    monkeypatch.setattr("web.system.safe_mode._BOOT_ID_FILE", file)
    return file


def test_starts_that_ended_with_the_power_are_no_failures(tmp_path: Path, boot_id_file: Path) -> None:
    for boot in range(20):
        boot_id_file.write_text(f"boot-{boot}\n")
        assert not CrashLoopGuard(tmp_path).start()
    assert count_failed_starts(tmp_path) == 1, "the one under way"


def test_failures_are_counted_across_a_power_cut(tmp_path: Path, boot_id_file: Path) -> None:
    assert [CrashLoopGuard(tmp_path).start() for _ in range(3)] == [False] * 3
    boot_id_file.write_text("second")
    assert [CrashLoopGuard(tmp_path).start() for _ in range(2)] == [False, True], "two had failed, then the power"


def test_a_count_of_an_older_version_counts(tmp_path: Path) -> None:
    (tmp_path / "starts").write_text("3")
    assert CrashLoopGuard(tmp_path).start()


def test_a_start_that_proves_itself_is_forgotten(tmp_path: Path) -> None:
    for _ in range(5):
        start = CrashLoopGuard(tmp_path)
        assert not start.start()
        start.mark_healthy()
    assert count_failed_starts(tmp_path) == 0
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("count", ["", "rubbish", "-4", "9" * 5000, "\x00"])
def test_a_count_nobody_can_read_stops_no_start(tmp_path: Path, count: str) -> None:
    (tmp_path / "starts").write_text(count)
    CrashLoopGuard(tmp_path).start()
    assert count_failed_starts(tmp_path) >= 1


def test_a_folder_that_cannot_be_written_stops_no_start(tmp_path: Path) -> None:
    start = CrashLoopGuard(tmp_path / "none")
    assert not start.start()
    start.mark_healthy()


@pytest.mark.parametrize(
    ("count", "ok", "says"), [(0, True, "as it should"), (2, True, "2 starts"), (4, False, "safe")]
)
def test_doctor_tells(tmp_path: Path, count: int, ok: bool, says: str) -> None:
    (tmp_path / "starts").write_text(str(count))
    found = importlib.import_module("web.doctor.checks.starts").CHECK(Machine(tmp_path, "", "none"))
    assert found.ok is ok
    assert says in found.message.en
    assert ok or "Leave safe mode" in found.advice.en


@pytest.fixture
def safe_app(store: Store, scanner: FakeScanner, tmp_path: Path) -> Flask:
    starts = CrashLoopGuard(tmp_path)
    for _ in range(4):
        starts.start()
    settings = Settings("synthetic", 8000, frozenset({"fudayomi.local"}), crash_guard=starts)
    return create_app(store, scanner, settings)


def test_the_page_tells_and_only_the_host_leaves(safe_app: Flask, scanner: FakeScanner) -> None:
    guest, host = Phone(safe_app.test_client()), Phone(safe_app.test_client()).grant_host()
    snapshot = guest.snapshot
    assert "Safe mode" in snapshot["says"]["en"]
    assert "安全起動" in snapshot["says"]["ja"]
    assert snapshot["scanner"] == {"state": "up", "camera": False, "demo": False}
    assert "Leave safe mode" in host.get("/more").text
    assert "Leave safe mode" not in guest.get("/more").text
    assert guest.send("/more/unsafe").status_code == 403
    assert guest.snapshot["says"]
    assert host.send("/more/unsafe").status_code == 302
    assert scanner.source == "synthetic"
    assert guest.snapshot["says"] is None
    assert guest.snapshot["scanner"]["demo"]
    assert "Leave safe mode" not in host.get("/more").text


def test_what_the_scanner_says_is_said_too(safe_app: Flask, scanner: FakeScanner) -> None:
    scanner.message = Text("It hurts.", "痛い。")
    says = Phone(safe_app.test_client()).snapshot["says"]["en"]
    assert "Safe mode" in says
    assert "It hurts." in says


@pytest.mark.long
def test_a_companion_killed_too_often_comes_back_without_its_camera_until_the_host_says_so(tmp_path: Path) -> None:
    (tmp_path / "starts").write_text("2")
    server = TableServer(tmp_path)
    server.start(ready=False)
    assert server.request("GET", "/api/session")[1]["scanner"]["demo"]
    server.kill()
    assert count_failed_starts(tmp_path) == 3
    server.start()
    snapshot = server.request("GET", "/api/session")[1]
    assert "Safe mode" in snapshot["says"]["en"]
    assert not snapshot["scanner"]["camera"]
    assert server.request("POST", "/api/host", {"pin": PIN})[0] == 200
    cookie = server.cookie
    body = {"version": 0, "key": "opening-it", "game": "otoroku", "players": ["A", "B", "C"]}
    assert server.request("POST", "/api/evening", body, cookie)[0] == 200
    looked, refusal = server.request("POST", "/api/look", {"version": 1}, cookie)
    assert (looked, refusal["error"]["code"]) == (503, "no_picture")
    before = server.workers()
    with pytest.raises(ValueError, match="Expecting value"):  # the answer is a redirect, not JSON
        server.request("POST", "/more/unsafe", {}, cookie)
    until = time.monotonic() + 60
    while server.workers() in ([], before) or (snapshot := server.request("GET", "/api/session")[1])["says"]:
        assert time.monotonic() < until
        time.sleep(0.05)
    assert snapshot["scanner"]["state"] == "up"
    assert server.stop() == 0
    assert count_failed_starts(tmp_path) == 0


def test_systemd_hears_that_pages_are_served_and_that_it_ends(
    tmp_path: Path, systemd: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "600000")
    server = TableServer(tmp_path, source="none").start(ready=False)
    assert systemd.recv(4096).splitlines()[0] == b"READY=1"
    assert [systemd.recv(4096) for _ in range(3)] == [b"WATCHDOG=1"] * 3
    assert server.process is not None
    assert server.stop() == 0
    last = b""
    while last != b"STOPPING=1":
        last = systemd.recv(4096)


def test_a_page_that_hangs_is_not_called_alive(systemd: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.system.watchdog._HEALTH_TIMEOUT_S", 0.1)
    systemd.settimeout(0.7)
    over = threading.Event()
    with socket.socket() as deaf:  # takes connections, answers nothing
        deaf.bind(("127.0.0.1", 0))
        deaf.listen()
        watchdog = Watchdog("*", deaf.getsockname()[1], CrashLoopGuard(), over)
        watchdog.start()
        with pytest.raises(TimeoutError):
            systemd.recv(4096)
        over.set()
        watchdog.join()
    assert systemd.recv(4096) == b"STOPPING=1"


def test_without_systemd_nothing_is_sent(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for where in ("", "nonsense", str(tmp_path / "nobody"), "@nobody-listens-here"):
        monkeypatch.setenv("NOTIFY_SOCKET", where)
        sd_notify("READY=1")
    for pid, microseconds, seconds in (
        (os.getpid(), "30000000", 30.0),
        (1, "30000000", None),
        (os.getpid(), "0", None),
        (os.getpid(), "x", None),
    ):
        monkeypatch.setenv("WATCHDOG_PID", str(pid))
        monkeypatch.setenv("WATCHDOG_USEC", microseconds)
        assert watchdog_timeout() == seconds


def test_settings_without_a_folder_count_nothing() -> None:
    settings = replace(Settings("webcam:0"), port=1)
    assert not settings.crash_guard.start()
    assert settings.has_camera
    settings.crash_guard.leave_safe_mode()

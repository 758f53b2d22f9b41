"""`fudayomi doctor`: every check on machines with and without faults."""

from __future__ import annotations

import importlib
import json
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from scanner.imaging.decode import encode_jpeg
from scanner.imaging.image_quality import measure_quality
from scanner.sources.synthetic import SyntheticSource
from web.cli import main
from web.doctor import machine as check_module
from web.doctor.machine import Finding, Machine
from web.doctor.runner import check_names, run_checks
from web.ledger.checkpoint import CHECKPOINT_FILE_NAME, read_checkpoint, write_checkpoint
from web.ledger.store import Store

PROMISED = {
    "camera", "light", "focus", "disk", "clock", "wifi", "address", "memory", "undervoltage", "model", "detector",
    "database", "starts", "evenings",
}  # fmt: skip


def run_check(name: str, machine: Machine) -> Finding:
    found: Finding = importlib.import_module(f"web.doctor.checks.{name}").CHECK(machine)
    assert found.ok or (found.advice.en and found.advice.ja), "what is wrong says what to do"
    return found


@pytest.fixture
def make_machine(tmp_path: Path) -> Callable[..., Machine]:
    """Makes a machine whose file system is a folder, with these files and outputs of commands."""

    def make(
        files: dict[str, str] | None = None, commands: dict[str, str] | None = None, source: str = "none"
    ) -> Machine:
        class FolderMachine(Machine):
            def run_command(self, *command: str) -> str | None:
                return (commands or {}).get(command[0])

        for path, text in (files or {}).items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text)
        data = tmp_path / "the data"
        data.mkdir(exist_ok=True)
        return FolderMachine(data, f"sqlite:///{data / 'ledger.db'}", source, port=9, root=tmp_path)

    return make


def test_every_promised_check_is_found() -> None:
    assert set(check_names()) == PROMISED


@pytest.mark.parametrize("lang", ["C", "ja_JP.UTF-8"])
def test_a_plain_laptop_passes_every_check_in_both_languages(tmp_path: Path, lang: str) -> None:
    words = ["doctor", "--json", "--source", "none", "--port", "9", "--data", str(tmp_path)]
    result = CliRunner().invoke(main, words, env={"LC_ALL": lang})
    entries = json.loads(result.output)["checks"]
    assert {entry["name"] for entry in entries} == PROMISED
    for entry in entries:
        assert set(entry) == {"name", "title", "ok", "measured", "says", "do"}
        assert entry["title"] != entry["name"]
        assert entry["says"]
        assert entry["ok"] or entry["do"]
        assert any(ord(letter) > 0x3000 for letter in entry["says"]) == (lang != "C")
    quiet = {entry["name"]: entry["ok"] for entry in entries}
    assert {entry["name"] for entry in entries if not entry["measured"]} >= {"focus", "light"}
    assert all(quiet[name] for name in ("camera", "light", "focus", "undervoltage", "database", "model", "detector"))
    assert result.exit_code == (0 if all(quiet.values()) else 1)


def test_something_wrong_is_exit_status_1_and_says_what_to_do(tmp_path: Path) -> None:
    words = ["doctor", "--source", f"folder:{tmp_path / 'none'}", "--port", "9", "--data", str(tmp_path)]
    result = CliRunner().invoke(main, words, env={"LC_ALL": "C"})
    assert result.exit_code == 1
    assert "✗ camera" in result.output
    assert "→ Start again with --source folder:DIR." in result.output
    assert CliRunner().invoke(main, ["doctor", "--source", "telescope"]).exit_code == 2


def test_a_check_that_fails_itself_is_a_finding(
    make_machine: Callable[..., Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_machine: Machine) -> Finding:
        raise ZeroDivisionError

    monkeypatch.setattr(importlib.import_module("web.doctor.checks.disk"), "CHECK", broken)
    found = {name: finding for name, _, finding in run_checks(make_machine())}
    assert not found["disk"].ok
    assert "ZeroDivisionError" in found["disk"].message.en
    assert found["database"].ok


@pytest.mark.parametrize(
    ("throttled", "ok", "says"),
    [
        ("throttled=0x0", True, "fine"),
        ("throttled=0x50000", False, "power supply"),
        ("throttled=0x1", False, "power supply"),
        ("throttled=0x80000", False, "hot"),
        ("VCHI initialization failed", True, "Only"),
    ],
)
def test_low_voltage_is_found(make_machine: Callable[..., Machine], throttled: str, ok: bool, says: str) -> None:
    found = run_check("undervoltage", make_machine(commands={"vcgencmd": throttled}))
    assert found.ok is ok
    assert says in found.message.en


WIRELESS = """Inter-| sta-|   Quality        |   Discarded packets
 face | tus | link level noise |  nwid  crypt   frag
 wlan0: 0000   {link}.  {level}.  -256        0      0      0
"""


@pytest.mark.parametrize(
    ("state", "level", "ok", "says"),
    [
        ("up", -48, True, "-48 dBm"),
        ("up", -82, False, "weak"),
        ("down", 0, False, "not connected"),
        ("up", 199, True, "connected."),
    ],
)
def test_a_weak_wifi_is_found(
    make_machine: Callable[..., Machine], state: str, level: int, ok: bool, says: str
) -> None:
    files = {
        "sys/class/net/wlan0/operstate": state,
        "sys/class/net/wlan0/wireless/x": "",
        "sys/class/net/eth0/operstate": "up",
        "proc/net/wireless": WIRELESS.format(link=40, level=level),
    }
    found = run_check("wifi", make_machine(files))
    assert found.ok is ok
    assert says in found.message.en


@pytest.mark.parametrize(("available", "ok"), [(3_000_000, True), (150_000, False)])
def test_too_little_memory_is_found(make_machine: Callable[..., Machine], available: int, ok: bool) -> None:
    made = make_machine({"proc/meminfo": f"MemTotal: 4000000 kB\nMemAvailable:  {available} kB\n"})
    assert run_check("memory", made).ok is ok


@pytest.mark.parametrize(
    ("health", "ok", "says"),
    [
        ({"unreadable": []}, True, "Every evening can be read"),
        ({"unreadable": [2, 7]}, False, "cannot be read: 2, 7"),
        (None, True, "Not checked"),
    ],
)
def test_evenings_that_cannot_be_read_are_named(
    make_machine: Callable[..., Machine], health: object, ok: bool, says: str
) -> None:
    made = make_machine()
    made.__dict__["server_health"] = health
    found = run_check("evenings", made)
    assert (found.ok, found.measured) == (ok, health is not None)
    assert says in found.message.en
    assert ok or "Files" in found.advice.en


def test_a_clock_that_is_not_set_or_went_back(
    make_machine: Callable[..., Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = importlib.import_module("web.doctor.checks.clock")
    made = make_machine(commands={"timedatectl": "no"})
    assert "not compared" in run_check("clock", made).message.en
    (made.data / "ledger.db").write_bytes(b"")

    class Moved(clock.datetime):
        year_now = 1970

        @classmethod
        def now(cls, tz=None):
            return clock.datetime.fromtimestamp(made.data.stat().st_mtime, tz).replace(year=cls.year_now)

    monkeypatch.setattr(clock, "RELEASED_AT", clock.RELEASED_AT.replace(year=2000))
    real = clock.datetime.now(clock.UTC)
    monkeypatch.setattr(clock, "datetime", Moved)
    assert "not set" in run_check("clock", made).message.en
    Moved.year_now = real.year - 1
    assert "behind" in run_check("clock", made).message.en


def test_a_disk_that_is_full_or_cannot_be_written(
    make_machine: Callable[..., Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = importlib.import_module("web.doctor.checks.disk")
    made = make_machine()
    monkeypatch.setattr(disk, "_MIN_FREE_MB", 10**9)
    assert not run_check("disk", made).ok
    made.data.chmod(0o500)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(disk.tempfile, "TemporaryFile", refuse)
    found = run_check("disk", made)
    assert not found.ok
    assert "written" in found.message.en


@pytest.mark.parametrize("name", ["disk", "database", "starts"])
def test_what_looked_at_nothing_is_not_green(make_machine: Callable[..., Machine], name: str) -> None:
    made = make_machine()
    made.data.rmdir()
    found = run_check(name, made)
    assert not found.measured
    if name != "starts":
        assert str(made.data) in found.message.en
        assert str(made.data) in found.message.ja


def test_a_folder_is_the_same_by_any_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "two").mkdir()
    Store(f"sqlite:///{tmp_path / 'two' / 'ledger.db'}").close()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "link").symlink_to("two")

    def check_ledger(folder: str) -> str:
        words = ["doctor", "--json", "--source", "none", "--port", "9", "--data", folder]
        entries = json.loads(CliRunner().invoke(main, words, env={"LC_ALL": "C"}).output)["checks"]
        return next(entry["says"] for entry in entries if entry["name"] == "database")

    assert {
        check_ledger(folder)
        for folder in ("two", "./two/", "../" + tmp_path.name + "/two", str(tmp_path / "two"), "link")
    } == {"The ledger is whole."}
    result = CliRunner().invoke(main, ["doctor", "--data", "tow"])
    assert result.exit_code == 2
    assert f"There is no folder {tmp_path / 'tow'}." in result.output
    assert not (tmp_path / "tow").exists()


def test_the_ledger_of_a_running_companion(make_machine: Callable[..., Machine]) -> None:
    for state, ok, says in (
        ({}, True, "whole"),
        ({"ledger": "saved", "folds": "kept"}, True, "whole"),
        ({"ledger": "saved", "folds": "renewed"}, True, "made anew"),
        ({"ledger": "memory"}, False, "in memory only"),
        ({"ledger": "shared"}, False, "Another program"),
    ):
        made = make_machine()
        made.__dict__["server_health"] = state
        Store(made.database).close()
        found = run_check("database", made)
        assert found.ok == ok
        assert says in found.message.en


def test_who_has_the_ledger_and_what_is_kept_beside_it(make_machine: Callable[..., Machine]) -> None:
    made = make_machine()
    with closing(Store(made.database)) as store:
        store.open_evening({"kind": "opened"}, "host", "opened")
        assert store.save_checkpoint(store.tip(), 0, None)
        found = run_check("database", made)
        assert found.ok
        assert "(process " in found.message.en
    kept = read_checkpoint(made.data / CHECKPOINT_FILE_NAME)
    assert kept is not None
    write_checkpoint(made.data / CHECKPOINT_FILE_NAME, replace(kept, checksum=kept.checksum ^ 1))
    found = run_check("database", made)
    assert not found.ok
    assert "does not come from it" in found.message.en


def test_the_ledger_whole_damaged_and_untouched(make_machine: Callable[..., Machine]) -> None:
    made = make_machine()
    file = made.data / "ledger.db"
    connection = sqlite3.connect(file)
    with connection:
        connection.execute("CREATE TABLE entries (body TEXT)")
        connection.executemany("INSERT INTO entries VALUES (?)", [("x" * 500,)] * 500)
    connection.close()
    before = file.read_bytes()
    assert run_check("database", made).ok
    assert file.read_bytes() == before
    file.write_bytes(before[:5000] + b"\xff" * 20_000 + before[25_000:])
    found = run_check("database", made)
    assert not found.ok
    assert "Keep the file" in found.advice.en
    file.write_bytes(b"this is not a ledger at all" * 100)
    assert not run_check("database", made).ok


def test_a_model_that_was_tampered_with(
    make_machine: Callable[..., Machine], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    model = importlib.import_module("web.doctor.checks.model")
    assert run_check("model", make_machine()).ok
    (tmp_path / "models/hanafuda").mkdir(parents=True)
    monkeypatch.setattr(model.models, "__path__", [str(tmp_path / "models")])
    assert not run_check("model", make_machine()).ok
    (tmp_path / "models/hanafuda/manifest.json").write_text("{}")
    assert not run_check("model", make_machine()).ok


def test_the_detector_missing_changed_or_of_another_version(
    make_machine: Callable[..., Machine], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    check = importlib.import_module("web.doctor.checks.detector")
    shipped = Path(check.models.__path__[0]) / "detector"
    about, network = (shipped / "detector.json").read_bytes(), (shipped / "refinement.onnx").read_bytes()
    assert run_check("detector", make_machine()).ok
    monkeypatch.setattr(check.models, "__path__", [str(tmp_path)])
    found = run_check("detector", make_machine())
    assert not found.ok
    assert "detector.json, proposals.onnx, refinement.onnx" in found.message.en
    folder = Path(shutil.copytree(shipped, tmp_path / "detector"))
    assert run_check("detector", make_machine()).ok
    for manifest, data in (
        (about, network[:-1]),
        (b"{}", network),
        (about.replace(b'"format": 3', b'"format": 9'), network),
    ):
        (folder / "detector.json").write_bytes(manifest)
        (folder / "refinement.onnx").write_bytes(data)
        found = run_check("detector", make_machine())
        assert not found.ok
        assert "cannot be used" in found.message.en


def test_a_machine_without_a_network_has_no_address(
    make_machine: Callable[..., Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    address = importlib.import_module("web.doctor.checks.address")
    monkeypatch.setattr(address, "own_addresses", lambda: ())
    assert not run_check("address", make_machine()).ok
    monkeypatch.setattr(address, "own_addresses", lambda: ("[2001:db8::7]",))
    assert "http://[2001:db8::7]:9/" in run_check("address", make_machine()).message.en


@pytest.fixture(scope="module")
def synthetic_picture() -> np.ndarray:
    """A synthetic picture, which no test may change in place."""
    return SyntheticSource("1").read(1)


@pytest.mark.parametrize(
    ("look", "light", "focus"),
    [
        (lambda frame: frame, True, True),
        (lambda frame: frame // 5, False, True),
        (lambda frame: np.clip(frame.astype(int) * 4 + 60, 0, 255).astype(np.uint8), False, True),
        (lambda frame: cv2.GaussianBlur(frame, (0, 0), 3), True, False),
        (lambda frame: np.full_like(frame, 120), True, False),
    ],
)
def test_what_a_picture_tells_of_light_and_focus(
    make_machine: Callable[..., Machine],
    tmp_path: Path,
    synthetic_picture: np.ndarray,
    look: Callable[..., np.ndarray],
    light: bool,
    focus: bool,
) -> None:
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures/a.jpg").write_bytes(encode_jpeg(look(synthetic_picture)))
    made = make_machine(source=f"folder:{tmp_path / 'pictures'}")
    assert run_check("camera", made).ok
    assert run_check("light", made).ok is light
    assert run_check("focus", made).ok is focus


@pytest.mark.parametrize("smear", [1.5, 2.0, 3.0])
def test_the_smear_of_an_edge_is_measured_in_pixels(smear: float) -> None:
    edge = np.full((1080, 1920, 3), 60, np.uint8)
    edge[:, 960:] = 200
    edge[300:700, 400:700] = 200
    found = measure_quality(np.asarray(cv2.GaussianBlur(edge, (0, 0), smear), np.uint8)).blur_px
    assert found == pytest.approx(smear, rel=0.15)


@pytest.fixture
def start_health_page() -> Iterator[Callable[..., int]]:
    """Starts a server with this health page. Returns its port."""
    servers = []

    def start(body: str, page: str = "{}") -> int:
        class Page(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.end_headers()
                self.wfile.write((body if self.path == "/health" else page).encode())

            def log_message(self, *words: object) -> None:
                pass

        server = HTTPServer(("127.0.0.1", 0), Page)
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        servers.append(server)
        return int(server.server_address[1])

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize(
    ("state", "page", "camera"),
    [
        ("up", '{"says": null}', True),
        ("down", "{}", False),
        ("up", '{"says": {"en": "No camera is found. Push the cable in.", "ja": "カメラがありません。"}}', False),
    ],
)
def test_a_running_companion_keeps_its_camera(
    make_machine: Callable[..., Machine],
    monkeypatch: pytest.MonkeyPatch,
    start_health_page: Callable[..., int],
    state: str,
    page: str,
    camera: bool,
) -> None:
    monkeypatch.setattr(check_module, "open_source", None)
    made = make_machine(source="webcam:0")
    made.port = start_health_page(f'{{"status": "ok", "scanner": "{state}"}}', page)
    found = run_check("camera", made)
    assert found.ok is camera
    assert camera or "scanner" in found.message.en or "No camera" in found.message.en
    assert run_check("light", made).ok
    focus = run_check("focus", made)
    assert (focus.measured, "Set up camera and light" in focus.advice.en) == (False, True)


@pytest.mark.parametrize("body", ["[]", "not json", "{}"])
def test_another_program_on_that_port_is_no_companion(
    make_machine: Callable[..., Machine], start_health_page: Callable[..., int], body: str
) -> None:
    made = make_machine()
    made.port = start_health_page(body)
    assert made.server_health is None

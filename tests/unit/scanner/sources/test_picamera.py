"""The Pi camera's source, against a stand-in for picamera2."""

from __future__ import annotations

import ast
import inspect
import json
import os
import runpy
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import scanner.picamera_daemon
from scanner.camera import picamera_client
from scanner.picamera_daemon.wire import MessageHeader
from scanner.process.worker_process import RestartPolicy, WorkerProcess
from scanner.reads import PictureRead
from scanner.sources import has_pi_camera, picamera
from scanner.sources.picamera import PiCameraSource
from scanner.worker.watcher import TableWatcher
from tests.support.gate import first_in_gate

STAGE = Path(__file__).parents[3] / "support/fake_picamera"
FEEDER = Path(scanner.picamera_daemon.__file__).parent
SIGNATURES = json.loads((STAGE / "signatures.json").read_text())

Play = Callable[..., PiCameraSource]


@pytest.fixture
def start_source(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Play]:
    """Starts the source with a fault of the stand-in. Closes it at the end."""
    command = (sys.executable, "-s", str(STAGE / "play.py"), str(FEEDER))
    monkeypatch.setattr(picamera, "_COMMAND", command)
    monkeypatch.setattr(picamera, "_RESTART_POLICY", RestartPolicy(initial_delay=0.1, slow_delay=0.1))
    monkeypatch.setattr(picamera, "_CLOSE_TIMEOUT_S", 0.5)
    monkeypatch.setattr(picamera_client, "_SHUTDOWN_TIMEOUT_S", 0.3)
    monkeypatch.setenv("STAGE_LOG", str(tmp_path / "log"))
    sources = []

    def start(part: str, argument: str = "") -> PiCameraSource:
        monkeypatch.setenv("STAGE", part)
        source = PiCameraSource(argument)
        sources.append(source)
        source.start()
        return source

    yield start
    for source in sources:
        source.close()


def wait_for_health(source: PiCameraSource, words: str, seconds: float = 40.0) -> None:
    """Wait until the health of the source contains these words."""
    end = time.monotonic() + seconds
    while words not in source.health().message.en:
        assert time.monotonic() < end, source.health().message.en
        time.sleep(0.02)


@pytest.mark.parametrize(
    ("part", "size"),
    first_in_gate(
        [("other order", (1080, 1920)), ("well", (1296, 2304)), ("fixed lens", (1296, 2304)), ("slow", (1296, 2304))]
    ),
)
def test_a_still_table_is_seen_in_blue_green_red(start_source: Play, part: str, size: tuple[int, int]) -> None:
    source = start_source(part)
    frame = source.read(40)
    assert frame is not None
    assert frame.shape == (*size, 3)
    assert frame.dtype == np.uint8
    assert tuple(frame[5, 7]) == (40, 90, 200)
    assert source.health().ok
    start = time.monotonic()
    assert source.read(240) is not None
    assert time.monotonic() - start < 60, "a table that rests already is not waited for"


@pytest.mark.parametrize(
    ("part", "argument", "locked"),
    [
        ("well", "50", {"ExposureTime": 10_000, "AnalogueGain": 2.0, "AfMode": 0, "LensPosition": 2.25}),
        ("well", "60", {"ExposureTime": 8_333, "AnalogueGain": 2.4, "ColourGains": (1.5, 1.8)}),
        ("no focus", "", {"ExposureTime": 10_000, "AfMode": 0, "LensPosition": 2.0}),
        ("endless focus", "", {"AfMode": 0, "LensPosition": 2.0}),
        ("old", "", {"ExposureTime": 10_000, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.8)}),
    ],
)
def test_focus_and_light_are_locked_by_value(
    start_source: Play, tmp_path: Path, part: str, argument: str, locked: dict[str, object]
) -> None:
    source = start_source(part, argument)
    assert source.read(40) is not None
    if "focus" in part:
        wait_for_health(source, "could not focus")
    source.close()
    text = (tmp_path / "log").read_text().splitlines()
    assert [line.split()[0] for line in text] == ["stopped", "closed"]
    controls = dict(ast.literal_eval(text[0].partition(" ")[2]))
    assert locked.items() <= controls.items()


@pytest.mark.parametrize("part", ["well", "moving"])
def test_a_glimpse_is_the_small_picture_whether_the_table_rests_or_not(start_source: Play, part: str) -> None:
    source = start_source(part)
    wait_for_health(source, {"well": "coming in", "moving": "moving"}[part])
    frame = source.preview("hanafuda", 40)
    assert frame is not None
    assert frame.shape == (360, 640, 3)
    blue, green, red = (int(value) for value in frame[300, 600])
    assert blue < green < red, "the planes are taken apart where the padding says"
    assert source.preview("hanafuda", 40) is not None


def test_the_watch_compares_glimpses_with_glimpses_and_reads_large_pictures(start_source: Play) -> None:
    source = start_source("well")
    wait_for_health(source, "coming in")
    shapes = []

    def read(frame: NDArray[np.uint8], deck: str, *_: object) -> PictureRead:
        shapes.append(frame.shape)
        return PictureRead(frame.shape[1], frame.shape[0], deck, 1.0, ())

    watcher = TableWatcher(source, read, "hanafuda", "hanafuda")
    end = time.monotonic() + 60
    while not watcher.poll(0).is_still:
        assert time.monotonic() < end, shapes
    assert set(shapes) == {(1296, 2304, 3)}


@pytest.mark.parametrize("part", ["moving", "black"])
def test_what_is_no_picture_of_a_table_at_rest_is_not_given(start_source: Play, part: str) -> None:
    source = start_source(part)
    wait_for_health(source, {"moving": "moving", "black": "black"}[part])
    assert source.read(0.4) is None
    assert part == "moving" or source.preview("hanafuda", 0.2) is None
    assert source.health().ok == (part == "moving")


@pytest.mark.parametrize(
    ("part", "says"),
    first_in_gate(
        [
            ("missing", "No camera is found"),
            ("dies", "does not answer"),
            ("garbage", "does not answer"),
            ("busy", "Another program"),
            ("unplugged", "does not answer"),
            ("stale", "does not answer"),
        ],
        2,
    ),
)
def test_a_camera_that_fails_is_told_and_tried_again(
    start_source: Play, monkeypatch: pytest.MonkeyPatch, part: str, says: str
) -> None:
    source = start_source(part)
    wait_for_health(source, says)
    assert source.health().advice.ja
    for _ in range(10):
        assert "starting" not in source.health().message.en, "what was wrong stays said while it is tried again"
        time.sleep(0.03)
    if part in {"missing", "unplugged", "dies"}:
        monkeypatch.setenv("STAGE", "well")
        assert source.read(40) is not None
        wait_for_health(source, "coming in")


@pytest.mark.parametrize("first", first_in_gate([0, 25, 3, 12, 60], 2))
def test_the_cable_pulled_while_it_measures_focuses_or_feeds(
    start_source: Play, monkeypatch: pytest.MonkeyPatch, first: int
) -> None:
    monkeypatch.setenv("STAGE_FIRST", str(first))
    source = start_source("unplugged")
    wait_for_health(source, "does not answer")
    monkeypatch.setenv("STAGE", "well")
    assert source.read(40) is not None


def test_a_frozen_picture_is_never_given(start_source: Play) -> None:
    source = start_source("frozen")
    assert source.read(40) is not None
    wait_for_health(source, "does not answer")
    assert source.read(0.1) is None


@pytest.mark.parametrize("part", ["killed loose", "hang at opening"])
def test_a_feeder_that_hangs_is_killed(start_source: Play, monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    hasty = picamera_client.decode_header
    monkeypatch.setattr(picamera_client, "decode_header", lambda data: impatient(hasty(data)))
    source = start_source(part)
    wait_for_health(source, "does not answer")


def impatient(head: MessageHeader) -> MessageHeader:
    return MessageHeader(
        head.request_number, head.sequence, head.captured_at_ns, head.height, head.width, 1.0, head.body_bytes
    )


def test_closing_does_not_wait_for_a_camera_that_hangs_at_stopping(start_source: Play) -> None:
    source = start_source("hang at stopping")
    assert source.read(40) is not None
    assert source._client is not None
    pid = source._client._process.pid
    start = time.monotonic()
    source.close()
    assert time.monotonic() - start < 60
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert source.read(0.1) is None


def test_a_feeder_that_is_killed_is_replaced_and_the_question_asked_again(start_source: Play) -> None:
    source = start_source("well")
    assert source.read(40) is not None
    assert source._client is not None
    os.kill(source._client._process.pid, signal.SIGKILL)
    assert source.read(40) is not None


WORKER = """
import sys
from scanner.sources import picamera
picamera._COMMAND = tuple(sys.argv.pop(1).split("|"))
from scanner.worker.__main__ import main
main()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_within_the_worker_the_camera_is_not_held_to_its_limit_and_ends_with_it(start_source: Play) -> None:
    words = ["--source=picamera", "--reader=scanner.reads", f"--memory={1 << 30}", f"--parent={os.getpid()}"]
    child = WorkerProcess([sys.executable, "-c", WORKER, "|".join(picamera._COMMAND), *words])
    try:
        child.exchange(b"", 40)
        feeder = int(child_of(child.pid))
        end = time.monotonic() + 40
        while "Max address space         unlimited" not in Path(f"/proc/{feeder}/limits").read_text():
            assert time.monotonic() < end
            time.sleep(0.05)
        assert "Max address space         1073741824" in Path(f"/proc/{child.pid}/limits").read_text()
    finally:
        child.kill_and_reap()
    end = time.monotonic() + 40
    while Path(f"/proc/{feeder}/stat").exists() and ") Z " not in Path(f"/proc/{feeder}/stat").read_text():
        assert time.monotonic() < end
        time.sleep(0.02)


def child_of(pid: int) -> str:
    """The process id of a worker's child, as soon as there is one."""
    end = time.monotonic() + 40
    while time.monotonic() < end:
        for file in Path(f"/proc/{pid}/task").glob("*/children"):
            if children := file.read_text().split():
                return children[0]
        time.sleep(0.02)
    raise AssertionError("no feeder was started")


def test_without_the_system_packages_or_with_a_wrong_frequency(monkeypatch: pytest.MonkeyPatch) -> None:
    source = PiCameraSource("55")
    source.start()
    assert "picamera:50" in source.health().advice.en
    assert source.read(0.05) is None
    for command in (("/nowhere/python3",), (sys.executable, "-I", "-S", str(FEEDER))):
        monkeypatch.setattr(picamera, "_COMMAND", command)
        source = PiCameraSource()
        source.start()
        wait_for_health(source, "not installed")
        source.close()


def test_the_real_command_is_the_systems_python_alone() -> None:
    assert ("/usr/bin/python3", "-s", "-E", "-X", "utf8", str(FEEDER)) == picamera._COMMAND


def test_the_feeder_needs_nothing_but_the_distribution() -> None:
    allowed = set(sys.stdlib_module_names) | {"numpy", "picamera2"}
    for file in FEEDER.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import):
                assert {alias.name.split(".")[0] for alias in node.names} <= allowed, file
            elif isinstance(node, ast.ImportFrom) and not node.level:
                assert node.module is not None
                assert node.module.split(".")[0] in allowed, file


def test_the_stand_in_has_the_real_signatures() -> None:
    stage = runpy.run_path(str(STAGE / "picamera2.py"))
    classes = {"Picamera2": stage["Picamera2"], "CompletedRequest": stage["Request"]}
    for name, parameters in SIGNATURES["0.3.38"].items():
        kind, _, method = name.partition(".")
        found = inspect.getattr_static(classes[kind], method)
        found = (
            found.fget if isinstance(found, property) else found.__func__ if isinstance(found, staticmethod) else found
        )
        assert [one for one in inspect.signature(found).parameters if one != "self"] == parameters, name


@pytest.mark.parametrize("version", SIGNATURES)
def test_every_call_the_feeder_makes_exists_in_every_version(version: str) -> None:
    known = {name.partition(".")[2]: parameters for name, parameters in SIGNATURES[version].items()}
    known["Picamera2"] = known["__init__"]
    made = set()
    for node in ast.walk(ast.parse((FEEDER / "camera.py").read_text())):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        if isinstance(function, ast.Name) and function.id == "Picamera2":
            name = "Picamera2"
        elif isinstance(function, ast.Attribute) and ast.unparse(function.value) in {
            "self._device", "self._request", "request", "Picamera2"
        }:  # fmt: skip
            name = function.attr
        else:
            continue
        made.add(name)
        assert len(node.args) <= len(known[name]), name
        assert {word.arg for word in node.keywords} <= set(known[name]), name
    assert len(made) >= 10


@pytest.mark.parametrize(
    ("model", "subdevices", "there"),
    [
        ("Raspberry Pi 5 Model B Rev 1.0\0", ["rp1-cfe-fe", "csi2", "imx708_wide 4-001a", "dw9807 4-000c"], True),
        ("Raspberry Pi 4 Model B Rev 1.5\0", ["imx219 10-0010"], True),
        ("Raspberry Pi 4 Model B Rev 1.5\0", ["dw9807 10-000c"], False),
        ("Raspberry Pi 4 Model B Rev 1.5\0", [], False),
        ("Some other board\0", ["imx219 10-0010"], False),
        (None, ["ov2740 1-0036"], False),
    ],
)
def test_whether_there_is_a_camera_on_the_ribbon_cable(
    tmp_path: Path, model: str | None, subdevices: list[str], there: bool
) -> None:
    if model is not None:
        (tmp_path / "proc/device-tree").mkdir(parents=True)
        (tmp_path / "proc/device-tree/model").write_text(model)
    for number, name in enumerate(subdevices):
        folder = tmp_path / f"sys/class/video4linux/v4l-subdev{number}"
        folder.mkdir(parents=True)
        (folder / "name").write_text(name + "\n")
    assert has_pi_camera(tmp_path) is there

"""All picture sources keep their contract."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.imaging.decode import encode_jpeg
from scanner.seat_zones import CENTER_ZONE, seat_zones
from scanner.sources import Source, open_source, source_names, webcam
from scanner.sources.folder import FolderSource
from scanner.sources.synthetic import SyntheticSource
from scanner.sources.webcam import WebcamSource
from scorer.errors import Refusal


def test_the_promised_sources_are_found() -> None:
    assert {"synthetic", "folder", "webcam", "none"} <= set(source_names())


@pytest.mark.parametrize("name", source_names())
def test_every_source_keeps_the_contract(name: str) -> None:
    source = open_source(name)
    assert isinstance(source, Source)
    source.close()
    for _ in range(2):
        source.start()
        source.start()
        source.arrange("hanafuda", None)
        start = time.monotonic()
        frame = source.read(0.2)
        assert time.monotonic() - start < 20
        if frame is not None:
            assert frame.dtype == np.uint8
            assert frame.ndim == 3
            assert frame.shape[2] == 3
        start = time.monotonic()
        health = source.health()
        assert time.monotonic() - start < 10
        assert health.message.en
        assert health.message.ja
        assert health.ok or (health.advice.en and health.advice.ja)
        assert health.full_message().en.startswith(health.message.en)
        source.close()
        source.close()


@pytest.mark.parametrize("name", source_names())
def test_no_argument_is_a_crash(name: str) -> None:
    for argument in ("-1", "x" * 5000, "９", "/nowhere/at/all", "\x00"):
        source = open_source(f"{name}:{argument}")
        source.start()
        assert source.health().message.en
        source.close()


@pytest.mark.parametrize("spoken", ["", "telescope", "Synthetic", "../folder", "__init__"])
def test_a_name_of_no_source(spoken: str) -> None:
    with pytest.raises(Refusal) as caught:
        open_source(spoken)
    assert caught.value.code == "bad_option"


def brightness(frame: NDArray[np.uint8] | None) -> int:
    assert frame is not None
    return round(float(frame.mean()))


def write_jpeg(path: Path, value: int) -> None:
    path.write_bytes(encode_jpeg(np.full((48, 64, 3), value, np.uint8)))


def test_a_folder_is_walked_by_name_then_stays_until_something_arrives(tmp_path: Path) -> None:
    for name, value in (("b.jpg", 100), ("a.JPG", 50), ("c.jpeg", 150)):
        write_jpeg(tmp_path / name, value)
    (tmp_path / "notes.txt").write_text("not a picture")
    (tmp_path / "d.jpg").mkdir()
    source = FolderSource(str(tmp_path))
    assert [brightness(source.read(1)) for _ in range(5)] == [50, 100, 150, 150, 150]
    write_jpeg(tmp_path / "aa.jpg", 75)
    assert [brightness(source.read(1)) for _ in range(2)] == [75, 150]
    write_jpeg(tmp_path / "b.jpg", 7)
    assert brightness(source.read(1)) == 7
    assert source.health().ok


def test_a_folder_that_is_missing_empty_or_holds_a_broken_picture(tmp_path: Path) -> None:
    assert "folder:DIR" in FolderSource(str(tmp_path / "none")).health().advice.en
    assert not FolderSource("").health().ok
    assert FolderSource("").read(0.1) is None
    source = FolderSource(str(tmp_path))
    assert source.read(1) is None
    assert not source.health().ok
    (tmp_path / "a.jpg").write_bytes(b"broken")
    (tmp_path / "b.jpg").write_bytes(bytes(17 * 1024 * 1024))
    for _ in range(2):
        with pytest.raises(Refusal) as caught:
            source.read(1)
        assert caught.value.code == "bad_image"
    assert "a.jpg" in source.health().message.en
    write_jpeg(tmp_path / "a.jpg", 90)
    assert brightness(source.read(1)) == 90
    assert source.health().ok, "one that is read ends the talk of others"


def test_a_file_that_is_no_picture_hides_no_other(tmp_path: Path) -> None:
    for name in ("._a.jpg", ".trashed-1-a.jpg", "Thumbs.db", "a.jpg.part", "notes.txt"):
        (tmp_path / name).write_bytes(b"broken")
    source = FolderSource(str(tmp_path))
    assert source.read(1) is None, "what other systems leave is no picture"
    (tmp_path / "a.jpg").write_bytes(b"broken")
    (tmp_path / "b.jpg").write_bytes(b"")
    write_jpeg(tmp_path / "c.jpg", 90)
    assert brightness(source.read(1)) == 90
    assert source.health().ok
    write_jpeg(tmp_path / "d.jpg", 150)
    (tmp_path / "cc.jpg").write_bytes(b"broken")
    assert brightness(source.read(1)) == 150
    assert brightness(source.read(1)) == 150


@pytest.mark.long
def test_the_synthetic_table_lays_what_it_is_asked_to() -> None:
    source = SyntheticSource("3")
    first = source.read(1)
    source.arrange("hanafuda", [["h01-1", "h08-1"], ["h03-1"], ["h12-1"]])
    one, two = source.read(1), source.read(1)
    assert first is not None
    assert one is not None
    assert two is not None
    assert one.shape == (1080, 1920, 3)
    difference = np.abs(one.astype(int) - two).mean()
    assert 0.5 < difference < 0.3 * np.abs(one.astype(int) - first).mean() + 8
    still = np.abs(cv2.GaussianBlur(one, (0, 0), 4).astype(int) - cv2.GaussianBlur(two, (0, 0), 4)).mean()
    assert still < 12
    zones = (*seat_zones(2), CENTER_ZONE)
    lively = [float(crop_patch(one, zone.x, zone.y).std()) for zone in zones]
    assert min(lively) > 25
    source.arrange("hanafuda", [["h01-1"], ["h03-1"], []])
    again = source.read(1)
    assert again is not None
    assert crop_patch(again, CENTER_ZONE.x, CENTER_ZONE.y).std() < 20


def crop_patch(frame: NDArray[np.uint8], across: float, down: float) -> NDArray[np.uint8]:
    height, width = frame.shape[:2]
    x, y = round(across * width), round(down * height)
    return frame[y - 60 : y + 60, x - 60 : x + 60, 1]


@pytest.mark.parametrize(
    ("piles", "code"), [([["h01-1"]], "bad_count"), ([[]] * 10, "bad_count"), ([["h99-9"], []], "unknown_card")]
)
def test_what_the_synthetic_table_cannot_lay(piles: list[list[str]], code: str) -> None:
    source = SyntheticSource()
    with pytest.raises(Refusal) as caught:  # noqa: PT012  laying or looking, whichever notices
        source.arrange("hanafuda", piles)
        source.read(1)
    assert caught.value.code == code


class FakeCapture:
    """A stand-in for `cv2.VideoCapture` with the fault `behaviour`."""

    behaviour: ClassVar[str] = "well"
    opened: ClassVar[int] = 0
    taken: ClassVar[int] = 0
    gone: ClassVar[bool] = False
    release_hang: ClassVar[threading.Event] = threading.Event()

    def __init__(self, number: int, api: int) -> None:
        type(self).opened += 1
        self.count = 0

    def isOpened(self) -> bool:  # noqa: N802  OpenCV's name
        return self.behaviour != "missing"

    def set(self, prop: int, value: float) -> bool:
        return True

    def read(self) -> tuple[bool, NDArray[np.uint8] | None]:
        self.count += 1
        type(self).taken += 1
        time.sleep(0.01)
        if self.behaviour == "hang" and self.count > 3:
            self.release_hang.wait(60)
        if self.gone or (self.behaviour == "unplugged" and self.count > 3):
            return False, None
        if self.behaviour == "error":
            raise cv2.error("the driver failed")
        value = 3 if self.behaviour == "frozen" else 30 + self.count % 220
        return True, np.full((48, 64, 3), value, np.uint8)

    def release(self) -> None:
        pass


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[FakeCapture]]:
    """The stand-in for OpenCV's capture, installed."""

    class Capture(FakeCapture):
        release_hang = threading.Event()

    monkeypatch.setattr(webcam.cv2, "VideoCapture", Capture)
    monkeypatch.setattr(webcam, "_REOPEN_INTERVAL_S", 0.05)
    monkeypatch.setattr(webcam, "_MAX_FRAME_AGE_S", 0.2)
    monkeypatch.setattr(webcam, "_CLOSE_TIMEOUT_S", 0.2)
    yield Capture
    Capture.release_hang.set()


def wait_until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 40
    while not true():
        assert time.monotonic() < end, "it did not come true in time"
        time.sleep(0.002)


def test_a_camera_gives_frames_taken_after_the_question(camera: type[FakeCapture]) -> None:
    source = WebcamSource("0")
    source.start()
    first = source.read(40)
    before = camera.taken
    wait_until(lambda: camera.taken >= before + 3)
    second = source.read(40)
    assert first is not None
    assert second is not None
    assert int(second[0, 0, 0]) - int(first[0, 0, 0]) >= 2
    wait_until(lambda: source.health().ok)
    source.close()
    assert source.read(0.1) is None


@pytest.mark.parametrize("behaviour", ["missing", "unplugged", "hang", "frozen", "error"])
def test_a_camera_that_fails_is_told_and_found_again(camera: type[FakeCapture], behaviour: str) -> None:
    camera.behaviour = behaviour
    source = WebcamSource("0")
    source.start()
    if behaviour != "unplugged":  # an unplugged camera is found again at once
        wait_until(lambda: not (source.health().ok or source.health().transient))
        assert source.read(0.2) is None
        assert source.health().advice.ja
    camera.behaviour = "well"
    camera.release_hang.set()
    assert source.read(40) is not None
    wait_until(lambda: source.health().ok)
    source.close()


def test_a_hundred_times_unplugged_and_plugged_in_again(
    camera: type[FakeCapture], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webcam, "_REOPEN_INTERVAL_S", 0.001)
    monkeypatch.setattr(webcam, "_MAX_FRAME_AGE_S", 10.0)
    source = WebcamSource("0")
    source.start()
    threads = threading.active_count()
    for _ in range(100):
        camera.behaviour = "well"
        wait_until(lambda: source.health().ok)
        camera.behaviour = "missing" if camera.opened % 2 else "unplugged"
        camera.gone = True
        wait_until(lambda: not source.health().ok)
        camera.gone = False
    assert camera.opened >= 100
    assert threading.active_count() <= threads, "none is left behind"
    camera.behaviour = "well"
    assert source.read(40) is not None
    source.close()


@pytest.mark.parametrize(
    ("chosen", "there", "number"),
    [
        (0, {"video0": ("usb1/1-1", "0"), "video1": ("usb1/1-1", "1")}, 0),
        (0, {"video1": ("usb1/1-1", "0"), "video2": ("usb1/1-1", "1")}, 1),  # plugged in again while it was held
        (None, {"video0": ("soc/rp1-cfe", "0"), "video19": ("soc/isp", "0"), "video20": ("usb3/3-1", "0")}, 20),
        (None, {"video9": ("usb1/1-2", "0"), "video10": ("usb1/1-1", "0")}, 9),
        (3, {"video0": ("soc/isp", "0")}, 3),
        (None, {}, 0),
    ],
)
def test_a_usb_camera_is_found_under_another_number(
    tmp_path: Path, chosen: int | None, there: dict[str, tuple[str, str]], number: int
) -> None:
    (tmp_path / "dev").mkdir()
    for name, (bus, index) in there.items():
        (tmp_path / "dev" / name).touch()
        device = tmp_path / "sys/class/video4linux" / name
        (tmp_path / "sys/devices" / bus / name).mkdir(parents=True)
        device.mkdir(parents=True)
        (device / "index").write_text(index + "\n")
        (device / "device").symlink_to(tmp_path / "sys/devices" / bus / name)
    assert webcam.find_device_number(chosen, tmp_path) == number


def test_a_film_in_the_place_of_a_camera(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """OpenCV captures from a file. Its end stands for an unplugged camera, which is plugged in again."""
    film = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(film), cv2.CAP_OPENCV_MJPEG, cv2.VideoWriter.fourcc(*"MJPG"), 25, (64, 48))
    for value in range(10, 250, 8):
        writer.write(np.full((48, 64, 3), value, np.uint8))
    writer.release()
    real = cv2.VideoCapture

    class Film:
        opened = 0

        def __init__(self, number: int, api: int) -> None:
            type(self).opened += 1
            self._film = real(str(film), cv2.CAP_OPENCV_MJPEG)

        def read(self) -> tuple[bool, NDArray[np.uint8]]:
            time.sleep(0.01)
            return self._film.read()  # type: ignore[return-value]

        def __getattr__(self, name: str) -> object:
            return getattr(self._film, name)

    monkeypatch.setattr(webcam.cv2, "VideoCapture", Film)
    monkeypatch.setattr(webcam, "_REOPEN_INTERVAL_S", 0.05)
    source = WebcamSource("0")
    source.start()
    end = time.monotonic() + 60
    while Film.opened < 3:
        frame = source.read(0.5)
        assert frame is None or frame.shape == (48, 64, 3)
        assert time.monotonic() < end
    assert source.read(40) is not None
    source.close()


def test_a_camera_stuck_in_its_driver_does_not_hold_up_closing(camera: type[FakeCapture]) -> None:
    camera.behaviour = "hang"
    source = WebcamSource("0")
    source.start()
    time.sleep(0.1)
    start = time.monotonic()
    source.close()
    assert time.monotonic() - start < 20
    camera.behaviour = "well"
    source.start()
    assert source.read(40) is not None
    source.close()

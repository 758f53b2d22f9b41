"""The supervisor answers or refuses each request in time, never stale."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from scanner.imaging.decode import decode, encode_jpeg
from scanner.process.worker_process import RestartPolicy
from scanner.seat_zones import CENTER_ZONE, seat_zones, zone_at
from scanner.sources import picamera
from scanner.worker import supervisor
from scanner.worker.client import AnnotatedPicture, ScannerClient
from scorer.errors import Refusal
from tests.support.gate import first_in_gate

# What a reader may do to its process. The name of the deck chooses it.
READER = """
    import os, signal, stat, time
    import numpy as np
    from scanner.reads import CardRead, PictureRead

    def read_picture(frame, deck):
        if deck == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if deck == "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        if deck == "hang":
            time.sleep(60)
        if deck == "spin":
            pow(7, 10**8)  # blocks all threads of the process for minutes
        if deck == "greedy":
            np.ones((200, 1024, 1024, 8), np.uint8)
        if deck == "print":
            os.write(1, b"a library says hello on standard output")
        if deck == "garbage":
            for fd in range(3, 64):
                try:
                    if stat.S_ISFIFO(os.fstat(fd).st_mode):
                        os.write(fd, b"garbage")
                except OSError:
                    pass
        if deck == "fail":
            raise KeyError("a mistake in the reader")
        height, width = frame.shape[:2]
        value = float(frame[height // 2, width // 2, 0])
        corners = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
        return PictureRead(width, height, deck, 1.0, (CardRead("h01-1", value / 255, True, "up", corners),))
"""
QUICK = RestartPolicy(fast_retries=1000, initial_delay=0.05)


def gray_jpeg(value: int, width: int = 64, height: int = 48) -> bytes:
    return encode_jpeg(np.full((height, width, 3), value, np.uint8))


def brightness_of(seen: AnnotatedPicture) -> float:
    return seen.read.cards[0].confidence * 255


def wait_until(true: Callable[[], bool], seconds: float) -> float:
    start = time.monotonic()
    while not true():
        assert time.monotonic() - start < seconds, "it did not come true in time"
        time.sleep(0.01)
    return time.monotonic() - start


def worker_pid(scanner: ScannerClient) -> int:
    worker = scanner._supervisor._worker
    assert worker is not None
    return worker.pid


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The module name of a reader that may crash or hang."""
    (tmp_path / "reader_for_tests.py").write_text(textwrap.dedent(READER))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return "reader_for_tests"


@pytest.fixture
def scanner(reader: str) -> Iterator[ScannerClient]:
    """A client of a worker with that reader."""
    scanner = ScannerClient("none", reader=reader, restart_policy=QUICK)
    scanner.start()
    wait_until(lambda: scanner.state == "up", 20)
    yield scanner
    scanner.close()


def test_a_picture_is_read_and_shown(scanner: ScannerClient) -> None:
    seen = scanner.read_upload(gray_jpeg(200, 2400, 1200), "hanafuda", 240.0)
    assert (seen.read.width, seen.read.height, seen.read.deck) == (1920, 960, "hanafuda")
    assert decode(seen.jpeg).shape == (960, 1920, 3)
    assert seen.read.cards[0].corners[2] == pytest.approx((1920, 960))
    assert brightness_of(seen) == pytest.approx(200, abs=2)
    assert scanner.message is None


def test_what_is_no_picture_is_refused_and_the_worker_stays(scanner: ScannerClient) -> None:
    pid = worker_pid(scanner)
    for data in (b"", b"hello", gray_jpeg(9)[:200], bytes(40 * 1024 * 1024)):
        with pytest.raises(Refusal) as caught:
            scanner.read_upload(data, "hanafuda", 240.0)
        assert caught.value.code == "bad_image"
    assert worker_pid(scanner) == pid


def test_a_source_without_pictures_says_what_to_do(scanner: ScannerClient) -> None:
    with pytest.raises(Refusal) as caught:
        scanner.capture_and_read("hanafuda")
    assert caught.value.code == "no_picture"
    assert "phone" in caught.value.message.en


@pytest.mark.parametrize("fate", first_in_gate(["crash", "die", "garbage"]))
def test_a_worker_lost_while_reading_is_back_within_five_seconds(scanner: ScannerClient, fate: str) -> None:
    pid = worker_pid(scanner)
    start = time.monotonic()
    with pytest.raises(Refusal) as caught:
        scanner.read_upload(gray_jpeg(1), fate, 240.0)
    assert caught.value.code == "scanner_down"
    assert time.monotonic() - start < 60, "before the asker's own four minutes"
    wait_until(lambda: scanner.state == "up" and worker_pid(scanner) != pid, 40)
    assert brightness_of(scanner.read_upload(gray_jpeg(90), "hanafuda", 240.0)) == pytest.approx(90, abs=2)


def test_a_worker_that_hangs_is_ended(scanner: ScannerClient) -> None:
    pid = worker_pid(scanner)
    start = time.monotonic()
    with pytest.raises(Refusal) as caught:
        scanner.read_upload(gray_jpeg(1), "hang", timeout=0.5)
    assert caught.value.code == "scanner_down"
    assert time.monotonic() - start < 60
    assert brightness_of(scanner.read_upload(gray_jpeg(90), "hanafuda", 240.0)) == pytest.approx(90, abs=2)
    assert worker_pid(scanner) != pid


@pytest.mark.parametrize(("fate", "code"), [("greedy", "bad_image"), ("fail", "bad_image")])
def test_a_reader_that_fails_refuses_one_picture_only(scanner: ScannerClient, fate: str, code: str) -> None:
    pid = worker_pid(scanner)
    with pytest.raises(Refusal) as caught:
        scanner.read_upload(gray_jpeg(1), fate, 240.0)
    assert caught.value.code == code
    assert "memory" in caught.value.message.en or fate == "fail"
    assert brightness_of(scanner.read_upload(gray_jpeg(90), "print", 240.0)) == pytest.approx(90, abs=2)
    assert worker_pid(scanner) == pid


def test_a_worker_that_stands_still_while_reading_is_not_waited_for(scanner: ScannerClient) -> None:
    pid = worker_pid(scanner)
    threading.Timer(0.5, os.kill, (pid, signal.SIGSTOP)).start()
    start = time.monotonic()
    with pytest.raises(Refusal) as caught:
        scanner.read_upload(gray_jpeg(1), "hang", 240.0)
    assert caught.value.code == "scanner_down"
    assert time.monotonic() - start < 60, "before the asker's own four minutes"
    assert scanner.message is not None
    wait_until(lambda: scanner.state == "up" and worker_pid(scanner) != pid, 40)


def test_a_long_reading_is_told_while_it_lasts(scanner: ScannerClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "_SLOW_AFTER_S", 0.5)

    def ask() -> None:
        with pytest.raises(Refusal):
            scanner.read_upload(gray_jpeg(1), "hang", 60.0)

    thread = threading.Thread(target=ask)
    thread.start()
    wait_until(lambda: scanner.message is not None and "taking long" in scanner.message.en, 40)
    assert scanner.state == "up"
    os.kill(worker_pid(scanner), signal.SIGKILL)
    thread.join(40)
    wait_until(lambda: scanner.state == "up" and scanner.message is None, 40)


def test_a_worker_too_busy_to_give_a_sign_is_slow_but_not_lost(
    scanner: ScannerClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "_SILENCE_TIMEOUT_S", 0.4)
    monkeypatch.setattr(supervisor, "_SLOW_AFTER_S", 0.3)
    pid = worker_pid(scanner)

    def ask() -> None:
        with pytest.raises(Refusal):
            scanner.read_upload(gray_jpeg(1), "spin", 60.0)

    thread = threading.Thread(target=ask)
    thread.start()
    wait_until(lambda: scanner.message is not None and "taking long" in scanner.message.en, 40)
    time.sleep(0.8)  # twice as long as a worker may be silent
    assert worker_pid(scanner) == pid
    assert scanner.message is not None
    assert "taking long" in scanner.message.en
    os.kill(pid, signal.SIGKILL)
    thread.join(40)
    assert not thread.is_alive()


def test_no_minute_sees_more_than_five_starts_anew() -> None:
    for patience, life in itertools.product((RestartPolicy(), picamera._RESTART_POLICY), (0.0, 0.5, 2.0, 20.0)):
        starts, now = [], 0.0
        for ends in range(1, 30):
            now += life + patience.delay(ends)
            starts.append(now)
        assert max(sum(start <= one < start + 60 for one in starts) for start in starts) <= 5


def test_a_worker_killed_while_nobody_asks_is_noticed(scanner: ScannerClient) -> None:
    pid = worker_pid(scanner)
    os.kill(pid, signal.SIGKILL)
    wait_until(
        lambda: scanner._supervisor._worker is not None and worker_pid(scanner) != pid and scanner.state == "up", 40
    )


def test_a_worker_that_stands_still_while_nobody_asks_is_replaced(
    scanner: ScannerClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "_PING_INTERVAL_S", 0.2)
    monkeypatch.setattr(supervisor, "_SILENCE_TIMEOUT_S", 1.5)
    pid = worker_pid(scanner)
    os.kill(pid, signal.SIGSTOP)
    wait_until(lambda: scanner.state == "up" and worker_pid(scanner) != pid, 40)


def test_what_the_source_lacks_is_said_until_it_is_there(reader: str, tmp_path: Path) -> None:
    folder = tmp_path / "evening"
    scanner = ScannerClient(f"folder:{folder}", reader=reader)
    scanner.start()
    wait_until(lambda: scanner.state == "up" and scanner.message is not None, 40)
    assert scanner.message is not None
    assert scanner.message.en.startswith(f"There is no folder {str(folder)[:80]}")
    folder.mkdir()
    for name, value in (("a.jpg", 30), ("b.jpg", 60)):
        (folder / name).write_bytes(gray_jpeg(value))
    assert [round(brightness_of(scanner.capture_and_read("hanafuda"))) for _ in range(2)] == [30, 60]
    wait_until(lambda: scanner.message is None, 40)
    scanner.close()


def test_the_cards_laid_on_the_synthetic_table_are_the_cards_read() -> None:
    scanner = ScannerClient("synthetic:2")
    scanner.start()
    piles = [["h01-1", "h08-1"], ["h03-1", "h11-1"], ["h12-1"]]
    seen = scanner.capture_and_read("hanafuda", piles, timeout=240)
    scanner.close()
    zones = (*seat_zones(2), CENTER_ZONE)
    found: list[set[str]] = [set() for _ in zones]
    for card in seen.read.cards:
        x, y = np.mean(card.corners, axis=0)
        zone = zone_at((float(x) / seen.read.width, float(y) / seen.read.height), zones)
        if card.card is not None and zone is not None:
            found[zone].add(card.card)
        assert not card.sure or any(card.card in pile for pile in piles)
    assert found == [set(pile) for pile in piles]


def test_the_queue_is_bounded_and_says_busy(scanner: ScannerClient) -> None:
    codes: list[str] = []

    def ask() -> None:
        try:
            scanner.read_upload(gray_jpeg(1), "hang", timeout=240.0)
        except Refusal as refusal:
            codes.append(refusal.code)

    threads = [threading.Thread(target=ask) for _ in range(20)]
    for thread in threads:
        thread.start()
    wait_until(lambda: len(codes) == 16, 40)
    assert set(codes) == {"scanner_busy"}
    scanner.close()
    for thread in threads:
        thread.join(40)
    assert codes[16:] == ["scanner_down"] * 4


@pytest.mark.long
def test_twenty_kills_under_load_never_give_a_stale_picture(scanner: ScannerClient) -> None:
    done = threading.Event()
    wrong: list[str] = []
    answers: list[str] = []

    def play(seed: int) -> None:
        chance = np.random.default_rng(seed)
        while not done.is_set():
            value = int(chance.integers(0, 256))
            start = time.monotonic()
            try:
                seen = scanner.read_upload(gray_jpeg(value), "hanafuda", timeout=10)
            except Refusal as refusal:
                answers.append(refusal.code)
            else:
                answers.append("seen")
                shown = int(cv2.mean(decode(seen.jpeg))[0])
                if abs(brightness_of(seen) - value) > 3 or abs(shown - value) > 3:
                    wrong.append(f"asked {value}, got {brightness_of(seen)} on {shown}")
            if time.monotonic() - start > 90:
                wrong.append("an answer came late")

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(3)]
    for thread in threads:
        thread.start()
    chance = np.random.default_rng(9)
    for _ in range(20):
        wait_until(lambda: scanner.state == "up", 40)
        time.sleep(float(chance.uniform(0, 0.15)))
        os.kill(worker_pid(scanner), signal.SIGKILL)
        wait_until(lambda: scanner.state != "up", 40)
    wait_until(lambda: scanner.state == "up", 40)
    done.set()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    assert not wrong
    assert set(answers) == {"seen", "scanner_down"}


def test_a_worker_that_keeps_stopping_is_tried_slowly_and_the_page_is_told(reader: str, tmp_path: Path) -> None:
    (tmp_path / "ending_reader.py").write_text("import os; os._exit(3)")
    scanner = ScannerClient("none", reader="ending_reader", restart_policy=RestartPolicy(fast_retries=2, slow_delay=60))
    scanner.start()
    wait_until(lambda: scanner.state == "down", 30)
    assert scanner.message is not None
    assert "keeps stopping" in scanner.message.en
    start = time.monotonic()
    with pytest.raises(Refusal) as caught:
        scanner.read_upload(gray_jpeg(1), "hanafuda", 240.0)
    assert caught.value.code == "scanner_down"
    assert caught.value.message == scanner.message
    assert time.monotonic() - start < 60, "nothing is waited for"
    scanner.close()


def test_without_a_reader_it_is_up_and_says_so() -> None:
    scanner = ScannerClient("none", reader="scanner.there_is_none")
    scanner.start()
    wait_until(lambda: scanner.state == "up" and scanner.message is not None, 40)
    with pytest.raises(Refusal) as caught:
        scanner.read_upload(gray_jpeg(1), "hanafuda")
    assert caught.value.code == "scanner_down"
    scanner.close()


def test_closing_ends_the_worker_and_the_question_it_works_on(scanner: ScannerClient) -> None:
    pid = worker_pid(scanner)
    codes = []

    def ask() -> None:
        try:
            scanner.read_upload(gray_jpeg(1), "hang", 240.0)
        except Refusal as refusal:
            codes.append(refusal.code)

    thread = threading.Thread(target=ask)
    thread.start()
    time.sleep(0.3)
    start = time.monotonic()
    scanner.close()
    thread.join(60)
    assert time.monotonic() - start < 60, "before the asker's own four minutes"
    assert codes == ["scanner_down"]
    assert scanner.state == "down"
    assert not Path(f"/proc/{pid}").exists()
    with pytest.raises(Refusal):
        scanner.read_upload(gray_jpeg(1), "hanafuda")
    scanner.close()


@pytest.mark.parametrize("busy", ["hanafuda", "hang"])
def test_no_worker_outlives_its_parent(reader: str, busy: str) -> None:
    script = f"""
        import os, threading, time
        from scanner.worker.client import ScannerClient
        eyes = ScannerClient("none", reader={reader!r})
        eyes.start()
        while eyes.state != "up":
            time.sleep(0.01)
        threading.Thread(target=eyes.read_upload, args=({gray_jpeg(1)!r}, {busy!r})).start()
        time.sleep(0.3)
        print(eyes._supervisor._worker.pid, flush=True)
        os.kill(os.getpid(), 9)
    """
    parent = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, timeout=90, check=False
    )
    pid = int(parent.stdout)
    wait_until(lambda: not Path(f"/proc/{pid}").exists(), 40)


def test_a_source_there_is_none_of() -> None:
    with pytest.raises(Refusal) as caught:
        ScannerClient("telescope")
    assert caught.value.code == "bad_option"
    assert "synthetic" in caught.value.message.en or "none" in caught.value.message.en


def test_the_page_process_holds_no_decoder() -> None:
    script = """
        import sys
        import scanner.worker.client, scanner.process.messages, scanner.seat_zones, scanner.reads
        heavy = {"numpy", "cv2", "PIL", "sklearn", "resvg_py"} & set(sys.modules)
        assert not heavy, heavy
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(script)], check=True, timeout=90)

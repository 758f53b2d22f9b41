"""With a network present, nobody is asked and nothing written outside.

That it also works without a network (`test_no_outside.py`) proves less: libraries ask only where there is one.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from scanner.imaging.decode import encode_jpeg
from scanner.sources.synthetic import SyntheticSource
from tests.support.server import free_port
from tests.support.traced_process import Trace, trace, why_not

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not())
FUDAYOMI = [sys.executable, "-c", "from web.cli import main; main()"]
NOTHING = Trace((), ())


def while_used(kind: str, port: int, *command: str) -> list[str]:
    """A command that starts the server `command`, uses it and ends it."""
    return [sys.executable, "-m", "tests.support.busy_program", kind, str(port), "--", *command]


def test_what_is_asked_and_written_is_found(tmp_path: Path) -> None:
    """Else the tests below would prove nothing."""
    code = """
import pathlib, socket, subprocess, sys
pathlib.Path.home().joinpath(".cache").mkdir()
pathlib.Path.home().joinpath(".cache/deviceid").write_text("1")
if len(sys.argv) == 1:
    subprocess.run([sys.executable, *sys.orig_argv[1:3], "child"], check=False)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.sendto(b"?", ("192.0.2.53", 53))
    with socket.socket() as calling:
        calling.setblocking(False)
        calling.connect_ex(("203.0.113.7", 443))
"""
    found = trace([sys.executable, "-c", code], tmp_path)
    assert found.asked == ("192.0.2.53", "203.0.113.7")
    home = tmp_path / "home/.cache"
    assert set(found.written) == {str(home), str(home / "deviceid")}


def test_reading_a_picture(tmp_path: Path) -> None:
    source = SyntheticSource("1")
    source.arrange("hanafuda", [["h01-1", "h08-1"], ["h03-1"]])
    frame = source.read(1)
    assert frame is not None
    picture = tmp_path / "table.jpg"
    picture.write_bytes(encode_jpeg(frame))
    assert trace([*FUDAYOMI, "read", str(picture)], tmp_path) == NOTHING


def test_an_evening_at_a_table(tmp_path: Path) -> None:
    port = free_port()
    serve = [*FUDAYOMI, "serve", "--source", "synthetic", "--no-qr", "--port", str(port)]
    assert trace(while_used("table", port, *serve), tmp_path) == NOTHING
    assert (tmp_path / "data/ledger.db").exists()


@pytest.mark.long
def test_the_companion_as_make_run_starts_it(tmp_path: Path) -> None:
    port = free_port()
    make = ["make", "--no-print-directory", "--old-file", ".venv/installed", "run", f"PORT={port}"]
    found = trace(while_used("table", port, *make), tmp_path)
    compiled = [name for name in found.written if "/__pycache__" in name]  # `make` lets Python keep what it compiled
    assert Trace(found.asked, tuple(name for name in found.written if name not in compiled)) == NOTHING


@pytest.mark.long
def test_a_hall_with_tables_that_play(tmp_path: Path) -> None:
    port = free_port()
    hall = [*FUDAYOMI, "hall", "--demo", "2", "--port", str(port)]
    assert trace(while_used("hall", port, *hall), tmp_path) == NOTHING


@pytest.mark.long
@pytest.mark.parametrize("kind", ["names", "detector", "indices"])
def test_training(tmp_path: Path, kind: str) -> None:
    if importlib.util.find_spec("torch") is None:
        pytest.skip("needs the extra train")
    short = {
        "names": ["--views", "1", "--epochs", "1", "--further-epochs", "1"],
        "detector": ["--tables", "4", "--steps", "2", "--refinement-steps", "2"],
        "indices": ["--views", "1", "--epochs", "1"],
    }
    out = tmp_path / "data/models"
    assert trace([*FUDAYOMI, "train", "--kind", kind, *short[kind], "--out", str(out)], tmp_path) == NOTHING

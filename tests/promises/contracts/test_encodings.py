"""Commands end well on terminals that cannot show what they print."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.gate import first_in_gate
from tests.support.server import free_port
from web.ledger.store import Store

ROOT = Path(__file__).parents[3]
TERMINALS = {
    "latin-1": {"PYTHONIOENCODING": "latin-1"},
    "plain C": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "ascii, in Japanese": {"LC_ALL": "ja_JP.UTF-8", "PYTHONIOENCODING": "ascii"},
    "Shift JIS": {"LC_ALL": "ja_JP.UTF-8", "PYTHONIOENCODING": "shift_jis"},
    "DOS": {"PYTHONIOENCODING": "cp437"},
}


def command(*words: str) -> list[str]:
    return [sys.executable, "-c", "from web.cli import main; main()", *words]


def environment(terminal: str) -> dict[str, str]:
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "PYTHON"))}
    return {**bare, **TERMINALS[terminal]}


def run(terminal: str, *words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        command(*words), capture_output=True, check=False, cwd=ROOT, env=environment(terminal), timeout=120
    )


@pytest.mark.parametrize("terminal", first_in_gate(TERMINALS, 2))
def test_every_command_that_prints_ends_well(terminal: str, tmp_path: Path) -> None:
    Store(f"sqlite:///{tmp_path / 'ledger.db'}").close()
    data = ("--data", str(tmp_path))
    for words, statuses in (
        (("--help",), {0}),
        (("serve", "--help"), {0}),
        (("join", *data), {0}),
        (("pin", *data), {0}),
        (("doctor", "--source", "none", "--port", "9", *data), {0, 1}),
        (("value", "otoroku", "h06-1", "h09-1"), {0}),
        (("cards", "--names", "hanafuda"), {0}),
        (("decks", *data), {0}),
    ):
        done = run(terminal, *words)
        assert b"Traceback" not in done.stderr, (words, done.stderr.decode(errors="replace"))
        assert done.returncode in statuses, (words, done.stderr)
        assert done.stdout or words[0] == "decks"
    named = run(terminal, "cards", "--names", "hanafuda", "--json").stdout.decode()
    assert "松に鶴" in {json.loads(line)["name"]["ja"] for line in named.splitlines()}


@pytest.mark.parametrize("terminal", first_in_gate(TERMINALS))
@pytest.mark.parametrize("server", ["serve", "hall"])
def test_a_server_starts_and_shows_its_pin(terminal: str, server: str, tmp_path: Path) -> None:
    words = [server, "--port", str(free_port()), "--data", str(tmp_path), *(["--source", "none"] * (server == "serve"))]
    with subprocess.Popen(command(*words), stdout=subprocess.PIPE, env=environment(terminal), cwd=ROOT) as process:
        assert process.stdout is not None
        shown = b""
        while b"PIN" not in shown:
            line = process.stdout.readline()
            assert line, "it ended"
            shown = line
        process.kill()
    assert shown.split()[-1].isdigit()


def test_a_pin_that_nobody_can_see_is_not_set(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    Store(url).close()
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            command("pin", "--reset", "--data", str(tmp_path)),
            stdout=full,
            stderr=subprocess.DEVNULL,
            check=False,
            cwd=ROOT,
        )
    assert done.returncode != 0
    store = Store(url)
    assert store.get_setting("pin") is None
    store.close()

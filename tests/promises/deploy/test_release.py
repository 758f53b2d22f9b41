"""The wheel of a release, in an empty environment outside the checkout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.support.server import free_port

ROOT = Path(__file__).parents[3]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an environment that holds the wheel and what is locked, and nothing else."""
    folder = tmp_path_factory.mktemp("release")
    subprocess.run([sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT], check=True)
    subprocess.run([sys.executable, "-m", "venv", folder / "env"], check=True)
    pip = [folder / "env/bin/pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--require-hashes", "-r", ROOT / "requirements.lock"], check=True)
    subprocess.run([*pip, "--no-deps", folder / f"fudayomi-{VERSION}-py3-none-any.whl"], check=True)
    return folder


def run(installed: Path, *arguments: str) -> str:
    """What the installed command prints, run outside the checkout."""
    command = [installed / "env/bin/fudayomi", *arguments]
    env = {"PATH": os.environ["PATH"], "HOME": str(installed)}
    return subprocess.run(command, cwd=installed, env=env, check=True, capture_output=True, text=True).stdout


@pytest.mark.long
def test_a_drawn_picture_is_read(installed: Path) -> None:
    run(installed, "synth", "table.png", "--seed", "3", "--cards", "6")
    read = json.loads(run(installed, "read", "table.png", "--json"))
    assert len(read["cards"]) == 6
    assert all(card["sure"] for card in read["cards"])


@pytest.mark.long
def test_the_companion_serves(installed: Path) -> None:
    port = free_port()
    command = [installed / "env/bin/fudayomi", "serve", "--source", "none", "--no-qr", "--port", str(port)]
    env = {"PATH": os.environ["PATH"], "HOME": str(installed), "FUDAYOMI_DATA": str(installed / "data")}
    with (
        (installed / "serve.log").open("wb") as log,
        subprocess.Popen(command, cwd=installed, env=env, stdout=log) as it,
    ):
        try:
            while True:
                try:
                    with urlopen(f"http://127.0.0.1:{port}/health") as answer:
                        health = json.load(answer)
                    break
                except URLError:
                    assert it.poll() is None, (installed / "serve.log").read_text()
            assert (health["status"], health["version"]) == ("ok", VERSION)
            with urlopen(f"http://127.0.0.1:{port}/") as page:
                assert b"Fudayomi" in page.read()
        finally:
            it.kill()

"""問診 monshin: what a check of `fudayomi doctor` is, where it looks, and how all of them are found and asked."""

from __future__ import annotations

import http.client
import importlib
import json
import logging
import pkgutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from scanner.sources import Health, open_source
from scorer.errors import Refusal
from scorer.texts import Text
from web.doctor import checks as checks_package

if TYPE_CHECKING:
    from scanner.sources import Frame


_LOG = logging.getLogger(__name__)
_COMMAND_TIMEOUT_S = 3.0
_HEALTH_TIMEOUT_S = 1.0
_MAX_ANSWER_BYTES = 1_000_000  # bytes of an answer
_PICTURE_TIMEOUT_S = 25.0  # the Pi's camera opens, focuses and measures first
_NO_ADVICE = Text("", "")
REINSTALL = Text("Install Fudayomi again.", "Fudayomiを入れ直してください。")
"""What to do when something that comes with the program is not whole."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found; `do` says what to do about it, empty when nothing is to be done."""

    ok: bool
    message: Text
    advice: Text = _NO_ADVICE


@dataclass(frozen=True, slots=True)
class CameraSample:
    """What the camera showed: how it is, and a picture if it gave one."""

    health: Health
    frame: Frame | None


class Machine:
    """The machine as the checks see it. Each question is asked once, whoever asks.

    `root`: where its file system begins. `data`: the folder of everything remembered. `database`: URL of the ledger.
    """

    def __init__(self, data: Path, database: str, source: str, port: int = 8000, root: Path = Path("/")) -> None:
        self.data, self.database, self.source, self.port, self.root = data, database, source, port, root

    def read_text(self, path: str) -> str | None:
        """The text of a file the system keeps, without white space around it; None when there is none."""
        try:
            return (self.root / path).read_text(errors="replace").strip("\0 \n")
        except OSError:
            return None

    def run_command(self, *command: str) -> str | None:
        """What a command of the system prints; None when there is none of that name, it fails or takes too long."""
        try:
            done = subprocess.run(  # noqa: S603  fixed words of our own, no shell
                command, capture_output=True, text=True, errors="replace", timeout=_COMMAND_TIMEOUT_S, check=True
            )
        except (OSError, subprocess.SubprocessError):
            return None
        return done.stdout.strip()

    @cached_property
    def server_health(self) -> dict[str, Any] | None:
        """What a companion already running on this machine says of its health; None when there is none."""
        answer = self._get_json("/health")
        return answer if answer is not None and "scanner" in answer else None

    @cached_property
    def banner(self) -> Text | None:
        """What that companion tells the phones is wrong with its scanner or camera; None when nothing is."""
        try:
            says = (self._get_json("/api/session") or {})["says"]
            return Text(says["en"], says["ja"])
        except (KeyError, TypeError):
            return None

    def _get_json(self, path: str) -> dict[str, Any] | None:
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=_HEALTH_TIMEOUT_S)) as asked:
            try:
                asked.request("GET", path)
                answer = json.loads(asked.getresponse().read(_MAX_ANSWER_BYTES))
            except (OSError, http.client.HTTPException, ValueError):
                return None
        return answer if isinstance(answer, dict) else None

    @cached_property
    def camera_sample(self) -> CameraSample:
        """A picture of the picture source, opened for it. Refusal when there is no source of that name."""
        source = open_source(self.source)
        with closing(source):
            source.start()
            until = time.monotonic() + _PICTURE_TIMEOUT_S
            frame = None
            while frame is None and time.monotonic() < until:
                try:
                    frame = source.read(1.0)
                except Refusal:
                    break
                health = source.health()
                if frame is None and (health.ok or not health.transient):
                    break
            return CameraSample(source.health(), frame)


def check_names(package: ModuleType = checks_package) -> list[str]:
    """The checks found, from their files."""
    return sorted(module.name for module in pkgutil.iter_modules(package.__path__))


def run_checks(machine: Machine, package: ModuleType = checks_package) -> Iterator[tuple[str, Finding]]:
    """Every check's name and finding; one that fails itself is a finding, too."""
    for name in check_names(package):
        try:
            yield name, importlib.import_module(f"{package.__name__}.{name}").CHECK(machine)
        except Exception as wrong:
            _LOG.debug("check %s", name, exc_info=True)
            kind = type(wrong).__name__
            says = Text(f"This could not be checked ({kind}).", f"確認できませんでした（{kind}）。")
            yield name, Finding(ok=False, message=says, advice=Text("Run it again.", "もう一度実行してください。"))


def no_picture_finding(machine: Machine) -> Finding | None:
    """Why no picture can be judged, which is not for these checks to complain about; None when there is one."""
    if machine.server_health is not None:
        return Finding(
            ok=True,
            message=Text(
                "Not measured: the running companion holds the camera.",
                "未測定です（動作中の本体がカメラを使っています）。",
            ),
            advice=Text("Stop it to measure.", "測定するには本体を止めてください。"),
        )
    if machine.camera_sample.frame is None:
        return Finding(ok=True, message=Text("Not measured: there is no picture.", "未測定です（画像がありません）。"))
    return None

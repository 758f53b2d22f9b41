"""The machine that `fudayomi doctor` looks at, and what a check finds.

A check is a module in `web.doctor.checks` with a function `CHECK` that takes a `Machine` and returns a `Finding`.
"""

from __future__ import annotations

import http.client
import subprocess
import time
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scanner.sources import Health, open_source
from scorer.errors import Refusal
from scorer.json_input import parse_json
from scorer.texts import Text

if TYPE_CHECKING:
    from scanner.imaging.image import ColorImage


_COMMAND_TIMEOUT_S = 3.0
"""Seconds a system command may take, so that a hanging one does not stop the other checks."""

_HEALTH_TIMEOUT_S = 1.0
"""Seconds to wait for an answer of the server, which is on the same machine."""

_MAX_ANSWER_BYTES = 1_000_000
"""Maximum bytes read of an answer, in case another program listens on the port."""

_PICTURE_TIMEOUT_S = 25.0
"""Seconds to wait for a picture. The Pi's camera opens, focuses and measures the light first."""

_READ_TIMEOUT_S = 1.0
"""Seconds to wait in one read of the picture source, between two looks at its health."""

_NO_ADVICE = Text("", "")

REINSTALL = Text("Install Fudayomi again.", "Fudayomiを入れ直してください。")
"""Advice if a file that comes with Fudayomi is missing or damaged."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Result of a check. `advice` says what to do about it and is empty if nothing needs to be done.

    `measured` is False where the machine could not be asked, which is no fault of it.
    """

    ok: bool
    message: Text
    advice: Text = _NO_ADVICE
    measured: bool = True


@dataclass(frozen=True, slots=True)
class CameraSample:
    """Health of the camera, and a picture if it gave one."""

    health: Health
    frame: ColorImage | None


class Machine:
    """The machine as the checks see it. Server and camera are asked only once for all checks.

    `data`: the data folder. `database`: URL of the ledger. `source`: name of the picture source. `port`: port of the
    server. `root`: root of the machine's file system.
    """

    def __init__(self, data: Path, database: str, source: str, port: int = 8000, root: Path = Path("/")) -> None:
        self.data, self.database, self.source, self.port, self.root = data, database, source, port, root

    def read_text(self, path: str) -> str | None:
        """The text of a file below `root` without surrounding white space and NULs, None if it cannot be read."""
        try:
            return (self.root / path).read_text(errors="replace").strip("\0 \n")
        except OSError:
            return None

    def run_command(self, *command: str) -> str | None:
        """Output of a system command, None if it does not exist, fails or takes too long."""
        try:
            completed = subprocess.run(  # noqa: S603  fixed commands, no shell
                command, capture_output=True, text=True, errors="replace", timeout=_COMMAND_TIMEOUT_S, check=True
            )
        except (OSError, subprocess.SubprocessError):
            return None
        return completed.stdout.strip()

    @cached_property
    def server_health(self) -> dict[str, Any] | None:
        """The health of a server running on this machine, None if none is running."""
        answer = self._get_json("/health")
        return answer if answer is not None and "scanner" in answer else None

    @cached_property
    def banner(self) -> Text | None:
        """What that server tells the phones about trouble with scanner or camera, None if there is none."""
        try:
            message = (self._get_json("/api/session") or {})["says"]
            return Text(message["en"], message["ja"])
        except (KeyError, TypeError):
            return None

    def _get_json(self, path: str) -> dict[str, Any] | None:
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=_HEALTH_TIMEOUT_S)) as connection:
            try:
                connection.request("GET", path)
                answer = parse_json(connection.getresponse().read(_MAX_ANSWER_BYTES))
            except (OSError, http.client.HTTPException, ValueError):
                return None
        return answer if isinstance(answer, dict) else None

    @cached_property
    def camera_sample(self) -> CameraSample:
        """A picture from the picture source, which is opened for it. Refusal if there is no source of that name."""
        source = open_source(self.source)
        with closing(source):
            source.start()
            deadline = time.monotonic() + _PICTURE_TIMEOUT_S
            frame = None
            while frame is None and time.monotonic() < deadline:
                try:
                    frame = source.read(_READ_TIMEOUT_S)
                except Refusal:
                    break
                health = source.health()
                if frame is None and (health.ok or not health.transient):
                    break
            return CameraSample(source.health(), frame)


def no_picture_finding(machine: Machine) -> Finding | None:
    """Finding for checks of a picture if there is none, None if there is one.

    It is no failure, because the check of the camera reports that.
    """
    if machine.server_health is not None:
        return Finding(
            ok=True,
            measured=False,
            message=Text("Not measured while the table runs.", "卓の動作中は測れません。"),
            advice=Text(
                "The page “Set up camera and light” measures it.", "「カメラと明かりの調整」のページで測れます。"
            ),
        )
    if machine.camera_sample.frame is None:
        message = Text("Not measured: there is no picture.", "未測定です（画像がありません）。")
        return Finding(ok=True, measured=False, message=message)
    return None

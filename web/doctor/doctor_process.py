"""The checks of `fudayomi doctor`, run for the page by the command itself.

They run in a process of their own: they load what reads cards, which the page's process never holds.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from scorer.errors import Refusal
from scorer.json_input import parse_json
from scorer.texts import Text

_TIMEOUT_S = 60.0
"""Seconds that all checks together may take. Without a camera that hangs they take two to six."""
_RUNNING = Lock()
_COMMAND = (sys.executable, "-c", "from web.cli import main; main()", "doctor", "--json")


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What one check found, in the language that was asked for. `advice` is empty where nothing needs to be done.

    `title` is what the page calls the check. `measured`: whether the machine could be asked.
    """

    name: str
    title: str
    ok: bool
    message: str
    advice: str
    measured: bool = True


def run_doctor_command(
    source: str, port: int, data: Path | None, *, language: str, command: Sequence[str] = _COMMAND
) -> tuple[CheckResult, ...]:
    """What every check finds, in the order of the command.

    `source` and `port` are those of the running table. Raises `checks_running` while another phone's checks run, and
    `no_checks` when they could not be run to their end.
    """
    if not _RUNNING.acquire(blocking=False):
        raise Refusal(
            "checks_running",
            Text(
                "The checks are running already. Try again in a few seconds.",
                "いま調べているところです。数秒してからもう一度押してください。",
            ),
        )
    try:
        options = ["--source", source, "--port", str(port), *(["--data", str(data)] if data is not None else [])]
        env = {**os.environ, "LC_ALL": f"{language}.UTF-8", "PYTHONUTF8": "1"}
        # Its exit status is 1 as soon as anything is wrong, which is no failure of the checks.
        outcome = subprocess.run(  # noqa: S603  our own command
            [*command, *options], capture_output=True, text=True, timeout=_TIMEOUT_S, check=False, env=env
        )
        checks = parse_json(outcome.stdout)["checks"]
        return tuple(
            CheckResult(each["name"], each["title"], each["ok"], each["says"], each["do"], each["measured"])
            for each in checks
        )
    except (OSError, subprocess.SubprocessError, Refusal, LookupError, TypeError) as error:
        raise Refusal(
            "no_checks",
            Text(
                "The checks did not come to their end. At the machine, “fudayomi doctor” says more.",
                "最後まで調べられませんでした。本体で「fudayomi doctor」を実行すると詳しく分かります。",
            ),
        ) from error
    finally:
        _RUNNING.release()

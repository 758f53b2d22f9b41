"""Training of an enrolled deck in a process of its own, under limits."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scorer.errors import Refusal
from scorer.json_input import parse_json
from scorer.texts import Text

_MAX_MEMORY_BYTES = 1 << 30
"""Bytes of memory the process may take, so that the table goes on meanwhile."""
_SINGLE_THREAD_ENV = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2"}
"""Environment that keeps the libraries of the process to one thread and few heaps."""
_INTERRUPTED = Refusal(
    "no_lesson",
    Text(
        "Learning stopped before its end; every card seen is kept: try again",
        "途中で止まりました。写した札は残っています。もう一度試してください",
    ),
)


class TrainingJob:
    """One training. `on_finished` is called from the job's own thread when the deck is stored."""

    def __init__(
        self, name: str, kind: str, folder: Path, data: Path, on_finished: Callable[[TrainingJob], None]
    ) -> None:
        self._name = name
        self._message = Text("starting", "始めています")
        self._progress = 0.0
        self._refusal: Refusal | None = None
        self._on_finished = on_finished
        self.is_running = True
        command = [sys.executable, "-m", "scanner.training.enrolment.worker", name, kind, str(folder), str(data)]
        self._started = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        # The process dies with the thread that started it, so that thread waits for it.
        threading.Thread(target=self._run, args=(command,), name="training-job", daemon=True).start()
        self._started.wait()

    def cancel(self) -> None:
        """Kill the process. A deck that is not fully trained is not stored."""
        if self._process is not None:
            with contextlib.suppress(OSError):
                self._process.kill()

    def as_json(self) -> dict[str, Any]:
        """Progress as `share` 0..1 and a message, or why the training stopped."""
        return {
            "name": self._name,
            "running": self.is_running,
            "share": round(self._progress, 3),
            "says": self._message.as_json(),
            "refusal": self._refusal and self._refusal.as_json()["error"],
        }

    def _run(self, command: list[str]) -> None:
        is_stored = False
        try:
            limited = [*command, f"--memory={_MAX_MEMORY_BYTES}", f"--parent={os.getpid()}"]
            with subprocess.Popen(limited, stdout=subprocess.PIPE, env={**os.environ, **_SINGLE_THREAD_ENV}) as process:  # noqa: S603
                self._process = process
                self._started.set()
                for line in process.stdout or ():
                    is_stored = self._handle_message(parse_json(line)) or is_stored
                if process.wait() != 0:
                    is_stored = False
        except (OSError, ValueError, KeyError, TypeError):
            is_stored = False
        finally:
            if is_stored:
                self._progress = 1.0
                self._on_finished(self)
            elif self._refusal is None:
                self._refusal = _INTERRUPTED
            self.is_running = False
            self._started.set()

    def _handle_message(self, message: dict[str, Any]) -> bool:
        """Take over one line of the worker. Returns whether the deck has been stored."""
        if "error" in message:
            error = message["error"]
            self._refusal = Refusal(error["code"], Text(error["message"]["en"], error["message"]["ja"]))
            return False
        self._message, self._progress = Text(message["says"]["en"], message["says"]["ja"]), float(message["share"])
        return bool(message.get("done"))

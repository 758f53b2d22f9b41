"""稽古 keiko: a deck being learned in a process of its own, under limits, as the page watches it."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scorer.errors import Refusal
from scorer.texts import Text

_MAX_MEMORY_BYTES = 1 << 30
_SINGLE_THREAD_ENV = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2"}
_INTERRUPTED = Refusal(
    "no_lesson",
    Text(
        "learning stopped before its end; every card seen is kept: try again",
        "途中で止まりました。写した札は残っています。もう一度試してください",
    ),
)


class TrainingJob:
    """One lesson; `learned` is called when the deck is on the shelf, from the lesson's own thread."""

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
        # The process dies with the thread that started it, so that thread stays with it.
        threading.Thread(target=self._run, args=(command,), name="lesson", daemon=True).start()
        self._started.wait()

    def cancel(self) -> None:
        """Ends it; nothing half learned stays."""
        if self._process is not None:
            with contextlib.suppress(OSError):
                self._process.kill()

    def as_json(self) -> dict[str, Any]:
        """How far it is, `share` 0..1, or why it stopped."""
        return {
            "name": self._name,
            "running": self.is_running,
            "share": round(self._progress, 3),
            "says": self._message.as_json(),
            "refusal": self._refusal and self._refusal.as_json()["error"],
        }

    def _run(self, command: list[str]) -> None:
        done = False
        try:
            full = [*command, f"--memory={_MAX_MEMORY_BYTES}", f"--parent={os.getpid()}"]
            with subprocess.Popen(full, stdout=subprocess.PIPE, env={**os.environ, **_SINGLE_THREAD_ENV}) as process:  # noqa: S603
                self._process = process
                self._started.set()
                for line in process.stdout or ():
                    done = self._handle_message(json.loads(line)) or done
                if process.wait() != 0:
                    done = False
        except (OSError, ValueError, KeyError, TypeError):
            done = False
        finally:
            if done:
                self._progress = 1.0
                self._on_finished(self)
            elif self._refusal is None:
                self._refusal = _INTERRUPTED
            self.is_running = False
            self._started.set()

    def _handle_message(self, message: dict[str, Any]) -> bool:
        """Takes one line of the apprentice; True when the deck has been kept."""
        if "error" in message:
            error = message["error"]
            self._refusal = Refusal(error["code"], Text(error["message"]["en"], error["message"]["ja"]))
            return False
        self._message, self._progress = Text(message["says"]["en"], message["says"]["ja"]), float(message["share"])
        return bool(message.get("done"))

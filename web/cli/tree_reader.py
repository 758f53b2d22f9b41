"""The reader of any checkout, run as a process of its own."""

from __future__ import annotations

import io
import os
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

import click

from scorer.json_input import parse_json

THIS_TREE = Path(__file__).parents[2]
"""The checkout that this file belongs to."""
_RUN = "import sys; sys.path.insert(0, ''); from web.cli import main; main()"
"""What runs the command line of the checkout in the working folder, whatever is installed."""
_POLL_S = 0.002
"""Seconds between two looks whether a reader waits for its next picture: little beside a reading of 200 ms."""
_SCHEDULER_CLOCK = 2
"""The kernel's number of the clock of processor time as the scheduler counts it (CPUCLOCK_SCHED)."""
_CLOCK_BITS = 3
"""Bits below the process id in the number of a process's clock."""


@dataclass(frozen=True, slots=True)
class Checkout:
    """A checkout of this program of any age, and the interpreter that runs it."""

    tree: Path
    python: str

    def command(self, *arguments: str) -> list[str]:
        """The command line that runs `fudayomi` with these arguments in the checkout."""
        return [self.python, "-c", _RUN, *arguments]

    def environment(self) -> dict[str, str]:
        """One thread, so that processor time can be compared, and English."""
        one_thread = dict.fromkeys(("OPENCV_FOR_THREADS_NUM", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
        return {**os.environ, **one_thread, "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}

    def measure_live(self, folders: Sequence[Path], arguments: Sequence[str]) -> dict[Path, float]:
        """Milliseconds of reading as a watched table does, for folders of one picture each, by `bench eyes`."""
        answer = subprocess.run(  # noqa: S603  the checkout that the user named
            self.command("bench", "eyes", "--json", *arguments, *map(str, folders)),
            cwd=self.tree,
            env=self.environment(),
            capture_output=True,
            check=False,
        )
        if answer.returncode:
            raise click.ClickException(f"{self.tree}: {_last_line(answer.stderr)}")
        rows = parse_json(answer.stdout)["rows"]
        return {folder: float(rows[str(folder)]["live"]) for folder in folders if str(folder) in rows}


def _last_line(output: bytes) -> str:
    lines = output.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else "ended without a word"


class TreeReader:
    """`fudayomi read` of a checkout, kept alive: it reads one picture after another, each when it is given.

    Its pictures are one named pipe, as often as there will be pictures. Where it waits to open the pipe again, it has
    done everything for the picture before, so that its processor time up to there belongs to that picture.
    """

    def __init__(self, checkout: Checkout, pictures: int, arguments: Sequence[str]) -> None:
        """`pictures`: how many will be read, at most. `words`: further arguments of `read`, such as the deck."""
        self._folder = tempfile.TemporaryDirectory(prefix="fudayomi-compare-")
        self._pipe = Path(self._folder.name) / "picture"
        os.mkfifo(self._pipe)
        self._tree = checkout.tree
        self._next_pipe: int | None = None
        self._process = subprocess.Popen(  # noqa: S603  the checkout that the user named
            checkout.command("read", "--json", *arguments, *[str(self._pipe)] * pictures),
            cwd=checkout.tree,
            env=checkout.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self._output: IO[bytes] = self._process.stdout or io.BytesIO()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        self._output.close()
        if self._next_pipe is not None:
            os.close(self._next_pipe)
        self._folder.cleanup()

    def processor_ms(self) -> float:
        """Processor time of the process since it started, in milliseconds."""
        return time.clock_gettime((~self._process.pid << _CLOCK_BITS) | _SCHEDULER_CLOCK) * 1000

    def wait_until_ready(self) -> None:
        """Wait until the process has started. Its first picture may not have been given yet."""
        self._next_pipe = self._open_pipe()

    def _open_pipe(self) -> int:
        """Wait until the process wants its next picture, and return its pipe, open. ClickException if it has ended."""
        while True:
            try:
                return os.open(self._pipe, os.O_WRONLY | os.O_NONBLOCK)
            except OSError as error:  # nobody reads it yet
                if self._process.poll() is not None:
                    raise click.ClickException(f"{self._tree}: {_last_line(self._output.read())}") from error
                time.sleep(_POLL_S)

    def read(self, picture: bytes) -> tuple[list[dict[str, Any]] | None, float]:
        """Cards of a picture as `read --json` prints them, None if it is refused, and milliseconds of processor time.

        The time is that from the moment when the process waits for the picture, so it does not include its start.
        """
        pipe = self._open_pipe() if self._next_pipe is None else self._next_pipe
        self._next_pipe = None
        start = self.processor_ms()
        os.set_blocking(pipe, True)
        with os.fdopen(pipe, "wb") as stream:
            stream.write(picture)
        answer: dict[str, Any] = {}
        last = b""
        while "cards" not in answer and "error" not in answer:
            line = self._output.readline()
            if not line:
                raise click.ClickException(f"{self._tree}: {_last_line(last)}")
            last = line
            answer = parse_json(line) if line.startswith(b"{") else {}
        return answer.get("cards"), self.processor_ms() - start

"""手分け tewake: long work shared among the machine's processors, each piece in a process of its own."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from itertools import starmap
from types import TracebackType
from typing import Any, TypeVar

from scanner.imaging.profiling import one_thread

Done = TypeVar("Done")
_TOLD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1") | dict.fromkeys(
    ("MALLOC_MMAP_THRESHOLD_", "MALLOC_TRIM_THRESHOLD_"), str(2**31 - 1)
)
"""What each process is told before it begins: one thread, and to keep the memory it was given, not to ask for it at
every step of learning (a sixth of its time)."""


class Crew:
    """So many `hands` (1 or more), to be used in a `with`. One works here; more have a process and a processor each."""

    def __init__(self, hands: int) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._before = {name: os.environ.get(name) for name in _TOLD}
        if hands > 1:
            self._pool = ProcessPoolExecutor(hands, multiprocessing.get_context("spawn"), one_thread)

    def __enter__(self) -> Crew:
        if self._pool:
            os.environ.update(_TOLD)
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        if self._pool:
            self._pool.shutdown(cancel_futures=True)
        for name, value in self._before.items():
            os.environ.pop(name, None)
            os.environ.update({name: value} if value is not None else {})

    def shared(self, work: Callable[..., Done], pieces: Iterable[tuple[Any, ...]]) -> list[Done]:
        """What `work` makes of each piece, in their order.

        With more than one hand `work` must be a module's function; pieces and results are pickled.
        """
        if not self._pool:
            return list(starmap(work, pieces))
        return [doing.result() for doing in [self._pool.submit(work, *piece) for piece in pieces]]

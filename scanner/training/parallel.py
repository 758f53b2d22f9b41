"""手分け tewake: long work shared among the machine's processors, each piece in a process of its own."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from itertools import starmap
from types import TracebackType
from typing import Any, TypeVar

from scanner.imaging.profiling import use_one_thread

Result = TypeVar("Result")
_WORKER_ENVIRONMENT = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"
) | dict.fromkeys(("MALLOC_MMAP_THRESHOLD_", "MALLOC_TRIM_THRESHOLD_"), str(2**31 - 1))
"""What each process is told before it begins: one thread, and to keep the memory it was given, not to ask for it at
every step of learning (a sixth of its time)."""


class ProcessPool:
    """So many `hands` (1 or more), to be used in a `with`. One works here; more have a process and a processor each."""

    def __init__(self, processes: int) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._saved_environment = {name: os.environ.get(name) for name in _WORKER_ENVIRONMENT}
        if processes > 1:
            self._pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), use_one_thread)

    def __enter__(self) -> ProcessPool:
        if self._pool:
            os.environ.update(_WORKER_ENVIRONMENT)
        return self

    def __exit__(
        self, error_type: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._pool:
            self._pool.shutdown(cancel_futures=True)
        for name, value in self._saved_environment.items():
            os.environ.pop(name, None)
            os.environ.update({name: value} if value is not None else {})

    def starmap(self, function: Callable[..., Result], argument_tuples: Iterable[tuple[Any, ...]]) -> list[Result]:
        """What `work` makes of each piece, in their order.

        With more than one hand `work` must be a module's function; pieces and results are pickled.
        """
        if not self._pool:
            return list(starmap(function, argument_tuples))
        return [doing.result() for doing in [self._pool.submit(function, *piece) for piece in argument_tuples]]

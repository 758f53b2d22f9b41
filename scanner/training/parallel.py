"""A process pool that shares long work among the machine's processors."""

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
"""Environment of the worker processes: one thread each, and an allocator that keeps freed memory. Asking the system for
memory again at every training step took a sixth of the time."""


class ProcessPool:
    """A pool of `processes` (1 or more), used in a `with`. One runs in this process; more are spawned, one each."""

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
        """Call `function` with each tuple of arguments; results come in the order of the tuples.

        With more than one process, `function` must be defined at module level; arguments and results are pickled.
        """
        if not self._pool:
            return list(starmap(function, argument_tuples))
        futures = [self._pool.submit(function, *arguments) for arguments in argument_tuples]
        return [future.result() for future in futures]

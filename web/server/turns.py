"""Whose request gets a thread next.

A client waits for its own requests only: it has at most its share of the threads, and of the processor.
"""

from __future__ import annotations

import threading
from collections import Counter, deque
from typing import Any

from waitress.task import ThreadedTaskDispatcher

from web.server.processor_budget import ProcessorBudget
from web.server.request_parser import RequestParser

COSTLY_AT_ONCE = 2
"""Requests for costly pages that one client may have in progress."""


class TurnDispatcher(ThreadedTaskDispatcher):
    """Threads that take requests as their clients' turns come.

    A turn lasts until the answer has been read, so that answers that nobody reads are few. A client has at most
    `at_once` turns, and `COSTLY_AT_ONCE` for paths that begin with one of `costly_paths`. Without processor time left,
    it has none until some is there again. The client "" always has one more.
    """

    def __init__(self, at_once: int, costly_paths: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.processor = ProcessorBudget()
        self._at_once = at_once
        self._costly_paths = costly_paths
        self._turns: Counter[str] = Counter()
        self._costly_turns: Counter[str] = Counter()
        self._waiting: dict[str, deque[tuple[Any, RequestParser]]] = {}
        self._turn_lock = threading.Lock()

    def add_task(self, task: Any) -> None:
        """Give the request of a connection a thread when the turn of its client comes."""
        request: RequestParser = task.requests[0]
        with self._turn_lock:
            self._waiting.setdefault(request.client, deque()).append((task, request))
            self._admit(request.client)

    def leave(self, request: RequestParser) -> None:
        """End the turn of a request, if it has one, and begin those that it made wait."""
        with self._turn_lock:
            if not request.has_turn:
                return
            request.has_turn = False
            for turns in self._turns_of(request):
                turns[request.client] -= 1
                if not turns[request.client]:
                    del turns[request.client]
            self._admit(request.client)

    def charge(self, client: str, used_s: float) -> None:
        """Take `used_s` seconds of processor time from what a client has left."""
        if client:
            with self._turn_lock:
                self.processor.charge(client, used_s)

    def admit_rested(self) -> None:
        """Begin the turns of clients that have processor time again. To be called about every second."""
        with self._turn_lock:
            for client in list(self._waiting):
                self._admit(client)

    def _admit(self, client: str) -> None:
        queue = self._waiting[client] if client in self._waiting else deque()
        for waiting in list(queue):
            channel, request = waiting
            if not self._has_room(request):
                continue
            queue.remove(waiting)
            request.has_turn = True
            for turns in self._turns_of(request):
                turns[client] += 1
            super().add_task(channel)
        if not queue:
            self._waiting.pop(client, None)

    def _has_room(self, request: RequestParser) -> bool:
        client = request.client
        return not client or (
            self._turns[client] < self._at_once
            and (not self._is_costly(request) or self._costly_turns[client] < COSTLY_AT_ONCE)
            and self.processor.left_s(client) > 0
        )

    def _turns_of(self, request: RequestParser) -> tuple[Counter[str], ...]:
        return (self._turns, self._costly_turns) if self._is_costly(request) else (self._turns,)

    def _is_costly(self, request: RequestParser) -> bool:
        # As waitress tells the path to the application.
        return ("/" + request.path.lstrip("/")).startswith(self._costly_paths)

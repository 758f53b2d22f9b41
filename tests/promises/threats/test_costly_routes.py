"""Every route has a budget of processor time, and a client that asks without end leaves enough to others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import pytest
from flask import Flask

from scorer.games import games
from tests.promises.threats.strangers import ask_in_loops, longest_wait_s, running_hall, running_table
from tests.support.gate import first_in_gate
from tests.support.hall import HallTrial
from tests.support.routes import fill_arguments, list_routes
from tests.support.served_app import STRANGER, answered, ask, connect, served, wait_until
from tests.support.table import Phone
from web.api import teach
from web.hall.server import build_hall_server
from web.server.listener import PhoneServer
from web.server.processor_budget import BURST_S
from web.server.turns import COSTLY_AT_ONCE
from web.wsgi import COSTLY_PATHS, build_server

COSTLY_PAGES = 6.0
"""A page is costly that takes more processor time than so many main pages."""
MOST_S = 1.0
"""Seconds of processor time that no answer to anybody may take here. A Pi takes several times as long."""
ARGUMENTS = ("koikoi", "x")
"""A game, and what is nothing, in the place of arguments."""
ATTEMPTS = 3
"""Times that costly ones are asked: the first may be the one that imports or compiles something."""


@contextmanager
def charged(server: PhoneServer) -> Iterator[PhoneServer]:
    """A server whose clients get no processor time back."""
    server.task_dispatcher.processor._clock = lambda: 1000.0
    with served(server) as running:
        yield running


def cost_s(server: PhoneServer, method: str, path: str) -> float:
    """Seconds of processor time that the budget of a stranger was charged for one request, when nothing is kept."""
    teach._drawn_questions.cache_clear()
    budget = server.task_dispatcher.processor
    budget._full_at.clear()
    with connect(server.effective_port, STRANGER) as phone:
        origin = f"http://127.0.0.1:{server.effective_port}"
        body = b"{}" if method != "GET" else b""
        ask(phone, path, method, body, Origin=origin, Content_Type="application/json", Content_Length=len(body))
        assert phone.recv(12).startswith(b"HTTP/1.1 "), path
    wait_until(lambda: budget.left_s(STRANGER) < BURST_S, why=f"{method} {path} has no budget")
    return BURST_S - budget.left_s(STRANGER)


def costs_of(app: Flask, server: PhoneServer, arguments: Sequence[str] = ARGUMENTS) -> Mapping[str, float]:
    """The least cost of each route of an application, by method and path."""
    routes = {(method, fill_arguments(path, argument)) for path, method in list_routes(app) for argument in arguments}
    costs = {f"{method} {path}": cost_s(server, method, path) for method, path in sorted(routes)}
    page = min(cost_s(server, "GET", "/") for _ in range(ATTEMPTS))
    for route, cost in costs.items():
        if cost > COSTLY_PAGES * page:
            costs[route] = min(cost_s(server, *route.split(" ", 1)) for _ in range(ATTEMPTS))
    return costs | {"GET /": page}


@pytest.mark.parametrize("arguments", first_in_gate([(ARGUMENTS,), (tuple(games()),)]))
def test_every_route_of_a_table_has_a_budget_and_the_costliest_are_few_at_once(
    app: Flask, host: Phone, arguments: Sequence[str]
) -> None:
    host.open()
    with charged(build_server(app, "127.0.0.1", 0)) as server:
        costs = costs_of(app, server, arguments)
        app.extensions["fudayomi"].hub.close()
    costliest = max(costs, key=lambda route: costs[route])
    assert costs[costliest] < MOST_S, costliest
    unknown = {
        route: cost
        for route, cost in costs.items()
        if cost > COSTLY_PAGES * costs["GET /"] and not route.removeprefix("GET ").startswith(COSTLY_PATHS)
    }
    assert not unknown, f"to be named in COSTLY_PATHS: {unknown}"
    assert costliest.removeprefix("GET ").startswith(COSTLY_PATHS)


def test_every_route_of_a_hall_has_a_budget_and_none_is_costly(hall: HallTrial) -> None:
    with charged(build_hall_server(hall.app, "127.0.0.1", 0, behind_proxy=False)) as server:
        costs = costs_of(hall.app, server)
    costliest = max(costs, key=lambda route: costs[route])
    assert costs[costliest] < MOST_S / 4, costliest


def test_a_client_that_has_used_its_time_waits_and_others_do_not(app: Flask) -> None:
    with charged(build_server(app, "127.0.0.1", 0)) as server, connect(server.effective_port, STRANGER) as phone:
        server.task_dispatcher.charge(STRANGER, BURST_S)
        ask(phone)
        wait_until(lambda: server.task_dispatcher._waiting)
        assert [answered(server.effective_port)[0] for _ in range(20)] == [200] * 20
        assert server.task_dispatcher._waiting
        server.task_dispatcher.processor._clock = lambda: 1001.0
        assert phone.recv(12) == b"HTTP/1.1 200"


def test_sixteen_loops_have_few_costly_pages_in_progress(app: Flask) -> None:
    with served(build_server(app, "127.0.0.1", 0)) as server:
        turns, most = server.task_dispatcher._costly_turns, []
        with ask_in_loops(server.effective_port, "/api/drill/koikoi"):
            for _ in range(10):
                assert answered(server.effective_port, path="/api/session")[0] == 200
                most.append(turns[STRANGER])
    assert max(most) == COSTLY_AT_ONCE


@pytest.mark.long
def test_another_phone_is_answered_at_once_while_sixteen_loops_ask() -> None:
    for running, path in (
        (running_table, "/api/drill/koikoi"),
        (running_table, "/learn/etori/first"),
        (running_hall, "/openapi.json"),
    ):
        with running() as (port, _), ask_in_loops(port, path):
            assert longest_wait_s(port, 15.0) < 5.0

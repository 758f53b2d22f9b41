"""A client waits for its own requests only."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from waitress.task import ThreadedTaskDispatcher

from web.server.turns import TurnDispatcher


class Same(SimpleNamespace):
    """Equal to itself alone."""

    __eq__, __hash__ = object.__eq__, object.__hash__


class Channels:
    """Connections with a request each, and those whose turn has come, in order."""

    def __init__(self, dispatcher: TurnDispatcher, started: list[Any]) -> None:
        self.dispatcher = dispatcher
        self.started = started

    def ask(self, client: str, path: str = "/") -> Any:
        channel = Same(requests=[Same(client=client, path=path, has_turn=False)])
        self.dispatcher.add_task(channel)
        return channel

    def finish(self, channel: Any) -> None:
        self.dispatcher.leave(channel.requests[0])


@pytest.fixture
def channels(monkeypatch: pytest.MonkeyPatch) -> Channels:
    started: list[Any] = []
    monkeypatch.setattr(ThreadedTaskDispatcher, "add_task", lambda _self, channel: started.append(channel))
    return Channels(TurnDispatcher(3, ("/drill/",)), started)


def test_a_client_has_so_many_turns_and_another_does_not_wait_for_it(channels: Channels) -> None:
    mine = [channels.ask("a") for _ in range(5)]
    other = channels.ask("b")
    assert channels.started == [*mine[:3], other]
    channels.finish(mine[1])
    assert channels.started[-1] is mine[3]
    channels.finish(mine[1])
    assert channels.started[-1] is mine[3], "a turn ends once"
    channels.finish(mine[0])
    assert channels.started[-1] is mine[4]


def test_of_costly_pages_two_are_in_progress_and_others_pass_them(channels: Channels) -> None:
    drills = [channels.ask("a", path) for path in ("/drill/koikoi", "//drill/koikoi", "/drill/koikoi")]
    page = channels.ask("a", "/")
    assert channels.started == [drills[0], drills[1], page]
    channels.finish(drills[0])
    assert channels.started[-1] is drills[2]


def test_without_processor_time_a_client_waits_until_there_is_some(channels: Channels) -> None:
    dispatcher, now = channels.dispatcher, [1000.0]
    dispatcher.processor._clock = lambda: now[0]
    dispatcher.charge("a", 11.0)
    waiting, other = channels.ask("a"), channels.ask("b")
    dispatcher.admit_rested()
    assert channels.started == [other]
    now[0] += 3
    dispatcher.admit_rested()
    assert channels.started == [other, waiting]


def test_this_machine_never_waits(channels: Channels) -> None:
    channels.dispatcher.charge("", 1000.0)
    for _ in range(20):
        channels.ask("", "/drill/koikoi")
    assert len(channels.started) == 20


def test_nothing_is_kept_of_clients_that_were_answered(channels: Channels) -> None:
    mine = [channels.ask("a", "/drill/x") for _ in range(5)]
    for channel in mine:
        channels.finish(channel)
    dispatcher = channels.dispatcher
    assert channels.started == mine
    assert not dispatcher._turns
    assert not dispatcher._costly_turns
    assert not dispatcher._waiting

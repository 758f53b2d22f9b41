"""The client of the worker: what it sends, what it makes of answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scanner.process.messages import MAX_BODY_BYTES, Message
from scanner.reads import CardRead, PictureRead
from scanner.worker.client import ScannerClient
from scorer.errors import Refusal
from scorer.texts import Text

CARD = CardRead("h01-1", 0.97, True, "up", ((0.0, 0.0), (9.0, 0.0), (9.0, 15.0), (0.0, 15.0)))
READ = PictureRead(64, 48, "hanafuda", 1.5, (CARD,))


class FakeSupervisor:
    """A stand-in for the supervisor: gives one answer, and records its calls."""

    state, problem = "up", None

    def __init__(self, answer: Message = ({}, b"")) -> None:
        self.answer, self.requests, self.commands, self.wakes = answer, list[Any](), list[list[str]](), 0

    def request(self, header: dict[str, Any], body: bytes, timeout: float) -> Message:
        self.requests.append((header, body, timeout))
        return self.answer

    def restart_with(self, command: list[str]) -> None:
        self.commands.append(command)

    def wake(self) -> None:
        self.wakes += 1


def build_client(supervisor: FakeSupervisor, **options: Any) -> ScannerClient:
    client = ScannerClient(**options)
    client._supervisor = supervisor  # type: ignore[assignment]
    return client


def test_requests_carry_picture_deck_layout_and_play_area() -> None:
    supervisor = FakeSupervisor(({"read": READ.as_json()}, b"jpeg"))
    client = build_client(supervisor)
    answer = client.read_upload(b"picture", "hanafuda", timeout=3)
    assert (answer.jpeg, answer.read) == (b"jpeg", READ)
    client.capture_and_read("hanafuda", [("h01-1",), ()], play_area=[(0, 0), (1, 0), (1, 1)])
    assert supervisor.requests == [
        ({"op": "read", "deck": "hanafuda"}, b"picture", 3),
        (
            {"op": "look", "deck": "hanafuda", "lay": [["h01-1"], []], "cloth": [(0, 0), (1, 0), (1, 1)]},
            b"",
            15.0,
        ),
    ]


def test_a_picture_too_large_to_send_is_refused_here() -> None:
    supervisor = FakeSupervisor()
    client = build_client(supervisor)
    for send in (
        lambda body: client.read_upload(body, "hanafuda"),
        lambda body: client.run_wizard_step("flatten", body, corners=[]),
    ):
        with pytest.raises(Refusal) as caught:
            send(bytes(MAX_BODY_BYTES + 1))
        assert caught.value.code == "bad_image"
    assert supervisor.requests == []


def test_a_refusal_of_the_worker_reaches_the_caller_as_it_was() -> None:
    refusal = Refusal("no_picture", Text("no camera", "カメラなし"), seat=2, cards=("h01-1",))
    with pytest.raises(Refusal) as caught:
        build_client(FakeSupervisor(({"refusal": refusal.as_json()}, b""))).capture_and_read("hanafuda")
    assert caught.value.as_json() == refusal.as_json()


@pytest.mark.parametrize("header", [{}, {"read": {}}, {"read": [1]}, {"refusal": {}}, {"refusal": None}])
def test_an_answer_that_makes_no_sense_counts_as_a_lost_worker(header: dict[str, Any]) -> None:
    client = build_client(FakeSupervisor((header, b"")))
    for ask in (lambda: client.read_upload(b"", "hanafuda"), lambda: client.run_wizard_step("grid", kind="western")):
        with pytest.raises(Refusal) as caught:
            ask()
        assert caught.value.code == "scanner_down"


def test_another_source_replaces_only_the_source_of_the_command(tmp_path: Path) -> None:
    supervisor = FakeSupervisor()
    client = build_client(supervisor, source="none", data_dir=tmp_path, memory_limit=9)
    client.switch_source("folder:/pictures")
    command = supervisor.commands[0]
    assert [word for word in command if word.startswith("--source")] == ["--source=folder:/pictures"]
    assert {f"--data={tmp_path}", "--memory=9", "--reader=scanner.reader"} <= set(command)
    for switch in (client.switch_source, ScannerClient):
        with pytest.raises(Refusal) as caught:
            switch("telescope")
        assert caught.value.code == "bad_option"
    assert len(supervisor.commands) == 1


def test_the_worker_is_woken_only_when_the_watch_changes() -> None:
    supervisor = FakeSupervisor()
    client = build_client(supervisor)
    for deck, wakes in (("hanafuda", 1), ("hanafuda", 1), ("western", 2), (None, 3)):
        client.watch(deck)
        assert supervisor.wakes == wakes
    assert (client.watch_snapshot, client.live_jpeg) == (None, b"")

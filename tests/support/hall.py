"""A hall, and tables that send to it over a network that may fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorer.errors import Refusal
from scorer.json_input import parse_json
from scorer.session.events import EveningOpened
from tests.support.hands import HANDS
from tests.support.sample_evenings import simulate_round_at
from web.hall.app import create_hall_app
from web.hall.context import HallContext
from web.hall.events import seat_draw
from web.hall.storage.database import HallDatabase
from web.ledger.store import Store
from web.outbox.hall_client import HALL_REFUSALS, HallAddress, HallClient, hall_away
from web.outbox.outbox import Outbox
from web.session.service import Change, SessionService

BASE = "http://192.168.1.9:8100"
NAMES = ("Aki", "Emi", "Ken", "Yuki")


class InProcessClient(HallClient):
    """A client of a hall in this process. `fault` may raise before or after the hall has answered."""

    def __init__(self, app: Flask, fault: Callable[[str], None] = lambda _moment: None) -> None:
        super().__init__(BASE)
        self.app = app
        self.fault = fault

    def send(self, method: str, path: str, body: bytes, key: str = "") -> dict[str, Any]:
        self.fault("before")
        headers = {"Origin": BASE, "Content-Type": "application/json"}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        answer = self.app.test_client().open(path, method=method, data=body, headers=headers, base_url=BASE)
        self.fault("after")
        content: dict[str, Any] = parse_json(answer.get_data())
        if answer.status_code != 200:
            code = content["error"]["code"]
            raise Refusal(code, HALL_REFUSALS[code]) if code in HALL_REFUSALS else hall_away()
        return content


class TableTrial:
    """A table with its ledger and its outbox. It opens an evening unless the ledger has one."""

    def __init__(self, folder: Path, connect: Callable[[str], HallClient], players: tuple[str, ...] = NAMES) -> None:
        folder.mkdir(exist_ok=True)
        self.store = Store(f"sqlite:///{folder / 'ledger.db'}")
        self.service = SessionService(self.store, lambda: None)
        self.outbox = Outbox(self.store, connect)
        if self.service.session is None:
            self.open(players)

    def open(self, players: tuple[str, ...] = NAMES) -> None:
        opened = EveningOpened("otoroku", "hanafuda", {"length": "last_standing"}, players, (10_000,) * len(players))
        self.service.open_evening(opened, self.change())

    def change(self) -> Change:
        return Change(self.service.version, f"key-{self.store.last_sequence():08d}", "Aki")

    def play(self, rounds: int = 1) -> TableTrial:
        """Book rounds, each unlike the one before."""
        for _ in range(rounds):
            turn = self.service.version % len(HANDS)
            hands = HANDS[turn:] + HANDS[:turn]
            self.service.book({f"hands.{seat}": list(hand) for seat, hand in enumerate(hands)}, self.change())
        return self

    def open_pairs(self, pairs: tuple[str, ...]) -> None:
        """Open an evening of Kakeya, in which two people share a seat."""
        opened = EveningOpened("kakeya", "western", {}, pairs, (10_000,) * len(pairs))
        self.service.open_evening(opened, self.change())

    def play_shuffled(self, rounds: int = 1) -> TableTrial:
        """Book rounds of whatever game is played, each from a shuffled pack."""
        for _ in range(rounds):
            session = self.service.require_session()
            round_ = simulate_round_at(session, session.table(), self.service.version)
            answers = {prompt.path: prompt.answer_in(round_) for prompt in self.service.prompts()}
            self.service.book({path: value for path, value in answers.items() if value is not None}, self.change())
        return self

    def send_all(self) -> TableTrial:
        while self.outbox.send_next():
            pass
        return self

    def nets(self) -> dict[str, int]:
        session = self.service.require_session()
        return {
            name: stones - brought
            for name, stones, brought in zip(session.players, session.stones, session.buy_ins, strict=True)
        }

    def close(self) -> None:
        self.store.close()


class HallTrial:
    """A hall over a database, with its application."""

    def __init__(self, url: str) -> None:
        self.database = HallDatabase(url)
        self.app = create_hall_app(self.database)
        self.context: HallContext = self.app.extensions["fudayomi_hall"]

    def table(self, folder: Path, name: str = "Pine", **more: Any) -> TableTrial:
        """A table that has joined this hall."""
        table = TableTrial(folder, lambda _url: InProcessClient(self.app), **more)
        table.outbox.join(HallAddress(BASE, self.context.tables.code), "", name, "http://192.168.1.5:8000/")
        return table

    def nets(self, table: int) -> dict[str, int]:
        """Stones that each player won at a table this evening, by the hall's books."""
        answer = self.get(f"/api/tables/{table}").json
        return {one["name"]: one["net"] for one in answer["totals"]}

    def get(self, path: str, **more: Any) -> Any:
        return self.app.test_client().get(path, base_url=BASE, **more)

    def referee(self) -> Any:
        """The client of a browser that gave the PIN."""
        if not self.context.pin.number:
            self.context.setting_store.set_setting("pin", {"number": 1, "hash": ""})
            self.context.pin._stored = {"number": 1, "hash": ""}
        client = self.app.test_client()
        with client.session_transaction(base_url=BASE) as session:
            session["referee"] = self.context.referees.sign_in(self.context.pin.number)
        return client

    def post(self, client: Any, path: str, **form: Any) -> Any:
        return client.post(path, data=form, base_url=BASE, headers={"Origin": BASE})

    def close(self) -> None:
        self.context.close()


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HallTrial]:
    """A hall with an empty database."""
    # Few exchanges are enough here. test_seat_draw.py tests the search for seats.
    monkeypatch.setattr(seat_draw, "EXCHANGES", 600)
    with closing(HallTrial(f"sqlite:///{tmp_path / 'hall.db'}")) as trial:
        yield trial

"""A table and a hall as a fuzzer meets them: who may ask for what, and the state that a refusal must not change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Connection, Table, func, select

from scorer.session.events import EveningOpened
from tests.promises.threats.fuzzed_evening import LearntAtOnce, LivelyEvening
from tests.support import hall as hall_support
from tests.support.hands import HANDS
from tests.support.table import BASE, PIN, FakeScanner, Phone, picture_of_piles
from web.access.pin import Pin
from web.app import create_app
from web.camera import enrolment
from web.config import Settings
from web.hall.api_description import TABLE, hall_api
from web.hall.events.event_store import EventPlan
from web.hall.storage import schema as hall_schema
from web.hall.storage.tables import JoinRequest
from web.ledger.entry import Entry
from web.ledger.schema import SETTINGS
from web.ledger.store import Store
from web.openapi import build_document

SUGGESTED: dict[str, list[Any]] = {
    "answers": [{f"hands.{seat}": list(hand) for seat, hand in enumerate(HANDS)}, {"hands.0": list(HANDS[0])}, {}],
    "cards": [["h01-1", "h08-1"]],
    "deck": ["hanafuda"],
    "evening": [1],
    "kind": ["hanafuda"],
    "game": ["otoroku", "tokotoko"],
    "name": ["Aki", "Emi"],
    "new": ["864209", PIN],
    "number": [1, 2, 3],
    "one": ["Aki"],
    "options": [{}, "{}"],
    "other": ["Emi"],
    "path": ["hands.0"],
    "pin": [PIN],
    "player": ["Aki", "Ken"],
    "players": [["Aki", "Emi", "Ken", "Yuki"], ["Aki", "Emi"]],
    "read": [0],
    "seat": [0, 1],
    "seats": [4],
    "move": ["join", "leave", "swap", "buy"],
    "stones": [5],
    "on": [True],
    "to": ["hands.0", "hands.1"],
}
"""Values by the name of their member."""
LEDGER = "ab" * 16


@dataclass
class Served:
    """An application with phones of all roles.

    `allowed`: the roles that may do what the document says is for one. `client`: a client of a role, given that role
    anew, because requests may take it away. `state`: what a refusal must not change. `suggested`: values now that lead
    past the first check, by the name of a member, or by a route and that name. `declared_faults`: codes that a 503 may
    have.
    """

    app: Flask
    base: str
    document: dict[str, Any]
    allowed: Mapping[str, tuple[str, ...]]
    client: Callable[[str], FlaskClient]
    state: Callable[[], object]
    suggested: Callable[[], Mapping[str, Sequence[Any]]]
    declared_faults: frozenset[str]

    @property
    def roles(self) -> tuple[str, ...]:
        """Everybody who asks."""
        return self.allowed["anyone"]


class Phones:
    """The phones of a table. `pin_number`: that of `PIN`, while it is the table's."""

    def __init__(self, app: Flask, scanner: FakeScanner) -> None:
        self.app, self.ctx = app, app.extensions["fudayomi"]
        self.phones = {role: Phone(app.test_client()) for role in ("host", "player", "guest")}
        for phone in self.phones.values():
            phone.get("/")
        self.pin_number = 0
        self.evening = LivelyEvening(app, scanner, {role: self.number_of(role) for role in self.phones}, 1)

    def number_of(self, role: str) -> str:
        with self.phones[role].client.session_transaction(base_url=BASE) as session:
            return str(session["phone"])

    def client(self, role: str) -> FlaskClient:
        """A client of that role at a table where an evening is open."""
        self.ctx.pin.backoff.clear()
        if self.ctx.pin.number != self.pin_number:
            self.ctx.pin.renew(PIN)
            self.pin_number = self.ctx.pin.number
        self.ctx.phones.grant_host(self.number_of("host"), self.pin_number)
        if self.ctx.service.session is None or not self.ctx.service.prompts():
            self.phones["host"].open()
        if role in {"player", "guest"}:
            self.ctx.phones.revoke_host(self.number_of(role))
        if role == "player":
            holder = self.ctx.phones.find_by_name("Aki")
            if holder is not None and holder.id != self.number_of(role):
                self.ctx.phones.release_name(holder.id)
            self.ctx.phones.ask_back(self.number_of(role))
            self.ctx.phones.claim_name(self.number_of(role), "Aki")
        if role == "guest":
            self.evening.offer()  # to be host, which only that phone can accept
        self.evening.go_on()
        return self.phones[role].client if role in self.phones else self.app.test_client()


@contextmanager
def serve_table(folder: Path, source: str = "synthetic") -> Iterator[Served]:
    """A table with an evening. Its camera shows the same cards to whoever looks.

    `source`: the synthetic table deals demo rounds, a camera follows rounds.
    """
    folder.mkdir(exist_ok=True)
    scanner = FakeScanner()
    scanner.read_result = picture_of_piles(HANDS, 4)
    settings = Settings(source, 8000, frozenset({"fudayomi.local"}), folder)
    with (
        closing(Store(f"sqlite:///{folder}/ledger.db")) as store,
        patch.object(enrolment, "TrainingJob", LearntAtOnce),
    ):
        Pin(store).renew(PIN)
        app = create_app(store, scanner, settings)  # type: ignore[arg-type]
        service, keys = app.extensions["fudayomi"].service, count(10**6)

        def state() -> object:
            fold = (service.session, service.draft, service.reopened, service.booked_rounds)
            with store._engine.connect() as connection:
                kept = read_settings(connection, SETTINGS)
            return (*fold, service.version, service.evening_id, store.last_sequence(), kept)

        def suggested() -> Mapping[str, Sequence[Any]]:
            return SUGGESTED | phones.evening.suggested() | {"key": [f"fuzz-{next(keys)}", "otoroku"]}

        allowed = {
            "anyone": ("host", "player", "guest", "stranger"),
            "player": ("host", "player"),
            "host": ("host",),
        }
        faults = frozenset({"scanner_down", "no_picture"})  # what this scanner may say
        document, phones = build_document(app), Phones(app, scanner)
        yield Served(app, BASE, document, allowed, phones.client, state, suggested, faults)


@contextmanager
def serve_hall(folder: Path) -> Iterator[Served]:
    """A hall with an event, and a table that has joined it."""
    with closing(hall_support.HallTrial(f"sqlite:///{folder}/hall.db")) as trial:
        tables, referee = trial.context.tables, trial.referee()
        trial.context.events.create(EventPlan("Spring", "otoroku", {}, 4, "places", 3, 40))

        def join() -> tuple[str, int]:
            """Let the table in, wherever it stands. Its key, and the sequence that it is to send next."""
            number, key, following = tables.join(tables.code, JoinRequest("Pine", LEDGER, "", 1, 1))
            return f"{number}.{key}", following

        def client(role: str) -> FlaskClient:
            nonlocal referee
            if not trial.context.referees.count(1):
                referee = trial.referee()
            caller = referee if role == "referee" else trial.app.test_client()
            if role == TABLE:
                caller.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {join()[0]}"
            return caller

        def state() -> object:
            with trial.database.read() as connection:
                counts = [
                    connection.execute(select(func.count()).select_from(table)).scalar()
                    for table in hall_schema.METADATA.sorted_tables
                    if table is not hall_schema.SETTINGS
                ]
                kept = read_settings(connection, hall_schema.SETTINGS)
            return (*counts, kept)

        def suggested() -> Mapping[str, Sequence[Any]]:
            known = {"table": [1], "event": [1], "ledger": [LEDGER], "url": [""], "code": [tables.code]}
            known |= {"name": ["Pine"], "first": [1], "evening": [1]}
            return known | {"entries": [[opening_entry(join()[1])]]}

        allowed = {"anyone": (TABLE, "referee", "stranger"), TABLE: (TABLE,)}
        document = build_document(trial.app, hall_api())
        faults = frozenset({"no_database"})
        yield Served(trial.app, hall_support.BASE, document, allowed, client, state, suggested, faults)


def opening_entry(sequence: int) -> dict[str, Any]:
    """The entry of that sequence, as a table sends it: it opens an evening of the same number."""
    opened = EveningOpened("otoroku", "hanafuda", {}, ("Aki", "Emi", "Ken", "Yuki"))
    at, key = "2026-01-01T20:00:00+00:00", f"fuzz-{sequence:08}"
    return asdict(Entry(sequence, sequence, 1, opened.as_json(), "Aki", at, key))


def read_settings(connection: Connection, table: Table) -> dict[str, str]:
    """Every setting but the wrong PINs, which count."""
    rows = connection.execute(select(table.c.name, table.c.value))
    return {name: value for name, value in rows if name != "pin_tries"}

"""The application over a real ledger and a scripted scanner."""

from __future__ import annotations

import secrets
import shutil
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.serving import make_server

from scanner.reads import Alternative, CardRead, PictureRead
from scanner.seat_zones import CENTER_ZONE, seat_zones
from scanner.tracking.table_state import TableState, TrackedCard
from scanner.worker.client import AnnotatedPicture
from scanner.worker.watch_state import ArrivedRest, FollowTarget, WatchSnapshot
from scorer.errors import Refusal
from scorer.texts import Text
from tests.support.evening_on_table import Stage
from tests.support.hands import HANDS
from web.access.pin import Pin
from web.app import create_app
from web.config import Settings
from web.ledger.store import Store

PIN = "135790"
BASE = "http://192.168.1.5:8000"
NAMES = ["Aki", "Emi", "Ken", "Yuki"]
KEYS = (f"test-key-{n:06d}" for n in count())


def card_read(card: str | None, x: float, y: float, *, sure: bool = True) -> CardRead:
    """An upright card of 33 × 54 pixels, with its centre at (x, y) pixels."""
    left, right, top, bottom = x - 16.5, x + 16.5, y - 27, y + 27
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    other = (Alternative("h08-1", 0.2), Alternative("h01-1", 0.1))
    return CardRead(card, 0.99 if sure else 0.6, sure, "up" if card else "down", corners, () if sure else other)


def picture_of_piles(piles: Sequence[Sequence[str]], seats: int) -> PictureRead:
    """A reading in which each pile lies at its seat, and one pile after the last seat in the centre."""
    cards = []
    for zone, pile in zip((*seat_zones(seats), CENTER_ZONE), piles, strict=False):
        for at, card in enumerate(pile):
            # From the owner's left to right, seven a row, the first row farthest away.
            row, column = divmod(at, 7)
            right = (column - (min(len(pile), 7) - 1) / 2) * 40
            near = (row - (len(pile) - 1) // 7 / 2) * 40
            dx, dy = {0: (right, near), 90: (-near, right), 180: (-right, -near), 270: (near, -right)}[zone.facing_deg]
            cards.append(card_read(card, zone.x * 1600 + dx, zone.y * 900 + dy))
    return PictureRead(1600, 900, "hanafuda", 5.0, tuple(cards))


class FakeScanner:
    """A `ScannerClient` without a worker. Answers with `read_result`, or raises `refusal`."""

    def __init__(self) -> None:
        self.state = "up"
        self.message: Text | None = None
        self.read_result = PictureRead(1600, 900, "hanafuda", 5.0, ())
        self.refusal: Refusal | None = None
        self.layout: Sequence[Sequence[str]] | None = None
        self.deck = ""
        self.play_area: Sequence[Sequence[float]] | None = None
        self.wizard_answers: dict[str, tuple[dict[str, Any], bytes]] = {}
        self.wizard_request: tuple[str, bytes, dict[str, object]] | None = None
        self.watch_snapshot: WatchSnapshot | None = None
        self.watched_deck: str | None = None
        self.watched_area: Sequence[Sequence[float]] | None = None
        self.live_jpeg = b""
        self.source: str | None = None
        self.target: FollowTarget | None = None
        self.rests: deque[ArrivedRest] = deque()

    def start(self) -> None: ...

    def close(self) -> None: ...

    def watch(
        self,
        deck: str | None,
        *,
        live: bool = False,
        play_area: Sequence[Sequence[float]] | None = None,
        target: FollowTarget | None = None,
    ) -> None:
        self.watched_deck, self.watched_area, self.target = deck, play_area, target

    def take_rests(self) -> tuple[ArrivedRest, ...]:
        # A test appends rests in another thread. Later ones wait for the next call.
        return tuple(self.rests.popleft() for _ in range(len(self.rests)))

    def show_still_table(self, read: PictureRead, numbers: Sequence[int] | None = None, **more: Any) -> None:
        """Show these cards lying still on the live table. `numbers` are the tracks of the cards."""
        version = self.watch_snapshot.version + 1 if self.watch_snapshot else 1
        cards = tuple(
            TrackedCard(number, card, 1.0, number in more.get("covered", ()))
            for number, card in zip(numbers or range(1, len(read.cards) + 1), read.cards, strict=True)
        )
        table = TableState(version, 5.0, read.width, read.height, read.deck, cards, tuple(more.get("changes", ())))
        self.live_jpeg = more.get("jpeg", b"\xff\xd8jpeg")
        self.watch_snapshot = WatchSnapshot(version, table, self.live_jpeg, more.get("still", True), 0.0)

    def switch_source(self, source: str) -> None:
        self.source = source

    def read_upload(self, picture: bytes, deck: str, timeout: float = 15.0) -> AnnotatedPicture:
        if self.refusal:
            raise self.refusal
        return AnnotatedPicture(b"\xff\xd8jpeg", self.read_result)

    def capture_and_read(
        self,
        deck: str,
        layout: Sequence[Sequence[str]] | None = None,
        timeout: float = 15.0,
        play_area: Sequence[Sequence[float]] | None = None,
    ) -> AnnotatedPicture:
        self.layout, self.deck, self.play_area = layout, deck, play_area
        if layout is not None:
            self.read_result = picture_of_piles(layout, len(layout) - 1)
        return self.read_upload(b"", deck)

    def run_wizard_step(
        self, op: str, body: bytes = b"", timeout: float = 40.0, **fields: object
    ) -> tuple[dict[str, Any], bytes]:
        """The answer in `wizard_answers` for this op."""
        if self.refusal:
            raise self.refusal
        if op not in self.wizard_answers:
            raise Refusal("no_picture", Text("nothing was shown to these eyes", "何も見せていません"))
        self.wizard_request = (op, body, fields)
        return self.wizard_answers[op]


class Phone:
    """A phone that sends what the page sends: JSON, the right Origin, version and key with each change."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    def send(self, path: str, body: object = None, method: str = "POST", headers: dict[str, str] | None = None) -> Any:
        return self.client.open(
            path, method=method, json=body, base_url=BASE, headers={"Origin": BASE} | (headers or {})
        )

    def get(self, path: str) -> Any:
        return self.client.get(path, base_url=BASE)

    @property
    def snapshot(self) -> dict[str, Any]:
        session: dict[str, Any] = self.get("/api/session").json
        return session

    def change(self, path: str, **body: object) -> Any:
        """A change by the host, with the PIN where the table may ask for it again."""
        pin = {"pin": PIN} if path in {"/api/evening", "/api/demo/evening", "/api/close"} else {}
        return self.send(path, {"version": self.snapshot["version"], "key": next(KEYS), **pin, **body})

    def sign_in(self) -> Phone:
        assert self.send("/api/host", {"pin": PIN}).status_code == 200
        return self

    def grant_host(self) -> Phone:
        """Make this phone the host's, with a PIN given some time ago."""
        with self.client.session_transaction(base_url=BASE) as session:
            phone = session["phone"] = session.get("phone", secrets.token_hex(4))
        self.client.application.extensions["fudayomi"].phones.grant_host(phone, 1)
        return self

    def open(self, *, demo: bool = False, **more: object) -> Phone:
        """Open an evening, or with `demo` one in which the synthetic table deals."""
        path = "/api/demo/evening" if demo else "/api/evening"
        answer = self.change(path, **{"game": "otoroku", "players": NAMES, **more})
        assert answer.status_code == 200, answer.json
        return self

    def answers(self, hands: Sequence[Sequence[str]] = HANDS) -> dict[str, Any]:
        return {f"hands.{seat}": list(hand) for seat, hand in enumerate(hands)}


@pytest.fixture(scope="session")
def empty_ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a ledger with a PIN only, made once because hashing is slow."""
    file = tmp_path_factory.mktemp("ledger") / "ledger.db"
    with closing(Store(f"sqlite:///{file}")) as store:
        Pin(store).renew(PIN)
    return file


@pytest.fixture
def store(tmp_path: Path, empty_ledger: Path) -> Iterator[Store]:
    """The store of a ledger with a PIN only."""
    file = shutil.copy(empty_ledger, tmp_path / "ledger.db")
    with closing(Store(f"sqlite:///{file}")) as ledger:
        yield ledger


@pytest.fixture
def scanner() -> FakeScanner:
    """A scanner whose answers the test sets."""
    return FakeScanner()


@pytest.fixture
def source() -> str:
    """The picture source of the table. Tests of the demo set it to "synthetic"."""
    return "webcam:0"


@pytest.fixture
def app(store: Store, scanner: FakeScanner, tmp_path: Path, source: str) -> Flask:
    """The application over the store and the scripted scanner."""
    return create_app(store, scanner, Settings(source, 8000, frozenset({"fudayomi.local"}), tmp_path))


@pytest.fixture
def guest(app: Flask) -> Phone:
    """A phone that has not signed in."""
    return Phone(app.test_client())


@pytest.fixture
def host(app: Flask) -> Phone:
    """The phone of a host."""
    return Phone(app.test_client()).grant_host()


@pytest.fixture
def address(app):
    """The URL of the application, served in this process."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A served table with an evening, for tests that change nothing."""
    table = Stage(tmp_path_factory.mktemp("stage"))
    yield table
    table.close()

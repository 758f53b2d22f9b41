"""A table to test with: a real ledger in a temporary folder, eyes that see what a test tells them."""

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
from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket
from werkzeug.routing import Rule
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


def read_of(card: str | None, x: float, y: float, *, sure: bool = True) -> CardRead:
    """A card upright with its middle at (x, y) pixels, 33 × 54."""
    left, right, top, bottom = x - 16.5, x + 16.5, y - 27, y + 27
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    other = (Alternative("h08-1", 0.2), Alternative("h01-1", 0.1))
    return CardRead(card, 0.99 if sure else 0.6, sure, "up" if card else "down", corners, () if sure else other)


def laid(piles: Sequence[Sequence[str]], seats: int) -> PictureRead:
    """A picture on which each pile lies in its seat's place (the one after the last seat in the centre)."""
    cards = []
    for zone, pile in zip((*seat_zones(seats), CENTER_ZONE), piles, strict=False):
        for at, card in enumerate(pile):
            # From the owner's left to right, seven a row, the first row farthest from him.
            row, column = divmod(at, 7)
            right = (column - (min(len(pile), 7) - 1) / 2) * 40
            near = (row - (len(pile) - 1) // 7 / 2) * 40
            dx, dy = {0: (right, near), 90: (-near, right), 180: (-right, -near), 270: (near, -right)}[zone.facing_deg]
            cards.append(read_of(card, zone.x * 1600 + dx, zone.y * 900 + dy))
    return PictureRead(1600, 900, "hanafuda", 5.0, tuple(cards))


class FakeScanner:
    """A `ScannerClient` without a worker: answers with `sees`, or refuses with `refuses`."""

    def __init__(self) -> None:
        self.state = "up"
        self.message: Text | None = None
        self.sees = PictureRead(1600, 900, "hanafuda", 5.0, ())
        self.refuses: Refusal | None = None
        self.laid: Sequence[Sequence[str]] | None = None
        self.deck = ""
        self.cloth: Sequence[Sequence[float]] | None = None
        self.tells: dict[str, tuple[dict[str, Any], bytes]] = {}
        self.asked: tuple[str, bytes, dict[str, object]] | None = None
        self.watch_snapshot: WatchSnapshot | None = None
        self.watching: str | None = None
        self.watching_on: Sequence[Sequence[float]] | None = None
        self.live_jpeg = b""
        self.used: str | None = None
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
        self.watching, self.watching_on, self.target = deck, play_area, target

    def take_rests(self) -> tuple[ArrivedRest, ...]:
        # A test lays cards in another thread: what it appends meanwhile is left for the next call.
        return tuple(self.rests.popleft() for _ in range(len(self.rests)))

    def lies(self, read: PictureRead, numbers: Sequence[int] | None = None, **more: Any) -> None:
        """The watch sees these cards lying still; `numbers` stay with the cards."""
        version = self.watch_snapshot.version + 1 if self.watch_snapshot else 1
        cards = tuple(
            TrackedCard(number, card, 1.0, number in more.get("covered", ()))
            for number, card in zip(numbers or range(1, len(read.cards) + 1), read.cards, strict=True)
        )
        table = TableState(version, 5.0, read.width, read.height, read.deck, cards, tuple(more.get("changes", ())))
        self.live_jpeg = more.get("jpeg", b"\xff\xd8jpeg")
        self.watch_snapshot = WatchSnapshot(version, table, self.live_jpeg, more.get("still", True), 0.0)

    def switch_source(self, source: str) -> None:
        self.used = source

    def read_upload(self, picture: bytes, deck: str, timeout: float = 15.0) -> AnnotatedPicture:
        if self.refuses:
            raise self.refuses
        return AnnotatedPicture(b"\xff\xd8jpeg", self.sees)

    def capture_and_read(
        self,
        deck: str,
        layout: Sequence[Sequence[str]] | None = None,
        timeout: float = 15.0,
        play_area: Sequence[Sequence[float]] | None = None,
    ) -> AnnotatedPicture:
        self.laid, self.deck, self.cloth = layout, deck, play_area
        if layout is not None:
            self.sees = laid(layout, len(layout) - 1)
        return self.read_upload(b"", deck)

    def run_wizard_step(
        self, op: str, body: bytes = b"", timeout: float = 40.0, **fields: object
    ) -> tuple[dict[str, Any], bytes]:
        """What the guided walks are told: `tells` by the op, refusing with `refuses`."""
        if self.refuses:
            raise self.refuses
        if op not in self.tells:
            raise Refusal("no_picture", Text("nothing was shown to these eyes", "何も見せていません"))
        self.asked = (op, body, fields)
        return self.tells[op]


class Phone:
    """A browser of one phone, as the page uses it: JSON, the right Origin, version and key on changes."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    def send(self, path: str, body: object = None, method: str = "POST", headers: dict[str, str] | None = None) -> Any:
        return self.client.open(
            path, method=method, json=body, base_url=BASE, headers={"Origin": BASE} | (headers or {})
        )

    def get(self, path: str) -> Any:
        return self.client.get(path, base_url=BASE)

    @property
    def snap(self) -> dict[str, Any]:
        found: dict[str, Any] = self.get("/api/session").json
        return found

    def change(self, path: str, **body: object) -> Any:
        """A change as a host makes it, with the PIN where it may be asked once more."""
        pin = {"pin": PIN} if path in {"/api/evening", "/api/demo/evening", "/api/close"} else {}
        return self.send(path, {"version": self.snap["version"], "key": next(KEYS), **pin, **body})

    def sign_in(self) -> Phone:
        assert self.send("/api/host", {"pin": PIN}).status_code == 200
        return self

    def trusted(self) -> Phone:
        """A host who gave the PIN some time ago."""
        with self.client.session_transaction(base_url=BASE) as session:
            me = session["phone"] = session.get("phone", secrets.token_hex(4))
        self.client.application.extensions["fudayomi"].phones.grant_host(me, 1)
        return self

    def open(self, *, demo: bool = False, **more: object) -> Phone:
        """Start an evening, or with `demo` one in which the synthetic table deals."""
        path = "/api/demo/evening" if demo else "/api/evening"
        answer = self.change(path, **{"game": "otoroku", "players": NAMES, **more})
        assert answer.status_code == 200, answer.json
        return self

    def answers(self, hands: Sequence[Sequence[str]] = HANDS) -> dict[str, Any]:
        return {f"hands.{seat}": list(hand) for seat, hand in enumerate(hands)}


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger with a PIN and nothing else, made once: hashing is slow on purpose."""
    file = tmp_path_factory.mktemp("ledger") / "ledger.db"
    with closing(Store(f"sqlite:///{file}")) as store:
        Pin(store).renew(PIN)
    return file


@pytest.fixture
def store(tmp_path: Path, empty: Path) -> Iterator[Store]:
    file = shutil.copy(empty, tmp_path / "ledger.db")
    with closing(Store(f"sqlite:///{file}")) as opened:
        yield opened


@pytest.fixture
def eyes() -> FakeScanner:
    return FakeScanner()


class CompiledTemplates(BytecodeCache):
    """Templates compiled so far, by file and by the application whose filters and globals they were compiled with."""

    def __init__(self) -> None:
        self.compiled: dict[tuple[str, str], bytes] = {}

    def get_bucket(self, environment: Environment, name: str, filename: str | None, source: str) -> Bucket:
        key = f"{environment.app.import_name} {self.get_cache_key(name, filename)}"  # type: ignore[attr-defined]
        bucket = Bucket(environment, key, self.get_source_checksum(source))
        self.load_bytecode(bucket)
        return bucket

    def load_bytecode(self, bucket: Bucket) -> None:
        if code := self.compiled.get((bucket.key, bucket.checksum)):
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.compiled[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


@pytest.fixture(scope="session", autouse=True)
def compiled_applications() -> Iterator[None]:
    """Each route and template is compiled once for all applications, which is most of the work of a short test."""
    compile_rule = Rule.compile
    compiled: dict[tuple[object, ...], dict[str, Any]] = {}
    kept = ("_parts", "_trace", "_converters", "_build", "_build_unknown")

    def remembered(rule: Rule) -> None:
        if rule.defaults:
            compile_rule(rule)
            return
        key = (rule.rule, rule.subdomain, rule.host, rule.merge_slashes, rule.map and rule.map.host_matching)
        if key not in compiled:
            compile_rule(rule)
            compiled[key] = {name: getattr(rule, name) for name in kept} | {"arguments": frozenset(rule.arguments)}
            for name in ("_build", "_build_unknown"):
                compiled[key][name] = getattr(rule, name).__func__
        made = compiled[key]
        rule._parts, rule._trace, rule._converters = made["_parts"], made["_trace"], made["_converters"]
        rule.arguments = set(made["arguments"])
        rule._build = made["_build"].__get__(rule, None)
        rule._build_unknown = made["_build_unknown"].__get__(rule, None)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "compile", remembered)
        patch.setattr(Flask, "jinja_options", {"bytecode_cache": CompiledTemplates()})
        yield


@pytest.fixture
def source() -> str:
    """What the table sees its cards with. Tests of the demo say "synthetic"."""
    return "webcam:0"


@pytest.fixture
def app(store: Store, eyes: FakeScanner, tmp_path: Path, source: str) -> Flask:
    return create_app(store, eyes, Settings(source, 8000, frozenset({"fudayomi.local"}), tmp_path))


@pytest.fixture
def guest(app: Flask) -> Phone:
    return Phone(app.test_client())


@pytest.fixture
def host(app: Flask) -> Phone:
    return Phone(app.test_client()).trusted()


@pytest.fixture
def address(app):
    """Where the application is served to a browser of this machine."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A table with an evening on it, for tests that only look."""
    built = Stage(tmp_path_factory.mktemp("stage"))
    yield built
    built.close()

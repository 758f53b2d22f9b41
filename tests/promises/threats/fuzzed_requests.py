"""Random requests made from /openapi.json, and random files.

`python -m tests.promises.threats.fuzzed_requests 20000 [SEED]` sends as many requests to the application and reads as
many files. None may cause a server error or a change without permission, and a refusal changes nothing.
"""

from __future__ import annotations

import json
import logging
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from flask import Flask

from scanner.enrolled.deck_file import decode_deck
from scanner.enrolled.store import list_decks
from scorer.api import settle_round
from scorer.errors import ERROR_CODES, Refusal
from scorer.notation import read_round
from scorer.texts import Text
from tests.support.hands import HANDS
from tests.support.table import BASE, PIN, FakeScanner, Phone, picture_of_piles
from tests.unit.web.camera.test_enrolment import write_deck_file
from web.access.pin import Pin
from web.app import create_app
from web.archive.importer import parse_evening_file
from web.config import Settings
from web.ledger.store import Store
from web.openapi import build_document

HERE = Path(__file__).parent
DEEP: Any = json.loads("[" * 60 + "]" * 60)
ODD: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        0,
        -1,
        2**53,
        10**40,
        1.5,
        -0.0,
        "",
        "x",
        "\x00",
        "a\nb",
        "\ud800",
        "\u202e",
        "札" * 30,
        "x" * 9000,
    ),
    *([], {}, [[]], [None], {"": None}, {"\udfff": 1}, DEEP, [0] * 500, "h01-1", "hands.0", "otoroku", PIN[::-1]),
)
WORDS = ("Aki", "Emi", "otoroku", "tokotoko", "hanafuda", "hands.0", "hands.1", "h01-1", "h08-1", "join", "mine", "")
HEADERS = {
    "Accept-Language": ("ja;q=nan", "\xff", "x" * 5000, ";;,,q=1e999"),
    "Cookie": ("fudayomi=\xff", "fudayomi=eyJ.x.y", "lang=\xe3; theme=\x7f", "=;=;" * 500),
    "If-None-Match": ('W/"', "*", "\xff"),
    "Range": ("bytes=-1", "bytes=9-1,0-", "x=1"),
    "Accept-Encoding": ("gzip;q=x", "*;q=0", "\xff"),
    "Content-Type": (
        "application/json; charset=utf-99",
        "multipart/form-data",
        "multipart/form-data; boundary=\xff",
        "a/b",
    ),
    "Host": ("evil.example", "192.168.1.5:99999", "[::1", "[::1]:8000", "a@b", ""),
    "Origin": ("http://evil.example", "null", ""),
    "Sec-Fetch-Site": ("cross-site", "same-origin"),
}
QUERIES = (
    "before=\xff",
    "options=%5B",
    "seat=-",
    "a=%00&cards=,,,",
    "options=" + "%5B" * 3000,
    "to=%ED%A0%80",
    "o.wager=NaN",
)
DECLARED_FAULTS = {"scanner_down", "no_picture", "not_saved", "scanner_busy", "too_many_phones"}
"""Codes that a 503 may have."""


class AwayWorker(dict[str, Any]):
    """Answers of a worker that is away to any step of a wizard."""

    def __missing__(self, step: str) -> Any:
        raise Refusal("scanner_down", Text("away", "いません"))


class Fuzzer:
    """An application with phones of all roles, and random requests to it."""

    def __init__(self, app: Flask, seed: int) -> None:
        self.chance = random.Random(seed)
        self.app, self.document = app, build_document(app)
        self.ctx = app.extensions["fudayomi"]
        self.counts: Counter[int] = Counter()
        host, guest, player = (Phone(app.test_client()) for _ in range(3))
        host.grant_host().open()
        guest.get("/")
        player.send("/api/join", {"name": "Aki"})
        self.phones = {"host": host, "guest": guest, "player": player}
        self.operations = [
            (method.upper(), path, spec)
            for path, methods in self.document["paths"].items()
            for method, spec in methods.items()
            if path != "/api/live"
        ]
        pages = {rule.rule: rule.methods or set() for rule in app.url_map.iter_rules()}
        self.pages = [(rule, method) for rule in sorted(pages) for method in sorted(pages[rule]) if rule != "/api/live"]

    def random_value(self, schema: dict[str, Any], depth: int = 0) -> Any:
        """A value that fits the schema, or sometimes another."""
        chance = self.chance
        if chance.random() < 0.06:
            return chance.choice(ODD)
        if "$ref" in schema:
            schema = self.document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        if "anyOf" in schema:
            return self.random_value(chance.choice(schema["anyOf"]), depth)
        return chance.choice(schema["enum"]) if "enum" in schema else self.random_plain_value(schema, depth)

    def random_plain_value(self, schema: dict[str, Any], depth: int) -> Any:
        """A value of a schema with a type, or without any restriction."""
        chance = self.chance
        match schema.get("type"):
            case "object":
                members = schema.get("properties", {})
                names = {*schema.get("required", ()), *(name for name in members if chance.random() < 0.5)}
                more = [chance.choice(WORDS)] if "additionalProperties" in schema and depth < 4 else []
                return {name: self.random_value(members.get(name, {}), depth + 1) for name in sorted({*names, *more})}
            case "array":
                return [
                    self.random_value(schema.get("items", {}), depth + 1) for _ in range(chance.choice((0, 1, 2, 4)))
                ]
            case "string":
                return chance.choice(WORDS) if chance.random() < 0.8 else f"key-{chance.randrange(10**9)}"
            case "integer":
                return chance.choice((0, 1, 2, 3, self.ctx.service.version, self.ctx.service.version - 1))
            case "number":
                return chance.choice((0, 0.5, 1))
            case "boolean":
                return chance.random() < 0.5
        return chance.choice((*WORDS, ["h01-1", "h02-1"], 1, None))

    def random_body(self, spec: dict[str, Any]) -> bytes | None:
        """A body for an operation: almost as described, or random bytes."""
        content = spec.get("requestBody", {}).get("content", {})
        if "application/json" not in content:
            return self.chance.choice((None, b"\xff\xd8jpeg", b"{}", self.chance.randbytes(50)))
        body = self.random_value(content["application/json"]["schema"])
        if isinstance(body, dict):
            if "version" in body and self.chance.random() < 0.7:
                body["version"] = self.ctx.service.version
            if "key" in body and self.chance.random() < 0.9:
                body["key"] = f"fuzz-{self.chance.randrange(10**12)}"
            if body and self.chance.random() < 0.1:
                del body[self.chance.choice(sorted(body))]
        text = json.dumps(body).encode()
        if self.chance.random() < 0.05:
            text = text[: self.chance.randrange(len(text) + 1)] + self.chance.choice(
                (b"", b"[" * 50_000, b"\xff", b"\x00")
            )
        return text

    def visible_state(self) -> tuple[Any, ...]:
        """The state that a refusal must not change."""
        service = self.ctx.service
        return (
            service.session,
            service.version,
            service.evening_id,
            service.draft,
            service.reopened,
            service.booked_rounds,
        )

    def send_one(self) -> None:
        """Send one request, and check its answer."""
        chance = self.chance
        role = chance.choice(("host", "host", "player", "guest", "stranger"))
        phone = Phone(self.app.test_client()) if role == "stranger" else self.phones[role]
        method, path, spec = chance.choice(self.operations)
        headers = {"Origin": BASE, "Content-Type": "application/json"}
        data = self.random_body(spec)
        least = spec.get("x-who", "anyone")
        if chance.random() < 0.25:
            path, method = chance.choice(self.pages)
            least, data = "anyone", chance.choice((None, b"name=%ff&key=\xff", b"pin=%00&version=1e9&key=" + b"k" * 99))
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        if chance.random() < 0.2:
            name = chance.choice(sorted(HEADERS))
            headers[name] = chance.choice(HEADERS[name])
        argument = chance.choice((*WORDS, "1", "2", "9" * 5000, "%00", "%ff", "%0a", "x" * 3000)) or "x"
        parts = [argument if part[:1] in {"{", "<"} else part.replace("<name>", argument) for part in path.split("/")]
        environ = {"QUERY_STRING": chance.choice(QUERIES)} if chance.random() < 0.15 else {}
        query = {
            each["name"]: str(self.random_value(each["schema"]))[:200].encode(errors="replace")
            for each in spec["parameters"]
            if each["in"] == "query"
        }
        before = self.visible_state()
        with phone.client.open(
            "/".join(parts),
            method=method,
            base_url=BASE,
            headers=headers,
            data=data,
            query_string=None if environ else query,
            environ_overrides=environ,
        ) as answer:
            status, said = answer.status_code, answer.get_data()
        asked = (role, method, "/".join(parts)[:80], headers, environ, (data or b"")[:300], status, said[:200])
        self.counts[status] += 1
        if status >= 500:
            assert status == 503, asked
            assert json.loads(said)["error"]["code"] in DECLARED_FAULTS, asked
        if status >= 400 or (least == "host" and role != "host"):
            assert self.visible_state() == before, asked
        if least == "host" and role != "host":
            assert status >= 400, asked
        if self.ctx.service.session is None or not self.ctx.service.prompts():
            self.phones["host"].open()  # an ended evening is opened again


def spoil_value(value: Any, chance: random.Random) -> Any:
    """A copy of the JSON value with one member odd or removed."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        name = chance.choice(sorted(value))
        if chance.random() < 0.1:
            return {key: each for key, each in value.items() if key != name}
        return {**value, name: spoil_value(value[name], chance)}
    if isinstance(value, list) and value and chance.random() < 0.9:
        at = chance.randrange(len(value))
        return [*value[:at], spoil_value(value[at], chance), *value[at + 1 :]]
    return chance.choice(ODD)


def flip_bytes(content: bytes, chance: random.Random) -> bytes:
    """The bytes with some of them changed, cut or doubled."""
    out = bytearray(content)
    for _ in range(chance.randint(1, 6)):
        out[chance.randrange(len(out))] = chance.randrange(256)
    at = chance.randrange(len(out))
    return bytes(chance.choice((out, out[:at], out + out[at:])))


def is_refused_by_code(read: Callable[[], object]) -> None:
    """Whether reading was refused with a declared code. Other exceptions fail."""
    try:
        read()
    except Refusal as refusal:
        assert refusal.code in {*ERROR_CODES, "bad_file", "bad_model", "bad_name"}, refusal.code  # noqa: PT017


def fuzz_files(app: Flask, folder: Path, times: int, seed: int) -> None:
    """Read damaged evening files, notation and deck files. The good deck must stay listed."""
    chance = random.Random(seed)
    host = Phone(app.test_client()).grant_host()
    exported = host.get("/evening.json").json
    rounds = [file.read_text().splitlines() for file in sorted((HERE.parent / "golden/rounds").glob("*.txt"))]
    lines = [line for text in rounds for line in text if line[:1].isalpha()]
    write_deck_file(folder, "good")
    deck = (folder / "decks/good.npz").read_bytes()
    for number in range(times):
        text = json.dumps(spoil_value(exported, chance)).encode()
        evening = flip_bytes(text, chance) if number % 4 == 0 else text
        is_refused_by_code(lambda evening=evening: parse_evening_file(evening))  # type: ignore[misc]
        line = flip_bytes(chance.choice(lines).encode(), chance).decode(errors="surrogateescape")
        is_refused_by_code(lambda line=line: settle_round(read_round(line)))  # type: ignore[misc]
        if number % 8 == 0:
            bad = flip_bytes(deck, chance)
            (folder / "decks/bad.npz").write_bytes(bad)
            assert "good" in {each.name for each in list_decks(folder)}
            is_refused_by_code(lambda bad=bad: decode_deck(bad))  # type: ignore[misc]


def fuzz(times: int, seed: int, files: int) -> Counter[int]:
    """Send `times` requests and read `files` files. The number of answers by status."""
    with tempfile.TemporaryDirectory() as place, closing(Store(f"sqlite:///{place}/ledger.db")) as store:
        Pin(store).renew(PIN)
        scanner = FakeScanner()
        scanner.wizard_answers, scanner.read_result = AwayWorker(), picture_of_piles(HANDS, 4)
        settings = Settings("synthetic", 8000, frozenset({"fudayomi.local"}), Path(place))
        app = create_app(store, scanner, settings)  # type: ignore[arg-type]
        fuzzer = Fuzzer(app, seed)
        fuzz_files(app, Path(place), files, seed)
        for _ in range(times):
            fuzzer.send_one()
        return fuzzer.counts


if __name__ == "__main__":
    logging.disable()
    print(
        dict(
            sorted(fuzz(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1, int(sys.argv[1]) // 4).items())
        )
    )

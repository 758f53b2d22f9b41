"""Every route × method × role × fault of a table and of a hall, and damaged files.

`python -m tests.promises.threats.fuzzed_requests 20000 [SEED]` sends as many requests to both applications and reads
as many files. Schemathesis makes bodies, queries and paths from `/openapi.json`, as described or not; `FAULTS` damages
them further. Pages, which the document does not describe, are sent odd forms. No request may cause a server error
or a change without permission, and a refusal changes neither state nor ledger.

hypothesis-jsonschema does not serve: its last release (0.23.1) fails with today's Hypothesis, whose internals it uses.
"""

from __future__ import annotations

import copy
import itertools
import json
import logging
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.core import NotSet

from tests.promises.threats.fuzzed_apps import Served, serve_hall, serve_table
from tests.promises.threats.fuzzed_files import DEEP, HUGE, UNWRITABLE, fuzz_files, remove_member, replace_member

MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108  quick; what is asked is the same
STREAMS = "/api/live"
CASES = 3
"""Drawn for each operation at a time, and used in turn. The first that Hypothesis draws is always the simplest."""
HEADERS = {
    "Accept-Language": ("ja;q=nan", "\xff", "x" * 5000, ";;,,q=1e999"),
    "Cookie": ("fudayomi=\xff", "fudayomi=eyJ.x.y", "lang=\xe3; theme=\x7f", "=;=;" * 500),
    "If-None-Match": ('W/"', "*", "\xff"),
    "Range": ("bytes=-1", "bytes=9-1,0-", "x=1"),
    "Accept-Encoding": ("gzip;q=x", "*;q=0", "\xff"),
    "Authorization": ("Bearer", "Bearer 1.x", "Bearer \xff", "Basic Og==", "Bearer " + "9" * 5000),
    "Content-Type": (
        "application/json; charset=utf-99",
        "multipart/form-data",
        "multipart/form-data; boundary=\xff",
        "a/b",
    ),
}
QUERIES = ("before=\xff", "options=%5B", "seat=-", "a=%00&cards=,,,", "options=" + "%5B" * 3000, "to=%ED%A0%80")
ARGUMENTS = ("9" * 5000, "%00", "%ff", "%0a", "x" * 3000, "..%2f..", "-1", "0", str(2**31), str(2**63))
FORMS = (None, b"name=%ff&key=\xff", b"pin=%00&version=1e9&key=" + b"k" * 99, b"name=a%0ab&number=" + b"9" * 5000)


@dataclass
class OddRequest:
    """A request before it is sent. `body`: a JSON value, bytes as they are, or None."""

    method: str
    path: str
    query: str
    body: Any
    headers: dict[str, str] = field(default_factory=dict)


def as_asked(asked: OddRequest, chance: random.Random) -> None:
    """No fault."""


def miss_member(asked: OddRequest, chance: random.Random) -> None:
    asked.body = remove_member(asked.body, chance)


def nest(asked: OddRequest, chance: random.Random) -> None:
    asked.body = chance.choice((replace_member(asked.body, chance, (DEEP,)), b'{"answers":' + b"[" * 50_000))


def swell(asked: OddRequest, chance: random.Random) -> None:
    asked.body = replace_member(asked.body, chance, HUGE)


def make_unwritable(asked: OddRequest, chance: random.Random) -> None:
    asked.body = replace_member(asked.body, chance, UNWRITABLE)


def cut(asked: OddRequest, chance: random.Random) -> None:
    text = encode(asked.body) or b"{}"
    asked.body = text[: chance.randrange(len(text) + 1)] + chance.choice((b"", b"\xff", b"\x00", b"}"))


def come_from_elsewhere(asked: OddRequest, chance: random.Random) -> None:
    asked.headers["Origin"] = chance.choice(("http://evil.example", "null", ""))


def call_other_host(asked: OddRequest, chance: random.Random) -> None:
    asked.headers["Host"] = chance.choice(("evil.example", "192.168.1.5:99999", "[::1", "a@b", ""))


def be_late(asked: OddRequest, chance: random.Random) -> None:
    if isinstance(asked.body, dict) and "version" in asked.body:
        asked.body["version"] += chance.choice((-1, 1, 2**40))


def use_odd_headers(asked: OddRequest, chance: random.Random) -> None:
    name = chance.choice(sorted(HEADERS))
    asked.headers[name] = chance.choice(HEADERS[name])


def use_odd_address(asked: OddRequest, chance: random.Random) -> None:
    asked.query = chance.choice(QUERIES)
    parts = asked.path.split("/")
    asked.path = "/".join([*parts[:-1], chance.choice(ARGUMENTS)]) if chance.random() < 0.5 else asked.path


FAULTS: dict[str, Callable[[OddRequest, random.Random], None]] = {
    "none": as_asked,
    "wrong type": as_asked,  # drawn so by schemathesis
    "missing": miss_member,
    "deep": nest,
    "huge": swell,
    "unwritable": make_unwritable,
    "cut": cut,
    "foreign origin": come_from_elsewhere,
    "bad host": call_other_host,
    "old version": be_late,
    "odd headers": use_odd_headers,
    "odd address": use_odd_address,
}
"""What is wrong with a request, by name."""


def encode(body: Any) -> bytes | None:
    """The bytes of a body."""
    return body if body is None or isinstance(body, bytes) else json.dumps(body).encode()


class Fuzzer:
    """Random requests to one application. `counts`: answers by status, 503 with its code. `reached`: what answered."""

    def __init__(self, served: Served, seed: int, share: float) -> None:
        self.served, self.chance, self.counts, self.reached = served, random.Random(seed), Counter[str](), set[str]()
        self.faults: set[str] = set()
        found = schemathesis.openapi.from_dict(served.document).get_all_operations()
        self.operations = [each for each in (one.ok() for one in found) if not each.path.startswith(STREAMS)]
        self.operations = self.chance.sample(self.operations, round(len(self.operations) * share))
        self.cases: dict[tuple[str, GenerationMode], Iterator[Case]] = {}
        self.pages = [
            (rule.rule, method)
            for rule in sorted(served.app.url_map.iter_rules(), key=lambda rule: rule.rule)
            for method in sorted(rule.methods or ())
            if not rule.rule.startswith(STREAMS)
        ]

    def draw_case(self, operation: Any, mode: GenerationMode) -> Case:
        """The next case of an operation. As described if it takes nothing that could be wrong."""
        key = (operation.label, mode)
        if key not in self.cases or self.chance.random() < 0.05:
            drawn: list[Case] = []

            @seeded(self.chance.randrange(2**32))
            @settings(
                max_examples=CASES,
                phases=(Phase.generate,),
                database=None,
                deadline=None,
                suppress_health_check=list(HealthCheck),
            )
            @given(operation.as_strategy(generation_mode=mode))
            def keep(case: Case) -> None:
                drawn.append(case)

            try:
                keep()
            except Unsatisfiable:
                return self.draw_case(operation, GenerationMode.POSITIVE)
            self.cases[key] = itertools.cycle(drawn)
        return next(self.cases[key])

    def send_grid(self, times: int) -> None:
        """Send `times` requests: operation × role × fault, each once before any again, and odd forms to pages."""
        left: list[tuple[Any, str, str]] = []
        for _ in range(times):
            kind = self.chance.random()
            if kind < 0.15:
                self.send_to_page()
                continue
            if kind < 0.5:  # so that much has happened
                self.send_case(self.chance.choice(self.operations), self.served.roles[0], "none")
                continue
            if not left:
                left = list(itertools.product(self.operations, self.served.roles, FAULTS))
                self.chance.shuffle(left)
            self.send_case(*left.pop())

    def send_case(self, operation: Any, role: str, fault: str) -> None:
        """Send a request to a described route."""
        mode = GenerationMode.NEGATIVE if fault == "wrong type" else GenerationMode.POSITIVE
        case = self.draw_case(operation, mode)
        body = None if isinstance(case.body, NotSet) else copy.deepcopy(case.body)
        query, variables = case.query or {}, case.path_parameters or {}
        if fault != "wrong type":
            known = self.served.suggested()
            body, query, variables = (self.fill_in(given, known, operation.label) for given in (body, query, variables))
        path = operation.path.format(**variables)
        asked = OddRequest(case.method, path, urlencode(query, doseq=True, errors="replace"), body)
        asked.headers["Content-Type"] = case.media_type or "text/plain"
        FAULTS[fault](asked, self.chance)
        status = self.send(asked, role, fault)
        who = operation.definition.raw["x-who"]
        if role not in self.served.allowed[who] and fault != "odd address":
            assert status >= 400, (role, fault, asked)
        if fault == "foreign origin" and case.method != "GET":
            assert status >= 400, (role, fault, asked)
        if fault == "bad host":
            assert status >= 300, (role, fault, asked)
        if status == 200:
            self.reached.add(operation.label)

    def fill_in(self, given: Any, known: Mapping[str, Sequence[Any]], route: str) -> Any:
        """A copy in which most members of `known` have a value suggested there, for this route where there is one."""
        if not isinstance(given, dict):
            return given
        filled = {}
        for name, value in given.items():
            values = known.get(f"{route} {name}", known.get(name))
            filled[name] = self.chance.choice(values) if values and self.chance.random() < 0.8 else value
        return filled

    def send_to_page(self) -> None:
        """Send an odd form to any route."""
        rule, method = self.chance.choice(self.pages)
        argument = self.chance.choice((*ARGUMENTS, "otoroku", "h01-1", "1", "2"))
        path = "/".join(argument if part[:1] == "<" else part for part in rule.split("/"))
        asked = OddRequest(method, path.replace("<name>", argument), "", self.chance.choice(FORMS))
        asked.headers["Content-Type"] = "application/x-www-form-urlencoded"
        for fault in self.chance.sample((as_asked, use_odd_headers, use_odd_address, call_other_host), 2):
            fault(asked, self.chance)
        self.send(asked, self.chance.choice(self.served.roles), "odd form")

    def send(self, asked: OddRequest, role: str, fault: str) -> int:
        """Send the request, and check its answer. The status."""
        client = self.served.client(role)
        before = self.served.state()
        base = self.served.base
        with client.open(
            asked.path,
            method=asked.method,
            base_url=base,
            headers={"Origin": base, **asked.headers},
            data=encode(asked.body),
            environ_overrides={"QUERY_STRING": asked.query},
        ) as answer:
            status, body = answer.status_code, answer.get_data()
        what = (role, fault, str(asked)[:600], status, body[:200])
        code = f" {json.loads(body)['error']['code']}" if status == 503 else ""
        self.counts[f"{status}{code}"] += 1
        self.faults.add(fault)
        assert status < 500 or (status == 503 and code.strip() in self.served.declared_faults), what
        if status >= 400:
            assert self.served.state() == before, what
        return status


@dataclass
class Outcome:
    """Answers by status, faults sent, and routes that answered 200 of all routes, by application."""

    counts: Counter[str]
    faults: set[str]
    reached: dict[str, set[str]]
    routes: dict[str, set[str]]


def fuzz(times: int, seed: int, files: int, share: float = 1.0) -> Outcome:
    """Send `times` requests, four in five to tables with and without a camera, and read `files` files.

    `share`: of the operations that are met; drawing the first requests to one takes 0.1 seconds of processor time.
    """
    outcome = Outcome(Counter(), set(), {}, {})
    with tempfile.TemporaryDirectory(dir=MEMORY) as place, ExitStack() as stack:
        table = stack.enter_context(serve_table(Path(place)))
        fuzz_files(table.app, Path(place), files, seed)
        with_camera = stack.enter_context(serve_table(Path(place) / "camera", "webcam:0"))
        hall = stack.enter_context(serve_hall(Path(place)))
        for name, places, part in (("table", (table, with_camera), times * 2 // 5), ("hall", (hall,), times // 5)):
            fuzzer = Fuzzer(places[0], seed, share)
            for fuzzer.served in places:
                fuzzer.send_grid(part)
            outcome.counts += fuzzer.counts
            outcome.faults |= fuzzer.faults
            outcome.reached[name] = fuzzer.reached
            outcome.routes[name] = {each.label for each in fuzzer.operations}
    return outcome


if __name__ == "__main__":
    logging.disable()
    found = fuzz(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1, int(sys.argv[1]) // 4)
    print(dict(sorted(found.counts.items())))
    for name, routes in found.routes.items():
        never = sorted(routes - found.reached[name])
        print(f"{name}: {len(found.reached[name])} of {len(routes)} routes answered 200; never: {', '.join(never)}")

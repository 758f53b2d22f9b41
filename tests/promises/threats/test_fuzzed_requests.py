"""A few hundred random requests to some routes, and files. `fuzzed_requests` sends many to all."""

from __future__ import annotations

from pathlib import Path

from tests.promises.threats.fuzzed_apps import serve_hall, serve_table
from tests.promises.threats.fuzzed_requests import FAULTS, fuzz


def test_random_requests_and_files_meet_only_declared_refusals() -> None:
    outcome = fuzz(200, seed=13, files=80, share=0.07)  # the seed chooses the routes, too
    assert outcome.counts["200"] > 30
    assert outcome.counts["400"] > 20
    assert outcome.counts["403"] > 20
    assert len(outcome.reached["table"]) > 3
    assert outcome.faults == {*FAULTS, "odd form"}


def test_every_role_may_what_its_role_may(tmp_path: Path) -> None:
    """Also again after it gave its role away. A fuzzer that knocks at closed doors finds nothing."""
    with serve_table(tmp_path) as table:
        for _ in range(2):
            origin = {"Origin": table.base}
            seen = {
                role: table.client(role).get("/api/phones", base_url=table.base).status_code for role in table.roles
            }
            assert seen == {"host": 200, "player": 403, "guest": 403, "stranger": 403}
            assert table.client("host").delete("/api/host", base_url=table.base, headers=origin).status_code == 200
    with serve_hall(tmp_path) as hall:
        for _ in range(2):
            origin = {"Origin": hall.base}
            body = {"entries": hall.suggested()["entries"][0]}
            sent = hall.client("table").post("/api/tables/entries", json=body, base_url=hall.base, headers=origin)
            assert sent.json["stored"] == 1
            assert hall.client("table").delete("/api/tables", base_url=hall.base, headers=origin).status_code == 200
            assert hall.client("referee").get("/events/1/referee", base_url=hall.base).status_code == 200

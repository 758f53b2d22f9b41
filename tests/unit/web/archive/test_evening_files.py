"""Files of an evening hold every round, also those undone."""

from __future__ import annotations

import json

from web.archive.evening_files import CSV_COLUMNS, csv_rows, json_lines, notation_lines


def test_rows_and_lines_of_a_round_and_one_undone(host, store, app) -> None:
    host.open()
    for _ in range(2):
        host.change("/api/rounds", answers=host.answers())
    host.change("/api/undo")
    session, entries = app.extensions["fudayomi"].service.session, store.entries(1)
    with app.test_request_context():
        rows = list(csv_rows(session, {entry.version: entry.at for entry in entries}))
    assert [len(row) for row in rows] == [len(CSV_COLUMNS)] * 8
    assert [row[1] for row in rows] == ["yes"] * 4 + ["no"] * 4
    first, second = notation_lines(session)
    assert second == f"# {first}" or second.startswith("# ")
    body = json.loads("".join(json_lines(entries)))
    assert [entry["entry"]["kind"] for entry in body["entries"]] == ["opened", "settled", "settled", "undone"]

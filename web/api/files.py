"""The evening as a file: JSON, CSV, text notation, import."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from flask import Blueprint, Response, request

from scorer.session.state import Session
from web.archive.evening_files import CSV_COLUMNS, csv_rows, json_lines, notation_lines
from web.archive.importer import parse_evening_file
from web.archive.ledger_file import write_ledger_file
from web.context import context
from web.openapi.request_check import json_body
from web.request.auth import change_request, has_rounds_at_stake, host_only, require_pin
from web.system.local_time import local_day

BLUEPRINT = Blueprint("files", __name__)


@BLUEPRINT.get("/evening.json")
def as_json() -> Response:
    """The ledger of the evening, entry by entry, as it was written. `/api/import` reads it back.

    `evening`: another one than the one under way, also of the files below.
    """
    return _attachment(json_lines(context().store.iter_entries(_evening_id())), "json", "application/json")


@BLUEPRINT.get("/evening.csv")
def as_csv() -> Response:
    """One row per round and player, over all games. It begins with the mark by which spreadsheets know UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(CSV_COLUMNS)
    times = {entry.version: entry.at for entry in context().store.entries(_evening_id())}
    writer.writerows(csv_rows(_session(), times))
    return _attachment("\ufeff" + out.getvalue(), "csv", "text/csv")


@BLUEPRINT.get("/evening.txt")
def as_text() -> Response:
    """Every round in the text notation, one per line, over all games. An undone round stands behind a #."""
    return _attachment("".join(f"{line}\n" for line in notation_lines(_session())), "txt", "text/plain")


@BLUEPRINT.get("/api/ledger")
@host_only
def ledger() -> Response:
    """The whole ledger as one file, to be restored on the page of files: every evening, and saved house rules."""
    name = f"fudayomi-ledger-{datetime.now().astimezone():%Y-%m-%d}.jsonl.gz"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(write_ledger_file(context().store), mimetype="application/gzip", headers=headers)


@BLUEPRINT.post("/api/import", endpoint="take_in")
@host_only
def import_evening() -> dict[str, Any]:
    """Start a new evening from an exported one, given as `evening`."""
    data = json_body()
    if has_rounds_at_stake():
        require_pin(data.get("pin"))
    return context().service.import_evening(*parse_evening_file(json.dumps(data.get("evening"))), change_request(data))


def _evening_id() -> int:
    return request.args.get("evening", type=int) or context().service.evening_id or 0


def _session() -> Session:
    """The evening that is asked for, else the one under way."""
    ctx = context()
    evening = _evening_id()
    return ctx.archive.session(evening) if evening else ctx.service.require_session()


def _attachment(text: str | Iterator[str], ending: str, kind: str) -> Response:
    evening = _evening_id()
    head = context().store.evening_head(evening)
    day = f"-{local_day(head.began_at)}-evening-{evening}" if head else ""
    headers = {"Content-Disposition": f'attachment; filename="fudayomi{day}.{ending}"'}
    return Response(text, mimetype=kind, headers=headers)

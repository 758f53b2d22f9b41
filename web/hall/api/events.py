"""Events as JSON, and their results as files."""

from __future__ import annotations

import csv
import io
from typing import Any

from flask import Blueprint, Response, jsonify, request

from web.hall.context import hall
from web.hall.events.event_view import event_detail
from web.hall.forms import whole_number
from web.http.spreadsheet import escape_formula

BLUEPRINT = Blueprint("hall_event_api", __name__, url_prefix="/api/events")


@BLUEPRINT.get("")
def events() -> dict[str, Any]:
    """The newest events, or those before one: number, name, game and day."""
    return {"events": hall().events.all(whole_number(request.args, "before"))}


@BLUEPRINT.get("/<int:event>")
def event_state(event: int) -> dict[str, Any]:
    """One event: its plan, its clock, every round with its boards and results, the standings."""
    return event_detail(hall().events.load(event))


@BLUEPRINT.get("/<int:event>/results.csv")
def results(event: int) -> Response:
    """The standings, then every board, as a table for spreadsheets."""
    detail = event_detail(hall().events.load(event))
    out = io.StringIO()
    writer = csv.writer(out)
    columns = ("place", "name", "points", "stones", "won", "best", "boards", "out", "state")
    writer.writerow(columns)
    writer.writerows([escape_formula(row[column]) for column in columns] for row in detail["standings"])
    writer.writerow([])
    writer.writerow(("round", "board", "seat", "name", "stones", "from"))
    for round_ in detail["rounds"]:
        for board in round_["boards"]:
            nets = board["nets"] or [""] * len(board["players"])
            for seat, (name, net) in enumerate(zip(board["players"], nets, strict=True), 1):
                writer.writerow((round_["round"], board["board"], seat, escape_formula(name), net, board["from"] or ""))
        for name in round_["out"]:
            writer.writerow((round_["round"], "", "", escape_formula(name), "", "out"))
    # The mark by which spreadsheets know UTF-8.
    response = Response("\ufeff" + out.getvalue(), mimetype="text/csv")
    response.headers["Content-Disposition"] = f'attachment; filename="event-{event}.csv"'
    return response


@BLUEPRINT.get("/<int:event>/results.json")
def results_as_json(event: int) -> Response:
    """The same as a file of JSON."""
    response = jsonify(event_detail(hall().events.load(event)))
    response.headers["Content-Disposition"] = f'attachment; filename="event-{event}.json"'
    return response

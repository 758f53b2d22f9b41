"""Names of an event and its players are cells of one line in its files, whoever opens them and by which separator."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from tests.support.hall import BASE
from web.session.validators import MAX_NAME_LENGTH

PLAN = {"name": "Spring", "game": "otoroku", "size": 2, "rounds": 3, "minutes": 40, "scoring": "places"}
WIDE = "鬱" * MAX_NAME_LENGTH
FORMULAS = (
    *(
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "=cmd|' /C calc'!A0",
        "＝2+1",
        "＋2",
        "－2",
        "＠A1",
        "\u3000=1",
        "'=3+1",
        '"=4+1"',
    ),
    *("a;=1+1", 'a",=1+1', "a|=1+1", "x;@SUM(A1);", 'x";=1+1;"', 'a;"=1+1"', "a, =1", "a; =1", "a;'=1", "a;＝1"),
)
MARKUP = ("<img src=x onerror=a()>", "</script><svg onload=a>", '"><b>', "{{7*7}}")
BROKEN = (
    "a\r\n=1+1",
    "a\n=1",
    "a\r=1",
    "a\u2028=1",
    "a\u0085=1",
    "a\x0b=1",
    "a\tb",
    "a\0b",
    "x" * 25,
    WIDE + "鬱",
    "\ud800",
)
SEPARATORS = (",", ";", "\t", "|")
STARTS = ("=", "+", "-", "@", "＝", "＋", "－", "＠")


def event_of(hall: Any, names: tuple[str, ...], title: str = "Spring") -> Any:
    """A referee's browser, after an event of these players was drawn."""
    client = hall.referee()
    assert hall.post(client, "/events", **PLAN | {"name": title}).status_code == 302
    for name in names:
        hall.context.events.enter(1, name)
    version = hall.context.events.load(1).version
    assert hall.post(client, "/events/1/referee/draw", version=version).status_code == 302
    return client


@pytest.mark.parametrize("separator", SEPARATORS)
def test_no_cell_is_a_formula_by_any_separator(hall, separator) -> None:
    """A spreadsheet takes the separator of its country, so a name may be two cells. Neither may be a formula."""
    event_of(hall, FORMULAS)
    text = hall.get("/api/events/1/results.csv").data.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text), delimiter=separator))
    assert len(rows) > len(FORMULAS)
    for cell in (cell.strip(" \u3000") for row in rows for cell in row):
        assert not cell.startswith(STARTS) or cell.lstrip("-").isdigit(), cell


def test_names_are_whole_in_the_file_and_on_their_line(hall) -> None:
    names = ("Aki", WIDE, *MARKUP)
    event_of(hall, names, WIDE[:-1] + "夢")
    answer = hall.get("/api/events/1/results.csv")
    rows = list(csv.reader(io.StringIO(answer.data.decode("utf-8-sig"))))
    assert {row[1] for row in rows[1 : len(names) + 1]} == set(names)
    assert {len(row) for row in rows} == {9, 0, 6}
    assert answer.headers["Content-Disposition"] == 'attachment; filename="event-1.csv"'
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    shown = hall.get("/api/events/1/results.json")
    assert shown.mimetype == "application/json"
    assert {row["name"] for row in json.loads(shown.text)["standings"]} == set(names)


@pytest.mark.parametrize("name", BROKEN)
def test_no_name_breaks_a_line_or_a_header(hall, name) -> None:
    client = event_of(hall, ("Aki", "Emi"))
    version = hall.context.events.load(1).version
    renamed = hall.post(
        client, "/events/1/referee/rename", version=version, player=1, name=name.encode("utf-8", "surrogatepass")
    )
    created = hall.post(client, "/events", **PLAN | {"name": name.encode("utf-8", "surrogatepass")})
    entered = hall.post(client, "/events/1/referee/enter", names=name.encode("utf-8", "surrogatepass"))
    assert {renamed.status_code, created.status_code, entered.status_code} <= {302, 409, 422}
    rows = list(csv.reader(io.StringIO(hall.get("/api/events/1/results.csv").data.decode("utf-8-sig"), newline="")))
    assert {len(row) for row in rows} == {9, 0, 6}
    for cell in (cell for row in rows for cell in row):
        assert cell.isprintable()
        assert len(cell) <= MAX_NAME_LENGTH + 1
    for event in hall.get("/api/events").json["events"]:
        assert event["name"].isprintable()


def test_wide_names_and_markup_are_text_on_every_page(hall) -> None:
    client = event_of(hall, (*MARKUP, WIDE, "Aki"), MARKUP[0])
    for path in ("/events", "/events/1", "/events/1/referee", "/events/1/sheet", "/events/1/tv"):
        text = client.get(path, base_url=BASE).text
        assert "<img src=x" not in text, path
        assert "<svg onload" not in text, path
        assert '"><b>' not in text, path
        assert path == "/events" or WIDE in text or json.dumps(WIDE)[1:-1] in text, path

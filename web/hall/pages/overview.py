"""The hall's first page: every table, live. And the same for a big screen."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from scorer.texts import Text
from web.hall.context import hall
from web.hall.messages import hall_messages
from web.http.navigation import NavEntry
from web.http.preferences import THEME

BLUEPRINT = Blueprint("hall_overview", __name__)
PLACES = (
    NavEntry("/", Text("Tables", "卓"), 10, "卓"),
    NavEntry(
        "/tv",
        Text("Big screen", "大画面"),
        70,
        sign="映",
        description=Text("every table, nothing to press", "全卓を大きく表示"),
    ),
)


@BLUEPRINT.get("/")
def overview() -> str:
    """Every table with its game, its round and its stones."""
    return render_template("hall/overview.html", cards=hall().live_tables.cards(), messages=hall_messages())


@BLUEPRINT.get("/tv")
def tv() -> str:
    """Every table on a television or projector. `theme=light` or `dark` sets its theme."""
    theme = request.args.get("theme", "")
    return render_template(
        "hall/tv.html",
        cards=hall().live_tables.cards(),
        messages=hall_messages(),
        theme=theme if theme in THEME.values else "dark",
        address=hall().settings.url,
    )

"""The ratings of the members, and the referee's switch for them."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorer.errors import Refusal
from scorer.games import games
from scorer.texts import Text
from web.hall.context import hall, require_referee
from web.hall.ratings.rating_fold import ALL_SEASONS
from web.http.navigation import NavEntry

BLUEPRINT = Blueprint("hall_ratings", __name__, url_prefix="/ratings")
PLACES = (
    NavEntry(
        "/ratings",
        Text("Ratings", "レーティング"),
        60,
        sign="段",
        description=Text("how well members play each game", "会員のゲームごとの強さ"),
    ),
)


@BLUEPRINT.get("")
def ratings() -> str:
    """The best members of a season (`season`: its number, left out for all of them) and how ratings are computed."""
    return _render_page()


@BLUEPRINT.post("/switch")
def switch() -> Response | tuple[str, int]:
    """Show ratings, computed now, or show them no more."""
    require_referee()
    is_on = request.form.get("on") == "1"
    try:
        if is_on:
            hall().ratings.compute()
        hall().ratings.switch(is_on=is_on)
    except Refusal as refusal:
        return _render_page(refusal), 422
    return redirect(url_for("hall_ratings.ratings"))


@BLUEPRINT.post("/compute")
def compute() -> Response | tuple[str, int]:
    """Compute every rating anew."""
    require_referee()
    try:
        hall().ratings.compute()
    except Refusal as refusal:
        return _render_page(refusal), 422
    return redirect(url_for("hall_ratings.ratings"))


def _render_page(refusal: Refusal | None = None) -> str:
    rated, seasons = hall().ratings, hall().setting_store.seasons
    chosen = request.args.get("season", ALL_SEASONS, int)
    season = chosen if 0 <= chosen <= len(seasons) else ALL_SEASONS
    return render_template(
        "hall/ratings.html",
        refusal=refusal,
        is_on=rated.is_on,
        computed_at=rated.computed_at,
        best=rated.best(season) if rated.is_on else {},
        season=season,
        seasons=seasons,
        games={key: game.name for key, game in games().items()},
    )

"""The enrol wizard: a deck shown grid by grid to the table's camera or a phone's, then learned."""

from __future__ import annotations

import io
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, send_file, url_for
from werkzeug.wrappers import Response as Answer

from scorer.discover import decks
from scorer.errors import Refusal
from scorer.texts import Text
from web.camera.enrolment import enrolling
from web.companion import companion
from web.request.auth import address, asked, host_only, is_host
from web.request.evening_start import own_decks

BLUEPRINT = Blueprint("enrol", __name__)


@BLUEPRINT.get("/enrol")
def page() -> str | Answer:
    """The wizard's page; guests are sent to the PIN."""
    if not is_host():
        return redirect(url_for("more.more"))
    kinds = {
        kind: {
            "name": deck.name.as_json(),
            "faces": {code: face.name.as_json() for code, face in deck.faces.items()},
        }
        for kind, deck in decks().items()
    }
    return render_template("enrol.html", kinds=kinds)


@BLUEPRINT.get("/api/enrol")
@host_only
def state() -> dict[str, Any]:
    """What is being enrolled: plan, places taken, lesson; the deck learned last when its lesson is over."""
    told = enrolling().as_json()
    lesson = told["lesson"]
    learned = next((deck for deck in own_decks() if lesson and deck.name == lesson["name"]), None)
    over = learned is not None and not lesson["running"] and not lesson["refusal"]
    return {**told, "learned": learned.as_json() if learned and over else None, "camera": companion().settings.camera}


@BLUEPRINT.post("/api/enrol/begin")
@host_only
def begin() -> dict[str, Any]:
    """Begins with `name` and `kind`; what was being enrolled before is forgotten."""
    data = asked()
    enrolling().begin(data.get("name"), data.get("kind"))
    return state()


@BLUEPRINT.post("/api/enrol/cancel")
@host_only
def cancel() -> dict[str, Any]:
    """Forgets the deck being enrolled."""
    enrolling().cancel()
    return state()


@BLUEPRINT.post("/api/enrol/show")
@host_only
def show() -> dict[str, Any]:
    """A picture of the cards at `?grid=` or of the one at `?place=`: the body, or the camera's when it is JSON."""
    walk, table = enrolling(), companion()
    plan = walk.planned()
    place = request.args.get("place", type=int)
    places = plan.places(request.args.get("grid", -1, type=int)) if place is None else _one(place, len(plan.order))
    if not table.uploads.take(address()):
        raise Refusal(
            "too_many_tries",
            Text("too many pictures at once; wait a little", "写真が続きすぎています。少し待ってください"),
        )
    body = b"" if request.is_json else request.get_data()
    codes = [plan.order[at] for at in places]
    told, content = table.eyes.walk("grid", body, kind=plan.kind, codes=codes)
    parts = _cut(content, told["sizes"])
    found = len(told["cards"])
    accepted = found in plan.allowed(places)
    if accepted:
        walk.keep(places, parts[1:], {places[int(at)]: code for at, code in told["odd"].items()})
    walk.seen = parts[0]
    return {**state(), "accepted": accepted, "seen": {"cards": told["cards"], "wanted": len(places)}}


@BLUEPRINT.post("/api/enrol/right")
@host_only
def right() -> dict[str, Any]:
    """Says that the card at `?place=`, which looks like another one, is the right one."""
    enrolling().keep((request.args.get("place", -1, type=int),), (), {})
    return state()


@BLUEPRINT.post("/api/enrol/learn")
@host_only
def learn() -> dict[str, Any]:
    """Starts learning; how far it is says the state."""
    enrolling().learn()
    return state()


@BLUEPRINT.get("/enrol/seen.jpg")
@host_only
def seen() -> Response:
    """The picture taken last."""
    if not enrolling().seen:
        raise Refusal("not_found", Text("there is no picture yet", "まだ写真がありません"))
    return send_file(io.BytesIO(enrolling().seen), mimetype="image/jpeg")


@BLUEPRINT.get("/enrol/card/<int:place>.png")
@host_only
def card(place: int) -> Response:
    """The picture taken of one card."""
    picture = enrolling().card(place) if place < 100 else None
    if picture is None:
        raise Refusal("not_found", Text("that card has not been seen", "その札はまだ写っていません"))
    return send_file(io.BytesIO(picture), mimetype="image/png")


def _one(place: int, count: int) -> tuple[int, ...]:
    if not 0 <= place < count:
        raise Refusal("bad_request", Text("the deck has no such card", "その札はありません"))
    return (place,)


def _cut(content: bytes, sizes: list[int]) -> list[bytes]:
    """The parts of a body that lie one after another, each of its size."""
    stream = io.BytesIO(content)
    return [stream.read(size) for size in sizes]

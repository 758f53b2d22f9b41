"""The page of the enrolment wizard."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response as Answer

from scorer.decks import decks
from web.request.auth import is_host

BLUEPRINT = Blueprint("enrol_page", __name__)


@BLUEPRINT.get("/enrol")
def page() -> str | Answer:
    """The wizard's page. Guests are redirected to the PIN."""
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

"""The page of the enrolment wizard."""

from __future__ import annotations

from flask import Blueprint, render_template
from werkzeug.wrappers import Response as Answer

from scorer.decks import decks
from web.pages.host import redirect_to_host_form
from web.request.auth import is_host

BLUEPRINT = Blueprint("enrol_page", __name__)


@BLUEPRINT.get("/enrol")
def page() -> str | Answer:
    """The wizard's page. Guests are redirected to the PIN."""
    if not is_host():
        return redirect_to_host_form("/enrol")
    kinds = {
        kind: {
            "name": deck.name.as_json(),
            "faces": {code: face.name.as_json() for code, face in deck.faces.items()},
        }
        # The kind that most people enrol stands first and is chosen.
        for kind, deck in sorted(decks().items(), key=lambda item: item[0] != "hanafuda")
    }
    return render_template("enrol.html", kinds=kinds)

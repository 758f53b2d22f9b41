"""大画面 ogamen: the table for a television or projector, read from across the room; nothing to press.

`/tv` shows Japanese and English together, `/tv?lang=ja` or `?lang=en` one of them; `theme=light` or `dark` its light.
"""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask_babel import force_locale

from scorer.texts import Text
from web.companion import companion
from web.http.navigation import Place
from web.i18n.preferences import THEME
from web.i18n.request_locale import LANGUAGES
from web.i18n.script_messages import tv_words
from web.request.auth import phone
from web.system.wifi import wifi_here

BLUEPRINT = Blueprint("tv", __name__)
PLACES = (
    Place(
        "/tv",
        Text("Big screen", "大画面"),
        70,
        says=Text("For a television or projector: nothing to press.", "テレビや投影機用。触るところはありません。"),
    ),
)


@BLUEPRINT.get("/tv")
def tv() -> str:
    """The big screen, in the languages of `lang`: one, or both without it."""
    phone()
    lang, theme = request.args.get("lang", ""), request.args.get("theme", "")
    shown = (lang,) if lang in LANGUAGES else ("ja", "en")
    words = {}
    for each in shown:
        with force_locale(each):
            words[each] = tv_words()
    return render_template(
        "tv.html",
        shown=shown,
        theme=theme if theme in THEME.values else "dark",
        words=words,
        wifi=wifi_here(companion().settings.data),
        address=companion().settings.url.removeprefix("http://").rstrip("/"),
    )

"""The table on a television or projector. There is nothing to press.

`/tv` shows Japanese and English together, a further language and English where that is the phone's, `/tv?lang=ja` one.
`theme=light` or `dark` sets its theme.
"""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask_babel import force_locale

from scorer.texts import LANGUAGES, Text
from web.context import context
from web.http.navigation import NavEntry
from web.http.preferences import THEME
from web.i18n.request_locale import request_language
from web.i18n.tv_messages import tv_messages
from web.request.auth import current_phone_id
from web.system.wifi import active_wifi

BLUEPRINT = Blueprint("tv", __name__)
PLACES = (
    NavEntry(
        "/tv",
        Text("Big screen", "大画面"),
        70,
        sign="映",
        description=Text(
            "For a television or projector. Nothing to press.", "テレビや投影機用。触るところはありません。"
        ),
    ),
)


@BLUEPRINT.get("/tv")
def tv() -> str:
    """The big screen, in the language `lang`, or in two without it."""
    current_phone_id()
    lang, theme = request.args.get("lang", ""), request.args.get("theme", "")
    first = request_language() if request_language() not in ("en", "ja") else "ja"
    languages = (lang,) if lang in LANGUAGES else (first, "en")
    messages = {}
    for language in languages:
        with force_locale(language):
            messages[language] = tv_messages()
    return render_template(
        "tv.html",
        shown=languages,
        theme=theme if theme in THEME.values else "dark",
        messages=messages,
        wifi=active_wifi(context().settings.data_dir),
        address=context().settings.url.removeprefix("http://").rstrip("/"),
    )

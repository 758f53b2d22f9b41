"""Texts on the television are those of the phones."""

from __future__ import annotations

from flask import Flask

from web.i18n.script_messages import script_messages, view_messages
from web.i18n.tv_messages import tv_messages


def test_the_big_screen_says_what_the_phones_say(app: Flask) -> None:
    """Those that both screens show; `over` and `closed` are sentences of one screen alone."""
    with app.test_request_context("/", headers={"Cookie": "lang=ja"}):
        phones, screen = {**script_messages(), **view_messages()}, tv_messages()
    shared = {"deals", "round", "round_of", "pot", "pays", "nobody_pays", "dealer", "unsure"}
    assert shared <= phones.keys() & screen.keys()
    assert {key: phones[key] for key in shared} == {key: screen[key] for key in shared}

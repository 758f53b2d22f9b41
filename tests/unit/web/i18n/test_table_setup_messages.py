"""Texts for zones and kept corrections."""

from __future__ import annotations

from flask import Flask

from web.i18n.script_messages import view_messages
from web.i18n.table_setup_messages import table_setup_messages


def test_they_are_among_the_texts_of_the_page(app: Flask) -> None:
    with app.test_request_context():
        texts = table_setup_messages()
        assert {"zones", "middle", "keep_forget"} <= set(texts)
        assert texts.items() <= view_messages().items()

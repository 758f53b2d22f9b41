"""Texts of the learning pages, which the table's page does not carry."""

from __future__ import annotations

from tests.support.table import Phone
from web.i18n.learning_messages import learning_messages
from web.i18n.script_messages import script_messages, view_messages


def test_only_learning_pages_carry_them(guest: Phone) -> None:
    with guest.client.application.test_request_context("/"):
        texts = learning_messages()
        assert not texts.keys() & (script_messages() | view_messages()).keys()
    for path in ("/learn/otoroku", "/learn/otoroku/lay", "/learn/otoroku/drill"):
        page = guest.get(path).text
        assert all(f'"{key}":"' in page for key in texts), path
    page = guest.get("/").text
    assert not any(f'"{key}":"' in page for key in texts)

"""Every page has the words for answers that do not come."""

from __future__ import annotations

import html
import json
import re

import pytest

KEYS = {"no_answer", "too_large", "gateway", "foreign_answer", "no_cookies", "no_live"}


@pytest.mark.parametrize("path", ["/", "/join", "/host", "/files", "/learn", "/settings", "/tv", "/nothing"])
def test_a_page_knows_what_to_say(guest, path: str) -> None:
    page = guest.client.get(path, base_url="http://192.168.1.5:8000", headers={"Accept": "text/html"}).text
    found = re.search(r"data-answers='([^']*)'", page)
    assert found, path
    assert set(json.loads(html.unescape(found[1]))) == KEYS

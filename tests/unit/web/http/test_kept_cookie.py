"""A browser that keeps no cookies is told so, and nobody else sees it."""

from __future__ import annotations

import pytest

from tests.support.hall import BASE as HALL
from tests.support.table import BASE, PIN

HTML = {"Accept": "text/html", "Origin": BASE}
FORMS = [
    ("/host", "/host", {"pin": PIN}),
    ("/join", "/join", {"name": "Mia"}),
    ("/join", "/join", {"name": ""}),
    ("/settings", "/settings/look", {"theme": "dark"}),
]


def send_form(client, page: str, action: str, form: dict[str, str], base: str, lang: str = "en"):
    """Open the page and send its form as a browser does."""
    headers = {"Accept": "text/html", "Origin": base, "Accept-Language": lang}
    assert 'name="from_page"' in client.get(page, base_url=base, headers=headers).text
    return client.post(action, data=form | {"from_page": "1"}, base_url=base, headers=headers)


@pytest.mark.parametrize(("page", "action", "form"), FORMS)
def test_whoever_keeps_cookies_goes_where_the_form_leads(app, page, action, form) -> None:
    assert send_form(app.test_client(), page, action, form, BASE).status_code == 302


@pytest.mark.parametrize(("page", "action", "form"), FORMS)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_whoever_refuses_them_is_told_and_nothing_changes(app, page, action, form, lang) -> None:
    answer = send_form(app.test_client(use_cookies=False), page, action, form, BASE, lang)
    assert answer.status_code == 400
    body = answer.text.split("<main")[1]
    assert ("keeps no cookies" if lang == "en" else "クッキー") in body
    assert not app.extensions["fudayomi"].phones.all()


def test_a_program_that_sends_a_form_needs_no_cookie(app) -> None:
    client = app.test_client(use_cookies=False)
    assert client.post("/join", data={"name": "Mia"}, base_url=BASE, headers=HTML).status_code == 302


def test_a_referee_of_a_hall_is_told_too(hall) -> None:
    app = hall.referee().application
    for page in ("/more", "/join/ABCD"):
        assert send_form(app.test_client(use_cookies=False), page, "/more/pin", {"pin": "1"}, HALL).status_code == 400
    assert send_form(app.test_client(), "/more", "/more/pin", {"pin": "1"}, HALL).status_code == 403

"""The PIN is asked on the spot, and leads where one wanted to go."""

from __future__ import annotations

import re

import pytest

from tests.support.table import BASE, PIN


def post_pin(phone, **form):
    return phone.client.post("/host", data=form, base_url=BASE, headers={"Origin": BASE})


def test_a_wrong_pin_is_said_at_the_field_and_where_it_stands(guest):
    page = post_pin(guest, pin="000000", next="/start")
    assert page.status_code == 403
    form = re.search(r"<form.*?</form>", page.text, re.DOTALL).group()
    assert 'role="alert"' in form
    assert 'aria-invalid="true"' in form
    assert "<span>fudayomi</span> <span>pin</span> <span>--reset</span>" in form
    assert 'name="next" value="/start"' in form


def test_the_pin_leads_to_the_page_that_asked_for_it(guest):
    assert guest.get("/start?game=kakeya").location == "/host?next=/start?game%3Dkakeya"
    assert post_pin(guest, pin=PIN, next="/start?game=kakeya").location == "/start?game=kakeya"
    assert guest.get("/host?next=/decks").location == "/decks"


@pytest.mark.parametrize("target", ["//evil.example/", "https://evil.example/", "/\\evil.example", "", "a"])
def test_nobody_is_led_to_another_server(guest, target):
    assert post_pin(guest, pin=PIN, next=target).location == "/"

"""A refusal that several modules share reads alike wherever it comes from."""

from __future__ import annotations

import pytest

from web.refusals import no_picture_yet, nothing_here, options_not_an_object


@pytest.mark.parametrize("path", ["/nowhere", "/picture/none.jpg", "/wifi.svg", "/api/nowhere"])
def test_there_is_nothing_at_an_unknown_address(guest, path):
    answer = guest.get(path)
    assert (answer.status_code, answer.json) == (404, nothing_here().as_json())


def test_there_is_no_such_move(host):
    host.open()
    answer = host.send("/api/seats/dance", {})
    assert (answer.status_code, answer.json) == (404, nothing_here().as_json())


@pytest.mark.parametrize("path", ["/api/agreed?game=otoroku&options=", "/api/learn/otoroku?options="])
@pytest.mark.parametrize("options", ["[]", "7", "{"])
def test_house_rules_are_an_object(guest, path, options):
    answer = guest.get(path + options)
    assert (answer.status_code, answer.json) == (422, options_not_an_object().as_json())


def test_a_wizard_without_a_picture_says_so(host):
    answer = host.get("/calibrate/seen.jpg")
    assert (answer.status_code, answer.json) == (404, no_picture_yet().as_json())

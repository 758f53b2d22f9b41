"""A phone takes a name: one phone a name, not too many in a minute."""

from __future__ import annotations

import pytest
from flask import session

from scorer.errors import Refusal
from tests.support.table import Phone
from web.request.auth import current_name
from web.request.name_claim import claim_name


def post_claim(app, phone: str, given: object, *, take: bool = False) -> str:
    with app.test_request_context("/"):
        session["phone"], session["watching"] = phone, True
        claim_name(given, take=take)
        assert "watching" not in session
        return current_name()


def test_the_name_of_a_seat_is_written_as_the_seat_writes_it(app, host: Phone) -> None:
    assert post_claim(app, "aa", "aki") == "aki"
    host.open()
    assert post_claim(app, "bb", " EMI ") == "Emi"
    assert post_claim(app, "cc", "Oma") == "Oma"


def test_a_name_is_on_one_phone_until_it_is_taken(app) -> None:
    post_claim(app, "aa", "Emi")
    with pytest.raises(Refusal, match="name_taken"):
        post_claim(app, "bb", "Emi")
    assert post_claim(app, "bb", "Emi", take=True) == "Emi"
    with app.test_request_context("/"):
        session["phone"] = "aa"
        assert current_name() == ""


def test_a_name_that_cannot_be_costs_no_try_and_too_many_are_refused(app) -> None:
    for _ in range(25):
        with pytest.raises(Refusal, match="bad_name"):
            post_claim(app, "aa", " ")
    for number in range(20):
        post_claim(app, "aa", f"Aki {number}")
    with pytest.raises(Refusal, match="too_many_tries"):
        post_claim(app, "aa", "Aki 20")

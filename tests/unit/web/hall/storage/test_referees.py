"""Phones of referees are known by the database and not by their cookie."""

from __future__ import annotations

import pytest

from web.hall.storage.referees import MAX_REFEREES, RefereePhones


@pytest.fixture
def referees(hall) -> RefereePhones:
    return RefereePhones(hall.database)


def test_a_phone_is_signed_in_under_its_pin_until_it_is_signed_out(referees) -> None:
    first, second = referees.sign_in(3), referees.sign_in(3)
    assert referees.is_signed_in(first, 3)
    assert not referees.is_signed_in(first, 4), "a new PIN signs everybody out"
    assert not referees.is_signed_in("", 3)
    assert not referees.is_signed_in(first[:-1], 3)
    referees.sign_out(first)
    assert (referees.is_signed_in(first, 3), referees.is_signed_in(second, 3)) == (False, True)
    referees.sign_out_all()
    assert not referees.is_signed_in(second, 3)


def test_other_processes_know_them_and_old_ones_are_dropped(hall, referees) -> None:
    old = referees.sign_in(1)
    phones = [referees.sign_in(2) for _ in range(MAX_REFEREES + 5)]
    other = RefereePhones(hall.database)
    assert other.count(2) == MAX_REFEREES
    assert other.is_signed_in(phones[-1], 2)
    assert not other.is_signed_in(old, 1)


def test_a_setting_of_another_form_is_no_referee(hall, referees) -> None:
    for value in (None, [], {"pin": "3"}, {"pin": 3}):
        hall.context.setting_store.set_setting("referee abc", value)
        assert not referees.is_signed_in("abc", 3)

"""Who is asking, what that phone may do, and when the PIN is asked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import session

from scorer.errors import Refusal
from tests.support.table import PIN, Phone
from web.request.auth import (
    change_request,
    client_status,
    current_phone_id,
    current_role,
    has_rounds_at_stake,
    host_only,
    is_host,
    require_answer_permission,
    require_pin,
    submit_pin,
)


@contextmanager
def request_as(app, phone: str = "", name: str = "", **more: Any) -> Iterator[None]:
    with app.test_request_context("/", environ_base={"REMOTE_ADDR": "192.168.1.9"}, **more):
        if phone:
            session["phone"] = phone
        if name:
            app.extensions["fudayomi"].phones.claim_name(phone, name)
        yield


def test_a_phone_is_named_on_first_sight_and_keeps_its_name(app) -> None:
    with request_as(app):
        name = current_phone_id()
        assert len(bytes.fromhex(name)) == 4
        assert current_phone_id() == name
        assert session.permanent
        assert client_status() == {"host": False, "role": "guest", "name": "", "offered": False}


def test_the_right_pin_makes_a_host_until_it_is_renewed(app) -> None:
    with request_as(app, "aa"):
        with pytest.raises(Refusal, match="host_only"):
            host_only(lambda: "in")()
        with pytest.raises(Refusal, match="wrong_pin"):
            submit_pin("000000")
        assert current_role() == "guest"
    with request_as(app, "bb", environ_overrides={"REMOTE_ADDR": "192.168.1.10"}):
        app.extensions["fudayomi"].phones.grant_host("bb", 1)
        assert (is_host(), current_role(), host_only(lambda: "in")()) == (True, "host", "in")
        app.extensions["fudayomi"].phones.grant_host("bb", 2)
        assert not is_host()


def test_the_pin_is_asked_once_more_unless_it_was_given_just_now(app) -> None:
    with request_as(app, "aa"):
        with pytest.raises(Refusal, match="pin_again"):
            require_pin(None)
        app.extensions["fudayomi"].phones.record_pin("aa")
        require_pin("")
        with pytest.raises(Refusal, match="pin_again"):
            require_pin("", always=True)
        require_pin(PIN, always=True)
        assert is_host()


def test_a_player_answers_for_his_own_hand_only(app, host: Phone) -> None:
    host.open()
    with request_as(app, "aa", "Emi"):
        assert current_role() == "player"
        require_answer_permission({"hands.1": []})
        for answers in ({"hands.0": []}, {"hands.1": [], "hands.2": []}, {"stake": 1}, ["hands.1"]):
            with pytest.raises(Refusal, match="host_only"):
                require_answer_permission(answers)
    with request_as(app, "bb", "Oma"), pytest.raises(Refusal, match="host_only"):
        require_answer_permission({"hands.1": []})


def test_a_player_answers_nothing_of_an_earlier_round(app, host: Phone) -> None:
    host.open()
    host.change("/api/rounds", answers=host.answers())
    host.send("/api/rounds/2/reopen", {"version": 2})
    with request_as(app, "aa", "Emi"), pytest.raises(Refusal, match="host_only"):
        require_answer_permission({"hands.1": []})


def test_only_an_evening_with_rounds_is_at_stake(app, host: Phone) -> None:
    host.open()
    with request_as(app):
        assert not has_rounds_at_stake()
    assert host.change("/api/rounds", answers=host.answers()).status_code == 200
    with request_as(app):
        assert has_rounds_at_stake()


def test_a_change_names_its_version_and_a_key(app) -> None:
    key = "k" * 8
    with request_as(app, "aa", "Emi"):
        assert change_request({"version": 0, "key": "k" * 64}).author == "Emi"
        for version, given in (
            (None, None),
            (True, key),
            ("1", key),
            (1, "k" * 7),
            (1, "k" * 65),
            (1, 12345678),
            (1, "k\n" * 5),
        ):
            with pytest.raises(Refusal, match="bad_request"):
                change_request({"version": version, "key": given})

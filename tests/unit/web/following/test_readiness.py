"""What is missing before rounds can be followed, in order."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import patch

from flask import Flask

from scorer.games import games
from scorer.session.events import EveningOpened
from scorer.session.reducer import replay
from tests.support.table import FakeScanner, Phone
from web.context import AppContext
from web.following.readiness import FollowSwitch, find_obstacles
from web.ledger.store import Store


def obstacle_codes(app: Flask, **changed: object) -> list[str]:
    ctx: AppContext = app.extensions["fudayomi"]
    settings = replace(ctx.settings, **changed)
    camera = ctx.camera
    camera._settings = settings  # a table started otherwise
    return [one.code for one in find_obstacles(settings, ctx.store, ctx.service.session, camera, ctx.scanner)]


def test_everything_that_is_missing_is_said(host: Phone, app: Flask, scanner: FakeScanner) -> None:
    assert obstacle_codes(app) == ["no_evening"]
    host.open()
    assert obstacle_codes(app, source="none") == ["no_camera"]
    assert obstacle_codes(app) == ["no_calibration", "no_seats"]
    scanner.state = "down"
    assert obstacle_codes(app) == ["no_picture", "no_calibration", "no_seats"]
    scanner.state = "up"
    calibration = {"measured": {"marks": {}, "cloth": [[0, 0], [1, 1]]}, "source": "webcam:1", "seats": 4}
    store = app.extensions["fudayomi"].store
    store.set_setting("calibration", calibration)
    assert obstacle_codes(app) == ["no_calibration", "no_seats"]  # of another camera
    store.set_setting("calibration", {**calibration, "source": "webcam:0", "seats": 5})
    assert obstacle_codes(app) == ["no_seats"]
    places = [[0.5, 0.2 * place + 0.1, 0.3, 0.2] for place in range(5)]
    assert host.send("/api/tabletop/zones", {"zones": places}).status_code == 200
    assert obstacle_codes(app) == []
    host.change("/api/close")
    assert obstacle_codes(app) == ["no_evening"]


def test_the_drawn_table_deals_whole_hands(host: Phone, app: Flask) -> None:
    host.open()
    ctx = app.extensions["fudayomi"]
    ctx.camera._demos = [ctx.service.evening_id]
    assert obstacle_codes(app, source="synthetic") == ["demo"]


def test_a_game_without_moves_cannot_be_followed(app: Flask) -> None:
    ctx: AppContext = app.extensions["fudayomi"]
    session = replay([EveningOpened("otoroku", "hanafuda", {}, ("Aki", "Emi"))])
    unplayable = replace(session.rules, play_rules=None)
    with patch.dict(games(), otoroku=unplayable):
        found = find_obstacles(ctx.settings, ctx.store, session, ctx.camera, ctx.scanner)
    assert found[0].code == "no_moves"
    assert found[0].as_json()["label"] is None


def test_it_is_off_until_it_is_turned_on_for_one_evening(store: Store) -> None:
    switch = FollowSwitch(store)
    assert not switch.is_on(None)
    assert not switch.is_on(1)
    switch.set(1, hints=True)
    again = FollowSwitch(store)
    assert again.is_on(1)
    assert again.has_hints(1)
    assert not again.is_on(2)
    assert not again.has_hints(2)
    switch.set(None, hints=True)
    assert not FollowSwitch(store).is_on(1)
    assert not switch.has_hints(1)


def test_a_damaged_setting_is_off(store: Store) -> None:
    store.set_setting("following", {"evening": "1"})
    assert not FollowSwitch(store).is_on(1)

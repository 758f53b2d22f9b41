"""House rules are saved by name, chosen again, and deleted."""

from __future__ import annotations

import re

from tests.support.table import BASE


def post_form(host, **fields):
    data = {"version": host.snapshot["version"], "key": "rule-sets-1", "game": "otoroku", **fields}
    return host.client.post("/start", data=data, base_url=BASE, headers={"Origin": BASE})


def wager_in(page: str) -> str:
    select = re.search(r'<select id="o-wager".*?</select>|<input id="o-wager"[^>]*>', page, re.DOTALL).group()
    return re.search(r'value="([^"]*)"(?: selected| data-default)', select)[1]


def test_a_set_is_saved_chosen_and_deleted_in_the_form(host):
    assert post_form(host, **{"save_set": "1", "set_name": "Club", "o.wager": "3"}).status_code == 200
    assert host.get("/api/house-rules").json["sets"][0]["options"]["wager"] == 3
    page = post_form(host, set="Club", player=["Aki", "Emi"])
    assert wager_in(page.text) == "3"
    assert 'value="Aki"' in page.text, "the names stay"
    assert 'name="set" value="Club"' not in post_form(host, game="kujuroku", redraw="1").text
    assert 'name="set"' not in post_form(host, drop_set="Club").text
    assert post_form(host, drop_set="Club").status_code == 422


def test_a_set_without_a_name_and_impossible_rules_are_refused(host):
    assert post_form(host, save_set="1", set_name=" ").status_code == 422
    body = {"name": "Club", "game": "otoroku", "options": {"wager": "much"}}
    assert host.send("/api/house-rules", body).json["error"]["code"] == "bad_option"
    assert host.send("/api/house-rules", {**body, "game": "chess"}).status_code == 422
    assert host.get("/api/house-rules").json == {"sets": []}


def test_rules_that_are_no_more_are_left_out(host, store):
    store.set_setting("house_rules", [{"name": "Old", "game": "otoroku", "options": {"gone": 1}}])
    assert host.get("/api/house-rules").json == {"sets": []}
    store.set_setting("house_rules", "no list")
    assert host.get("/start").status_code == 200


def test_another_rule_keeps_the_ones_changed_before(host):
    page = post_form(host, **{"redraw": "1", "o.wager": "3"}).text
    shown = re.search(r'id="o-wager"[^>]*data-default="([^"]*)"', page)[1]
    assert shown != "3", "what differs from the default is sent again"

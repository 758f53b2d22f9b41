"""House rules are saved by name, chosen again, and deleted."""

from __future__ import annotations

import re

import pytest

from scorer.games import game
from tests.support.table import BASE
from web.request.rule_sets import typed_amounts


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


WORTH = next(option for option in game("koikoi").options if option.key == "worth")


@pytest.mark.parametrize(
    ("fields", "amounts"),
    [
        ({}, {}),
        ({"o.worth.goko": "", "o.worth.sanko": " "}, {}),
        ({"o.worth.goko": "12", "o.worth.sanko": "0", "o.worth.joker": "3"}, {"goko": 12, "sanko": 0}),
        (
            {"o.worth.goko": "-1", "o.worth.sanko": "six", "o.worth.tan": "1.5"},
            {"goko": -1, "sanko": "six", "tan": "1.5"},
        ),
    ],
)
def test_amounts_of_a_form_are_those_that_are_typed(fields, amounts):
    assert typed_amounts(WORTH, fields) == amounts


def worth_in(page: str, key: str) -> tuple[str, str]:
    """What is agreed for a yaku in the form, and what is usual."""
    field = re.search(rf'<input id="o.worth.{key}"[^>]*>', page).group()
    return re.search(r' value="([^"]*)"', field)[1], re.search(r' placeholder="([^"]*)"', field)[1]


def test_a_table_says_once_what_its_yaku_are_worth_and_finds_it_again(host):
    rules = {"o.worth.sanko": "6", "o.worth.ameshiko": "0"}
    saved = post_form(host, game="koikoi", save_set="1", set_name="Friday", player=["Aki", "Emi"], **rules)
    assert (saved.status_code, worth_in(saved.text, "sanko")) == (200, ("6", "5"))
    page = post_form(host, game="koikoi", set="Friday", rules_of="koikoi", player=["Aki", "Emi"]).text
    assert worth_in(page, "sanko") == ("6", "5")
    assert worth_in(page, "ameshiko") == ("0", "7")
    assert worth_in(page, "goko") == ("", "10")
    assert 'value="Friday" formnovalidate aria-pressed="true"' in page
    started = post_form(host, game="koikoi", player=["Aki", "Emi"], **rules)
    assert started.status_code == 302, started.text
    assert host.snapshot["evening"]["options"]["worth"] == {"sanko": 6, "ameshiko": 0}
    assert worth_in(host.get("/start?game=koikoi").text, "sanko") == ("6", "5"), "as last time"


def test_the_usual_worth_follows_the_list_and_the_sets_of_ribbons(host):
    page = post_form(host, game="koikoi", redraw="1", **{"o.values": '"leaflet"', "o.worth.akatan": "9"}).text
    assert worth_in(page, "goko") == ("", "15")
    assert worth_in(page, "akatan_aotan") == ("", "15")
    page = post_form(host, game="koikoi", redraw="1", **{"o.extras": '"stack"', "o.viewing": '"off"'}).text
    assert "o.worth.akatan_aotan" not in page
    assert "o.worth.hanami" not in page


def test_a_worth_that_cannot_be_is_refused_and_the_other_rules_stay(host):
    typed = {"o.worth.goko": "100", "o.length": "6"}
    refused = post_form(host, game="koikoi", player=["Aki", "Emi"], **typed)
    assert refused.status_code == 422
    assert "goko of worth cannot be 100: a whole number from 0 to 99" in refused.text
    assert re.search(r'<option value="6" selected>', refused.text)


def test_a_set_saved_before_a_rule_was_there_is_the_one_in_force(host, store):
    store.set_setting("house_rules", [{"name": "Old", "game": "koikoi", "options": {"values": "modern"}}])
    page = post_form(host, game="koikoi", set="Old", rules_of="koikoi").text
    assert 'value="Old" formnovalidate aria-pressed="true"' in page

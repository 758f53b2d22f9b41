"""People over all evenings: a name is one person, in any case or pair."""

from __future__ import annotations

import re

from tests.support.table import HANDS, NAMES


def test_everybody_over_two_evenings(host):
    host.open()
    for turn in range(3):
        host.change("/api/rounds", answers=host.answers(HANDS[turn:] + HANDS[:turn]))
    host.change("/api/undo")
    host.open(players=["aki", "Lena", "Ken", "Yuki"])
    host.change("/api/rounds", answers=host.answers())
    by_name = {one["name"]: one for one in host.get("/api/players").json["players"]}
    assert set(by_name) == {"aki", "Emi", "Ken", "Yuki", "Lena"}
    assert (by_name["aki"]["evenings"], by_name["aki"]["rounds"], by_name["Emi"]["rounds"]) == (2, 3, 2)
    assert sum(one["net"] for one in by_name.values()) == 0
    assert by_name["aki"]["favourite"] == "otoroku"
    best = by_name["Ken"]["best"][0]
    assert tuple(best["cards"]) in {tuple(hand) for hand in HANDS}
    page = host.get("/players").text
    assert page.count('class="panel person"') == 5
    assert f"/art/{best['cards'][0]}.svg" in page


def test_both_of_a_pair_have_its_rounds(host):
    host.open(game="kakeya", players=NAMES)
    answers = {"trump": "S", "captured.0": [], "captured.1": [], "pictures.0": 9, "pictures.1": 7}
    answers |= {"aces.0": ["AS", "AH"], "aces.1": ["AC", "AD"]}
    assert host.change("/api/rounds", answers=answers).status_code == 200, host.snapshot["preview"]
    by_name = {one["name"]: one for one in host.get("/api/players").json["players"]}
    assert {name: one["rounds"] for name, one in by_name.items()} == dict.fromkeys(NAMES, 1)
    assert sum(one["net"] for one in by_name.values()) == 0


def test_result_payments_and_players_agree_after_a_game_of_pairs(host):
    """One row a person in all three, and one sum."""
    host.open()
    host.change("/api/rounds", answers=host.answers())
    assert host.change("/api/game", game="kakeya", players=[NAMES[1], NAMES[0], *NAMES[2:]]).status_code == 200
    answers = {"trump": "S", "captured.0": [], "captured.1": [], "pictures.0": 9, "pictures.1": 7}
    answers |= {"aces.0": ["AS", "AH"], "aces.1": ["AC", "AD"]}
    for _ in range(3):
        assert host.change("/api/rounds", answers=answers).status_code == 200, host.snapshot["preview"]
    tally, evening = host.get("/api/tally").json, host.snapshot["evening"]
    won = {one["name"]: one["net"] for one in tally["ranking"]}
    assert set(won) == set(tally["names"]) == set(NAMES)
    assert won == {one["name"]: one["net"] for one in host.get("/api/players").json["players"]}
    paid = dict.fromkeys(range(5), 0)
    for pay in tally["payments"]:
        paid[pay["to"]] += pay["stones"]
        paid[pay["from"]] -= pay["stones"]
    assert [paid[place] for place in range(4)] == [won[name] for name in tally["names"]]
    assert tally["course"][-1]["held"] == [won[name] for name in tally["names"]]
    assert [sum(game["nets"][place] for game in tally["games"]) for place in range(4)] == tally["course"][-1]["held"]
    assert evening["member_totals"] == [[won[name] for name in names] for names in evening["members"]]
    assert evening["totals"] == [sum(totals) for totals in evening["member_totals"]]
    page = host.get("/evenings/1").text
    assert all(f'<bdi translate="no">{name}</bdi> <b' in page for name in NAMES)


def test_a_best_hand_is_one_that_somebody_would_show(host):
    host.open()
    host.change("/api/rounds", answers=host.answers())
    best = {one["name"]: (one["class"], one["notable"]) for one in host.get("/api/tally").json["best"]}
    assert best == {"Aki": ("total", False), "Emi": ("total", False), "Ken": ("15", True), "Yuki": ("buta", False)}
    for path in ("/players", "/evenings/1"):
        page = host.get(path).text
        assert page.count('<span class="hand-fan">') - page.count("<small>13 points</small>") <= 4
        assert "15 points" in page
    assert host.get("/players").text.count("<h4>Best hands</h4>") == 1
    assert "13 points" not in host.get("/evenings/1").text.partition("<h3>Rounds</h3>")[0]


def test_past_evenings_tell_games_without_stray_signs_and_which_is_under_way(host):
    host.open()
    host.change("/api/rounds", answers=host.answers())
    host.change("/api/game", game="koikoi", players=NAMES[:2])
    page = host.get("/evenings").text
    assert re.findall("<li>([^<]*) <span", page) == ["Otoroku", "Koi-Koi"]
    assert ">now</span>" in page
    host.change("/api/close")
    assert ">now</span>" not in host.get("/evenings").text

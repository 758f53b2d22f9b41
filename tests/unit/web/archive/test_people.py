"""People over all evenings: a name is one person, in any case or pair."""

from __future__ import annotations

from tests.support.table import HANDS, NAMES


def test_everybody_over_two_evenings(host):
    host.open()
    for turn in range(3):
        host.change("/api/rounds", answers=host.answers(HANDS[turn:] + HANDS[:turn]))
    host.change("/api/undo")
    host.open(players=["aki", "Lena", "Ken", "Yuki"])
    host.change("/api/rounds", answers=host.answers())
    told = {one["name"]: one for one in host.get("/api/players").json["players"]}
    assert set(told) == {"aki", "Emi", "Ken", "Yuki", "Lena"}
    assert (told["aki"]["evenings"], told["aki"]["rounds"], told["Emi"]["rounds"]) == (2, 3, 2)
    assert sum(one["net"] for one in told.values()) == 0
    assert told["aki"]["favourite"] == "otoroku"
    best = told["aki"]["best"][0]
    assert tuple(best["cards"]) in {tuple(hand) for hand in HANDS}
    page = host.get("/players").text
    assert page.count('class="panel person"') == 5
    assert f"/art/{best['cards'][0]}.svg" in page


def test_both_of_a_pair_have_its_rounds(host):
    host.open(game="kakeya", players=NAMES)
    answers = {"trump": "S", "captured.0": [], "captured.1": [], "pictures.0": 9, "pictures.1": 7}
    answers |= {"aces.0": ["AS", "AH"], "aces.1": ["AC", "AD"]}
    assert host.change("/api/rounds", answers=answers).status_code == 200, host.snapshot["preview"]
    told = {one["name"]: one for one in host.get("/api/players").json["players"]}
    assert {name: one["rounds"] for name, one in told.items()} == dict.fromkeys(NAMES, 1)
    assert told["Aki"]["net"] == told["Ken"]["net"] == -told["Emi"]["net"]

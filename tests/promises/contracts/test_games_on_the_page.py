"""Every game can be played and learned on the page, which knows none."""

from __future__ import annotations

import pytest

from scorer.games import games
from tests.support.table import Phone

GAMES = sorted(games())


@pytest.fixture
def source() -> str:
    """The demo needs the synthetic table."""
    return "synthetic"


def open_demo(host: Phone, key: str) -> Phone:
    game = games()[key]
    seats = game.seats_for(game.resolve_options({}))
    players = [f"P{n}" for n in range(min(max(seats[0], 4), seats[-1]))]
    return host.open(demo=True, game=key, players=players)


@pytest.mark.parametrize("key", GAMES)
def test_demo_rounds_of_every_game_are_proposed_and_booked(host, key):
    open_demo(host, key)
    for seed in range(4):
        snap = host.snapshot
        if snap["evening"]["over"]:
            break
        dealt = host.send("/api/demo/round", {"version": snap["version"], "seed": seed})
        assert dealt.status_code == 200, dealt.json
        snap = host.snapshot
        assert "settlement" in snap["preview"], snap["preview"]
        booked = host.change("/api/rounds", answers=snap["draft"]["answers"])
        assert booked.status_code == 200, booked.json
    evening = host.snapshot["evening"]
    assert evening["rounds"]
    settlement = evening["rounds"][-1]["settlement"]
    assert sum(settlement["net"]) + settlement.get("carried", 0) + settlement.get("house", 0) >= 0


@pytest.mark.parametrize("key", GAMES)
def test_the_form_offers_every_house_rule_and_the_lesson_every_word(host, guest, key):
    game = games()[key]
    form = host.get(f"/start?game={key}").text
    assert all(f'name="o.{option.key}{"." * bool(option.amount_keys)}' in form for option in game.options)
    assert all(option.help.en and option.help.ja for option in game.options)
    lesson = guest.get(f"/learn/{key}")
    assert lesson.status_code == 200
    options = game.resolve_options({})
    # Classes that neither a total nor a payment depends on are left out.
    classes = game.classes_for(options) if game.payments(options) or game.total_question is None else ()
    assert lesson.text.count("<dt>") >= len(classes) + len(game.words) + len(game.options)


@pytest.mark.parametrize("key", GAMES)
def test_the_form_starts_every_game_with_its_defaults(host, key):
    game = games()[key]
    fields = {"game": key, "deck": game.decks[0], "version": "0", "key": "form-key-01"}
    players = [f"P{n}" for n in range(game.seats_for(game.resolve_options({}))[0])]
    answer = host.client.post(
        "/start",
        data={**fields, "player": players},
        base_url="http://192.168.1.5:8000",
        headers={"Origin": "http://192.168.1.5:8000"},
    )
    assert answer.status_code == 302, answer.text
    assert host.snapshot["evening"]["options"] == game.resolve_options({})


def test_a_refused_form_comes_back_with_everything_in_it(host):
    base = "http://192.168.1.5:8000"
    fields = {"game": "otoroku", "version": "0", "key": "form-key-02", "o.wager": "7", "player": ["Aki", "Aki"]}
    answer = host.client.post("/start", data=fields, base_url=base, headers={"Origin": base})
    assert answer.status_code == 422
    assert "bad_name" in answer.text
    assert answer.text.count('value="Aki"') == 2
    assert 'value="7"' in answer.text


def test_a_house_rule_changes_the_defaults_of_others(host):
    form = host.get('/start?game=otoroku&o.method="banker_revised"').text
    assert '<option value="&#34;none&#34;" selected>' in form or "<option value='&#34;none&#34;' selected>" in form


def test_a_game_dropped_into_the_folder_is_in_the_menu_and_is_played(dropped_game, host, guest):
    assert f'name="game" value="{dropped_game}"' in host.get("/start").text
    form = host.get(f"/start?game={dropped_game}").text
    assert 'name="o.stake"' in form
    assert 'name="o.boldness"' in form
    listed = {one["key"]: one for one in guest.get("/api/games").json["games"]}[dropped_game]
    assert (listed["name"]["en"], listed["name"]["ja"]) == ("High card", "高札")
    assert guest.get(f"/api/agreed?game={dropped_game}").json["options"] == {"stake": 1, "boldness": 0}

    host.open(game=dropped_game, players=["Aki", "Emi", "Ken"], stones=[5, 5, 5], options={"stake": 2})
    answers = {"hands.0": ["9D"], "hands.1": ["QS"], "hands.2": ["2C"]}
    assert [ask["path"] for ask in guest.snapshot["asks"]] == list(answers)
    assert host.send("/api/draft", {"version": 1, "answers": answers}).status_code == 200
    assert guest.snapshot["preview"]["settlement"]["net"] == [-2, 4, -2]
    assert host.change("/api/rounds", answers=answers).status_code == 200
    evening = guest.snapshot["evening"]
    assert evening["stones"] == [3, 9, 3]
    assert evening["players"][evening["dealer"]] == "Emi"


def test_a_dropped_game_is_dealt_by_the_drawn_table_and_read_from_it(dropped_game, host, scanner):
    host.open(demo=True, game=dropped_game, players=["Aki", "Emi"])
    assert host.send("/api/demo/round", {"version": 1, "seed": 3}).json == {"cards": 2}
    assert [len(pile) for pile in scanner.layout] == [1, 1, 0]
    assert "settlement" in host.snapshot["preview"]


@pytest.mark.parametrize(("lang", "words"), [("en", ("High card", "any card")), ("ja", ("高札", "どの札でも"))])
def test_a_dropped_game_has_its_cheat_sheet(dropped_game, guest, lang, words):
    guest.client.set_cookie("lang", lang, domain="192.168.1.5")
    sheet = guest.get(f"/learn/{dropped_game}")
    assert sheet.status_code == 200
    assert all(word in sheet.text for word in words)
    assert "/art/AS.svg" in sheet.text
    assert f"/learn/{dropped_game}" in guest.get("/more").text


def test_a_new_game_is_played_and_learned_on_the_page(host, guest, new_game):
    test_the_form_offers_every_house_rule_and_the_lesson_every_word(host, guest, new_game)
    test_demo_rounds_of_every_game_are_proposed_and_booked(host, new_game)
    assert guest.get(f"/api/play/{new_game}?seed=1").json["choices"]
    assert guest.get(f"/api/playouts/{new_game}?seed=1").json["rounds"] > 0
    assert f"/learn/{new_game}" in guest.get("/learn").text
    assert guest.get(f"/api/drill/{new_game}").json["drills"]["field"]["en"] == "The opening field"

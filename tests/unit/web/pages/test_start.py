"""The form that starts an evening: pairs, and nothing typed in an address."""

from __future__ import annotations

import re

import pytest

from tests.support.table import BASE, NAMES, PIN


def post_form(host, **fields):
    data = {"version": host.snapshot["version"], "key": "start-form-1", **fields}
    return host.client.post("/start", data=data, base_url=BASE, headers={"Origin": BASE})


def test_two_names_a_pair_seat_four_people(host):
    answer = post_form(host, game="kakeya", player=["Aki", "Emi"], partner=["Ken", "Yuki"])
    assert answer.status_code == 302, answer.text
    evening = host.snapshot["evening"]
    assert evening["players"] == ["Aki & Ken", "Emi & Yuki"]
    assert evening["members"] == [["Aki", "Ken"], ["Emi", "Yuki"]]


@pytest.mark.parametrize(("game", "people"), [("kakeya", 4), ("kakeya", 6), ("etori", 4)])
def test_names_in_the_order_of_seats_make_pairs_that_sit_opposite(host, game, people):
    host.open(game=game, players=list("ABCDEF"[:people]))
    half = people // 2
    assert host.snapshot["evening"]["players"] == [
        f"{a} & {b}" for a, b in zip("ABC"[:half], "ABCDEF"[half:], strict=False)
    ]


def test_a_wrong_number_of_names_is_said_with_its_cure(host):
    error = host.change("/api/evening", game="kakeya", players=list("ABCDE")).json["error"]
    assert (error["code"], error["message"]["en"]) == (
        "bad_count",
        "Kakeya Toranpu is played by 4 in pairs, not by 5; take a name away or choose another game",
    )


def test_nobody_is_in_two_pairs(host):
    error = host.change("/api/evening", game="kakeya", players=["Aki & Ken", "ken & Emi"]).json["error"]
    assert error["message"]["en"] == "two players are called ken; give one of them another name"


def test_both_of_a_pair_may_tell_its_cards(host, guest):
    host.open(game="kakeya", players=NAMES)
    assert guest.send("/api/join", {"name": "ken"}).json == {"name": "Ken", "role": "player"}
    version = host.snapshot["version"]
    for path, status in (("captured.0", 403), ("captured.1", 200)):
        # Aki and Ken deal the first time, so they are the second of the two sides.
        assert guest.send("/api/draft", {"version": version, "answers": {path: ["KS"]}}).status_code == status


def test_names_stay_when_another_game_is_chosen(host):
    page = post_form(host, game="kakeya", player=NAMES, redraw="1")
    assert page.status_code == 200
    assert re.findall(r'name="(player|partner)" value="(\w*)"', page.text) == [
        ("player", "Aki"),
        ("partner", "Ken"),
        ("player", "Emi"),
        ("partner", "Yuki"),
    ]
    page = post_form(host, game="otoroku", player=["Aki", "Emi"], partner=["Ken", "Yuki"], redraw="1")
    assert re.findall(r'name="player" value="(\w+)"', page.text) == NAMES


def test_no_form_with_a_pin_ever_goes_into_an_address(host):
    host.open()
    host.change("/api/rounds", answers=host.answers())
    for path in ("/start", "/more", "/settings", "/files", "/decks", "/host"):
        for form in re.findall(r"<form.*?</form>", host.get(path).text, re.DOTALL):
            if 'name="pin"' in form:
                assert 'method="post"' in form.partition(">")[0], path
                assert not re.search(r'formmethod="?get', form), path


@pytest.mark.parametrize(
    ("fields", "code", "heading"),
    [
        ({"player": ["Aki", "Aki"]}, "bad_name", ["Players, in the order they sit (counter-clockwise)"]),
        ({"deck": "daini"}, "wrong_deck", ["Game"]),
        ({"o.wager": "-1"}, "bad_option", ["House rules"]),
        ({"save_set": "1", "set_name": ""}, "bad_name", ["House rules"]),
        ({"pin": "111111"}, "wrong_pin", ["An evening is under way"]),
        ({"key": "short"}, "bad_request", []),
    ],
)
def test_a_refusal_stands_beside_what_it_is_about(host, fields, code, heading):
    host.open()
    host.change("/api/rounds", answers=host.answers())
    answer = post_form(host, **{"evening": "new", "game": "otoroku", "player": NAMES, "pin": PIN, **fields})
    assert answer.status_code == 422
    before, _, after = answer.text.partition('<div class="refused"')
    assert f"</summary>{code}</details>" in after.partition("</div>")[0]
    form = before.partition('action="/start"')[2]
    headings = re.findall(r"<legend>([^<]*)|<p>(An evening is under way)", form)
    assert ["".join(each) for each in headings][-1:] == heading


def test_another_game_says_so_and_the_last_game_stands_first(host):
    assert "<h2>Start an evening</h2>" in host.get("/start").text
    host.open(game="tokotoko", players=NAMES)
    page = host.get("/start?evening=same").text
    assert "<h2>Another game</h2>" in page
    assert '<button class="primary big">Start Tokotoko</button>' in page
    assert re.findall(r'name="game" value="([\w-]+)"', page)[:2] == ["tokotoko", "otoroku"]
    bar = re.sub(r"<[^>]*>", "", page.partition('<div class="bar">')[2])
    assert bar.split("\n")[1].strip() == "Tokotoko · hanafuda · 4 players"
    assert ">4 players</span>" in page
    # The list stays in order when another game is chosen.
    redrawn = post_form(host, game="koikoi", player=NAMES, evening="same", first="tokotoko", redraw="1").text
    assert re.findall(r'name="game" value="([\w-]+)"', redrawn)[:2] == ["tokotoko", "otoroku"]
    assert "Start Koi-Koi" in redrawn


def test_the_deck_of_the_last_game_is_kept_where_it_fits(host):
    assert '<option value="mekurifuda" selected>' in post_form(host, game="dontsuku", player=NAMES, redraw="1").text
    host.open(game="koikoi", players=NAMES[:2])
    assert '<option value="hanafuda" selected>' in post_form(host, game="dontsuku", player=NAMES, redraw="1").text
    assert '<option value="western" selected>' in post_form(host, game="kakeya", player=NAMES, redraw="1").text
    chosen = post_form(host, game="dontsuku", deck="mekurifuda", player=NAMES, redraw="1").text
    assert '<option value="mekurifuda" selected>' in chosen


def test_three_names_choose_the_number_of_players_that_nobody_chose(host):
    shown = post_form(host, game="kujuroku", player=["Aki", "Emi", "Ken", ""], redraw="1").text
    assert shown.count(" required") == 3
    assert "For 3 to 4." in shown
    assert '<option value="" selected>as many as there are names</option>' in shown
    answer = post_form(host, game="kujuroku", player=["Aki", "Emi", "Ken", ""], **{"o.players": ""})
    assert answer.status_code == 302, answer.text
    assert host.snapshot["evening"]["options"]["players"] == 3


def test_a_number_of_players_that_was_chosen_stays(host):
    answer = post_form(host, game="kujuroku", player=["Aki", "Emi", "Ken", "Yuki"], **{"o.players": "3"})
    assert answer.status_code == 422
    assert "Kujuroku with three has no place for a fourth name. Play with four instead?" in answer.text
    assert 'value="Yuki"' in answer.text


@pytest.mark.parametrize(
    ("game", "names", "chosen", "question", "players"),
    [
        (
            "kujuroku",
            {"player": ["Aki", "Emi", "Ken", ""]},
            "4",
            "Kujuroku with four needs a fourth name. Play with three instead?",
            3,
        ),
        (
            "kakeya",
            {"player": ["Aki", "Emi", ""], "partner": ["Ken", "Yuki", ""]},
            "6",
            "Kakeya Toranpu with six needs a third pair. Play with four instead?",
            4,
        ),
    ],
)
def test_names_that_do_not_fit_the_chosen_number_are_asked_about_and_a_button_plays_by_them(
    host, game, names, chosen, question, players
):
    answer = post_form(host, game=game, **names, **{"o.players": chosen})
    assert answer.status_code == 422
    assert question in answer.text
    assert answer.text.index(question) > answer.text.index("<legend>Game")
    assert 'name="instead"' in answer.text
    # The browser itself must not stop the button because of a name that three do not need.
    assert answer.text.count(" required") == (3 if game == "kujuroku" else 4)
    assert post_form(host, game=game, **names, instead="1", **{"o.players": chosen}).status_code == 302
    assert host.snapshot["evening"]["options"]["players"] == players


def test_a_number_that_no_house_rule_allows_offers_no_other(host):
    answer = post_form(host, game="kujuroku", player=["Aki", "Emi"], **{"o.players": "4"})
    assert answer.status_code == 422
    assert "played by 4, not by 2" in answer.text
    assert 'name="instead"' not in answer.text


def test_saved_house_rules_leave_the_number_of_players_to_the_names(host):
    rules = {"game": "kujuroku", "player": ["Aki", "Emi", "Ken"]}
    post_form(host, **rules, save_set="1", set_name="usual", **{"o.players": ""})
    shown = post_form(host, **rules, set="usual").text
    assert '<option value="" selected>as many as there are names</option>' in shown


def summary_of_rules(page):
    return re.search(r'<details id="rules"[^>]*><summary>([^<]*)</summary>', page)[1]


def test_how_long_a_game_lasts_is_seen_without_a_tap(host):
    assert summary_of_rules(post_form(host, game="koikoi", redraw="1").text) == "the usual ones · 12 months"
    shown = post_form(host, game="koikoi", redraw="1", **{"o.length": "6"}).text
    assert summary_of_rules(shown) == "your choice · 6 months"


def test_house_rules_begin_as_they_were_the_last_time(host):
    host.open(game="koikoi", players=["Aki", "Emi"], options={"length": 6, "values": "modern"})
    host.open(game="kujuroku", players=NAMES[:3])
    page = host.get("/start?game=koikoi").text
    assert summary_of_rules(page) == "as last time · 6 months"
    assert '<option value="&#34;modern&#34;" selected>' in page
    # Chosen for a game that was played by other rules before: those of that game, not of this form.
    page = post_form(host, game="koikoi", rules_of="kujuroku", player=["Aki", "Emi"], redraw="1").text
    assert summary_of_rules(page) == "as last time · 6 months"
    # Somebody who goes back to the usual rules gets them.
    page = post_form(host, game="koikoi", rules_of="koikoi", player=["Aki", "Emi"], redraw="1").text
    assert summary_of_rules(page) == "the usual ones · 12 months"
    # The number of players is still chosen by the names.
    assert '<option value="" selected>as many as there are names</option>' in host.get("/start?game=kujuroku").text


def test_rules_of_the_last_time_that_are_no_more_are_the_usual_ones(host, store):
    store.set_setting("last_rules", {"koikoi": {"gone": 1}})
    assert summary_of_rules(host.get("/start?game=koikoi").text) == "the usual ones · 12 months"
    store.set_setting("last_rules", "nothing")
    assert summary_of_rules(host.get("/start?game=koikoi").text) == "the usual ones · 12 months"


def test_people_known_are_offered_and_games_stand_as_they_were_played(host, guest):
    host.open(game="koikoi", players=["Martha", "Kenji"])
    host.change("/api/close")
    host.open(game="tokotoko", players=NAMES)
    guest.send("/api/join", {"name": "Oma"})
    page = host.get("/start").text
    assert re.findall(r'name="game" value="([\w-]+)"', page)[:3] == ["tokotoko", "koikoi", "otoroku"]
    assert re.findall(r'data-name="([^"]*)"><bdi>', page) == [*NAMES, "Oma", "Martha", "Kenji"]


def test_drawn_cards_are_a_way_of_playing_only_where_a_table_can_draw(host):
    assert 'name="demo"' not in host.get("/start").text
    assert post_form(host, game="koikoi", player=["Aki", "Emi"], demo="1").status_code == 302
    assert host.snapshot["scanner"]["demo"] is False


def test_pairs_say_who_is_left_over(host):
    host.open(game="otoroku", players=["Anna", "Bernd", "Clara", "Dieter", "Emil", "Frida"])
    page = host.get("/start?evening=same&game=kakeya").text
    assert "Sitting out: Emil, Frida" in page
    assert re.findall(r'name="(?:player|partner)" value="(\w+)"', page) == ["Anna", "Clara", "Bernd", "Dieter"]
    assert "Sitting out" not in host.get("/start?evening=same&game=kakeya&o.players=6").text
    assert "Sitting out" not in host.get("/start?evening=same&game=otoroku").text

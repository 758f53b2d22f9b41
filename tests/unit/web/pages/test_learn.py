"""Lessons, drills, advice and glossaries of all games."""

from __future__ import annotations

import html
import json
import re
from itertools import product
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from scorer.games import games
from scorer.teaching.drills import generate_questions
from tests.support.browser import NEEDS_BROWSER
from tests.support.table import HANDS, card_read
from web.api import teach

GAMES = sorted(games())
every_game = pytest.mark.parametrize("key", GAMES)


@every_game
def test_every_way_to_learn_a_game_is_there_without_an_evening(guest, key):
    for path in ("/learn", "/glossary", f"/learn/{key}", *(f"/learn/{key}/{way}" for way in ("first", "lay", "drill"))):
        page = guest.get(path)
        assert page.status_code == 200, path
        assert len(page.data) < 60_000, path
    for deck, path in product(games()[key].decks[1:], ("first", "lay", "drill")):
        assert guest.get(f"/learn/{key}/{path}?deck={deck}").status_code == 200
    assert guest.get(f"/learn/{key}/lay?deck=tarot").status_code == 422


@every_game
def test_every_game_answers_what_a_learner_asks(guest, key):
    game = games()[key]
    for each in game.classes:
        role = (each.roles or tuple(role for role, _ in game.roles) or ("",))[0]
        answer = guest.client.get(
            f"/api/learn/{key}",
            query_string={"cards": ",".join(each.example), "role": role, "options": "{}"},
            base_url="http://192.168.1.5:8000",
        )
        if each.example and not each.options:
            assert answer.json["value"]["class"] == each.key
            assert len(answer.json["cards"]) == len(each.example)
    assert guest.get(f"/api/glossary/{key}").json["terms"]
    for deck in game.decks:
        asked = guest.get(f"/api/drill/{key}?deck={deck}").json
        assert {
            card
            for one in asked["questions"]
            for cards in (one["cards"], *(row["cards"] for row in one["rows"]))
            for card in cards
        } == set(asked["names"])
        assert len(asked["questions"]) > 20
    for seat in range(game.seats_for(game.resolve_options({}))[0]):
        notes = guest.get(f"/api/advice?game={key}&seat={seat}").json
        assert notes["advice"]
        assert notes["place"]["ja"]


def test_a_dropped_game_is_learnt_like_any_other(guest, dropped_game):
    for path in (
        f"/learn/{dropped_game}",
        f"/learn/{dropped_game}/lay",
        f"/learn/{dropped_game}/drill",
        f"/api/drill/{dropped_game}",
    ):
        assert guest.get(path).status_code == 200
    assert guest.get(f"/api/drill/{dropped_game}").json["drills"]["higher"]["ja"] == "高い札"
    assert "kind=higher" in guest.get(f"/learn/{dropped_game}/first").text
    assert f'id="{dropped_game}"' in guest.get(f"/glossary?game={dropped_game}").text
    assert f"/learn/{dropped_game}/lay" in guest.get("/learn").text
    assert guest.get(f"/api/learn/{dropped_game}?cards=AS").json["value"]["total"] == 1


@every_game
def test_first_steps_lead_through_the_drills_of_a_game_to_a_whole_hand(guest, key):
    page = guest.get(f"/learn/{key}/first").text
    steps = re.findall(r"drill\?deck=(\w+)&amp;kind=(\w+)&amp;step=(\d)", page)
    asked = guest.get(f"/api/drill/{key}").json
    kinds = [kind for _, kind, _ in steps]
    assert kinds[-1] == "value"
    assert len(set(kinds)) == len(kinds) >= 2
    assert set(kinds) <= set(asked["drills"]) == {one["drill"] for one in asked["questions"]}
    assert [int(step) for *_, step in steps] == list(range(1, len(steps) + 1))
    assert all(f'id="step-{step}"' in page for step in range(1, len(steps) + 2))
    assert 'class="why-list"><li>' in page
    assert f'/learn/{key}/first"' in guest.get("/learn").text


def test_koikoi_shows_the_kinds_and_their_sets_and_says_of_no_card_what_it_counts(guest):
    page = guest.get("/learn/koikoi/first").text
    kinds = page.split('class="kinds"')[1].split("</ul></li></ul>")[0].split('<div class="cards">')[1:]
    assert [kind.count("<img") for kind in kinds] == [5, 9, 10, 24]
    assert [kind.count("<li>") for kind in kinds[:-1]] == [5, 3, 5]  # the last one begins the next kind
    assert "kind=points" not in page
    assert guest.get("/api/drill/koikoi").json["drills"].keys().isdisjoint({"points"})
    assert {card["points"] for card in guest.get("/api/learn/koikoi?cards=h01-1,h08-2").json["cards"]} == {None}
    assert "counts" not in guest.get("/api/drill/koikoi").text
    assert "kind=kind" not in guest.get("/learn/hana-awase/first").text


def test_a_practice_round_of_hachi_hachi_asks_for_shobu_or_sage(guest):
    def next_table(seed, choices):
        return guest.get(f"/api/play/hachi-hachi?seed={seed}&choices={','.join(choices)}").json

    for seed in range(0, 24, 2):
        choices = []
        while (table := next_table(seed, choices))["choices"]:
            keys = [each["key"] for each in table["choices"]]
            if "shobu" in keys:
                assert keys == ["shobu", "sage"]
                assert " kan. Shobu or sage? " in table["question"]["en"]
                assert next_table(seed, [*choices, "sage"])["choices"]
                return
            months = {code[:3] for code in table["piles"][0]["cards"]}
            choices.append(next((key for key in keys if key[:3] in months), keys[0]))
    pytest.fail("no round came to the choice")


def test_a_practice_round_goes_by_the_house_rules_of_tonight(host, guest):
    usual = guest.get("/api/play/hachi-hachi?seed=1&choices=rest").json["settlement"]
    host.open(game="hachi-hachi", options={"kan": 10})
    tonight = guest.get("/api/play/hachi-hachi?seed=1&choices=rest").json["settlement"]
    assert usual["reasons"]
    assert (
        tonight["net"]
        == guest.get('/api/play/hachi-hachi?seed=1&choices=rest&options={"kan":10}').json["settlement"]["net"]
    )


def test_rounds_are_played_on_in_batches_that_add_up_to_the_same_rounds(guest, monkeypatch):
    monkeypatch.setattr(teach, "PLAYOUTS_S", 0.0)  # a round a request
    monkeypatch.setattr(teach, "MOST_PLAYOUTS", 4)
    played = guest.get("/api/play/kakeya?seed=1").json
    assert played["may_play_on"]
    batches = [guest.get(f"/api/playouts/kakeya?seed=1&first={first}").json for first in range(4)]
    assert [batch["rounds"] for batch in batches] == [1] * 4
    assert {batch["most"] for batch in batches} == {4}
    keys = [each["key"] for each in played["choices"] if each["card"]]
    assert [each["key"] for each in batches[0]["choices"]] == keys
    monkeypatch.setattr(teach, "PLAYOUTS_S", 60.0)
    whole = guest.get("/api/playouts/kakeya?seed=1").json
    assert whole["rounds"] == 4
    assert [each["net"] for each in whole["choices"]] == [
        sum(nets) for nets in zip(*([each["net"] for each in batch["choices"]] for batch in batches), strict=True)
    ]


def test_a_second_phone_waits_while_rounds_are_played_on(guest, monkeypatch):
    monkeypatch.setattr(teach, "PLAYOUTS_S", 0.0)
    with teach._PLAYING_ON:  # as another request holds it
        busy = guest.get("/api/playouts/kakeya?seed=1").json
    assert (busy["rounds"], busy["choices"]) == (0, [])
    assert guest.get("/api/playouts/kakeya?seed=1").json["rounds"] == 1


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("kakeya?first=1000", "bad_count"),
        ("kakeya?choices=rest", "no_odds"),
        ("kakeya?choices=nonsense", "impossible"),
    ],
)
def test_what_cannot_be_played_on_is_refused(guest, path, code):
    answer = guest.get(f"/api/playouts/{path}")
    assert (answer.status_code, answer.json["error"]["code"]) == (422, code)


@NEEDS_BROWSER
def test_the_estimate_grows_once_it_is_opened_and_stays_open(address, browser):
    page = browser.new_page(locale="en", viewport={"width": 360, "height": 740})
    page.add_init_script("Math.random = () => 0.00001")
    page.goto(f"{address}/learn/kakeya/first")
    rows, playable = page.locator("#play .odds-now .odd"), page.locator("#play button.playable")
    expect(playable.first).to_be_visible()
    expect(rows).to_have_count(0)
    page.get_by_text("What each choice comes to (estimate)").click()
    expect(rows.first).to_contain_text("±")
    expect(rows).to_have_count(playable.count())
    rounds = page.locator("#play .odds-now p.hint")
    first = rounds.inner_text()
    expect(rounds).not_to_have_text(first)
    playable.first.click()
    expect(page.locator("#play .lines")).to_contain_text("The last trick")
    expect(rows.first).to_contain_text("±")


@every_game
def test_a_round_shows_its_sets_before_it_and_numbers_of_its_cards(guest, key):
    game = games()[key]
    page = guest.get(f"/learn/{key}/first").text
    special = [each for each in game.classes_for(game.resolve_options({})) if each.special]
    assert ('class="sets"' in page) == bool(special)
    if special:
        assert page.index('class="sets"') < page.index('id="play"')
    played = guest.get(f"/api/play/{key}").json
    assert set(played["numbers"]) <= set(played["names"])
    assert bool(played["numbers"]) == (key not in {"etori", "kakeya"})


def test_numbers_are_those_that_the_game_counts_by(guest):
    assert guest.get("/api/play/tokotoko").json["numbers"]["h02-1"] == 12
    assert guest.get("/api/play/otoroku").json["numbers"]["h02-1"] == 2
    maid = next(code for code in guest.get("/api/play/dontsuku").json["numbers"] if code.endswith("-11"))
    assert guest.get("/api/play/dontsuku").json["numbers"][maid] == 10


@pytest.mark.parametrize("key", ["koikoi", "hachi-hachi"])
def test_the_hand_that_is_worked_out_scores(guest, key):
    page = guest.get(f"/learn/{key}/first").text
    worked = page.split("A hand, worked out:")[1].split("</li>\n")[0]
    assert "No yaku" not in worked
    assert "no set" not in worked


@pytest.mark.parametrize(("deck", "kind"), [("hanafuda", "month"), ("daini", "points"), ("western", "points")])
def test_whoever_meets_the_cards_practises_cards_and_hears_who_plays_with_them(guest, deck, kind):
    page = guest.get(f"/learn/cards?deck={deck}").text
    ((key, query),) = re.findall(r'href="/learn/([\w-]+)/drill\?([^"]+)"', page)
    assert f"kind={kind}" in html.unescape(query)
    assert kind in guest.get(f"/api/drill/{key}?deck={deck}").json["drills"]
    for game in games().values():
        assert (f"/learn/{game.key}/first?deck={deck}" in page) == (deck in game.decks)


@pytest.mark.parametrize("key", ["tokotoko", "koikoi"])
def test_plants_that_do_not_count_their_month_are_named_with_the_months(guest, key):
    page = guest.get(f"/learn/{key}/first?deck=hanafuda").text
    assert ("These plants do not count their month here:" in page) == (key == "tokotoko")
    if key == "tokotoko":
        text = re.sub("<[^>]+>", "", page.split("do not count their month here:")[1].split("</p>")[0])
        assert " ".join(text.split()) == "willow 2, paulownia 6, peony 11, plum 12."


def test_drills_go_by_the_house_rules_of_tonight_or_others(host, guest):
    def misdeals(options):
        asked = guest.client.get(f"/api/drill/etori{options}", base_url="http://192.168.1.5:8000").json
        return {one["choices"][one["right"]]["en"] for one in asked["questions"] if one["drill"] == "misdeal"}

    usual = {"no, it is played", "yes, a suit is missing", "yes, a suit is too long"}
    assert misdeals("?options={}") == usual
    assert misdeals('?options={"misdeal_void":false}') == usual - {"yes, a suit is missing"}
    assert ": the usual ones</summary>" in guest.get("/learn/etori/drill").text
    picked = guest.get("/learn/etori/drill?o.misdeal_void=false").text
    assert ": picked here</summary>" in picked
    assert "Misdeal without a suit: <b>no</b>" in picked
    # Their questions are kept apart from those of other rules.
    assert "misdeal_void" in re.search('data-rules="([^"]*)"', picked)[1]
    assert 'data-rules=""' in guest.get("/learn/etori/drill").text
    host.open(game="etori", players=["Aki", "Emi"], options={"misdeal_void": False})
    tonight = guest.get("/learn/etori/drill").text
    assert ": those of tonight's table</summary>" in tonight
    assert "Misdeal without a suit: <b>no</b>" in tonight
    assert misdeals("") == usual - {"yes, a suit is missing"}


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/learn/whist", "not_found"),
        ("/api/learn/whist", "not_found"),
        ("/api/learn/otoroku?cards=xx", "unknown_card"),
        ("/api/learn/otoroku?cards=h01-1&role=king", "bad_option"),
        ("/api/learn/otoroku?cards=h01-1&options=[]", "bad_option"),
        ("/api/learn/otoroku?cards=h01-1&options={", "bad_option"),
        ("/api/advice?game=otoroku&seat=9", "bad_count"),
        ("/api/advice?game=otoroku&seat=-1", "bad_request"),
        ("/api/advice?game=otoroku&seats=1", "bad_count"),
        ("/api/drill/otoroku?deck=daini", "wrong_deck"),
    ],
)
def test_what_cannot_be_learnt_is_refused(guest, path, code):
    answer = guest.get(path)
    assert answer.status_code in {400, 404, 422}
    assert code in answer.text


def test_the_cheat_sheet_shows_the_house_rules_that_a_round_was_settled_by(host):
    host.open()
    host.change("/api/rounds", answers=host.answers())
    settled_by = host.get("/api/tally").json["games"][0]["options"]
    assert settled_by == host.snapshot["evening"]["options"]
    other = json.dumps(settled_by | {"wager": 7})
    page = host.get("/learn/otoroku?" + urlencode({"options": other})).text
    assert "not the usual rule" in page
    assert re.search(r'<section id="rules">.*<span class="value">7 ◆</span>', page, re.DOTALL)
    assert "not the usual rule" not in host.get("/learn/otoroku").text
    past = host.get(f"/evenings/{host.snapshot['evening']['id']}").text
    (address,) = re.findall(r'href="(/learn/otoroku\?options=[^"]*)#rules"', past)
    assert host.get(html.unescape(address)).status_code == 200
    assert host.get("/learn/otoroku?options=[]").status_code == 422


def test_a_phone_is_advised_for_its_own_seat(host, guest):
    assert guest.get("/api/advice").json["advice"] == []
    host.open()
    assert guest.get("/api/advice").json["seat"] is None
    assert guest.send("/api/join", {"name": "Yuki"}).status_code == 200
    answer = guest.get("/api/advice").json
    assert (answer["seat"], answer["place"]["en"]) == (3, "left of the dealer")
    assert answer["advice"][0]["text"]["en"] == "You sit left of the dealer: you may reach 16."
    assert answer["advice"][0]["section"] == "otoroku 4.6"


def test_the_cards_on_the_table_can_be_taken_over(host, guest, scanner):
    assert guest.get("/api/seen").json == {"deck": None, "mine": [], "others": []}
    host.open()
    scanner.read_result = type(scanner.read_result)(
        1600, 900, "hanafuda", 5.0, (card_read("h01-1", 800, 100), card_read(None, 900, 100))
    )
    assert host.send("/api/look", {"version": host.snapshot["version"]}).status_code == 200
    assert guest.get("/api/seen").json["others"] == ["h01-1"]
    host.send(
        "/api/draft", {"version": host.snapshot["version"], "answers": {"hands.0": HANDS[0], "hands.1": HANDS[1]}}
    )
    assert guest.send("/api/join", {"name": "Emi"}).status_code == 200
    seen = guest.get("/api/seen").json
    assert (seen["mine"], set(seen["others"]) >= set(HANDS[0])) == (HANDS[1], True)


def test_other_house_rules_can_be_tried(guest):
    page = guest.get("/learn/kujuroku/lay?deck=daini&o.config=%22D%22&o.jizo=true").text
    assert '<option value="&#34;D&#34;" selected>' in page
    assert "djizo" in page
    assert guest.get("/learn/kujuroku/lay?o.config=D").status_code == 422
    found = guest.get('/api/learn/kujuroku?cards=d01s&options={"config":"D"}').json
    assert [line["key"] for line in found["near"]] == ["danna"]


def test_house_rules_and_deck_are_those_of_the_evening(host, guest):
    host.open(game="kujuroku", deck="hanafuda", options={"config": "D"})
    assert guest.get("/api/drill/kujuroku").json["deck"] == "hanafuda"
    found = guest.get("/api/learn/kujuroku?cards=h01-1").json
    assert [line["key"] for line in found["near"]] == ["danna"]


@pytest.mark.long
@NEEDS_BROWSER
def test_a_beginner_lays_cards_reads_practises_and_is_advised(address, browser, host):  # noqa: PLR0915  one journey
    context = browser.new_context(locale="en", viewport={"width": 360, "height": 740})
    page = context.new_page()
    faults = []

    def record_error(error):
        faults.append(error)

    page.on("pageerror", record_error)
    page.goto(f"{address}/learn/otoroku/lay")
    page.get_by_label("Your seat").select_option(label="left of the dealer")
    page.get_by_text("What may I do?").click()
    expect(page.locator(".advice li").first).to_contain_text("you may reach 16")
    page.get_by_role("button", name="Add a card: My hand").click()
    page.get_by_role("button", name="peony, butterflies").click()
    page.get_by_role("button", name="Done").click()
    near = page.locator("section", has=page.get_by_role("heading", name="One card away"))
    expect(near.locator(".odd-chance")).to_have_text(["10.3 %", "10.3 %"])
    page.get_by_role("button", name="Add a card: Seen elsewhere").click()
    page.get_by_role("button", name="chrysanthemum, sake cup").click()
    page.get_by_role("button", name="Done").click()
    expect(near.locator(".odd-chance")).to_have_text(["10.5 %", "7.9 %"])
    # The keyboard opens and closes the explanation of a word.
    word = page.locator("a.word", has_text="buta").first
    word.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("above its limit")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(word).to_be_focused()

    page.goto(f"{address}/learn/otoroku/drill")
    page.get_by_text("What to practise").first.click()
    page.get_by_role("button", name="Months").click()
    expect(page.locator(".ask")).to_have_text("Which month is this card?")
    asked = page.locator(".shown img").get_attribute("src")
    right = int(asked[6:8])
    # Who hears the card is not told its flower, which is its month, before the answer.
    picture = page.locator(".shown img")
    expect(picture).to_have_attribute("alt", "card")
    page.locator(".choice-button").filter(has_not_text=f"{right} ·").first.click()
    expect(page.locator(".verdict")).to_have_text("Not this time")
    expect(picture).not_to_have_attribute("alt", "card")
    expect(page.locator(".choice-button.right")).to_contain_text(f"{right} ·")
    expect(page.locator("#score")).to_contain_text("0 of 1 right · 1 will come back")
    page.reload()
    expect(page.locator("#score")).to_contain_text("1 will come back")
    page.get_by_text("What to practise").first.click()
    page.get_by_role("button", name="Months").click()
    expect(page.locator(".shown img")).to_have_attribute("src", asked)  # what went wrong comes first the next time
    assert page.evaluate("document.documentElement.scrollWidth") == 360

    host.open()
    page.goto(f"{address}/join")
    page.get_by_role("button", name="Yuki").click()
    page.get_by_text("What may I do?").click()
    expect(page.locator(".advice li").first).to_contain_text("you may reach 16")
    assert not faults
    context.close()


@pytest.mark.long
@NEEDS_BROWSER
def test_a_newcomer_takes_the_first_steps_and_hears_every_word_once(address, browser):
    context = browser.new_context(locale="en", viewport={"width": 360, "height": 740})
    page = context.new_page()
    # From nothing to the second step in five right answers.
    page.goto(f"{address}/learn")
    page.locator("section", has=page.get_by_role("heading", name="Otoroku")).get_by_text("First steps").click()
    page.get_by_role("link", name="Try it").first.click()
    for _ in range(5):
        expect(page.locator(".choice-button:enabled")).to_have_count(4)
        month = int(page.locator(".shown img").get_attribute("src")[6:8])
        page.locator(".choice-button").filter(has_text=re.compile(rf"\b{month} ·")).click()
        expect(page.locator(".verdict")).to_have_text("Right")
        page.get_by_role("button", name="Next").click()
    page.get_by_role("link", name="Next step").click()
    expect(page).to_have_url(re.compile("/learn/otoroku/first.*#step-2$"))
    # Who hears the page hears a word once, its reading is for the eye.
    context.add_cookies([{"name": "lang", "value": "ja", "url": address}])
    page.goto(f"{address}/learn/otoroku")
    expect(page.locator("main ruby a, main a ruby").first).to_be_visible()
    heard = page.locator("main").aria_snapshot()
    assert "親" in heard
    assert "おや" not in heard
    context.close()


def test_questions_are_made_for_some_sets_and_phones_get_different_ones(guest, monkeypatch):
    made: list[object] = []

    def generate(*given: object) -> object:
        made.append(given)
        return generate_questions(*given)

    monkeypatch.setattr(teach, "generate_questions", generate)
    teach._drawn_questions.cache_clear()
    asked = [guest.get("/api/drill/koikoi").json["questions"] for _ in range(12)]
    assert 1 <= len(made) <= teach.SETS_PER_GAME
    assert len({tuple(question["key"] for question in questions) for questions in asked}) == 12

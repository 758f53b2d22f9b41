"""Rights of phones: names, seats, the host's role, the PIN again."""

from __future__ import annotations

import pytest

from scorer.errors import Refusal
from tests.support.table import BASE, NAMES, PIN, Phone
from web.access.phones import MAX_KNOWN_PHONES, PIN_RECENT_FOR_S, SEEN_FOR_S, PhoneRegistry, Seats
from web.app import create_app
from web.config import Settings
from web.ledger.store import Store

NEWS = {"asks", "guesses", "moves"}


def post_form(sender, path, **fields):
    return sender.client.post(path, data=fields, base_url=BASE, headers={"Origin": BASE})


def refusal_code(answer):
    return answer.json["error"]["code"]


def seat_phone(app, name, **more) -> Phone:
    phone = Phone(app.test_client())
    assert phone.send("/api/join", {"name": name, **more}).status_code == 200
    return phone


def status_of(phone):
    return {name: value for name, value in phone.get("/api/me").json.items() if name not in NEWS}


def make_idle(app):
    """Let so much time go by that no phone is in use."""
    phones = app.extensions["fudayomi"].phones
    now = phones._clock() + SEEN_FOR_S + 1
    phones._clock = lambda: now


@pytest.fixture
def aki(app, host) -> Phone:
    """The phone of the player Aki."""
    host.open()
    return seat_phone(app, "Aki")


def test_a_tap_on_a_name_makes_a_player_and_a_typed_one_a_guest(app, guest, host):
    host.open()
    page = guest.get("/join").text
    assert all(f'name="name" value="{name}"' in page for name in NAMES)
    answer = post_form(guest, "/join", name="Emi")
    assert (answer.status_code, answer.location) == (302, "/")
    assert (status_of(guest)["name"], status_of(guest)["role"]) == ("Emi", "player")
    assert 'data-me="Emi"' in guest.get("/").text
    assert host.snapshot["people"]["joined"] == ["Emi"]
    visitor = seat_phone(app, "Oma Lene")
    assert (status_of(visitor)["name"], status_of(visitor)["role"]) == ("Oma Lene", "guest")
    post_form(visitor, "/join", name="")
    assert status_of(visitor)["name"] == ""
    assert "data-watching" in visitor.get("/").text


def test_who_types_the_name_of_a_seat_sits_there(app, host):
    host.open()
    assert status_of(seat_phone(app, " aki ")) == {
        "host": False,
        "role": "player",
        "name": "Aki",
        "offered": False,
        "proved": False,
    }


def test_a_name_told_before_the_evening_stands_in_the_list_of_players(app, host):
    early = seat_phone(app, "健")
    assert 'value="健"' in host.get("/start").text
    host.open(players=["健", "Emi"])
    assert status_of(early)["role"] == "player"


def test_one_name_is_on_one_phone_until_it_is_taken_over(app, aki):
    other = Phone(app.test_client())
    answer = post_form(other, "/join", name="Aki")
    assert answer.status_code == 409
    assert "on another phone" in answer.text
    assert 'name="take"' in answer.text
    assert status_of(aki)["name"] == "Aki"
    assert refusal_code(other.send("/api/join", {"name": "AKI"})) == "name_taken"
    make_idle(app)
    post_form(other, "/join", name="Aki", take="1")
    assert status_of(other)["role"] == "player"
    assert (status_of(aki)["name"], status_of(aki)["role"]) == ("", "guest")


@pytest.mark.parametrize("name", ["", "  ", "a" * 25, "a\u202eb", "a\nb"])
def test_a_name_that_cannot_be_is_refused(guest, name):
    assert refusal_code(guest.send("/api/join", {"name": name})) == "bad_name"
    assert status_of(guest)["name"] == ""


@pytest.mark.parametrize("name", [None, 5, ["Aki"], "\ud800", "a\0b"])
def test_what_is_no_text_is_no_name(guest, name):
    assert refusal_code(guest.send("/api/join", {"name": name})) == "bad_request"
    assert status_of(guest)["name"] == ""


def test_names_cannot_be_tried_without_end(guest):
    codes = [guest.send("/api/join", {"name": f"n{at}"}).status_code for at in range(30)]
    assert codes.count(200) == 20
    assert codes[-1] == 429


def test_a_player_tells_the_cards_of_his_own_hand_and_nothing_else(app, host, aki):
    def send_answers(phone, **answers):
        answers = {path.replace("_", "."): cards for path, cards in answers.items()}
        return phone.send("/api/draft", {"version": 1, "answers": answers})

    assert {ask["path"]: ask["seat"] for ask in host.snapshot["asks"]}["hands.0"] == 0
    assert send_answers(aki, hands_0=["h01-1"]).status_code == 200
    assert [one["card"] for one in host.snapshot["draft"]["hands"]["hands.0"]] == ["h01-1"]
    assert refusal_code(send_answers(aki, hands_1=["h02-1"])) == "host_only"
    assert refusal_code(send_answers(aki, hands_0=[], hands_1=["h02-1"])) == "host_only"
    assert refusal_code(aki.send("/api/draft", {"version": 1, "answers": [["hands.0"]]})) == "bad_request"
    assert refusal_code(send_answers(seat_phone(app, "Visitor"), hands_0=[])) == "host_only"
    for path in ("/api/rounds", "/api/undo", "/api/close", "/api/draft/clear", "/api/draft/give", "/api/picture"):
        assert refusal_code(aki.change(path, answers={})) == "host_only"


def test_a_player_photographs_his_own_hand_and_nothing_else(app, host, aki):
    assert aki.send("/api/picture?to=hands.0", {}).status_code == 200
    assert host.snapshot["draft"]["hands"].keys() == {"hands.0"}
    assert refusal_code(aki.send("/api/picture?to=hands.1", {})) == "host_only"
    assert refusal_code(seat_phone(app, "Visitor").send("/api/picture?to=hands.0", {})) == "host_only"


def test_the_role_of_host_is_offered_taken_and_taken_back(app, host, aki):
    host.sign_in()
    number = host.snapshot["people"]["number"]
    row = next(one for one in host.get("/api/phones").json["phones"] if one["name"] == "Aki")
    assert (row["host"], row["offered"], row["me"]) == (False, False, False)
    assert refusal_code(host.send("/api/host/offer", {"phone": row["phone"]})) == "pin_again"
    assert refusal_code(aki.send("/api/host/answer", {"take": True})) == "no_phone"
    assert host.send("/api/host/offer", {"phone": row["phone"], "pin": PIN}).status_code == 200
    assert status_of(aki)["offered"]
    assert host.snapshot["people"]["number"] != number
    assert "Will you be host?" in aki.get("/more").text
    assert aki.send("/api/host/answer", {"take": True}).json == {"host": True}
    # There are two hosts now. The second one does not know the PIN.
    assert status_of(host)["host"]
    assert status_of(aki)["host"]
    assert aki.change("/api/draft/clear").status_code == 200
    assert refusal_code(aki.send("/api/close", {"version": 1, "key": "x" * 12})) == "pin_again"
    assert host.send(f"/api/phones/{row['phone']}/host", method="DELETE").status_code == 200
    assert status_of(aki) == {"host": False, "role": "player", "name": "Aki", "offered": False, "proved": False}
    assert aki.change("/api/draft/clear").status_code == 403


def test_an_offer_is_declined_or_withdrawn_or_ends_with_the_pin(app, host, aki):
    phones, pin = app.extensions["fudayomi"].phones, app.extensions["fudayomi"].pin
    aki_id = phones.find_by_name("Aki").id
    phones.offer_host(aki_id, pin.number)
    assert aki.send("/api/host/answer", {"take": False}).json == {"host": False}
    assert not status_of(aki)["offered"]
    phones.offer_host(aki_id, pin.number)
    host.send(f"/api/phones/{aki_id}/host", method="DELETE")
    assert refusal_code(aki.send("/api/host/answer", {"take": True})) == "no_phone"
    phones.offer_host(aki_id, pin.number)
    pin.renew()
    assert refusal_code(aki.send("/api/host/answer", {"take": True})) == "no_phone"
    host.grant_host()
    assert refusal_code(host.send("/api/host/offer", {"phone": "nobody", "pin": "000000"})) in {
        "host_only",
        "wrong_pin",
    }


def test_an_offer_does_not_follow_the_name_to_another_phone(app, host, aki):
    phones = app.extensions["fudayomi"].phones
    phones.offer_host(phones.find_by_name("Aki").id, 1)
    make_idle(app)
    thief = seat_phone(app, "Aki", take=True)
    assert not status_of(thief)["offered"]
    assert not status_of(aki)["offered"]


def test_a_phone_sent_away_is_a_guest_without_a_name(app, host, aki):
    other = next(one for one in host.get("/api/phones").json["phones"] if one["name"] == "Aki")
    assert post_form(host, f"/settings/phones/{other['phone']}", what="revoke").status_code == 302
    assert (status_of(aki)["name"], status_of(aki)["role"]) == ("", "guest")
    assert host.snapshot["people"]["joined"] == []


def test_what_ends_an_evening_asks_for_the_pin_once_more(app, host):
    now = [1000.0]
    phones = app.extensions["fudayomi"].phones
    phones._clock = lambda: now[0]
    host.open()
    # Before the first round no PIN is needed.
    first = {"game": "otoroku", "players": NAMES, "version": 1, "key": "another-one"}
    assert host.send("/api/evening", first).status_code == 200
    assert host.change("/api/rounds", answers=host.answers()).status_code == 200
    again = {"game": "otoroku", "players": NAMES, "version": 2, "key": "again-again"}
    assert refusal_code(host.send("/api/evening", again)) == "pin_again"
    assert refusal_code(host.send("/api/close", {"version": 2, "key": "close-close"})) == "pin_again"
    assert refusal_code(host.send("/api/close", {"version": 2, "key": "close-close", "pin": "000000"})) == "wrong_pin"
    assert 'name="pin"' in host.get("/start").text
    # For some minutes the PIN is not asked again.
    phones.record_pin(phones.all()[0].id)
    assert 'name="pin"' not in host.get("/start").text
    now[0] += PIN_RECENT_FOR_S + 1
    assert refusal_code(host.send("/api/close", {"version": 2, "key": "close-close"})) == "pin_again"
    now[0] -= PIN_RECENT_FOR_S
    assert host.send("/api/close", {"version": 2, "key": "close-close"}).status_code == 200


def test_the_pin_is_changed_with_the_old_one_and_signs_other_hosts_out(app, host, aki):
    host.sign_in()
    phones, pin = app.extensions["fudayomi"].phones, app.extensions["fudayomi"].pin
    phones.grant_host(phones.find_by_name("Aki").id, 1)
    # The old PIN is always asked first.
    assert refusal_code(host.send("/api/pin", {"new": "481516"})) == "pin_again"
    assert refusal_code(host.send("/api/pin", {"new": "111111", "pin": PIN})) == "bad_pin"
    assert "differ" in post_form(host, "/settings/pin", pin=PIN, new="481516", again="481517").text
    assert post_form(host, "/settings/pin", pin=PIN, new="481516", again="481516").location.endswith("done=pin")
    assert pin.number == 2
    assert status_of(host)["host"]
    assert not status_of(aki)["host"]
    assert refusal_code(aki.send("/api/pin", {"new": "481516", "pin": "481516"})) == "host_only"
    assert host.send("/api/host", {"pin": "481516"}).status_code == 200


def test_roles_and_names_outlive_the_companion(app, host, aki, store, scanner):
    again = create_app(store, scanner, Settings("synthetic", 8000, frozenset({"fudayomi.local"})))
    for phone, name, role in ((host, "", "host"), (aki, "Aki", "player")):
        later = Phone(again.test_client())
        later.client.set_cookie(
            "fudayomi", phone.client.get_cookie("fudayomi", "192.168.1.5").value, domain="192.168.1.5"
        )
        assert (status_of(later)["name"], status_of(later)["role"]) == (name, role)


def test_the_phone_known_longest_is_forgotten_when_there_are_too_many(store: Store):
    forgotten: list[int] = []
    phones = PhoneRegistry(store, lambda: forgotten.append(1))
    phones.grant_host("host", 1)
    for at in range(MAX_KNOWN_PHONES + 5):
        phones.claim_name(f"phone{at}", f"name{at}")
    assert len(phones.all()) == MAX_KNOWN_PHONES
    assert phones.get("host").host == 1
    assert phones.get("phone0").is_blank
    assert phones.get(f"phone{MAX_KNOWN_PHONES + 4}").name
    assert len(forgotten) == MAX_KNOWN_PHONES + 6


class TestSeats:
    """Who sits keeps his phone, whoever else comes."""

    @pytest.fixture
    def clock(self):
        return [1000.0]

    @pytest.fixture
    def watching(self):
        return set()

    @pytest.fixture
    def phones(self, store: Store, clock, watching) -> PhoneRegistry:
        registry = PhoneRegistry(
            store,
            lambda: None,
            lambda: clock[0],
            seats=lambda: Seats(7, frozenset({"aki", "ken"})),
            is_watching=lambda address: address in watching,
        )
        for number, name in enumerate(("Aki", "Ken")):
            registry.touch(name.lower(), f"10.0.0.{number}")
            registry.claim_name(name.lower(), name)
        return registry

    def test_a_flood_of_names_forgets_nobody_who_sits(self, phones, clock):
        clock[0] += 3600
        for number in range(MAX_KNOWN_PHONES + 40):
            phones.claim_name(f"phone{number}", f"z{number}")
        assert len(phones.all()) == MAX_KNOWN_PHONES
        assert [phones.get(name).name for name in ("aki", "ken")] == ["Aki", "Ken"]

    def test_who_watches_is_forgotten_last_and_a_full_table_refuses_guests(self, phones, watching):
        watching.add("10.0.1.1")
        for number in range(MAX_KNOWN_PHONES - 3):
            phones.touch(f"phone{number}", "10.0.1.1")
            phones.claim_name(f"phone{number}", f"z{number}")
        phones.claim_name("idle", "idle")
        phones.claim_name("new", "new")
        assert phones.get("idle").is_blank
        phones.touch("new", "10.0.1.1")
        with pytest.raises(Refusal, match="too_many_phones"):
            phones.claim_name("one more", "one more")
        phones.release_name("ken")
        phones.claim_name("next guest", "next guest")
        phones.touch("next guest", "10.0.1.1")
        phones.claim_name("ken again", "Ken")
        assert phones.get("ken again").name == "Ken", "who sits has a place always"
        assert phones.get("phone0").is_blank

    def test_a_seat_in_use_is_asked_for_and_given_or_not(self, phones):
        with pytest.raises(Refusal, match="name_asked"):
            phones.claim_name("thief", "Ken", take_over=True, address="10.0.0.66")
        assert phones.get("ken").name == "Ken"
        assert [(ask.phone, ask.name, ask.address) for ask in phones.requests()] == [("thief", "Ken", "10.0.0.66")]
        phones.answer_request("thief", give=False)
        assert phones.requests() == ()
        for phone in ("thief", "with another cookie"):
            with pytest.raises(Refusal, match="declined"):
                phones.claim_name(phone, "Ken", take_over=True, address="10.0.0.66")
        with pytest.raises(Refusal, match="name_asked"):
            phones.claim_name("ken's new phone", "Ken", take_over=True, address="10.0.0.7")
        phones.answer_request("ken's new phone", give=True)
        assert (phones.get("ken").name, phones.get("ken's new phone").name) == ("", "Ken")
        assert [name for _, name in phones.moves] == ["Ken"]
        with pytest.raises(Refusal, match="no_phone"):
            phones.answer_request("thief", give=True)

    def test_a_phone_nobody_uses_and_a_new_cookie_at_its_address_are_not_asked_about(self, phones, clock, watching):
        phones.claim_name("the same phone", "Ken", take_over=True, address="10.0.0.1")
        assert phones.get("the same phone").name == "Ken"
        phones.touch("the same phone", "10.0.0.1")
        watching.add("10.0.0.1")
        clock[0] += SEEN_FOR_S + 1
        with pytest.raises(Refusal, match="name_asked"):
            phones.claim_name("other", "Ken", take_over=True, address="10.0.0.9")
        watching.clear()
        phones.claim_name("other", "Ken", take_over=True, address="10.0.0.9")
        assert phones.get("other").name == "Ken"

    def test_cookies_without_a_name_do_not_make_who_sits_look_idle(self, phones):
        for number in range(5000):
            phones.touch(f"cookie{number}", "10.0.0.66")
        assert phones.is_in_use("ken")

    def test_sent_away_is_away_for_the_evening_with_any_cookie_until_asked_back(self, phones, store):
        phones.touch("thief", "10.0.0.66")
        phones.claim_name("thief", "Visitor")
        phones.send_away("thief")
        assert phones.get("thief").name == ""
        for phone, address in (("thief", "10.0.0.66"), ("thief", "10.0.0.67"), ("new cookie", "10.0.0.66")):
            with pytest.raises(Refusal, match="sent_away"):
                phones.claim_name(phone, "Visitor", address=address)
        again = PhoneRegistry(store, lambda: None, seats=lambda: Seats(7))
        assert again.is_away("thief")
        assert not PhoneRegistry(store, lambda: None, seats=lambda: Seats(8)).is_away("thief"), "the next evening"
        phones.ask_back("thief")
        phones.claim_name("thief", "Visitor", address="10.0.0.66")
        phones.send_away("thief")
        phones.grant_host("thief", 1)
        assert not phones.is_away("thief"), "who knows the PIN is no stranger"


def test_both_phones_and_the_host_are_asked_and_told(app, host, aki):
    other = Phone(app.test_client())
    number = host.snapshot["people"]["number"]
    asked = other.send("/api/join", {"name": "Aki", "take": True})
    assert (asked.status_code, refusal_code(asked)) == (409, "name_asked")
    assert "Aki" in post_form(other, "/join", name="Aki", take="1").text
    assert host.snapshot["people"]["number"] != number
    asks = host.get("/api/me").json["asks"]
    assert aki.get("/api/me").json["asks"] == asks
    assert [ask["name"] for ask in asks] == ["Aki"]
    assert other.get("/api/me").json["asks"] == []
    assert "Another phone asks to be Aki" in aki.get("/more").text
    assert refusal_code(other.send("/api/join/answer", {"phone": asks[0]["phone"], "give": True})) == "host_only"
    assert post_form(host, "/more/name", phone=asks[0]["phone"], give="1").status_code == 302
    assert (status_of(other)["name"], status_of(aki)["name"]) == ("Aki", "")
    assert [move["name"] for move in host.get("/api/me").json["moves"]] == ["Aki"]
    assert aki.get("/api/me").json["moves"] == []


def test_the_host_sees_guesses_and_ends_the_wait(app, host):
    backoff = app.extensions["fudayomi"].pin.backoff
    now = [1000.0]
    backoff._clock = lambda: now[0]
    stranger = Phone(app.test_client())
    seen = []
    for _ in range(5):
        now[0] += 12
        assert refusal_code(stranger.send("/api/host", {"pin": "000000"})) == "wrong_pin"
        seen.append((host.get("/api/me").json["guesses"], host.snapshot["people"]["number"]))
    assert [guesses for guesses, _ in seen] == [1, 2, 3, 4, 5]
    assert seen[0][1] == seen[1][1] != seen[2][1] == seen[3][1], "pages are told of the third"
    assert stranger.get("/api/me").json["guesses"] == 0
    page = host.get("/settings").text
    assert "Wrong PINs in the last hour: 5" in page
    assert "127.0.0.1" in page
    assert "Somebody guesses the PIN" in host.get("/more").text
    refused = stranger.send("/api/host", {"pin": PIN})
    assert refusal_code(refused) == "too_many_tries"
    assert "can end the wait or hand the role to this phone" in refused.json["error"]["message"]["en"]
    assert stranger.send("/api/pin/tries", method="DELETE").status_code == 403
    assert host.send("/api/pin/tries", method="DELETE").json == {"ended": True}
    assert stranger.send("/api/host", {"pin": PIN}).status_code == 200


def test_a_phone_is_asked_back_on_the_page(app, host, aki):
    row = next(one for one in host.get("/api/phones").json["phones"] if one["name"] == "Aki")
    assert host.send(f"/api/phones/{row['phone']}", method="DELETE").status_code == 200
    assert refusal_code(aki.send("/api/join", {"name": "Aki"})) == "sent_away"
    assert [one["away"] for one in host.get("/api/phones").json["phones"] if one["phone"] == row["phone"]] == [True]
    assert 'value="back"' in host.get("/settings").text
    assert post_form(host, f"/settings/phones/{row['phone']}", what="back").status_code == 302
    assert aki.send("/api/join", {"name": "Aki"}).status_code == 200


def test_guests_have_a_rate_for_the_table_and_players_do_not_wait_for_it(app, host):
    host.open()
    for number in range(70):
        guest = Phone(app.test_client())
        answer = guest.client.post(
            "/api/join",
            json={"name": f"z{number}"},
            base_url=BASE,
            headers={"Origin": BASE},
            environ_overrides={"REMOTE_ADDR": f"10.1.0.{number}"},
        )
        assert answer.status_code == (200 if number < 60 else 429)
    assert seat_phone(app, "Ken").get("/api/me").json["role"] == "player"


@pytest.mark.parametrize(
    ("field", "value", "shown"),
    [
        ("theme", "dark", 'data-theme="dark"'),
        ("size", "huge", 'data-size="huge"'),
        ("furigana", "off", 'data-furigana="off"'),
    ],
)
def test_a_phone_keeps_its_own_taste(guest, host, field, value, shown):
    assert shown not in guest.get("/settings").text
    assert post_form(guest, "/settings/look", **{field: value}).status_code == 302
    assert shown in guest.get("/settings").text
    assert shown not in host.get("/settings").text
    post_form(guest, "/settings/look", **{field: "nonsense"})
    assert shown in guest.get("/settings").text


def test_the_settings_speak_the_language_chosen(guest):
    post_form(guest, "/settings/look", lang="ja")
    assert "設定" in guest.get("/settings").text
    assert "Only this phone" not in guest.get("/settings").text


def test_only_a_host_sees_the_phones(guest, host):
    host.open()
    assert "/settings/phones/" not in guest.get("/settings").text
    assert "/settings/pin" not in guest.get("/settings").text
    assert guest.get("/api/phones").status_code == 403
    seat_phone(host.client.application, "<b>Emi</b>")
    page = host.get("/settings").text
    assert "&lt;b&gt;Emi" in page
    assert "<b>Emi" not in page

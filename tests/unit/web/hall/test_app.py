from contextlib import closing

from sqlalchemy.exc import OperationalError

from tests.support.hall import BASE


def test_every_page_answers_in_both_languages(hall, tmp_path) -> None:
    with closing(hall.table(tmp_path / "pine", "Pine")) as table:
        table.play(2).send_all()
    hall.context.members.add("Aki")
    hall.context.members.seat(1, "Aki", 1)
    client = hall.referee()
    for path in ("/", "/tv", "/tables/1", "/members", "/members/1", "/more", "/ratings", "/join/ABCD"):
        for lang in ("en", "ja"):
            client.set_cookie("lang", lang, domain="192.168.1.9")
            answer = client.get(path, base_url=BASE)
            assert answer.status_code == 200
            assert f'lang="{lang}"' in answer.text
    assert hall.get("/tables/9").status_code == hall.get("/members/9").status_code == 404


PLAN = {"name": "Spring", "game": "otoroku", "size": 2, "rounds": 3, "minutes": 40, "scoring": "places"}


def test_a_referee_runs_an_event_by_its_forms(hall) -> None:
    client, base = hall.referee(), "/events/1/referee"
    assert hall.post(client, "/events", **PLAN | {"name": ""}).status_code == 422
    assert hall.post(client, "/events", **PLAN | {"option.wager": "[", "number.wager": "x"}).status_code == 422
    assert hall.post(client, "/events", **PLAN, **{"option.length": '"last_standing"'}).status_code == 302
    version = lambda: hall.context.events.load(1).version  # noqa: E731
    assert hall.context.events.load(1).plan.options["length"] == "last_standing"
    assert hall.post(client, f"{base}/enter", names="Aki\n\nEmi\nKen").status_code == 302
    table = "1\tRin\tClub A\n2\tSho\tClub B"
    asked = hall.post(client, f"{base}/enter", names=table)
    assert asked.status_code == 422
    assert "Which of them are the names?" in asked.text
    assert 'name="column" value="2"' in asked.text
    assert hall.post(client, f"{base}/enter", names=table, column="1").status_code == 302
    assert {"Rin", "Sho"} < {player.name for player in hall.context.events.load(1).players.values()}
    some_twice = hall.post(client, f"{base}/enter", names="Aki\nemi\n" + "x" * 30)
    assert some_twice.status_code == 409
    assert all(f"{name} is in the event already" in some_twice.text for name in ("Aki", "emi"))
    assert f"Aki\nemi\n{'x' * 30}</textarea>" in some_twice.text, "what was refused is still to be entered"
    assert hall.post(client, f"{base}/draw", version=2).status_code == 409
    assert hall.post(client, f"{base}/draw", version=version()).status_code == 302
    for action in ("start", "stop"):
        assert hall.post(client, f"{base}/clock", version=version(), action=action).status_code == 302
    assert hall.post(client, f"{base}/clock", version=version(), action="set", minutes=7).status_code == 302
    assert hall.get("/api/events/1").json["clock"] == {"left_s": 420, "runs": False}
    result = {"round": 1, "board": 1, "net.0": "−5", "net.1": "3", "pot": "2"}
    assert hall.post(client, f"{base}/correct", version=version(), **result).status_code == 302
    for wrong in ({"pot": "1"}, {"pot": "many"}, {"pot": "9" * 12}):
        assert hall.post(client, f"{base}/correct", version=version(), **result | wrong).status_code == 422
    assert hall.post(client, f"{base}/correct", version=version(), **result | {"board": 9}).status_code == 404
    assert hall.post(client, f"{base}/exchange", version=version(), round=1, one=1, other=3).status_code == 302
    assert hall.post(client, f"{base}/exchange", version=version(), round=1, one=1, other=1).status_code == 422
    assert hall.post(client, f"{base}/withdraw", version=version(), player=2).status_code == 302
    assert hall.post(client, f"{base}/rename", version=version(), player=1, name="Akira").status_code == 302
    assert "Akira" in hall.get("/events/1/sheet").text
    assert hall.post(client, f"{base}/close", version=version()).status_code == 302
    assert hall.post(client, f"{base}/draw", version=version()).status_code == 422
    assert hall.post(client, f"{base}/take-back", version=version(), entry=version()).status_code == 302
    for path in (base, f"{base}?round=1", "/events", "/events/new?game=etori", "/events/1/sheet", "/events/1/tv"):
        assert client.get(path, base_url=BASE).status_code == 200
    assert client.get("/events/9", base_url=BASE).status_code == 404


def test_results_are_files_and_a_name_is_no_formula(hall) -> None:
    client = hall.referee()
    hall.post(client, "/events", **PLAN)
    hall.post(client, "/events/1/referee/enter", names="=1+1\nEmi\nKen")
    hall.post(client, "/events/1/referee/draw", version=3)
    sheet = hall.get("/api/events/1/results.csv")
    assert sheet.mimetype == "text/csv"
    assert "'=1+1" in sheet.text
    assert ",=1+1" not in sheet.text
    assert hall.get("/api/events/1/results.json").json == hall.get("/api/events/1").json
    assert hall.get("/api/events").json["events"][0]["name"] == "Spring"


def test_markup_in_names_stays_text(hall) -> None:
    client, name = hall.referee(), "<b onclick='x'>\""
    hall.post(client, "/events", **PLAN | {"name": name})
    hall.post(client, "/events/1/referee/enter", names=f"{name}\nEmi\nKen")
    hall.post(client, "/events/1/referee/draw", version=3)
    assert name in {row["name"] for row in hall.get("/api/events/1").json["standings"]}
    for path in ("/events", "/events/1", "/events/1/referee", "/events/1/sheet", "/events/1/tv"):
        text = client.get(path, base_url=BASE).text
        assert "<b onclick" not in text, path
        assert "onclick='x'" not in text, path


def test_a_guest_runs_no_event(hall) -> None:
    hall.post(hall.referee(), "/events", **PLAN)
    guest = hall.app.test_client()
    for path in ("enter", "rename", "withdraw", "draw", "exchange", "correct", "clock", "take-back", "close"):
        answer = hall.post(guest, f"/events/1/referee/{path}", names="Aki", version=0)
        assert (answer.status_code, answer.json["error"]["code"]) == (403, "host_only")
    assert hall.post(guest, "/events", **PLAN).status_code == 403
    for path in ("/events/new", "/events/1/referee"):
        assert hall.get(path).status_code == 403
    assert hall.context.events.load(1).version == 0


def test_a_guest_who_opens_a_page_of_the_referee_types_the_pin_there(hall) -> None:
    hall.context.pin.renew("246810")
    client = hall.app.test_client()
    html = {"Accept": "text/html"}
    refused = client.get("/events/new?game=otoroku", base_url=BASE, headers=html)
    assert refused.status_code == 403
    assert 'name="next" value="/events/new?game=otoroku"' in refused.text
    assert "host" not in refused.text.replace("host_only", ""), "a hall has referees"
    for wanted, shown in (("/events/new?game=otoroku",) * 2, ("//evil.example/", "/"), ("", "/more")):
        answer = hall.post(client, "/more/pin", pin="246810", next=wanted)
        assert (answer.status_code, answer.headers["Location"]) == (302, shown)
    missing = client.get("/tables/9", base_url=BASE, headers=html)
    assert "the table has left this hall" in missing.text
    wrong = hall.post(hall.app.test_client(), "/more/pin", pin="1", next="/events/new?game=otoroku")
    assert 'value="/events/new?game=otoroku"' in wrong.text, "it is not lost"


def test_results_of_an_earlier_round_are_typed_one_after_the_other(hall) -> None:
    """The page stays at the round, what a referee typed stays in a refused form, and the pot is shown again."""
    client, base = hall.referee(), "/events/1/referee"
    hall.post(client, "/events", **PLAN)
    hall.post(client, f"{base}/enter", names="Aki\nEmi\nKen\nYuki")
    version = lambda: hall.context.events.load(1).version  # noqa: E731
    hall.post(client, f"{base}/draw", version=version())
    hall.post(client, f"{base}/clock", version=version(), action="start")
    hall.post(client, f"{base}/draw", version=version())
    result = {"round": 1, "board": 2, "net.0": "17", "net.1": "-19", "pot": ""}
    refused = hall.post(client, f"{base}/correct", version=version(), **result)
    assert refused.status_code == 422
    assert "Results of round 1" in refused.text
    assert refused.text.count('value="17"') == refused.text.count('value="-19"') == 1
    kept = hall.post(client, f"{base}/correct", version=version(), **result | {"pot": "2"})
    assert kept.headers["Location"] == f"{base}?round=1#results"
    sheet = hall.get("/events/1/sheet").text
    assert "+17" in sheet
    assert "−19" in sheet, "a minus sign, as on the live page"
    shown = client.get(f"{base}?round=1", base_url=BASE).text
    assert 'name="pot" inputmode="text" autocomplete="off" maxlength="12" value="2"' in shown


def test_a_guest_sees_neither_the_code_nor_forms(hall) -> None:
    assert hall.context.tables.code not in hall.get("/more").text
    assert hall.context.tables.code in hall.referee().get("/more", base_url=BASE).text
    for path in ("/members", "/members/1/forget", "/more/code", "/more/season", "/tables/1/remove", "/tables/1/seats"):
        answer = hall.post(hall.app.test_client(), path)
        assert (answer.status_code, answer.json["error"]["code"]) == (403, "host_only")


def test_a_referee_runs_the_hall_by_its_forms(hall, tmp_path) -> None:
    pin = hall.context.pin.renew("246810")
    client = hall.app.test_client()
    assert hall.post(client, "/more/pin", pin=pin).status_code == 302
    for name in ("Aki", "Emi"):
        assert hall.post(client, "/members", name=name).status_code == 302
    assert hall.post(client, "/members", name="").status_code == 422
    with closing(hall.table(tmp_path / "pine", "Pine")) as table:
        table.play(2).send_all()
        assert hall.post(client, "/tables/1/seats", evening=1, name="Ken", member=2).status_code == 302
        assert hall.post(client, "/tables/1/seats", evening=1, name="\0", member=2).status_code == 422
        assert hall.post(client, "/members/1/rename", name="Akira", code="AK").status_code == 302
        assert hall.post(client, "/members/1/rename", name="Akira", code="M2").status_code == 422
        member = client.get("/members/1", base_url=BASE).text
        assert member.index(">Stones</th>") < member.index(">Rounds</th>"), "what a phone shows without scrolling"
        assert ">Season</th>" not in member, "there is none yet"
        assert '<select name="into" required><option value="">' in member, "nobody is merged by a slip of the finger"
        assert hall.post(client, "/members/1/merge", into="").status_code != 302
        assert hall.post(client, "/members/1/merge", into=2).status_code == 302
        assert hall.context.members.sums(2)[0]["rounds"] == 6
        assert hall.post(client, "/members/2/forget", pin="000000").status_code == 403
        assert hall.post(client, "/more/season", name="Spring").status_code == 302
        assert hall.post(client, "/more/season", name="").status_code == 422
        code = hall.context.tables.code
        assert hall.post(client, "/more/code").status_code == 302
        assert hall.context.tables.code != code
        assert hall.post(client, "/tables/1/remove").status_code == 302
        table.play().send_all()
        assert table.outbox.status.refusal.code == "not_joined"
    assert hall.post(client, "/more/leave").status_code == 302
    assert hall.post(client, "/more/code").status_code == 403


def test_a_database_that_is_away_is_said_in_plain_words(hall, monkeypatch) -> None:
    def away(_self, *_given):
        raise OperationalError("SELECT secret", {}, Exception("at 10.0.0.3"))

    monkeypatch.setattr(type(hall.context.members), "page", away)
    answer = hall.get("/members")
    assert (answer.status_code, answer.json["error"]["code"]) == (503, "no_database")
    assert answer.headers["Retry-After"] == "2"
    assert "secret" not in answer.text


def test_health_and_address(hall) -> None:
    assert hall.get("/health").json["status"] == "ok"
    assert hall.context.settings.url.endswith(":8100/")
    assert hall.get("/join.svg").mimetype == "image/svg+xml"
    assert hall.get("/api/live").status_code == 405, "only the hall's own server hands sockets over"

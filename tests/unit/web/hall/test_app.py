from contextlib import closing

from sqlalchemy.exc import OperationalError

from tests.support.hall import BASE


def test_every_page_answers_in_both_languages(hall, tmp_path) -> None:
    with closing(hall.table(tmp_path / "pine", "Pine")) as table:
        table.play(2).send_all()
    hall.context.members.add("Aki")
    hall.context.members.seat(1, "Aki", 1)
    client = hall.referee()
    for path in ("/", "/tv", "/tables/1", "/members", "/members/1", "/more", "/join/ABCD"):
        for lang in ("en", "ja"):
            client.set_cookie("lang", lang, domain="192.168.1.9")
            answer = client.get(path, base_url=BASE)
            assert answer.status_code == 200
            assert f'lang="{lang}"' in answer.text
    assert hall.get("/tables/9").status_code == hall.get("/members/9").status_code == 404


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
    def away(_self):
        raise OperationalError("SELECT secret", {}, Exception("at 10.0.0.3"))

    monkeypatch.setattr(type(hall.context.members), "all", away)
    answer = hall.get("/members")
    assert (answer.status_code, answer.json["error"]["code"]) == (503, "no_database")
    assert answer.headers["Retry-After"] == "2"
    assert "secret" not in answer.text


def test_health_and_address(hall) -> None:
    assert hall.get("/health").json["status"] == "ok"
    assert hall.context.settings.url.endswith(":8100/")
    assert hall.get("/join.svg").mimetype == "image/svg+xml"
    assert hall.get("/api/live").status_code == 405, "only the hall's own server hands sockets over"

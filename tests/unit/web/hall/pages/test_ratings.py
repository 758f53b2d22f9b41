from contextlib import closing

import pytest

from tests.support.hall import BASE, NAMES


@pytest.fixture
def table_after_evening(hall, tmp_path):
    """The table of a finished evening of three members and a guest, in a hall."""
    for name in NAMES[:3]:
        hall.context.members.add(name)
    with closing(hall.table(tmp_path / "pine")) as table:
        table.play(3)
        table.service.close(table.change())
        table.send_all()
        yield table


def test_off_nobody_sees_a_rating(hall, table_after_evening) -> None:
    hall.context.ratings.compute()
    page, member = hall.get("/ratings").text, hall.get("/members/1").text
    assert "This hall shows no ratings." in page
    assert "How ratings are computed" in page
    assert "<table" not in page
    assert "Ratings" not in member
    assert "/ratings/switch" not in page


def test_a_referee_turns_them_on_and_off(hall, table_after_evening) -> None:
    client = hall.referee()
    assert hall.post(client, "/ratings/switch", on="1").status_code == 302
    page, member = hall.get("/ratings").text, hall.get("/members/1").text
    points = hall.context.ratings.of_member(1)[0].points
    assert f"<td>{points}</td>" in page
    assert f"<td>{points}</td>" in member
    assert "Yuki" not in page  # a guest
    assert "<table" in page
    assert "Last computed" in page
    assert "/ratings/compute" not in page
    assert "/ratings/compute" in client.get("/ratings", base_url=BASE).text
    hall.post(client, "/ratings/switch", on="0")
    assert "<table" not in hall.get("/ratings").text


def test_a_season_is_chosen(hall, table_after_evening) -> None:
    hall.context.setting_store.set_setting("seasons", ["<b>Spring"])
    hall.post(hall.referee(), "/ratings/switch", on="1")
    page = hall.get("/ratings").text
    assert "&lt;b&gt;Spring" in page
    assert "<b>Spring" not in page
    assert "<table" in hall.get("/ratings?season=0").text  # before the first one
    assert "Nobody has a rating here" in hall.get("/ratings?season=1").text
    for odd in ("7", "-9", "x", str(10**30)):
        assert "<table" in hall.get(f"/ratings?season={odd}").text


def test_computing_anew_takes_what_was_played_since(hall, table_after_evening) -> None:
    client = hall.referee()
    hall.post(client, "/ratings/switch", on="1")
    table_after_evening.open()
    table_after_evening.play(2)
    table_after_evening.service.close(table_after_evening.change())
    table_after_evening.send_all()
    assert hall.context.ratings.of_member(1)[0].games == 1
    assert hall.post(client, "/ratings/compute").status_code == 302
    assert hall.context.ratings.of_member(1)[0].games == 2


def test_only_a_referee_may(hall) -> None:
    for path in ("/ratings/switch", "/ratings/compute"):
        answer = hall.post(hall.app.test_client(), path, on="1")
        assert (answer.status_code, answer.json["error"]["code"]) == (403, "host_only")
    assert not hall.context.ratings.is_on


def test_without_the_library_they_stay_off(hall, monkeypatch) -> None:
    monkeypatch.setattr("web.hall.ratings.rating_fold.find_spec", lambda _name: None)
    client = hall.referee()
    for path in ("/ratings/switch", "/ratings/compute"):
        answer = hall.post(client, path, on="1")
        assert answer.status_code == 422
        assert "pip install" in answer.text
    assert not hall.context.ratings.is_on


def test_it_reads_in_japanese(hall, table_after_evening) -> None:
    client = hall.referee()
    hall.post(client, "/ratings/switch", on="1")
    client.set_cookie("lang", "ja", domain="192.168.1.9")
    page = client.get("/ratings", base_url=BASE).text
    assert "レーティングの計算方法" in page
    assert "How ratings" not in page

from tests.support.table import PIN
from web.outbox.hall_client import HALL_REFUSALS, HallClient


def post_form(phone, path: str, **form: str):
    return phone.client.post(
        path, data=form, base_url="http://192.168.1.5:8000", headers={"Origin": "http://192.168.1.5:8000"}
    )


def test_a_host_joins_and_leaves_a_hall(host, guest, monkeypatch) -> None:
    sent = []

    def send(_client, method: str, path: str, body: bytes, key: str = "") -> dict:
        sent.append((method, path, key))
        return {"table": 4, "key": "4.abc", "next": 1}

    monkeypatch.setattr(HallClient, "send", send)
    form = {"address": "http://192.168.1.9:8100", "code": "ABCD", "name": "Pine", "pin": PIN}
    assert post_form(guest, "/hall/join", **form).status_code == 403
    assert post_form(host, "/hall/join", **{**form, "pin": ""}).status_code == 422
    assert post_form(host, "/hall/join", **{**form, "address": "nowhere"}).status_code == 422
    assert sent == []
    assert post_form(host, "/hall/join", **form).status_code == 302
    assert "http://192.168.1.9:8100/tables/4" in guest.get("/hall").text
    assert "http://192.168.1.9:8100/tables/4" in guest.get("/more").text
    assert 'href="/host?next=/hall"' in guest.get("/hall").text
    assert "/host?next" not in host.get("/hall").text
    assert post_form(host, "/hall/leave").status_code == 302
    assert [method for method, _, _ in sent] == ["POST", "DELETE"]
    assert "http://192.168.1.9:8100" not in guest.get("/hall").text
    assert "no hall" in guest.get("/hall").text
    assert "http://192.168.1.9:8100" not in guest.get("/more").text


def test_every_refusal_of_a_hall_is_worded_in_both_languages() -> None:
    assert all(text.en and text.ja for text in HALL_REFUSALS.values())

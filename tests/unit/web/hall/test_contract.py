from tests.support.hall import BASE
from web.hall.storage.tables import JoinRequest


def test_a_key_is_asked_for_and_guesses_are_counted(hall) -> None:
    client = hall.app.test_client()
    codes = [
        client.delete(
            "/api/tables",
            base_url=BASE,
            headers={"Origin": BASE, "Authorization": f"Bearer 1.{guess}"},
            environ_overrides={"REMOTE_ADDR": "192.168.1.77"},
        ).json["error"]["code"]
        for guess in range(31)
    ]
    assert codes == ["not_joined"] * 30 + ["too_many_tries"]


def test_a_batch_may_be_larger_than_other_requests(hall) -> None:
    number, key, _ = hall.context.tables.join(hall.context.tables.code, JoinRequest("Pine", "ab" * 16, "", 1, 1))
    body = {"entries": [{"padding": "x" * 1_500_000}]}
    headers = {"Origin": BASE, "Authorization": f"Bearer {number}.{key}"}
    answer = hall.app.test_client().post("/api/tables/entries", json=body, base_url=BASE, headers=headers)
    assert answer.json["error"]["code"] == "bad_batch", "it was read"
    body = {"entries": ["x" * 9_000_000]}
    answer = hall.app.test_client().post("/api/tables/entries", json=body, base_url=BASE, headers=headers)
    assert answer.json["error"]["code"] == "too_large"


def test_a_stranger_is_refused_before_his_batch_is_read(hall) -> None:
    answer = hall.app.test_client().post("/api/tables/entries", data=b"{", base_url=BASE, headers={"Origin": BASE})
    assert answer.json["error"]["code"] == "not_joined"

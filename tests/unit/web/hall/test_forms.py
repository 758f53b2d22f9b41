import pytest

from scorer.errors import Refusal
from tests.support.hall import BASE
from web.hall.forms import chosen_member
from web.openapi.schema import LAST_ID


@pytest.mark.parametrize(
    ("form", "chosen"),
    [
        ({}, None),
        ({"who": ""}, None),
        ({"who": "x"}, None),
        ({"who": "9" * 30}, LAST_ID),
        ({"who": "7"}, 7),
        ({"who.typed": " "}, None),
        ({"who.typed": "ak"}, 1),
    ],
)
def test_a_member_is_chosen_by_number_or_typed(hall, form, chosen) -> None:
    hall.context.members.add("Aki", "AK")
    with hall.app.test_request_context("/", method="POST", data=form, base_url=BASE):
        assert chosen_member("who") == chosen


def test_somebody_unknown_is_refused(hall) -> None:
    request = hall.app.test_request_context("/", method="POST", data={"who.typed": "Emi"}, base_url=BASE)
    with request, pytest.raises(Refusal, match="bad_name"):
        chosen_member("who")


def test_a_number_that_no_id_can_be_is_nothing_here(hall) -> None:
    client, number = hall.referee(), 10**30
    for path in (f"/members/{number}", f"/tables/{number}", f"/events/{number}", f"/events/{number}/referee"):
        assert client.get(path, base_url=BASE).status_code == 404, path
    for path in (f"/members?after={number}", f"/events?before={number}", "/events?before=-1", "/events?before=x"):
        assert client.get(path, base_url=BASE).status_code == 200, path
    form = {"evening": str(number), "name": "Aki", "member": str(number)}
    assert hall.post(client, "/tables/1/seats", **form).status_code == 404

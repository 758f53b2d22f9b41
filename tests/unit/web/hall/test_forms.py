import pytest

from scorer.errors import Refusal
from tests.support.hall import BASE
from web.hall.forms import chosen_member


@pytest.mark.parametrize(
    ("form", "chosen"),
    [({}, None), ({"who": ""}, None), ({"who": "7"}, 7), ({"who.typed": " "}, None), ({"who.typed": "ak"}, 1)],
)
def test_a_member_is_chosen_by_number_or_typed(hall, form, chosen) -> None:
    hall.context.members.add("Aki", "AK")
    with hall.app.test_request_context("/", method="POST", data=form, base_url=BASE):
        assert chosen_member("who") == chosen


def test_somebody_unknown_is_refused(hall) -> None:
    request = hall.app.test_request_context("/", method="POST", data={"who.typed": "Emi"}, base_url=BASE)
    with request, pytest.raises(Refusal, match="bad_name"):
        chosen_member("who")

import pytest

from scorer.errors import Refusal
from web.hall.body import read_body
from web.openapi.schema import STRING, obj


@pytest.mark.parametrize(
    ("data", "kind"),
    [("{}", "text/plain"), ("{", "application/json"), ("[]", "application/json"), ('{"a": 1}', "application/json")],
)
def test_bodies_of_another_shape_are_refused(hall, data: str, kind: str) -> None:
    request = hall.app.test_request_context(method="POST", data=data, content_type=kind)
    with request, pytest.raises(Refusal, match="bad_request"):
        read_body(obj(a=STRING))


def test_a_body_of_the_right_shape(hall) -> None:
    with hall.app.test_request_context(method="POST", json={"a": "b"}):
        assert read_body(obj(a=STRING)) == {"a": "b"}

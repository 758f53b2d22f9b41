import pytest
from flask import Flask

from scorer.errors import Refusal
from scorer.texts import Text
from web.http.errors import register_error_handlers
from web.openapi.request_check import check_requests, json_body
from web.openapi.schema import COUNT, STRING, ApiDescription, RouteSpec, obj, ref

ROUTES = {
    ("POST", "/api/named"): RouteSpec(obj(), body=ref("Named") | {"required": ["name"]}),
    ("GET", "/api/found/<int:number>"): RouteSpec(obj(), "keeper", query={"before": COUNT}, path={"number": COUNT}),
}


@pytest.fixture
def app() -> Flask:
    app = Flask(__name__)
    register_error_handlers(app)
    app.add_url_rule("/api/named", "a", lambda: {"got": json_body()}, methods=["POST"])
    app.add_url_rule("/api/found/<int:number>", "b", lambda number: {"got": number})
    app.add_url_rule("/evenings/<int:number>", "page", lambda number: {"got": number})
    api = ApiDescription("", ROUTES, {"Named": obj(name=STRING)}, {}, {})

    def check_role(spec: RouteSpec) -> None:
        if spec.role == "keeper":
            raise Refusal("host_only", Text("", ""))

    check_requests(app, api, check_role)
    return app


def test_schemas_are_shared_and_roles_are_asked_first(app: Flask) -> None:
    client = app.test_client()
    assert client.post("/api/named", json={"name": "Aki"}).json == {"got": {"name": "Aki"}}
    assert client.post("/api/named", json={"name": 1}).json["error"]["code"] == "bad_request"
    assert client.post("/api/named", data="name").json["error"]["code"] == "bad_request"
    assert client.get("/api/found/1?before=x").json["error"]["code"] == "host_only"


def test_a_route_that_nobody_described_is_not_served(app: Flask) -> None:
    with pytest.raises(KeyError):
        check_requests(app, ApiDescription("", {}, {}, {}, {}), lambda _spec: None)


@pytest.mark.parametrize("number", [2**31, 2**63, 10**400])
def test_a_number_that_no_id_can_be_is_not_found_on_any_route(app: Flask, number: int) -> None:
    client = app.test_client()
    assert client.get(f"/evenings/{number}").json["error"]["code"] == "not_found"
    assert client.get("/evenings/2147483647").json == {"got": 2147483647}

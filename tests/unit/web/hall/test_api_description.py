from web.hall.api_description import TABLE, hall_api


def test_what_is_described_is_complete() -> None:
    api = hall_api()
    assert {spec.role for spec in api.routes.values()} == set(api.roles)
    assert {rule for (_, rule), spec in api.routes.items() if spec.role == TABLE} == {
        "/api/tables",
        "/api/tables/entries",
    }
    assert {name for name, schema in api.schemas.items() if "$ref" in schema} == set()

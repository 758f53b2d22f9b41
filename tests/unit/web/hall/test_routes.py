from web.hall.routes import hall_modules, hall_nav_entries


def test_routes_and_places_are_found() -> None:
    assert {"web.hall.api.tables", "web.hall.pages.overview"} <= {module.__name__ for module in hall_modules()}
    assert next(entry.path for entry in hall_nav_entries() if entry.icon) == "/"

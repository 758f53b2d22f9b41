import pytest

from web.http.local_path import local_path


@pytest.mark.parametrize("path", ["/", "/settings?x=1", "/events/1/referee#results"])
def test_pages_of_this_server(path: str) -> None:
    assert local_path(path) == path


@pytest.mark.parametrize(
    "path", ["", "settings", "//evil.example/", "/\\evil.example/", "http://evil.example/", "/\nx"]
)
def test_nobody_is_led_to_another_server(path: str) -> None:
    assert local_path(path) == "/"

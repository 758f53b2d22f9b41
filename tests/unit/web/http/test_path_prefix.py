import re

import pytest

from web.hall.routes import hall_nav_entries
from web.http.path_prefix import serve_below_prefix

PREFIX = {"X-Forwarded-Prefix": "/club/cards"}


@pytest.fixture
def client(hall):
    serve_below_prefix(hall.app)
    return hall.app.test_client()


@pytest.mark.parametrize("path", ["/", "/no-such-page", *(entry.path for entry in hall_nav_entries())])
def test_every_page_leads_below_the_prefix(client, path) -> None:
    answer = client.get(path, headers=PREFIX | {"Accept": "text/html"})
    if answer.mimetype != "text/html":
        return
    page = answer.text
    paths = re.findall(r"""\s(?:href|src|action|formaction)=["'](/[^"']*)""", page)
    assert paths
    assert all(found.startswith("/club/cards/") and "/cards/club" not in found for found in paths), paths
    assert ' data-root="/club/cards"' in page


def test_a_redirect_leads_below_the_prefix(client, hall) -> None:
    hall.context.pin.renew("246810")
    signed_in = client.post("/more/pin", data={"pin": "246810"}, headers=PREFIX | {"Origin": "http://localhost"})
    assert (signed_in.status_code, signed_in.location) == (302, "/club/cards/more")


@pytest.mark.parametrize("said", ["", "/", "//evil.example", '/a"onload=', "cards", "/a/../b?c", "/カード"])
def test_what_is_no_path_is_passed_over(client, said) -> None:
    plain = client.get("/members").text
    assert client.get("/members", headers={"X-Forwarded-Prefix": said.encode().decode("latin-1")}).text == plain


def test_nobody_is_believed_without_a_proxy(hall) -> None:
    assert "/club/cards" not in hall.app.test_client().get("/", headers=PREFIX).text

"""Enrolled decks on the page: names, and deletion with the PIN."""

from __future__ import annotations

from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from scanner.enrolled import corrections
from tests.support.table import BASE, PIN, FakeScanner, Phone
from tests.unit.web.camera.test_enrolment import write_deck_file


def post_form(phone: Phone, path: str, **form: str) -> TestResponse:
    """Send a form as the page does."""
    return phone.client.post(path, data=form, base_url=BASE, headers={"Origin": BASE})


def test_a_deck_is_called_by_a_name_in_any_writing(host: Phone, tmp_path: Path) -> None:
    write_deck_file(tmp_path, "mine")
    assert post_form(host, "/decks/mine/label", label=" 祖母の花札 ").status_code == 302
    (deck,) = host.get("/api/enrolled").json["decks"]
    assert (deck["name"], deck["label"]) == ("mine", "祖母の花札")
    assert "祖母の花札" in host.get("/decks").get_data(as_text=True)
    assert '<option value="mine">祖母の花札' in host.get("/start?game=otoroku").get_data(as_text=True)
    assert post_form(host, "/decks/mine/label", label="").status_code == 302
    assert host.get("/api/enrolled").json["decks"][0]["label"] == "mine"


@pytest.mark.parametrize("label", ["x" * 33, "two\nlines", "turned \u202e round"])
def test_what_cannot_be_shown_is_no_name(label: str, host: Phone, tmp_path: Path) -> None:
    file = write_deck_file(tmp_path, "mine")
    answer = post_form(host, "/decks/mine/label", label=label)
    assert answer.status_code == 422
    assert "bad_name" in answer.get_data(as_text=True)
    file.with_suffix(".label").write_text(label, encoding="utf-8")
    assert host.get("/api/enrolled").json["decks"][0]["label"] == "mine"


def test_a_deck_is_deleted_with_all_that_belongs_to_it(host: Phone, scanner: FakeScanner, tmp_path: Path) -> None:
    write_deck_file(tmp_path, "mine")
    other = write_deck_file(tmp_path, "other")
    post_form(host, "/decks/mine/label", label="ours")
    corrections.add("mine", tmp_path, "h01-1", b"jpeg")
    host.open(deck="mine")
    asked = post_form(host, "/decks/mine/away")
    assert asked.status_code == 422
    assert "pin_again" in asked.get_data(as_text=True)
    assert post_form(host, "/decks/mine/away", pin=PIN).status_code == 302
    assert list((tmp_path / "decks").iterdir()) == [other]
    assert host.send("/api/look", {"version": host.snapshot["version"]}).json["error"]["code"] == "no_model"


@pytest.mark.parametrize("name", ["nobody", "hanafuda", "..%2fledger"])
@pytest.mark.parametrize("what", ["label", "away"])
def test_no_other_file_is_touched(what: str, name: str, host: Phone, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    assert post_form(host, f"/decks/{name}/{what}", pin=PIN, label="x").status_code in {404, 422}
    assert sorted(tmp_path.rglob("*")) == before


def test_guests_may_not(guest: Phone, tmp_path: Path) -> None:
    file = write_deck_file(tmp_path, "mine")
    for what in ("label", "away"):
        assert post_form(guest, f"/decks/mine/{what}", pin=PIN, label="x").status_code == 403
    assert list(file.parent.iterdir()) == [file]

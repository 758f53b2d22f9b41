"""Enrolment on the page: grid by grid, resumed, cancelled, trained."""

from __future__ import annotations

import io
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scanner.enrolled.deck_file import encode_deck
from scanner.enrolled.store import grid_order
from tests.support.table import BASE, FakeScanner, Phone
from web.camera.enrolment import EnrolmentSession
from web.camera.training_job import TrainingJob

QUAD = [[0.1, 0.1], [0.2, 0.1], [0.2, 0.3], [0.1, 0.3]]


def grid_answer(count: int, odd: dict[str, str] | None = None) -> tuple[dict[str, Any], bytes]:
    """The answer of the scanner to a grid of `count` cards."""
    parts = [b"jpeg", *(b"card%d" % number for number in range(count))]
    header = {"cards": [QUAD] * count, "odd": odd or {}, "sizes": [len(part) for part in parts]}
    return header, b"".join(parts)


def begin_enrolment(host: Phone, kind: str = "hanafuda") -> dict[str, Any]:
    answer = host.send("/api/enrol/begin", {"name": "mine", "kind": kind})
    assert answer.status_code == 200, answer.json
    found: dict[str, Any] = answer.json
    return found


def write_deck_file(folder: Path, name: str, kind: str = "hanafuda") -> Path:
    """Write a file that is listed as a deck but cannot read cards."""
    manifest = {
        "kind": kind,
        "labels": [*grid_order(kind), "back", "none"],
        "held_out": {"named": 0.99, "sure": 0.95, "silent": 0.0},
        "near": [["h08-1", "h01-1", 2.0]],
    }
    file = folder / "decks" / f"{name}.npz"
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(encode_deck(manifest, {"w1": np.zeros(3)}))
    return file


def test_a_grid_is_taken_and_kept_at_once(host: Phone, scanner: FakeScanner, tmp_path: Path) -> None:
    assert begin_enrolment(host)["plan"]["required"] == 48
    scanner.wizard_answers["grid"] = grid_answer(12, {"3": "h08-1"})
    answer = host.send("/api/enrol/show?grid=1", {}).json
    assert answer["accepted"]
    assert answer["taken"] == list(range(12, 24))
    assert answer["plan"]["odd"] == {"15": "h08-1"}
    assert scanner.wizard_request == ("grid", b"", {"kind": "hanafuda", "codes": list(grid_order("hanafuda")[12:24])})
    assert host.get("/enrol/card/12.png").data == b"card0"
    assert host.get("/enrol/seen.jpg").data == b"jpeg"
    # The next process finds it on the disk.
    assert EnrolmentSession(tmp_path).as_json()["taken"] == tuple(range(12, 24))


def test_a_grid_with_a_card_missing_is_shown_and_not_kept(host: Phone, scanner: FakeScanner) -> None:
    begin_enrolment(host)
    scanner.wizard_answers["grid"] = grid_answer(11)
    answer = host.send("/api/enrol/show?grid=0", {}).json
    assert (answer["accepted"], answer["taken"]) == (False, [])
    assert (len(answer["seen"]["cards"]), answer["seen"]["wanted"]) == (11, 12)


def test_one_card_is_taken_again_or_said_to_be_right(host: Phone, scanner: FakeScanner) -> None:
    begin_enrolment(host)
    scanner.wizard_answers["grid"] = grid_answer(12, {"3": "h08-1", "5": "h09-1"})
    host.send("/api/enrol/show?grid=0", {})
    scanner.wizard_answers["grid"] = grid_answer(1)
    answer = host.client.post("/api/enrol/show?place=3", data=b"photo", base_url=BASE, headers={"Origin": BASE}).json
    assert answer["plan"]["odd"] == {"5": "h09-1"}
    assert scanner.wizard_request == ("grid", b"photo", {"kind": "hanafuda", "codes": ["h01-4"]})
    assert host.send("/api/enrol/right?place=5", {}).json["plan"]["odd"] == {}
    assert len(host.get("/api/enrol").json["taken"]) == 12


def test_cards_without_a_number_may_be_left_out(host: Phone, scanner: FakeScanner) -> None:
    begin_enrolment(host, "western")
    scanner.wizard_answers["grid"] = grid_answer(4)
    answer = host.send("/api/enrol/show?grid=4", {}).json
    assert answer["taken"] == [48, 49, 50, 51]
    assert len(answer["plan"]["order"]) > 52


@pytest.mark.parametrize("name", ["", "hanafuda", "x" * 33, "札\n札"])
def test_names_that_cannot_be_are_refused(name: str, host: Phone) -> None:
    answer = host.send("/api/enrol/begin", {"name": name, "kind": "hanafuda"})
    assert (answer.status_code, answer.json["error"]["code"]) == (422, "bad_name")


@pytest.mark.parametrize(
    ("label", "name"),
    [("祖母の花札", "my-hanafuda"), ("Grandma's Deck", "grandma-s-deck"), ("../x", "x"), ("Hanafuda", "hanafuda-2")],
)
def test_a_deck_is_called_what_people_call_it_and_its_file_gets_a_name(label: str, name: str, host: Phone) -> None:
    answer = host.send("/api/enrol/begin", {"name": f" {label} ", "kind": "hanafuda"}).json
    assert (answer["label"], answer["plan"]["name"]) == (label, name)


@pytest.mark.parametrize("path", ["show?grid=5", "show?grid=-1", "show?place=54", "show?place=-1", "show", "learn"])
def test_what_cannot_be_is_refused(path: str, host: Phone) -> None:
    begin_enrolment(host)
    assert 400 <= host.send(f"/api/enrol/{path}", {}).status_code < 500


def test_nothing_is_shown_before_a_deck_is_begun(host: Phone) -> None:
    assert host.send("/api/enrol/show?grid=0", {}).json["error"]["code"] == "bad_request"


def test_cancelling_forgets_the_pictures_and_no_deck(host: Phone, scanner: FakeScanner, tmp_path: Path) -> None:
    kept = write_deck_file(tmp_path, "older")
    begin_enrolment(host)
    scanner.wizard_answers["grid"] = grid_answer(12)
    host.send("/api/enrol/show?grid=0", {})
    assert host.send("/api/enrol/cancel", {}).json["plan"] is None
    assert not (tmp_path / "enrolling").exists()
    assert kept.exists()


@pytest.mark.parametrize("spoiled", ["", "{", "[]", '{"name": "../x", "kind": "hanafuda", "odd": {}}', '{"name": 1}'])
def test_a_spoiled_plan_is_no_plan(spoiled: str, tmp_path: Path) -> None:
    (tmp_path / "enrolling").mkdir()
    (tmp_path / "enrolling/plan.json").write_text(spoiled)
    assert EnrolmentSession(tmp_path).as_json()["plan"] is None


def wait_for_end(lesson: TrainingJob) -> TrainingJob:
    until = time.monotonic() + 60
    while lesson.is_running and time.monotonic() < until:
        time.sleep(0.05)
    assert not lesson.is_running
    return lesson


def test_a_lesson_that_fails_says_why_and_keeps_the_pictures(tmp_path: Path) -> None:
    walk = EnrolmentSession(tmp_path)
    walk.begin("mine", "western")
    walk.save_cards(range(54), [b"no picture"] * 54, {})
    walk.start_training()
    assert walk.job
    refusal = wait_for_end(walk.job).as_json()["refusal"]
    assert refusal["code"] == "bad_image"
    assert len(walk.captured_places()) == 54
    assert not (tmp_path / "decks").exists()


def test_a_lesson_killed_keeps_the_pictures(tmp_path: Path) -> None:
    learned: list[TrainingJob] = []
    lesson = TrainingJob("mine", "western", tmp_path, tmp_path, learned.append)
    lesson.cancel()
    assert wait_for_end(lesson).as_json()["refusal"]["code"] == "no_lesson"
    assert learned == []


def test_enrolled_decks_are_listed_and_offered_for_their_games(host: Phone, tmp_path: Path) -> None:
    write_deck_file(tmp_path, "mine")
    (tmp_path / "decks/broken.npz").write_bytes(b"PK\x03\x04")
    (listed,) = host.get("/api/enrolled").json["decks"]
    assert (listed["name"], listed["kind"], listed["sure"], listed["near"]) == (
        "mine",
        "hanafuda",
        0.95,
        [["h08-1", "h01-1"]],
    )
    assert listed["missing"] == []
    assert "95% sure" in host.get("/start?game=otoroku").get_data(as_text=True)
    assert "95% sure" not in host.get("/start?game=kakeya").get_data(as_text=True)
    assert "mine" in host.get("/decks").get_data(as_text=True)
    # The wizard links to a game for these cards, with the deck already chosen.
    write_deck_file(tmp_path, "kabu", "kabufuda")
    page = host.get("/start?deck=kabu").get_data(as_text=True)
    assert 'value="kabu" selected' in page
    assert 'value="otoroku" checked' in page


def test_the_evening_is_read_with_the_deck_chosen(host: Phone, scanner: FakeScanner, tmp_path: Path) -> None:
    file = write_deck_file(tmp_path, "mine")
    host.open(deck="mine")
    assert host.snapshot["evening"]["deck"] == "hanafuda"
    assert host.send("/api/look", {"version": host.snapshot["version"]}).status_code == 200
    assert scanner.deck == "mine"
    file.unlink()
    gone = host.send("/api/look", {"version": host.snapshot["version"]})
    assert (gone.status_code, gone.json["error"]["code"]) == (422, "no_model")
    assert host.send("/api/draft", {"version": host.snapshot["version"], "answers": host.answers()}).status_code == 200
    host.open()
    host.send("/api/look", {"version": host.snapshot["version"]})
    assert scanner.deck == "hanafuda"


def test_a_deck_of_another_game_is_refused(host: Phone, tmp_path: Path) -> None:
    write_deck_file(tmp_path, "mine")
    answer = host.change("/api/evening", game="kakeya", players=["A", "B"], deck="mine")
    assert answer.json["error"]["code"] == "wrong_deck"


def test_a_deck_goes_out_as_a_file_and_comes_in_through_the_scanner(
    host: Phone, scanner: FakeScanner, tmp_path: Path
) -> None:
    content = write_deck_file(tmp_path, "mine").read_bytes()
    out = host.get("/decks/mine.npz")
    assert out.data == content
    assert "attachment" in out.headers["Content-Disposition"]
    scanner.wizard_answers["shelve"] = ({}, b"")
    form = {"name": "guest", "deck": (io.BytesIO(content), "../../evil.npz")}
    answer = host.client.post("/decks", data=form, base_url=BASE, headers={"Origin": BASE})
    assert answer.status_code == 302
    assert scanner.wizard_request == ("shelve", content, {"name": "guest"})


@pytest.mark.parametrize("name", ["nobody", "..%2fledger", "%2e%2e", "hanafuda"])
def test_no_other_file_goes_out(name: str, host: Phone) -> None:
    assert host.get(f"/decks/{name}.npz").status_code in {404, 422}


def test_guests_neither_see_nor_change_it(guest: Phone, tmp_path: Path) -> None:
    write_deck_file(tmp_path, "mine")
    for path in ("/enrol", "/decks", "/calibrate"):
        assert guest.get(path).status_code == 302
    for path in ("/api/enrol", "/enrol/card/0.png", "/enrol/seen.jpg", "/decks/mine.npz", "/api/calibration"):
        assert guest.get(path).status_code == 403
    assert json.dumps(guest.get("/api/enrolled").json)

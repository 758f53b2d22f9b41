"""The data folder of commit 35d6b22 opens today.

That commit made `data-35d6b22.tar.xz`: a ledger with six games, an undone and a redone round, every setting, a deck
enrolled from our own drawings and one half enrolled. `data-35d6b22.json` has its answers about it.
"""

from __future__ import annotations

import csv
import json
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scanner.reader import read_picture
from scanner.sources.synthetic import SyntheticSource
from tests.support.table import FakeScanner, Phone
from web.app import create_app
from web.cli.ledger import open_ledger
from web.config import Settings
from web.ledger.store import Store

HERE = Path(__file__).parent
EXPECTED: dict[str, Any] = json.loads((HERE / "data-35d6b22.json").read_text())


@pytest.fixture
def old_folder(tmp_path: Path) -> Path:
    """The data folder that the older version wrote."""
    target = tmp_path / "older"
    target.mkdir()
    # Python 3.11.2, which Debian 12 has, cannot unpack safely by itself, and later versions warn of it.
    subprocess.run(["tar", "-xf", HERE / "data-35d6b22.tar.xz", "-C", target], check=True)
    return target


@pytest.fixture
def ledger(old_folder: Path) -> Iterator[Store]:
    """The ledger of the older version, opened."""
    with closing(open_ledger(old_folder)) as opened:
        yield opened


@pytest.fixture
def old_app(ledger: Store, old_folder: Path) -> Flask:
    """The application of today over that folder."""
    return create_app(ledger, FakeScanner(), Settings("synthetic", 8000, frozenset({"fudayomi.local"}), old_folder))


@pytest.fixture
def owner(old_app: Flask) -> Phone:
    """The phone of a host."""
    return Phone(old_app.test_client()).grant_host()


@pytest.mark.parametrize("path", ["/api/history", "/api/tally", "/evening.json", "/api/enrolled"])
def test_an_older_ledger_answers_as_it_did(owner: Phone, path: str) -> None:
    answer = owner.get(path).json
    for hand in answer.get("best", ()):
        for new in ("cards", "counted", "notable"):  # new since version 0.2, for pictures of the cards
            hand.pop(new, None)
    for played in answer.get("games", ()):
        for new in ("bought", "options", "nets"):  # new since stones can be taken in the middle, and pairs are people
            played.pop(new, None)
    for item in answer.get("items", ()):
        for new in ("undoable", "redoable"):  # new since rounds of earlier games can be undone
            item.pop(new, None)
    assert answer == EXPECTED[path]


def test_an_older_evening_is_written_to_files_as_it_was(owner: Phone) -> None:
    assert owner.get("/evening.txt").text == EXPECTED["/evening.txt"]
    before = list(csv.reader(EXPECTED["/evening.csv"].splitlines()))
    now = list(csv.reader(owner.get("/evening.csv").text.splitlines()))
    assert [row[: len(before[0])] for row in now] == before, "columns may only have come at the end"


def test_the_settings_of_an_older_version_are_read(ledger: Store) -> None:
    kept = {name: ledger.get_setting(name) for name in EXPECTED["settings"]}
    changing = {"phones", "pin_tries"}  # phones are seen again, attempts expire
    assert {name: value for name, value in kept.items() if name not in changing} == {
        name: value for name, value in EXPECTED["settings"].items() if name not in changing
    }
    names = {phone["name"] for phone in kept["phones"]}
    assert {phone["name"] for phone in EXPECTED["settings"]["phones"]} <= names


def test_a_deck_half_enrolled_goes_on(owner: Phone) -> None:
    assert owner.get("/api/enrol").json["plan"] == EXPECTED["/api/enrol"]["plan"]


def test_an_older_evening_plays_on(owner: Phone) -> None:
    snapshot = owner.snapshot
    assert snapshot["version"] == EXPECTED["version"]
    assert owner.change("/api/evening", game="otoroku", players=["Aki", "Emi", "Ken"]).status_code == 200
    rounds = {"hands.0": ["h01-1", "h02-1"], "hands.1": ["h03-1", "h04-1"], "hands.2": ["h05-1", "h06-1"]}
    assert owner.change("/api/rounds", answers=rounds).status_code == 200


def test_a_deck_enrolled_by_an_older_version_reads(old_folder: Path) -> None:
    source = SyntheticSource("3")
    source.arrange("kabufuda", [["k02", "k09"], ["k05"]])
    read = read_picture(source.read(1), "mine", old_folder)
    assert {card.card for card in read.cards} == {"k02", "k09", "k05"}

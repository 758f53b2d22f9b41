"""Names that look like formulas or file paths stay names."""

from __future__ import annotations

import csv
import io
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scanner.enrolled.deck_file import save_deck
from scanner.enrolled.store import deck_path
from scorer.errors import Refusal
from web.http.spreadsheet import escape_formula
from web.ledger import backups
from web.session.validators import clean_name

FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "=cmd|' /C calc'!A0", "＝1+1", '=HYPERLINK("http://x")', "\t=1", "\r=1"]
PATHS = ["..", ".", "/", "\\", "\0", "%2e%2e", "~", "C:", "nul", "a/b", "..\\..", "deck.npz", "-rf", "$(x)", ";", "é"]


@given(some.text())
def test_no_text_in_an_export_begins_as_a_formula(text):
    cell = escape_formula(text)
    assert str(cell) == "" or str(cell)[0] not in "=+-@\t\r＝＋－＠"
    assert str(cell).replace("'", "") == text.replace("'", "")


@pytest.mark.parametrize("formula", FORMULAS)
def test_a_player_called_a_formula_is_text_in_the_export(host, formula):
    host.open(players=[formula.strip() or "x", "B", "C", "D"])
    assert host.change("/api/rounds", answers=host.answers()).status_code == 200
    rows = list(csv.reader(io.StringIO(host.get("/evening.csv").data.decode("utf-8-sig"))))
    assert len(rows) > 4
    for cell in (cell for row in rows for cell in row):
        assert not cell.startswith(("=", "+", "@", "\t", "\r", "＝"))
        assert not cell.startswith("-") or cell[1:].isdigit()


def test_ten_thousand_names_of_decks_stay_in_their_folder(tmp_path):
    chance = random.Random(7)
    letters = "abcz09-_./\\\0 ~%:*?<>|\u202e\u00e9\u3002"
    inside = 0
    for number in range(10_000):
        if number % 2:
            given = "".join(chance.choice(PATHS) for _ in range(chance.randint(1, 4)))
        else:
            given = "".join(chance.choice(letters) for _ in range(chance.randint(0, 40)))
        try:
            path = deck_path(given, tmp_path)
        except Refusal:
            continue
        inside += 1
        assert path.parent == tmp_path / "decks"
        assert path.resolve().parent == (tmp_path / "decks").resolve()
    assert inside > 50


@pytest.mark.parametrize("given", ["../x", "/etc/passwd", "a/../../b", "..", ".hidden", "x\0y", "A", "hanafuda"])
def test_a_deck_is_not_kept_under_a_path(tmp_path, given):
    with pytest.raises(Refusal, match="bad_name"):
        save_deck(given, tmp_path, b"")
    assert list(tmp_path.iterdir()) == []


def test_copies_are_made_and_pruned_in_their_folder_alone(tmp_path):
    outside = tmp_path / "ledger-precious.db"
    outside.write_bytes(b"precious")
    folder = tmp_path / backups.BACKUP_DIR_NAME
    folder.mkdir()
    for number in range(9):
        (folder / f"ledger-{number}.db").symlink_to(outside)
    backups.prune(tmp_path)
    assert outside.read_bytes() == b"precious", "a link is unlinked, not followed"
    with pytest.raises(OSError, match="damaged"):
        backups.restore(tmp_path, outside)
    with pytest.raises(OSError, match=r"damaged|no ledger"):
        backups.restore(tmp_path, Path("/etc/passwd"))
    assert not (tmp_path / "ledger.db").exists()


@pytest.mark.parametrize(
    "odd",
    ["", " ", "a\u202ebc", "a\u0000b", "\ud800", "x" * 25, "\u200d", "a\nb", "\u2028", "\ue000", None, 7, ["A"]],
)
def test_names_nobody_may_have(odd):
    with pytest.raises(Refusal, match="bad_name"):
        clean_name(odd)

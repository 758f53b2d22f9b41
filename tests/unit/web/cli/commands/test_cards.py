"""`fudayomi cards`: files a person can look at and print."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image
from PIL.PdfParser import PdfParser

from web.cli import main


def test_names_tell_what_each_card_counts() -> None:
    result = CliRunner().invoke(main, ["cards", "--names", "hanafuda", "--json"])
    faces = {face["card"]: face for face in map(json.loads, result.output.splitlines())}
    assert len(faces) == 54  # with six bonus cards
    assert faces["h02-1"]["counts"]["tokotoko"] == 12
    plain = CliRunner().invoke(main, ["cards", "--names", "hanafuda"])
    assert "うめにうぐいす" in plain.output


def test_the_contact_sheet_is_a_png_of_the_deck_asked_for(tmp_path: Path) -> None:
    for deck, width in (("hanafuda", 44), ("kabufuda", 60)):
        file = tmp_path / f"{deck}.png"
        result = CliRunner().invoke(main, ["cards", "--sheet", str(file), "--deck", deck, "--width", str(width)])
        assert result.exit_code == 0, result.output
        with Image.open(file) as sheet:
            assert sheet.format == "PNG"
            assert sheet.width > 10 * width


@pytest.mark.long
def test_the_pdf_is_a4_and_holds_the_whole_pack(tmp_path: Path) -> None:
    file = tmp_path / "deck.pdf"
    result = CliRunner().invoke(main, ["cards", "--print", "kabufuda", str(file)])
    assert result.exit_code == 0, result.output
    with PdfParser(str(file)) as pdf:
        boxes = [pdf.read_indirect(page)[b"MediaBox"] for page in pdf.pages]
    assert len(boxes) == 2  # 25 cards of 33 × 54 mm fit on a page, 41 need two
    for _, _, wide, high in boxes:
        assert float(wide) == pytest.approx(210 / 25.4 * 72, abs=0.01)
        assert float(high) == pytest.approx(297 / 25.4 * 72, abs=0.01)


def test_the_korean_pattern_is_drawn_as_well(tmp_path: Path) -> None:
    usual, korean = tmp_path / "usual.png", tmp_path / "korean.png"
    for words in (["--sheet", str(usual)], ["--sheet", str(korean), "--pattern", "hwatu"]):
        assert CliRunner().invoke(main, ["cards", "--width", "16", *words]).exit_code == 0
    assert usual.read_bytes() != korean.read_bytes()


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--pattern", "hwatu", "--deck", "kabufuda", "--sheet", "a.png"],
        ["--pattern", "edo", "--sheet", "a.png"],
        ["--print", "poker", "a.pdf"],
        ["--sheet", "a.png", "--width", "2"],
    ],
)
def test_what_cannot_be_drawn_is_said_without_a_traceback(words: list[str]) -> None:
    result = CliRunner().invoke(main, ["cards", *words])
    assert result.exit_code == 2
    assert "Traceback" not in result.output


def test_a_folder_that_is_not_there_is_said_without_a_traceback(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["cards", "--sheet", str(tmp_path / "away" / "a.png")])
    assert result.exit_code == 1
    assert "away" in result.output
    assert isinstance(result.exception, SystemExit)

"""Enrolled decks: saved, loaded, read with, refused when damaged."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from scanner.art import rasterise
from scanner.enrolled import deck_file, store
from scanner.evaluation import EvaluationCounts, GroundTruth, evaluate
from scanner.reader import read_picture
from scanner.setup.grid_scan import load_scanned_set as load_laid
from scanner.synth.face_textures import FolderFaces
from scanner.synth.scene import SceneSpec, photograph
from scanner.training.card_sets import load_card_set as load_set
from scanner.training.enrolment.train import train_deck
from scanner.worker.client import ScannerClient
from scorer.decks import decks
from scorer.errors import Refusal
from tests.support.gate import first_in_gate
from web.cli.commands.decks import COMMAND as DECKS
from web.cli.commands.enrol import COMMAND as ENROL
from web.cli.commands.read import COMMAND as READ

KINDS = first_in_gate(["hanafuda", "kabufuda", "daini", "mekurifuda", "western"])
FEW = 6
FULL = os.environ.get("FUDAYOMI_FULL") == "1"
"""All faces of all five decks (minutes) in `make test-all`."""

_QUICK = () if FULL else ("--views", "32")  # with 16, one of six faces is left out


def _write_drawings(kind: str, folder: Path) -> Path:
    """Write our drawings of some faces of a kind of deck into a folder.

    All of kabufuda are enrolled and read in `tests/promises/browser/test_own_deck.py`.
    """
    codes = list(decks()[kind].faces)
    if not FULL:
        codes = codes[:: max(1, len(codes) // FEW)]
    lines = ["file,card,notes"]
    for code in codes:
        cv2.imwrite(str(folder / f"{code}.png"), rasterise(code, 200)[..., :3])
        lines.append(f"{code}.png,{code},drawn")
    (folder / "labels.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of this module."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def enrol_drawn_deck(data_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[str, Path]]:
    """Gives name and folder of the drawn deck of a kind, enrolled at the first call."""
    known: dict[str, tuple[str, Path]] = {}

    def of(kind: str) -> tuple[str, Path]:
        if kind not in known:
            folder = _write_drawings(kind, tmp_path_factory.mktemp(kind))
            answer = CliRunner().invoke(
                ENROL,
                [f"our-{kind}", "--kind", kind, "--cards", str(folder), "--data", str(data_folder), "--json", *_QUICK],
            )
            assert answer.exit_code == 0, answer.output
            last_message = json.loads(answer.stdout.splitlines()[-1])
            assert last_message["held_out"]["silent"] <= 0.01
            assert last_message["held_out"]["named"] > 0.8  # including half-covered cards
            known[kind] = (f"our-{kind}", folder)
        return known[kind]

    return of


@pytest.mark.parametrize("kind", KINDS)
def test_our_drawn_decks_are_enrolled_and_read_back(
    kind: str, enrol_drawn_deck: Callable[[str], tuple[str, Path]], data_folder: Path
) -> None:
    name, folder = enrol_drawn_deck(kind)
    faces = FolderFaces(folder, kind)
    marks = EvaluationCounts()
    for seed in range(6 if FULL else 2):
        shot = photograph(SceneSpec(seed + 5, count=12 if FULL and kind == "kabufuda" else FEW), faces)
        read = read_picture(shot.frame, name, data_folder)
        assert read.deck == name
        cards = tuple(
            (one["card"], np.array(one["corners"], np.float32), one["visible"]) for one in shot.truth["cards"]
        )
        evaluate(marks, GroundTruth(folder, (), cards, is_complete=True), read.cards, {})
    assert marks.named >= 0.9 * marks.cards
    assert marks.confident_errors <= 0.02 * marks.cards


def test_a_read_of_an_enrolled_deck_speaks_its_own_codes(
    enrol_drawn_deck: Callable[[str], tuple[str, Path]], data_folder: Path, tmp_path: Path
) -> None:
    name, folder = enrol_drawn_deck("hanafuda")
    picture = tmp_path / "table.jpg"
    picture.write_bytes(photograph(SceneSpec(3, count=4), FolderFaces(folder, "hanafuda")).jpeg)
    answer = CliRunner().invoke(READ, [str(picture), "--deck", name, "--data", str(data_folder)])
    assert answer.exit_code == 0, answer.output
    assert len(answer.stdout.splitlines()) > 2


@pytest.mark.parametrize("name", ["", "hanafuda", "../x", "a/b", "Mine", "a" * 33, "-a", "札", "a\n", ".."])
def test_names_that_cannot_be_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="bad_name"):
        store.deck_path(name, tmp_path)


def test_a_deck_nobody_enrolled_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="no_model"):
        deck_file.load_deck_classifier("nobody", tmp_path)


def test_a_deck_is_carried_as_one_file(
    enrol_drawn_deck: Callable[[str], tuple[str, Path]], data_folder: Path, tmp_path: Path
) -> None:
    name, _ = enrol_drawn_deck("western")
    file, other = tmp_path / "carried", tmp_path / "other"
    assert CliRunner().invoke(DECKS, ["--data", str(data_folder), "--export", name, str(file)]).exit_code == 0
    taken = CliRunner().invoke(DECKS, ["--data", str(other), "--import", "guest", str(file)])
    assert taken.exit_code == 0, taken.output
    assert CliRunner().invoke(DECKS, ["--data", str(other)]).stdout.startswith("guest\t")
    assert (
        deck_file.load_deck_classifier("guest", other).labels
        == deck_file.load_deck_classifier(name, data_folder).labels
    )


def _change_arrays(content: bytes, **arrays: NDArray[np.generic]) -> bytes:
    with np.load(io.BytesIO(content)) as stored:
        kept = {**stored, **arrays}
    buffer = io.BytesIO()
    np.savez(buffer, **kept)  # type: ignore[arg-type]
    return buffer.getvalue()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda content: content[: len(content) // 2],
        lambda content: b"",
        lambda content: b"PK\x03\x04 nothing",
        lambda content: _change_arrays(content, manifest=np.frombuffer(b"{", np.uint8)),
        lambda content: _change_arrays(content, manifest=np.frombuffer(b"[]", np.uint8)),
        lambda content: _change_arrays(content, means=np.full((8, 5), np.nan)),
        lambda content: _change_arrays(content, projection=np.zeros((2, 2))),
        lambda content: _change_arrays(content, variances=np.array([print] * 3, dtype=object)),
    ],
)
def test_a_spoiled_file_is_refused_and_the_old_deck_kept(
    spoil: Callable[[bytes], bytes],
    enrol_drawn_deck: Callable[[str], tuple[str, Path]],
    data_folder: Path,
    tmp_path: Path,
) -> None:
    name, _ = enrol_drawn_deck("western")
    content = deck_file.read_deck_file(store.deck_path(name, data_folder))
    kept = deck_file.save_deck("guest", tmp_path, content)
    with pytest.raises(Refusal, match="bad_model"):
        deck_file.save_deck("guest", tmp_path, spoil(content))
    assert kept.read_bytes() == content


@pytest.mark.long
def test_the_same_pictures_give_the_same_deck(tmp_path: Path) -> None:
    folder = tmp_path / "cards"
    folder.mkdir()
    lines = ["file,card,notes"]
    for code in ("AS", "2H"):
        cv2.imwrite(str(folder / f"{code}.png"), rasterise(code, 120)[..., :3])
        lines.append(f"{code}.png,{code},")
    (folder / "labels.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    one, two = (
        train_deck(
            "two", "western", load_set(folder, "western", {}, exact_codes=True), lambda _: None, views_per_picture=8
        )
        for _ in range(2)
    )
    assert deck_file.encode_deck(one.manifest, one.arrays) == deck_file.encode_deck(two.manifest, two.arrays)
    assert set(one.missing_codes) == set(decks()["western"].faces) - {"AS", "2H"}
    words = ["two", "--kind", "western", "--cards", str(folder), "--views", "8", "--data", str(tmp_path / "data")]
    answer = CliRunner().invoke(ENROL, words, env={"LC_ALL": "C"})
    assert f"such a card may be taken for another: {' '.join(one.missing_codes)}" in answer.stdout


def test_one_face_is_no_deck(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), rasterise("AS", 120)[..., :3])
    (tmp_path / "labels.csv").write_text("file,card,notes\na.png,AS,\n", encoding="utf-8")
    answer = CliRunner().invoke(
        ENROL, ["mine", "--kind", "western", "--cards", str(tmp_path), "--data", str(tmp_path / "data")]
    )
    assert answer.exit_code == 2
    assert "too_few_cards" in answer.output


@pytest.mark.long
def test_a_deck_laid_out_is_cut_into_its_faces(tmp_path: Path, lay_in_rows: Callable[..., object]) -> None:
    pack = decks()["hanafuda"].pack()
    files = []
    for start in range(0, 48, 12):
        table = np.full((800, 1300, 3), (60, 70, 50), np.uint8)
        lay_in_rows(pack[start : start + 12], table)
        files.append(tmp_path / f"{start}.png")
        cv2.imwrite(str(files[-1]), table)
    chosen = load_laid(files, "hanafuda")
    assert tuple(code for code, _ in chosen.faces) == pack
    size = (66, 108)
    drawn = {
        code: cv2.resize(rasterise(code, 200)[..., :3], size, interpolation=cv2.INTER_AREA).astype(float)
        for code in pack
    }
    for code, picture in chosen.faces:
        small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(float)
        best = min(drawn, key=lambda other: float(np.abs(drawn[other] - small).mean()))
        assert best in decks()["hanafuda"].same_faces[code]


def test_a_layout_with_a_card_missing_is_refused(tmp_path: Path, lay_in_rows: Callable[..., object]) -> None:
    table = np.full((800, 1300, 3), (60, 70, 50), np.uint8)
    lay_in_rows(decks()["hanafuda"].pack()[:11], table)
    file = tmp_path / "eleven.png"
    cv2.imwrite(str(file), table)
    with pytest.raises(Refusal, match=r"bad_count: .*11 cards were found where 12 belong"):
        load_laid([file], "hanafuda")


@pytest.mark.long
def test_the_worker_reads_an_enrolled_deck_by_its_name(
    enrol_drawn_deck: Callable[[str], tuple[str, Path]], data_folder: Path
) -> None:
    name, folder = enrol_drawn_deck("western")
    shot = photograph(SceneSpec(3, count=4), FolderFaces(folder, "western"))
    scanner = ScannerClient(data_dir=data_folder)
    scanner.start()
    try:
        read = scanner.read_upload(shot.jpeg, name, timeout=240).read
    finally:
        scanner.close()
    assert read.deck == name
    assert {card.card for card in read.cards if card.card} <= set(decks()["western"].faces)

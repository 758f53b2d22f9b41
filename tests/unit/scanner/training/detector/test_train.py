"""`fudayomi train` for the detector: held-out decks and model card."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result
from numpy.typing import NDArray

import models
from scanner.detection.detector import load_detector
from scanner.imaging.decode import encode_jpeg
from scanner.imaging.geometry import ImagePyramid
from scanner.imaging.onnx_session import OnnxSession
from scanner.setup.card_set import CardSet
from scanner.training.detector import evaluate, train
from scanner.training.detector.model_card import render_model_card
from scanner.training.detector.refinement_samples import ScenePyramid
from scanner.training.detector.scenes import LabelledScene
from scanner.training.detector.train import DetectorTrainingConfig, export_detector, split_held_out
from scorer.decks import decks
from scorer.errors import Refusal
from web.cli.commands.train import COMMAND

Paint = Callable[[int], NDArray[np.uint8]]
SHIPPED = Path(models.__path__[0]) / "detector"
NETWORKS = ((SHIPPED / "proposals.onnx").read_bytes(), (SHIPPED / "refinement.onnx").read_bytes())


@pytest.fixture
def folders(tmp_path: Path, paint_face: Paint) -> list[Path]:
    """Two sets of painted hanafuda and one of painted Western cards, in folders KIND/SET."""
    made = []
    for number, (name, code) in enumerate(
        (("hanafuda/one", "h01-1"), ("hanafuda/two", "h02-1"), ("western/three", "AS"))
    ):
        made.append(tmp_path / name)
        made[-1].mkdir(parents=True)
        (made[-1] / "a.jpg").write_bytes(encode_jpeg(paint_face(number)))
        (made[-1] / "labels.csv").write_text(f"file,card,notes\na.jpg,{code},\n", encoding="utf-8")
    return made


@pytest.fixture
def begun() -> list[bytes | None]:
    """What each network began with: an ONNX file, or None for random weights."""
    return []


@pytest.fixture
def training_tables(monkeypatch: pytest.MonkeyPatch, begun: list[bytes | None]) -> list[list[LabelledScene]]:
    """Scenes that each network was trained on. Training returns the shipped networks at once."""
    tables: list[list[LabelledScene]] = []

    def train_proposals(
        given: list[LabelledScene], seed: int, steps: int, progress: Callable[[str], None], begin: bytes | None
    ) -> bytes:
        begun.append(begin)
        tables.append(given)
        progress(f"step {steps} of {steps}")
        return NETWORKS[0]

    def train_refinement(
        given: list[ScenePyramid], seed: int, steps: int, progress: Callable[[str], None], begin: bytes | None
    ) -> bytes:
        begun.append(begin)
        tables.append([source.scene for source in given])
        progress(f"step {steps} of {steps}")
        return NETWORKS[1]

    for module, name, function in (
        ("network", "train_detector_net", train_proposals),
        ("refinement_network", "train_refinement_net", train_refinement),
    ):
        stand_in = ModuleType(f"scanner.training.detector.{module}")
        setattr(stand_in, name, function)
        monkeypatch.setitem(sys.modules, stand_in.__name__, stand_in)
    monkeypatch.setattr(train, "can_train_detector", lambda: True)
    monkeypatch.setattr(evaluate, "SCENES_PER_DECK", 1)
    monkeypatch.setattr("web.cli.training_report.os.cpu_count", lambda: 1)
    return tables


@pytest.fixture
def deck(paint_face: Paint) -> CardSet:
    """A few painted cards as the project's own."""
    faces = tuple((f"h{number:02}-1", paint_face(number)) for number in range(1, 5))
    return CardSet("fudayomi", "fudayomi", "MIT", "scanner/art", faces, ())


def _run_train(*words: object, lang: str = "C") -> Result:
    return CliRunner().invoke(COMMAND, ["--kind", "detector", *map(str, words)], env={"LC_ALL": lang})


@pytest.mark.long
def test_decks_held_out_are_not_learned_from_and_stand_in_the_table_whoever_draws(
    folders: list[Path], tmp_path: Path, training_tables: list[list[LabelledScene]], monkeypatch: pytest.MonkeyPatch
) -> None:
    about = tmp_path / "about.json"
    about.write_text(json.dumps({name: {"pattern": "old", "licence": "ours"} for name in ("one", "two")}))
    answers = []
    for hands, out in ((2, tmp_path / "a"), (1, tmp_path / "b")):
        monkeypatch.setattr("web.cli.training_report.os.cpu_count", lambda: hands)  # noqa: B023  asked before the next
        held_out = ("--held-out", "two", "--held-out", "three")
        answers.append(_run_train(*folders, *held_out, "--no-own", "--tables", 3, "--about", about, "--out", out))
    assert [answer.exit_code for answer in answers] == [0, 0], answers[0].output
    assert "step 5000 of 5000" in answers[0].stderr
    assert "step 4000 of 4000" in answers[0].stderr
    assert "tried on three, 2 of 2" in answers[1].stderr
    lines = answers[0].stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["held", "two", "three", str(tmp_path / "a")]
    made = json.loads((tmp_path / "a/detector.json").read_text(encoding="utf-8"))
    assert [row["set"] for row in made["trained_on"]] == ["one"]
    assert [(row["set"], row["akin"]) for row in made["held_out"]] == [("two", ["one"]), ("three", [])]
    card = (tmp_path / "a/README.md").read_text(encoding="utf-8")
    assert "| hanafuda | two | old | one | 1 |" in card
    assert "pictures of bare tables" not in card
    for name in ("detector.json", "proposals.onnx", "refinement.onnx", "README.md"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    assert len(training_tables) == 4, "both networks, twice"
    for tables in training_tables[1:]:
        for one, two in zip(training_tables[0], tables, strict=True):
            np.testing.assert_array_equal(one.picture, two.picture)


def test_the_drawings_of_the_project_are_learned_beside_the_given_decks(
    folders: list[Path],
    tmp_path: Path,
    training_tables: list[list[LabelledScene]],
    deck: CardSet,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(train.card_sets, "project_card_set", lambda _: deck)
    answer = _run_train(*folders, "--tables", 1, "--out", tmp_path)
    assert answer.exit_code == 0, answer.output
    learned = json.loads((tmp_path / "detector.json").read_text(encoding="utf-8"))["trained_on"]
    assert [row["set"] for row in learned] == ["one", "two", "three"] + ["fudayomi"] * len(decks())
    assert len(training_tables) == 2


@pytest.mark.long
def test_a_detector_learns_on_and_says_what_it_began_with(
    folders: list[Path], tmp_path: Path, training_tables: list[list[LabelledScene]], begun: list[bytes | None]
) -> None:
    answer = _run_train(folders[0], "--no-own", "--tables", 1, "--out", tmp_path / "a")
    assert answer.exit_code == 0, answer.output
    further = ("--no-own", "--tables", 2, "--seed", 5, "--from", tmp_path / "a", "--out", tmp_path / "b")
    answer = _run_train(folders[1], *further)
    assert answer.exit_code == 0, answer.output
    assert begun == [None, None, *NETWORKS]
    made = json.loads((tmp_path / "b/detector.json").read_text(encoding="utf-8"))
    assert made["made"]["tables"] == 2
    assert made["begun_with"] == [{"tables": 1, "steps": 5000, "refinement_steps": 4000, "seed": 0}]
    assert [row["set"] for row in made["trained_on"]] == ["two", "one"], "what it had learned before counts, too"
    card = (tmp_path / "b/README.md").read_text(encoding="utf-8")
    assert "The weights they began with had learned from\n1 other tables in 5000 and 4000 steps, seed 0." in card
    answer = _run_train(*folders[:2], "--held-out", "one", "--from", tmp_path / "b", "--out", tmp_path / "c")
    assert answer.exit_code == 2
    assert "has learned from that set" in answer.stderr, "it would be tried on what it knows"


def test_what_proposes_is_kept_while_what_refines_learns_on(
    folders: list[Path], tmp_path: Path, training_tables: list[list[LabelledScene]], begun: list[bytes | None]
) -> None:
    words = ("--no-own", "--tables", 1, "--steps", 0, "--out", tmp_path)
    answer = _run_train(folders[0], *words, "--from", SHIPPED)
    assert answer.exit_code == 0, answer.output
    assert begun == [NETWORKS[1]], "what refines has learned, and nothing else"
    assert (tmp_path / "proposals.onnx").read_bytes() == NETWORKS[0]
    assert json.loads((tmp_path / "detector.json").read_text(encoding="utf-8"))["made"]["steps"] == 0
    answer = _run_train(folders[0], *words)
    assert answer.exit_code == 2
    assert "name its folder with --from" in answer.stderr, "there is none to keep"
    assert len(training_tables) == 1


def test_what_is_no_detector_cannot_learn_on(
    folders: list[Path], tmp_path: Path, training_tables: list[list[LabelledScene]]
) -> None:
    answer = _run_train(*folders, "--no-own", "--from", folders[0], "--out", tmp_path / "b")
    assert answer.exit_code == 2
    assert json.loads(answer.stderr)["error"]["code"] == "bad_model"
    assert not training_tables


def test_tried_on_nothing_the_card_and_the_command_say_so(
    tmp_path: Path, training_tables: list[list[LabelledScene]], deck: CardSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(train.card_sets, "project_card_set", lambda _: deck)
    answer = _run_train("--tables", 1, "--out", tmp_path)
    assert answer.exit_code == 0, answer.output
    assert "no deck it was not shown" in answer.stdout
    assert "It was not evaluated on held-out decks" in (tmp_path / "README.md").read_text(encoding="utf-8")
    learned = json.loads((tmp_path / "detector.json").read_text(encoding="utf-8"))
    assert {(row["kind"], row["set"]) for row in learned["trained_on"]} == {(kind, "fudayomi") for kind in decks()}
    assert learned["held_out"] == []


def test_a_network_written_down_can_be_loaded_and_says_what_it_saw(tmp_path: Path, deck: CardSet) -> None:
    chosen = [("hanafuda", deck)]
    config = DetectorTrainingConfig(tables=3, steps=2, refinement_steps=4)
    export_detector(tmp_path, chosen, config, NETWORKS, [], background_count=7)
    assert load_detector(tmp_path).detect(ImagePyramid(np.zeros((64, 64, 3), np.uint8))).detections == []
    card = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert "3 drawn tables, 2 and 4 steps, seed 0" in card
    assert "7 pictures of bare tables" in card
    assert "| hanafuda | fudayomi | fudayomi | 4 | MIT |" in card


def test_the_shipped_card_is_that_of_the_shipped_networks() -> None:
    about = json.loads((SHIPPED / "detector.json").read_text(encoding="utf-8"))
    assert (SHIPPED / "README.md").read_text(encoding="utf-8") == render_model_card(about)
    shown = {(row["kind"], row["set"]) for row in about["trained_on"]}
    for row in about["held_out"]:
        assert (row["kind"], row["set"]) not in shown
        assert {(row["kind"], name) for name in row["akin"]} <= shown


def test_folders_of_unknown_decks_and_names_of_no_folder_are_refused(
    tmp_path: Path, folders: list[Path], training_tables: list[list[LabelledScene]]
) -> None:
    with pytest.raises(Refusal, match="no kind of deck"):
        train.train_detector([tmp_path / "tarot/mine"], tmp_path, DetectorTrainingConfig(tables=1, steps=1))
    with pytest.raises(Refusal, match="no set of that name"):
        split_held_out(folders, ["four"])
    answer = _run_train(*folders, "--held-out", "four", "--out", tmp_path)
    assert answer.exit_code == 2
    assert json.loads(answer.stderr)["error"]["code"] == "bad_cards"
    about = tmp_path / "about.json"
    for text in ("no json", "[1]", '{"one": 2}'):
        about.write_text(text)
        answer = _run_train(*folders, "--about", about, "--out", tmp_path)
        assert answer.exit_code == 2
        assert json.loads(answer.stderr)["error"]["code"] == "bad_cards"
    assert not training_tables


@pytest.mark.parametrize("words", [["--views", "24"], ["--epochs", "3"], ["--further-epochs", "1"]])
def test_options_of_what_names_cards_are_refused(words: list[str]) -> None:
    for lang, says in (("C", "leave it out"), ("ja_JP.UTF-8", "外してください")):
        answer = _run_train(*words, lang=lang)
        assert answer.exit_code == 2
        assert words[0] in answer.stderr
        assert says in answer.stderr


@pytest.mark.parametrize("words", [["--tables", "5"], ["--steps", "5"], ["--refinement-steps", "5"], ["--from", "."]])
def test_options_of_the_detector_are_refused_for_what_names_cards(words: list[str]) -> None:
    answer = CliRunner().invoke(COMMAND, ["--kind", "western", *words], env={"LC_ALL": "C"})
    assert answer.exit_code == 2
    assert f"{words[0]} says nothing with --kind western" in answer.stderr


def test_without_torch_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "can_train_detector", lambda: False)
    answer = _run_train()
    assert answer.exit_code == 1
    assert "fudayomi[train]" in answer.stderr


@pytest.mark.skipif(not train.can_train_detector(), reason="needs torch and onnx")
def test_the_same_seed_teaches_the_same_network(folders: list[Path], tmp_path: Path) -> None:
    for name in ("a", "b"):
        train.train_detector(folders, tmp_path / name, DetectorTrainingConfig(2, 2, 2, seed=4))
    for name in ("proposals.onnx", "refinement.onnx"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    assert load_detector(tmp_path / "a")


@pytest.mark.skipif(not train.can_train_detector(), reason="needs torch and onnx")
def test_networks_that_learn_on_begin_with_what_the_shipped_ones_say() -> None:
    import torch  # noqa: PLC0415  not in the gate's environment

    from scanner.training.detector.network import DetectorNet  # noqa: PLC0415  as above
    from scanner.training.detector.refinement_network import RefinementNet  # noqa: PLC0415  as above
    from scanner.training.onnx_weights import begin_with  # noqa: PLC0415  as above

    rng = np.random.default_rng(2)
    views = cv2.GaussianBlur(rng.normal(0, 3, (12, 96, 64, 3)).reshape(-1, 64, 3), (0, 0), 4).reshape(12, 96, 64, 3)
    views = np.ascontiguousarray(views.transpose(0, 3, 1, 2), np.float32)
    for net, network in ((DetectorNet(), NETWORKS[0]), (RefinementNet(), NETWORKS[1])):
        begin_with(net, network, torch.from_numpy(views))
        for mode in (net.eval(), net.train()):
            with torch.no_grad():
                output = mode(torch.from_numpy(views))
            numbers = (output if isinstance(output, torch.Tensor) else output[0]).numpy()
            shipped = np.concatenate([OnnxSession(network).run(view[None])[0] for view in views])
            assert np.abs(numbers - shipped).mean() < 0.25 * np.abs(shipped - shipped.mean(axis=0)).mean()
    with pytest.raises(ValueError, match="without a layer"):
        begin_with(RefinementNet(), NETWORKS[0], torch.from_numpy(views))

"""Inputs of a followed round survive the process, even if damaged."""

from __future__ import annotations

from pathlib import Path

from web.following.input_file import INPUT_FILE_NAME, InputFile

HEAD = {"evening": 2, "version": 5, "left": {"t": 0.0}}


def test_inputs_come_back_in_order_for_their_round_alone(tmp_path: Path) -> None:
    file = InputFile(tmp_path)
    assert file.read(2, 5) is None
    file.begin(HEAD)
    file.append({"tap": "back"})
    file.append({"confirmed": ["é"]})
    assert InputFile(tmp_path).read(2, 5) == (HEAD, [{"tap": "back"}, {"confirmed": ["é"]}])
    assert file.read(2, 6) is None
    file.begin({**HEAD, "version": 6})
    assert file.read(2, 6) == ({**HEAD, "version": 6}, [])
    file.clear()
    file.clear()
    assert file.read(2, 6) is None


def test_what_follows_a_damaged_line_is_left_out(tmp_path: Path) -> None:
    file = InputFile(tmp_path)
    file.begin(HEAD)
    file.append({"tap": "back"})
    with (tmp_path / INPUT_FILE_NAME).open("ab") as torn:
        torn.write(b'{"tap": \n{"tap": "accept"}\n')
    assert file.read(2, 5) == (HEAD, [{"tap": "back"}])
    for text in ("", "[]", '{"evening": "2"}', "\x00"):
        (tmp_path / INPUT_FILE_NAME).write_text(text)
        assert file.read(2, 5) is None


def test_a_table_without_a_folder_and_a_full_disk_keep_nothing(tmp_path: Path) -> None:
    nowhere = InputFile(None)
    nowhere.begin(HEAD)
    nowhere.append({})
    nowhere.clear()
    assert nowhere.read(2, 5) is None
    gone = InputFile(tmp_path / "gone")
    gone.begin(HEAD)
    assert gone.read(2, 5) is None
    (tmp_path / "taken" / INPUT_FILE_NAME).mkdir(parents=True)
    InputFile(tmp_path / "taken").clear()

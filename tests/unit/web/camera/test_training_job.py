"""A deck learned by another process: progress, success and failures."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from web.camera import training_job
from web.camera.training_job import TrainingJob

HALF = """{"share": 0.5004, "says": {"en": "half", "ja": "半分"}}"""
DONE = """{"share": 0.9, "says": {"en": "done", "ja": "済み"}, "done": true}"""
ERROR = """{"error": {"code": "too_few_cards", "message": {"en": "too few", "ja": "少ない"}}}"""


def run_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> tuple[TrainingJob, list[TrainingJob]]:
    """Run a job whose process is a shell script. The job, and the names that it reported as finished."""
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o700)
    monkeypatch.setattr(training_job.sys, "executable", str(program))
    finished: list[TrainingJob] = []
    job = TrainingJob("ours", "hanafuda", tmp_path / "cards", tmp_path, finished.append)
    for thread in threading.enumerate():
        if thread.name == "training-job":
            thread.join(60)
    return job, finished


def test_a_deck_that_was_learned_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    job, finished = run_job(tmp_path, monkeypatch, f"echo \"$*\" > {tmp_path}/words\necho '{HALF}'\necho '{DONE}'")
    assert finished == [job]
    assert job.as_json() == {
        "name": "ours",
        "running": False,
        "share": 1.0,
        "says": {"en": "done", "ja": "済み"},
        "refusal": None,
    }
    words = (tmp_path / "words").read_text().split()
    assert words[:4] == ["-m", "scanner.training.enrolment.worker", "ours", "hanafuda"]
    assert "--memory=1073741824" in words


@pytest.mark.parametrize(
    ("script", "code", "share"),
    [
        (f"echo '{HALF}'", "no_lesson", 0.5),
        (f"echo '{DONE}'\nexit 1", "no_lesson", 0.9),
        (f"echo '{HALF}'\necho '{ERROR}'\nexit 2", "too_few_cards", 0.5),
        ("echo 'no json'", "no_lesson", 0.0),
        ("echo '{}'", "no_lesson", 0.0),
        ("kill -9 $$", "no_lesson", 0.0),
    ],
)
def test_a_lesson_that_stops_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, code: str, share: float
) -> None:
    job, finished = run_job(tmp_path, monkeypatch, script)
    answer = job.as_json()
    assert (finished, answer["running"], answer["share"], answer["refusal"]["code"]) == ([], False, share, code)


def test_a_program_that_is_not_there_is_a_lesson_that_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training_job.sys, "executable", str(tmp_path / "away"))
    job = TrainingJob("ours", "hanafuda", tmp_path, tmp_path, lambda _: None)
    assert job.as_json()["refusal"]["code"] == "no_lesson"
    job.cancel()


def test_a_lesson_cancelled_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\nexec cat /dev/zero > /dev/null\n")
    program.chmod(0o700)
    monkeypatch.setattr(training_job.sys, "executable", str(program))
    job = TrainingJob("ours", "hanafuda", tmp_path, tmp_path, lambda _: None)
    assert job.is_running
    job.cancel()
    for thread in threading.enumerate():
        if thread.name == "training-job":
            thread.join(60)
    assert not job.is_running

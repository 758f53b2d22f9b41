"""Inputs of one round after the other, folded, kept, and folded again."""

from __future__ import annotations

from pathlib import Path

from scanner.worker.rest_codec import rest_to_json
from scorer.following.sighting import Change, Rest, SeenCard
from scorer.session.events import EveningOpened
from scorer.session.reducer import replay
from tests.support.fake_following import BelievingDecoder
from web.following.input_file import InputFile
from web.following.round_log import RoundLog

SESSION = replay([EveningOpened("otoroku", "hanafuda", {}, ("Aki", "Emi"))])
PINE = SeenCard(1, 0, (0.2, 0.8), (("h01-1", 0.9),))
REST = {"rest": rest_to_json(Rest(1.0, (Change("appeared", PINE),), (PINE,))), "first": True, "at": 1.0}


def test_a_round_is_the_fold_of_its_inputs_again_and_again(tmp_path: Path) -> None:
    log = RoundLog(BelievingDecoder(), InputFile(tmp_path))
    log.add(REST)  # before any round: nothing
    assert log.round is None
    log.begin(SESSION, (1, 1))
    log.add(REST)
    log.add({"filled": {"hands.0": ["h01-1"]}})
    log.add({"confirmed": ["a:1"]})
    again = RoundLog(BelievingDecoder(), InputFile(tmp_path))
    assert not again.restore(SESSION, (1, 2))
    assert again.restore(SESSION, (1, 1))
    assert again.round is not None
    assert log.round is not None
    assert again.round.moves == log.round.moves
    assert (again.filled, again.confirmed) == ({"hands.0": ["h01-1"]}, {"a:1"})
    again.begin_anew(SESSION, (1, 2))
    assert again.round.moves == log.round.moves
    assert again.filled == {}
    again.drop()
    assert again.round is None
    assert not again.restore(SESSION, (1, 2))


def test_an_input_that_makes_no_sense_is_left_out(tmp_path: Path) -> None:
    log = RoundLog(BelievingDecoder(), InputFile(tmp_path))
    log.begin(SESSION, (1, 1))
    for line in ({"rest": {}}, {"rest": REST["rest"]}, {"confirmed": 3}, {"filled": []}, {"tap": "dance"}):
        log.add(line)
    assert log.round is not None
    assert log.round.moves == ()
    log.add(REST)
    assert len(log.round.moves) == 1


def test_a_file_with_a_damaged_head_restores_nothing(tmp_path: Path) -> None:
    file = InputFile(tmp_path)
    file.begin({"evening": 1, "version": 1, "left": {}})
    assert not RoundLog(BelievingDecoder(), file).restore(SESSION, (1, 1))

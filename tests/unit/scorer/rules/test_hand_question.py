"""A question about one hand carries what only its game knows."""

from __future__ import annotations

from scorer.rules.hand_question import HandQuestion


def test_what_is_left_out_is_nothing() -> None:
    question = HandQuestion(("h01-1",), "", {})
    assert (question.seen, question.aim, question.data) == ((), None, {})

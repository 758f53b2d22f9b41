"""The drill which card makes or improves a row of hwatu."""

from __future__ import annotations

from scorer.families.captures.hwatu.drills import AWAY
from scorer.games import game
from scorer.session.samples import sample_session


def test_the_missing_card_is_asked_for_and_the_others_add_nothing() -> None:
    rules = game("go-stop")
    table = sample_session(rules).table()
    tasks = list(AWAY.generate_tasks(rules, table, rules.play_rules.begin(table, "hanafuda").setup.pack))
    assert {task.context["missing"] for task in tasks} >= {"h12-1", "h08-2", "h03-2"}
    for task in tasks:
        solved = AWAY.solve(rules, table, task)
        assert solved.right not in solved.wrong
        assert solved.explanation

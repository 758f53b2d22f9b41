"""What stopping pays, in words, is what the settlement pays."""

from __future__ import annotations

import pytest

from scorer.families.captures.practice_calls import Calls, call_choices, cancel_choice, name_held, stop_question
from scorer.games import game
from scorer.rules.results import Settlement
from scorer.texts import Text

CALLS = Calls(
    Text("Shobu", "勝負"), Text("Sage", "下げ"), Text("It may cost.", "危険です。"), cancel=Text("Cancel", "取消")
)
AOTAN = ["h06-2", "h09-2", "h10-2"]


def settle(teyaku: list[list[str]] | None = None) -> Settlement:
    """A round of Hachi-Hachi that the dealer ends with aotan."""
    round_ = {"game": "hachi-hachi", "seats": ["Aki", "Emi", "Jun"], "piles": [AOTAN, ["h01-1"], ["h02-1"]]}
    ending = {"ended_by": "shobu", "caller": 0}
    return game("hachi-hachi").settle({**round_, **ending, **({"teyaku": teyaku} if teyaku else {})})


def test_the_question_names_the_set_and_the_risk() -> None:
    held = name_held(settle().hands[0])
    assert held.en == "Aotan: 7 kan"
    assert stop_question(held, CALLS).en == "You have Aotan: 7 kan. Shobu or sage? It may cost."


@pytest.mark.parametrize(
    ("teyaku", "gain"),
    [
        (None, "Each pays you 84"),
        ([[], ["teshi"], []], "The round brings you +96"),
        ([[], ["shiso"], []], "The round brings you −72"),
    ],
)
def test_stopping_says_what_it_pays(teyaku: list[list[str]] | None, gain: str) -> None:
    settlement = settle(teyaku)
    stop, go_on = call_choices(CALLS, settlement, 0, ("Aki", "Emi", "Jun"))
    assert (stop.key, stop.label.en) == ("shobu", f"Shobu: stop now. {gain}")
    assert go_on.key == "koikoi"
    assert cancel_choice(CALLS, settlement, 0, ("Aki", "Emi", "Jun")).label.en == f"Cancel. {gain}"

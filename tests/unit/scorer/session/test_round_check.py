"""A settled round that does not fit its evening is refused."""

from __future__ import annotations

import pytest

from scorer.errors import Refusal
from scorer.session.events import EveningOpened
from scorer.session.reducer import replay
from scorer.session.round_check import require_players

SESSION = replay([EveningOpened("otoroku", "hanafuda", {}, ("Aki", "Emi"))])
ROUND = {"game": "otoroku", "seats": ["Emi", "Aki"]}
NET = {"net": [1, -1]}


def test_the_players_come_in_the_order_of_their_seats() -> None:
    assert require_players(ROUND, NET, SESSION) == ("Emi", "Aki")


@pytest.mark.parametrize(
    ("round_", "settlement"),
    [
        ({"seats": "Aki"}, {}),
        ({"seats": ["Aki", "Aki"]}, {}),
        ({"seats": ["Aki", "Ken"]}, {}),
        ({"game": "kujuroku"}, {}),
        ({}, {"net": [1, 0]}),
        ({}, {"net": [10**15, -(10**15)]}),
        ({}, {"net": [1.0, -1.0]}),
        ({}, {"game_winners": [2]}),
        ({}, {"next_dealer": 2}),
        ({}, {"carried": 1}),
    ],
)
def test_what_does_not_fit_is_refused(round_, settlement) -> None:
    with pytest.raises(Refusal, match="bad_event"):
        require_players(ROUND | round_, NET | settlement, SESSION)

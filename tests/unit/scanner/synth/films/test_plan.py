from __future__ import annotations

from scanner.synth.films.plan import Pile
from scanner.synth.films.stage import Spot


def test_the_pile_loses_a_card_when_one_is_drawn() -> None:
    pile = Pile(Spot(0.0, 0.0), 10, (1.0, 2.5, 4.0))
    assert [pile.left_at(time_s) for time_s in (0.9, 1.0, 3.0, 9.0)] == [10, 9, 8, 7]

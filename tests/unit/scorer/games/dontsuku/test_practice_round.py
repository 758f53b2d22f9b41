"""The practice round of Dontsuku."""

from scorer.games import game
from scorer.rules.prompts import Table

SEATS = ("Aki", "Emi", "Jun", "Ken")


def test_nobody_draws_after_somebody_at_the_table_has_called_agari() -> None:
    """Jun draws a five to a ten. Ken and the dealer have no turn any more."""
    pack = ("ms-09", "mo-04", "mc-10", "ms-08", "mo-05", "mu-04", "mu-06", "mu-02")
    rules = game("dontsuku")
    finished = rules.practice_round(pack, Table(SEATS, rules.resolve_options({})), ["pass"]).finished
    assert finished is not None
    cards = [hand["cards"] for hand in finished["hands"]]
    assert cards == [["ms-09"], ["mo-04"], ["mc-10", "mo-05"], ["ms-08"]]
    assert [hand.get("acted", True) for hand in finished["hands"]] == [False, True, True, False]

"""The Nagoya order, and the forty-eight cards of each deck."""

from collections import Counter

import pytest

from scorer.families.nagoya import nagoya_ranks


@pytest.mark.parametrize(
    ("kind", "courts"), [("hanafuda", "QJK"), ("mekurifuda", "QJK"), ("western", "QJK"), ("western", "JQK")]
)
def test_twelve_ranks_of_four(kind: str, courts: str) -> None:
    assert Counter(nagoya_ranks(kind, courts).values()) == dict.fromkeys(range(1, 13), 4)


def test_only_four_plants_differ_from_their_month() -> None:
    """Tokotoko 1.2."""
    differ = {int(code[1:3]): rank for code, rank in nagoya_ranks("hanafuda").items() if int(code[1:3]) != rank}
    assert differ == {2: 12, 6: 11, 11: 2, 12: 6}


def test_western_pictures() -> None:
    """Dontsuku 1.3."""
    assert [nagoya_ranks("western")[code] for code in ("QS", "JS", "KS", "AS")] == [10, 11, 12, 1]
    assert [nagoya_ranks("western", "JQK")[code] for code in ("JS", "QS", "KS")] == [10, 11, 12]

"""Names of pairs are joined and taken apart again."""

from __future__ import annotations

import pytest

from scorer.rules.pairs import join_pair, pairs_across, split_pair


@pytest.mark.parametrize("names", [("Aki",), ("Aki", "Emi"), ("田中", "<b>佐藤</b>")])
def test_a_pair_is_taken_apart_as_it_was_joined(names: tuple[str, ...]) -> None:
    assert split_pair(join_pair(names)) == names


@pytest.mark.parametrize("name", ["a & b & c", "&", "Aki &Emi", " & Emi"])
def test_what_is_no_pair_is_one_name(name: str) -> None:
    assert split_pair(name) == (name,)


def test_partners_sit_opposite_each_other() -> None:
    assert pairs_across("ABCDEF") == (("A", "D"), ("B", "E"), ("C", "F"))

"""Lists of people and names of places, in both languages."""

from __future__ import annotations

import pytest

from scorer.seat_names import join_names, place_name
from scorer.texts import Text


@pytest.mark.parametrize(
    ("names", "en", "ja"),
    [
        (["Aki"], "Aki", "Aki"),
        (["Aki", "Emi"], "Aki and Emi", "AkiとEmi"),
        (["Aki", "Emi", "Jun", "Rin"], "Aki, Emi, Jun and Rin", "Aki、Emi、Jun、Rin"),
    ],
)
def test_several_people_are_one_list(names: list[str], en: str, ja: str) -> None:
    assert join_names(names) == Text(en, ja)


def test_nobody_is_no_list() -> None:
    with pytest.raises(ValueError, match="unpack"):
        join_names([])


@pytest.mark.parametrize("seats", range(2, 11))
def test_no_two_places_of_a_table_have_one_name(seats: int) -> None:
    places = [place_name(seat, seats) for seat in range(seats)]
    assert len({place.en for place in places}) == len({place.ja for place in places}) == seats


def test_places_are_counted_to_the_right_of_the_dealer() -> None:
    assert [place_name(seat, 7).ja for seat in range(7)] == [
        "親",
        "親の右隣",
        "親から右へ2人目",
        "親から右へ3人目",
        "親から右へ4人目",
        "親から右へ5人目",
        "親の左隣",
    ]
    assert place_name(4, 7).en == "4th from the right of the dealer"
    assert place_name(1, 2).en == "opposite the dealer"
    assert place_name(2, 3).en == "left of the dealer"

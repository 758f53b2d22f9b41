"""Which codes of a deck are one face to the rules, and one drawing."""

from __future__ import annotations

import pytest

from scanner.recognition.labels import BACK, NO_CARD, equivalent_codes, same_artwork
from scorer.decks import decks


@pytest.mark.parametrize("kind", sorted(decks()))
def test_equivalent_codes_are_groups_that_share_no_code(kind: str) -> None:
    groups = equivalent_codes(kind)
    assert list(groups) == list(decks()[kind].faces)
    for code, group in groups.items():
        assert code in group
        assert all(groups[other] == group for other in group)
    assert not {BACK, NO_CARD} & set(groups)


def test_only_the_chaff_of_a_month_is_one_face() -> None:
    groups = equivalent_codes("hanafuda")
    assert groups["h01-3"] == groups["h01-4"] == ("h01-3", "h01-4")
    assert groups["h12-4"] == ("h12-2", "h12-3", "h12-4")
    assert groups["h01-1"] == ("h01-1",)
    assert len(set(groups.values())) == 24 + 12, "brights, animals and ribbons, and the chaff of twelve months"


@pytest.mark.parametrize("kind", ["western", "mekurifuda", "kabufuda", "daini"])
def test_in_other_decks_every_face_stands_alone(kind: str) -> None:
    assert all(group == (code,) for code, group in equivalent_codes(kind).items())


@pytest.mark.parametrize("kind", sorted(decks()))
def test_one_drawing_stands_for_itself_and_for_one_face(kind: str) -> None:
    drawings = same_artwork(kind)
    for code, drawing in drawings.items():
        assert drawings[drawing] == drawing
        assert drawing in equivalent_codes(kind)[code]

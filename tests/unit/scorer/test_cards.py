"""Faces and decks: the pack is every copy of every face, and stays so."""

from __future__ import annotations

from collections import Counter

import pytest

from scorer.cards import KIND_NAMES, Deck, Face
from scorer.decks import decks, same_faces, unclear_cards
from scorer.texts import Name

PINE = Face("a", Name("pine", "松"), 1, "bright", copies=2)
PLUM = Face("b", Name("plum", "梅"), 2, "chaff")
SMALL = Deck("small", Name("small deck", "小札"), (PINE, PLUM), ((Name("all", "全部"), ("a", "b")),))


def test_a_pack_holds_every_copy_in_the_order_of_the_faces() -> None:
    assert SMALL.pack() == ("a", "a", "b")
    assert SMALL.copies == {"a": 2, "b": 1}
    assert SMALL.faces == {"a": PINE, "b": PLUM}


def test_chaff_of_one_month_is_one_face_to_the_rules() -> None:
    assert decks()["hanafuda"].same_faces["h12-3"] == ("h12-2", "h12-3", "h12-4")
    assert decks()["hanafuda"].same_faces["h12-1"] == ("h12-1",)
    assert same_faces("h01-4") == ("h01-3", "h01-4")
    assert same_faces("z99") == ("z99",)


@pytest.mark.parametrize("kind", sorted(decks()))
def test_faces_that_are_the_same_are_groups_that_share_no_code(kind: str) -> None:
    groups = decks()[kind].same_faces
    assert list(groups) == list(decks()[kind].faces)
    for code, group in groups.items():
        assert code in group
        assert all(groups[other] == group for other in group)


def test_only_the_chaff_of_a_month_is_one_face() -> None:
    groups = decks()["hanafuda"].same_faces
    faces = {groups[code] for code in decks()["hanafuda"].copies}
    assert len(faces) == 24 + 12, "brights, animals and ribbons, and the chaff of twelve months"
    assert groups["hj2"] == ("hj1", "hj2", "hj3"), "bonus cards of one worth"
    for kind in set(decks()) - {"hanafuda"}:
        assert all(group == (code,) for code, group in decks()[kind].same_faces.items())


def test_a_deck_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        SMALL.copies["a"] = 3  # type: ignore[index]
    with pytest.raises(AttributeError):
        SMALL.kind = "other"  # type: ignore[misc]


def test_two_decks_alike_are_still_two_decks() -> None:
    twin = Deck(SMALL.kind, SMALL.name, SMALL.face_list, SMALL.groups)
    assert twin != SMALL
    assert twin.pack() == SMALL.pack()


@pytest.mark.parametrize(
    ("kind", "cards"), [("hanafuda", 48), ("western", 54), ("mekurifuda", 49), ("kabufuda", 41), ("daini", 42)]
)
def test_the_packs_have_as_many_cards_as_one_buys(kind: str, cards: int) -> None:
    deck = decks()[kind]
    assert len(deck.pack()) == cards
    assert Counter(deck.pack()) == deck.copies
    assert {face.kind for face in deck.face_list} <= set(KIND_NAMES)
    assert sorted(code for _, row in deck.all_groups for code in row) == sorted(deck.faces)


def test_extras_are_cards_of_the_deck_that_no_pack_holds_by_itself() -> None:
    deck = decks()["hanafuda"]
    bonus = [face.code for _, row in deck.extras for face in row]
    assert bonus == ["hj1", "hj2", "hj3", "hj4", "hj5", "hj6"]
    assert set(bonus) <= set(deck.faces)
    assert not set(bonus) & {*deck.copies, *deck.pack(), *(face.code for face in deck.face_list)}
    assert [row for _, row in deck.groups_of({"h01-1", "hj5"})] == [("h01-1",), *[()] * 11, ("hj5",)]
    assert len(deck.groups_of(deck.copies)) == 12, "no row of extras where none is in play"


def test_where_all_cards_of_a_face_lie_together_nobody_need_tell_them_apart() -> None:
    told_apart = frozenset({"h12-2"})
    assert unclear_cards([["h12-3", "h01-3"], ["h12-4", "h01-4"]], told_apart) == {"h12-3", "h12-4"}
    assert unclear_cards([["h12-3", "h12-2", "h12-4"], []], told_apart) == frozenset()
    assert unclear_cards([["h12-3"], ["h12-2"]], ()) == frozenset()

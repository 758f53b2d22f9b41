"""Several readings of one table become one, without growing surer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scanner.reads import Alternative, CardRead, PictureRead
from scanner.tracking.fusion import (
    apply_deck_constraints,
    assign_codes,
    canonical_codes,
    card_angle_deg,
    card_center,
    card_width,
    copies_per_face,
    distance_in_widths,
    fuse_readings,
    readings_agree,
    with_other_poses,
)


def _card(
    code: str | None, confidence: float = 0.99, x: float = 0.0, *, sure: bool = True, **rivals: float
) -> CardRead:
    """A card of 30 by 50 pixels at that place. Rivals are the faces h10-2 and h08-1."""
    corners = ((x, 0.0), (x + 30, 0.0), (x + 30, 50.0), (x, 50.0))
    others = tuple(Alternative(name.replace("_", "-"), share) for name, share in rivals.items())
    return CardRead(code, confidence, sure, "up" if code else "down", corners, others, "" if sure else "close_call")


def _reading(*cards: CardRead) -> PictureRead:
    return PictureRead(400, 300, "hanafuda", 1.0, cards)


def test_place_and_size_of_a_card_come_from_its_corners() -> None:
    card = _card("h01-1", x=10)
    lying = replace(card, corners=((60.0, 0.0), (60.0, 30.0), (10.0, 30.0), (10.0, 0.0)))
    assert (card_center(card), card_width(card), card_angle_deg(card)) == ((25.0, 25.0), 30.0, 0.0)
    assert (card_center(lying), card_width(lying), card_angle_deg(lying)) == ((35.0, 15.0), 30.0, 90.0)
    assert distance_in_widths(card, _card("h01-1", x=55)) == 1.5
    assert card_width(replace(card, corners=((5.0, 5.0),) * 4)) == 1.0


def test_a_deck_holds_as_many_of_a_face_as_it_has_cards_of_it() -> None:
    copies = copies_per_face("hanafuda")
    assert (copies["h01-1"], copies["h01-3"], copies["h12-2"]) == (1, 2, 3)
    assert "h01-4" not in copies
    assert canonical_codes("hanafuda")["h01-4"] == "h01-3"
    assert sum(copies.values()) == 48


def test_contradicting_readings_have_the_geometric_mean_of_their_probabilities() -> None:
    one = _card("h09-2", 0.8, sure=False, h10_2=0.2)
    other = _card("h10-2", 0.8, sure=False, h09_2=0.2)
    (read,) = fuse_readings([_reading(one), _reading(other)], "hanafuda")
    assert read.confidence == pytest.approx(0.4)
    assert [share.confidence for share in read.alternatives] == pytest.approx([0.4])
    assert (read.sure, read.doubt) == (False, "close_call")


def test_readings_agree_if_every_place_has_one_sure_face() -> None:
    both = _reading(_card("h01-3"), _card("h08-1", x=100))
    moved = _reading(_card("h01-4", x=11), _card("h08-1", x=100))
    assert readings_agree(both, moved, "hanafuda")
    assert readings_agree(_reading(), _reading(), "hanafuda")
    for other in (_card("h10-1", x=100), _card("h08-1", x=113), _card("h08-1", x=100, sure=False), _card(None, x=100)):
        assert not readings_agree(both, _reading(_card("h01-3"), other), "hanafuda")
    assert not readings_agree(both, _reading(_card("h01-3")), "hanafuda")


@pytest.mark.parametrize(("x", "confidence", "sure"), [(31, 0.97, True), (29, 0.99, False), (31, 0.96, False)])
def test_a_second_pose_makes_sure_if_it_is_another_and_both_have_little_doubt(
    x: float, confidence: float, sure: bool
) -> None:
    card, poses = with_other_poses(_card("h09-2", 0.98, sure=False), (), "hanafuda")
    assert (card.sure, len(poses)) == (False, 1)
    second, poses = with_other_poses(_card("h09-2", confidence, x, sure=False), poses, "hanafuda")
    assert (second.sure, len(poses)) == (sure, 1 + (x > 30))
    assert not with_other_poses(_card("h10-2", 0.99, 200, sure=False), poses, "hanafuda")[0].sure


def test_each_card_gets_a_code_of_its_own_while_the_deck_has_one() -> None:
    cards = [_card(code) for code in ("h01-4", "h01-4", None, "h01-3", "h08-1", "strange")]
    codes = [card.card for card in assign_codes(cards, "hanafuda")]
    assert codes == ["h01-4", "h01-3", None, "h01-3", "h08-1", "strange"]
    sure = [(card.sure, card.doubt) for card in apply_deck_constraints(cards[:4], "hanafuda")]
    assert sure == [(True, "")] * 3 + [(False, "twice")]


@pytest.mark.parametrize(
    ("own", "rival", "others", "sure"),
    [
        (0.9, 0.0999, ["h10-2"], True),
        (0.9, 0.0999, [], False),
        (0.9, 0.09, ["h10-2"], False),
        (0.9, 0.0999, ["h10-2", "h09-2"], False),
    ],
    ids=["rival elsewhere", "rival free", "other faces possible", "its own face elsewhere"],
)
def test_a_doubtful_card_is_sure_only_if_no_other_face_is_left(
    own: float, rival: float, others: list[str], sure: bool
) -> None:
    doubtful = _card("h09-2", own, sure=False, h10_2=rival)
    card, *rest = apply_deck_constraints([doubtful, *(_card(code, x=100) for code in others)], "hanafuda")
    assert (card.sure, card.doubt) == (sure, "" if sure else "close_call")
    assert card.confidence == (pytest.approx(0.9 / 0.9001) if sure else 0.9)
    assert all(other.sure for other in rest)

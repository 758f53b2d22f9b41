"""What the pack says of cards: codes, copies, excluded names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scanner.reads import Alternative, CardRead
from scanner.tracking.pack import apply_deck_constraints, assign_codes, canonical_codes, copies_per_face


def _card_read(
    code: str | None, confidence: float = 0.99, x: float = 0.0, *, sure: bool = True, **rivals: float
) -> CardRead:
    """A card of 30 by 50 pixels at `x`. Its alternatives are h10-2 and h08-1."""
    corners = ((x, 0.0), (x + 30, 0.0), (x + 30, 50.0), (x, 50.0))
    others = tuple(Alternative(name.replace("_", "-"), share) for name, share in rivals.items())
    return CardRead(code, confidence, sure, "up" if code else "down", corners, others, "" if sure else "close_call")


def test_a_deck_holds_as_many_of_a_face_as_it_has_cards_of_it() -> None:
    copies = copies_per_face("hanafuda")
    assert (copies["h01-1"], copies["h01-3"], copies["h12-2"]) == (1, 2, 3)
    assert "h01-4" not in copies
    assert canonical_codes("hanafuda")["h01-4"] == "h01-3"
    assert sum(copies.values()) == 48 + 6, "with the bonus cards of Korean packs"


def test_each_card_gets_a_code_of_its_own_while_the_deck_has_one() -> None:
    cards = [_card_read(code) for code in ("h01-4", "h01-4", None, "h01-3", "h08-1", "strange")]
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
    doubtful = _card_read("h09-2", own, sure=False, h10_2=rival)
    card, *rest = apply_deck_constraints([doubtful, *(_card_read(code, x=100) for code in others)], "hanafuda")
    assert (card.sure, card.doubt) == (sure, "" if sure else "close_call")
    assert card.confidence == (pytest.approx(0.9 / 0.9001) if sure else 0.9)
    assert all(other.sure for other in rest)


def test_a_deck_whose_rivals_all_lie_there_vouches_for_a_card_unless_it_is_badly_seen() -> None:
    doubtful, rival = _card_read("h09-2", 0.6, sure=False, h10_2=0.3985), _card_read("h10-2", x=100)
    assert [card.sure for card in apply_deck_constraints([doubtful, rival], "hanafuda")] == [True, True]
    unsure = replace(rival, sure=False)
    assert [card.sure for card in apply_deck_constraints([doubtful, unsure], "hanafuda")] == [False, False]
    glare = replace(doubtful, doubt="glare")
    assert [card.sure for card in apply_deck_constraints([glare, rival], "hanafuda")] == [False, True]


def test_one_card_more_than_the_deck_holds_is_asked_about() -> None:
    cards = apply_deck_constraints([_card_read("h08-1"), _card_read("h08-1", x=200)], "hanafuda")
    assert [(card.sure, card.doubt) for card in cards] == [(True, ""), (False, "twice")]

"""Cards of an unknown deck: hardly any is sure, and none is trusted."""

from __future__ import annotations

from scanner.doubt_texts import DOUBT_TEXTS
from scanner.reads import CardRead
from scanner.uncertainty import flag_unknown_deck

CORNERS = ((0.0, 0.0), (40.0, 0.0), (40.0, 66.0), (0.0, 66.0))


def _card_read(doubt: str = "", face: str = "up") -> CardRead:
    return CardRead("h01-1" if face == "up" else None, 0.9, not doubt, face, CORNERS, (), doubt)


def test_the_one_sure_card_of_many_is_doubtful_with_the_rest() -> None:
    flagged = flag_unknown_deck([_card_read(), *[_card_read("close_call")] * 6, _card_read("unknown")])
    assert not any(card.sure for card in flagged)
    assert {card.doubt for card in flagged} == {"strange"}
    assert "strange" in DOUBT_TEXTS


def test_a_table_most_of_which_is_sure_stays_as_it_is() -> None:
    cards = (*[_card_read()] * 2, *[_card_read("close_call")] * 6)
    assert flag_unknown_deck(cards) == cards


def test_a_few_cards_say_nothing_about_the_deck() -> None:
    cards = (_card_read(), *[_card_read("close_call")] * 6)
    assert flag_unknown_deck(cards) == cards


def test_cards_seen_badly_and_backs_say_nothing_and_keep_their_doubts() -> None:
    cards = (*[_card_read()] * 2, *[_card_read("glare")] * 5, *[_card_read("covered")] * 5, _card_read(face="down"))
    assert flag_unknown_deck(cards) == cards
    mixed = flag_unknown_deck(
        [_card_read(), *[_card_read("close_call")] * 7, _card_read("glare"), _card_read(face="down")]
    )
    assert [card.doubt for card in mixed] == ["strange"] * 8 + ["glare", ""]
    assert mixed[-1].sure

"""Captures of identical cards, and cards named in words."""

from __future__ import annotations

from scorer.families.captures.moves.capture import CardCapture, card_text, cards_text, exchange, without


def test_captures_of_identical_cards() -> None:
    capture = CardCapture(1, 3, "d05", ("d05",), 1)
    assert (capture.held, capture.accepts("d05"), capture.missing) == (("d05", "d05"), True, 1)
    one = CardCapture(1, 3, "d05", ("d05",), 1, ("d05",))
    assert (one.held, one.accepts("d05"), one.is_open, one.captured_partners) == (("d05",), True, True, ())
    two = CardCapture(1, 3, "d05", ("d05",), 1, ("d05", "d05"))
    assert (two.held, two.accepts("d05"), two.is_open, two.captured_partners) == ((), False, False, ("d05",))
    assert without(("d05", "d05"), ("d05",)) == ("d05",)


def test_names_and_exchange() -> None:
    assert (card_text("h08-1").en, card_text("h08-1").ja) == ("susuki, moon", "芒に月")
    assert cards_text(("h08-1", "h08-2")).ja == "芒に月、芒に雁"
    one, other = CardCapture(0, 0, "a", (), 0), CardCapture(0, 0, "a", (), 0)
    changed = CardCapture(1, 1, "b", (), 0)
    assert exchange((one, other), other, changed) == (one, changed)

"""Words for what may be wrong with a card."""

from scorer.families.faults import stranger


def test_a_strange_card_is_named_by_its_code() -> None:
    assert stranger("k05").en == "k05 is not a card of this game"
    assert stranger("k05").ja == "k05はこの遊びの札ではありません"

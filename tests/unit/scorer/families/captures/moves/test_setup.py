"""How rounds are dealt."""

from scorer.games import game
from tests.support.judged_rounds import build_table


def test_what_is_left_after_the_deal_is_the_stock() -> None:
    kujuroku, koikoi = game("kujuroku"), game("koikoi")
    assert koikoi.play_rules.setup(build_table(koikoi), "hanafuda").stock_size == 24
    setup = kujuroku.play_rules.setup(build_table(kujuroku), "daini")
    assert (setup.stock_size, setup.copies["d10"], setup.name(1)) == (17, 4, "Emi")

from scorer.decks import decks
from scorer.games import game
from scorer.rules.play.first_deal import EARLIEST_MONTH, LOWEST_NUMBER, month_rank


def test_of_one_month_the_dearer_card_is_lower() -> None:
    faces = decks()["hanafuda"].faces
    ranks = [month_rank(faces[code], {}) for code in ("h11-1", "h11-2", "h11-3", "h11-4", "h12-1", "h12-2")]
    assert ranks == sorted(ranks)
    assert month_rank(faces["h12-2"], {}) == month_rank(faces["h12-4"], {})


def test_a_game_that_says_nothing_draws_as_its_cards_do() -> None:
    assert game("hana-awase").first_deal.rank is EARLIEST_MONTH.rank
    assert game("dontsuku").first_deal.rank is LOWEST_NUMBER.rank is None

import pytest

from scorer.errors import Refusal
from web.hall.ratings.rating_fold import ALL_SEASONS, FIRST_POINTS, GameResult, Rating, compute_ratings

AKI, EMI, KEN, YUKI = 1, 2, 3, 4


def game_result(season: int = 0, game: str = "otoroku", **nets: int) -> GameResult:
    return GameResult(season, game, {(globals()[name.upper()],): net for name, net in nets.items()})


def ratings_by_member(results: list[GameResult], season: int = ALL_SEASONS, game: str = "otoroku") -> dict[int, Rating]:
    return {each.member: each for each in compute_ratings(results) if (each.season, each.game) == (season, game)}


def test_whoever_wins_more_stands_higher() -> None:
    rated = ratings_by_member([game_result(aki=30, emi=5, ken=-5, yuki=-30)] * 5)
    assert [rated[member].games for member in (AKI, EMI, KEN, YUKI)] == [5] * 4
    points = [rated[member].points for member in (AKI, EMI, KEN, YUKI)]
    assert points == sorted(points, reverse=True)
    assert points[0] > FIRST_POINTS > points[-1]


def test_two_equal_members_are_rated_alike_whatever_their_numbers() -> None:
    one, other = (
        ratings_by_member([game_result(aki=5, emi=5, ken=-10)]),
        ratings_by_member([game_result(aki=-5, emi=10, ken=-5)]),
    )
    assert one[AKI].mean == one[EMI].mean > one[KEN].mean
    assert one[AKI].points == one[EMI].points
    assert other[AKI].mean == other[KEN].mean < other[EMI].mean
    drawn = ratings_by_member([game_result(aki=0, emi=0)])
    assert drawn[AKI].mean == drawn[EMI].mean == 25
    assert drawn[AKI].deviation < 25 / 3


def test_the_numbers_are_those_of_the_published_method() -> None:
    """Weng and Lin, algorithm 4, by hand for two new players: gains of opposite sign, one share of the variance."""
    beta, sigma, tau = 25 / 6, 25 / 3, 25 / 300
    variance = sigma**2 + tau**2
    c = (2 * (variance + beta**2)) ** 0.5
    # Both have the same mean, so each wins with probability 1/2.
    gain, eta = variance / c * 0.5, (variance**0.5 / c) * variance / c**2 * 0.25
    rated = ratings_by_member([game_result(aki=1, emi=-1)])
    assert rated[AKI].mean == pytest.approx(25 + gain, abs=1e-5)
    assert rated[EMI].mean == pytest.approx(25 - gain, abs=1e-5)
    assert rated[AKI].deviation == pytest.approx((variance * (1 - eta)) ** 0.5, abs=1e-5)
    assert rated[AKI].points == round(FIRST_POINTS + 24 * (rated[AKI].mean - 3 * rated[AKI].deviation))


def test_how_many_stones_lie_between_places_does_not_count() -> None:
    assert compute_ratings([game_result(aki=900, emi=-900)]) == compute_ratings([game_result(aki=1, emi=-1)])


def test_a_season_knows_nothing_of_the_one_before() -> None:
    first, second = game_result(1, aki=9, emi=-9), game_result(2, aki=-9, emi=9)
    both = [first, first, second]
    assert ratings_by_member(both, 1) == ratings_by_member([first, first], 1)
    assert ratings_by_member(both, 2) == ratings_by_member([second], 2)
    assert ratings_by_member(both)[AKI].games == 3
    assert ratings_by_member(both)[AKI].points > ratings_by_member(both)[EMI].points


def test_each_kind_of_game_is_rated_by_itself() -> None:
    results = [game_result(aki=9, emi=-9), game_result(game="koikoi", aki=-9, emi=9)]
    assert ratings_by_member(results) == ratings_by_member(results[:1])
    assert ratings_by_member(results, game="koikoi") == ratings_by_member(results[1:], game="koikoi")


def test_one_member_alone_is_compared_with_nobody() -> None:
    assert compute_ratings([game_result(aki=9), game_result()]) == []


def test_the_same_games_give_the_same_ratings_and_another_order_may_not() -> None:
    games = [game_result(aki=5, emi=-5), game_result(emi=7, ken=-7), game_result(ken=3, aki=-3)]
    assert compute_ratings(games) == compute_ratings(list(games))
    assert compute_ratings(games) != compute_ratings(games[::-1])


def test_a_hall_without_the_library_says_how_to_get_it(monkeypatch) -> None:
    monkeypatch.setattr("web.hall.ratings.rating_fold.find_spec", lambda _name: None)
    with pytest.raises(Refusal, match="no_rating_library"):
        compute_ratings([])


def test_partners_are_rated_as_one_side() -> None:
    rated = ratings_by_member([GameResult(0, "otoroku", {(AKI, EMI): 4, (KEN, YUKI): -4})] * 3)
    assert rated[AKI].mean == rated[EMI].mean > rated[KEN].mean == rated[YUKI].mean
    alone = ratings_by_member([game_result(aki=4, emi=4, ken=-4, yuki=-4)] * 3)
    assert rated[AKI].mean != alone[AKI].mean, "partners do not tie with each other"


def test_a_game_with_a_member_on_two_sides_does_not_count() -> None:
    assert compute_ratings([GameResult(0, "kakeya", {(AKI, EMI): 4, (AKI, KEN): -4})]) == []

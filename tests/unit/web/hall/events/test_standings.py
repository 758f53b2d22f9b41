import pytest
from hypothesis import given
from hypothesis import strategies as st

from web.hall.events.seat_draw import Seating
from web.hall.events.standings import PLACES, STONES, rank_players

ROUNDS = [Seating(((1, 2), (3, 4)), (5,)), Seating(((1, 5), (2, 3)), (4,))]
NETS = {(1, 1): (5, -5), (1, 2): (0, 0), (2, 1): (-3, 3)}


def test_stones_then_boards_won_then_the_best_board() -> None:
    rows = rank_players([1, 2, 3, 4, 5], ROUNDS, NETS, STONES)
    assert [(row.place, row.player, row.points, row.won, row.best, row.boards, row.out) for row in rows] == [
        (1, 5, 3, 1, 3, 1, 1),
        (2, 1, 2, 1, 5, 2, 0),
        (3, 3, 0, 1, 0, 1, 0),
        (3, 4, 0, 1, 0, 1, 1),
        (5, 2, -5, 0, -5, 1, 0),
    ]


def test_places_give_two_points_for_everyone_left_behind() -> None:
    rows = rank_players([1, 2, 3, 4, 5], ROUNDS, NETS, PLACES, is_closed=True)
    assert [(row.place, row.player, row.points) for row in rows] == [
        (1, 5, 3),
        (2, 1, 2),
        (3, 4, 2),
        (4, 3, 1),
        (5, 2, 0),
    ]


def test_who_sits_out_has_the_points_of_the_middle_once_the_round_is_over() -> None:
    def points_of_4(nets, *more: Seating, is_closed: bool = False) -> int:
        rows = rank_players([1, 2, 3, 4, 5], [*ROUNDS, *more], nets, PLACES, is_closed=is_closed)
        return next(row.points for row in rows if row.player == 4)

    assert points_of_4(NETS) == 1
    assert points_of_4(NETS | {(2, 2): (1, -1)}) == 2
    assert points_of_4(NETS, is_closed=True) == 2
    assert points_of_4(NETS, Seating(((1, 2), (3, 4)), (5,))) == 2


def test_who_never_played_stands_behind_who_has_as_much() -> None:
    rows = rank_players([1, 2, 9], [Seating(((1, 2),))], {(1, 1): (0, 0)}, STONES)
    assert [(row.place, row.player, row.best) for row in rows] == [(1, 1, 0), (1, 2, 0), (3, 9, 0)]


@given(st.lists(st.integers(-50, 50), min_size=4, max_size=4), st.sampled_from([STONES, PLACES]))
def test_a_board_gives_as_many_points_whatever_it_gave(nets, scoring) -> None:
    rows = rank_players([1, 2, 3, 4, 5], [Seating(((1, 2, 3, 4),), (5,))], {(1, 1): nets}, PLACES)
    assert sum(row.points for row in rows if row.player != 5) == 12
    assert next(row.points for row in rows if row.player == 5) == 3, "the middle"
    ranked = rank_players([1, 2, 3, 4], [Seating(((1, 2, 3, 4),))], {(1, 1): nets}, scoring)
    assert [row.stones for row in ranked] == sorted(nets, reverse=True)


def test_a_result_of_other_seats_is_refused() -> None:
    with pytest.raises(ValueError, match="zip"):
        rank_players([1, 2], [Seating(((1, 2),))], {(1, 1): (1, 2, 3)}, STONES)

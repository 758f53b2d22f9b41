from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from web.hall.events import seat_draw
from web.hall.events.seat_draw import Seating, count_meetings, draw_seating

FEW = 6_000
"""Exchanges of one draw here, a tenth of what the hall tries: they find as much. `make test-all` tries all once."""


@pytest.fixture
def few_exchanges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_draw, "EXCHANGES", FEW)


def draw_rounds(players: list[int], size: int, rounds: int) -> list[Seating]:
    past: list[Seating] = []
    for number in range(rounds):
        past.append(draw_seating(players, size, past, rounds - number))
    return past


@settings(max_examples=25, deadline=None)
@given(st.integers(4, 64), st.integers(2, 7), st.integers(1, 5), st.randoms(use_true_random=False))
def test_everybody_sits_once_and_sits_out_in_turn(players, size, rounds, chance) -> None:
    """4 to 64 players and every number left over; somebody leaves and somebody comes on the way."""
    if size > players - 1:
        size = 2
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seat_draw, "EXCHANGES", 600)
        present, past = list(range(1, players + 1)), []
        for number in range(rounds):
            drawn = draw_seating(present, size, past, rounds - number)
            assert drawn == draw_seating(present, size, past, rounds - number), "the same past gives the same seats"
            assert sorted([*(one for board in drawn.boards for one in board), *drawn.out]) == sorted(present)
            assert {len(board) for board in drawn.boards} == {size}
            assert len(drawn.out) == len(present) % size
            past.append(drawn)
            if number == 1:
                present.remove(chance.choice(present))
                present.append(players + 1)
    always = [player for player in range(1, players + 1) if player in present]
    out = Counter(player for drawn in past for player in drawn.out)
    assert max(out[player] for player in always) - min(out[player] for player in always) <= 1


@pytest.mark.parametrize(
    ("players", "size", "rounds", "exchanges"),
    [
        (8, 2, 7, FEW),
        (9, 3, 4, FEW),
        pytest.param(9, 3, 4, seat_draw.EXCHANGES, marks=pytest.mark.long),
        (16, 4, 4, FEW),
        pytest.param(30, 5, 3, FEW, marks=pytest.mark.long),
    ],
)
def test_nobody_meets_twice_where_that_can_be(players, size, rounds, exchanges, monkeypatch) -> None:
    monkeypatch.setattr(seat_draw, "EXCHANGES", exchanges)
    past = draw_rounds(list(range(1, players + 1)), size, rounds)
    assert max(count_meetings(past).values()) == 1
    deals = Counter(board[0] for drawn in past for board in drawn.boards)
    assert max(deals.values()) - min(deals[player] for player in range(1, players + 1)) <= 2


@pytest.mark.long
@pytest.mark.usefixtures("few_exchanges")
def test_unavoidable_meetings_are_spread() -> None:
    """Eight people at two boards of four: each draw repeats meetings, and spreads them."""
    past = draw_rounds(list(range(1, 9)), 4, 7)
    assert sorted(set(count_meetings(past).values())) == [3]


@pytest.mark.usefixtures("few_exchanges")
def test_one_board_takes_turns_at_the_first_deal() -> None:
    past = draw_rounds([1, 2, 3, 4], 4, 8)
    assert Counter(drawn.boards[0][0] for drawn in past) == dict.fromkeys([1, 2, 3, 4], 2)


@pytest.mark.parametrize("players", [[], [1], [1, 2, 3]])
def test_too_few_for_a_board_are_refused(players) -> None:
    with pytest.raises(ValueError, match="too few"):
        draw_seating(players, 4, [])

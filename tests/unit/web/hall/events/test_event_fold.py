import pytest

from scorer.errors import Refusal
from web.hall.events.event_fold import fold

SINCE = {"last": 0, "tables": {}}
ENTERED = [{"kind": "entered", "player": player} for player in range(1, 6)]


def drawn_event(number: int, boards: list[list[int]], out: list[int]) -> dict:
    return {"kind": "drawn", "round": number, "boards": boards, "out": out, "since": SINCE}


FIRST = drawn_event(1, [[1, 2], [3, 4]], [5])
RESULT = {"kind": "corrected", "round": 1, "board": 1, "nets": [4, -4], "pot": 0}


def seats_of(state, number: int = 1) -> list[tuple[int, ...]]:
    return [board.players for board in state.rounds[number - 1].boards]


def test_results_stay_with_the_seats_of_a_board_that_plays() -> None:
    state = fold([*ENTERED, FIRST, RESULT, {"kind": "exchanged", "round": 1, "one": 1, "other": 3}])
    assert seats_of(state) == [(3, 2), (1, 4)]
    assert [board.labels for board in state.rounds[0].boards] == [(1, 2), (1, 4)]
    assert state.rounds[0].boards[0].nets == (4, -4)


def test_somebody_takes_the_place_of_one_who_sits_out_or_is_not_there() -> None:
    exchange = {"kind": "exchanged", "round": 1, "one": 1, "other": 5}
    assert fold([*ENTERED, FIRST, exchange]).rounds[0].out == (1,)
    late = fold([*ENTERED, {"kind": "entered", "player": 6}, FIRST, {**exchange, "other": 6}])
    assert seats_of(late) == [(6, 2), (3, 4)]


def test_a_round_that_has_not_begun_is_drawn_anew_and_another_one_is_not() -> None:
    again = drawn_event(1, [[5, 4], [3, 2]], [1])
    assert seats_of(fold([*ENTERED, FIRST, again])) == [(5, 4), (3, 2)]
    clock = {"kind": "clock", "round": 1, "left_s": 60, "runs": True, "at": 5.0}
    for begun in (RESULT, clock):
        with pytest.raises(Refusal, match="bad_event"):
            fold([*ENTERED, FIRST, begun, again])


def test_what_was_taken_back_counts_no_longer_and_taking_back_can_be_taken_back() -> None:
    done = [*ENTERED, FIRST, RESULT]
    gone = [*done, {"kind": "taken_back", "entry": 7}]
    assert fold(gone) == fold(done[:6])
    assert fold([*gone, {"kind": "taken_back", "entry": 8}]) == fold(done)


@pytest.mark.parametrize(
    ("entries", "code"),
    [
        ([drawn_event(2, [[1, 2]], [])], "bad_event"),
        ([drawn_event(1, [[1, 2], [2, 3]], [])], "bad_event"),
        ([drawn_event(1, [[1, 9]], [])], "bad_event"),
        ([FIRST, {**RESULT, "nets": [4, -3]}], "bad_event"),
        ([FIRST, {**RESULT, "nets": [0, 0, 0]}], "bad_event"),
        ([FIRST, {**RESULT, "board": 3}], "not_found"),
        ([FIRST, {**RESULT, "round": 2}], "not_found"),
        ([FIRST, {"kind": "exchanged", "round": 1, "one": 1, "other": 1}], "bad_event"),
        ([FIRST, {"kind": "exchanged", "round": 1, "one": 1, "other": 9}], "not_found"),
        ([{"kind": "withdrawn", "player": 9}], "not_found"),
        ([{"kind": "closed"}, FIRST], "bad_event"),
        ([{"kind": "closed"}, {"kind": "withdrawn", "player": 1}], "bad_event"),
        ([FIRST, {"kind": "taken_back", "entry": 1}], "bad_event"),
    ],
)
def test_what_cannot_follow_is_refused(entries, code) -> None:
    with pytest.raises(Refusal, match=code):
        fold([*ENTERED, *entries])


def test_stones_in_the_pot_belong_to_nobody() -> None:
    assert fold([*ENTERED, FIRST, {**RESULT, "nets": [4, -6], "pot": 2}]).rounds[0].boards[0].nets == (4, -6)

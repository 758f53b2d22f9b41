"""Moves tried where a game names none itself."""

from scorer.following.accounts.candidates import default_moves
from scorer.rules.play.moves import Sight


def possible_events(sight: Sight, turn: int | None = 1) -> list[tuple[str, int | None, str, str]]:
    return [(move.event, move.seat, move.source[0], move.target[0]) for move in default_moves(sight, turn, 3)]


def test_a_card_in_the_middle_is_played_by_whose_turn_it_is() -> None:
    assert possible_events(Sight("appeared", "h01-1", None))[:3] == [
        ("laid", 1, "hand", "middle"),
        ("laid", 1, "pile", "middle"),
        ("laid", None, "pile", "middle"),
    ]
    assert ("laid", 2, "hand", "middle") in possible_events(Sight("appeared", "h01-1", None))


def test_a_card_that_leaves_the_middle_is_taken() -> None:
    gone = possible_events(Sight("left", "h01-1", None, ("middle", None)))
    assert gone[:2] == [("taken", None, "middle", "captures"), ("taken", 1, "middle", "captures")]
    assert gone[-1] == ("retracted", 1, "middle", "middle")
    assert possible_events(Sight("moved", "h01-1", 2, ("middle", None))) == [("taken", 2, "middle", "captures")]


def test_a_card_keeps_its_place_when_it_is_turned() -> None:
    assert possible_events(Sight("turned", "h01-1", 0, ("open", 0))) == [("turned", 0, "open", "open")]
    assert possible_events(Sight("moved", "h01-1", 0, ("open", 0))) == []
    assert possible_events(Sight("moved", "h01-1", 2, ("open", 0))) == [("moved", 0, "open", "open")]
    assert possible_events(Sight("left", "h01-1", 0, ("open", 0))) == [("retracted", 0, "open", "open")]


def test_where_anybody_may_move_a_card_in_the_middle_is_of_any_hand_or_from_the_pile_once() -> None:
    assert possible_events(Sight("appeared", "h01-1", None), turn=None) == [
        ("laid", None, "hand", "middle"),
        ("laid", None, "pile", "middle"),
        *(("laid", seat, "hand", "middle") for seat in range(3)),
    ]

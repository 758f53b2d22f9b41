"""Names and what the camera saw."""

from scorer.following.evidence import FLOOR_SURE, is_same_face, is_surely, likely_names, name_cost
from tests.support.decoded_rounds import seen_card


def test_a_name_that_was_not_listed_is_not_impossible() -> None:
    sure, doubtful = seen_card(1, 0, "k01"), seen_card(1, 0, "k01", "k02", chance=0.7)
    assert name_cost(sure, "k09") < name_cost(doubtful, "k09") < name_cost(doubtful, "k02") < 0
    assert FLOOR_SURE > 0


def test_only_names_worth_it_are_tried() -> None:
    assert likely_names(seen_card(1, 0, "k01", "k02", chance=0.7)) == ("k01", "k02")
    assert likely_names(seen_card(1, 0, "k01", "k02", chance=0.999)) == ("k01",)


def test_the_first_name_of_a_sure_look_is_sure() -> None:
    assert is_surely(seen_card(1, 0, "k01"), "k01")
    assert not is_surely(seen_card(1, 0, "k01"), "k02")
    assert not is_surely(seen_card(1, 0, "k01", "k02", chance=0.7), "k01")
    assert not is_surely(seen_card(1, 0), "k01")


def test_copies_of_a_face_are_one_name() -> None:
    chaff = seen_card(1, 0, "h01-3", "h01-4", chance=0.6)
    assert likely_names(chaff) == ("h01-3",)
    assert name_cost(chaff, "h01-4") == 0.0
    assert is_surely(seen_card(1, 0, "h01-3"), "h01-4")
    assert not is_same_face("h01-3", None)
    assert is_same_face(None, None)

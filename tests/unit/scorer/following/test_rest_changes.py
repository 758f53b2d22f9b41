"""The changes of a rest, completed by its table."""

from dataclasses import replace

from scorer.following.rest_changes import complete_changes, leaving_share, within_seats
from scorer.following.sighting import Change, Rest
from tests.support.decoded_rounds import seen_card


def test_changes_that_a_rest_does_not_name_follow_from_its_table() -> None:
    old, new = seen_card(1, 1, "k05"), seen_card(2, 0, "k03")
    turned = seen_card(1, 1)
    assert [each.kind for each in complete_changes({1: old}, Rest(1.0, (), (old, new)))] == ["appeared"]
    assert [each.kind for each in complete_changes({1: old}, Rest(1.0, (), ()))] == ["left"]
    assert [each.kind for each in complete_changes({1: turned}, Rest(1.0, (), (old,)))] == ["turned"]
    assert [each.kind for each in complete_changes({1: old}, Rest(1.0, (), (seen_card(1, 0, "k05"),)))] == ["moved"]
    assert [each.kind for each in complete_changes({1: old}, Rest(1.0, (), (seen_card(1, 1, "k06"),)))] == ["renamed"]
    assert complete_changes({1: old}, Rest(1.0, (Change("appeared", new),), ())) == [Change("appeared", new)]


def test_a_card_that_goes_and_comes_again_at_once_is_followed_on() -> None:
    old = seen_card(1, 1, "k05")
    again, elsewhere = replace(old, track=7), replace(old, track=7, position=(0.9, 0.9))
    rest = Rest(1.0, (Change("left", old, old), Change("appeared", again)), (again,))
    assert complete_changes({1: old}, rest) == [Change("followed", again, old)]
    rest = Rest(1.0, (Change("left", old, old), Change("appeared", elsewhere)), (elsewhere,))
    assert [each.kind for each in complete_changes({1: old}, rest)] == ["left", "appeared"]


def test_a_card_that_is_told_to_be_there_again_before_it_is_missed_is_followed_on() -> None:
    old, other = seen_card(1, 1, "k05"), seen_card(2, 0, "k03")
    again = replace(old, track=7)
    missed = [Change("left", each, each) for each in (old, other)]
    rest = Rest(1.0, (Change("appeared", again), *missed), (again,))
    assert complete_changes({1: old, 2: other}, rest) == [Change("followed", again, old), missed[1]]


def test_how_many_cards_leave_at_once() -> None:
    lying = {number: seen_card(number, 0, "k05") for number in range(4)}
    gone = [Change("left", each, each) for each in lying.values()]
    assert [leaving_share({**lying, 9: seen_card(9, 1, "k01")}, gone[:count]) for count in (1, 2, 3)] == [
        "one",
        "some",
        "many",
    ]
    assert leaving_share(lying, gone) == "many"
    assert leaving_share(lying, gone[:2]) == "many"  # half of them


def test_a_zone_that_no_seat_has_is_the_middle() -> None:
    far = seen_card(1, 7, "k05")
    rest = within_seats(Rest(1.0, (Change("appeared", far),), (far, seen_card(2, 1, "k02"))), 3)
    assert [rest.changes[0].card.zone, *(each.zone for each in rest.table)] == [None, None, 1]


def test_the_zone_of_a_partner_is_the_seat_of_the_pair() -> None:
    lying = tuple(seen_card(track, zone, "AS") for track, zone in ((1, 0), (2, 3), (3, 4), (4, None)))
    rest = within_seats(Rest(1.0, (Change("appeared", lying[1]),), lying), 2, 2)
    assert [rest.changes[0].card.zone, *(each.zone for each in rest.table)] == [1, 0, 1, None, None]


def test_hands_are_of_seats_that_somebody_sits_in_and_tell_nothing_of_pairs() -> None:
    rest = Rest(1.0, (Change("appeared", seen_card(1, None, "k05"), hands=(0, 3)),), ())
    assert within_seats(rest, 3).changes[0].hands == (0,)
    assert within_seats(rest, 4).changes[0].hands == (0, 3)
    assert within_seats(rest, 2, people_per_seat=2).changes[0].hands == ()

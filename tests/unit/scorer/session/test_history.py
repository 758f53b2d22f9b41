"""Histories grow without changing those they came from."""

from __future__ import annotations

import pytest

from scorer.session.history import EarlierRounds, History, PlayedRound


def played_round(number: int, net: int = 0) -> PlayedRound:
    return PlayedRound(number, ("Aki", "Emi"), {}, {"net": [net, -net]}, "Aki", number, 0)


def build_history(*numbers: int) -> History:
    grown = History()
    for number in numbers:
        grown = grown.with_round(played_round(number))
    return grown


def test_two_rounds_after_the_same_one_make_two_histories() -> None:
    base = build_history(1, 2)
    one, other = base.with_round(played_round(3)), base.with_round(played_round(4))
    assert [each.event_number for each in one] == [1, 2, 3]
    assert [each.event_number for each in other] == [1, 2, 4]
    assert len(base) == 2
    assert one != other
    assert base.with_round(played_round(3)) == one
    assert hash(base.with_round(played_round(3))) == hash(one)


def test_an_older_history_does_not_see_what_came_later() -> None:
    base = build_history(1, 2)
    base.with_round(played_round(3))
    assert [each.event_number for each in base[-2:]] == [1, 2]
    assert base[-1].event_number == 2
    assert [each.event_number for each in base[::-1]] == [2, 1]
    with pytest.raises(IndexError):
        base[2]


def test_a_round_undone_and_valid_again() -> None:
    base = build_history(1, 5)
    undone = base.with_undone(5, undone=True)
    assert [each.undone for each in undone] == [False, True]
    assert not base[1].undone
    assert undone.with_undone(5, undone=False) == base
    with pytest.raises(StopIteration):
        base.by_event_number(2)


def test_a_round_edited_twice_keeps_both_earlier_versions_flat() -> None:
    first = played_round(1, net=1)
    second = first.with_settlement({}, {"net": [2, -2]}, 1, 4, 6)
    third = second.with_settlement({}, {"net": [3, -3]}, 1, 0, 7)
    assert [each.settlement["net"][0] for each in (*third.earlier_versions, third)] == [1, 2, 3]
    assert [each.earlier_versions for each in third.earlier_versions] == [(), ()]
    assert (third.edited_by, third.pot, third.earlier_versions[1].pot) == (7, 0, 4)
    replaced = build_history(1, 2).with_replaced({1: third})
    assert replaced.by_event_number(1) is third
    assert len(replaced) == 2


def test_earlier_rounds_are_loaded_only_when_looked_at() -> None:
    loads: list[int] = []

    def load() -> list[PlayedRound]:
        loads.append(1)
        return [*build_history(1, 2, 3)]

    grown = History([played_round(4)], 1, EarlierRounds(3, load)).with_round(played_round(6))
    assert (len(grown), grown[-1], grown.by_event_number(4), grown.find(6)) == (
        5,
        played_round(6),
        played_round(4),
        played_round(6),
    )
    undone = grown.with_undone(6, undone=True)
    assert (undone[-1].undone, len(undone), grown.find(5)) == (True, 5, None)
    assert not loads
    assert [each.event_number for each in undone] == [1, 2, 3, 4, 6]
    assert [each.event_number for each in grown[1:4]] == [2, 3, 4]
    assert grown.find(2) == played_round(2)
    assert grown.with_undone(2, undone=True)[1].undone
    assert loads == [1]

"""Histories grow without changing those they came from."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorer.rules.session_view import RoundEnd
from scorer.session.history import PAGE_ROUNDS, EarlierRounds, History, PlayedRound, RoundPage


def played_round(number: int, net: int = 0) -> PlayedRound:
    settlement = {"net": [net, -net], "hands": [], "outcome": "won", "next_dealer": 1, "winners": [0]}
    return PlayedRound(number, ("Aki", "Emi"), {}, settlement, "Aki", number, 0)


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


def paged_history(loads: list[int]) -> History:
    """Rounds 1 to 3 and 5 to 6 on two pages, and round 7. A page notes its first round in `loads` when it is read."""

    def page(*numbers: int) -> RoundPage:
        def read() -> list[PlayedRound]:
            loads.append(numbers[0])
            return [*build_history(*numbers)]

        return RoundPage(numbers[0], len(numbers), read)

    return History([played_round(7)], 1, EarlierRounds([page(1, 2, 3), page(5, 6)]))


def test_earlier_rounds_are_loaded_only_when_looked_at() -> None:
    loads: list[int] = []
    grown = paged_history(loads).with_round(played_round(9))
    assert (len(grown), grown[-1], grown.by_event_number(7)) == (7, played_round(9), played_round(7))
    undone = grown.with_undone(9, undone=True)
    assert (undone[-1].undone, len(undone), grown.find(8), grown.find(9)) == (True, 7, None, played_round(9))
    assert [each.event_number for each in grown.since(7)] == [7, 9]
    assert not loads
    assert [each.event_number for each in undone] == [1, 2, 3, 5, 6, 7, 9]
    assert [each.event_number for each in grown[1:4]] == [2, 3, 5]
    assert [each.event_number for each in reversed(grown)] == [9, 7, 6, 5, 3, 2, 1]


def test_looking_at_one_round_reads_its_page_only() -> None:
    loads: list[int] = []
    grown = paged_history(loads)
    assert [grown.find(number) for number in (6, 4, 2, 0)] == [played_round(6), None, played_round(2), None]
    assert loads == [5, 1, 1]
    loads.clear()
    assert [each.event_number for each in grown.since(6)] == [6, 7]
    assert grown[4] == played_round(6)
    assert set(loads) == {5}
    loads.clear()
    undone = grown.with_replaced({6: replace(played_round(6), undone=True)})
    assert set(loads) == {5}
    assert [each.undone for each in undone] == [False, False, False, False, True, False]
    assert not grown[4].undone


def test_many_rounds_go_into_pages_and_stay_the_same() -> None:
    numbers = range(2, 2 + 5 * PAGE_ROUNDS)
    grown = build_history(*numbers)
    assert len(grown.recent) <= 2 * PAGE_ROUNDS
    assert [each.event_number for each in grown] == [*numbers]
    assert [grown[place].event_number for place in range(len(grown))] == [*numbers]
    assert all(grown.find(number) == played_round(number) for number in numbers)
    other = build_history(*numbers[: 2 * PAGE_ROUNDS])
    one, two = other.with_round(played_round(900)), other.with_round(played_round(901))
    assert (one[-1].event_number, two[-1].event_number, len(other)) == (900, 901, 2 * PAGE_ROUNDS)


@pytest.mark.parametrize("after", [0, 1, 3, 63, 64, 65, 66, 129, 200, 319, 320, 321, 999])
def test_rounds_that_count_after_one_are_counted(after: int) -> None:
    grown = build_history(*range(1, 1 + 5 * PAGE_ROUNDS)).with_undone(70, undone=True).with_undone(320, undone=True)
    expected = sum(not each.undone for each in grown if each.event_number > after)
    assert grown.count_valid_after(after) == expected


def test_sums_go_on_when_a_round_is_undone() -> None:
    grown = build_history(*range(1, 1 + 3 * PAGE_ROUNDS))
    assert sum(len(summary.numbers) for summary in grown.summaries()) == 3 * PAGE_ROUNDS
    undone = grown.with_undone(3, undone=True).with_undone(3 * PAGE_ROUNDS, undone=True)
    assert sum(len(summary.numbers) for summary in undone.summaries()) == 3 * PAGE_ROUNDS - 2
    assert undone.count_ends() == {RoundEnd("won", 1, (0,)): 3 * PAGE_ROUNDS - 2}
    assert sum(len(summary.numbers) for summary in grown.summaries()) == 3 * PAGE_ROUNDS

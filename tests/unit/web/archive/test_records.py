"""Best hands of people are kept, and partial sums add up."""

from __future__ import annotations

from collections import Counter

from web.archive.records import HandRecord, PersonRecord


def hand_record(rank: tuple[int, int], game: str = "otoroku") -> HandRecord:
    return HandRecord(game, "hanafuda", "16", 16, ("h08-1",), 1, 1, rank)


def test_the_better_hand_stays() -> None:
    person = PersonRecord("Aki")
    for rank in ((2, -14), (1, -15), (1, -16), (3, 0)):
        person.add_hand(hand_record(rank))
    person.add_hand(hand_record((9, 0), "kujuroku"))
    assert {game: best.rank for game, best in person.best_by_game.items()} == {"otoroku": (1, -16), "kujuroku": (9, 0)}


def test_parts_add_up_under_the_newest_spelling() -> None:
    first = PersonRecord("aki", 1, 3, 1, 5, Counter(otoroku=3), {"otoroku": hand_record((2, 0))}, "2026-01-01")
    first.add(PersonRecord("Aki", 1, 4, 2, -7, Counter(kujuroku=4), {"otoroku": hand_record((1, 0))}, "2026-02-01"))
    answer = first.as_json()
    assert (answer["name"], answer["evenings"], answer["rounds"], answer["wins"], answer["net"]) == ("Aki", 2, 7, 3, -2)
    assert (answer["favourite"], answer["last"]) == ("kujuroku", "2026-02-01")
    assert first.best_by_game["otoroku"].rank == (1, 0)

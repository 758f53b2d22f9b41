"""Names of pairs: two people in one seat, who sit opposite each other.

An evening knows a pair under one name, the names of both joined by `PAIR_SIGN`. One name alone may stand for a pair.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

PAIR_SIGN = " & "
"""What stands between the names of a pair."""
PAIR_SIZE = 2
"""People of a pair."""


def join_pair(names: Sequence[str]) -> str:
    """The name of the pair of these people.

    >>> join_pair(["Aki", "Emi"]), join_pair(["Aki"])
    ('Aki & Emi', 'Aki')
    """
    return PAIR_SIGN.join(names)


def split_pair(name: str) -> tuple[str, ...]:
    """The people of a pair, one where the pair goes by one name.

    >>> split_pair("Aki & Emi"), split_pair("Aki")
    (('Aki', 'Emi'), ('Aki',))
    """
    parts = tuple(part.strip() for part in name.split(PAIR_SIGN))
    return parts if len(parts) == PAIR_SIZE and all(parts) else (name,)


def people_in(seat_name: str, people_per_seat: int) -> tuple[str, ...]:
    """The people who play under the name of a seat: both of a pair, else the one of that name.

    >>> people_in("Aki & Emi", 2), people_in("Aki & Emi", 1)
    (('Aki', 'Emi'), ('Aki & Emi',))
    """
    return split_pair(seat_name) if people_per_seat == PAIR_SIZE else (seat_name,)


def share_stones(stones: int, people: int) -> tuple[int, ...]:
    """What each of the people in a seat has of its stones, won or lost (< 0): the same, the first the odd one.

    >>> share_stones(5, 2), share_stones(-3, 2), share_stones(-3, 1)
    ((3, 2), (-2, -1), (-3,))
    """
    each, odd = divmod(abs(stones), people)
    sign = -1 if stones < 0 else 1
    return tuple(sign * (each + (place < odd)) for place in range(people))


def pairs_across(people: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The pairs of people in the order in which they sit: partners sit opposite each other (kakeya 2.2).

    >>> pairs_across(["Aki", "Emi", "Ken", "Yuki"])
    (('Aki', 'Ken'), ('Emi', 'Yuki'))
    """
    half = len(people) // PAIR_SIZE
    return tuple(zip(people[:half], people[half:], strict=True))


def pair_names(people: Sequence[str]) -> list[str]:
    """The names of the pairs of people in the order in which they sit.

    >>> pair_names(["Aki", "Emi", "Ken", "Yuki"])
    ['Aki & Ken', 'Emi & Yuki']
    """
    return [join_pair(pair) for pair in pairs_across(people)]


def people_counts(seats: Iterable[int], people_per_seat: int) -> frozenset[int]:
    """How many people sit at a game of pairs with one of these numbers of seats; none for other games.

    >>> sorted(people_counts((2, 3), 2)), sorted(people_counts((2, 3), 1))
    ([4, 6], [])
    """
    return frozenset(PAIR_SIZE * pairs for pairs in seats) if people_per_seat == PAIR_SIZE else frozenset()

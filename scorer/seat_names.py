"""Lists of people and names of places at a table."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.texts import Text, verbatim
from scorer.wording import shared

_WORDING = shared("seat_names")


def join_names(names: Sequence[str]) -> Text:
    """The names of several people as one list, "Aki, Emi and Jun".

    >>> join_names(["Aki", "Emi", "Jun"]), join_names(["Aki", "Emi"]).ja
    (Text(en='Aki, Emi and Jun', ja='Aki、Emi、Jun'), 'AkiとEmi')
    """
    first, *others = names
    if not others:
        return verbatim(first)
    return _WORDING.text("two_people" if len(others) == 1 else "people", names=tuple(names))


def place_name(seat: int, seats: int) -> Text:
    """The name of the place of `seat` (0: the dealer, 1: at his right, and on counter-clockwise) among `seats`.

    >>> [place_name(seat, 4).en for seat in range(4)]
    ['dealer', 'right of the dealer', '2nd from the right of the dealer', 'left of the dealer']
    """
    if seat == 0:
        return _WORDING.text("dealer")
    if seats == 2:
        return _WORDING.text("opposite")
    if seat == 1:
        return _WORDING.text("right")
    if seat == seats - 1:
        return _WORDING.text("left")
    return _WORDING.text("from_the_right", seat=seat)

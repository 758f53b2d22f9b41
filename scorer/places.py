"""席順 sekijun: where somebody sits, as the table says it."""

from __future__ import annotations

from scorer.texts import Text


def place(seat: int, seats: int) -> Text:
    """The place of `seat` (0: the dealer, 1: at his right, and on counter-clockwise) among `seats`.

    >>> [place(seat, 4).en for seat in range(4)]
    ['dealer', 'right of the dealer', '2nd from the right of the dealer', 'left of the dealer']
    """
    if seat == 0:
        return Text("dealer", "親")
    if seats == 2:
        return Text("opposite the dealer", "親の相手")
    if seat == 1:
        return Text("right of the dealer", "親の右隣")
    if seat == seats - 1:
        return Text("left of the dealer", "親の左隣")
    number = {2: "2nd", 3: "3rd"}.get(seat, f"{seat}th")
    return Text(f"{number} from the right of the dealer", f"親から右へ{seat}人目")

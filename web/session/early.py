"""早手 hayate: what cannot be is said as soon as it is told, not only when every hand is in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorer.errors import Refusal
from scorer.rules.prompts import Ask, AskKind, Table
from scorer.rules.round_input import one_pack
from scorer.session.reducer import Session
from scorer.texts import Text
from web.session.seat_assignment import cards_of_seats


def wrong_already(session: Session, table: Table, asks: Sequence[Ask], told: Mapping[str, Any]) -> None:
    """`too_many_cards` for a hand with more cards than asked, `duplicate_card` or `wrong_deck` for cards on the table
    that the pack cannot hold together.
    """
    for ask in asks:
        if ask.kind is AskKind.CARDS and ask.least <= ask.most < len(told.get(ask.path, ())):
            count = len(told[ask.path])
            raise Refusal(
                "too_many_cards",
                Text(
                    f"here lie {count} cards, there can be at most {ask.most}",
                    f"{count}枚ありますが、多くても{ask.most}枚のはずです",
                ),
                seat=ask.seat,
                cards=tuple(told[ask.path]),
            )
    seats = len(table.seats)
    laid = [told.get(path, ()) if path else () for path in cards_of_seats(asks, seats)]
    if any(laid):
        one_pack(session.rules, table.options, laid, seats)

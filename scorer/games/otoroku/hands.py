"""Hands of Otoroku and their classes as data.

Source: otoroku 4 and 5.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

from scorer.games.otoroku.texts import name, text
from scorer.rules.hand_class import HandClass
from scorer.rules.options import OptionValue
from scorer.rules.settlement import face_of

BIRD_PAIRS = frozenset({"h01-1 h04-1", "k01s k04s", "mc-01 mc-04", "AC 4C"})
"""The birds (鳥々 toritori) on every deck that has them (otoroku 5.4)."""


@cache
def rank_of(code: str) -> int:
    """The rank of a card, which is its points."""
    return face_of(code).number


class Hand(NamedTuple):
    """One hand as its classes see it: card codes, ranks from the lowest, their sum, the limit of its role.

    `never_buta`: a teyaku stays good above the limit.
    """

    cards: tuple[str, ...]
    ranks: tuple[int, ...]
    total: int
    limit: int
    never_buta: bool

    @classmethod
    def from_cards(cls, cards: tuple[str, ...], role: str, options: Mapping[str, OptionValue]) -> Hand:
        """The hand of a role under the house rules in force."""
        ranks = tuple(sorted(map(rank_of, cards)))
        return cls(cards, ranks, sum(ranks), limit_of(role), options["teyaku_never_buta"] is True)


def limit_of(role: str) -> int:
    """The limit of a role in points: 16 for the last player, 15 for everybody else (otoroku 4.6)."""
    return 16 if role == "last" else 15


def _is_goshita(hand: Hand) -> bool:
    """五下五枚 goshita gomai: five cards, each 5 or less; above the limit only if a teyaku never busts (5.3)."""
    return len(hand.ranks) == 5 and hand.ranks[-1] <= 5 and (hand.never_buta or hand.total <= hand.limit)


def _has_rank_pair(*pairs: tuple[int, int]) -> Callable[[Hand], bool]:
    return lambda hand: hand.ranks in pairs


CLASSES = (
    HandClass(
        "makezu",
        name("classes.makezu"),
        text("classes.makezu"),
        _has_rank_pair((6, 9)),
        80,
        ("other", "last"),
        ("h06-1", "h09-1"),
        "otoroku 5",
        special=True,
    ),
    HandClass(
        "otoroku",
        name("classes.otoroku"),
        text("classes.otoroku"),
        _has_rank_pair((6, 10), (7, 9)),
        70,
        ("last",),
        ("h07-1", "h09-1"),
        "otoroku 5",
        special=True,
    ),
    HandClass(
        "birds",
        name("classes.birds"),
        text("classes.birds"),
        lambda hand: len(hand.cards) == 2 and " ".join(sorted(hand.cards, key=rank_of)) in BIRD_PAIRS,  # type: ignore[no-matching-overload]  # cached
        60,
        ("dealer",),
        ("h04-1", "h01-1"),
        "otoroku 5",
        special=True,
    ),
    HandClass(
        "goshita",
        name("classes.goshita"),
        text("classes.goshita"),
        _is_goshita,
        50,
        (),
        ("h01-1", "h02-1", "h03-1", "h04-1", "h05-1"),
        "otoroku 5",
        special=True,
    ),
    HandClass(
        "16",
        name("classes.16"),
        text("classes.16_points_last_player"),
        lambda hand: hand.total == 16,
        40,
        ("last",),
        ("h08-1", "h08-2"),
        "otoroku 5",
    ),
    HandClass(
        "15",
        name("classes.15"),
        text("classes.15_points"),
        lambda hand: hand.total == 15,
        30,
        (),
        ("h07-1", "h08-1"),
        "otoroku 5",
    ),
    HandClass(
        "14.5",
        name("classes.14_half"),
        text("classes.1_9_exactly_two"),
        _has_rank_pair((1, 9)),
        29,
        (),
        ("h01-1", "h09-1"),
        "otoroku 5",
        special=True,
    ),
    HandClass(
        "14",
        name("classes.14"),
        text("classes.14_points_1_5"),
        lambda hand: hand.total == 14 or hand.ranks in {(1, 5), (1, 10)},
        28,
        (),
        ("h01-1", "h10-1"),
        "otoroku 5",
    ),
    HandClass(
        "total",
        name("classes.total"),
        text("classes.total"),
        lambda hand: hand.total <= 13,
        0,
        (),
        ("h10-1", "h03-1"),
        "otoroku 5",
    ),
    HandClass(
        "buta",
        name("classes.buta"),
        text("classes.buta"),
        lambda hand: hand.total > hand.limit,
        -1,
        (),
        ("h10-1", "h09-1"),
        "otoroku 4.7",
    ),
)


def hand_strength(hand_class: HandClass, total: int, options: Mapping[str, OptionValue]) -> int:
    """The number by which hands are compared (otoroku 5), under the two settings that move 16 and otoroku."""
    if hand_class.key == "total":
        return 2 * total
    if hand_class.key == "otoroku" and options["otoroku_vs_makezu"] == "tie":
        return 80
    if hand_class.key == "16" and options["sixteen_vs_goshita"] != "goshita_wins":
        return 50 if options["sixteen_vs_goshita"] == "tie" else 55
    return hand_class.rank

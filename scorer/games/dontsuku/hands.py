"""The hands of Dontsuku: fourteen classes as data, and card values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scorer.families.nagoya import nagoya_ranks
from scorer.games.dontsuku.texts import name, text
from scorer.rules.hand_class import HandClass
from scorer.rules.options import OptionValue
from scorer.rules.settlement import classify_hand

TARGET = 15
"""The total to reach, and the rank of every class that is as good as it."""
PACK_SIZE = 48
"""Cards in play (dontsuku 1)."""


@dataclass(frozen=True, slots=True)
class HandFeatures:
    """What the classes look at in a hand: ranks from the lowest, their total, and its suit-bound cards.

    In the total courts count 10. `suit_bound` are the cards, of the five whose suit matters, that the hand holds.
    """

    ranks: tuple[int, ...]
    total: int
    suit_bound: frozenset[str]


_SUIT_BOUND_CARDS = {
    "mekurifuda": {"mc-11": "c11", "mc-08": "c8", "mo-02": "o2", "mu-10": "u10", "mo-06": "o6"},
    "hanafuda": {"h06-1": "c11", "h08-1": "c8", "h11-1": "o2"},
    "QJK": {"JC": "c11", "8C": "c8", "2D": "o2", "QH": "u10", "6D": "o6"},
    "JQK": {"QC": "c11", "8C": "c8", "2D": "o2", "JH": "u10", "6D": "o6"},
}
"""The only cards whose suit matters, by deck; a card that the deck cannot show is missing (dontsuku 1.3)."""


def _has_suit_bound_pair(suit_bound: str) -> Callable[[HandFeatures], bool]:
    pair = frozenset(suit_bound.split())
    return lambda hand: len(hand.ranks) == 2 and hand.suit_bound == pair


def _has_rank_pair(low: int, high: int) -> Callable[[HandFeatures], bool]:
    return lambda hand: hand.ranks == (low, high)


def _is_dragon_and_pair(hand: HandFeatures) -> bool:
    return len(hand.ranks) == 3 and hand.ranks[0] == 1 != hand.ranks[1] == hand.ranks[2]


_NAMES = {
    "pin_arashi": (
        name("names.pin_arashi"),
        text("names.pin_arashi"),
    ),
    "arashi": (name("names.arashi"), text("names.arashi")),
    "dragon_and_pair": (
        name("names.dragon_and_pair"),
        text("names.dragon_and_pair"),
    ),
    "houbi_niuma": (
        name("names.houbi_niuma"),
        text("names.houbi_niuma"),
    ),
    "niuma": (
        name("names.niuma"),
        text("names.niuma"),
    ),
    "houbi_hachiuma": (
        name("names.houbi_hachiuma"),
        text("names.houbi_hachiuma"),
    ),
    "hachiuma": (
        name("names.hachiuma"),
        text("names.hachiuma"),
    ),
    "kuppin": (
        name("names.kuppin"),
        text("names.kuppin"),
    ),
    "shippin": (
        name("names.shippin"),
        text("names.shippin"),
    ),
    "douroku": (
        name("names.douroku"),
        text("names.douroku"),
    ),
    "gome": (name("names.gome"), text("names.gome")),
    "15": (name("names.15"), text("names.15")),
    "total": (name("names.total"), text("names.total")),
    "nai": (name("names.nai"), text("names.nai")),
}
"""Name and description of each class."""

_CLASS_ROWS: tuple[tuple[str, int, str, str, Callable[[HandFeatures], bool]], ...] = (
    ("pin_arashi", TARGET, "5.1", "mc-01 ms-01 mu-01", lambda hand: hand.ranks == (1, 1, 1)),
    ("arashi", TARGET, "5.1", "mc-02 ms-02 mu-02", lambda hand: len(hand.ranks) == 3 and len(set(hand.ranks)) == 1),
    ("dragon_and_pair", TARGET, "5.1", "mc-07 ms-07 mc-01", _is_dragon_and_pair),
    ("houbi_niuma", TARGET, "5.1", "mc-11 mo-02", _has_suit_bound_pair("c11 o2")),
    ("niuma", TARGET, "5.1", "ms-02 mu-11", _has_rank_pair(2, 11)),
    ("houbi_hachiuma", TARGET, "5.1", "mc-11 mc-08", _has_suit_bound_pair("c11 c8")),
    ("hachiuma", TARGET, "5.1", "mu-08 ms-11", _has_rank_pair(8, 11)),
    ("kuppin", TARGET, "5.1", "ms-01 mu-04", _has_rank_pair(1, 4)),
    ("shippin", TARGET, "5.1", "ms-01 mu-09", _has_rank_pair(1, 9)),
    ("douroku", TARGET, "5.1", "mu-10 mo-06", _has_suit_bound_pair("u10 o6")),
    ("gome", TARGET, "5.1", "mc-02 mc-03 ms-02 mc-04 mc-05", lambda hand: len(hand.ranks) == 5 >= hand.ranks[-1]),
    ("15", TARGET, "3.3", "mc-09 mc-06", lambda hand: hand.total == TARGET),
    ("total", 1, "4.4", "mc-09 mc-04", lambda hand: hand.total < TARGET),
    ("nai", 0, "3.3", "mc-10 ms-09", lambda hand: hand.total > TARGET),
)
"""Key, rank (a sum), rule-book section, example, predicate. The first class that holds counts, so a reward teyaku
precedes its plain form."""
CLASSES = tuple(
    HandClass(
        key,
        *_NAMES[key],
        predicate,
        rank,
        example=tuple(example.split()),
        section=f"dontsuku {section}",
        special=section == "5.1",
    )
    for key, rank, section, example, predicate in _CLASS_ROWS
)
BONUS_TEYAKU = frozenset({"pin_arashi", "houbi_niuma", "houbi_hachiuma", "douroku", "gome"})
"""Teyaku that double the payment by themselves (dontsuku 5.1, B1)."""
SUIT_BOUND_TEYAKU = frozenset({"houbi_niuma", "houbi_hachiuma", "douroku"})
"""Teyaku that differ from others only by their suits (dontsuku 3, `suited_yaku`)."""

UNDECIDED = CLASSES[-2]
"""The class of a total below fifteen: the hand may still draw."""


def total_of_ranks(ranks: Sequence[int]) -> int:
    """The total of `ranks`: 1..9 as they are, courts 10 each (dontsuku 1.2)."""
    return sum(min(rank, 10) for rank in ranks)


@lru_cache(maxsize=8192)
def classify_ranks(ranks: tuple[int, ...], suit_bound: frozenset[str] = frozenset()) -> HandClass:
    """The class of a whole hand from its `ranks` (1..12, lowest first) and its `suit_bound` cards (dontsuku 5.1)."""
    return classify_hand(CLASSES, HandFeatures(ranks, total_of_ranks(ranks), suit_bound), "")


class HandClassifier:
    """Ranks, totals and classes of hands of one deck under the options in force."""

    def __init__(self, kind: str, options: Mapping[str, OptionValue]) -> None:
        courts = str(options["western_courts"])
        self.ranks = nagoya_ranks(kind, courts)
        self.suit_bound = _SUIT_BOUND_CARDS[courts if kind == "western" else kind] if options["suited_yaku"] else {}

    def total(self, cards: Sequence[str]) -> int:
        """The sum of the values of `cards`."""
        return total_of_ranks([self.ranks[code] for code in cards])

    def classify(self, cards: Sequence[str]) -> HandClass:
        """The class of `cards` as a whole hand."""
        suit_bound = (
            frozenset(self.suit_bound[code] for code in cards if code in self.suit_bound)
            if len(cards) == 2
            else frozenset()
        )
        return classify_ranks(tuple(sorted(self.ranks[code] for code in cards)), suit_bound)

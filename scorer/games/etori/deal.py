"""Deals of Etori: trumps, the speculation, misdeals (etori 1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from scorer.families.egara.deal import SUIT_NAMES
from scorer.families.egara.drills import TrickRules
from scorer.families.egara.tricks import SUITS
from scorer.games.etori.texts import because, text
from scorer.rules.options import OptionValue
from scorer.rules.results import Reason

SPECULATION = "AS"
"""The card that wins every trick it is in, whatever trumps are (etori 3.2)."""
SPECULATION_NAME = text("speculation_name")
_THE_SPECULATION = text("the_speculation", speculation=SPECULATION_NAME)
SPECIAL_BY_TRUMP: dict[str, str] = dict.fromkeys(SUITS, SPECULATION)
"""The special card under each trumps."""


def misdeal_reason(hand: Sequence[str], options: Mapping[str, OptionValue]) -> Reason | None:
    """The reason why a hand of thirteen cards is dealt again, None when it is good (etori 1.3).

    >>> hand = ["AS", "KS", "QS", "JS", "10S", "9S", "2H", "3H", "4H", "5H", "2D", "3D", "2C"]
    >>> misdeal_reason(hand, {"misdeal_void": True, "misdeal_long": 7}) is None
    True
    """
    length_by_suit = Counter(card[-1] for card in hand)
    lacking = [suit for suit in SUITS if not length_by_suit[suit]] if options["misdeal_void"] else []
    max_length = 13 if options["misdeal_long"] == "off" else int(options["misdeal_long"]) - 1
    too_long = [suit for suit in SUITS if length_by_suit[suit] > max_length]
    if not lacking and not too_long:
        return None
    if lacking:
        return because("misdeal.void", "etori 1.3", suit=SUIT_NAMES[lacking[0]])
    suit = too_long[0]
    return because("misdeal.long", "etori 1.3", suit=SUIT_NAMES[suit], count=length_by_suit[suit])


def allowed_trumps(options: Mapping[str, OptionValue]) -> str:
    """The suits that may be trumps (etori 1.4, 5)."""
    spades_allowed = options["spades_trump"] == "allowed" and options["trump_method"] != "rotate_C_D_H"
    return "CDHS" if spades_allowed else "CDH"


TRICK_RULES = TrickRules(_THE_SPECULATION, SPECIAL_BY_TRUMP, allowed_trumps)

"""Deals of Etori: trumps, the speculation, misdeals (etori 1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from scorer.families.egara.deal import SUIT_NAMES
from scorer.families.egara.drills import TrickRules
from scorer.families.egara.tricks import SUITS
from scorer.rules.options import OptionValue
from scorer.rules.results import Reason, because
from scorer.texts import Text

SPECULATION = "AS"
"""The card that wins every trick it is in, whatever trumps are (etori 3.2)."""
SPECULATION_NAME = Text("speculation", "スペキュレーション")
_THE_SPECULATION = Text(f"the {SPECULATION_NAME.en}", SPECULATION_NAME.ja)
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
    name = SUIT_NAMES[(lacking or too_long)[0]]
    en = f"No card of {name.en}" if lacking else f"{length_by_suit[too_long[0]]} cards of {name.en}"
    ja = f"{name.ja}が1枚もありません" if lacking else f"{name.ja}が{length_by_suit[too_long[0]]}枚あります"
    return because("misdeal", f"{en}: deal again", f"{ja}。配り直しです", "etori 1.3")


def allowed_trumps(options: Mapping[str, OptionValue]) -> str:
    """The suits that may be trumps (etori 1.4, 5)."""
    spades_allowed = options["spades_trump"] == "allowed" and options["trump_method"] != "rotate_C_D_H"
    return "CDHS" if spades_allowed else "CDH"


TRICK_RULES = TrickRules(_THE_SPECULATION, SPECIAL_BY_TRUMP, allowed_trumps)

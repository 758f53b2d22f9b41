"""Hands of Oicho-Kabu by ranks, the third card, and reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from types import MappingProxyType

from scorer.decks import decks
from scorer.games.oicho_kabu import texts
from scorer.games.oicho_kabu.texts import OPTIONS, because, hand_label, text
from scorer.rules.hand_class import HandClass
from scorer.rules.options import OptionValue, agreement_suffix
from scorer.rules.results import Reason
from scorer.texts import Text, signed, verbatim

RANKS = range(1, 11)
"""The numbers of the forty cards, four of each (oicho-kabu 2)."""
DEALER, TABLE = "dealer", "table"
MUST, MAY, NEVER = "must", "may", "never"
"""Whether a hand of two cards takes a third one."""


@dataclass(frozen=True, slots=True)
class KabuHand:
    """A hand as its classes see it: ranks in the order they came, role, and the house rules about special hands."""

    ranks: tuple[int, ...]
    role: str
    specials: str
    any_order: bool
    dealer_arashi: bool

    @property
    def digit(self) -> int:
        """The last digit of the sum."""
        return sum(self.ranks) % 10

    def is_pair_with_one(self, rank: int) -> bool:
        """Whether the hand is exactly `rank` and then a 1, or in any order where that is agreed (oicho-kabu 5.2)."""
        return self.ranks == (rank, 1) or (self.any_order and self.ranks == (1, rank))

    def is_kuppin(self) -> bool:
        """Nine and one, the dealer's (oicho-kabu 5.1)."""
        return self.role == DEALER and self.specials != "off" and self.is_pair_with_one(9)

    def is_shippin(self) -> bool:
        """Four and one: the dealer's, or the table's where the two are shared (oicho-kabu 5.1)."""
        owner = {"dealer": DEALER, "shared": TABLE}.get(self.specials)
        return self.role == owner and self.is_pair_with_one(4)

    def is_arashi(self) -> bool:
        """Three of one rank, on the table; the dealer's where that is agreed."""
        return len(self.ranks) == 3 and len(set(self.ranks)) == 1 and (self.role == TABLE or self.dealer_arashi)


def _digit_class(digit: int, *example: str) -> HandClass:
    return HandClass(
        str(digit),
        texts.DIGITS[digit],
        text("digit_description", digit=digit),
        partial(lambda digit, hand: hand.digit == digit, digit),
        digit,
        example=example,
        section="oicho-kabu 1.1",
    )


CLASSES = (
    HandClass(
        "kuppin",
        texts.KUPPIN,
        text("classes.kuppin"),
        KabuHand.is_kuppin,
        13,
        roles=(DEALER,),
        example=("k09", "k01"),
        section="oicho-kabu 5.1",
        special=True,
    ),
    HandClass(
        "arashi",
        texts.ARASHI,
        text("classes.arashi"),
        KabuHand.is_arashi,
        12,
        roles=(TABLE, DEALER),
        example=("k05", "k05", "k05"),
        section="oicho-kabu 5",
        special=True,
    ),
    HandClass(
        "shippin",
        texts.SHIPPIN,
        text("classes.shippin"),
        KabuHand.is_shippin,
        11,
        roles=(DEALER, TABLE),
        example=("k04", "k01"),
        section="oicho-kabu 5.1",
        special=True,
    ),
    _digit_class(9, "k04", "k05"),
    _digit_class(8, "k02", "k06"),
    _digit_class(7, "k10", "k07"),
    _digit_class(6, "k10", "k06"),
    _digit_class(5, "k02", "k03"),
    _digit_class(4, "k01", "k03"),
    _digit_class(3, "k10", "k02", "k01"),
    _digit_class(2, "k10", "k01", "k01"),
    _digit_class(1, "k09", "k02", "k10"),
    _digit_class(0, "k10", "k03", "k07"),
)
CLASS_BY_KEY = MappingProxyType({hand_class.key: hand_class for hand_class in CLASSES})


def classes_in_force(options: Mapping[str, OptionValue]) -> tuple[HandClass, ...]:
    """The classes possible under `options`, each with the roles that may have it there."""
    shippin_role = {"dealer": DEALER, "shared": TABLE}.get(str(options["specials"]))
    roles = {
        "kuppin": (DEALER,) if shippin_role else (),
        "shippin": (shippin_role,) if shippin_role else (),
        "arashi": (TABLE, DEALER) if options["dealer_arashi"] == "arashi" else (TABLE,),
    }
    return tuple(
        replace(each, roles=roles[each.key]) if each.special else each
        for each in CLASSES
        if not each.special or roles[each.key]
    )


@cache
def ranks_of(kind: str) -> Mapping[str, int]:
    """The rank of each of the forty cards of a deck (oicho-kabu 2).

    >>> len(ranks_of("western")), ranks_of("kabufuda")["k04s"]
    (40, 4)
    """
    return MappingProxyType({face.code: face.number for face in decks()[kind].face_list if face.number in RANKS})


def kabu_hand(ranks: tuple[int, ...], role: str, options: Mapping[str, OptionValue]) -> KabuHand:
    """The hand of these ranks under `options`."""
    return KabuHand(
        ranks, role, str(options["specials"]), options["special_order"] == "any", options["dealer_arashi"] == "arashi"
    )


@lru_cache(maxsize=8192)
def class_key(hand: KabuHand) -> str:
    """The key of the class of a hand.

    >>> class_key(KabuHand((4, 1), "dealer", "dealer", False, False))
    'shippin'
    """
    return next(each.key for each in CLASSES if each.predicate(hand))


Strength = tuple[str, int, bool]
"""Class and digit of the dealer's finished hand, and whether it is a 0 of three cards."""


def strength_of(hand: KabuHand) -> Strength:
    """What a hand on the table is compared with.

    >>> strength_of(KabuHand((9, 8, 3), "dealer", "dealer", False, False))
    ('0', 0, True)
    """
    key = class_key(hand)
    return key, hand.digit, key == "0" and len(hand.ranks) == 3


def third_card_rule(hand: KabuHand, options: Mapping[str, OptionValue]) -> str:
    """Whether a hand whose first two cards are those of `hand` must, may or must not take a third (oicho-kabu 4.2).

    The dealer is bound where that is agreed. After shippin and kuppin no card is drawn (oicho-kabu 5.3).
    """
    first_two = hand if len(hand.ranks) == 2 else replace(hand, ranks=hand.ranks[:2])
    if class_key(first_two) in SPECIAL_PAIRS:
        return NEVER
    if options["third_card"] == "free" or (hand.role == DEALER and options["dealer_third"] == "free"):
        return MAY
    digit = first_two.digit
    if digit <= 3:
        return MUST
    is_free_pair = options["pair_may_draw"] and len(set(first_two.ranks)) == 1
    return MAY if digit <= 6 or is_free_pair else NEVER


SPECIAL_PAIRS = frozenset({"shippin", "kuppin"})
"""Classes of exactly two cards, which end the hand."""


def rank_list(ranks: Sequence[int]) -> str:
    """The ranks of a hand as people read them out: "9 1"."""
    return " ".join(map(str, ranks))


TOO_FEW_CARDS = text("too_few_cards")
TOO_MANY_CARDS = text("too_many_cards")
THIRD_REQUIRED = text("third_required")
THIRD_FORBIDDEN = text("third_forbidden")
AFTER_SPECIAL = text("after_special")
DEALER_BETS = text("dealer_bets")
ONE_CARD = text("one_card")
TOO_FEW_UNSEEN = text("too_few_unseen")
WRONG_AIM = text("wrong_aim")
MUST_DRAW = because("must_draw", "oicho-kabu 4.2")
LOST_TO_ALL = because("lost_to_all", "oicho-kabu 7.3")
NOT_LOST_TO_ALL = because("keeps_deal", "oicho-kabu 7.3")
DEAL_ROTATES = because("deal_rotates", "more-house-rules 6")
NO_BETS = because("no_bets", "oicho-kabu 7.1")
SITS_OUT = because("sits_out", "oicho-kabu 3.2")
_RULE_SECTIONS = {
    "special": "oicho-kabu 6.1",
    "arashi": "oicho-kabu 6.2",
    "two_arashi": "oicho-kabu 6.2",
    "dealer_arashi": "oicho-kabu 6.3",
    "shippin": "oicho-kabu 6.4",
    "digit": "oicho-kabu 6.5",
    "tie": "oicho-kabu 6.6",
    "dealer_zero": "more-house-rules 9",
}


@lru_cache(maxsize=2048)
def hand_sum(ranks: tuple[int, ...], key: str) -> Reason:
    """The sum of a hand, the digit that counts, and its class."""
    hand_class, total = CLASS_BY_KEY[key], sum(ranks)
    return because("sum", hand_class.section, total % 10, ranks=ranks, total=total, name=hand_class.name)


def hand_text(key: str, digit: int) -> Text:
    """A hand in a sentence: its special class, else its digit."""
    if key.isdigit():
        return verbatim(key)
    name = CLASS_BY_KEY[key].name
    return text("hand_with_digit", name=name, digit=digit) if key == "arashi" else name.as_text()


@lru_cache(maxsize=8192)
def hand_result(
    number: int, ranks: tuple[int, ...], key: str, dealer_key: str, dealer_digit: int, result: str, rule: str
) -> Reason:
    """How one hand on the table did against the dealer's."""
    own, dealer = hand_text(key, sum(ranks) % 10), hand_text(dealer_key, dealer_digit)
    agreed: Text | str = ""
    if rule == "tie":
        agreed = agreement_suffix(OPTIONS, "tie", "push" if result == "push" else "dealer_wins")
    elif rule == "dealer_zero":
        agreed = agreement_suffix(OPTIONS, "dealer_zero", "push" if result == "push" else "pays_all")
    return because(
        f"hand_{result}",
        _RULE_SECTIONS[rule],
        label=hand_label(number),
        ranks=ranks,
        own=own,
        dealer=dealer,
        agreed=agreed,
    )


@lru_cache(maxsize=8192)
def bet_result(number: int, stake: int, gain: int, result: str) -> Reason:
    """What one bet brought."""
    label = hand_label(number)
    if not gain:
        return because("bet.goes_back", "oicho-kabu 6.6", label=label, stake=stake)
    factor = abs(gain) // stake
    times = text("times_bet", factor=factor) if factor > 1 else ""
    key = "bet.won" if result == "won" else "bet.lost"
    return because(key, "oicho-kabu 7.1", label=label, stake=stake, times=times, gain=signed(gain))


def bets_settled(gains: Sequence[tuple[int, int]]) -> Reason:
    """A bettor's bets together: the hand and the gain of each bet that moved stones."""
    texts = tuple(text("hand_gain", number=number + 1, gain=signed(gain)) for number, gain in gains)
    return because("bets", "oicho-kabu 7.1", gains=texts)


def wrong_hand_count(count: int) -> Text:
    """The table has another number of hands than four."""
    return text("wrong_hand_count", count=count)


def wrong_bet_rows(seats: int) -> Text:
    """The bets are no row of four for every seat."""
    return text("wrong_bet_rows", seats=seats)


def broken_bet(stake: str) -> Text:
    """A bet that is no number of stones."""
    return text("broken_bet", stake=stake)


def over_domae(total: int, domae: int) -> Text:
    """The bets together are more than agreed."""
    return text("over_domae", total=total, domae=domae)

"""A hand of Otoroku as drawn: its class, its value, and the reasons.

Source: otoroku 4 and 5.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from types import MappingProxyType

from scorer.errors import Refusal
from scorer.games.otoroku.hands import CLASSES, Hand, hand_strength, limit_of, rank_of
from scorer.games.otoroku.texts import because, text
from scorer.rules.hand_class import HandClass
from scorer.rules.options import OptionValue
from scorer.rules.results import HandValue, Reason
from scorer.rules.settlement import card_line, classify_hand
from scorer.texts import Text, part_of


@dataclass(frozen=True, slots=True)
class JudgedHand:
    """One hand with its class, its strength, its name for a sentence, and its value."""

    hand_class: HandClass
    strength: int
    label: Text
    value: HandValue

    @property
    def is_buta(self) -> bool:
        """Whether the hand is above its limit."""
        return self.hand_class.key == "buta"


def judge_hand(seat: int, cards: tuple[str, ...], role: str, options: Mapping[str, OptionValue]) -> JudgedHand:
    """The class of a checked hand for a role, with the reasons."""
    hand = Hand.from_cards(cards, role, options)
    hand_class, total = classify_hand(CLASSES, hand, role), hand.total
    lines = [card_line(code, rank_of(code), "otoroku 1.1") for code in cards]
    denied_class = next(
        (closed_class for closed_class in _classes_closed_to(role) if closed_class.predicate(hand)), None
    )
    if denied_class is not None:
        lines.append(_denied_reason(denied_class.key, role))
    if len(cards) > 2:
        undone_key = _two_card_teyaku(cards[:2], role)
        if undone_key is not None:
            lines.append(_undone_reason(undone_key))
    lines.append(_class_reason(hand_class.key, total, hand.ranks if len(cards) == 2 else (), hand.limit))
    value = HandValue(seat, hand_class.key, total, tuple(lines))
    return JudgedHand(hand_class, hand_strength(hand_class, total, options), _hand_label(hand_class.key, total), value)


@cache
def _classes_closed_to(role: str) -> tuple[HandClass, ...]:
    """The classes that the role may not have."""
    return tuple(hand_class for hand_class in CLASSES if hand_class.roles and role not in hand_class.roles)


@cache
def _two_card_teyaku(cards: tuple[str, str], role: str) -> str | None:
    """The key of the two-card teyaku that these first two cards were, None if they were none."""
    key = classify_hand(CLASSES, Hand.from_cards(cards, role, {"teyaku_never_buta": True}), role).key
    return key if key in {"makezu", "otoroku", "birds", "14.5"} else None


@cache
def _hand_label(key: str, total: int) -> Text:
    """The name of a hand for a sentence."""
    name = _CLASS_BY_KEY[key].name
    if key in {"total", "14", "15", "16"}:
        return text("hand_points", points=total if key == "total" else key)
    return part_of(name, 0)


_CLASS_BY_KEY = MappingProxyType({hand_class.key: hand_class for hand_class in CLASSES})
ROLE_NAMES = MappingProxyType({role: text(f"role.{role}") for role in ("dealer", "last", "other")})


@cache
def _denied_reason(key: str, role: str) -> Reason:
    hand_class, role_name = _CLASS_BY_KEY[key], ROLE_NAMES[role]
    return Reason(
        f"no_{key}",
        text("denied", name=part_of(hand_class.name, 0), role=role_name, description=hand_class.description),
        None,
        "otoroku 5.1",
    )


@cache
def _undone_reason(key: str) -> Reason:
    hand_class = _CLASS_BY_KEY[key]
    return Reason(
        f"undone_{key}",
        text("undone", name=part_of(hand_class.name, 0)),
        None,
        "otoroku 5.2",
    )


@cache
def _class_reason(key: str, total: int, two: tuple[int, ...], limit: int) -> Reason:
    """The reason why a hand has its class, and what it would have needed.

    `two` are the ranks of a hand of two cards, () for any other.
    """
    hand_class = _CLASS_BY_KEY[key]
    section = hand_class.section
    if key == "buta":
        return because("buta.above_limit", section, total=total, limit=limit)
    if key == "total":
        return because("total", section, total=total, lacking=15 - total)
    if key == "goshita" and total > limit:
        return because("goshita", "otoroku 5.3", total=total, limit=limit)
    if key == "14" and total != 14:
        return because("14", section, ranks=two)
    if key in {"16", "15", "14"}:
        return Reason(key, text("points", total=total), None, section)
    return Reason(key, text("described", name=hand_class.name, description=hand_class.description), None, section)


def check_hand(
    seat: int, cards: tuple[str, ...], role: str, options: Mapping[str, OptionValue], *, min_size: int
) -> None:
    """Refuse a hand that cannot have been drawn (otoroku 4): too many or too few cards, or drawn after a bust."""
    cap = options["dealer_hand_cap"] if role == "dealer" else 5
    if cap != "none" and len(cards) > int(cap):
        message = text("too_many_cards", cap=cap, count=len(cards))
        raise Refusal("too_many_cards", message, seat=seat, cards=cards)
    if len(cards) < min_size:
        message = text("too_few_cards", min_size=min_size, count=len(cards))
        raise Refusal("too_few_cards", message, seat=seat, cards=cards)
    for count, total in enumerate(accumulate(map(rank_of, cards[:-1])), start=1):
        if total > limit_of(role):
            message = text("played_on_after_bust", total=total, count=count)
            raise Refusal("hand_played_on", message, seat=seat, cards=cards[count:])

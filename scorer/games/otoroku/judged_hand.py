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
from scorer.rules.game import HandClass
from scorer.rules.options import OptionValue
from scorer.rules.results import HandValue, Reason, because
from scorer.rules.settlement import card_line, classify_hand
from scorer.texts import Text, capitalize


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
        points = total if key == "total" else key
        return Text(str(points), f"{points}点")
    return Text(name.en.split(",")[0], name.ja)


_CLASS_BY_KEY = MappingProxyType({hand_class.key: hand_class for hand_class in CLASSES})
ROLE_NAMES = MappingProxyType(
    {"dealer": Text("the dealer", "親"), "last": Text("the last player", "末番"), "other": Text("a bettor", "子")}
)


@cache
def _denied_reason(key: str, role: str) -> Reason:
    hand_class, role_name = _CLASS_BY_KEY[key], ROLE_NAMES[role]
    name, description = hand_class.name.en.split(",")[0], hand_class.description
    return because(
        f"no_{key}",
        f"No {name} for {role_name.en} ({description.en}): the cards count as points",
        f"{role_name.ja}は{hand_class.name.ja}になりません（{description.ja}）。札の点で数えます",
        "otoroku 5.1",
    )


@cache
def _undone_reason(key: str) -> Reason:
    hand_class = _CLASS_BY_KEY[key]
    return because(
        f"undone_{key}",
        f"The third card undid {hand_class.name.en.split(',')[0]}, which takes exactly two cards",
        f"3枚目を引いたので、2枚役の{hand_class.name.ja}は消えました",
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
        en, ja = f"{total} is above the limit of {limit}: buta (bust)", f"{total}点で上限の{limit}点を超え、ブタです"
    elif key == "total":
        en, ja = f"{total} points, {15 - total} short of 15", f"{total}点。15まであと{15 - total}点でした"
    elif key == "goshita" and total > limit:
        en = f"Five cards of 5 or less: goshita gomai; {total} is above {limit}, but a teyaku never busts (as agreed)"
        ja = f"5以下の札5枚で五下五枚。{total}点で{limit}点を超えますが、取り決めにより手役はブタになりません"
        section = "otoroku 5.3"
    elif key == "14" and total != 14:
        low, high = two
        en, ja = f"{low} and {high} in two cards are worth 14", f"{low}と{high}の2枚は14点と同じです"
    elif key in {"16", "15", "14"}:
        en, ja = f"{total} points", f"{total}点"
    else:
        name, description = hand_class.name, hand_class.description
        en, ja = f"{capitalize(name.en)}: {description.en}", f"{name.ja}：{description.ja}"
    return because(key, en, ja, section)


def check_hand(
    seat: int, cards: tuple[str, ...], role: str, options: Mapping[str, OptionValue], *, min_size: int
) -> None:
    """Refuse a hand that cannot have been drawn (otoroku 4): too many or too few cards, or drawn after a bust."""
    cap = options["dealer_hand_cap"] if role == "dealer" else 5
    if cap != "none" and len(cards) > int(cap):
        message = Text(
            f"A hand has at most {cap} cards, not {len(cards)}", f"手札は{cap}枚までです（{len(cards)}枚あります）"
        )
        raise Refusal("too_many_cards", message, seat=seat, cards=cards)
    if len(cards) < min_size:
        message = Text(
            f"A hand has at least {min_size} cards, not {len(cards)}",
            f"手札は{min_size}枚以上です（{len(cards)}枚しかありません）",
        )
        raise Refusal("too_few_cards", message, seat=seat, cards=cards)
    for count, total in enumerate(accumulate(map(rank_of, cards[:-1])), start=1):
        if total > limit_of(role):
            message = Text(
                f"{total} after {count} cards was bust already: no card can follow",
                f"{count}枚で{total}点、もうブタなので、その後の札は引けません",
            )
            raise Refusal("hand_played_on", message, seat=seat, cards=cards[count:])

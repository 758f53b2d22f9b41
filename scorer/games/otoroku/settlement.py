"""Hands of Otoroku that were judged, and the one pot they win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from types import MappingProxyType

from scorer.errors import Refusal
from scorer.games.otoroku.hands import CLASSES, Hand, hand_strength, limit_of, rank_of
from scorer.games.otoroku.texts import OPTIONS, because, text
from scorer.rules.game import Game
from scorer.rules.hand_class import HandClass
from scorer.rules.options import OptionValue, agreement_suffix
from scorer.rules.results import HandValue, Reason, Settlement
from scorer.rules.round_input import RoundInput
from scorer.rules.settlement import (
    build_settlement,
    card_line,
    classify_hand,
    share_out,
    transfers_from_net,
    turn_order,
)
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


def seat_stakes(round_input: RoundInput) -> list[int]:
    """The stake of each seat (otoroku 6.4): the wager, or all that the seat has.

    `impossible` for a seat that should rest.
    """
    wager = int(round_input.options["wager"])
    if round_input.stones is None:
        return [wager] * len(round_input.seats)
    minimum = 1 if round_input.options["short_stake"] == "all_in" else wager
    for seat, balance in enumerate(round_input.stones):
        if balance < minimum:
            message = text(
                "cannot_stake",
                name=round_input.seats[seat],
                minimum=minimum,
                balance=balance,
            )
            raise Refusal("impossible", message, seat=seat)
    return [min(wager, balance) for balance in round_input.stones]


def settle_void(game: Game, round_input: RoundInput, judged_hands: Sequence[JudgedHand]) -> Settlement:
    """The settlement of a void round (流れ nagare): everybody is bust and nothing is paid."""
    reason = because("void", "otoroku 6.1" if round_input.options["method"] == "everyone" else "otoroku 6.2")
    return build_settlement(
        game,
        round_input,
        outcome="void",
        net=[0] * len(judged_hands),
        next_dealer=0,
        winners=(),
        transfers=(),
        hands=tuple(hand.value for hand in judged_hands),
        reasons=(reason,),
    )


def settle_one_pot(
    game: Game, round_input: RoundInput, judged_hands: Sequence[JudgedHand], stakes: Sequence[int]
) -> Settlement:
    """The settlement of the pot game (otoroku 6.1; 総取り sodori): the best hands take the pot.

    With unequal stakes the pot is divided in layers; a layer is won from the seats that are in it.
    """
    order = turn_order(len(judged_hands))
    net = [-stake for stake in stakes]
    floor = 0
    for level in sorted(set(stakes)):
        layer_seats = [seat for seat in order if stakes[seat] >= level]
        best_strength = max(judged_hands[seat].strength for seat in layer_seats)
        layer_winners = [seat for seat in layer_seats if judged_hands[seat].strength == best_strength]
        for seat, part in share_out((level - floor) * len(layer_seats), layer_winners).items():
            net[seat] += part
        floor = level
    best_strength = max(hand.strength for hand in judged_hands)
    winners = [seat for seat in order if judged_hands[seat].strength == best_strength]
    first, label = winners[0], judged_hands[winners[0]].label
    names, pot = round_input.seats, sum(stakes)
    if len(winners) == 1:
        reason = because("pot.one", "otoroku 6.1", name=names[first], pot=pot, label=label)
    elif remainder := pot % len(winners):
        reason = because(
            "pot.shared_unevenly",
            "otoroku 6.1",
            count=len(winners),
            label=label,
            pot=pot,
            name=names[first],
            remainder=remainder,
        )
    else:
        reason = because("pot.shared", "otoroku 6.1", count=len(winners), label=label, pot=pot)
    reasons = [reason]
    if min(stakes) < max(stakes):
        reasons.append(because("all_in", "otoroku 6.4"))

    def stake_reason(giver: int, taker: int, stones: int) -> Reason:
        lost, won = judged_hands[giver].label, judged_hands[taker].label
        deciding_rule = deciding_rule_text(round_input, judged_hands[giver], judged_hands[taker])
        return because(
            "stake",
            "otoroku 6.1",
            winner=names[taker],
            won=won,
            stones=stones,
            loser=names[giver],
            lost=lost,
            deciding_rule=deciding_rule,
        )

    return build_settlement(
        game,
        round_input,
        outcome="won" if len(winners) == 1 else "split",
        net=net,
        next_dealer=first,
        winners=tuple(sorted(winners)),
        transfers=transfers_from_net(net, stake_reason),
        hands=tuple(hand.value for hand in judged_hands),
        reasons=tuple(reasons),
    )


def deciding_rule_text(round_input: RoundInput, first: JudgedHand, second: JudgedHand) -> Text:
    """The house rule that decides between two hands, to be put after the sentence; empty where there is none."""
    class_keys = {first.hand_class.key, second.hand_class.key}
    option_key = (
        "otoroku_vs_makezu"
        if class_keys == {"otoroku", "makezu"}
        else "sixteen_vs_goshita"
        if class_keys == {"16", "goshita"}
        else ""
    )
    if not option_key:
        return Text("", "")
    return agreement_suffix(OPTIONS, option_key, round_input.options[option_key])

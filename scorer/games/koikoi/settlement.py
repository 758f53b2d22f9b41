"""Settlement of Koi-Koi from the two captured piles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import prod

from scorer.errors import Refusal
from scorer.families.captures.cards import (
    BIT,
    BRIGHTS,
    RAIN_MAN,
    mask_of,
)
from scorer.families.captures.reasons import yaku_reasons
from scorer.families.captures.round_cards import list_in, require_player, require_size
from scorer.families.captures.yaku import (
    dearest_key,
)
from scorer.games.koikoi import texts
from scorer.games.koikoi.odds import most_raises
from scorer.games.koikoi.texts import ORDER, YAKU_NAMES, because, text
from scorer.games.koikoi.yaku import POINTS, YakuRules, yaku_rules
from scorer.rules.game import Game
from scorer.rules.options import OptionValue
from scorer.rules.results import HandValue, Reason, Settlement, Transfer
from scorer.rules.round_input import RoundInput, require_int
from scorer.rules.settlement import build_settlement, never_over

DEALT_CARDS = 8
"""Cards of a hand and of the opening field as dealt (koikoi 2.2)."""
OPENING_FIELD, DEALT_HAND = text("opening_field"), text("dealt_hand")
_BRIGHTS = mask_of(BRIGHTS)


@dataclass(frozen=True, slots=True)
class Ending:
    """How a round ended: who said shobu (None: the hands ran out), who called koi-koi in order, the opening field."""

    caller: int | None
    calls: tuple[int, ...]
    opening: int


def parse_ending(round_input: RoundInput) -> Ending:
    """The end of a round with two piles. Raises `bad_count`, `bad_round`, then `impossible`."""
    data, options = round_input.data, round_input.options
    if len(list_in(data, "piles")) != 2:
        raise Refusal("bad_count", texts.NOT_TWO_PILES)
    if options["tsukifuda"] is True and data.get("month") is None:
        raise Refusal("bad_count", texts.NO_MONTH)
    opening = data.get("opening")
    if options["field_multiplier"] != "off" and opening is None:
        raise Refusal("bad_count", texts.NO_OPENING)
    month_of(round_input)
    check_dealt_sizes(round_input)
    ended_by = data.get("ended_by")
    if ended_by not in ("shobu", "empty"):
        raise Refusal("bad_round", texts.UNKNOWN_ENDED_BY)
    calls = tuple(require_player(seat, 2, text("koi_koi")) for seat in list_in(data, "calls"))
    if options["max_calls"] == 1 and len(calls) > 1:
        raise Refusal("impossible", texts.TOO_MANY_CALLS)
    caller = require_player(data.get("caller"), 2, text("shobu")) if ended_by == "shobu" else None
    return Ending(caller, calls, mask_of(opening or ()))


def month_of(round_input: RoundInput) -> int | None:
    """The month of the round, None where it is not told. Raises `bad_count` for none of 1 to 12."""
    month = round_input.data.get("month")
    return None if month is None else require_int(month, text("month"), minimum=1, maximum=12)


def check_dealt_sizes(round_input: RoundInput) -> None:
    """Refuse an opening field or a dealt hand that has not eight cards, and hands that are not two."""
    data = round_input.data
    hands = list_in(data, "hands")
    if hands and len(hands) != 2:
        raise Refusal("bad_count", texts.NOT_TWO_HANDS)
    if data.get("opening") is not None:
        require_size(data["opening"], DEALT_CARDS, OPENING_FIELD)
    for seat, hand in enumerate(hands):
        if hand is not None:
            require_size(hand, DEALT_CARDS, DEALT_HAND, seat)


def settle_piles(game: Game, round_input: RoundInput) -> Settlement:
    """The settlement of a round that was played (koikoi 2.6 to 4)."""
    ending = parse_ending(round_input)
    options, data = round_input.options, round_input.data
    rules = yaku_rules(options, month_of(round_input), mask_of(list_in(data, "field")))
    hands = tuple(pile_value(seat, mask_of(pile), rules) for seat, pile in enumerate(data["piles"]))
    _check_calls(ending, hands, round_input.seats, has_weather=options["viewing_weather"] != "off")
    _check_turns_of_calls(ending, round_input)
    how, winner = "shobu", ending.caller
    if winner is None:
        how, winner = _winner_of_exhausted(str(options["exhausted"]), hands, ending.calls)
    if winner is None:
        return settle_draw(
            game, round_input, hands, (texts.EMPTY,), next_dealer=1 if options["draw_deal"] == "other" else 0
        )
    base = hands[winner].total or 0
    factors = _factors(round_input, replace(ending, caller=winner), base)
    multiplier = prod(factor for factor, _ in factors)
    return settle_win(
        game,
        round_input,
        hands,
        winner=winner,
        outcome="won",
        multiplier=multiplier,
        round_reasons=(
            texts.won_reason(how, round_input.seats[winner], base),
            *(reason for _, reason in factors),
            texts.points_reason(base, multiplier),
        ),
    )


def _winner_of_exhausted(rule: str, hands: Sequence[HandValue], calls: Sequence[int]) -> tuple[str, int | None]:
    """Who wins with yaku on the table when the hands ran out, and why; None for nobody (more house rules 2)."""
    bases = [hand.total or 0 for hand in hands]
    if rule == "higher" and any(bases):
        return ("equal" if bases[0] == bases[1] else "higher"), bases.index(max(bases))
    if rule == "last_caller" and calls and bases[calls[-1]]:
        return "last_caller", calls[-1]
    return rule, None


def _check_calls(ending: Ending, hands: Sequence[HandValue], names: Sequence[str], *, has_weather: bool) -> None:
    """Refuse calls that do not fit the piles; rain and mist may undo a yaku that was called (koikoi 7)."""
    if ending.caller is not None and not hands[ending.caller].total:
        raise Refusal("impossible", texts.caller_without_yaku(names[ending.caller]), seat=ending.caller)
    if has_weather:
        return
    for seat, hand in enumerate(hands):
        if hand.total and seat != ending.caller and seat not in ending.calls:
            raise Refusal("impossible", texts.YAKU_WITHOUT_CALL, seat=seat)
        if not hand.total and seat in ending.calls:
            raise Refusal("impossible", texts.CALL_WITHOUT_YAKU, seat=seat)


def _check_turns_of_calls(ending: Ending, round_input: RoundInput) -> None:
    """Refuse more calls than turns in which a pile can have formed or improved a yaku (koikoi 2.9)."""
    options, month = round_input.options, month_of(round_input)
    if options["viewing_weather"] != "off":
        return
    for seat, pile in enumerate(round_input.data["piles"]):
        said = ending.calls.count(seat) + (seat == ending.caller)
        # A player has a turn for each card that he was dealt.
        turns = min(most_raises(mask_of(pile), options, month), DEALT_CARDS)
        if said > turns:
            raise Refusal("impossible", texts.more_calls_than_turns(round_input.seats[seat], said, turns), seat=seat)


def _factors(round_input: RoundInput, ending: Ending, base: int) -> list[tuple[int, Reason]]:
    """What multiplies the base, each with its reason (koikoi 4)."""
    options, factors = round_input.options, []
    if options["seven_double"] and base >= 7:
        factors.append((2, texts.SEVEN_DOUBLES))
    rule, brights = str(options["call_multiplier"]), (ending.opening & _BRIGHTS).bit_count()
    by_calls, by_field = _call_factor(rule, ending.caller, ending.calls), _field_factor(options, brights)
    if by_calls > 1:
        factors.append((by_calls, texts.call_reason(rule, by_calls)))
    if by_field > 1:
        factors.append((by_field, texts.field_reason(brights, by_field)))
    return factors


def _call_factor(rule: str, winner: int | None, calls: Sequence[int]) -> int:
    others = sum(seat != winner for seat in calls)
    if rule == "opponent_count":
        return 1 + others
    called = {"opponent": others, "own": len(calls) - others, "anyone": len(calls), "off": 0}[rule]
    return 2 if called else 1


def _field_factor(options: Mapping[str, OptionValue], brights: int) -> int:
    rule = options["field_multiplier"]
    return 1 if rule == "off" or not brights else 2 if rule == "double" else 1 + brights


def points_factor(options: Mapping[str, OptionValue], winner: int, calls: Sequence[int], brights: int) -> int:
    """What multiplies the base of `winner` beside the seven: calls of koi-koi, brights on the opening field."""
    return _call_factor(str(options["call_multiplier"]), winner, calls) * _field_factor(options, brights)


def settle_win(
    game: Game,
    round_input: RoundInput,
    hands: tuple[HandValue, ...],
    winner: int,
    outcome: str,
    multiplier: int,
    round_reasons: tuple[Reason, ...],
) -> Settlement:
    """The settlement of a round that `winner` won: he deals next, and the loser or the score sheet pays."""
    points = (hands[winner].total or 0) * multiplier
    net, transfers = _payment(round_input, winner, points, round_reasons[-1])
    return build_settlement(
        game,
        round_input,
        net=net,
        outcome=outcome,
        next_dealer=winner,
        is_over=_is_over(round_input),
        winners=(winner,),
        transfers=transfers,
        house=-sum(net),
        hands=hands,
        reasons=round_reasons,
        extra={"multiplier": multiplier},
    )


def settle_draw(
    game: Game,
    round_input: RoundInput,
    hands: tuple[HandValue, ...],
    round_reasons: tuple[Reason, ...],
    next_dealer: int,
) -> Settlement:
    """The settlement of a round without winner; the dealer may have a right to some points."""
    options = round_input.options
    points = int(options["draw_points"])
    net: tuple[int, ...] = (0, 0)
    transfers: tuple[Transfer, ...] = ()
    if points:
        reason = texts.draw_points_reason(points)
        net, transfers = _payment(round_input, 0, points, reason)
        round_reasons = (*round_reasons, reason)
    return build_settlement(
        game,
        round_input,
        net=net,
        outcome="draw",
        next_dealer=next_dealer,
        is_over=_is_over(round_input),
        winners=(0,) if points else (),
        transfers=transfers,
        house=-sum(net),
        hands=hands,
        reasons=(*round_reasons, texts.draw_deal_reason(options)) if round_reasons[0] is texts.EMPTY else round_reasons,
        extra={"multiplier": 1},
    )


def _payment(
    round_input: RoundInput, winner: int, points: int, reason: Reason
) -> tuple[tuple[int, ...], tuple[Transfer, ...]]:
    """Net and payments of `points` for one seat: the other pays, or nobody does."""
    loser = 1 - winner
    if round_input.options["scoring"] == "winner_only":
        return tuple(points if seat == winner else 0 for seat in range(2)), ()
    return tuple(points if seat == winner else -points for seat in range(2)), (Transfer(loser, winner, points, reason),)


def _is_over(round_input: RoundInput) -> Callable[[Sequence[int]], bool]:
    if round_input.options["length"] != "target":
        return never_over
    target = int(round_input.options["target"])
    return lambda stones: max(stones) >= target


NO_YAKU = because("none.no_yaku", "koikoi 3", 0)


_ALONE = because("alone", "koikoi 5")


def pile_value(seat: int, pile: int, rules: YakuRules) -> HandValue:
    """The value of a captured pile: its class, its base points and every yaku that counts, with reasons."""
    counted = rules.count(pile)
    lines = yaku_reasons(rules.tables[0], counted, POINTS, counts=True) or (NO_YAKU,)
    return HandValue(
        seat,
        dearest_key(counted, ORDER),
        sum(counted.values()),
        (*lines, *_not_counted(pile, rules, counted)),
        {"yaku": counted},
    )


def _not_counted(pile: int, rules: YakuRules, counted: Mapping[str, int]) -> tuple[Reason, ...]:
    """Why a viewing yaku that lies in the pile does not count."""
    void = rules.void_in(pile)
    lying = [yaku for yaku in rules.tables[0] if yaku.key in ("hanami", "tsukimi") and yaku.is_in(pile)]
    lines = [_rained_off(yaku.key, spoilers=rules.spoilers) for yaku in lying if yaku.key in void]
    if rules.needs_other and any(yaku.key not in counted and yaku.key not in void for yaku in lying):
        lines.append(_ALONE)
    return tuple(lines)


@cache
def _rained_off(key: str, *, spoilers: int) -> Reason:
    own = "own_rain" if spoilers == BIT[RAIN_MAN] else "own_willow"
    return because(f"rained_off.{own if spoilers else key}", "koikoi 5", name=YAKU_NAMES[key])

"""Settlement of Roppyakken: score, fuke, and who has won the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial

from scorer.errors import Refusal
from scorer.families.captures.cards import PAULOWNIA, WILLOW, count_worths, mask_of, month_mask
from scorer.families.captures.reasons import worth_reasons, yaku_reasons
from scorer.families.captures.round_cards import list_in
from scorer.families.captures.yaku import dearest_key
from scorer.games.roppyakken.deal import (
    lucky_points,
    lucky_reason,
    misdeal_reason,
    most_captured,
    opening_of,
    shown_hands,
)
from scorer.games.roppyakken.texts import because, text
from scorer.games.roppyakken.yaku import ORDER, POINTS, VIEWING, WORTHS, count_pile, is_rained_off, table_under
from scorer.rules.game import Game
from scorer.rules.options import OptionValue
from scorer.rules.results import HandValue, Reason, Settlement, richest_seats
from scorer.rules.round_input import RoundInput
from scorer.rules.settlement import build_settlement, never_over

_HUNDRED = 100
"""Points to which scores are rounded up where that is agreed (roppyakken 5.1)."""
_DRY = ~(month_mask(WILLOW) | month_mask(PAULOWNIA))
"""The cards that fuke may count alone (roppyakken 5.2)."""
_RAINED_OFF = because("rained_off", "roppyakken 3.4")
_EQUAL = because("equal", "roppyakken 5.3")
_LEVEL = because("level", "roppyakken 5.4")


def pile_value(
    seat: int, pile: int, options: Mapping[str, OptionValue], dealt: Sequence[str] | None = None
) -> HandValue:
    """The value of a pile: its class, its card points, its yaku, and the lucky hand as `dealt` (None: no such)."""
    table, counted, points = table_under(options), count_pile(pile, options), count_worths(pile, WORTHS)
    lucky = lucky_points(dealt) if dealt else {}
    worth, extra = sum(counted.values()), sum(lucky.values())
    lines = [*worth_reasons(pile, WORTHS, "roppyakken 1.1"), *yaku_reasons(table, counted, POINTS, counts=False)]
    lines += [lucky_reason(key, counts=False) for key in lucky]
    if is_rained_off(pile, options) and any(yaku.is_in(pile) for yaku in table if yaku.key in VIEWING):
        lines.append(_RAINED_OFF)
    if worth or extra:
        lines.append(_score_reason(points, worth, extra))
    said = {"yaku": counted, "score": points + worth + extra} | ({} if dealt is None else {"lucky": lucky})
    return HandValue(seat, dearest_key(counted, ORDER), points, tuple(lines), said)


@cache
def _score_reason(points: int, yaku: int, lucky: int) -> Reason:
    score = points + yaku + lucky
    if lucky:
        return because("score.with_lucky", "roppyakken 5.1", points=points, yaku=yaku, lucky=lucky, score=score)
    return because("score.with_yaku", "roppyakken 5.1", points=points, yaku=yaku, score=score)


def settle_piles(game: Game, round_input: RoundInput) -> Settlement:
    """The settlement of a round from its piles (roppyakken 3 to 5)."""
    options, names = round_input.options, round_input.seats
    piles = _parse_piles(round_input)
    hands, opening = shown_hands(round_input), opening_of(round_input)
    misdeal = misdeal_reason(names, hands, opening, options)
    if misdeal is not None:
        raise Refusal("impossible", text("misdealt", why=misdeal.text))
    dealt: Sequence[Sequence[str] | None] = hands if options["lucky_hands"] else (None,) * len(names)
    values = tuple(pile_value(seat, pile, options, dealt[seat]) for seat, pile in enumerate(piles))
    build = partial(build_settlement, game, round_input, is_over=never_over, transfers=(), hands=values)
    fuke = _fuke_reason(piles, values, round_input) if options["fuke"] != "off" else None
    if fuke is not None:
        net = (0,) * len(names)
        leaders = _leaders(round_input, net) if round_input.rounds_left == 1 else ()
        return build(net=net, outcome="draw", next_dealer=0, winners=(), game_winners=leaders, reasons=(fuke,))
    scores = [value.extra["score"] for value in values]
    winners = richest_seats(scores)
    net = _net(scores, winners[0], str(options["scoring"]))
    reasons = [_scoring_reason(str(options["scoring"]), names[winners[0]], max(net))]
    holder = _holder(values) if options["instant_win"] else None
    if holder is not None:
        seat, key = holder
        winners = game_winners = (seat,)
        reasons.append(because(f"instant.{key}", "roppyakken 5.4", name=names[seat]))
    else:
        reasons += [_EQUAL] if len(winners) > 1 else []
        leaders = _leaders(round_input, net)
        has_reached = _balances(round_input, net)[leaders[0]] >= int(options["target"])
        reasons += [_LEVEL] if has_reached and len(leaders) > 1 and round_input.rounds_left != 1 else []
        is_over = round_input.rounds_left == 1 or (has_reached and len(leaders) == 1)
        game_winners = leaders if is_over else ()
    return build(
        net=net,
        outcome="settled",
        next_dealer=winners[0],
        winners=winners,
        game_winners=game_winners,
        house=-sum(net),
        reasons=reasons,
    )


def _parse_piles(round_input: RoundInput) -> tuple[int, ...]:
    """The piles as sets. Raises `bad_count` for another number of piles, and for more cards than can be captured."""
    piles = list_in(round_input.data, "piles")
    if len(piles) != len(round_input.seats) or None in piles:
        raise Refusal("bad_count", text("not_a_pile_each"))
    most, captured = most_captured(len(piles), round_input.options), sum(map(len, piles))
    if captured > most:
        raise Refusal("bad_count", text("too_many_captured", most=most, captured=captured))
    return tuple(map(mask_of, piles))


def _fuke_reason(piles: Sequence[int], values: Sequence[HandValue], round_input: RoundInput) -> Reason | None:
    """Who has so little of what fuke counts that the round is a draw, None where nobody has (roppyakken 5.2)."""
    counted = str(round_input.options["fuke_counts"])
    if counted == "score":
        counts = [(value.total or 0) + sum(value.extra["yaku"].values()) for value in values]
    else:
        counts = [count_worths(pile & _DRY if counted == "dry_cards" else pile, WORTHS) for pile in piles]
    least = min(counts)
    if least > int(round_input.options["fuke"]):
        return None
    name = round_input.seats[counts.index(least)]
    return because(f"fuke.{counted}", "roppyakken 5.2", name=name, count=least)


def _net(scores: Sequence[int], best: int, scoring: str) -> tuple[int, ...]:
    """What is written down for every seat (roppyakken 5.1)."""
    if scoring == "rounded":
        return tuple(-(-score // _HUNDRED) * _HUNDRED for score in scores)
    if scoring == "difference":
        lead = scores[best] - sorted(scores)[-2]
        return tuple(lead if seat == best else 0 for seat in range(len(scores)))
    return tuple(scores)


@cache
def _scoring_reason(scoring: str, best: str, most: int) -> Reason:
    if scoring != "difference":
        return because("added.rounded" if scoring == "rounded" else "added.written", "roppyakken 5.1")
    if not most:
        return because("added.no_lead", "roppyakken 5.1")
    return because("added.difference", "roppyakken 5.1", name=best, lead=most)


def _holder(values: Sequence[HandValue]) -> tuple[int, str] | None:
    """Who has won the game at once, and by which yaku: shiko goes before nanatan (roppyakken 5.4)."""
    held = ((value.seat, key) for key in ("shiko", "nanatan") for value in values if key in value.extra["yaku"])
    return next(held, None)


def _balances(round_input: RoundInput, net: Sequence[int]) -> tuple[int, ...]:
    """The balances after the round, from 0 where none are given (roppyakken 5.4)."""
    before = round_input.stones or (0,) * len(net)
    return tuple(balance + change for balance, change in zip(before, net, strict=True))


def _leaders(round_input: RoundInput, net: Sequence[int]) -> tuple[int, ...]:
    """Those with the highest balance after the round."""
    return richest_seats(_balances(round_input, net))

"""Settlement of a round of Go-Stop, or of a deal (go-stop 2, 4, 6, 7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from scorer.errors import Refusal
from scorer.families.captures.cards import BONUS_CARDS, mask_of
from scorer.families.captures.months import full_month
from scorer.families.captures.reasons import field_in_order, full_month_reason
from scorer.families.captures.round_cards import check_dealt, list_in, require_player
from scorer.games.go_stop.payment import Count, Payoff, count_of
from scorer.games.go_stop.points import pile_value
from scorer.games.go_stop.texts import because, text
from scorer.rules.game import Game
from scorer.rules.results import HandValue, Settlement, Transfer
from scorer.rules.round_input import RoundInput, require_object
from scorer.rules.settlement import build_settlement, net_of, over_at_target, paid_by_each

HAND_SIZES, FIELD_SIZES = {2: 10, 3: 7}, {2: 8, 3: 6}
"""Cards of a hand and of the opening field, by players (go-stop 2.1)."""
STOP, NAGARI, CHONGTONG, THREE_PPEOK = ENDINGS = "stop", "nagari", "chongtong", "three_ppeok"
"""How a round ends."""
_FIRSTS = ("first_ppeok", "first_ttadak", "first_bomb", "first_jjok")
EVENTS = dict.fromkeys(_FIRSTS, 1) | {"second_ppeok": 2, "third_ppeok": 4}
"""How often `event_points` each event is paid; a third ppeok one time less where the series is linear (go-stop 4.7)."""
_MOST_TRIPLES, _MOST_GOES = {2: 3, 3: 2}, {2: 9, 3: 6}
"""Shakes and bombs, and goes, that one player can have in a round (go-stop 7)."""


def settle_deal(game: Game, round_input: RoundInput) -> Settlement:
    """The answer to a question about a deal: misdeal, chongtong, or in order (go-stop 2.2, 2.3)."""
    options, data, seats = round_input.options, round_input.data, len(round_input.seats)
    shown, opening = list_in(data, "hands") or (None,) * seats, data.get("opening")
    if opening is None and all(hand is None for hand in shown):
        raise Refusal("bad_count", text("nothing_to_look_at"))
    _check_deal(data, seats)
    count = count_of({"multiplier": data.get("multiplier")}, options, (0,) * seats)
    settle, counts = partial(_settle, game, round_input, count), options["chongtong"] == "win"
    month, worth = full_month(opening or ()), count.number("instant_points")
    if month is not None and not (counts and options["field_four"] == "dealer"):
        return settle("misdeal", hands=_unseen(seats), reasons=(full_month_reason(month, "go-stop 2.2"),))
    hands = [_dealt_value(seat, hand, worth) for seat, hand in enumerate(shown)] if counts else _unseen(seats)
    winners = [seat for seat, hand in enumerate(hands) if hand.total or (seat == 0 and month is not None)]
    if len(winners) == 1:
        won = _instant(CHONGTONG, winners[0], count, round_input.seats)
        return settle(CHONGTONG, hands=hands, transfers=won, winner=winners[0])
    if winners:
        return settle(NAGARI, hands=hands, reasons=(because("nagari.two_chongtong", "go-stop 2.3"),))
    return settle("play", hands=hands, reasons=(field_in_order("go-stop 2.3"),))


def _check_deal(data: Mapping[str, Any], seats: int) -> None:
    check_dealt(data, seats, HAND_SIZES[seats], FIELD_SIZES[seats])
    if not set(data.get("opening") or ()).isdisjoint(BONUS_CARDS):
        raise Refusal("impossible", text("bonus_on_field"))


def _dealt_value(seat: int, hand: Sequence[str] | None, worth: int) -> HandValue:
    if hand is None:
        return HandValue(seat, None, None, (), {"yaku": {}})
    if full_month(hand) is None:
        return HandValue(seat, "none", 0, (because("none.no_chongtong", "go-stop 2.3", 0),), {"yaku": {}})
    why = because("chongtong", "go-stop 2.3", worth)
    return HandValue(seat, CHONGTONG, worth, (why,), {"yaku": {CHONGTONG: worth}})


def _unseen(seats: int) -> list[HandValue]:
    return [_dealt_value(seat, None, 0) for seat in range(seats)]


def settle_round(game: Game, round_input: RoundInput) -> Settlement:
    """The settlement of a round that was played, from its piles and what was called (go-stop 4, 6)."""
    data, names, how = round_input.data, round_input.seats, round_input.data.get("ended_by")
    piles, seats, is_instant = list_in(data, "piles"), len(names), how in (CHONGTONG, THREE_PPEOK)
    if (len(piles) != seats or None in piles) and not (is_instant and data.get("piles") is None):
        raise Refusal("bad_count", text("not_a_pile_each"))
    _check_deal(data, seats)
    if how not in ENDINGS:
        raise Refusal("bad_round", text("unknown_ended_by"))
    count = count_of(data, round_input.options, tuple(map(mask_of, piles)) or (0,) * seats)
    events, given = tuple(_events(data, seats)), data.get("caller")
    if how == NAGARI and given is not None:
        raise Refusal("impossible", text("nobody_won"))
    caller = -1 if how == NAGARI else require_player(given, seats, text("caller"))
    _check_said(count, events, how)
    settle, paid = partial(_settle, game, round_input, count), tuple(_event_payments(count, events, names))
    if is_instant:
        won = _instant(how, caller, count, names)
        return settle(how, hands=_unseen(seats), transfers=(*won, *paid), winner=caller)
    _check_points(count, caller, names)
    if how == NAGARI:
        hands = [pile_value(seat, pile, count.rules) for seat, pile in enumerate(count.piles)]
        return settle(how, hands=hands, reasons=(because("nagari.nobody", "go-stop 2.9"),), transfers=paid)
    payoff = count.payoff(caller)
    if payoff is None:
        least = count.least(caller)
        raise Refusal("impossible", text("too_few_points", name=names[caller], least=least), seat=caller)
    goes, factors, each = count.calls.count(caller), payoff.factors, payoff.points * payoff.multiplier
    reasons = (
        because("stop", "go-stop 2.6", name=names[caller], base=payoff.base),
        *([because("goes", "go-stop 4.1", goes=goes, points=payoff.points)] if goes else ()),
        *(because(f"factor.{key}", "go-stop 4.2", factor=factor) for key, factor in factors.items() if factor > 1),
        because("points", "go-stop 4.2", points=payoff.points, multiplier=payoff.multiplier, each=each),
    )
    shares = (
        Transfer(
            loser.seat, caller, loser.pays, because("share", "go-stop 4.3", name=names[loser.seat], stones=loser.pays)
        )
        for loser in payoff.losers
        if loser.pays
    )
    hands = _values(payoff, count)
    return settle(
        "won", hands=hands, reasons=reasons, transfers=(*shares, *paid), winner=caller, factor=payoff.multiplier
    )


def _events(data: Mapping[str, Any], seats: int) -> Iterator[tuple[int, str]]:
    for entry in list_in(data, "events"):
        event = require_object(entry, text("event"))
        if event.get("kind") not in tuple(EVENTS):
            raise Refusal("bad_round", text("unknown_event"))
        yield require_player(event.get("seat"), seats, text("event")), str(event["kind"])


def _check_said(count: Count, events: Sequence[tuple[int, str]], how: str) -> None:
    """Refuse more than can be said or done in a round, and anything before a chongtong (go-stop 7)."""
    triples, players = (*count.shakes, *count.bombs), len(count.piles)
    if how == CHONGTONG and (count.calls or triples or events):
        raise Refusal("impossible", text("before_chongtong"))
    if len(set(events)) != len(events):
        raise Refusal("impossible", text("event_twice"))
    for seat in range(players):
        if triples.count(seat) > _MOST_TRIPLES[players] or count.calls.count(seat) > _MOST_GOES[players]:
            raise Refusal("impossible", text("said_too_often"), seat=seat)


def _check_points(count: Count, caller: int, names: Sequence[str]) -> None:
    """Refuse goes of a seat that has captured nothing, and points of which nothing was said (go-stop 7)."""
    for seat, pile in enumerate(count.piles):
        if seat in count.calls and not pile:
            raise Refusal("impossible", text("go_without_cards"), seat=seat)
        points = min(count.rules.points(pile, cup) for cup in count.rules.ways_of(pile))
        if seat != caller and seat not in count.calls and points >= count.number("minimum"):
            raise Refusal("impossible", text("said_nothing", name=names[seat]), seat=seat)


def _event_payments(count: Count, events: Iterable[tuple[int, str]], names: Sequence[str]) -> Iterator[Transfer]:
    """What each other player pays at once for what happened (go-stop 4.7)."""
    for seat, kind in events if count.options["events"] == "paid" else ():
        less = kind == "third_ppeok" and count.options["ppeok_series"] == "linear"
        stones = count.number("event_points") * (EVENTS[kind] - less)
        why = because(f"event.{kind}", "go-stop 4.7", name=names[seat], stones=stones)
        yield from paid_by_each(seat, len(names), stones, why)


def _instant(how: str, winner: int, count: Count, names: Sequence[str]) -> tuple[Transfer, ...]:
    """Chongtong or three ppeok: the same points from each other player, no factor of any kind (go-stop 4.8)."""
    worth = count.number("instant_points")
    why = because(f"instant.{how}", "go-stop 4.8", name=names[winner], worth=worth)
    return paid_by_each(winner, len(names), worth, why)


def _values(payoff: Payoff, count: Count) -> list[HandValue]:
    """Every pile; those of the losers with the bak that hit them (go-stop 4.3 to 4.5)."""
    hands = [pile_value(payoff.seat, count.piles[payoff.seat], count.rules, payoff.cup)]
    for loser in payoff.losers:
        value = pile_value(loser.seat, count.piles[loser.seat], count.rules, loser.cup)
        dokbak, few = "two" if len(count.piles) == 2 else count.options["dokbak"], count.number("pibak")
        lines = [because(f"bak.{key}", "go-stop 4.3", few=few) for key in loser.baks if key != "gobak"]
        if "gobak" in loser.baks:
            lines.append(because(f"gobak.{dokbak}", "go-stop 4.4"))
        if not count.piles[loser.seat] and count.options["empty_free"]:
            lines.append(because("free", "go-stop 4.5"))
        baks = {**value.extra, "baks": list(loser.baks)}
        hands.append(replace(value, reasons=(*value.reasons, *lines), extra=baks))
    return sorted(hands, key=lambda hand: hand.seat)


def _settle(game: Game, round_input: RoundInput, count: Count, outcome: str, **told: Any) -> Settlement:
    """The settlement, with what the next round carries in; the winner deals next, else the same dealer (go-stop 2)."""
    winner, transfers = told.get("winner"), told.get("transfers", ())
    options, following = round_input.options, count.carried if winner is None else 1
    if outcome == NAGARI:
        following = {"off": 1, "once": 2, "double": 2 * following}[str(options["nagari"])]
    carries = (because("next_multiplier", "go-stop 2.9", multiplier=following),) if following > 1 else ()
    return build_settlement(
        game,
        round_input,
        net=net_of(transfers, len(round_input.seats)),
        outcome=outcome,
        next_dealer=winner or 0,
        is_over=over_at_target(options),
        winners=() if winner is None else (winner,),
        transfers=transfers,
        hands=tuple(told["hands"]),
        reasons=(*(told.get("reasons") or (transfers[0].reason,)), *carries),
        extra={"multiplier": told.get("factor", 1), "next_multiplier": following},
    )

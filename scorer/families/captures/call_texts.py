"""What a learner is told of stopping and of going on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scorer.families.captures import text
from scorer.families.captures.moves.hanafuda import Outlook
from scorer.rules.results import HandValue, Settlement
from scorer.texts import Text, signed


@dataclass(frozen=True, slots=True)
class Calls:
    """How a game words the choice once a pile pays.

    `stop`, `go_on` and `cancel` name what may be said. `risk` says what going on may cost under the house rules.
    """

    stop: Text
    go_on: Text
    risk: Text
    cancel: Text | None = None


def name_held(value: HandValue) -> Text:
    """The yaku that count in a settled pile, each with its worth; "" without any."""
    counted = value.extra.get("yaku", ())
    return text("held", lines=tuple(reason.text for reason in value.reasons if reason.code in counted))


def stop_question(held: Text, calls: Calls) -> Text:
    """What the learner holds and what going on may cost."""
    return text("stop_question", held=held, stop=calls.stop, go_on=calls.go_on, risk=calls.risk)


def describe_gain(settlement: Settlement, seat: int, names: Sequence[str]) -> Text:
    """What a settled round brings `seat`: from whom, where every other seat of the round pays it the same."""
    paid = {
        other: sum(pay.stones for pay in settlement.transfers if (pay.giver, pay.taker) == (other, seat))
        for other in range(len(names))
        if other != seat
    }
    pays_nobody = all(pay.giver != seat for pay in settlement.transfers)
    amount, net = next(iter(paid.values())), settlement.net[seat]
    if not pays_nobody or amount == 0 or set(paid.values()) != {amount}:
        return text("gain.round", net=signed(net))
    if len(paid) == 1:
        (other,) = paid
        return text("gain.from_one", name=names[other], amount=amount)
    return text("gain.from_each", amount=amount)


def call_line(name: str, held: Text, calls: Calls, outlook: Outlook) -> Text:
    """What somebody says whose pile, in which `held` counts, has just come to pay more; and why."""
    own, others = _percent(outlook.own), _percent(outlook.others)
    if outlook.is_good:
        return text("call.go_on", name=name, held=held, word=calls.go_on, own=own, others=others)
    return text("call.stop", name=name, held=held, word=calls.stop, own=own, others=others)


def _percent(chance: Fraction) -> str:
    return f"{round(100 * chance)} %"

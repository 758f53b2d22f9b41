"""What a learner is told of stopping and of going on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scorer.families.captures.moves.outlook import Outlook
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
    lines = [reason.text for reason in value.reasons if reason.code in value.extra.get("yaku", ())]
    return Text("; ".join(line.en for line in lines), "、".join(line.ja for line in lines))


def stop_question(held: Text, calls: Calls) -> Text:
    """What the learner holds and what going on may cost."""
    return Text(
        f"You have {held.en}. {calls.stop.en} or {calls.go_on.en.lower()}? {calls.risk.en}",
        f"役ができました（{held.ja}）。{calls.stop.ja}か{calls.go_on.ja}か。{calls.risk.ja}",
    )


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
        return Text(f"The round brings you {signed(net)}", f"この局は{signed(net)}")
    if len(paid) == 1:
        (other,) = paid
        return Text(f"{names[other]} pays you {amount}", f"{names[other]}から{amount}")
    return Text(f"Each pays you {amount}", f"一人から{amount}ずつ")


def call_line(name: str, held: Text, calls: Calls, outlook: Outlook) -> Text:
    """What somebody says whose pile, in which `held` counts, has just come to pay more; and why."""
    own, others = _percent(outlook.own), _percent(outlook.others)
    said = Text(f" and says {calls.go_on.en.lower()}", calls.go_on.ja)
    if not outlook.is_good:
        said = Text(", and stops", calls.stop.ja)
    return Text(
        f"{name} has {held.en}{said.en}: {own} that the next turn raises it, {others} that another pile pays first.",
        f"{name}は{held.ja}で「{said.ja}」。次の番で増える見込みは{own}、先にほかの人に役ができる見込みは{others}です。",
    )


def _percent(chance: Fraction) -> str:
    return f"{round(100 * chance)} %"

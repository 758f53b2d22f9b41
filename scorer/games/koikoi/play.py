"""Demo rounds of Koi-Koi: both players take what brings them to a yaku."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorer.families.captures.cards import card_points, cards_in
from scorer.families.captures.play import Deal, FishingTable
from scorer.families.captures.practice_calls import Calls, CapturePractice, Ending
from scorer.games.koikoi.deal import field_misdeal, lucky_points
from scorer.games.koikoi.settlement import DEALT_CARDS
from scorer.games.koikoi.yaku import YakuRules, yaku_rules
from scorer.rules.options import OptionValue
from scorer.texts import Text

_YAKU_WEIGHT = 40
"""Card points that one point of yaku is worth to a player: twice a bright, so that a yaku is never passed by."""
_GREEDY_BASE = 5
"""Base below which a player with cards left calls koi-koi, where a call is left."""
_CARDS_TO_GO_ON = 3
"""Hand cards with which a player dares to call koi-koi."""


def play_round(
    pack: Sequence[str], options: Mapping[str, OptionValue], month: int | None, deal: Deal = FishingTable.deal
) -> dict[str, Any]:
    """The answers, by path, of a plausible round from a shuffled pack."""
    cards = _playable(list(pack), options)
    opening = cards[2 * DEALT_CARDS : 3 * DEALT_CARDS]
    table = deal(cards, 2, DEALT_CARDS, DEALT_CARDS)
    calls: list[int] = []
    caller = _play(table, options, month, calls)
    return _answers(table, ("empty", None) if caller is None else ("shobu", caller), calls, opening, options)


def practice_rules(
    pack: Sequence[str], options: Mapping[str, OptionValue], month: int | None
) -> tuple[Sequence[str], CapturePractice]:
    """The pack, cut where its deal does not count, and the practice round's rules."""
    cards = _playable(list(pack), options)
    opening = cards[2 * DEALT_CARDS : 3 * DEALT_CARDS]
    return cards, CapturePractice(
        DEALT_CARDS,
        DEALT_CARDS,
        lambda pile: _estimate(pile, yaku_rules(options, month)),
        lambda pile, field: yaku_rules(options, month, field).base(pile),
        lambda table, ending, calls: _answers(table, ending, calls, opening, options),
        Calls(Text("Shobu", "勝負"), Text("Koi-koi", "こいこい"), _risk(options), most_calls(options)),
        points_pay=False,
        known={"month": month},
    )


def most_calls(options: Mapping[str, OptionValue]) -> int | None:
    """How often koi-koi may be called in a round, None without end (koikoi 2.6)."""
    return 1 if options["max_calls"] == 1 else None


def _risk(options: Mapping[str, OptionValue]) -> Text:
    """What koi-koi may cost: the other ends the round, and the call multiplies it (koikoi 2.6, 2.7, 4.2)."""
    en, ja = {
        "opponent": (" and pay double", "、払いは倍です"),
        "opponent_count": (" and pay one more time for each call of yours", "、払いはこいこいの回数だけ増えます"),
        "own": ("; if you still win, you are paid double", "です。自分が上がれば倍"),
        "anyone": (" and pay double; if you still win, you are paid double", "、払いは倍。自分が上がっても倍です"),
        "off": (" and pay", "、払いになります"),
    }[str(options["call_multiplier"])]
    return Text(
        f"If you play on and the other has a yaku first, you get nothing{en}. If the hands run out, your yaku is "
        "worth nothing.",
        f"続けて相手に先に上がられると0点{ja}。手札が尽きても役は0点です。",
    )


def _answers(
    table: FishingTable,
    ending: Ending,
    calls: Sequence[int],
    opening: Sequence[str],
    options: Mapping[str, OptionValue],
) -> dict[str, Any]:
    """The answers by path of a round that has ended."""
    answers: dict[str, Any] = {
        **{f"piles.{seat}": list(cards_in(pile)) for seat, pile in enumerate(table.piles)},
        "ended_by+caller": ending,
        "calls": list(calls),
    }
    if options["viewing_weather"] == "field":
        answers["field"] = list(cards_in(table.field))
    if options["field_multiplier"] != "off":
        answers["opening"] = list(opening)
    return answers


def _playable(pack: list[str], options: Mapping[str, OptionValue]) -> list[str]:
    """The pack cut so often that no field is dealt again and no hand wins at once."""
    while field_misdeal(pack[2 * DEALT_CARDS : 3 * DEALT_CARDS], options) or any(
        lucky_points(pack[start : start + DEALT_CARDS], options) for start in (0, DEALT_CARDS)
    ):
        pack = [*pack[5:], *pack[:5]]
    return pack


def _play(table: FishingTable, options: Mapping[str, OptionValue], month: int | None, calls: list[int]) -> int | None:
    """Play until somebody says shobu, whose seat is the answer, or the hands are empty. Adds to `calls`."""
    best = [0, 0]
    while any(table.hands):
        for seat in range(2):
            rules = yaku_rules(options, month, table.field)
            table.take_turn(seat, lambda pile, rules=rules: _estimate(pile, rules))
            base = yaku_rules(options, month, table.field).base(table.piles[seat])
            if base <= best[seat]:
                continue
            best[seat] = base
            may_call = len(table.hands[seat]) >= _CARDS_TO_GO_ON and (options["max_calls"] != 1 or not calls)
            if not (may_call and base < _GREEDY_BASE):
                return seat
            calls.append(seat)
    return None


def _estimate(pile: int, rules: YakuRules) -> int:
    return _YAKU_WEIGHT * rules.base(pile) + card_points(pile)

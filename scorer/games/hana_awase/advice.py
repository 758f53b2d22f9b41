"""Hana-Awase at the table: what it asks, and what it tells each seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.families.captures.cards import PACK_SIZE
from scorer.games.hana_awase.settlement import FEW_CARDS, HAND_SIZES, field_size, par_of
from scorer.games.hana_awase.texts import OPTIONS, because, text
from scorer.rules.options import OptionValue, amounts_of
from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.rules.results import Reason


def seat_advice(seat: int, seats: int, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    """The advice for the player in `seat` of `seats` under `options`."""
    return tuple(_advice_reasons(seat, seats, options))


def _advice_reasons(seat: int, seats: int, options: Mapping[str, OptionValue]) -> Iterator[Reason]:
    if seat == 0:
        hand, field = HAND_SIZES[seats], field_size(seats)
        yield because("deals", "hana-awase 2.2", hand=hand, field=field)
    yield _TURN
    par = par_of(seats, int(options["chaff_points"]))
    yield because("par.advice", "hana-awase 4.1", par=par)
    if options["yaku"] == "none":
        yield _NO_YAKU
    elif amounts_of(options):
        worth = next(option for option in OPTIONS if option.key == "worth").word(options["worth"])
        yield because("worth", "more-house-rules 1", worth=worth)
    yield _YAKU if options["scoring"] == "zero_sum" else _ADDED
    if options["viewing_weather"] == "own_rain":
        yield _RAIN
    if options["ameshima"] != "plain":
        yield because(f"willows.{options['ameshima']}", "hana-awase 3.4")
    if options["chaff_hands"] != "off":
        yield because(f"chaff_hands.advice_{options['chaff_hands']}", "more-house-rules 4")
    if options["fuke"] != "off":
        yield _FUKE
    if options["compensation"] and seats == 3 and options["scoring"] == "zero_sum":
        most = FEW_CARDS[seat]
        yield because("compensation.advice", "hana-awase 4.6", most=most)


_TURN = because("turn", "hana-awase 2.4")
_NO_YAKU = because("no_yaku", "more-house-rules 5")
_YAKU = because("yaku", "hana-awase 4.2")
_ADDED = because("added.advice", "hana-awase 4.3")
_RAIN = because("rain", "hana-awase 3.3")
_FUKE = because("fuke.advice", "hana-awase 4.5")


def round_prompts(table: Table) -> tuple[Prompt, ...]:
    """What the table is asked before a round is settled."""
    every_card = table.options["scoring"] == "zero_sum"
    piles = tuple(
        Prompt(
            f"piles.{seat}",
            PromptKind.CARDS,
            text("prompts.piles.label"),
            text("prompts.piles.help") if every_card else text("prompts.piles.every_card_counts"),
            seat=seat,
            maximum=PACK_SIZE,
            shares="piles",
        )
        for seat in range(len(table.seats))
    )
    opening = Prompt(
        "opening",
        PromptKind.CARDS,
        text("prompts.opening.label"),
        text("prompts.opening.help"),
        maximum=field_size(len(table.seats)),
        optional=True,
    )
    return (*piles, opening, *_dealt_hands(table))


def _dealt_hands(table: Table) -> Iterator[Prompt]:
    """The hands as dealt, where nothing but chaff is paid or dealt again."""
    if table.options["chaff_hands"] == "off":
        return
    size = HAND_SIZES[len(table.seats)]
    for seat in range(len(table.seats)):
        label, hint = text("prompts.hands.label"), text("prompts.hands.help")
        yield Prompt(
            f"hands.{seat}", PromptKind.CARDS, label, hint, seat=seat, minimum=size, maximum=size, optional=True
        )

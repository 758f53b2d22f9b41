"""Demo rounds of Hana-Awase: everybody takes what is worth most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorer.families.captures.cards import card_points, cards_in
from scorer.families.captures.months import full_month
from scorer.families.captures.play import Deal, FishingTable
from scorer.families.captures.practice_calls import CapturePractice
from scorer.games.hana_awase.settlement import HAND_SIZES, field_size, par_of
from scorer.games.hana_awase.yaku import count_pile
from scorer.rules.options import OptionValue
from scorer.texts import Text


def play_round(
    pack: Sequence[str], players: int, options: Mapping[str, OptionValue], deal: Deal = FishingTable.deal
) -> dict[str, Any]:
    """The answers, by path, of a plausible round from a shuffled pack."""
    cards = _playable(list(pack), players)
    table = deal(cards, players, HAND_SIZES[players], field_size(players))
    return _play_out(table, options)


def practice_rules(
    pack: Sequence[str], players: int, options: Mapping[str, OptionValue]
) -> tuple[Sequence[str], CapturePractice]:
    """The pack, cut where its field is dealt again, and the practice round's rules: only the last card ends it."""
    return _playable(list(pack), players), CapturePractice(
        HAND_SIZES[players],
        field_size(players),
        lambda pile: _estimate(pile, options),
        lambda _pile, _field: 0,
        lambda table, _ending, _calls: _play_out(table, options),
        dealt=(_describe_par(players, options),),
    )


def _describe_par(players: int, options: Mapping[str, OptionValue]) -> Text:
    """What card points pay: the difference from par (hana-awase 4.1)."""
    par = par_of(players, int(options["chaff_points"]))
    return Text(
        f"Card points above par, {par} for {players} players, are paid to you; you pay what is missing. Yaku are paid "
        "on top.",
        f"{players}人では{par}点が基準です。多ければもらい、足りなければ払います。役は別に払われます。",
    )


def _playable(cards: list[str], players: int) -> list[str]:
    """The pack cut so often that no field is dealt again."""
    start = players * HAND_SIZES[players]
    while full_month(cards[start : start + field_size(players)]) is not None:
        cards = [*cards[5:], *cards[:5]]
    return cards


def _play_out(table: FishingTable, options: Mapping[str, OptionValue]) -> dict[str, Any]:
    """Play hands and stock to the last card."""
    turn = 0
    while not table.is_finished:
        table.take_turn(turn % len(table.piles), lambda pile: _estimate(pile, options))
        turn += 1
    return {f"piles.{seat}": list(cards_in(pile)) for seat, pile in enumerate(table.piles)}


def _estimate(pile: int, options: Mapping[str, OptionValue]) -> int:
    return card_points(pile) + sum(count_pile(pile, options).values())

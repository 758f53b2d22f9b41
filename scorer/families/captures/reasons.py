"""Reasons that games of captured piles share, in both languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from scorer.cards import KIND_NAMES
from scorer.decks import decks
from scorer.families.captures.cards import ANIMALS, BRIGHTS, CHAFF, POINTS_BY_KIND, RIBBONS, mask_of
from scorer.families.captures.yaku import PileYaku, YakuStatus
from scorer.rules.results import Reason, because
from scorer.rules.settlement import face_of
from scorer.texts import Name, Text, capitalize

_KINDS = tuple(
    (kind, mask_of(cards))
    for kind, cards in (("bright", BRIGHTS), ("animal", ANIMALS), ("ribbon", RIBBONS), ("chaff", CHAFF))
)
_MONTH_NAMES = (Name("", ""), *(name for name, _ in decks()["hanafuda"].groups))


@cache
def yaku_reason(yaku: PileYaku, worth: int, unit: Text, *, counts: bool) -> Reason:
    """One yaku of a pile as a line of its value. With `counts` its worth is part of the pile's total."""
    return because(
        yaku.key,
        capitalize(f"{yaku.name.en}: {worth} {unit.en}".rstrip()),
        f"{yaku.name.ja}：{worth}{unit.ja}",
        yaku.section,
        worth if counts else None,
    )


def yaku_reasons(
    table: Sequence[PileYaku], worth_by_key: Mapping[str, int], unit: Text, *, counts: bool
) -> tuple[Reason, ...]:
    """The yaku that count in a pile, dearest kind first as the table lists them."""
    return tuple(
        yaku_reason(yaku, worth_by_key[yaku.key], unit, counts=counts) for yaku in table if yaku.key in worth_by_key
    )


def points_reasons(pile: int, section: str, chaff_points: int = 1) -> tuple[Reason, ...]:
    """The card points of a pile, kind by kind; one line that says none for an empty pile."""
    lines = tuple(
        _kind_reason(kind, count, chaff_points if kind == "chaff" else POINTS_BY_KIND[kind], section)
        for kind, mask in _KINDS
        if (count := (pile & mask).bit_count())
    )
    return lines or (because("no_cards", "No cards, no points", "札がないので点もありません", section, 0),)


@cache
def _kind_reason(kind: str, count: int, each: int, section: str) -> Reason:
    name = KIND_NAMES[kind]
    plural = name.en if kind == "chaff" or count == 1 else f"{name.en}s"
    points = count * each
    return because(
        kind, f"{count} {plural} at {each}: {points}", f"{name.ja}{count}枚（{each}点）：{points}点", section, points
    )


@cache
def full_month_reason(month: int, section: str) -> Reason:
    """Four cards of a month lie on the opening field: a misdeal."""
    name = _MONTH_NAMES[month]
    return because(
        "misdeal",
        f"All four {name.en} cards lie on the field: the same dealer deals again",
        f"場に{name.ja}が4枚そろったので、同じ親が配り直します",
        section,
    )


@cache
def field_in_order(section: str) -> Reason:
    """The opening field is no misdeal."""
    return because("play", "The deal stands: play begins", "配り直しではありません。このまま始めます", section)


def near_reasons(statuses: Sequence[YakuStatus], counting: Mapping[str, int]) -> Iterator[Reason]:
    """The yaku that one more card makes, each with the cards that make it.

    Left out are those that count already, and those that a better one would replace: one that the pile holds, or one
    that the same cards make.
    """
    near = [each for each in statuses if each.lacking == 1 and not each.is_dead and each.yaku.key not in counting]
    for status in near:
        better = (
            other
            for other in statuses
            if status.yaku.key in other.yaku.replaces
            and (not other.lacking or (other in near and set(status.helpful) <= set(other.helpful)))
        )
        if next(better, None) is None:
            yield one_away_reason(status.yaku, status.helpful)


def describe_worth(yaku: PileYaku, unit: Text) -> Text:
    """What makes a yaku and what it is worth, for the cheat sheet; a + where further cards raise it."""
    more_en, more_ja = ("+", "から") if yaku.grows_with else ("", "")
    amount = f"{yaku.worth}{more_en} {unit.en}".strip()
    return Text(f"{yaku.makes.en}: {amount}", f"{yaku.makes.ja}：{yaku.worth}{unit.ja}{more_ja}")


MOST_CARDS_NAMED = 4
"""Cards named in one line: where more of them help, the line says what is needed instead."""


@cache
def one_away_reason(yaku: PileYaku, helpful: tuple[str, ...]) -> Reason:
    """A yaku that one more card makes."""
    if len(helpful) > MOST_CARDS_NAMED:
        return because(
            "one_away",
            f"One card away from {yaku.name.en} ({yaku.makes.en})",
            f"あと1枚で{yaku.name.ja}（{yaku.makes.ja}）",
            yaku.section,
        )
    names = name_cards(helpful)
    return because(
        "one_away",
        f"One card away from {yaku.name.en}: {names.en}",
        f"あと1枚で{yaku.name.ja}：{names.ja}",
        yaku.section,
    )


def name_cards(cards: Sequence[str], *, all_of_them: bool = False) -> Text:
    """The names of cards in one line: one of them, or `all_of_them`.

    >>> name_cards(("h03-1", "h09-1")).en
    'cherry, curtain; or chrysanthemum, sake cup'
    """
    names = [face_of(code).name for code in cards]
    joint = "; and " if all_of_them else "; or "
    return Text(joint.join(name.en for name in names), "・".join(name.ja for name in names))

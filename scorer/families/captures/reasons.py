"""Reasons that games of captured piles share, in both languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from scorer.cards import KIND_NAMES
from scorer.decks import decks
from scorer.families.captures import because, text
from scorer.families.captures.cards import ANIMALS, BRIGHTS, CHAFF, POINTS_BY_KIND, RIBBONS, mask_of
from scorer.families.captures.yaku import PileYaku, YakuStatus
from scorer.rules.results import Reason
from scorer.rules.settlement import face_of
from scorer.texts import Name, Text

_KINDS = tuple(
    (kind, mask_of(cards))
    for kind, cards in (("bright", BRIGHTS), ("animal", ANIMALS), ("ribbon", RIBBONS), ("chaff", CHAFF))
)
_MONTH_NAMES = (Name("", ""), *(name for name, _ in decks()["hanafuda"].groups))


@cache
def yaku_reason(yaku: PileYaku, worth: int, unit: Text, *, counts: bool) -> Reason:
    """One yaku of a pile as a line of its value. With `counts` its worth is part of the pile's total."""
    return Reason(
        yaku.key,
        text("yaku_worth", yaku=yaku.name, worth=worth, unit=unit),
        worth if counts else None,
        yaku.section,
    )


def yaku_reasons(
    table: Sequence[PileYaku], worth_by_key: Mapping[str, int], unit: Text, *, counts: bool
) -> tuple[Reason, ...]:
    """The yaku that count in a pile, dearest kind first as the table lists them."""
    first = {yaku.key: yaku for yaku in reversed(table)}
    return tuple(
        yaku_reason(first[key], worth_by_key[key], unit, counts=counts)
        for key in dict.fromkeys(yaku.key for yaku in table)
        if key in worth_by_key
    )


def points_reasons(pile: int, section: str, chaff_points: int = 1) -> tuple[Reason, ...]:
    """The card points of a pile, kind by kind; one line that says none for an empty pile."""
    lines = tuple(
        _kind_reason(kind, count, chaff_points if kind == "chaff" else POINTS_BY_KIND[kind], section)
        for kind, mask in _KINDS
        if (count := (pile & mask).bit_count())
    )
    return lines or (because("no_cards", section, 0),)


@cache
def _kind_reason(kind: str, count: int, each: int, section: str) -> Reason:
    key = "chaff_points" if kind == "chaff" else "kind_points"
    points = count * each
    return Reason(kind, text(key, count=count, kind=KIND_NAMES[kind], each=each, points=points), points, section)


@cache
def full_month_reason(month: int, section: str) -> Reason:
    """Four cards of a month lie on the opening field: a misdeal."""
    name = _MONTH_NAMES[month]
    return because("misdeal", section, name=name)


@cache
def field_in_order(section: str) -> Reason:
    """The opening field is no misdeal."""
    return because("play", section)


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
    key = "makes_and_more" if yaku.grows_with else "makes"
    return text(key, makes=yaku.makes, worth=yaku.worth, unit=unit)


MOST_CARDS_NAMED = 4
"""Cards named in one line: where more of them help, the line says what is needed instead."""


@cache
def one_away_reason(yaku: PileYaku, helpful: tuple[str, ...]) -> Reason:
    """A yaku that one more card makes."""
    if len(helpful) > MOST_CARDS_NAMED:
        return because("one_away.many", yaku.section, yaku=yaku.name, makes=yaku.makes)
    return because("one_away.named", yaku.section, yaku=yaku.name, names=name_cards(helpful))


def name_cards(cards: Sequence[str], *, all_of_them: bool = False) -> Text:
    """The names of cards in one line: one of them, or `all_of_them`.

    >>> name_cards(("h03-1", "h09-1")).en
    'cherry, curtain; or chrysanthemum, sake cup'
    """
    return text("all_of" if all_of_them else "one_of", names=tuple(face_of(code).name for code in cards))

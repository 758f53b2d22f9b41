"""Hand classes and reasons of Kujuroku, in the words of each deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from scorer.decks import decks
from scorer.games.kujuroku.texts import OPTIONS, because, name, text
from scorer.games.kujuroku.yaku import (
    BAKATSUN,
    CONFIGS,
    ISHI,
    ITSUN,
    JIZO,
    ONI,
    POINTS_BY_NUMBER,
    SPECIAL3,
    STAND_INS,
    YAKU_NAMES,
    Pack,
    Yaku,
    yaku_name,
    yaku_under,
)
from scorer.rules.hand_class import HandClass
from scorer.rules.options import OptionValue, agreement_suffix
from scorer.rules.results import Reason
from scorer.rules.settlement import face_of
from scorer.texts import Text, signed

_AGREED_AT_END = agreement_suffix(OPTIONS, "yaku_mode", "settle_at_end")
_AGREED_MAY_CONTINUE = agreement_suffix(OPTIONS, "yaku_check", "may_continue")

RESTS = because("rests.this_round", "kujuroku 2.1")
YAKU_ENDS = because("yaku_ends", "kujuroku A11")
DEALER_MADE_YAKU = because("dealer_keeps.dealer_made_yaku", "kujuroku 2.3")
OTHER_MADE_YAKU = because("dealer_loses.other_made_yaku", "kujuroku A10")
ALL_HAVE_DEALT = because("all_lost_the_deal", "kujuroku 2.5")
YAKU_PAID_AT_END = because("yaku_at_end", "kujuroku A15", agreed=_AGREED_AT_END)
YAKU_PLAYED_ON = because("let_go", "kujuroku A2", agreed=_AGREED_MAY_CONTINUE)
LEFTOVER_UNCERTAIN = because("leftover_open", "kujuroku 4.4")
_DEALER_KEEPS_AFTER_DRAW = because("draw_keeps", "kujuroku 2.4")

WINNER_COUNT_REASONS = {
    1: because("one_up", "kujuroku 6.2"),
    2: because("two_up", "kujuroku 6.2"),
    3: because("draw", "kujuroku 6.2"),
}


def decide_deal(*, is_draw: bool, dealer_has_yaku: bool, points: Sequence[int]) -> tuple[Reason, bool]:
    """Whether the dealer keeps the deal after a count, and the reason, which comes first (kujuroku 2.3, 2.4, A7)."""
    if is_draw:
        return _DEALER_KEEPS_AFTER_DRAW, True
    if dealer_has_yaku:
        return DEALER_MADE_YAKU, True
    best = max(points)
    if points[0] == best:
        key = "dealer_keeps.tie" if points.count(best) > 1 else "dealer_keeps.most_points"
        return because(key, "kujuroku 2.3", best=best), True
    return because("dealer_loses.fewer_points", "kujuroku 2.3", points=points[0], best=best), False


@cache
def _number_text(form: str, kind: str, number: int, count: int, points: int = 0) -> Text:
    """So many cards of a number: of a plant with hanafuda, of the number with every other deck."""
    if kind == "hanafuda":
        return text(f"{form}.plant", count=count, plant=decks()[kind].groups[number - 1][0], points=points)
    return text(f"{form}.number", count=count, number=number, points=points)


def pile_reasons(pack: Pack, counts: Sequence[int], points: int, leftover: str | None) -> tuple[Reason, ...]:
    """A pile as lines that add up to its card points: the captured cards, and Oni's leftover where there is one."""
    leftover_lines = () if leftover is None else (leftover_reason(leftover, pack.card_points[leftover]),)
    number = 0 if leftover is None else pack.number_of(leftover)
    captured_points = points - (leftover_lines[0].points or 0 if leftover_lines else 0)
    return (_cards_reason(pack.kind, tuple(counts), number, captured_points, pack.jizo != ""), *leftover_lines)


@cache
def leftover_reason(code: str, points: int) -> Reason:
    """The leftover as a line in the pile of Oni's holder."""
    name = face_of(code).name
    return because("leftover", "kujuroku 4.4", points, name=name, points=points)


def _cards_reason(kind: str, counts: tuple[int, ...], leftover: int, points: int, has_jizo: bool) -> Reason:  # noqa: FBT001
    parts = [
        _number_text("captured", kind, number, count, POINTS_BY_NUMBER[number] * count)
        for number in range(1, ITSUN)
        if (count := counts[number] - (number == leftover))
    ]
    if counts[ONI]:
        parts.append(text("captured.oni_beside_jizo" if has_jizo else "captured.oni"))
    if counts[JIZO]:
        parts.append(text("captured.jizo"))
    if not parts:
        return because("card_points.none", "kujuroku 1.3", 0)
    return because("card_points.captured", "kujuroku 1.3", points, parts=tuple(parts), points=points)


@cache
def par_reason(points: int, chips: int) -> Reason:
    """The chip score of a pile against par 96."""
    gap = points - 96
    key = "chip_score.above" if gap > 0 else "chip_score.below" if gap else "chip_score.par"
    return because(key, "kujuroku 6.1", gap=abs(gap), chips=signed(chips))


@cache
def yaku_reason(yaku: Yaku, config: str, kind: str) -> Reason:
    """A dekiyaku as a line of its maker's hand."""
    name = yaku_name(yaku.key, config)
    required = required_text(kind, yaku.required_marks)
    return Reason(
        yaku.key,
        text("yaku", name=name, config=config, required=required, stones_each=yaku.stones_each),
        None,
        "kujuroku 5",
    )


@cache
def yaku_not_paid(yaku: Yaku, config: str) -> Reason:
    """A dekiyaku that is in the pile too but is not paid beside a better one."""
    name, agreement = yaku_name(yaku.key, config), agreement_suffix(OPTIONS, "yaku_pay", "highest")
    return because("not_paid", "kujuroku A4", name=name, stones_each=yaku.stones_each, agreed=agreement)


_MARK_TERMS = {
    ITSUN: text("mark_terms.itsun"),
    BAKATSUN: text("mark_terms.bakatsun"),
    SPECIAL3: text("mark_terms.special3"),
    ISHI: text("mark_terms.ishi"),
    ONI: text("mark_terms.oni"),
}


def required_text(kind: str, marks: Mapping[int, int]) -> Text:
    """The cards of `marks` (mark to count) in words: numbers with their count, named cards as the deck has them."""
    parts = tuple(_required_mark_text(kind, mark, count) for mark, count in marks.items())
    return text("required.marks", parts=parts)


@cache
def _required_mark_text(kind: str, mark: int, count: int) -> Text:
    if mark < ITSUN:
        return _number_text("required", kind, mark, count)
    term, code = _MARK_TERMS[mark], STAND_INS[kind].get(mark, "")
    if kind == "daini" or not code:
        return term
    face = face_of(code).name
    return text("required.face", term=term, face=face)


@cache
def yaku_paid(yakus: tuple[Yaku, ...], config: str) -> Reason:
    """The payment of each of the other two to the maker of dekiyaku."""
    names = tuple(yaku_name(yaku.key, config) for yaku in yakus)
    stones = sum(yaku.stones_each for yaku in yakus)
    return because("yaku_paid", "kujuroku 5", names=names, stones=stones)


@cache
def short_of_par(chips: int) -> Reason:
    """The payment of a loser to the only winner."""
    return because("short_of_par", "kujuroku 6.2", chips=chips)


@cache
def over_par(chips: int) -> Reason:
    """The payment of the only loser to one of two winners."""
    return because("over_par", "kujuroku 6.2", chips=chips)


@cache
def misdeal_reason(number: int) -> Reason:
    """Four cards of a number are on the opening field."""
    return because("misdeal", "kujuroku 3.3", number=number)


def play_on_reasons(pack: Pack, field: Sequence[str]) -> tuple[Reason, ...]:
    """The reasons to play on from an opening field, with what the dealer takes first (kujuroku 3.3, 7.2)."""
    counts = pack.count_marks(field)
    field_reasons = [because("play_on", "kujuroku 3.3")]
    if counts[JIZO] and counts[ONI]:
        field_reasons.append(because("dealer_takes.oni_and_jizo", "kujuroku 7.2"))
    elif counts[JIZO]:
        field_reasons.append(because("dealer_takes.jizo", "kujuroku 7.2"))
    elif counts[ONI]:
        field_reasons.append(because("dealer_takes.oni", "kujuroku 3.3"))
    three = next((number for number in range(1, ITSUN) if counts[number] == 3), None)
    if three is not None:
        is_certain = not counts[ONI] or counts[JIZO]
        key = "dealer_takes.two_of_three" if is_certain else "dealer_takes.two_if_three_are_left"
        field_reasons.append(because(key, "kujuroku 3.3", number=three))
    return tuple(field_reasons)


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile as the hand classes see it: its configuration and its number of cards of each mark."""

    config: str
    counts: Sequence[int]

    def has_yaku(self, key: str) -> bool:
        """Whether the configuration lists the dekiyaku and the pile holds it."""
        return any(yaku.key == key and yaku.is_complete(self.counts) for yaku in CONFIGS[self.config])


def _yaku_class(key: str, config: str, *example: str) -> HandClass:
    rank = max(yaku.stones_each for yakus in CONFIGS.values() for yaku in yakus if yaku.key == key)
    return HandClass(
        key,
        YAKU_NAMES[key],
        text(f"yaku_descriptions.{key}"),
        lambda pile: pile.has_yaku(key),
        rank,
        example=example,
        section="kujuroku 5",
        options={"config": config},
        special=True,
    )


_FOURS_EXAMPLE, _THREES_EXAMPLE = ("d04s", "d04", "d04", "d04"), ("d03s", "d03", "d03", "d03")
CLASSES = (
    _yaku_class("nejikomi", "D", *_THREES_EXAMPLE, "d01s", "d04s"),
    _yaku_class("shi_dan_san", "A", *_FOURS_EXAMPLE, *_THREES_EXAMPLE, "doni"),
    _yaku_class("dan_san", "C", *_THREES_EXAMPLE, "d01s", "d04s"),
    _yaku_class("shi_dan", "A", *_FOURS_EXAMPLE, "doni"),
    _yaku_class("shi_san", "C", *_FOURS_EXAMPLE, *_THREES_EXAMPLE),
    _yaku_class("danna", "D", "d01s", "d04s"),
    _yaku_class("danjoo", "A", "doni", "d01s", "d04s"),
    _yaku_class("san", "A", *_THREES_EXAMPLE),
    _yaku_class("shi", "A", *_FOURS_EXAMPLE),
    HandClass(
        "points",
        name("classes.points"),
        text("points_description"),
        lambda _: True,
        example=("d10", "d10"),
        section="kujuroku 1.3",
    ),
)
_CODE_BY_MARK = {ITSUN: "d01s", BAKATSUN: "d01", SPECIAL3: "d03s", ISHI: "d04s", ONI: "doni"}
"""A card of each mark that is no number, for examples."""


def config_classes(options: Mapping[str, OptionValue]) -> tuple[HandClass, ...]:
    """The classes of the configuration in force, best first, with name, wording and example that they have there."""
    config = str(options["config"])
    yaku_by_key = {yaku.key: yaku for yaku in yaku_under(options)}
    classes = [each for each in CLASSES if each.key in yaku_by_key or each.key == "points"]
    return tuple(
        replace(
            hand_class,
            name=yaku_name(hand_class.key, config),
            description=required_text("daini", yaku_by_key[hand_class.key].required_marks),
            example=_example_hand(yaku_by_key[hand_class.key].required_marks),
            options={"config": config},
        )
        if hand_class.key in yaku_by_key
        else hand_class
        for hand_class in classes
    )


def _example_hand(required_marks: Mapping[int, int]) -> tuple[str, ...]:
    """A pile of just the cards required (mark to count); a whole set of a number includes its special card."""
    sets = [
        code
        for mark, count in required_marks.items()
        if mark < ITSUN
        for code in (f"d{mark:02d}s", *[f"d{mark:02d}"] * (count - 1))
    ]
    singles = [_CODE_BY_MARK[mark] for mark in required_marks if mark >= ITSUN]
    return (*sets, *(code for code in singles if code not in sets))

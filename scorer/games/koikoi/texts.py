"""House rules of Koi-Koi, the worth of its yaku, terms and reasons."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from scorer.families.captures.yaku import MOST_WORTH, SHARED_NAMES
from scorer.rules.options import Amounts, OptionValue, agreement_suffix, amounts_of
from scorer.rules.results import Reason
from scorer.rules.wording import game_wording
from scorer.texts import Name, Text

WORDING = game_wording(__file__)
text, name, because = WORDING.text, WORDING.name, WORDING.because

SUMMARY = text("summary")
ORDER = (
    "goko",
    "shiko",
    "ameshiko",
    "sanko",
    "akatan_aotan",
    "inoshikacho",
    "akatan",
    "aotan",
    "hanami",
    "tsukimi",
    "tsukifuda",
    "tane",
    "tan",
    "kasu",
)
"""Every yaku in the order of the rule book's table, by which equal ones are ranked."""
VIEWING = frozenset({"hanami", "tsukimi"})
_NINTENDO: Mapping[str, int] = {
    "goko": 10,
    "shiko": 8,
    "ameshiko": 7,
    "sanko": 5,
    "inoshikacho": 5,
    "akatan": 5,
    "aotan": 5,
    "hanami": 5,
    "tsukimi": 5,
    "tsukifuda": 4,
    "tane": 1,
    "tan": 1,
    "kasu": 1,
}
_WORTH: Mapping[str, Mapping[str, int]] = {
    "nintendo": _NINTENDO,
    "modern": {**_NINTENDO, "goko": 15, "sanko": 6},
    "leaflet": {**_NINTENDO, "goko": 15, "shiko": 10, "ameshiko": 8, "sanko": 6, "akatan": 6, "aotan": 6},
}


@cache
def worth_in_list(values: str, agreed: Amounts) -> Amounts:
    """The points of every yaku by one of the lists of `values` and what is agreed; 0 is not played.

    Both sets of ribbons together are worth what the two are, and are played where both are (more house rules 1).

    >>> worth_in_list("nintendo", Amounts(akatan=8))["akatan_aotan"]
    13
    """
    worth = {**_WORTH[values], **agreed}
    sets = worth["akatan"], worth["aotan"]
    return Amounts({"akatan_aotan": sum(sets) if all(sets) else 0, **worth})


def usual_worth(options: Mapping[str, Any]) -> Mapping[str, int]:
    """What the yaku that are played are worth where nothing is agreed for them; both sets as those are agreed."""
    played, agreed = worth_in_list(str(options["values"]), Amounts()), amounts_of(options)
    sets = Amounts({key: amount for key, amount in agreed.items() if key in ("akatan", "aotan")})
    both = worth_in_list(str(options["values"]), sets)["akatan_aotan"]
    return {
        key: both if key == "akatan_aotan" else played[key]
        for key in ORDER
        if not (
            (key == "akatan_aotan" and options["extras"] != "grow")
            or (key in VIEWING and options["viewing"] == "off")
            or (key == "tsukifuda" and not options["tsukifuda"])
        )
    }


YAKU_NAMES: Mapping[str, Name] = {key: SHARED_NAMES.get(key) or name(f"yaku.{key}") for key in ORDER}

OPTIONS = (
    WORDING.option("values", "nintendo", ("nintendo", "modern", "leaflet")),
    WORDING.amounts("worth", YAKU_NAMES, usual_worth, maximum=MOST_WORTH),
    WORDING.option("extras", "grow", ("grow", "stack")),
    WORDING.option("viewing", "on", ("on", "off", "needs_other")),
    WORDING.option("viewing_weather", "off", ("off", "field", "own_rain", "own_willow")),
    WORDING.option("sake_cup", "both", ("both", "animal", "either")),
    WORDING.option("tsukifuda", default=False, values=(True, False, "any")),
    WORDING.flag("seven_double", default=True),
    WORDING.option("call_multiplier", "opponent", ("opponent", "opponent_count", "own", "anyone", "off")),
    WORDING.option("max_calls", 1, (1, "none")),
    WORDING.option("field_multiplier", "off", ("off", "double", "brights_plus_one")),
    WORDING.option("dealt_hands", "six", ("six", "redeal", "off")),
    WORDING.flag("dealt_stack", default=False),
    WORDING.option("exhausted", "draw", ("draw", "higher", "last_caller")),
    WORDING.option("draw_points", 0, (0, 1, 6), minimum=0),
    WORDING.option("draw_deal", "other", ("other", "same")),
    WORDING.option("scoring", "zero_sum", ("zero_sum", "winner_only")),
    WORDING.option("length", 12, (12, 6, 3, "target")),
    WORDING.option("target", 50, minimum=1),
)

OUTCOMES = WORDING.table("outcomes", "won", "draw", "dealt", "misdeal", "play")

WORDS = (
    WORDING.word("dealer", "oya"),
    WORDING.word("yaku"),
    WORDING.word("shobu"),
    WORDING.word("koi_koi", "koi"),
    WORDING.word("field"),
    WORDING.word("stock"),
    WORDING.word("chaff", "kasu"),
    WORDING.word("month_cards", "tsukifuda"),
    WORDING.word("dealer_right"),
    WORDING.word("teshi"),
    WORDING.word("kuttsuki"),
)

LESSON = WORDING.lesson("deal", "your_turn", "shobu_koi_koi", "scoring", "deal_passes")


_AGREED_DRAW = agreement_suffix(OPTIONS, "draw_deal", "same")

NOT_TWO_PILES = text("not_two_piles")
NO_CARDS_GIVEN = text("no_cards_given")
NOT_TWO_HANDS = text("not_two_hands")
NO_MONTH = text("no_month")
NO_OPENING = text("no_opening")
UNKNOWN_ENDED_BY = text("unknown_ended_by")
TOO_MANY_CALLS = text("too_many_calls")


def more_calls_than_turns(name: str, said: int, turns: int) -> Text:
    """A player said koi-koi and shobu more often than his pile can have formed or improved a yaku."""
    return text("more_calls_than_turns", name=name, said=said, turns=turns)


def caller_without_yaku(name: str) -> Text:
    """The caller of shobu has no yaku."""
    return text("caller_without_yaku", name=name)


YAKU_WITHOUT_CALL = text("yaku_without_call")
CALL_WITHOUT_YAKU = text("call_without_yaku")


def won_reason(how: str, name: str, base: int) -> Reason:
    """Who won and the sum of the yaku: by shobu, or when the hands ran out ("higher", "equal", "last_caller")."""
    if how == "shobu":
        return because("shobu", "koikoi 2.6", name=name, base=base)
    return because(f"exhausted.{how}", "more-house-rules 2", name=name, base=base)


SEVEN_DOUBLES = because("seven.doubles", "koikoi 4.1")


@cache
def call_reason(rule: str, factor: int) -> Reason:
    """What the calls of koi-koi multiply by."""
    return because(f"call.{rule}", "koikoi 4.2", factor=factor, calls=factor - 1)


@cache
def field_reason(brights: int, factor: int) -> Reason:
    """What the brights on the opening field multiply by."""
    return because("field", "koikoi 4.3", brights=brights, factor=factor)


@cache
def points_reason(base: int, multiplier: int) -> Reason:
    """What the winner gets."""
    points = base * multiplier
    if multiplier == 1:
        return because("points.simple", "koikoi 4.4", points=points)
    return because("points.multiplied", "koikoi 4.4", base=base, multiplier=multiplier, points=points)


EMPTY = because("empty", "koikoi 2.7")


@cache
def draw_points_reason(points: int) -> Reason:
    """What the dealer gets of a round without winner."""
    return because("dealers_right", "koikoi 5", points=points)


def draw_deal_reason(options: Mapping[str, OptionValue]) -> Reason:
    """Who deals after the hands ran out."""
    if options["draw_deal"] == "same":
        return because("draw_keeps", "koikoi 5", agreed=_AGREED_DRAW)
    return because("draw_passes", "koikoi 2.7")


FOUR_PAIRS = because("misdeal.four_pairs", "koikoi 2.3")
LUCKY_REDEAL = because("misdeal.lucky_redeal", "koikoi 5")
BOTH_LUCKY = because("both_dealt", "koikoi 2.4")


@cache
def lucky_reason(name: str, points: int) -> Reason:
    """Who won with the hand as dealt; nothing multiplies these points."""
    return because("dealt.lucky", "koikoi 2.4", name=name, points=points)

"""Yaku of Koi-Koi under each set of house rules, and hand classes.

Source: koikoi 3."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from scorer.families.captures.cards import (
    ANIMALS,
    BIT,
    BLUE_RIBBONS,
    BOAR_DEER_BUTTERFLIES,
    BRIGHTS,
    CHAFF,
    CURTAIN,
    DRY_BRIGHTS,
    MOON,
    PAULOWNIA,
    POETRY_RIBBONS,
    RAIN_MAN,
    RIBBONS,
    SAKE_CUP,
    WILLOW,
    cards_of_month,
    mask_of,
    month_mask,
)
from scorer.families.captures.reasons import describe_worth
from scorer.families.captures.yaku import SHARED_MAKES, SHARED_NAMES, PileYaku, YakuStatus, find_yaku, yaku_status
from scorer.games.koikoi.texts import name, text
from scorer.rules.hand_class import HandClass
from scorer.rules.options import OptionValue
from scorer.texts import Name, Text

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
YAKU_NAMES: Mapping[str, Name] = {key: SHARED_NAMES.get(key) or name(f"yaku.{key}") for key in ORDER}
VIEWING = frozenset({"hanami", "tsukimi"})
_RIBBONS, _ANIMALS, _CHAFF = map(mask_of, (RIBBONS, ANIMALS, CHAFF))
DESCRIPTIONS: Mapping[str, Text] = {
    key: text(f"descriptions.{key}") if key == "shiko" or key not in SHARED_MAKES else SHARED_MAKES[key]
    for key in ORDER
}
_WORTH: Mapping[str, Mapping[str, int]] = {
    "nintendo": {"goko": 10, "shiko": 8, "ameshiko": 7, "sanko": 5, "akatan": 5, "aotan": 5},
    "modern": {"goko": 15, "shiko": 8, "ameshiko": 7, "sanko": 6, "akatan": 5, "aotan": 5},
    "leaflet": {"goko": 15, "shiko": 10, "ameshiko": 8, "sanko": 6, "akatan": 6, "aotan": 6},
}
"""What differs between the lists of `values`; the other yaku are worth the same in all."""


@cache
def yaku_table(values: str, extras: str, *, viewing: bool, cup: str, month: int | None) -> tuple[PileYaku, ...]:
    """The yaku of one list. `cup`: the sake cup is "animal", "chaff" or "both". `month`: whose cards are a yaku."""
    worth, grow = _WORTH[values], extras == "grow"
    animals = tuple(code for code in ANIMALS if cup != "chaff" or code != SAKE_CUP)
    chaff = CHAFF if cup == "animal" else (*CHAFF, SAKE_CUP)
    more_animals, more_ribbons = (animals, RIBBONS) if grow else ((), ())
    no_tan = frozenset({"tan"} if grow else ())

    def yaku(key: str, cards: tuple[str, ...], points: int, **rest: object) -> PileYaku:
        return PileYaku(key, YAKU_NAMES[key], cards, points, "koikoi 3", DESCRIPTIONS[key], **rest)  # type: ignore[arg-type]

    table = [
        yaku("goko", BRIGHTS, worth["goko"], replaces=frozenset({"shiko", "ameshiko", "sanko"})),
        yaku("shiko", DRY_BRIGHTS, worth["shiko"], replaces=frozenset({"sanko"})),
        yaku("ameshiko", BRIGHTS, worth["ameshiko"], needed=4, required=(RAIN_MAN,), replaces=frozenset({"sanko"})),
        yaku("sanko", DRY_BRIGHTS, worth["sanko"], needed=3),
    ]
    if grow:
        both, six = worth["akatan"] + worth["aotan"], (*POETRY_RIBBONS, *BLUE_RIBBONS)
        replaces = no_tan | {"akatan", "aotan"}
        table.append(yaku("akatan_aotan", six, both, grows_with=RIBBONS, replaces=replaces))
    table += [
        yaku(
            "inoshikacho",
            BOAR_DEER_BUTTERFLIES,
            5,
            grows_with=more_animals,
            replaces=frozenset({"tane"} if grow else ()),
        ),
        yaku("akatan", POETRY_RIBBONS, worth["akatan"], grows_with=more_ribbons, replaces=no_tan),
        yaku("aotan", BLUE_RIBBONS, worth["aotan"], grows_with=more_ribbons, replaces=no_tan),
    ]
    if viewing:
        table += [yaku("hanami", (CURTAIN, SAKE_CUP), 5), yaku("tsukimi", (MOON, SAKE_CUP), 5)]
    if month is not None:
        table.append(yaku("tsukifuda", cards_of_month(month), 4))
    return (
        *table,
        yaku("tane", animals, 1, needed=5, grows_with=animals),
        yaku("tan", RIBBONS, 1, needed=5, grows_with=RIBBONS),
        yaku("kasu", chaff, 1, needed=10, grows_with=chaff),
    )


_MOST_BASES = 50_000
"""Piles of which the base is remembered, about 5 MB: a thousand rounds played on from one position have fewer."""


@dataclass(frozen=True, slots=True)
class YakuRules:
    """What counts as a yaku in a round.

    `tables` are two where the sake cup is either animal or chaff. `needs_other`: hanami and tsukimi count only beside
    another yaku. `own_rain`: the rain man in a pile spoils them there. `rained_off` are those that the field spoils.
    """

    tables: tuple[tuple[PileYaku, ...], ...]
    needs_other: bool = False
    own_rain: bool = False
    rained_off: frozenset[str] = frozenset()
    _bases: dict[int, int] = field(default_factory=dict, init=False, repr=False, compare=False)

    def count(self, pile: int) -> dict[str, int]:
        """The points of every yaku that counts in a pile; with two tables by the better, of equals the first."""
        void = self.void_in(pile)
        best: dict[str, int] = {}
        for table in self.tables:
            found = find_yaku(table, pile, void)
            if not (self.needs_other and found.keys() <= VIEWING) and sum(found.values()) > sum(best.values()):
                best = found
        return best

    def base(self, pile: int) -> int:
        """The sum of the yaku of a pile."""
        found = self._bases.get(pile)
        if found is None:
            if len(self._bases) > _MOST_BASES:
                self._bases.clear()
            found = self._bases[pile] = sum(self.count(pile).values())
        return found

    def statuses(self, pile: int, elsewhere: int) -> tuple[YakuStatus, ...]:
        """How far a pile is from every yaku when the cards `elsewhere` lie in the other; with two tables the nearer."""
        both = zip(*[[yaku_status(yaku, pile, elsewhere) for yaku in table] for table in self.tables], strict=True)
        return tuple(min(statuses, key=lambda status: (status.is_dead, status.lacking)) for statuses in both)

    def void_in(self, pile: int) -> frozenset[str]:
        """The yaku that rain or mist spoils in a pile."""
        return VIEWING if self.own_rain and pile & BIT[RAIN_MAN] else self.rained_off


def yaku_rules(options: Mapping[str, OptionValue], month: int | None = None, field: int = 0) -> YakuRules:
    """What counts under `options` in a round of `month`, when the cards of `field` are left on the table."""
    weather = options["viewing_weather"]
    rained_off = frozenset(
        key
        for key, spoiler in (("hanami", WILLOW), ("tsukimi", PAULOWNIA))
        if weather == "field" and field & month_mask(spoiler)
    )
    return _rules(
        str(options["values"]),
        str(options["extras"]),
        str(options["viewing"]),
        str(options["sake_cup"]),
        month if options["tsukifuda"] else None,
        str(weather),
        rained_off,
    )


@cache
def _rules(
    values: str, extras: str, viewing: str, sake_cup: str, month: int | None, weather: str, rained_off: frozenset[str]
) -> YakuRules:
    cups = ("animal", "chaff") if sake_cup == "either" else (sake_cup,)
    tables = tuple(yaku_table(values, extras, viewing=viewing != "off", cup=cup, month=month) for cup in cups)
    return YakuRules(tables, viewing == "needs_other", weather == "own_rain", rained_off)


def most_raises(pile: int, options: Mapping[str, OptionValue], month: int | None = None) -> int:
    """The most turns in which the cards of a pile can have formed or improved a yaku, without weather (koikoi 2.9).

    One card a turn, in the order that gives most turns. A cup that is either animal or chaff is both here.
    """
    held = {yaku.key for table in yaku_rules(options, month).tables for yaku in table if yaku.is_in(pile)}
    grows = options["extras"] == "grow"
    # Each better yaku of brights is one card more: sanko, shiko or ameshiko, goko.
    brights = 3 if "goko" in held else 2 if held & {"shiko", "ameshiko"} else len(held & {"sanko"})
    ribbons = _set_raises((pile & _RIBBONS).bit_count(), has_set=bool(held & {"akatan", "aotan"}), grows=grows)
    animals = _set_raises((pile & _ANIMALS).bit_count(), has_set="inoshikacho" in held, grows=grows)
    chaff = pile & (_CHAFF if options["sake_cup"] == "animal" else _CHAFF | BIT[SAKE_CUP])
    alone = len(held & (VIEWING | {"tsukifuda"}))
    return brights + ribbons + animals + max(chaff.bit_count() - 9, 0) + alone


def _set_raises(cards: int, *, has_set: bool, grows: bool) -> int:
    """The turns that so many ribbons or animals can give; a set of three comes first, and may grow at once."""
    beyond_four = max(cards - 4, 0)
    if not has_set:
        return beyond_four
    return cards - 2 if grows else 1 + beyond_four


POINTS = text("points")


LUCKY_DESCRIPTIONS: Mapping[str, Text] = {
    "teshi": text("lucky_descriptions.teshi"),
    "kuttsuki": text("lucky_descriptions.kuttsuki"),
}


_EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "goko": ("h01-1", "h03-1", "h08-1", "h11-1", "h12-1"),
    "shiko": ("h01-1", "h03-1", "h08-1", "h12-1"),
    "ameshiko": ("h01-1", "h03-1", "h12-1", "h11-1"),
    "sanko": ("h01-1", "h03-1", "h08-1"),
    "akatan_aotan": ("h01-2", "h02-2", "h03-2", "h06-2", "h09-2", "h10-2"),
    "inoshikacho": ("h07-1", "h10-1", "h06-1"),
    "akatan": ("h01-2", "h02-2", "h03-2"),
    "aotan": ("h06-2", "h09-2", "h10-2"),
    "hanami": ("h03-1", "h09-1"),
    "tsukimi": ("h08-1", "h09-1"),
    "tane": ("h02-1", "h04-1", "h05-1", "h08-2", "h11-2"),
    "tan": ("h04-2", "h05-2", "h07-2", "h11-3", "h01-2"),
    "kasu": CHAFF[:10],
}
"""A pile for every yaku; the month cards depend on the month, so no single pile shows them."""


def _yaku_class(key: str) -> HandClass:
    return HandClass(
        key,
        YAKU_NAMES[key],
        DESCRIPTIONS[key],
        lambda counted: key in counted,
        len(ORDER) - ORDER.index(key),
        example=_EXAMPLES.get(key, ()),
        section="koikoi 3",
        special=True,
    )


_LUCKY_NAMES = {"teshi": name("lucky.teshi"), "kuttsuki": name("lucky.kuttsuki")}
CLASSES = (
    *map(_yaku_class, ORDER),
    *(
        HandClass(key, name, LUCKY_DESCRIPTIONS[key], lambda found, key=key: key in found, section="koikoi 2.4")
        for key, name in _LUCKY_NAMES.items()
    ),
    HandClass(
        "none",
        name("classes.none"),
        text("classes.none"),
        lambda _: True,
        example=("h05-3", "h05-4"),
        section="koikoi 3",
    ),
)
"""Every class; a yaku's predicate takes what counts in a pile."""


def classes_under(options: Mapping[str, OptionValue]) -> tuple[HandClass, ...]:
    """The classes possible under `options`, each with an example that is one there."""
    left_out: set[str] = set()
    if options["viewing"] == "off":
        left_out |= VIEWING
    if options["extras"] != "grow":
        left_out.add("akatan_aotan")
    if not options["tsukifuda"]:
        left_out.add("tsukifuda")
    if options["dealt_hands"] == "off":
        left_out |= set(_LUCKY_NAMES)
    beside = CHAFF[:10] if options["viewing"] == "needs_other" else ()
    worth_texts = {yaku.key: describe_worth(yaku, POINTS) for yaku in yaku_rules(options, 1).tables[0]}
    return tuple(
        replace(
            each,
            description=worth_texts.get(each.key, each.description),
            example=(*beside, *each.example) if each.key in VIEWING else each.example,
        )
        for each in CLASSES
        if each.key not in left_out
    )

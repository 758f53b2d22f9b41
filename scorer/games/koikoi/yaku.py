"""Yaku of Koi-Koi under each set of house rules.

Source: koikoi 3.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
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
from scorer.families.captures.yaku import SHARED_MAKES, SHARED_NAMES, PileYaku, YakuStatus, find_yaku, yaku_status
from scorer.games.koikoi.texts import name, text
from scorer.rules.options import OptionValue
from scorer.texts import Name, Text

YAKU_NAMES: Mapping[str, Name] = {
    "goko": SHARED_NAMES["goko"],
    "shiko": SHARED_NAMES["shiko"],
    "ameshiko": name("yaku.ameshiko"),
    "sanko": name("yaku.sanko"),
    "akatan_aotan": name("yaku.akatan_aotan"),
    "inoshikacho": SHARED_NAMES["inoshikacho"],
    "akatan": SHARED_NAMES["akatan"],
    "aotan": SHARED_NAMES["aotan"],
    "hanami": SHARED_NAMES["hanami"],
    "tsukimi": SHARED_NAMES["tsukimi"],
    "tsukifuda": name("yaku.tsukifuda"),
    "tane": name("yaku.tane"),
    "tan": name("yaku.tan"),
    "kasu": name("yaku.kasu"),
}
"""Every yaku in the order of the rule book's table, by which equal ones are ranked."""
ORDER = tuple(YAKU_NAMES)
VIEWING = frozenset({"hanami", "tsukimi"})
_RIBBONS, _ANIMALS, _CHAFF = map(mask_of, (RIBBONS, ANIMALS, CHAFF))
DESCRIPTIONS: Mapping[str, Text] = {
    "goko": SHARED_MAKES["goko"],
    "shiko": text("descriptions.shiko"),
    "ameshiko": text("descriptions.ameshiko"),
    "sanko": text("descriptions.sanko"),
    "akatan_aotan": text("descriptions.akatan_aotan"),
    "inoshikacho": SHARED_MAKES["inoshikacho"],
    "akatan": SHARED_MAKES["akatan"],
    "aotan": SHARED_MAKES["aotan"],
    "hanami": SHARED_MAKES["hanami"],
    "tsukimi": SHARED_MAKES["tsukimi"],
    "tsukifuda": text("descriptions.tsukifuda"),
    "tane": text("descriptions.tane"),
    "tan": text("descriptions.tan"),
    "kasu": text("descriptions.kasu"),
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

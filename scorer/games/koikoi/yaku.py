"""Yaku of Koi-Koi under each set of house rules, and hand classes.

Source: koikoi 3."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain

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
    WISTERIA,
    cards_of_month,
    mask_of,
    month_mask,
)
from scorer.families.captures.reasons import describe_worth
from scorer.families.captures.yaku import SHARED_MAKES, PileYaku, YakuStatus, dearest_key, find_yaku, yaku_status
from scorer.games.koikoi.texts import ORDER, VIEWING, YAKU_NAMES, name, text, worth_in_list
from scorer.rules.hand_class import HandClass
from scorer.rules.options import Amounts, OptionValue, amounts_of
from scorer.texts import Text

DESCRIPTIONS: Mapping[str, Text] = {
    key: text(f"descriptions.{key}") if key == "shiko" or key not in SHARED_MAKES else SHARED_MAKES[key]
    for key in ORDER
}


_ANY_MONTH = text("descriptions.tsukifuda_any")


@cache
def yaku_table(
    worth: Amounts, extras: str, *, viewing: bool, cup: str, months: tuple[int, ...]
) -> tuple[PileYaku, ...]:
    """The yaku that are worth something. `cup`: the sake cup is "animal", "chaff" or "both".

    `months`: those of which the four cards are a yaku, each by itself.
    """
    grow = extras == "grow"
    animals = tuple(code for code in ANIMALS if cup != "chaff" or code != SAKE_CUP)
    chaff = CHAFF if cup == "animal" else (*CHAFF, SAKE_CUP)
    more_animals, more_ribbons = (animals, RIBBONS) if grow else ((), ())
    no_tan = frozenset({"tan"} if grow else ())

    def yaku(key: str, cards: tuple[str, ...], **rest: object) -> PileYaku:
        makes = _ANY_MONTH if key == "tsukifuda" and len(months) > 1 else DESCRIPTIONS[key]
        return PileYaku(key, YAKU_NAMES[key], cards, worth[key], "koikoi 3", makes, **rest)  # type: ignore[arg-type]

    # Where five brights are not played, four of them count: one yaku all the same.
    table = [
        yaku("goko", BRIGHTS, replaces=frozenset({"shiko", "ameshiko", "sanko"})),
        yaku("shiko", DRY_BRIGHTS, replaces=frozenset({"ameshiko", "sanko"})),
        yaku("ameshiko", BRIGHTS, needed=4, required=(RAIN_MAN,), replaces=frozenset({"sanko"})),
        yaku("sanko", DRY_BRIGHTS, needed=3),
    ]
    if grow:
        replaces = no_tan | {"akatan", "aotan"}
        table.append(
            yaku("akatan_aotan", (*POETRY_RIBBONS, *BLUE_RIBBONS), grows_with=RIBBONS, replaces=replaces),
        )
    table += [
        yaku(
            "inoshikacho",
            BOAR_DEER_BUTTERFLIES,
            grows_with=more_animals,
            replaces=frozenset({"tane"} if grow else ()),
        ),
        yaku("akatan", POETRY_RIBBONS, grows_with=more_ribbons, replaces=no_tan),
        yaku("aotan", BLUE_RIBBONS, grows_with=more_ribbons, replaces=no_tan),
    ]
    if viewing:
        table += [yaku("hanami", (CURTAIN, SAKE_CUP)), yaku("tsukimi", (MOON, SAKE_CUP))]
    table += [yaku("tsukifuda", cards_of_month(month)) for month in months]
    table += [
        yaku("tane", animals, needed=5, grows_with=animals),
        yaku("tan", RIBBONS, needed=5, grows_with=RIBBONS),
        yaku("kasu", chaff, needed=10, grows_with=chaff),
    ]
    return tuple(each for each in table if each.worth)


_MOST_BASES = 50_000
"""Piles of which the base is remembered, about 5 MB: a thousand rounds played on from one position have fewer."""


@dataclass(frozen=True, slots=True)
class YakuRules:
    """What counts as a yaku in a round.

    `tables` are two where the sake cup is either animal or chaff. `needs_other`: hanami and tsukimi count only beside
    another yaku. `spoilers`: cards of which each spoils them in its pile. `rained_off` are those that the field spoils.
    """

    tables: tuple[tuple[PileYaku, ...], ...]
    needs_other: bool = False
    spoilers: int = 0
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
        """How far a pile is from every yaku when the cards `elsewhere` lie in the other.

        With two tables the nearer, and of the months whose cards are a yaku the nearest.
        """
        by_key: dict[str, list[YakuStatus]] = {yaku.key: [] for yaku in self.tables[0]}
        for yaku in chain.from_iterable(self.tables):
            by_key[yaku.key].append(yaku_status(yaku, pile, elsewhere))
        return tuple(min(each, key=lambda status: (status.is_dead, status.lacking)) for each in by_key.values())

    def void_in(self, pile: int) -> frozenset[str]:
        """The yaku that rain or mist spoils in a pile."""
        return VIEWING if pile & self.spoilers else self.rained_off


def yaku_rules(options: Mapping[str, OptionValue], month: int | None = None, field: int = 0) -> YakuRules:
    """What counts under `options` in a round of `month`, when the cards of `field` are left on the table."""
    weather = options["viewing_weather"]
    rained_off = frozenset(
        key
        for key, spoiler in (("hanami", WILLOW), ("tsukimi", PAULOWNIA))
        if weather == "field" and field & month_mask(spoiler)
    )
    month_cards = options["tsukifuda"]
    return _rules(
        worth_in_list(str(options["values"]), amounts_of(options)),
        str(options["extras"]),
        str(options["viewing"]),
        str(options["sake_cup"]),
        tuple(range(1, 13)) if month_cards == "any" else (month,) if month_cards and month is not None else (),
        _SPOILERS.get(str(weather), 0),
        rained_off,
    )


_SPOILERS = {"own_rain": BIT[RAIN_MAN], "own_willow": month_mask(WILLOW)}
"""The cards of the own pile of which each spoils the viewing, by `viewing_weather`."""


@cache
def _rules(
    worth: Amounts,
    extras: str,
    viewing: str,
    sake_cup: str,
    months: tuple[int, ...],
    spoilers: int,
    rained_off: frozenset[str],
) -> YakuRules:
    cups = ("animal", "chaff") if sake_cup == "either" else (sake_cup,)
    tables = tuple(yaku_table(worth, extras, viewing=viewing != "off", cup=cup, months=months) for cup in cups)
    return YakuRules(tables, viewing == "needs_other", spoilers, rained_off)


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
    """The classes possible under `options`, each with an example that is one there, if there is one."""
    rules = yaku_rules(options, 1)
    worth_texts = {yaku.key: describe_worth(yaku, POINTS) for yaku in rules.tables[0]}
    left_out = set(ORDER) - worth_texts.keys()
    if options["dealt_hands"] == "off":
        left_out |= set(_LUCKY_NAMES)
    return tuple(
        replace(
            each,
            description=worth_texts.get(each.key, each.description),
            example=_example_under(each, rules, options) if each.special else each.example,
        )
        for each in CLASSES
        if each.key not in left_out
    )


def _example_under(each: HandClass, rules: YakuRules, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
    """A pile of that class: the example, where needed beside that of another yaku, or () where no such pile is it."""
    example = cards_of_month(WISTERIA) if options["tsukifuda"] == "any" and each.key == "tsukifuda" else each.example
    needs_other = rules.needs_other and each.key in VIEWING
    others = reversed([key for key in _EXAMPLES if key not in VIEWING])
    for beside in (_EXAMPLES[key] for key in others) if needs_other else ((),):
        cards = tuple(dict.fromkeys((*beside, *example)))
        if dearest_key(rules.count(mask_of(cards)), ORDER) == each.key:
            return cards
    return ()

"""Sakura's card points, yaku and hand classes."""

from __future__ import annotations

from collections.abc import Mapping

from scorer.families.captures import cards as pack
from scorer.families.captures.cards import worths_of
from scorer.families.captures.reasons import describe_worth
from scorer.families.captures.yaku import SHARED_MAKES, SHARED_NAMES, PileYaku, find_yaku
from scorer.games.sakura.texts import name, text
from scorer.rules.hand_class import HandClass
from scorer.texts import Name, Text

WORTHS = worths_of(
    {
        20: pack.DRY_BRIGHTS,
        10: (*pack.RIBBONS, pack.YELLOW_PAULOWNIA),
        5: (*pack.ANIMALS, pack.RAIN_MAN),
    }
)
"""Card points: the pack has 240 (sakura 1.1)."""
YAKU_WORTH = 50
"""Points of every yaku (sakura 4)."""
_CARDS: Mapping[str, tuple[str, ...]] = {
    "nomi": (pack.CURTAIN, pack.MOON, pack.SAKE_CUP),
    "sugawara": (pack.CRANE, pack.WARBLER, pack.CURTAIN),
    "akatan": pack.POETRY_RIBBONS,
    "aotan": pack.BLUE_RIBBONS,
    "kusatan": pack.GRASS_RIBBONS,
    "blue_animals": ("h06-1", "h09-1", "h10-1"),
    "grass_animals": ("h04-1", "h05-1", "h07-1"),
    "inoshikagan": ("h07-1", "h08-2", "h10-1"),
}
ORDER = tuple(_CARDS)
"""Every yaku in the order of the rule book's table, by which classes are ranked."""
YAKU_NAMES: Mapping[str, Name] = {key: SHARED_NAMES.get(key) or name(f"yaku.{key}") for key in ORDER}
POINTS = text("unit")


def _makes(key: str) -> Text:
    return SHARED_MAKES.get(key) or text(f"makes.{key}")


TABLE = tuple(
    PileYaku(key, YAKU_NAMES[key], cards, YAKU_WORTH, "sakura 4", _makes(key)) for key, cards in _CARDS.items()
)
"""The yaku; all add up, and a card may serve in two."""


def count_pile(pile: int) -> dict[str, int]:
    """The yaku of a pile, each with its worth (sakura 4)."""
    return find_yaku(TABLE, pile)


def class_of(yaku: Mapping[str, int]) -> str:
    """The key of the class of a pile that holds these yaku: the first of the table."""
    return next(iter(yaku), "none")


CLASSES = (
    *(
        HandClass(
            yaku.key,
            yaku.name,
            describe_worth(yaku, POINTS),
            lambda counted, key=yaku.key: key in counted,
            len(ORDER) - place,
            example=yaku.cards,
            section="sakura 4",
            special=True,
        )
        for place, yaku in enumerate(TABLE)
    ),
    HandClass(
        "none",
        name("classes.none"),
        text("classes.none"),
        lambda _: True,
        example=("h05-3", "h05-4"),
        section="sakura 1",
    ),
)
"""Every class; a yaku's predicate takes what counts in a pile."""

"""The hanafuda 花札 deck: twelve months of four cards.

Korean packs (hwatu 화투) hold up to six bonus cards beside them.
"""

from __future__ import annotations

from scorer.cards import Deck, Face
from scorer.texts import Name
from scorer.wording import wording_beside

WORDING = wording_beside(__file__)

# For each month in turn its plant and its four cards, in order of worth (machine interfaces, "Card codes").
_MONTHS = (
    ("pine", ("crane", "poetry_ribbon", "chaff", "chaff")),
    ("plum", ("bush_warbler", "poetry_ribbon", "chaff", "chaff")),
    ("cherry", ("curtain", "poetry_ribbon", "chaff", "chaff")),
    ("wisteria", ("cuckoo", "ribbon", "chaff", "chaff")),
    ("iris", ("bridge", "ribbon", "chaff", "chaff")),
    ("peony", ("butterflies", "blue_ribbon", "chaff", "chaff")),
    ("bush clover", ("boar", "ribbon", "chaff", "chaff")),
    ("susuki", ("moon", "geese", "chaff", "chaff")),
    ("chrysanthemum", ("sake_cup", "blue_ribbon", "chaff", "chaff")),
    ("maple", ("deer", "blue_ribbon", "chaff", "chaff")),
    ("willow", ("rain_man", "swallow", "ribbon", "lightning")),
    ("paulownia", ("phoenix", "yellow_chaff", "chaff", "chaff")),
)
_KINDS = {
    **dict.fromkeys(("crane", "curtain", "moon", "rain_man", "phoenix"), "bright"),
    **dict.fromkeys(("poetry_ribbon", "blue_ribbon", "ribbon"), "ribbon"),
    **dict.fromkeys(("chaff", "lightning", "yellow_chaff"), "chaff"),
}
"""The kinds of cards that are no animals."""


def _plant_name(plant: str) -> Name:
    return WORDING.name(f"plants.{plant.replace(' ', '_')}")


def _face_name(plant: str, card: str) -> Name:
    if card == "chaff":
        return WORDING.name("chaff", plant=_plant_name(plant))
    return WORDING.name("face", plant=_plant_name(plant), card=WORDING.name(f"cards.{card}"))


def _bonus_row(worth: str, first: int) -> tuple[Name, tuple[Face, ...]]:
    """Three bonus cards of a Korean pack, of equal worth; they have no month."""
    name = WORDING.name(f"bonus.{worth}")
    return name, tuple(Face(f"hj{number}", name, 0, "bonus", worth) for number in range(first, first + 3))


def _build_faces() -> tuple[Face, ...]:
    return tuple(
        Face(f"h{month:02d}-{number}", _face_name(plant, card), month, _KINDS.get(card, "animal"), plant)
        for month, (plant, cards) in enumerate(_MONTHS, start=1)
        for number, card in enumerate(cards, start=1)
    )


DECK = Deck(
    "hanafuda",
    WORDING.name("hanafuda"),
    _build_faces(),
    tuple(
        (_plant_name(plant), tuple(f"h{month:02d}-{number}" for number in range(1, 5)))
        for month, (plant, _) in enumerate(_MONTHS, start=1)
    ),
    equivalent_kinds=frozenset({"chaff", "bonus"}),
    terms=(WORDING.word("hanafuda"),),
    extras=(_bonus_row("two_pi", 1), _bonus_row("three_pi", 4)),
)

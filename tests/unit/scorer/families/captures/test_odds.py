"""The chance of a yaku by the next unseen card."""

from __future__ import annotations

from fractions import Fraction

from scorer.families.captures.cards import ANIMALS, CARDS, CURTAIN, MOON, SAKE_CUP, mask_of
from scorer.families.captures.odds import status_chance
from scorer.families.captures.yaku import PileYaku, yaku_status
from scorer.texts import Name, Text

HANAMI = PileYaku("hanami", Name("Hanami", "花見"), (CURTAIN, SAKE_CUP), 5, "test 3", Text("", ""))
TANE = PileYaku("tane", Name("Tane", "タネ"), ANIMALS, 1, "test 3", Text("", ""), needed=5)
PACK = mask_of(CARDS)


def test_made_dead_and_still_to_come() -> None:
    both = mask_of((CURTAIN, SAKE_CUP))
    assert status_chance(yaku_status(HANAMI, both, 0), PACK & ~both).probability == 1
    dead = status_chance(yaku_status(HANAMI, 0, mask_of((SAKE_CUP,))), PACK)
    assert (dead.probability, dead.label.en) == (0, "Hanami: can no longer be made")
    near = status_chance(yaku_status(HANAMI, mask_of((CURTAIN,)), 0), mask_of((SAKE_CUP, MOON, "h01-1")))
    assert (near.probability, near.faces) == (Fraction(1, 3), {SAKE_CUP: 1})
    assert near.label.en == "Hanami: still needs chrysanthemum, sake cup"


def test_a_needed_card_that_is_seen_cannot_be_turned_up() -> None:
    near = status_chance(yaku_status(HANAMI, mask_of((CURTAIN,)), 0), mask_of((MOON,)))
    assert (near.probability, near.faces) == (0, {})


def test_where_any_of_many_help_their_number_is_said() -> None:
    chance = status_chance(yaku_status(TANE, mask_of(ANIMALS[:3]), 0), PACK & ~mask_of(ANIMALS[:3]))
    assert chance.label.en == "Tane: still needs 2 of 6 cards"
    assert chance.probability == Fraction(6, 45)

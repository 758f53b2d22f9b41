"""A wild card of Sakura and of Roppyakken: what it takes, what takes it (sakura 2.5, roppyakken 2.4)."""

from __future__ import annotations

import pytest

from scorer.families.captures.cards import ANIMALS, BRIGHTS, CARDS, MONTH_OF, RIBBONS, cards_in, mask_of
from scorer.families.captures.moves.capture import CardCapture
from scorer.families.captures.moves.position import CapturePosition
from scorer.families.captures.moves.setup import CaptureSetup
from scorer.families.captures.wild import WildCard
from scorer.rules.prompts import Table

PAYING = mask_of((*BRIGHTS, *ANIMALS, *RIBBONS))
GAJI = WildCard("h11-4", mask_of(CARDS))
ONI = WildCard("h11-1", PAYING, PAYING, spares_threes=True)


def taken_by(wild: WildCard, card: str, field: str) -> list[str]:
    """What each choice takes from the field."""
    return [
        " ".join(code for code in cards_in(each) if code != card)
        for each in wild.captures(card, mask_of(field.split()))
    ]


@pytest.mark.parametrize(
    ("wild", "card", "field", "expected"),
    [
        (GAJI, "h11-4", "h01-3 h09-1", ["h01-3", "h09-1"]),
        (GAJI, "h11-4", "h11-1 h11-2 h11-3 h09-1", ["h11-1 h11-2 h11-3", "h09-1"]),
        (GAJI, "h11-4", "h11-2 h11-3", ["h11-2", "h11-3"]),
        (GAJI, "h11-4", "", []),
        (GAJI, "h09-2", "h11-4 h09-1", ["h09-1"]),
        (GAJI, "h11-2", "h11-4 h09-1", ["h11-4"]),
        (ONI, "h11-1", "h01-3 h09-1 h11-4", ["h11-4", "h09-1"]),
        (ONI, "h11-1", "h02-1 h02-2 h02-3 h09-3", []),
        (ONI, "h09-1", "h11-1 h09-3", ["h09-3", "h11-1"]),
        (ONI, "h09-3", "h11-1 h08-3", []),
        (ONI, "h11-4", "h11-1 h08-3", ["h11-1"]),
    ],
)
def test_what_a_card_may_take(wild: WildCard, card: str, field: str, expected: list[str]) -> None:
    assert taken_by(wild, card, field) == expected


@pytest.mark.parametrize("wild", [GAJI, ONI])
def test_a_position_offers_what_the_sets_say(wild: WildCard) -> None:
    """The same choices, once by sets of cards and once by the captures that a camera follows."""
    setup = CaptureSetup(Table(("A", "B"), {}), {}, 2, 8, 8, CARDS, MONTH_OF, wild=wild)
    for start in range(0, 48, 5):
        lying = [*(CARDS[(start + step * 7) % 48] for step in range(12)), "h11-2", "h11-3"]
        field = tuple(dict.fromkeys(code for code in lying if code != wild.card))
        position = CapturePosition.of(setup).changed(field=field)
        for card in (code for code in CARDS if code not in field):
            captured = position.matching(card)
            sets = wild.captures(card, mask_of(field))
            if captured is None:
                assert sets == ()
                continue
            partners, need, *together = captured
            capture = CardCapture(0, 0, card, partners, need, (), *together)
            found = set()
            for partner in partners if need == 1 else partners[:1]:
                after = capture.with_taken((partner,))
                found.add(mask_of((card, partner, *after.held, *after.partners_left)))
            assert found == set(sets)


def test_of_three_that_go_together_one_brings_all_and_gives_all_back() -> None:
    capture = CardCapture(0, 0, "h11-4", ("h11-1", "h11-2", "h11-3", "h05-1"), 1, (), ("h11-1", "h11-2", "h11-3"))
    assert capture.held == ("h11-4",)
    assert capture.with_taken(("h11-2",)).held == ("h11-4", "h11-1", "h11-3")
    assert capture.with_taken(("h05-1",)).held == ("h11-4",)
    assert capture.with_taken(("h11-2",)).with_taken(()) == capture

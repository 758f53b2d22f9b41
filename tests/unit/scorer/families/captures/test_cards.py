"""The pack as captured piles sort it (koikoi 1.2, hana-awase 1.1)."""

from __future__ import annotations

from scorer.families.captures.cards import (
    ANIMALS,
    BLUE_RIBBONS,
    BRIGHTS,
    CARDS,
    CHAFF,
    DRY_RIBBONS,
    GRASS_RIBBONS,
    MONTH_OF,
    PACK_SIZE,
    POETRY_RIBBONS,
    RIBBONS,
    card_points,
    cards_in,
    cards_of_month,
    known_mask,
    mask_of,
    month_mask,
)


def test_every_card_is_of_one_kind() -> None:
    assert [len(kind) for kind in (BRIGHTS, ANIMALS, RIBBONS, CHAFF)] == [5, 9, 10, 24]
    assert sorted((*BRIGHTS, *ANIMALS, *RIBBONS, *CHAFF)) == sorted(CARDS)
    assert len(CARDS) == PACK_SIZE


def test_the_nine_dry_ribbons_are_three_by_three() -> None:
    assert sorted((*POETRY_RIBBONS, *BLUE_RIBBONS, *GRASS_RIBBONS)) == sorted(DRY_RIBBONS)


def test_a_month_is_its_four_cards() -> None:
    for month in range(1, 13):
        assert cards_of_month(month) == tuple(code for code in CARDS if MONTH_OF[code] == month)
        assert month_mask(month) == mask_of(cards_of_month(month))


def test_sets_come_back_as_cards() -> None:
    assert cards_in(mask_of(("h12-4", "h01-1", "h07-2"))) == ("h01-1", "h07-2", "h12-4")
    assert cards_in(mask_of(CARDS)) == CARDS


def test_points_of_the_pack_and_of_single_cards() -> None:
    assert (card_points(mask_of(CARDS)), card_points(mask_of(CARDS), 0)) == (264, 240)
    assert [card_points(mask_of((code,))) for code in ("h01-1", "h09-1", "h11-3", "h12-2")] == [20, 10, 5, 1]
    assert card_points(mask_of(("h12-2",)), 0) == 0


def test_cards_of_other_decks_are_passed_over() -> None:
    assert known_mask(("h01-1", "AS", "k01")) == mask_of(("h01-1",))

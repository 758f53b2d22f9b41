"""What follows from the whole pack."""

from __future__ import annotations

from dataclasses import replace

from scorer.following.deduction import proven_names, shows_every_card
from scorer.following.hypothesis import GHOST, HeldCard, Hypothesis
from scorer.following.sighting import SeenCard

PACK = {"k04": 1, "k05": 1, "k06": 1}


def held(code: str | None, seat: int = 0) -> HeldCard:
    return HeldCard(("captures", seat), code, is_visible=True, zone=seat, position=(0.5, 0.5))


def look(track: int, *names: tuple[str, float], zone: int | None = 0) -> SeenCard:
    return SeenCard(track, zone, (0.5, 0.5), names, is_sure=names[0][1] > 0.98 if names else True)


def account(*codes: str) -> Hypothesis:
    return Hypothesis(None, cards={number: held(code) for number, code in enumerate(codes, start=1)})


def test_a_card_in_doubt_is_what_is_left_of_the_pack() -> None:
    looks = {3: look(3, ("k06", 0.6), ("k05", 0.38))}
    assert proven_names(account("k04", "k05", "k06"), looks, PACK, [3]) == {3}


def test_a_rival_that_was_never_seen_may_be_the_card() -> None:
    looks = {2: look(2, ("k06", 0.6), ("k05", 0.38))}
    assert proven_names(account("k04", "k06"), looks, PACK, [2]) == frozenset()


def test_two_cards_in_doubt_are_told_apart_where_they_look_different() -> None:
    best = account("k04", "k05", "k06")
    clear = {2: look(2, ("k05", 0.9), ("k04", 0.08)), 3: look(3, ("k06", 0.9), ("k04", 0.08))}
    assert proven_names(best, clear, PACK, [2, 3]) == {2, 3}
    alike = {2: look(2, ("k05", 0.6), ("k06", 0.38)), 3: look(3, ("k06", 0.6), ("k05", 0.38))}
    assert proven_names(best, alike, PACK, [2, 3]) == frozenset()
    down = {2: look(2), 3: look(3)}  # heaps of tricks: nothing shows what they were
    assert proven_names(best, down, PACK, [2, 3]) == frozenset()


def test_nothing_follows_from_a_pack_with_a_card_too_many() -> None:
    looks = {3: look(3, ("k06", 0.6), ("k05", 0.38))}
    assert proven_names(account("k05", "k05", "k06"), looks, PACK, [3]) == frozenset()


def test_a_table_that_shows_every_card_where_it_is_by_the_record_needs_no_past() -> None:
    best = account("k04", "k05", "k06")
    lying = {number: look(number, (f"k0{number + 3}", 0.99)) for number in (1, 2, 3)}
    assert shows_every_card(best, lying, PACK)
    assert not shows_every_card(best, {1: lying[1], 2: lying[2]}, PACK)
    assert not shows_every_card(best, {**lying, 3: replace(lying[3], zone=1)}, PACK)
    assert not shows_every_card(best, {**lying, 3: look(3, ("k05", 0.99))}, PACK)
    assert not shows_every_card(best, {**lying, 4: look(4, ("k06", 0.99))}, PACK)


def test_the_place_that_a_card_left_under_a_hand_is_no_card() -> None:
    best = account("k04", "k05", "k06")
    ghost = HeldCard(GHOST, None, is_visible=True, zone=None, position=(0.4, 0.4))
    best = replace(best, cards={**best.cards, -7: ghost}, things={9: -7})
    lying = {number: look(number, (f"k0{number + 3}", 0.99)) for number in (1, 2, 3)}
    left_behind = look(9, ("k05", 0.99), zone=None)
    assert best.is_left_behind(left_behind)
    assert shows_every_card(best, {**lying, 9: left_behind}, PACK)
    assert not best.is_left_behind(replace(left_behind, zone=None, names=(("k09", 0.99),)))

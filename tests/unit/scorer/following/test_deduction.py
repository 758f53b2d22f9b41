"""What follows from the whole pack."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scorer.following.deduction import accounts_for_every_card, names_that_matter, proven_names, shows_every_card
from scorer.following.entries import Entry
from scorer.following.hypothesis import GHOST, CardCount, HeldCard, Hypothesis, Scene
from scorer.following.sighting import SeenCard
from scorer.rules.play.moves import MIDDLE, Conclusion, Move, Verdict
from scorer.rules.play.playable import Playable

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


class OnlySixCounts(Playable):
    """A game of three cards laid in the middle, of which the six counts."""

    def judge(self, position: Any, move: Move) -> Verdict:
        return Verdict((*position, move.card))

    def conclude(self, position: Any) -> Conclusion:
        return Conclusion({"six": "k06" in position})

    def deduced_moves(self, position: Any) -> tuple[tuple[Move, str], ...]:
        del position
        return ((Move("laid", 0, "k06", ("hand", 0), MIDDLE), "k04"),)


def account_of_cards_laid(*codes: str) -> Hypothesis:
    moves = [Move("laid", 0, code, ("hand", 0), MIDDLE, thing) for thing, code in enumerate(codes, start=1)]
    entries = tuple(Entry("move", move.thing or 0, 0.0, 0.0, move) for move in moves)
    positions = tuple(codes[:number] for number in range(1, len(codes) + 1))
    return replace(account(*codes), position=codes, entries=entries, positions=positions)


def scene_with(looks: dict[int, SeenCard]) -> Scene:
    return Scene(OnlySixCounts(), (), CardCount(PACK), 1, looks, 9.0, is_first=False, leaving="one")


def named(best: Hypothesis, looks: dict[int, SeenCard]) -> Hypothesis:
    for seen in looks.values():
        best = best.name(seen)
    return best


def test_a_name_matters_if_the_card_may_be_one_that_counts() -> None:
    """Nobody saw the six: what is in doubt may be it."""
    looks = {1: look(1, ("k04", 0.6), ("k06", 0.3))}
    assert names_that_matter(scene_with(looks), named(account_of_cards_laid("k04", "k05"), looks), [1]) == {1}


def test_no_name_matters_if_the_card_counts_for_nothing_whichever_it_is() -> None:
    """The six lies elsewhere for certain."""
    looks = {1: look(1, ("k04", 0.6), ("k05", 0.3))}
    assert names_that_matter(scene_with(looks), named(account_of_cards_laid("k04", "k06"), looks), [1]) == frozenset()


def test_two_cards_in_doubt_that_may_be_each_other_matter_if_one_of_them_is_nowhere_else() -> None:
    looks = {1: look(1, ("k04", 0.6), ("k06", 0.3)), 2: look(2, ("k06", 0.6), ("k04", 0.3))}
    best = named(account_of_cards_laid("k04", "k06"), looks)
    assert names_that_matter(scene_with(looks), best, [1]) == frozenset()  # there is no other six
    assert names_that_matter(scene_with(looks), best, [1, 2]) == {2}  # it may be the five, which nobody saw
    clear = {1: look(1, ("k04", 0.97), ("k06", 0.0001)), 2: look(2, ("k06", 0.97), ("k04", 0.0001))}
    best = named(account_of_cards_laid("k04", "k06", "k05"), clear)
    assert names_that_matter(scene_with(clear), best, [1, 2]) == frozenset()


def test_every_name_matters_where_the_pack_has_a_card_too_many() -> None:
    looks = {1: look(1, ("k05", 0.6), ("k04", 0.3))}
    assert names_that_matter(scene_with(looks), named(account_of_cards_laid("k05", "k05"), looks), [1]) == {1}


def test_the_pack_is_accounted_for_with_the_card_that_follows_from_the_others() -> None:
    rules = OnlySixCounts()
    assert accounts_for_every_card(rules, account("k04", "k05"), PACK)
    assert not accounts_for_every_card(rules, account("k04"), PACK)
    assert not accounts_for_every_card(rules, account("k04", "k05", "k06"), PACK)  # the six twice
    thing = {4: HeldCard(GHOST, None, is_visible=True, zone=0, position=(0.1, 0.1))}
    best = account("k04", "k05")
    assert accounts_for_every_card(rules, replace(best, cards={**best.cards, **thing}), PACK)

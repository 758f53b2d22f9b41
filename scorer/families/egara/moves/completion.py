"""Where cards that nobody saw were played, by the rest of the pack."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import permutations

from scorer.families.egara.moves.position import PLAYERS, TRICKS, LaidTrick, TrickPosition
from scorer.families.egara.moves.reader import FAR_APART, best_readings
from scorer.rules.play.moves import MIDDLE, Move

MOST_MISSING = 3
"""Cards that nobody saw, at most: of more there are too many ways in which they may have been played."""
MOST_ANYWHERE = 2
"""Of so many each may have been any card of its trick. Of more each is the last one: it is taken at once."""


def completed(position: TrickPosition) -> TrickPosition:
    """The likeliest of `completions`."""
    return position if _is_unplayed(position) else completions(position)[0]


def completions(position: TrickPosition) -> tuple[TrickPosition, ...]:
    """The position with the cards that nobody saw in the tricks that lack one, in every way that breaks fewest rules.

    Where people lay cards before themselves they do so then, too. The likeliest first: who takes a trick at once played
    its last card. The position alone where nothing is missing, the deal is not over, or too much is missing.
    """
    is_whole = len(position.tricks) == TRICKS and all(trick.is_whole for trick in position.tricks)
    return (position,) if is_whole else _completions(position)


@lru_cache(maxsize=256)
def _completions(position: TrickPosition) -> tuple[TrickPosition, ...]:
    seen = {card for trick in position.tricks for card in trick.cards}
    missing = [card for card in position.setup.pack if card not in seen]
    lacking = [
        place
        for place, trick in enumerate(position.tricks)
        if trick.is_closed or place < len(position.tricks) - 1
        for _ in range(PLAYERS - len(trick.cards))
    ]
    if _is_unplayed(position) or not 0 < len(missing) <= MOST_MISSING or len(missing) != len(lacking):
        return (position,)
    may_be_any = len(missing) <= MOST_ANYWHERE
    found = [
        each
        for cards in permutations(missing)
        for each in _filled(position, cards, tuple(lacking), may_be_any=may_be_any)
    ]
    reading = {each: best_readings(each)[0] for each in found}
    fewest = min(len(each.faults) for each in reading.values())
    best = [each for each in reading if len(reading[each].faults) == fewest]
    nearest = min((reading[each] for each in best), key=lambda each: each.far)
    if nearest.tells_sides:
        best = [each for each in best if reading[each].far < nearest.far + FAR_APART]
        best.sort(key=lambda each: reading[each].far)
    return tuple(best)


def _is_unplayed(position: TrickPosition) -> bool:
    return len(position.tricks) < TRICKS or not position.latest.is_closed


def deduced_moves(position: TrickPosition) -> tuple[tuple[Move, str], ...]:
    """The cards that nobody saw as they were laid and taken, each with a card of its trick.

    All completions must have it in that trick, and agree who took it. Who laid it is as the likeliest has it.
    """
    every = [each for each in completions(position) if each is not position]
    found = [list(_moves_of(position, each)) for each in every]
    return tuple(
        (move, other)
        for move, other in (found[0] if found else ())
        if all(
            any(
                (each.event, each.card, near) == (move.event, move.card, other)
                and (move.event == "laid" or each.seat == move.seat)
                for each, near in moves
            )
            for moves in found
        )
    )


def _moves_of(position: TrickPosition, after: TrickPosition) -> Iterator[tuple[Move, str]]:
    reading = best_readings(after)[0]
    for seen, whole, read in zip(position.tricks, after.tricks, reading.tricks, strict=True):
        for card, player in zip(whole.cards, read.players, strict=True):
            if card not in seen.cards:
                seat = reading.seat_of(player)
                yield Move("laid", seat, card, ("hand", seat), MIDDLE), seen.cards[-1]
                yield Move("taken", read.taker, card, MIDDLE, ("captures", read.taker)), seen.cards[-1]


def _filled(
    position: TrickPosition, cards: tuple[str, ...], places: tuple[int, ...], *, may_be_any: bool
) -> Iterator[TrickPosition]:
    """The position with each card in the trick at its place: the last there, or any of its cards."""
    if not cards:
        yield position
        return
    trick = position.tricks[places[0]]
    first = 0 if may_be_any else len(trick.cards)
    for index in range(len(trick.cards), first - 1, -1):
        after = position.with_trick(places[0], _inserted(trick, cards[0], index))
        yield from _filled(after, cards[1:], places[1:], may_be_any=may_be_any)


def _inserted(trick: LaidTrick, card: str, index: int) -> LaidTrick:
    sides = (*trick.sides, *(None,) * (len(trick.cards) - len(trick.sides)))
    return replace(
        trick,
        cards=(*trick.cards[:index], card, *trick.cards[index:]),
        sides=(*sides[:index], None, *sides[index:]),
        out_of_turn=tuple((place + (place >= index), seat) for place, seat in trick.out_of_turn),
    )

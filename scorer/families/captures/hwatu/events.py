"""What happens in a turn of hwatu, remembered as if it had been said."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.families.captures.cards import MONTH_OF
from scorer.families.captures.moves.capture import UNSEEN, without
from scorer.families.captures.moves.position import (
    BEFORE_PLAY,
    DEAL,
    HAND,
    OVER,
    STOCK,
    CapturePosition,
    Utterance,
    free_of,
    give_back,
)

SHAKE, BOMB = "shake", "bomb"
"""Said: three of a month are shown before one is played; three of a month are laid on the fourth."""
PPEOK, JJOK, TTADAK, SSEUL, TOOK_PPEOK, BONUS = "ppeok", "jjok", "ttadak", "sseul", "took_ppeok", "bonus"
"""What happens in a turn."""
TAKES = frozenset({JJOK, TTADAK, SSEUL, TOOK_PPEOK, BONUS, BOMB})
"""For each of these every other player gives one pi."""
OWED, DRAWN, GIVES = "owed", "drawn", "gives "
"""Remembered: a bonus card played from the hand is replaced from the stock; it was; a card given, and since when."""
TRIPLE = 3
"""Cards of a month that are shown or laid together."""


def happened(position: CapturePosition, turn: int, seat: int, *calls: str) -> int:
    """How often something happened to, or was said by, a player in or after a turn."""
    return sum(each.turn == turn and each.seat == seat and each.call in calls for each in position.said)


def is_said(position: CapturePosition, *calls: str) -> bool:
    """Whether the player in turn has said that at its beginning."""
    return bool(happened(position, position.turn - 1, position.seat, *calls))


def with_card(position: CapturePosition, after: CapturePosition) -> CapturePosition:
    """The position `after` a move from `position`, with what happens by a card that was dealt or laid by it."""
    bonus = [card for card in after.field if not MONTH_OF[card]] if position.phase == DEAL else []
    if bonus:  # those of the dealt field go to the dealer and are replaced
        piles = ((*after.piles[0], *((card, BEFORE_PLAY) for card in bonus)), *after.piles[1:])
        field = without(after.field, bonus)
        return after.changed(phase=DEAL, field=field, opening=field, piles=piles, stock=after.stock - len(bonus))
    before = after.before
    is_laid = before is not None and before is not position.before and before.before is position.before
    if before is None or not is_laid or after.latest == UNSEEN:
        return after
    card, seat = after.latest, after.turns[-1][0] if after.turn > before.turn else after.seat
    if not MONTH_OF[card]:
        return _with_bonus(before, after, card, seat)
    if before.phase == HAND and is_said(before, BOMB) and len(after.captures) == len(before.captures):
        return after.changed(phase=HAND, seat=seat, turn=before.turn, turns=before.turns)
    if after.turn == before.turn:
        return after
    calls = tuple(_happens(before, after, card, seat))
    if PPEOK in calls:
        after = _with_ppeok(after, seat)
    return after.changed(said=(*after.said, *(Utterance(before.turn, seat, call) for call in calls)))


def _happens(before: CapturePosition, after: CapturePosition, card: str, seat: int) -> Iterator[str]:
    """What happens in a turn that `card` ends."""
    own = [each for each in after.captures[-2:] if each.turn == before.turn and each.seat == seat]
    captures_now = len(after.captures) > len(before.captures)
    by_hand = own[0] if before.phase == STOCK and own and own[0].card != card else None
    is_pair = by_hand is not None and by_hand.need == 1 and MONTH_OF[by_hand.matched] == MONTH_OF[card]
    if is_pair and not captures_now:
        yield PPEOK
        return
    if is_pair:
        yield TTADAK
    if captures_now and before.phase == STOCK and before.has_begun_turn and own[-1].partners == (before.latest,):
        yield JJOK
    is_bomb = is_said(before, BOMB)
    if not is_bomb and any(each.need == TRIPLE and not set(each.partners) <= set(after.opening) for each in own):
        yield TOOK_PPEOK
    if own and not after.free_field and after.phase != OVER:
        yield SSEUL


def _with_bonus(before: CapturePosition, after: CapturePosition, card: str, seat: int) -> CapturePosition:
    """A bonus card goes to the pile at once; the next of the stock takes its place, in the hand or face up."""
    piles = (*before.piles[:seat], (*before.piles[seat], (card, before.turn)), *before.piles[seat + 1 :])
    said, is_played = (*before.said, Utterance(before.turn, seat, BONUS)), before.phase == HAND
    if before.stock <= (not is_played):  # nothing takes its place
        return after.changed(piles=piles, said=said, field=without(after.field, (card,)))
    said = (*said, Utterance(before.turn, seat, OWED)) if is_played else said
    return before.changed(stock=before.stock - 1, seat=seat, piles=piles, said=said, latest=card, before=before)


def with_bomb(position: CapturePosition) -> CapturePosition:
    """The position when the player in turn has said bomb."""
    return position.changed(said=(*position.said, Utterance(position.turn - 1, position.seat, BOMB)))


def _with_ppeok(position: CapturePosition, seat: int) -> CapturePosition:
    """The position in which the capture of the turn that is just over is undone: its cards stay."""
    capture = position.captures[-1]
    for card in capture.taken:
        position = give_back(position, card, next(s for s in range(len(position.piles)) if card in position.pile(s)))
    captures = position.captures[:-1]
    after = position.changed(captures=captures)
    return after.changed(turns=(*after.turns[:-1], (seat, free_of(after.field, after.open_captures))))


def with_gift(position: CapturePosition, card: str, giver: int, taker: int) -> CapturePosition:
    """The position after a pi went from one pile to another, with what it was before."""
    piles, turn = list(position.piles), position.turn - 1
    since = dict(piles[giver])[card]
    piles[giver] = tuple(each for each in piles[giver] if each[0] != card)
    piles[taker] = (*piles[taker], (card, turn))
    said = (*position.said, Utterance(turn, giver, f"{GIVES}{card} {since}"))
    return position.changed(piles=tuple(piles), said=said)


def gifts(position: CapturePosition) -> Iterator[tuple[int, int, str, int]]:
    """What was given: in which turn, by whom, which card, and since which turn the giver had had it."""
    for each in position.said:
        if each.call.startswith(GIVES):
            _, card, since = each.call.split()
            yield each.turn, each.seat, card, int(since)

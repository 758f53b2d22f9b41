"""The judge of deals of tricks: a move in, the position after it out."""

from __future__ import annotations

from dataclasses import replace

from scorer.families.egara import text
from scorer.families.egara.deal import ACES, SUIT_NAMES
from scorer.families.egara.moves import faults
from scorer.families.egara.moves.completion import completed, completions
from scorer.families.egara.moves.position import NEXT, PLAYERS, TRICKS, LaidTrick, TrickPosition
from scorer.families.egara.moves.reader import (
    DealReading,
    before_trick,
    best_readings,
    next_player,
    next_seats,
    seat_of,
)
from scorer.families.egara.tricks import picture_cards, sort_cards
from scorer.families.faults import stranger
from scorer.rules.play.moves import Conclusion, Move, Verdict
from scorer.texts import Text

UNSEEN_COST = -2.5
"""Cost (natural logarithm) of a card that nobody saw before its trick was taken: who wins with the last card often lays
and lifts it under one hand, once in a deal."""
PUT_BACK_COST = -3.0
"""Cost of a card of a trick that was taken being put back into the middle: who wins lets tricks lie."""
LEADS = "leads"
"""What the side says that leads the deal, where it does not follow from who deals."""
TRUMPS = "trumps_"
"""What is said when trumps are named, with the suit behind it."""


def judge(position: TrickPosition, move: Move) -> Verdict:
    """The position after a move, whether the rules allow it or not.

    A card that is shown, lies open or goes anywhere else but the middle and the heaps is still in its hand.
    """
    card, kind = move.card, move.target[0]
    if move.event == "called":
        return _hear(position, move)
    if card is None:
        return Verdict(position)  # a heap of backs: which trick it is was seen when its cards left the middle
    if card not in position.setup.cards:
        return Verdict(position, stranger(card))
    if move.event == "retracted" or kind not in ("middle", "captures"):
        return _retract(position, card)
    if move.event in ("laid", "turned") and kind != "captures":
        side = move.source[1] if move.source[0] == "hand" else None
        return _lay(position, card, move.seat, side)
    if kind == "middle":
        return _put_back(position, card)
    return _take(position, card, move.seat if move.target[1] is None else move.target[1])


def advance(position: TrickPosition, move: Move) -> TrickPosition:
    """The position after a move that is allowed: a card laid once trumps and the leader are known needs no judge."""
    setup = position.setup
    if move.event != "laid" or move.card is None or len(setup.guesses) > 1 or position.latest.out_of_turn:
        after: TrickPosition = judge(position, move).position
        return after
    trick, place = _open_trick(position)
    laid = trick.with_card(move.card, move.seat, move.source[1], is_out_of_turn=False)
    return _followed_by(position.with_trick(place, laid), next_player(position, setup.guesses[0]))


def conclude(key: str, position: TrickPosition) -> Conclusion:
    """The round of the game `key`: trumps, aces dealt and picture cards captured, as far as the play shows them.

    Cards that nobody saw are those that are missing in the pack, where they can make no other round.
    """
    every = completions(position)
    found = [_conclude(key, each) for each in every]
    if every[0] is position:
        return found[0]
    if any(each.round != found[0].round for each in found):
        return Conclusion(found[0].round, _asks(position, best_readings(position)))
    known, now = (best_readings(each)[0].faults for each in (position, completed(position)))
    return replace(found[0], settled=tuple(fault for fault in known if fault not in now))


def _conclude(key: str, position: TrickPosition) -> Conclusion:
    setup, readings = position.setup, best_readings(position)
    reading = readings[0]
    dealers = setup.active[1 - reading.guess.leader] if setup.dealers is None else setup.dealers
    aces: list[list[str]] = [[], []]
    captured: list[list[str]] = [[], []]
    for trick, read in zip(position.tricks, reading.tricks, strict=True):
        for card in picture_cards(trick.cards):
            if card in ACES:
                player = read.players[trick.cards.index(card)]
                aces[setup.active.index(reading.seat_of(player))].append(card)
            taker = trick.taker_of(card)
            seat = read.taker if taker is None else taker
            if seat in setup.active:
                captured[setup.active.index(seat)].append(card)
    answers = {
        "active": list(setup.active),
        "dealers": dealers,
        "trump": reading.guess.trump,
        "aces": [sort_cards(cards) for cards in aces],
        "captured": [sort_cards(cards) for cards in captured],
    }
    return Conclusion(setup.table.build_round(key, answers), _asks(position, readings))


def _hear(position: TrickPosition, move: Move) -> Verdict:
    """Trumps as they are named, or who leads."""
    setup = position.setup
    if move.call.startswith(TRUMPS):
        known = setup.known(trump=move.call.removeprefix(TRUMPS))
    elif move.call == LEADS and move.seat in setup.active:
        known = setup.known(leader=setup.active.index(move.seat))
    else:
        known = setup
    if known is None:
        return Verdict(position, faults.NOT_ALLOWED, move.seat)
    return Verdict(TrickPosition(known, position.tricks), seat=move.seat)


def _lay(position: TrickPosition, card: str, seat: int | None, side: int | None = None) -> Verdict:
    if position.trick_of(card) is not None:
        return Verdict(position, faults.second_copy(card))
    trick, place = _open_trick(position)
    if place == TRICKS:
        return Verdict(position, faults.DEAL_OVER)
    setup, guess = position.setup, position.setup.guesses[0]
    is_known = len(setup.guesses) == 1
    player = next_player(position, guess) if is_known else None
    expected = next_seats(position) if player is None else (seat_of(setup, guess, player),)
    is_stray = seat is not None and seat not in expected and seat in setup.active
    after = position.with_trick(place, trick.with_card(card, seat, side, is_out_of_turn=is_stray))
    if is_stray and seat is not None:
        return Verdict(after, faults.out_of_turn(setup.name(seat), setup.name(expected[0])))
    is_gapped = place == TRICKS - 1 and not all(each.is_whole for each in position.tricks[:place])
    if player is None or trick.out_of_turn or is_gapped:
        return Verdict(after, _new_fault(position, after))
    # Trumps are known and no card is missing: the card is right, unless who plays it has denied its suit before.
    _followed_by(after, player)
    _, denied = before_trick(position, guess, place)
    has_denied = denied and any(each[:2] == (player, card[-1]) for each in denied)
    return Verdict(after, _new_fault(position, after) if has_denied else None)


def _open_trick(position: TrickPosition) -> tuple[LaidTrick, int]:
    """The trick to which the next card belongs, and its index."""
    trick, count = position.latest, len(position.tricks)
    return (LaidTrick(), count) if trick.is_closed or not count else (trick, count - 1)


def _followed_by(after: TrickPosition, player: int) -> TrickPosition:
    """The position in which `player` has just laid a card, and knows who comes next while the trick is not whole."""
    if not after.latest.is_closed:
        after.readings[NEXT] = (player + 1) % PLAYERS
    return after


def _take(position: TrickPosition, card: str, seat: int | None) -> Verdict:
    place = position.trick_of(card)
    if place is None:
        # It was laid and taken at once: nobody saw it lie in the middle. It completes the trick that was taken with it.
        place = _unseen_place(position)
        if place is None:
            return Verdict(position, faults.never_played(card))
        trick = position.tricks[place]
        position = position.with_trick(place, replace(trick, cards=(*trick.cards, card)))
    trick = position.tricks[place]
    others = tuple(each for each in trick.taken if each[0] != card)
    after = position.with_trick(place, replace(trick, taken=(*others, (card, seat))))
    taker = best_readings(completed(after))[0].tricks[place].taker if seat is None else seat
    fault, laid = _new_fault(position, after), len(trick.cards)
    if fault is not None and fault == faults.missing_card(place + 1, laid):
        return Verdict(after, fault, taker, cost=UNSEEN_COST * (PLAYERS - laid), is_gap=True)
    return Verdict(after, fault, taker)


def _unseen_place(position: TrickPosition) -> int | None:
    """The trick to which a card belongs that was first seen in a heap: the latest one that lacks a card."""
    places = [place for place, trick in enumerate(position.tricks) if not trick.is_whole]
    return places[-1] if places else None


def _put_back(position: TrickPosition, card: str) -> Verdict:
    """A card that moved within the middle, or came back there from a heap."""
    place = position.trick_of(card)
    if place is None:
        return _lay(position, card, None)
    trick = position.tricks[place]
    taken = tuple(each for each in trick.taken if each[0] != card)
    cost = 0.0 if taken == trick.taken else PUT_BACK_COST
    return Verdict(position.with_trick(place, replace(trick, taken=taken)), cost=cost)


def _retract(position: TrickPosition, card: str) -> Verdict:
    place, trick = position.trick_of(card), position.latest
    if place is None:
        return Verdict(position)
    reading = best_readings(position)[0]
    seat = reading.seat_of(reading.tricks[place].players[position.tricks[place].cards.index(card)])
    if trick.taken or card != trick.cards[-1]:
        return Verdict(position, faults.retracted_late(card), seat)
    last = len(trick.cards) - 1
    strays = tuple(each for each in trick.out_of_turn if each[0] != last)
    before = replace(trick, cards=trick.cards[:last], out_of_turn=strays, sides=trick.sides[:last])
    return Verdict(position.with_trick(place, before), seat=seat)


def _new_fault(before: TrickPosition, after: TrickPosition) -> Text | None:
    """The last thing that is wrong now and was not before."""
    known, now = (best_readings(completed(each))[0].faults for each in (before, after))
    new = [fault for fault in now if fault not in known]
    return new[-1] if new and len(now) > len(known) else None


def _asks(position: TrickPosition, readings: tuple[DealReading, ...]) -> tuple[tuple[str, Text], ...]:
    """What the play leaves open."""
    setup, asks = position.setup, []
    trumps = list(dict.fromkeys(reading.guess.trump for reading in readings))
    if len(trumps) > 1:
        key = "which_trumps.two" if len(trumps) == 2 else "which_trumps.more"
        asks.append(("trump", text(key, suits=tuple(SUIT_NAMES[trump] for trump in trumps))))
    has_leader = len({reading.guess.leader for reading in readings}) == 1
    seen = {card for trick in position.tricks for card in trick.cards}
    if not has_leader or not seen >= set(ACES):
        question = text("ask.aces")
        asks += [(f"aces.{side}", question) for side in (0, 1)]
    doubts = [
        trick.faults[-1]
        for laid, trick in zip(position.tricks, readings[0].tricks, strict=True)
        if trick.faults and (laid.taker not in (None, readings[0].seat_of(trick.winner)) or _is_split(laid))
    ]
    if doubts:
        asks += [(f"captured.{side}", doubts[0]) for side in (0, 1)]
    elif not has_leader or not seen >= set(picture_cards(setup.pack)):
        question = text("ask.pictures")
        asks += [(f"captured.{side}", question) for side in (0, 1)]
    return tuple(asks)


def _is_split(trick: LaidTrick) -> bool:
    return len({seat for _, seat in trick.taken if seat is not None}) > 1

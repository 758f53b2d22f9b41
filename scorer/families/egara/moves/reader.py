"""Who played and won which trick, for every guess of trumps and leader."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from scorer.families.egara.moves import faults
from scorer.families.egara.moves.position import BEST, NEXT, PLAYERS, DealGuess, LaidTrick, TrickPosition, TrickSetup
from scorer.families.egara.tricks import trick_strength, winning_index
from scorer.texts import Text

LEAST_NEAR = 6
"""Cards that must have lain before who laid them for that to be the custom of a table."""
MOST_FAR = 0.1
"""Share of such cards, 0..1, that may have lain before somebody else."""
FAR_APART = 2
"""Cards that must lie before somebody else for a guess to be wrong: one may have slipped."""
LEAST_FEWER = 2
"""Faults that the play must have less with another dealer than the table said: one may be a trick wrongly taken."""
Denied = tuple[tuple[int, str, int], ...]
"""Who has not followed: player, suit, number of the trick."""
_NOBODY: Denied = ()
_IN_TURN = tuple(tuple((leader + step) % PLAYERS for step in range(PLAYERS)) for leader in range(PLAYERS))
"""The players in turn, by who leads."""


@dataclass(frozen=True, slots=True)
class TrickReading:
    """One trick as a guess explains it: who laid each card, and who wins it.

    Players are numbered 0 to 3 in turn, 0 leads the deal. `winner`: the player who wins by the rules, `taker`: the seat
    that has the trick: where it went, else who wins. `leads_next`: who leads the next one. `denied`: for players who
    did not follow, the suit and the number of the trick. `faults`: what is wrong with this trick. `near` and `far`: how
    many of its cards lay before who laid them, and how many before somebody else.
    """

    players: tuple[int, ...]
    winner: int
    taker: int
    leads_next: int
    denied: Denied
    faults: tuple[Text, ...]
    near: int = 0
    far: int = 0


@dataclass(frozen=True)
class DealReading:
    """A whole deal as one guess explains it."""

    setup: TrickSetup
    guess: DealGuess
    tricks: tuple[TrickReading, ...]

    @cached_property
    def faults(self) -> tuple[Text, ...]:
        """Everything that is wrong with the deal, in order."""
        return tuple(fault for trick in self.tricks for fault in trick.faults)

    def seat_of(self, player: int) -> int:
        """The seat of a player's side."""
        return seat_of(self.setup, self.guess, player)

    @cached_property
    def far(self) -> int:
        """How many cards lay before somebody else than who laid them by this guess."""
        return sum(trick.far for trick in self.tricks)

    @property
    def tells_sides(self) -> bool:
        """Whether people at this table lay cards before themselves."""
        near = sum(trick.near for trick in self.tricks)
        return near >= LEAST_NEAR and self.far <= MOST_FAR * near


def seat_of(setup: TrickSetup, guess: DealGuess, player: int) -> int:
    """The seat of a player's side: the sides alternate round the table."""
    return setup.active[(guess.leader + player) % 2]


def read_deal(position: TrickPosition, guess: DealGuess) -> DealReading:
    """The deal as `guess` explains it."""
    return DealReading(position.setup, guess, _read_tricks(position, guess, len(position.tricks)))


def best_readings(position: TrickPosition) -> tuple[DealReading, ...]:
    """The readings with the fewest faults, in the order of the guesses: all but one are rivals of the first.

    At a table where people lay cards before themselves, a reading by which they do not is none. That is how another
    dealer than the table said comes out. By faults alone he must have `LEAST_FEWER` less.
    """
    known = position.readings.get(BEST)
    if known is None:
        guesses = position.setup.guesses
        known = (read_deal(position, guesses[0]),) if len(guesses) == 1 else _rivals(position)
        position.readings[BEST] = known
    return known


@lru_cache(maxsize=4096)  # many accounts of what a camera saw come to equal positions
def _rivals(position: TrickPosition) -> tuple[DealReading, ...]:
    guesses = position.setup.guesses
    stated, unlikely = ([each for each in guesses if each.is_stated is said] for said in (True, False))
    best = _fewest([read_deal(position, guess) for guess in stated])
    gaps = sum(trick.is_closed and not trick.is_whole for trick in position.tricks)  # faults whoever dealt
    may_be_other = len(best[0].faults) - gaps >= LEAST_FEWER or min(reading.far for reading in best) >= PLAYERS
    if unlikely and may_be_other:
        best = _or_another_dealer(best, [read_deal(position, guess) for guess in unlikely])
    return _nearest(best)


def _fewest(readings: Sequence[DealReading]) -> list[DealReading]:
    count = [len(reading.faults) for reading in readings]
    return [reading for reading, faults in zip(readings, count, strict=True) if faults == min(count)]


def _or_another_dealer(stated: list[DealReading], unlikely: Sequence[DealReading]) -> list[DealReading]:
    """The best readings by the dealer that was said, or those by another one where the play speaks for it."""
    others, most = _fewest(unlikely), len(stated[0].faults)
    if len(others[0].faults) + LEAST_FEWER <= most:
        return others
    others = [reading for reading in unlikely if len(reading.faults) <= most]
    nearest = min((reading for reading in others), key=lambda reading: reading.far, default=None)
    is_nearer = nearest is not None and nearest.far + FAR_APART <= min(reading.far for reading in stated)
    return _fewest(others) if nearest is not None and is_nearer and nearest.tells_sides else stated


def _nearest(best: list[DealReading]) -> tuple[DealReading, ...]:
    nearest = min(best, key=lambda reading: reading.far)
    if nearest.tells_sides:
        best = [reading for reading in best if reading.far < nearest.far + FAR_APART]
        best.sort(key=lambda reading: reading.far)
    return tuple(best)


def next_seats(position: TrickPosition) -> tuple[int, ...]:
    """The seats that may lay the next card, by every reading that is as good as the best."""
    setup = position.setup
    if len(setup.guesses) == 1:
        return (seat_of(setup, setup.guesses[0], next_player(position, setup.guesses[0])),)
    guesses = [reading.guess for reading in best_readings(position)]
    return tuple(dict.fromkeys(seat_of(setup, guess, next_player(position, guess)) for guess in guesses))


def next_player(position: TrickPosition, guess: DealGuess) -> int:
    """The player who lays the next card."""
    if len(position.setup.guesses) > 1:
        return _next_player(position, guess)
    known = position.readings.get(NEXT)
    if known is None:
        known = position.readings[NEXT] = _next_player(position, guess)
    return known


def _next_player(position: TrickPosition, guess: DealGuess) -> int:
    trick, tricks = position.latest, len(position.tricks)
    is_open = bool(trick.cards) and not trick.is_closed
    leads, _ = before_trick(position, guess, tricks - is_open)
    if not is_open:
        return leads
    players = _players(position.setup, guess, trick, leads)
    return next(player for player in _IN_TURN[players[0]] if player not in players)


def player_of(position: TrickPosition, guess: DealGuess, seat: int | None) -> int:
    """The player of a side who lays its next card in this trick, the next of all where nobody says which side."""
    player = next_player(position, guess)
    if seat is None or seat == seat_of(position.setup, guess, player):
        return player
    trick = position.latest
    is_open = bool(trick.cards) and not trick.is_closed
    leads, _ = before_trick(position, guess, len(position.tricks) - is_open)
    laid = _players(position.setup, guess, trick, leads) if is_open else ()
    return next(each for each in _IN_TURN[player] if each not in laid and seat == seat_of(position.setup, guess, each))


def before_trick(position: TrickPosition, guess: DealGuess, place: int) -> tuple[int, Denied]:
    """Who leads the trick at a place, and who has not followed which suit before it."""
    if not place:
        return 0, _NOBODY
    read = position.readings.get(guess, ())
    trick = (read if len(read) >= place else _read_tricks(position, guess, place))[place - 1]
    return trick.leads_next, trick.denied


def _read_tricks(position: TrickPosition, guess: DealGuess, count: int) -> tuple[TrickReading, ...]:
    """The first `count` tricks of the deal, or more."""
    read: tuple[TrickReading, ...] = position.readings.get(guess, ())
    if len(read) < count:
        # A deal of known trumps is read once; what a camera follows is read again for each of its accounts.
        reader = _read_trick if len(position.setup.guesses) == 1 else _read_trick_again
        for number in range(len(read) + 1, count + 1):
            leads, denied = (read[-1].leads_next, read[-1].denied) if read else (0, _NOBODY)
            read = (*read, reader(position.setup, guess, position.tricks[number - 1], number, leads, denied))
        position.readings[guess] = read
    return read


def _players(setup: TrickSetup, guess: DealGuess, trick: LaidTrick, leader: int) -> tuple[int, ...]:
    """Who laid each card: round the table, but for cards out of turn."""
    if not trick.out_of_turn:
        return _IN_TURN[leader][: len(trick.cards)]
    seats = dict(trick.out_of_turn)
    if 0 in seats:  # who led out of turn leads, and all go on from there
        leader = next(player for player in _IN_TURN[leader] if seat_of(setup, guess, player) == seats[0])
    left, players = list(_IN_TURN[leader]), []
    for place in range(len(trick.cards)):
        others = [player for player in left if seat_of(setup, guess, player) == seats.get(place)]
        player = others[0] if others else left[0]
        left.remove(player)
        players.append(player)
    return tuple(players)


def _read_trick(
    setup: TrickSetup, guess: DealGuess, trick: LaidTrick, number: int, leader: int, denied: Denied
) -> TrickReading:
    special = setup.special_by_trump[guess.trump]
    free = special if setup.is_special_free else ""
    players, led = _players(setup, guess, trick, leader), trick.cards[0][-1]
    found = []
    for card, player in zip(trick.cards, players, strict=True):
        suit = card[-1]
        revoked = next((each for each in denied if each[:2] == (player, suit)), None) if denied else None
        if revoked is not None:
            name = setup.name(seat_of(setup, guess, player))
            found.append(faults.revoke(name, card, revoked[2]))
            denied = tuple(each for each in denied if each != revoked)
        if suit != led and card != free:
            denied = (*denied, (player, led, number))
    is_near = [
        side == seat_of(setup, guess, player)
        for side, player in zip(trick.sides, players, strict=False)
        if side is not None
    ]
    winner = players[winning_index(trick.cards, guess.trump, special)]
    owner = seat_of(setup, guess, winner)
    taker, leads_next = owner, winner
    if trick.taker is not None:
        taker = trick.taker
        if len({seat for _, seat in trick.taken if seat is not None}) > 1:
            found.append(faults.split_trick(number))
        if taker != owner:
            strongest = max(
                (place for place, player in enumerate(players) if seat_of(setup, guess, player) == taker),
                key=lambda place: trick_strength(trick.cards[place], led, guess.trump, special),
                default=None,
            )
            leads_next = winner if strongest is None else players[strongest]
            if trick.is_whole:
                card = trick.cards[players.index(winner)]
                found.append(faults.wrong_taker(number, setup.name(owner), card, setup.name(taker)))
    if trick.is_closed and not trick.is_whole:
        found.append(faults.missing_card(number, len(trick.cards)))
    return TrickReading(
        players, winner, taker, leads_next, denied, tuple(found), sum(is_near), len(is_near) - sum(is_near)
    )


_read_trick_again = lru_cache(maxsize=16384)(_read_trick)

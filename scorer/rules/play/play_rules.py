"""What a game declares so that its rounds can be followed: its moves."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from scorer.errors import Refusal
from scorer.rules import text
from scorer.rules.hand_question import HandQuestion, Situation
from scorer.rules.prompts import Table
from scorer.texts import Text

Place = tuple[str, int | None]
"""A kind of place with the seat (or the number) it belongs to, such as ("open", 1) or ("middle", None)."""
MIDDLE: Place = ("middle", None)
"""The middle of the table."""
PILE: Place = ("pile", None)
"""The pile that cards are drawn from."""
NOWHERE: Place = ("nowhere", None)
"""Where words are said: the place of a move without a card."""
NEXT_CARD = "next"
"""The card of a move that brings the next card of the pile, whichever it is, to lie open."""


@dataclass(frozen=True, slots=True)
class Move:
    """One thing that a player does with one card, or says, in the game's terms.

    `event`: "laid", "turned", "taken", "moved" or "retracted"; "heap" for what was taken before and lies there, of
    which nobody is told; "gathered" where a player takes everything captured at once; "called" for what is said, whose
    key is `call`. `seat`: who does it, None where nobody can
    tell.
    `card`: its code, None face down. `source` and `target`: places, a kind with the seat it belongs to, such as
    ("hand", 2), ("middle", None), ("pile", None), ("open", 1), ("captures", 0).
    """

    event: str
    seat: int | None
    card: str | None
    source: Place
    target: Place
    thing: int | None = None
    """The physical card, as long as it is followed: tells equal faces and cards that lie face down apart."""
    call: str = ""
    """The key of what is said, such as "koikoi" or "stand", also with a card ("motto"); "" where nothing is said."""


def call_move(seat: int | None, call: str) -> Move:
    """Something said, without a card.

    >>> call_move(1, "stand").event
    'called'
    """
    return Move("called", seat, None, NOWHERE, NOWHERE, call=call)


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards that nobody sees: the hand of each player, and the pile, the next card first."""

    hands: tuple[tuple[str, ...], ...]
    stock: tuple[str, ...]
    lying: Mapping[int, str] = field(default_factory=dict)
    """The codes of the physical cards that lie on the table already when the play goes on from there."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A change on the table as a game hears of it: no pixels, only places.

    `kind`: "appeared", "left", "turned" or "moved", as in a change seen by the camera. `card`: the code it shows, None
    face down. `zone`: the seat in whose zone it lies now (or lay, if it left), None for the middle. `place`: where it
    lay before by the record, None for a card that is new. `thing`: the physical card. `near`: places of the other cards
    in the same zone, the nearest first. `side`: the seat towards which it lies in the middle, None where that is not
    clear: many people lay a card before themselves.
    """

    kind: str
    card: str | None
    zone: int | None
    place: Place | None = None
    thing: int | None = None
    near: tuple[Place, ...] = ()
    side: int | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """A move judged: the position after it, and what is wrong with it by the rules, None if nothing is.

    A move that breaks a rule (a revoke, a card out of turn) stands, marked with `fault`, because the table let it
    stand. With `is_gap` it says only that cards were played that nobody saw: nobody did wrong, and `cost` says how rare
    that is. `seat`: who did it by the rules, such as the player who captured a card that left the middle unseen; None
    where the move itself or `PlayRules.turn` before it says so, or nobody can. `implied`: moves that must have come
    before it and that nobody saw, such as a card laid and taken at once. `taken_with`: a card that was taken in the
    same grasp and seen in its new place before, None without one. `cost`: how rare it is that so much goes unseen, as
    a natural logarithm of at most 0.
    """

    position: Any
    fault: Text | None = None
    seat: int | None = None
    implied: tuple[Move, ...] = ()
    taken_with: str | None = None
    cost: float = 0.0
    is_gap: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a round that is played: the position before it, who chose it (None: no choice), its verdict.

    `card`: the code of the physical card, also where the move leaves it face down; "" where the move is words only.
    `hand`: the hidden cards of the player who was in turn, before the move.
    """

    before: Any
    player: int | None
    move: Move
    card: str
    verdict: Verdict
    hand: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What a position amounts to: the round as `settle` takes it as far as it is known, and what is still to be told.

    `asks`: pairs of a path in the round (as in `scorer.rules.prompts`) and the question in words. `settled`: faults
    that were told while it was played and that are none, as the whole pack shows at the end.
    """

    round: Mapping[str, Any]
    asks: tuple[tuple[str, Text], ...] = ()
    settled: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """One step of a round that was played for a film: the move, and where its card lies then.

    `zone`: the seat in whose zone the card comes to lie, None for the middle. `face_up`: how it lies. `card`: the code
    of the physical card, also when it lies face down. `is_gone`: it is taken off the table (into a hand or a heap of
    captured cards off the picture). `beside`: the index of the earlier step beside whose card it is laid, None where
    its spot within the zone does not matter. `fault`: the key of the fault that it is, "" for none.
    """

    move: Move
    card: str
    zone: int | None
    face_up: bool = True
    is_gone: bool = False
    beside: int | None = None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class ScriptedRound:
    """A whole round played at random within the rules: its steps in order and the round as `settle` takes it."""

    steps: tuple[ScriptStep, ...]
    round: Mapping[str, Any]


Policy = Callable[[Any, Sequence[str], Sequence[Move]], Move | None]
"""How one player decides: the position, the own hand and what may be done now in, one of these moves out.

None leaves it open: the round stops there.
"""


class PlayRules(Protocol):
    """The play of one game, as data and pure functions over hashable positions of its own. No pixels, no clock.

    A game's rules are a subclass, so that what has a body here need not be written again. `film_faults`: keys of the
    faults that players can make in a film of it.
    """

    film_faults: tuple[str, ...] = ()

    def begin(self, table: Table, deck: str) -> Any:
        """The position when the first card may be laid."""

    def judge(self, position: Any, move: Move) -> Verdict:
        """The position after a move, whether the rules allow it or not."""

    def deal(self, position: Any, pack: Sequence[str]) -> Deal:
        """The hands and the pile as dealt from a shuffled pack; one whose deal does not count is cut until it does."""
        raise NotImplementedError

    def hide(self, position: Any, own_player: int, own_hand: Sequence[str], rng: random.Random) -> Deal:
        """What nobody sees from a position on, at random: everything but the own hand and what was seen.

        How many cards each hand holds is known from the position.
        """
        raise NotImplementedError

    def legal(self, position: Any, held: Sequence[str]) -> tuple[Move, ...]:
        """What may be done now, given the hidden cards of the player in turn; () when the round is over.

        What happens by itself (the deal, the card from the pile after a hand card) is the only move, and says nothing.
        A draw from the pile has the card `NEXT_CARD`, or None if it stays face down; so has a card that is turned up.
        """
        raise NotImplementedError

    def situate(self, question: HandQuestion) -> Situation:
        """The moment that a question is about, whose options are resolved. Default: refused with `no_odds`."""
        del question
        raise Refusal("no_odds", text("no_playing_on"))

    def policies(self, table: Table, rng: random.Random) -> tuple[Policy, ...]:
        """How the table's own players decide, one for each player: simply, and never by a card that they do not see."""
        raise NotImplementedError

    def player(self, position: Any) -> int | None:
        """The player who decides now, as the hands of `deal` are numbered. Default: the seat whose turn it is."""
        return self.turn(position)

    def hand_of(self, position: Any, move: Move) -> int | None:
        """The hand that a card is played from, as `deal` numbers hands. Default: the number of the move's source."""
        del position
        return move.source[1]

    def seat_of(self, position: Any, player: int) -> int:
        """The seat of a player. Default: the player's number."""
        del position
        return player

    def turn(self, position: Any) -> int | None:
        """The seat whose turn it is, None where anybody may move or the round is over."""

    def is_over(self, position: Any) -> bool:
        """Whether the round is finished: no card can be laid any more."""

    def may_end(self, position: Any) -> bool:
        """Whether the round is over if nothing more happens, such as when everybody may stand. Default: `is_over`.

        Cards that leave a table whose round may end are cleared away: the round counts as it lay there before. A caller
        that sees such a table still for some seconds may propose the round.
        """
        return self.is_over(position)

    def conclude(self, position: Any) -> Conclusion:
        """The round that the position amounts to, and what must still be told."""

    def answered_by_clearing(self, position: Any) -> tuple[str, ...]:
        """The paths of the asks that are answered as proposed if all cards are cleared away now. Default: none."""
        del position
        return ()

    def possible_moves(self, position: Any, sight: Sight) -> tuple[Move, ...] | None:
        """The moves that may be behind what was seen, the likeliest first; () if it is none of this game.

        None: the game leaves it to the decoder, which tries all moves between the places that cards can have.
        """
        del position, sight
        return None

    def unseen_move(self, position: Any) -> Move | None:
        """The next move as it stands when nobody saw it and the round went on; its event is "unseen". Default: none.

        It says which card is missing by its fault. Later moves that no seat is named in are judged after it.
        """
        del position
        return None

    def awaits_taking(self, position: Any) -> bool | None:
        """Whether the cards in the middle are now taken together. Default: None, in this game they never are.

        What leaves the middle of such a game is held back until it lies as a heap before who took it.
        """
        del position
        return None

    def deduced_moves(self, position: Any) -> tuple[tuple[Move, str], ...]:
        """Moves at the end of a round that nobody saw and that follow from all others. Default: none.

        Each with a card that was laid before it, and taken with it.
        """
        del position
        return ()

    def hints(self, position: Any) -> tuple[Text, ...]:
        """What may be played now, in words for beginners. Default: nothing is said."""
        del position
        return ()

    def film_policies(self, table: Table, rng: random.Random, faults: Sequence[str] = ()) -> tuple[Policy, ...]:
        """How players decide in films and tests: often at random within the rules, and with one of each of `faults`."""
        del faults
        return self.policies(table, rng)

    def lay_out(self, steps: Sequence[Step], rng: random.Random) -> tuple[ScriptStep, ...]:
        """The steps of a round as a film shows them: where each card comes to lie, in which order cards are taken."""
        raise NotImplementedError

    def play_round(self, table: Table, deck: str, rng: random.Random) -> ScriptedRound:
        """A round played at random within the rules, for films and tests."""

    def play_faulty_round(self, table: Table, deck: str, rng: random.Random, faults: tuple[str, ...]) -> ScriptedRound:
        """The same with one of each of these faults, all of them among `film_faults`. Default: without any."""
        del faults
        return self.play_round(table, deck, rng)

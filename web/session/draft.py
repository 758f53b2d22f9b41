"""下書き shitagaki: the round being told, before it is settled: hands, answers, the picture they came from.

Every phone sees it; only a host changes it. It knows a game only through `Game.asks`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scanner.reads import PictureRead
from scanner.seat_zones import Zone
from scorer.discover import kind_of
from scorer.errors import Refusal
from scorer.rules.prompts import Ask, AskKind
from scorer.texts import Text
from web.session.doubt import believed
from web.session.seat_assignment import cards_of_seats, given_to

MOST_CARDS = 64


@dataclass(frozen=True, slots=True)
class Given:
    """One card in a hand. `read` is its place among the picture's cards (None: by hand); `sure`: nobody need look.

    `at`: where on the picture somebody saw it whom the camera did not, fractions 0..1.
    """

    card: str
    sure: bool = True
    read: int | None = None
    at: tuple[float, float] | None = None

    def as_json(self) -> dict[str, Any]:
        """Card, sureness and where it was read or seen."""
        out: dict[str, Any] = {"card": self.card, "sure": self.sure, "read": self.read}
        return out if self.at is None else {**out, "at": list(self.at)}


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as shown: its name at /picture/<name>.jpg and what was read on it.

    `numbers`: of a table that is followed, the number that stays with each card, in the order of the reads.
    """

    name: str
    read: PictureRead
    numbers: tuple[int, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The name and the reads in its pixels."""
        return {"name": self.name, **self.read.as_json()}


@dataclass(frozen=True, slots=True)
class Draft:
    """What has been told so far: cards by the path of their ask, other answers by path.

    `followed`: the hands came from the table by themselves, and nobody has taken them in hand since.
    """

    cards: Mapping[str, tuple[Given, ...]] = field(default_factory=dict)
    words: Mapping[str, Any] = field(default_factory=dict)
    picture: Picture | None = None
    followed: bool = False

    def told(self, asks: Sequence[Ask], given: object) -> Draft:
        """With the answers `given` by path; None takes an answer back. `bad_request` for what no ask asks."""
        known = {ask.path: ask for ask in asks}
        if not isinstance(given, dict):
            raise _unasked("the answers must be an object by path")
        cards, words = dict(self.cards), dict(self.words)
        for path, value in given.items():
            ask = known.get(path)
            if ask is None:
                raise _unasked(f"this round asks nothing called {str(path)[:40]}")
            into: dict[str, Any] = cards if ask.kind is AskKind.CARDS else words
            if value is None:
                into.pop(path, None)
            else:
                into[path] = _hand(value) if ask.kind is AskKind.CARDS else _word(ask, value)
        by_hand = any(one.read is None for path in given for one in cards.get(path, ()))
        return replace(self, cards=cards, words=words, followed=self.followed and not by_hand)

    def seen(
        self,
        asks: Sequence[Ask],
        zones: Sequence[Zone],
        faces: Mapping[str, int],
        picture: Picture,
        to: str | None,
        *,
        followed: bool = False,
    ) -> Draft:
        """With the cards of `picture`: all to the hand `to`, or each to the hand in whose place it lies.

        `zones`: the places seat by seat, the middle last. `faces`: the cards in play and their copies; what cannot be
        is not sure. What was corrected of a card that is followed stays corrected.
        """
        seats = max(len(zones) - 1, 0)
        taken_out: set[int] = set()
        if followed and self.picture is not None:
            taken_out = self._taken_out(asks, zones, self.picture)
            picture = replace(picture, read=corrected(picture, self.picture, self.cards))
        numbers = dict(enumerate(picture.numbers))
        hands = given_to(picture.read, asks, zones, to)
        elsewhere = (
            one.card
            for path in cards_of_seats(asks, seats)
            if path is not None and path not in hands
            for one in self.cards.get(path, ())
        )
        cards_seen = believed(picture.read, faces, elsewhere)
        # What an earlier picture gave is forgotten with it; what was told by hand elsewhere stays.
        cards = {path: tuple(replace(one, read=None, at=None) for one in hand) for path, hand in self.cards.items()}
        for path, places in hands.items():
            cards[path] = tuple(
                Given(*cards_seen[place], place)
                for place in places
                if place in cards_seen and numbers.get(place) not in taken_out
            )
        return replace(self, cards=cards, picture=picture, followed=followed)

    def _taken_out(self, asks: Sequence[Ask], zones: Sequence[Zone], before: Picture) -> set[int]:
        """The numbers of cards of the picture before that somebody took out of the hand they were given to."""
        held = {one.read for hand in self.cards.values() for one in hand}
        given = given_to(before.read, asks, zones, None)
        gone = {place for places in given.values() for place in places if before.read.cards[place].card} - held
        return {number for place, number in enumerate(before.numbers) if place in gone}

    def pointed(self, asks: Sequence[Ask], read: object, to: object) -> Draft:
        """With the card at place `read` of the picture added to the hand `to`, wherever it was; taken back if there.

        What was corrected stays so. `bad_request` when there is no such hand, or no card face up at that place.
        """
        if not isinstance(to, str) or to not in {ask.path for ask in asks if ask.kind is AskKind.CARDS}:
            raise _unasked("this round has no such hand")
        seen = self.picture.read.cards if self.picture else ()
        place = read if isinstance(read, int) and not isinstance(read, bool) and 0 <= read < len(seen) else None
        code = None if place is None else seen[place].card
        if place is None or code is None:
            raise _unasked("the picture has no such card")
        lying = {path: one for path, hand in self.cards.items() for one in hand if one.read == read}
        one = next(iter(lying.values()), Given(code, seen[place].sure, place))
        cards = {path: tuple(other for other in hand if other.read != read) for path, hand in self.cards.items()}
        if to not in lying:
            cards[to] = (*cards.get(to, ()), one)
        return replace(self, cards=cards, followed=False)

    def answers(self, asks: Iterable[Ask]) -> dict[str, Any]:
        """The answers as `Table.round` takes them: what was told, else what the ask supposes; silence is left out."""
        out: dict[str, Any] = {}
        for ask in asks:
            if ask.kind is AskKind.CARDS:
                hand = self.cards.get(ask.path)
                if hand or (hand is not None and not ask.optional):
                    out[ask.path] = [one.card for one in hand]
                elif not (ask.optional or ask.least):
                    out[ask.path] = []
            elif ask.path in self.words:
                out[ask.path] = self.words[ask.path]
            elif ask.default is not None and not ask.optional:
                out[ask.path] = ask.default
        return out

    def unsure(self) -> int:
        """How many cards still need somebody's eyes."""
        return sum(not one.sure for hand in self.cards.values() for one in hand)

    def as_json(self, asks: Sequence[Ask]) -> dict[str, Any]:
        """Whether anything was told, hands with their sureness, answers in force, the picture, how many are unsure."""
        return {
            "begun": bool(self.cards or self.words or self.picture),
            "hands": {path: [one.as_json() for one in hand] for path, hand in self.cards.items()},
            "answers": self.answers(asks),
            "picture": self.picture and self.picture.as_json(),
            "unsure": self.unsure(),
            "followed": self.followed,
        }


def corrected(picture: Picture, before: Picture, hands: Mapping[str, tuple[Given, ...]]) -> PictureRead:
    """The reads of a picture with what the table said of the same cards on the one before.

    A card corrected or confirmed is what it was called.
    """
    called = {one.read: one for hand in hands.values() for one in hand if one.read is not None}
    said = {}
    for place, (number, read) in enumerate(zip(before.numbers, before.read.cards, strict=False)):
        one = called.get(place)
        if one is not None and one.sure and not (read.sure and read.card == one.card):
            said[number] = one.card
    cards = tuple(
        replace(read, card=said[number], sure=True, confidence=1.0, doubt="") if number in said and read.card else read
        for number, read in zip(picture.numbers, picture.read.cards, strict=True)
    )
    return replace(picture.read, cards=cards)


def _hand(value: object) -> tuple[Given, ...]:
    """Cards as codes or as objects of `Given`."""
    if not (isinstance(value, list) and len(value) <= MOST_CARDS):
        raise _unasked(f"a hand is a list of at most {MOST_CARDS} cards")
    return tuple(_card(one) for one in value)


def _card(one: object) -> Given:
    if not isinstance(one, dict):
        kind_of(one)
        return Given(str(one))
    kind_of(one.get("card"))
    read = one.get("read")
    place = read if type(read) is int and 0 <= read < 1000 else None
    return Given(one["card"], one.get("sure") is not False, place, _spot(one.get("at")))


def _spot(at: object) -> tuple[float, float] | None:
    """A point in fractions of the picture; None for anything else."""
    if not (
        isinstance(at, list) and len(at) == 2 and all(type(part) in {int, float} and 0 <= part <= 1 for part in at)
    ):
        return None
    return (round(float(at[0]), 4), round(float(at[1]), 4))


def _word(ask: Ask, value: object) -> Any:
    """An answer that is not cards, checked against its ask."""
    fits: bool
    if ask.kind is AskKind.NUMBER:
        fits = type(value) is int and ask.least <= value and (value <= ask.most or ask.most < ask.least)
    elif ask.kind is AskKind.CHOICE:
        fits = value in ask.values
    else:
        fits = isinstance(value, list) and all(one in ask.values for one in value)
    if not fits:
        raise Refusal(
            "bad_answer",
            Text(f"{str(value)[:40]} is no answer to: {ask.label.en}", f"「{ask.label.ja}」の答えになっていません"),
            seat=ask.seat,
        )
    return value


def _unasked(why: str) -> Refusal:
    return Refusal("bad_request", Text(why, "要求の形が正しくありません"))

"""下書き shitagaki: the round being told, before it is settled: hands, answers, the picture they came from.

Every phone sees it; only a host changes it. It knows a game only through `Game.prompts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scanner.reads import PictureRead
from scanner.seat_zones import Zone
from scorer.decks import kind_of
from scorer.errors import Refusal
from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.rules.round_input import require_one_deck
from scorer.session.state import Session
from scorer.texts import Text
from web.session.seat_assignment import assign_to_hands, check_against_pack, hand_paths_by_seat

MAX_HAND_CARDS = 64


@dataclass(frozen=True, slots=True)
class DraftCard:
    """One card in a hand. `read` is its place among the picture's cards (None: by hand); `sure`: nobody need look.

    `at`: where on the picture somebody saw it whom the camera did not, fractions 0..1.
    """

    card: str
    sure: bool = True
    read_index: int | None = None
    position: tuple[float, float] | None = None

    def as_json(self) -> dict[str, Any]:
        """Card, sureness and where it was read or seen."""
        out: dict[str, Any] = {"card": self.card, "sure": self.sure, "read": self.read_index}
        return out if self.position is None else {**out, "at": list(self.position)}


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

    cards: Mapping[str, tuple[DraftCard, ...]] = field(default_factory=dict)
    values: Mapping[str, Any] = field(default_factory=dict)
    picture: Picture | None = None
    auto_filled: bool = False

    def with_answers(self, asks: Sequence[Prompt], answers: object) -> Draft:
        """With the answers `given` by path; None takes an answer back. `bad_request` for what no ask asks."""
        known = {ask.path: ask for ask in asks}
        if not isinstance(answers, dict):
            raise _bad_request("the answers must be an object by path")
        cards, words = dict(self.cards), dict(self.values)
        for path, value in answers.items():
            ask = known.get(path)
            if ask is None:
                raise _bad_request(f"this round asks nothing called {str(path)[:40]}")
            into: dict[str, Any] = cards if ask.kind is PromptKind.CARDS else words
            if value is None:
                into.pop(path, None)
            else:
                into[path] = _parse_hand(value) if ask.kind is PromptKind.CARDS else _validate_answer(ask, value)
        by_hand = any(one.read_index is None for path in answers for one in cards.get(path, ()))
        return replace(self, cards=cards, values=words, auto_filled=self.auto_filled and not by_hand)

    def with_picture(
        self,
        asks: Sequence[Prompt],
        zones: Sequence[Zone],
        faces: Mapping[str, int],
        picture: Picture,
        hand_path: str | None,
        *,
        auto_filled: bool = False,
    ) -> Draft:
        """With the cards of `picture`: all to the hand `to`, or each to the hand in whose place it lies.

        `zones`: the places seat by seat, the middle last. `faces`: the cards in play and their copies; what cannot be
        is not sure. What was corrected of a card that is followed stays corrected.
        """
        seats = max(len(zones) - 1, 0)
        taken_out: set[int] = set()
        if auto_filled and self.picture is not None:
            taken_out = self._removed_numbers(asks, zones, self.picture)
            picture = replace(picture, read=carry_corrections(picture, self.picture, self.cards))
        numbers = dict(enumerate(picture.numbers))
        hands = assign_to_hands(picture.read, asks, zones, hand_path)
        elsewhere = (
            one.card
            for path in hand_paths_by_seat(asks, seats)
            if path is not None and path not in hands
            for one in self.cards.get(path, ())
        )
        cards_seen = check_against_pack(picture.read, faces, elsewhere)
        # What an earlier picture gave is forgotten with it; what was told by hand elsewhere stays.
        cards = {
            path: tuple(replace(one, read_index=None, position=None) for one in hand)
            for path, hand in self.cards.items()
        }
        for path, places in hands.items():
            cards[path] = tuple(
                DraftCard(*cards_seen[place], place)
                for place in places
                if place in cards_seen and numbers.get(place) not in taken_out
            )
        return replace(self, cards=cards, picture=picture, auto_filled=auto_filled)

    def _removed_numbers(self, asks: Sequence[Prompt], zones: Sequence[Zone], before: Picture) -> set[int]:
        """The numbers of cards of the picture before that somebody took out of the hand they were given to."""
        held = {one.read_index for hand in self.cards.values() for one in hand}
        given = assign_to_hands(before.read, asks, zones, None)
        gone = {place for places in given.values() for place in places if before.read.cards[place].card} - held
        return {number for place, number in enumerate(before.numbers) if place in gone}

    def with_card_assigned(self, asks: Sequence[Prompt], read: object, hand_path: object) -> Draft:
        """With the card at place `read` of the picture added to the hand `to`, wherever it was; taken back if there.

        What was corrected stays so. `bad_request` when there is no such hand, or no card face up at that place.
        """
        if not isinstance(hand_path, str) or hand_path not in {
            ask.path for ask in asks if ask.kind is PromptKind.CARDS
        }:
            raise _bad_request("this round has no such hand")
        seen = self.picture.read.cards if self.picture else ()
        place = read if isinstance(read, int) and not isinstance(read, bool) and 0 <= read < len(seen) else None
        code = None if place is None else seen[place].card
        if place is None or code is None:
            raise _bad_request("the picture has no such card")
        lying = {path: one for path, hand in self.cards.items() for one in hand if one.read_index == read}
        one = next(iter(lying.values()), DraftCard(code, seen[place].sure, place))
        cards = {path: tuple(other for other in hand if other.read_index != read) for path, hand in self.cards.items()}
        if hand_path not in lying:
            cards[hand_path] = (*cards.get(hand_path, ()), one)
        return replace(self, cards=cards, auto_filled=False)

    def answers(self, asks: Iterable[Prompt]) -> dict[str, Any]:
        """The answers as `Table.build_round` takes them: what was told, else what the ask supposes.

        Silence is left out.
        """
        out: dict[str, Any] = {}
        for ask in asks:
            if ask.kind is PromptKind.CARDS:
                hand = self.cards.get(ask.path)
                if hand or (hand is not None and not ask.optional):
                    out[ask.path] = [one.card for one in hand]
                elif not (ask.optional or ask.minimum):
                    out[ask.path] = []
            elif ask.path in self.values:
                out[ask.path] = self.values[ask.path]
            elif ask.default is not None and not ask.optional:
                out[ask.path] = ask.default
        return out

    def unsure_count(self) -> int:
        """How many cards still need somebody's eyes."""
        return sum(not one.sure for hand in self.cards.values() for one in hand)

    def as_json(self, asks: Sequence[Prompt]) -> dict[str, Any]:
        """Whether anything was told, hands with their sureness, answers in force, the picture, how many are unsure."""
        return {
            "begun": bool(self.cards or self.values or self.picture),
            "hands": {path: [one.as_json() for one in hand] for path, hand in self.cards.items()},
            "answers": self.answers(asks),
            "picture": self.picture and self.picture.as_json(),
            "unsure": self.unsure_count(),
            "followed": self.auto_filled,
        }


def carry_corrections(picture: Picture, before: Picture, hands: Mapping[str, tuple[DraftCard, ...]]) -> PictureRead:
    """The reads of a picture with what the table said of the same cards on the one before.

    A card corrected or confirmed is what it was called.
    """
    called = {one.read_index: one for hand in hands.values() for one in hand if one.read_index is not None}
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


def validate_partial(session: Session, table: Table, asks: Sequence[Prompt], answers: Mapping[str, Any]) -> None:
    """`too_many_cards` for a hand with more cards than asked, `duplicate_card` or `wrong_deck` for cards on the table
    that the pack cannot hold together.
    """
    for ask in asks:
        if ask.kind is PromptKind.CARDS and ask.minimum <= ask.maximum < len(answers.get(ask.path, ())):
            count = len(answers[ask.path])
            raise Refusal(
                "too_many_cards",
                Text(
                    f"here lie {count} cards, there can be at most {ask.maximum}",
                    f"{count}枚ありますが、多くても{ask.maximum}枚のはずです",
                ),
                seat=ask.seat,
                cards=tuple(answers[ask.path]),
            )
    seats = len(table.seats)
    laid = [answers.get(path, ()) if path else () for path in hand_paths_by_seat(asks, seats)]
    if any(laid):
        require_one_deck(session.rules, table.options, laid, seats)


def _parse_hand(value: object) -> tuple[DraftCard, ...]:
    """Cards as codes or as objects of `Given`."""
    if not (isinstance(value, list) and len(value) <= MAX_HAND_CARDS):
        raise _bad_request(f"a hand is a list of at most {MAX_HAND_CARDS} cards")
    return tuple(_parse_card(one) for one in value)


def _parse_card(value: object) -> DraftCard:
    if not isinstance(value, dict):
        kind_of(value)
        return DraftCard(str(value))
    kind_of(value.get("card"))
    read = value.get("read")
    place = read if type(read) is int and 0 <= read < 1000 else None
    return DraftCard(value["card"], value.get("sure") is not False, place, _parse_position(value.get("at")))


def _parse_position(value: object) -> tuple[float, float] | None:
    """A point in fractions of the picture; None for anything else."""
    if not (
        isinstance(value, list)
        and len(value) == 2
        and all(type(part) in {int, float} and 0 <= part <= 1 for part in value)
    ):
        return None
    return (round(float(value[0]), 4), round(float(value[1]), 4))


def _validate_answer(ask: Prompt, value: object) -> Any:
    """An answer that is not cards, checked against its ask."""
    fits: bool
    if ask.kind is PromptKind.NUMBER:
        fits = type(value) is int and ask.minimum <= value and (value <= ask.maximum or ask.maximum < ask.minimum)
    elif ask.kind is PromptKind.CHOICE:
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


def _bad_request(why: str) -> Refusal:
    return Refusal("bad_request", Text(why, "要求の形が正しくありません"))

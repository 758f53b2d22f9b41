"""The draft of a round, before it is settled.

It holds hands, answers and the picture they came from. Every phone sees it. Hosts change it, and players the cards of
their own hand. It knows a game only through `Game.prompts`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scanner.reads import PictureRead
from scanner.seat_zones import Zone
from scorer.decks import unclear_cards
from scorer.rules.prompts import Prompt, PromptKind
from web.drafts.implied_answers import implied_answers
from web.session.draft_cards import DraftCard, EarlierRead, Picture, bad_request, keep_reads, parse_hand
from web.session.seat_assignment import (
    assign_to_hands,
    check_against_pack,
    hand_paths_by_seat,
    shows_whole_table,
)
from web.session.validators import validate_answer


@dataclass(frozen=True, slots=True)
class Draft:
    """The answers so far: cards and other values, each by the path of its prompt.

    `is_auto_filled`: the hands came from the watched table, and no user has changed them since. `before_sharing`: the
    draft before its picture was shared out to the seats, as long as nothing else was changed since.
    """

    cards: Mapping[str, tuple[DraftCard, ...]] = field(default_factory=dict)
    values: Mapping[str, Any] = field(default_factory=dict)
    picture: Picture | None = None
    is_auto_filled: bool = False
    earlier_reads: Mapping[str, EarlierRead] = field(default_factory=dict)
    before_sharing: Draft | None = None

    def with_answers(self, prompts: Sequence[Prompt], answers: object) -> Draft:
        """With these answers by path. None removes an answer.

        Raises `bad_request` for a path without a prompt and for an answer of the wrong shape, `bad_answer` for a wrong
        value.
        """
        by_path = {prompt.path: prompt for prompt in prompts}
        if not isinstance(answers, dict):
            raise bad_request("the answers must be an object by path")
        cards, values = dict(self.cards), dict(self.values)
        for path, value in answers.items():
            prompt = by_path.get(path)
            if prompt is None:
                raise bad_request(f"this round asks nothing called {str(path)[:40]}")
            target: dict[str, Any] = cards if prompt.kind is PromptKind.CARDS else values
            if value is None:
                target.pop(path, None)
            else:
                target[path] = parse_hand(value) if prompt.kind is PromptKind.CARDS else validate_answer(prompt, value)
        by_hand = any(card.read_index is None for path in answers for card in cards.get(path, ()))
        is_auto_filled = self.is_auto_filled and not by_hand
        return replace(self, cards=cards, values=values, is_auto_filled=is_auto_filled, before_sharing=None)

    def stored_cards(self) -> dict[str, list[dict[str, Any]]]:
        """The hands as they are kept on the disk: without the picture, which is not."""
        return {path: [{"card": card.card, "sure": card.sure} for card in hand] for path, hand in self.cards.items()}

    def with_picture(
        self,
        prompts: Sequence[Prompt],
        zones: Sequence[Zone],
        faces: Mapping[str, int],
        picture: Picture,
        hand_path: str | None,
        *,
        auto_filled: bool = False,
        told_apart: frozenset[str] = frozenset(),
    ) -> Draft:
        """With the cards of `picture`: all in the hand `hand_path`, or each in the hand of the zone it lies in.

        `zones`: by seat, the middle last. `faces`: the cards in play and their copies. A card that the pack cannot hold
        is not sure, nor is one that may be one of `told_apart` or another of the same face. With `auto_filled`
        corrections of a watched card stay.
        """
        seats = max(len(zones) - 1, 0)
        removed: set[int] = set()
        if auto_filled and self.picture is not None:
            removed = self._removed_numbers(prompts, zones, self.picture)
            picture = replace(picture, read=carry_corrections(picture, self.picture, self.cards))
        numbers = dict(enumerate(picture.numbers))
        hands = assign_to_hands(picture.read, prompts, zones, hand_path)
        elsewhere = (
            card.card
            for path in hand_paths_by_seat(prompts, seats)
            if path is not None and path not in hands
            for card in self.cards.get(path, ())
        )
        checked = check_against_pack(picture.read, faces, elsewhere)
        others = {path: hand for path, hand in self.cards.items() if path not in hands}
        cards, earlier = keep_reads(others, self.picture, self.earlier_reads)
        for path, indices in hands.items():
            cards[path] = tuple(
                DraftCard(*checked[index], index)
                for index in indices
                if index in checked and numbers.get(index) not in removed
            )
        confirmed = self._confirmed_numbers() if auto_filled else frozenset[int]()
        unclear = _unclear_cards(cards, hands, told_apart)
        for path in hands if unclear else ():
            cards[path] = tuple(
                replace(card, sure=False)
                if card.card in unclear and numbers.get(card.read_index or 0) not in confirmed
                else card
                for card in cards[path]
            )
        is_of_table = hand_path is not None and shows_whole_table(picture.read, prompts, zones, hand_path)
        picture = replace(picture, hand_path=hand_path, is_of_table=is_of_table)
        made = replace(self, cards=cards, picture=picture, is_auto_filled=auto_filled, earlier_reads=earlier)
        return replace(made, before_sharing=None)

    def with_picture_shared(
        self,
        prompts: Sequence[Prompt],
        zones: Sequence[Zone],
        faces: Mapping[str, int],
        told_apart: frozenset[str] = frozenset(),
    ) -> Draft:
        """With the picture of one hand taken as one of the whole table: its cards go to the seats they lie before.

        Raises `bad_request` where the last picture is not one of a hand.
        """
        if self.picture is None or self.picture.hand_path is None:
            raise bad_request("there is no picture of one hand to share out")
        cards = {path: hand for path, hand in self.cards.items() if path != self.picture.hand_path}
        shared = replace(self, cards=cards).with_picture(
            prompts, zones, faces, self.picture, None, told_apart=told_apart
        )
        return replace(shared, before_sharing=self)

    def with_sharing_undone(self) -> Draft:
        """As it was before the picture was shared out. Raises `bad_request` where that is not the last change."""
        if self.before_sharing is None:
            raise bad_request("no picture was shared out just now")
        return self.before_sharing

    def _confirmed_numbers(self) -> frozenset[int]:
        """Numbers of the cards of a watched table that are sure: nobody is asked about them again."""
        numbers = self.picture.numbers if self.picture else ()
        sure = (card.read_index for hand in self.cards.values() for card in hand if card.sure)
        return frozenset(numbers[index] for index in sure if index is not None and index < len(numbers))

    def _removed_numbers(self, prompts: Sequence[Prompt], zones: Sequence[Zone], previous: Picture) -> set[int]:
        """Numbers of cards of the previous picture that a user removed from the hand they were assigned to."""
        in_hands = {card.read_index for hand in self.cards.values() for card in hand}
        assigned = assign_to_hands(previous.read, prompts, zones, None)
        removed = {
            index for indices in assigned.values() for index in indices if previous.read.cards[index].card
        } - in_hands
        return {number for index, number in enumerate(previous.numbers) if index in removed}

    def with_card_assigned(self, prompts: Sequence[Prompt], read_index: object, hand_path: object) -> Draft:
        """With the card `read_index` of the picture moved to the hand `hand_path`, or removed if it is there.

        A correction of the card stays. Raises `bad_request` without such a hand, or without a card face up at that
        index.
        """
        if not isinstance(hand_path, str) or hand_path not in {
            prompt.path for prompt in prompts if prompt.kind is PromptKind.CARDS
        }:
            raise bad_request("this round has no such hand")
        reads = self.picture.read.cards if self.picture else ()
        index = (
            read_index
            if isinstance(read_index, int) and not isinstance(read_index, bool) and 0 <= read_index < len(reads)
            else None
        )
        code = None if index is None else reads[index].card
        if index is None or code is None:
            raise bad_request("the picture has no such card")
        holders = {path: card for path, hand in self.cards.items() for card in hand if card.read_index == read_index}
        card = next(iter(holders.values()), DraftCard(code, reads[index].sure, index))
        cards = {
            path: tuple(held for held in hand if held.read_index != read_index) for path, hand in self.cards.items()
        }
        if hand_path not in holders:
            cards[hand_path] = (*cards.get(hand_path, ()), card)
        return replace(self, cards=cards, is_auto_filled=False, before_sharing=None)

    def answers(self, prompts: Iterable[Prompt]) -> dict[str, Any]:
        """The answers as `Table.build_round` takes them: the given one, else the prompt's default.

        Prompts without either are left out.
        """
        out: dict[str, Any] = {}
        for prompt in prompts:
            if prompt.kind is PromptKind.CARDS:
                hand = self.cards.get(prompt.path)
                if hand or (hand is not None and not prompt.optional):
                    out[prompt.path] = [card.card for card in hand]
                elif not (prompt.optional or prompt.minimum):
                    out[prompt.path] = []
            elif prompt.path in self.values:
                out[prompt.path] = self.values[prompt.path]
            elif prompt.default is not None and not prompt.optional:
                # As it comes back from a page, so that both are equal.
                out[prompt.path] = list(prompt.default) if isinstance(prompt.default, tuple) else prompt.default
        return out | implied_answers(prompts, self.cards, self.values)

    def missing_prompts(self, prompts: Sequence[Prompt]) -> tuple[Prompt, ...]:
        """Prompts that need an answer and have none yet, or too few cards."""
        answers = self.answers(prompts)
        return tuple(
            prompt for prompt in prompts if not prompt.optional and _is_unanswered(prompt, answers.get(prompt.path))
        )

    def unsure_count(self) -> int:
        """Number of cards that somebody must still check."""
        return sum(not card.sure for hand in self.cards.values() for card in hand)

    def entered_hands(self) -> frozenset[str]:
        """Paths of the hands in which somebody entered or corrected a card."""
        reads = self.picture.read.cards if self.picture else ()

        def is_entered(card: DraftCard) -> bool:
            if card.read_index is None or card.read_index >= len(reads):
                return True
            read = reads[card.read_index]
            return card.sure and not (read.sure and read.card == card.card)

        return frozenset(path for path, hand in self.cards.items() if any(map(is_entered, hand)))

    @property
    def is_begun(self) -> bool:
        """Whether anything was entered."""
        return bool(self.cards or self.values or self.picture)

    def as_json(self, prompts: Sequence[Prompt]) -> dict[str, Any]:
        """Whether anything was entered, hands, answers in force, picture, and the number of unsure cards."""
        return {
            "begun": self.is_begun,
            "hands": {path: [card.as_json() for card in hand] for path, hand in self.cards.items()},
            "earlier_reads": {key: read.as_json() for key, read in self.earlier_reads.items()},
            "answers": self.answers(prompts),
            "picture": self.picture and self.picture.as_json(),
            "unsure": self.unsure_count(),
            "followed": self.is_auto_filled,
            "shared_out": self.before_sharing is not None,
            "implied": implied_answers(prompts, self.cards, self.values),
        }


def carry_corrections(picture: Picture, previous: Picture, hands: Mapping[str, tuple[DraftCard, ...]]) -> PictureRead:
    """The reads of `picture`, with corrections of the same cards on the previous picture.

    A card that a user corrected or confirmed keeps its code.
    """
    by_index = {card.read_index: card for hand in hands.values() for card in hand if card.read_index is not None}
    corrected = {}
    for index, (number, read) in enumerate(zip(previous.numbers, previous.read.cards, strict=False)):
        card = by_index.get(index)
        if card is not None and card.sure and not (read.sure and read.card == card.card):
            corrected[number] = card.card
    cards = tuple(
        replace(read, card=corrected[number], sure=True, confidence=1.0, doubt="")
        if number in corrected and read.card
        else read
        for number, read in zip(picture.numbers, picture.read.cards, strict=True)
    )
    return replace(picture.read, cards=cards)


def _unclear_cards(
    cards: Mapping[str, tuple[DraftCard, ...]], pictured: Collection[str], told_apart: frozenset[str]
) -> frozenset[str]:
    """The cards that may be one of `told_apart` or another of its face; none once that one surely lies elsewhere."""
    elsewhere = {card.card for path, hand in cards.items() if path not in pictured for card in hand if card.sure}
    hands = [[card.card for card in hand] for hand in cards.values()]
    return unclear_cards(hands, told_apart - elsewhere)


def _is_unanswered(prompt: Prompt, answer: object) -> bool:
    """Whether an answer is missing or has too few cards."""
    if prompt.kind is PromptKind.CARDS:
        return not isinstance(answer, Sequence) or len(answer) < prompt.minimum
    return answer is None

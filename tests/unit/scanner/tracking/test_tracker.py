"""Golden sequences of the table reducer, without pictures."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from scanner.reads import CardRead
from scanner.tracking.followed_table import CardEvent, FollowedTable, Observation
from scanner.tracking.look_schedule import due_cards
from scanner.tracking.motion import SmallImage
from scanner.tracking.places import fill
from scanner.tracking.tracker import follow
from scorer.decks.hanafuda import DECK

SHAPE = (180, 320)


def card_read(code: str | None, x: float, y: float = 90, *, sure: bool = True, confidence: float = 0.99) -> CardRead:
    corners = ((x - 10, y - 16), (x + 10, y - 16), (x + 10, y + 16), (x - 10, y + 16))
    return CardRead(code, confidence, sure, "up" if code else "down", corners)  # type: ignore[arg-type]


@dataclass
class Sequence:
    """A table that is always seen whole. Cards have the brightness of their place in the list."""

    table: FollowedTable = field(default_factory=lambda: FollowedTable("hanafuda"))
    image: SmallImage | None = None
    time_s: float = 0.0

    def look(
        self, *cards: CardRead, hand: tuple[int, int] | None = None, reach: int = 40, hidden: int = 0
    ) -> list[tuple[str, int]]:
        """Kind and card number of each event of a look. The last `hidden` cards lie there but are not found.

        The hand is a square that reaches so many pixels to each side.
        """
        image = np.full((*SHAPE, 3), 90, np.float32)
        for number, card in enumerate(cards):
            image[fill(SHAPE, card.corners)] = 150 + (hash(card.card) % 80) * (number >= 0)
        if hand:
            top, left = max(0, hand[1] - reach), max(0, hand[0] - reach)
            image[top : hand[1] + reach, left : hand[0] + reach] = (40, 60, 200)
        self.time_s += 0.2
        before, self.image = self.image, image
        found = cards[: len(cards) - hidden]
        seen = Observation(self.time_s, image, np.ones(SHAPE, np.bool_), before, None, found)
        self.table, events = follow(self.table, seen)
        return kinds_and_numbers(events)

    def rest(self, seconds: float = 3.0) -> list[tuple[str, int]]:
        """Events while nothing is read."""
        self.time_s += seconds
        assert self.image is not None
        self.table, events = follow(self.table, Observation(self.time_s, self.image))
        return kinds_and_numbers(events)


def kinds_and_numbers(events: tuple[CardEvent, ...]) -> list[tuple[str, int]]:
    return [(event.kind, event.card.number) for event in events]


def test_laid_seen_again_and_taken() -> None:
    at = Sequence()
    assert at.look(card_read("h01-1", 50), card_read(None, 150)) == [("appeared", 1), ("appeared", 2)]
    assert at.look(card_read("h01-1", 50), card_read(None, 150)) == []
    assert at.look(card_read(None, 150)) == []
    assert due_cards(at.table, at.time_s, is_busy=False)
    assert at.look(card_read(None, 150)) == []
    assert at.rest() == [("left", 1)]
    assert at.rest() == []


def test_a_doubtful_card_is_told_at_the_second_look() -> None:
    at = Sequence()
    doubtful = card_read("h01-1", 50, sure=False, confidence=0.6)
    assert at.look(doubtful) == []
    assert at.look(doubtful) == [("appeared", 1)]
    assert at.look(card_read("h01-1", 50)) == [("renamed", 1)]


def test_a_reading_that_never_comes_again_was_none() -> None:
    at = Sequence()
    assert at.look(card_read("h01-1", 50, sure=False)) == []
    assert at.look() == []
    assert at.rest() == []
    assert at.table.cards == ()


def test_a_card_under_a_hand_stays() -> None:
    at = Sequence()
    at.look(card_read("h01-1", 80))
    assert at.look(hand=(80, 90)) == []
    assert at.rest(60) == []
    assert at.look(card_read("h01-1", 80)) == []
    assert [card.number for card in at.table.cards] == [1]


@pytest.mark.parametrize("sure", [False, True])
def test_a_back_that_a_hand_made_look_like_a_face_is_no_card_that_was_turned(sure: bool) -> None:
    at = Sequence()
    at.look(card_read(None, 80))
    assert at.look(card_read("h01-1", 80, sure=False, confidence=0.6), hand=(100, 120)) == []
    assert at.look(card_read(None, 80, sure=sure)) == []
    assert due_cards(at.table, at.time_s + 0.2, is_busy=True) == ()
    at.rest()
    assert at.look(card_read("h02-1", 80)) == [("turned", 1)]
    assert at.table.cards[0].since > 3


def test_a_back_that_was_told_as_a_face_under_a_hand_lies_face_down_again() -> None:
    """A hand that rests there for long is read more than once, and the outline of the card with it."""
    at = Sequence()
    at.look(card_read(None, 80))
    for _ in range(3):
        at.look(card_read("h01-1", 85, sure=False, confidence=0.6), hand=(100, 120))
    (lying,) = at.table.cards
    assert (lying.is_face_up, lying.pending, lying.is_told) == (True, "", True)
    assert at.look(card_read(None, 80)) == [("turned", 1)]
    (back,) = at.table.cards
    assert not back.is_face_up
    assert back.evidence.ranked() == []
    assert at.look(card_read("h02-1", 80)) == [("turned", 1)]
    # A face that was read surely is no hand: the back is another card on top.
    assert ("turned", 1) not in at.look(card_read(None, 80)) + at.look(card_read(None, 80))


def test_a_back_that_is_laid_beside_one_under_a_hand_is_a_second_card() -> None:
    """The hand hides no more than the first card, and is no table: the card still lies there."""
    at = Sequence()
    at.look()
    at.look(card_read(None, 80))
    assert at.look(card_read(None, 104), hand=(80, 90), reach=11) == [("appeared", 2)]
    assert at.look(card_read(None, 80), card_read(None, 104)) == []
    assert [card.number for card in at.table.cards] == [1, 2]


def test_a_back_that_is_pushed_leaves_its_place_empty() -> None:
    at = Sequence()
    at.look()
    at.look(card_read(None, 80))
    assert at.look(card_read(None, 104)) == [("moved", 1)]


def test_a_card_that_is_turned_over_is_dated_to_when_its_face_was_read() -> None:
    """What was read at first was the hand that is about to turn it."""
    at = Sequence()
    at.look(card_read(None, 80))
    at.look(card_read("h02-2", 80, sure=False, confidence=0.6), hand=(100, 120))
    at.rest(2.0)
    at.look(card_read("h01-1", 80))
    assert at.table.cards[0].since == pytest.approx(at.time_s)


def test_a_card_that_was_never_seen_without_the_hand_that_took_it_has_left() -> None:
    """The hand is a part of every picture of the card: its going looks like another thing that came."""
    at = Sequence()
    at.look(card_read("h02-1", 250))
    assert at.look(card_read("h02-1", 250), card_read("h01-1", 80), hand=(80, 122)) == [("appeared", 2)]
    at.look(card_read("h02-1", 250))
    at.look(card_read("h02-1", 250))
    assert at.rest() == [("left", 2)]


def test_cards_that_leave_together_are_told_together() -> None:
    at = Sequence()
    at.look(card_read("h01-1", 50), card_read("h02-1", 150), card_read("h03-1", 250))
    at.look(card_read("h03-1", 250))
    at.look(card_read("h03-1", 250))
    assert sorted(at.rest()) == [("left", 1), ("left", 2)]


@pytest.mark.parametrize("again", [1, 3])
def test_looks_that_repeat_change_nothing(again: int) -> None:
    at = Sequence()
    happened = []
    for cards in [
        [card_read("h01-1", 50)],
        [card_read("h01-1", 50), card_read("h02-1", 150)],
        [card_read("h02-1", 60, 40)],
    ]:
        for _ in range(again):
            happened += at.look(*cards)
    happened += at.rest()
    if again == 1:
        assert ("appeared", 2) in happened
    else:
        assert happened == [("appeared", 1), ("appeared", 2), ("moved", 2), ("left", 1)]


def test_a_look_that_is_not_later_changes_nothing() -> None:
    at = Sequence()
    at.look(card_read("h01-1", 50))
    assert at.image is not None
    same, events = follow(at.table, Observation(at.time_s, at.image, np.ones(SHAPE, np.bool_)))
    assert same is at.table
    assert events == ()


def test_a_pause_changes_nothing() -> None:
    happened = []
    for pause in (0.0, 300.0):
        at = Sequence()
        events = at.look(card_read("h01-1", 50), card_read(None, 150))
        events += at.rest(0.2 + pause)
        events += at.look(card_read("h01-1", 50), card_read(None, 150), card_read("h02-1", 250))
        events += at.rest(3.0 + pause)
        happened.append(events)
    assert happened[0] == happened[1] == [("appeared", 1), ("appeared", 2), ("appeared", 3)]


def push_cards(at: Sequence, *cards: CardRead) -> list[tuple[str, int]]:
    """Events of a look in which all cards have moved together."""
    image = np.full((*SHAPE, 3), 90, np.float32)
    at.time_s += 0.2
    before, at.image = at.image, image
    seen = Observation(at.time_s, image, np.ones(SHAPE, np.bool_), before, None, cards, is_whole=True)
    at.table, events = follow(at.table, seen)
    return kinds_and_numbers(events)


def test_a_card_that_is_gone_since_the_camera_was_pushed_is_given_up_after_several_looks() -> None:
    at = Sequence()
    cards = [card_read(code, x) for code, x in (("h01-1", 50), ("h02-1", 110), ("h03-1", 170), ("h04-1", 230))]
    at.look(*cards)
    moved = [card_read(code, x, 100) for code, x in (("h01-1", 62), ("h02-1", 122), ("h03-1", 182))]
    assert push_cards(at, *moved) == []
    assert [card.cover for card in at.table.cards] == ["", "", "", "push"]
    looks = 0
    for _ in range(300):
        at.time_s += 0.2
        looks += bool(due_cards(at.table, at.time_s, is_busy=False))
        happened = at.look(*moved) if due_cards(at.table, at.time_s, is_busy=False) else at.rest(0.0)
        if happened:
            break
    assert happened == [("left", 4)]
    assert looks == 5
    assert at.time_s > 15


def test_a_card_under_a_sleeve_while_the_camera_is_pushed_comes_back() -> None:
    at = Sequence()
    cards = [card_read(code, x) for code, x in (("h01-1", 50), ("h02-1", 110), ("h03-1", 170), ("h04-1", 230))]
    at.look(*cards)
    moved = [card_read(code, x, 100) for code, x in (("h01-1", 62), ("h02-1", 122), ("h03-1", 182), ("h04-1", 242))]
    push_cards(at, *moved[:3])
    at.rest(8.0)
    assert at.look(*moved) == []
    assert [(card.number, card.cover) for card in at.table.cards] == [(1, ""), (2, ""), (3, ""), (4, "")]


def test_what_is_hardly_a_card_is_never_told_and_seldom_looked_at() -> None:
    at = Sequence()
    strange = card_read("h01-1", 50, sure=False, confidence=0.2)
    looks = 0
    for _ in range(300):
        at.time_s += 0.2
        if looks == 0 or due_cards(at.table, at.time_s, is_busy=False):
            looks += 1
            assert at.look(strange) == []
    assert looks <= 10


def test_no_more_cards_lie_there_than_the_pack_holds() -> None:
    at = Sequence()
    at.look(card_read("h01-1", 50))
    (seen,) = at.table.cards
    pack = len(DECK.pack()) + sum(len(row) for _, row in DECK.extras)  # any game's: the tracker knows none
    below = tuple(replace(seen, number=10 + place, since=float(place), cover="card") for place in range(pack + 1))
    at.table = replace(at.table, cards=(*below, seen))
    assert at.rest(0.2) == [("left", 10), ("left", 11)]
    assert len(at.table.cards) == pack
    assert seen in at.table.cards


@pytest.mark.long
def test_only_so_many_cards_that_left_are_remembered() -> None:
    at = Sequence()
    for _ in range(130):
        at.look(card_read(None, 50))
        at.look()
        at.look()
        at.rest()
    assert at.table.cards == ()
    assert len(at.table.departed) == 120
    assert all(card.reference is None for card, _ in at.table.departed)


def follow_back(*, is_busy: bool, moved_s: float, until_s: float) -> list[str]:
    """Kinds of events of a doubtful back that was read at seconds 1.0 and 1.2; its place moved last at `moved_s`."""
    table, kinds = FollowedTable("hanafuda"), list[str]()
    moved_at = np.full(SHAPE, moved_s)
    back = card_read(None, 80, sure=False, confidence=0.6)
    image = np.full((*SHAPE, 3), 90, np.float32)
    image[fill(SHAPE, back.corners)] = 160
    area = np.ones(SHAPE, np.bool_)
    for time_s in (1.0, 1.2):
        seen = Observation(time_s, image, area, None, np.full(SHAPE, 0.9), (back,), is_busy=is_busy)
        table, events = follow(table, seen)
        kinds += [event.kind for event in events]
    seen = Observation(until_s, image, moved_at=moved_at, is_busy=False)
    table, events = follow(table, seen)
    return kinds + [event.kind for event in events]


def test_a_doubtful_back_is_waited_for_while_something_moves_and_told_then() -> None:
    assert follow_back(is_busy=False, moved_s=0.9, until_s=1.4) == ["appeared"]
    assert follow_back(is_busy=True, moved_s=0.9, until_s=1.4) == ["appeared"]


def test_what_moved_since_it_was_read_in_doubt_is_not_told() -> None:
    assert follow_back(is_busy=True, moved_s=1.3, until_s=1.6) == []

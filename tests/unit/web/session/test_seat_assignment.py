"""Cards of a picture go to hands in the order their owner sees them."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from scanner.reads import Alternative, CardRead, PictureRead
from scanner.seat_zones import CENTER_ZONE, seat_zones
from scorer.games import game
from scorer.rules.prompts import Prompt, PromptKind
from scorer.session.samples import sample_session
from scorer.texts import Text
from tests.support.table import card_read, picture_of_piles
from web.session.seat_assignment import assign_to_hands, check_against_pack, hand_paths_by_seat, shows_whole_table

NOTHING = Text("", "")
HANDS = [Prompt(f"hands.{seat}", PromptKind.CARDS, NOTHING, seat=seat, maximum=9) for seat in range(2)]


def picture_of(*cards: CardRead) -> PictureRead:
    return PictureRead(1600, 900, "hanafuda", 1.0, cards)


def turned_card(card: str, x: float, y: float, degrees: float) -> CardRead:
    """A card turned clockwise about its centre."""
    angle = math.radians(degrees)
    corners = tuple(
        (x + dx * math.cos(angle) - dy * math.sin(angle), y + dx * math.sin(angle) + dy * math.cos(angle))
        for dx, dy in ((-16, -27), (16, -27), (16, 27), (-16, 27))
    )
    return CardRead(card, 0.9, True, "up", corners)


@pytest.mark.parametrize(("degrees", "order"), [(0, "abc"), (8, "abc"), (180, "cba"), (90, "abc"), (-90, "cba")])
def test_a_hand_alone_is_read_as_most_of_its_cards_are_turned(degrees: float, order: str) -> None:
    """Three cards from left to right or, for cards on their side, from the top of the picture down."""
    along = degrees in (90, -90)
    places = [
        (name, 400.0, at) if along else (name, at, 400.0) for name, at in (("a", 300.0), ("b", 500.0), ("c", 700.0))
    ]
    read = picture_of(*(turned_card(*place, degrees) for place in places), turned_card("d", 900, 1900, 180 - degrees))
    found = assign_to_hands(read, HANDS, (), "hands.1")["hands.1"]
    assert [read.cards[place].card for place in found if place < 3] == list(order)


def test_rows_are_read_from_the_one_farthest_from_the_owner() -> None:
    """On their side, tops to the right: the row farther right comes first."""
    lying = [("c", 300, 300), ("d", 310, 400), ("a", 500, 300), ("b", 490, 400)]
    read = picture_of(*(turned_card(*place, 90) for place in lying))
    assert [read.cards[place].card for place in assign_to_hands(read, HANDS, (), "hands.0")["hands.0"]] == list("abcd")


def test_cards_between_the_seats_belong_to_nobody_and_an_empty_seat_has_an_empty_hand() -> None:
    zones = (*seat_zones(2), CENTER_ZONE)
    read = picture_of(card_read("h01-1", 800, 800), card_read("h02-1", 20, 450))
    assert assign_to_hands(read, HANDS, zones, None) == {"hands.0": [0], "hands.1": []}


def test_the_first_cards_that_must_be_told_lie_on_the_table() -> None:
    prompts = [
        Prompt("stake", PromptKind.NUMBER, NOTHING, seat=0),
        Prompt("shown", PromptKind.CARDS, NOTHING, seat=0, optional=True),
        *HANDS,
        Prompt("aces.0", PromptKind.CARDS, NOTHING, seat=0),
        Prompt("field", PromptKind.CARDS, NOTHING),
    ]
    assert hand_paths_by_seat(prompts, 3) == ("hands.0", "hands.1", None, "field")


def test_the_surest_read_takes_the_last_copy() -> None:
    read = picture_of(
        CardRead("h01-1", 0.7, False, "up", card_read("x", 0, 0).corners, (Alternative("h01-2", 0.2),)),
        CardRead("h01-1", 0.9, True, "up", card_read("x", 50, 0).corners),
        card_read(None, 90, 0),
    )
    faces = {"h01-1": 1, "h01-2": 1, "h08-1": 1}
    assert check_against_pack(read, faces) == {1: ("h01-1", True), 0: ("h01-2", False)}
    assert check_against_pack(read, faces, ["h01-2"]) == {1: ("h01-1", True), 0: ("h01-1", False)}


def test_a_sure_card_that_is_no_longer_out_stays_what_was_seen() -> None:
    sure = card_read("h03-1", 0, 0)
    assert check_against_pack(picture_of(sure), {"h03-1": 1, "h08-1": 1}, ["h03-1"]) == {0: ("h03-1", False)}
    assert check_against_pack(picture_of(sure), {"h08-1": 1}) == {0: ("h03-1", False)}


ZONES = (*seat_zones(2), CENTER_ZONE)
UPPER, LOWER = ("h01-1", 800, 140, 180), ("h02-1", 800, 760, 0)


@pytest.mark.parametrize(
    ("cards", "most", "is_table"),
    [
        ([UPPER, LOWER], 9, True),
        # A hand in two rows: all cards are turned alike.
        ([(*UPPER[:3], 0), LOWER], 9, False),
        ([(*UPPER[:3], 0), LOWER], 1, True),
        # More cards than the hand has, all before one seat.
        ([LOWER, ("h03-1", 860, 760, 0)], 1, False),
        ([LOWER], 9, False),
    ],
)
def test_a_picture_of_one_hand_that_shows_the_whole_table_is_noticed(
    cards: list[tuple[str, float, float, float]], most: int, *, is_table: bool
) -> None:
    prompts = [Prompt(f"hands.{seat}", PromptKind.CARDS, NOTHING, seat=seat, maximum=most) for seat in range(2)]
    read = picture_of(*(turned_card(*card) for card in cards))
    assert shows_whole_table(read, prompts, ZONES, "hands.0") is is_table
    assert not shows_whole_table(read, prompts, (), "hands.0")
    piles = [replace(prompt, maximum=48) for prompt in prompts]
    assert not shows_whole_table(read, piles, ZONES, "hands.0")


@pytest.mark.parametrize(("key", "path"), [("koikoi", "piles.0"), ("hana-awase", "piles.1"), ("kujuroku", "piles.0")])
def test_captured_cards_are_never_taken_for_a_table(key: str, path: str) -> None:
    prompts = game(key).prompts(sample_session(game(key)).table())
    seats = len(sample_session(game(key)).seat_order)
    zones = (*seat_zones(seats), CENTER_ZONE)
    read = picture_of_piles([["h01-1", "h02-1"] for _ in range(seats)], seats)
    assert not shows_whole_table(read, prompts, zones, path)

"""Since when a card has lain where it is seen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from scanner.following.lookback import CONFIG, PictureMemory, backdate
from scanner.reads import CardRead
from scanner.tracking.face_evidence import FaceEvidence
from scanner.tracking.followed_table import CardEvent, FollowedCard, FollowedTable
from scanner.tracking.motion import SmallImage

CARD = ((150.0, 80.0), (170.0, 80.0), (170.0, 110.0), (150.0, 110.0))
TABLE, BACK, SKIN = 90.0, 180.0, 140.0


def picture(*, card: bool, arm_down_to: int = 0) -> SmallImage:
    image = np.full((180, 320, 3), TABLE, np.float32)
    if card:
        image[80:111, 150:171] = BACK
    image[:arm_down_to, 140:180] = SKIN
    return image


def memory(*pictures: tuple[float, SmallImage]) -> PictureMemory:
    after = PictureMemory()
    for time_s, image in pictures:
        after = after.add(time_s, image)
    return after


NOW = picture(card=True)
EMPTY = FollowedTable("hanafuda")
AWAY = CardRead.outline(((20.0, 20.0), (40.0, 20.0), (40.0, 50.0), (20.0, 50.0)))


def test_a_card_over_which_an_arm_rested_lay_there_before_the_arm() -> None:
    earlier = memory(
        (8.0, picture(card=False)),
        (8.6, picture(card=True, arm_down_to=90)),
        (8.8, NOW),
        *((9.0 + number / 5, picture(card=True, arm_down_to=150)) for number in range(25)),
    )
    assert earlier.shown_since(CARD, NOW, 14.0) == 8.6


def test_a_look_that_was_there_from_the_beginning_says_nothing() -> None:
    assert memory((8.0, NOW), (9.0, picture(card=True, arm_down_to=150))).shown_since(CARD, NOW, 10.0) == 10.0
    assert PictureMemory().shown_since(CARD, NOW, 10.0) == 10.0


def test_a_hand_over_half_of_the_place_is_no_card() -> None:
    alike = picture(card=False)
    alike[80:97, 150:171] = BACK  # a sleeve of the colour of backs, seconds before
    earlier = memory((4.0, picture(card=False)), (5.0, alike), (8.0, picture(card=False)), (9.0, NOW))
    assert earlier.shown_since(CARD, NOW, 10.0) == 9.0


def test_another_card_that_lay_there_and_left_is_not_this_one() -> None:
    read = CardRead.outline(CARD)
    gone = FollowedCard(1, read, FaceEvidence(), 2.0)
    table = FollowedTable("hanafuda", departed=((gone, 6.5),))
    event = CardEvent("appeared", FollowedCard(2, read, FaceEvidence(), 12.0), None, 12.0)
    earlier = memory((1.0, picture(card=False)), (3.0, NOW), (7.0, picture(card=True, arm_down_to=150)), (9.0, NOW))
    assert backdate(event, EMPTY, EMPTY, NOW, earlier).time_s == 3.0
    assert backdate(event, table, table, NOW, earlier).time_s == 9.0


def test_another_card_that_lay_there_and_was_pushed_away_is_not_this_one() -> None:
    """Also where it was told of in neither place."""
    read = CardRead.outline(CARD)
    pushed = FollowedCard(1, read, FaceEvidence(), 2.0)
    event = CardEvent("appeared", FollowedCard(2, read, FaceEvidence(), 12.0), None, 12.0)
    earlier = memory((1.0, picture(card=False)), (3.0, NOW), (7.0, picture(card=False)), (9.0, NOW))
    before = FollowedTable("hanafuda", cards=(pushed,))
    after = FollowedTable("hanafuda", cards=(replace(pushed, read=AWAY, since=6.5),))
    assert backdate(event, after, after, NOW, earlier.add_moves(before, after)).time_s == 9.0
    assert earlier.add_moves(after, after) is earlier


def test_a_card_that_moved_was_not_there_while_it_lay_elsewhere() -> None:
    """Another card of its face lay there before."""
    there = FollowedCard(1, AWAY, FaceEvidence(), 2.0, missing_since=7.5)
    event = CardEvent("moved", replace(there, read=CardRead.outline(CARD), since=12.0), there, 12.0)
    earlier = memory((1.0, picture(card=False)), (3.0, NOW), (7.0, picture(card=False)), (9.0, NOW))
    for before in (FollowedTable("hanafuda", cards=(there,)), FollowedTable("hanafuda", departed=((there, 7.5),))):
        assert backdate(event, before, before, NOW, earlier).time_s == 9.0
    assert backdate(event, EMPTY, EMPTY, NOW, earlier).time_s == 3.0


def test_a_card_that_another_one_covers_by_now_is_known_by_the_rest() -> None:
    above = ((150.0, 80.0), (170.0, 80.0), (170.0, 98.0), (150.0, 98.0))
    now = NOW.copy()
    now[80:99, 150:171] = 230.0
    earlier = memory((7.0, picture(card=False)), (8.0, NOW), (9.0, picture(card=True, arm_down_to=150)))
    assert earlier.shown_since(CARD, now, 10.0) == 10.0
    assert earlier.shown_since(CARD, now, 10.0, others=[above]) == 8.0
    assert earlier.shown_since(CARD, now, 10.0, others=[CARD]) == 10.0


def test_a_name_that_is_known_better_keeps_its_second_and_another_has_its_own() -> None:
    card = FollowedCard(1, CardRead.outline(CARD), FaceEvidence(current=(("h01-1", -0.1),), looks=1), 2.0)
    other = replace(card, evidence=FaceEvidence(current=(("h02-1", -0.1),), looks=1))
    earlier = memory((1.0, picture(card=False)), (3.0, NOW))
    table = EMPTY
    event = CardEvent("renamed", card, card, 12.0)
    assert backdate(event, table, table, NOW, earlier) is event
    assert backdate(CardEvent("renamed", other, card, 12.0), table, table, NOW, earlier).time_s == 3.0


def test_pictures_are_kept_five_a_second_and_not_for_ever() -> None:
    many = memory(*((number / 30, NOW) for number in range(round(30 * 2 * CONFIG.kept_s))))
    assert 4 * CONFIG.kept_s < len(many.pictures) <= 6 * CONFIG.kept_s
    assert many.pictures[0][0] >= CONFIG.kept_s - 0.2

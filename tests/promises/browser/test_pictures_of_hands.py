"""Pictures of hands frame the cards, doubts stand together, and nothing is lost by one tap."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from playwright.sync_api import FilePayload, Page, Route, expect

from scanner.reads import PictureRead
from tests.promises.browser.test_live_table import (
    LiveTable,
    expect_cards,
    live_table,  # noqa: F401  fixture
    page,  # noqa: F401  fixture
    use_tool,
)
from tests.support.browser import NEEDS_BROWSER
from tests.support.phone_browser import close_sheet_before_leaving, open_hand
from tests.support.table import FakeScanner, card_read
from web.system.network import own_address

pytestmark = [
    NEEDS_BROWSER,
    pytest.mark.skipif(own_address() == "127.0.0.1", reason="this machine has no address but its own loopback"),
]

PICTURE: FilePayload = {"name": "pile.jpg", "mimeType": "image/jpeg", "buffer": b"a picture"}
FACES = [f"h{month:02d}-1" for month in range(1, 13)]
# How many outlined cards are whole inside the box of the picture, and how many there are.
WHOLE_CARDS = """(photo) => {
    const edge = photo.getBoundingClientRect();
    const boxes = [...photo.querySelectorAll(".outline polygon:not(.mark)")].map((one) => one.getBoundingClientRect());
    return [boxes.filter((box) => box.left >= edge.left - 1 && box.right <= edge.right + 1 && box.top >= edge.top - 1
        && box.bottom <= edge.bottom + 1).length, boxes.length];
}"""


def show_pile(page: Page, scanner: FakeScanner, size: tuple[int, int], read: PictureRead) -> None:  # noqa: F811
    """Photograph the second hand: `size` is that of the picture, width and height."""
    width, height = size
    _, jpeg = cv2.imencode(".jpg", np.full((height, width, 3), 90, np.uint8))

    def fulfill(route: Route) -> None:
        route.fulfill(body=jpeg.tobytes(), content_type="image/jpeg")

    page.route("**/picture/*.jpg", fulfill)
    scanner.read_result = read
    hand = open_hand(page, "hands.1")
    hand.locator("input[type=file]").set_input_files(PICTURE)
    expect(hand.locator(".sheet-hand .thumb")).to_have_count(len(read.cards))


@pytest.mark.parametrize(
    ("size", "places"),
    [
        # Cards in the lower part of a portrait picture, and in a corner of a wide one.
        ((900, 1600), [(300 + 90 * at, 1300) for at in range(4)]),
        ((1600, 900), [(1300 + 60 * at, 700) for at in range(4)]),
        ((900, 1600), [(200, 200 + 350 * at) for at in range(4)]),
    ],
)
def test_a_picture_shows_the_cards_that_were_found_and_not_what_lies_round_them(
    page: Page,  # noqa: F811
    live_table: LiveTable,  # noqa: F811
    scanner: FakeScanner,
    size: tuple[int, int],
    places: list[tuple[int, int]],
) -> None:
    cards = tuple(card_read(face, x, y) for face, (x, y) in zip(FACES, places, strict=False))
    show_pile(page, scanner, size, PictureRead(*size, "hanafuda", 5.0, cards))
    photo = page.locator(".hand .photo")
    assert photo.evaluate(WHOLE_CARDS) == [4, 4]
    box = photo.bounding_box()
    assert box
    assert box["height"] <= 780 * 0.38 + 1
    page.locator(".hand .zoom").click()
    expect(page.locator(".photo.large:not(.framed)")).to_have_count(1)


def test_doubts_of_a_hand_are_said_once_and_answered_by_one_tap(
    page: Page,  # noqa: F811
    live_table: LiveTable,  # noqa: F811
    scanner: FakeScanner,
) -> None:
    cards = [
        replace(card_read(face, 200 + 60 * at, 400, sure=at == 0), doubt="" if at == 0 else "cut_off")
        for at, face in enumerate(FACES[:5])
    ]
    show_pile(page, scanner, (1600, 900), PictureRead(1600, 900, "hanafuda", 5.0, tuple(cards)))
    hand = page.locator(".hand")
    expect(hand.locator(".doubts .unsure")).to_have_count(4)
    expect(hand.get_by_text("part of the card is outside the picture")).to_have_count(1)
    expect(hand.get_by_text("4 cards: part of the card is outside the picture")).to_be_visible()
    close_sheet_before_leaving(page)
    # Also once another hand was photographed. Each doubtful card lies askew on the cloth.
    scanner.read_result = PictureRead(1600, 900, "hanafuda", 5.0, (card_read("h01-2", 300, 300),))
    open_hand(page, "hands.0").locator("input[type=file]").set_input_files(PICTURE)
    expect(page.locator(".sheet-hand .thumb")).to_have_count(1)
    close_sheet_before_leaving(page)
    expect(page.locator(".lay .unsure")).to_have_count(4)
    assert page.locator(".lay .unsure").first.evaluate("(card) => getComputedStyle(card).rotate") != "none"
    hand = open_hand(page, "hands.1")
    expect(hand.locator(".doubts .crop")).to_have_count(4)
    hand.get_by_role("button", name="All right").click()
    expect(hand.locator(".doubts")).to_have_count(0)
    expect(hand.locator(".sheet-hand .thumb")).to_have_count(5)
    close_sheet_before_leaving(page)
    expect(page.locator(".lay .unsure")).to_have_count(0)


def test_a_round_that_was_started_over_by_mistake_comes_back(
    page: Page,  # noqa: F811
    live_table: LiveTable,  # noqa: F811
    scanner: FakeScanner,
) -> None:
    cards = tuple(card_read(face, 200 + 60 * at, 400) for at, face in enumerate(FACES[:3]))
    show_pile(page, scanner, (1600, 900), PictureRead(1600, 900, "hanafuda", 5.0, cards))
    close_sheet_before_leaving(page)
    use_tool(page, "button", "Start this round over")
    expect_cards(page, 0)
    page.locator("[data-key=restore]").click()
    expect_cards(page, 3)
    expect(page.locator("[data-key=restore]")).to_have_count(0)
    # It is offered on the table, too, to whom the hands are closed.
    use_tool(page, "button", "Start this round over")
    expect(page.locator("dialog")).to_have_count(0)
    page.locator("#tabs").get_by_role("link", name="Table").click()
    page.locator("[data-key=restore]").click()
    expect_cards(page, 3)

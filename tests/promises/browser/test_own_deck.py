"""An own deck from its first grid to a booked round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from scorer.session.events import event_from_json
from scorer.session.reducer import replay
from tests.support.browser import NEEDS_BROWSER
from tests.support.phone_browser import Handset, deal_demo_round, open_hand, take_grid
from tests.support.server import PIN, TableServer
from web.api.demo import _simulate_round
from web.system.network import own_address

VIEWS = "10"  # training crops per card: a classifier trained in seconds can read the synthetic table
LEARNING_TIMEOUT_MS = 600_000  # ms, on a busy machine
GAME, SEED = "otoroku", 5
NAMES = ("Aki", "Emi", "Ken", "Rin")

pytestmark = [
    NEEDS_BROWSER,
    pytest.mark.skipif(own_address() == "127.0.0.1", reason="this machine has no address but its own loopback"),
]


@pytest.fixture
def host(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Handset]:
    """The phone of a host at a synthetic table of its own."""
    monkeypatch.setenv("FUDAYOMI_VIEWS", VIEWS)
    monkeypatch.setenv("FUDAYOMI_DEMO", "1")
    server = TableServer(tmp_path_factory.mktemp("own")).start()
    phone = Handset(browser, server.url)
    phone.sign_in()
    yield phone
    assert phone.errors == []
    phone.context.close()
    assert server.stop() == 0


def enrol_deck(page: Page) -> None:
    """Enrol kabufuda: take its grids with the table's camera, and train."""
    page.get_by_label("Kind of cards").select_option("kabufuda")
    page.get_by_label("Name of the deck").fill("Our deck 札")
    page.get_by_role("button", name="Begin").click()
    for cards in (12, 24, 36, 41):
        take_grid(page, cards)
        if cards < 41:
            page.locator(".bar").get_by_role("button", name="Next grid").click()
    page.get_by_role("button", name="Learn this deck").click()
    expect(page.get_by_text("Our deck 札 has been learned")).to_be_visible(timeout=LEARNING_TIMEOUT_MS)


def simulate_hands(page: Page) -> list[list[str]]:
    """The hands that the demo deals from the pack shuffled by `SEED`."""
    entries = page.evaluate("fetch('/evening.json').then((answer) => answer.json())")["entries"]
    hands: list[list[str]] = _simulate_round(replay(event_from_json(one["entry"]) for one in entries), SEED)["hands"]
    return hands


def correct_hands(page: Page, hands: list[list[str]]) -> int:
    """Enter each hand anew that was read with a doubt, a wrong or a missing card.

    The number of cards that were read correctly.
    """
    draft = page.evaluate("fetch('/api/session').then((answer) => answer.json())")["draft"]["hands"]
    seen = [[one["card"] for one in draft[f"hands.{seat}"]] for seat in range(len(hands))]
    sure = [all(one["sure"] for one in draft[f"hands.{seat}"]) for seat in range(len(hands))]
    wrong_seats = [seat for seat, hand in enumerate(hands) if seen[seat] != hand or not sure[seat]]
    # All these hands are emptied first, because a card in the wrong hand is missing in another.
    for seat in wrong_seats:
        laid = open_hand_sheet(page, seat)
        for left in range(len(seen[seat]), 0, -1):
            expect(laid).to_have_count(left)
            laid.first.click()
            page.get_by_role("button", name="Take away").last.click()
            expect(page.locator(".sheet")).to_have_count(1)
        page.get_by_role("button", name="Done").click()
    for seat in wrong_seats:
        laid = open_hand_sheet(page, seat)
        for at, card in enumerate(hands[seat], 1):
            page.click(f'.sheet .face:has(img[src="/art/{card}.svg"])')
            expect(laid).to_have_count(at)
        page.get_by_role("button", name="Done").click()
    expect(page.locator(".sheet")).to_have_count(0)
    return sum((Counter(expected) & Counter(hand)).total() for expected, hand in zip(seen, hands, strict=True))


def open_hand_sheet(page: Page, seat: int) -> Locator:
    """Open the sheet that enters a hand. The cards entered in it."""
    expect(page.locator(".sheet")).to_have_count(0)
    return open_hand(page, f"hands.{seat}").locator(".sheet-hand .thumb")


@pytest.mark.long
def test_from_the_first_grid_to_a_round_booked_and_the_deck_put_away(host: Handset) -> None:
    page = host.go("/enrol")
    enrol_deck(page)
    page = host.go("/decks")
    page.get_by_text("Rename").click()
    page.get_by_label("What people see").fill("祖父の株札")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("region", name="祖父の株札").get_by_role("link", name="Play with it").click()
    expect(page.locator("#deck")).to_have_value("our-deck")
    expect(page.locator("#deck option:checked")).to_contain_text("祖父の株札")
    page.locator(f"input[name=game][value={GAME}]").check()
    expect(page.locator("#deck")).to_have_value("our-deck")
    for at, name in enumerate(NAMES):
        page.locator("#players input").nth(at).fill(name)
    page.get_by_label("The drawn table deals").check()
    page.click(".bar button")
    expect(page.locator(".seat")).to_have_count(len(NAMES))
    page.goto(host.url + "/#hands")
    # The seed fixes the shuffle, so that the test knows the hands.
    assert deal_demo_round(page, SEED), "the machine is too busy for the scanner"
    picture = page.evaluate("fetch('/api/session').then((answer) => answer.json())")["draft"]["picture"]
    assert picture["deck"] == "our-deck"
    hands = simulate_hands(page)
    assert correct_hands(page, hands) > sum(map(len, hands)) / 2, "a classifier trained in seconds reads most cards"
    page.locator("[data-key=book]").click()
    page.wait_for_url("**/#table")
    assert len(set(host.stones())) > 1
    page = host.go("/decks")
    page.get_by_text("Delete this deck").click()
    page.get_by_label("The host's PIN once more").fill(PIN)
    page.get_by_role("button", name="Delete 祖父の株札 for good").click()
    expect(page.get_by_text("祖父の株札")).to_have_count(0)
    assert page.get_by_role("link", name="Play with it").count() == 0

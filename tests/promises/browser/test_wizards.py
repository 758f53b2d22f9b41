"""The wizards: camera setup, and a deck enrolled despite power cuts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser import NEEDS_BROWSER
from tests.support.phone_browser import Handset, take_grid
from tests.support.server import TableServer
from web.system.network import own_address

VIEWS = "10"  # training crops per card: a classifier trained in seconds can read the synthetic table
LEARNING_TIMEOUT_MS = 600_000  # ms, on a busy machine

pytestmark = [
    NEEDS_BROWSER,
    pytest.mark.skipif(own_address() == "127.0.0.1", reason="this machine has no address but its own loopback"),
]


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[TableServer]:
    """A synthetic table whose training is short."""
    monkeypatch.setenv("FUDAYOMI_VIEWS", VIEWS)
    running = TableServer(tmp_path_factory.mktemp("walks")).start()
    yield running
    assert running.stop() == 0


@pytest.fixture
def host(browser: Browser, server: TableServer) -> Iterator[Handset]:
    """The phone of a signed-in host."""
    phone = Handset(browser, server.url)
    phone.sign_in()
    yield phone
    assert phone.errors == []
    phone.context.close()


@pytest.mark.long
def test_camera_and_light_are_set_up(host: Handset) -> None:
    page = host.go("/more")
    page.get_by_role("link", name="Set up camera and light").click()
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".checks li.good")).to_have_count(7, timeout=90_000)
    page.get_by_role("button", name="Stop measuring").click()
    page.get_by_label("Seats at the table").select_option("5")
    page.get_by_role("button", name="Save").click()
    host.wait_for_message("Saved")
    page.reload()
    expect(page.get_by_label("Seats at the table")).to_have_value("5")


@pytest.mark.long
def test_a_deck_is_enrolled_over_two_power_cuts(
    host: Handset, server: TableServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = host.go("/more")
    page.get_by_role("link", name="Decks").click()
    page.get_by_role("link", name="Enrol a deck").click()
    page.get_by_label("Kind of cards").select_option("kabufuda")
    page.get_by_label("Name of the deck").fill("our-deck")
    page.get_by_role("button", name="Begin").click()
    take_grid(page, 12)
    assert page.locator(".grid .taken").count() == 12
    server.kill()
    monkeypatch.setenv("FUDAYOMI_VIEWS", "1000")  # so many that training still runs when it is killed
    server.start()
    page.reload()
    expect(page.get_by_text("12 of 41 cards seen")).to_be_visible()
    for cards in (24, 36, 41):
        take_grid(page, cards)
        if cards < 41:
            page.locator(".bar").get_by_role("button", name="Next grid").click()
    page.get_by_role("button", name="Learn this deck").click()
    expect(page.get_by_text("Learning the deck")).to_be_visible()
    server.kill()
    monkeypatch.setenv("FUDAYOMI_VIEWS", VIEWS)
    server.start()
    page.reload()
    expect(page.get_by_text("Every card has been seen.")).to_be_visible()
    page.get_by_role("button", name="Learn this deck").click()
    expect(page.get_by_text("our-deck has been learned")).to_be_visible(timeout=LEARNING_TIMEOUT_MS)
    expect(page.get_by_role("link", name="Play with it")).to_be_visible()
    assert not (server.folder / "enrolling").exists()

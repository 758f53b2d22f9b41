"""Taps quicker than the network: each builds on the one before, and what is booked is what was told and seen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.promises.browser.test_live_table import Shop, page, shop  # noqa: F401  fixtures
from tests.support.browser import NEEDS_BROWSER
from tests.support.phone_browser import SEND
from tests.support.table import HANDS, FakeScanner
from web.system.network import own_address

pytestmark = [
    NEEDS_BROWSER,
    pytest.mark.skipif(own_address() == "127.0.0.1", reason="this machine has no address but its own loopback"),
]


def corrected(page: Page, at: int, card: str) -> None:  # noqa: F811
    page.locator(f'[data-key="card hands.0 {at}"]').click()
    page.locator(f'.sheet .face:has(img[src="/art/{card}.svg"])').click()
    expect(page.locator(".sheet")).to_have_count(0)


def test_two_cards_of_a_hand_corrected_before_the_table_has_answered(page: Page, shop: Shop, eyes: FakeScanner) -> None:  # noqa: F811
    page.evaluate(SEND, {f"hands.{seat}": hand for seat, hand in enumerate(HANDS)})
    expect(page.locator(".preview")).to_be_visible()
    held: list[Route] = []
    page.route("**/api/draft", lambda route: held.append(route))  # noqa: PLW0108  playwright marks what it is given
    corrected(page, 0, "h01-1")
    corrected(page, 1, "h02-1")
    page.locator("[data-key=book]").click()
    for at in range(2):
        while len(held) == at:
            page.wait_for_timeout(20)
        held[at].continue_()
    # Booked is what somebody has seen: pressed before that, it is to be looked at again.
    page.wait_for_function("() => document.getElementById('toast').textContent")
    assert page.evaluate("async () => (await (await fetch('/api/session')).json()).evening.rounds") == []
    for at, card in enumerate(("h01-1", "h02-1")):
        expect(page.locator(f'[data-key="card hands.0 {at}"] img')).to_have_attribute("src", f"/art/{card}.svg")
    page.locator("[data-key=book]").click()
    page.wait_for_url("**/#table")
    rounds = page.evaluate("async () => (await (await fetch('/api/session')).json()).evening.rounds")
    hands = [{hand["seat"]: hand["total"] for hand in one["settlement"]["hands"]} for one in rounds]
    assert [totals[0] for totals in hands] == [1 + 2]


def test_a_host_who_looks_elsewhere_while_a_round_is_booked_stays_there(
    page: Page,  # noqa: F811
    shop: Shop,  # noqa: F811
    eyes: FakeScanner,
) -> None:
    page.evaluate(SEND, {f"hands.{seat}": hand for seat, hand in enumerate(HANDS)})
    expect(page.locator(".preview")).to_be_visible()
    held: list[Route] = []
    page.route("**/api/rounds", lambda route: held.append(route))  # noqa: PLW0108  playwright marks what it is given
    page.locator("[data-key=book]").click()
    while not held:
        page.wait_for_timeout(20)
    page.locator('#tabs a[href$="#history"]').click()
    page.evaluate("addEventListener('hashchange', () => { window.hasTurned = true; })")
    with page.expect_response("**/api/rounds"):
        held[0].continue_()
    expect(page.get_by_role("button", name="Correct")).to_be_visible()
    # Twenty more answers: by then the page has taken in the first.
    page.evaluate("async () => { for (let n = 0; n < 20; n += 1) await (await fetch('/api/session')).json(); }")
    assert page.evaluate("[location.hash, window.hasTurned]") == ["#history", None]

"""Taps that are quicker than the network lose nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import APIResponse, FilePayload, Locator, Page, Route, expect

from tests.promises.browser.test_live_table import LiveTable, live_table, page  # noqa: F401  fixtures
from tests.support.browser import NEEDS_BROWSER
from tests.support.page_checks import SMALL_TARGETS
from tests.support.phone_browser import SEND_ANSWERS, close_sheet, close_sheet_before_leaving, open_hand, open_picture
from tests.support.table import HANDS, FakeScanner, picture_of_piles
from web.request.auth import host_only_refusal
from web.system.network import own_address

pytestmark = [
    NEEDS_BROWSER,
    pytest.mark.skipif(own_address() == "127.0.0.1", reason="this machine has no address but its own loopback"),
]


def correct_card(page: Page, at: int, card: str) -> None:  # noqa: F811
    """Replace the card at place `at` of the dealer's hand, whose sheet is open."""
    page.locator(f'[data-key="card hands.0 {at}"]').click()
    expect(page.locator(".sheet")).to_have_count(2)
    page.locator(".sheet").last.locator(f'.face:has(img[src="/art/{card}.svg"])').click()
    expect(page.locator(".sheet")).to_have_count(1)


def test_two_cards_of_a_hand_corrected_before_the_table_has_answered(
    page: Page,  # noqa: F811
    live_table: LiveTable,  # noqa: F811
    scanner: FakeScanner,
) -> None:
    page.evaluate(SEND_ANSWERS, {f"hands.{seat}": hand for seat, hand in enumerate(HANDS)})
    expect(page.locator(".preview")).to_be_visible()
    held: list[Route] = []
    page.route("**/api/draft", lambda route: held.append(route))  # noqa: PLW0108  playwright sets attributes of its handler
    sheet = open_hand(page, "hands.0")
    correct_card(page, 0, "h01-1")
    correct_card(page, 1, "h02-1")
    for at, card in enumerate(("h01-1", "h02-1")):
        expect(sheet.locator(f'[data-key="card hands.0 {at}"] img')).to_have_attribute("src", f"/art/{card}.svg")
    close_sheet(page)
    page.locator("[data-key=book]").click()
    for at in range(2):
        while len(held) == at:
            page.wait_for_timeout(20)
        held[at].continue_()
    # Only what the host has seen is booked, so the page refuses the early tap.
    page.wait_for_function("() => document.getElementById('toast').textContent")
    assert page.evaluate("async () => (await (await fetch('/api/session')).json()).evening.rounds") == []
    for card in ("h01-1", "h02-1"):
        expect(page.locator(f'.seat img[src="/art/{card}.svg"]')).to_have_count(1)
    page.locator("[data-key=book]").click()
    page.wait_for_url("**/#table")
    rounds = page.evaluate("async () => (await (await fetch('/api/session')).json()).evening.rounds")
    hands = [{hand["seat"]: hand["total"] for hand in one["settlement"]["hands"]} for one in rounds]
    assert [totals[0] for totals in hands] == [1 + 2]


def test_what_other_phones_enter_does_not_take_a_button_from_under_a_finger(
    page: Page,  # noqa: F811
    live_table: LiveTable,  # noqa: F811
    scanner: FakeScanner,
) -> None:
    page.add_init_script("""
        window.heard = 0;
        window.EventSource = class extends EventSource {
            constructor(path) {
                super(path);
                this.addEventListener("state", () => setTimeout(() => { window.heard += 1; }));
            }
        };
    """)
    page.reload()
    page.wait_for_function("() => window.heard")
    open_hand(page, "hands.0")
    page.locator(".sheet-foot [data-key=done]").hover()
    page.mouse.down()
    heard = page.evaluate("window.heard")
    page.evaluate(SEND_ANSWERS, {"hands.1": ["h01-1"]})
    page.wait_for_function("(heard) => window.heard > heard", arg=heard)
    page.mouse.up()
    expect(page.locator(".sheet")).to_have_count(0)
    # What came meanwhile is shown once the finger is gone.
    expect(page.locator('.seat img[src="/art/h01-1.svg"]')).to_have_count(1)


@pytest.mark.long
def test_a_hand_whose_picture_showed_too_much_is_emptied_by_one_tap(
    page: Page,  # noqa: F811
    live_table: LiveTable,  # noqa: F811
    scanner: FakeScanner,
) -> None:
    scanner.read_result = picture_of_piles([[card for hand in HANDS for card in hand]], 1)
    hand = open_hand(page, "hands.0")
    picture: FilePayload = {"name": "table.jpg", "mimeType": "image/jpeg", "buffer": b"a picture"}
    hand.locator("input[type=file]").set_input_files(picture)
    expect(hand.locator(".sheet-hand .thumb")).to_have_count(sum(map(len, HANDS)))
    hand.locator('[data-key^="empty "]').click()
    expect(hand.locator(".thumb")).to_have_count(0)
    expect(hand.locator('[data-key^="empty "]')).to_have_count(0)


WHOLE_TABLE = {
    "en": ("This picture shows the whole table", "Share out", "Undo"),
    "ja": ("卓全体の写真のようです", "席に分ける", "取り消す"),
}


@pytest.mark.long
@pytest.mark.parametrize("page", [{"locale": lang} for lang in WHOLE_TABLE], indirect=True, ids=WHOLE_TABLE)
def test_a_picture_of_the_whole_table_taken_for_one_hand_is_shared_out_to_the_seats(
    page: Page,  # noqa: F811
    live_table: LiveTable,  # noqa: F811
    scanner: FakeScanner,
) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    question, share, undo = WHOLE_TABLE[page.evaluate("document.documentElement.lang")]
    scanner.read_result = picture_of_piles(HANDS, len(HANDS))
    hand = open_hand(page, "hands.1")
    picture: FilePayload = {"name": "table.jpg", "mimeType": "image/jpeg", "buffer": b"a picture"}
    hand.locator("input[type=file]").first.set_input_files(picture)
    step = hand.locator(".step")
    expect(step).to_contain_text(question)
    expect(step.locator("input[type=file]")).to_have_count(1)
    expect(step.locator('[data-key^="empty "]')).to_be_visible()
    assert step.evaluate(SMALL_TARGETS) == []
    # It is asked above the many cards, and what is refused is named in characters.
    first_card = hand.locator(".thumb").first
    assert step.evaluate("step => step.getBoundingClientRect().bottom") <= first_card.evaluate(
        "card => card.getBoundingClientRect().top"
    )
    expect(page.locator(".refused .named")).to_contain_text(
        "菊に青短" if question in WHOLE_TABLE["ja"] else "blue ribbon"
    )
    seats = [page.locator(".seat", has=page.locator(f'[data-key="to hands.{seat}"]')) for seat in range(len(HANDS))]
    step.get_by_role("button", name=share).tap()
    for seat, cards in zip(seats, HANDS, strict=True):
        expect(seat.locator(".lay i")).to_have_count(len(cards))
    close_sheet_before_leaving(page)
    open_picture(page)
    page.locator("[data-key=unshare]", has_text=undo).tap()
    expect(page.locator("dialog")).to_have_count(0)
    expect(seats[1].locator(".lay i")).to_have_count(sum(map(len, HANDS)))
    expect(seats[0].locator(".lay i")).to_have_count(0)
    hand = open_hand(page, "hands.1")
    expect(hand.locator(".photo")).to_be_in_viewport()
    expect(hand.locator(".step")).to_contain_text(question)


def goes_elsewhere(page: Page, path: str, tap: Locator, elsewhere: str, answer: str | None = None) -> None:  # noqa: F811
    """Taps what sends a request to `path`, opens another tab before the answer comes, and is still there after it."""
    held: list[Route] = []
    page.route(path, lambda route: held.append(route))  # noqa: PLW0108  playwright marks what it is given
    tap.click()
    while not held:
        page.wait_for_timeout(20)
    page.evaluate("window.turns ??= (addEventListener('hashchange', () => { window.turns += 1; }), 0)")
    page.evaluate("window.turns = 0")
    page.locator(f'#tabs a[href$="#{elsewhere}"]').click()
    page.wait_for_function("() => window.turns === 1")
    with page.expect_response(path):
        held[0].fulfill(body=answer, content_type="application/json") if answer else held[0].continue_()
    # Twenty more answers: by then the page has taken in the first.
    page.evaluate("async () => { for (let n = 0; n < 20; n += 1) await (await fetch('/api/session')).json(); }")
    assert page.evaluate("[location.hash, window.turns]") == [f"#{elsewhere}", 1], path
    page.unroute(path)


@pytest.mark.long
def test_a_host_who_looks_elsewhere_while_the_table_works_stays_there(
    page: Page,  # noqa: F811
    live_table: LiveTable,  # noqa: F811
    scanner: FakeScanner,
) -> None:
    page.evaluate(SEND_ANSWERS, {f"hands.{seat}": hand for seat, hand in enumerate(HANDS)})
    expect(page.locator(".preview")).to_be_visible()
    goes_elsewhere(page, "**/api/rounds", page.locator("[data-key=book]"), "history")
    correct = page.get_by_role("button", name="Correct")
    goes_elsewhere(page, "**/reopen", correct, "table")
    leave = page.get_by_role("button", name="Cancel correction")
    expect(leave).to_be_visible()
    goes_elsewhere(page, "**/api/draft/clear", leave, "history")


def test_a_host_who_enters_the_next_round_before_the_table_has_answered_stays_there(
    page: Page,  # noqa: F811
    live_table: LiveTable,  # noqa: F811
) -> None:
    """The news of a round reaches every phone. It may be there before the answer to the phone that confirmed it."""
    page.evaluate(SEND_ANSWERS, {f"hands.{seat}": hand for seat, hand in enumerate(HANDS)})
    expect(page.locator(".preview")).to_be_visible()
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/api/rounds", lambda route: held.append((route, route.fetch())))
    page.locator("[data-key=book]").click()
    page.wait_for_url("**/#table")  # where the news took it
    while not held:
        page.wait_for_timeout(20)
    page.evaluate("location.hash = 'hands'")
    expect(page.locator('[data-key="to hands.1"]')).to_be_visible()
    route, answer = held[0]
    with page.expect_response("**/api/rounds"):
        route.fulfill(response=answer)
    page.evaluate("async () => { for (let n = 0; n < 20; n += 1) await (await fetch('/api/session')).json(); }")
    expect(page.locator('[data-key="to hands.1"]')).to_be_visible()
    assert page.evaluate("location.hash") == "#hands"


@pytest.mark.long
def test_a_host_who_leaves_a_demo_deal_is_not_taken_to_its_hands(
    page: Page,  # noqa: F811
    live_table: LiveTable,  # noqa: F811
    scanner: FakeScanner,
) -> None:
    # This table has a camera, so its own button is put there by hand.
    page.evaluate("""async () => {
        const { dealDemo } = await import("/static/js/hands/picture-reading.js");
        const button = Object.assign(document.createElement("button"), { id: "deal", textContent: "Deal" });
        button.onclick = () => dealDemo((tab) => { location.hash = tab; });
        document.querySelector("header").append(button);
    }""")
    page.locator('#tabs a[href$="#table"]').click()
    goes_elsewhere(page, "**/api/demo/round", page.locator("#deal"), "history", '{"cards": 9}')
    # Who has stayed is taken there.
    page.locator('#tabs a[href$="#table"]').click()
    page.route("**/api/demo/round", lambda route: route.fulfill(json={"cards": 9}))
    page.locator("#deal").click()
    page.wait_for_url("**/#hands")


@pytest.mark.long
def test_who_is_no_host_any_more_is_asked_for_the_pin_on_the_spot(
    page: Page,  # noqa: F811
    live_table: LiveTable,  # noqa: F811
    scanner: FakeScanner,
) -> None:
    page.evaluate(SEND_ANSWERS, {f"hands.{seat}": hand for seat, hand in enumerate(HANDS)})
    # What the table answers to a phone that is no host.
    error = {"code": "host_only", "message": host_only_refusal().message.as_json()}
    page.route("**/api/rounds", lambda route: route.fulfill(status=403, json={"error": error}))
    page.locator("[data-key=book]").click()
    refused = page.get_by_role("alertdialog")
    expect(refused).to_contain_text("host_only")
    refused.get_by_role("button", name="I am the host").click()
    expect(page.locator("form.pin input")).to_be_focused()
    expect(refused).to_have_count(0)
    close_sheet(page)
    # What helps against other refusals is there as well; not for guests what only a host may do.
    for code, role, label in [("over", "link", "Another game"), ("internal", "button", "Load again")]:
        page.evaluate(
            """async ([code, isHost]) => {
                (await import("/static/js/core/store.js")).store.isHost = isHost;
                (await import("/static/js/core/api.js")).showError({ code, message: { en: "No", ja: "不可" } });
            }""",
            [code, True],
        )
        expect(refused.get_by_role(role, name=label)).to_be_visible()
        close_sheet(page)


OPEN_SECOND = """async (isLate) => {
    const { openSheet } = await import("/static/js/core/dom.js");
    const popped = new Promise((resolve) => addEventListener("popstate", resolve, { once: true }));
    const closed = new Promise((resolve) => addEventListener("close", resolve, { once: true, capture: true }));
    const first = openSheet("One");
    if (isLate) {
        // The page is on its way back from the entry of the first sheet, and has not arrived.
        history.back = () => {
            delete history.back;
            history.back();
            openSheet("Two");
        };
    }
    first.close();
    if (!isLate) openSheet("Two");
    await (isLate ? popped : closed);
    await new Promise((resolve) => setTimeout(resolve));
    return [...document.querySelectorAll("dialog[open] h2")].map((title) => title.textContent);
}"""


@pytest.mark.long
@pytest.mark.parametrize("is_late", [False, True])
def test_a_sheet_that_follows_another_stays_until_one_goes_back(
    page: Page,  # noqa: F811
    live_table: LiveTable,  # noqa: F811
    is_late: bool,
) -> None:
    address = page.url
    assert page.evaluate(OPEN_SECOND, is_late) == ["Two"]
    assert page.evaluate("history.state.sheet")
    page.evaluate("history.back()")
    expect(page.locator("dialog")).to_have_count(0)
    assert page.url == address
    assert page.evaluate("history.state?.sheet") is None

"""A form that is refused says so where its sender looks, and keeps what was entered."""

from __future__ import annotations

import json

import pytest
from flask import Flask
from playwright.sync_api import Browser, FilePayload, Page, Route, expect

from tests.promises.browser.test_live_table import LiveTable, live_table, page  # noqa: F401  fixtures
from tests.support.browser import NEEDS_BROWSER
from tests.support.evening_on_table import Stage, list_pages
from tests.support.table import PIN
from web.system.network import own_address

pytestmark = [
    NEEDS_BROWSER,
    pytest.mark.skipif(own_address() == "127.0.0.1", reason="this machine has no address but its own loopback"),
]

BACKUP: FilePayload = {"name": "kept.gz", "mimeType": "application/gzip", "buffer": b"no backup"}
WORDS = {"en": "somebody was first", "ja": "ほかの人が先でした"}
# Forms that are sent: those that are answered by a page of their own have nothing to keep.
FORMS = "form[method=post]:not([data-whole])"
FILL = """(form) => {
    let count = 0;
    for (const field of form.querySelectorAll("input:not([type=hidden], [type=radio]), textarea")) {
        count += 1;
        if (field.type === "checkbox") field.checked = !field.defaultChecked;
        else if (field.type === "number") field.value = field.min || "1";
        else if (field.type === "file") {
            const files = new DataTransfer();
            files.items.add(new File(["cards"], "cards.txt"));
            field.files = files.files;
        } else field.value = `12345${count}`;
    }
    for (const box of document.querySelectorAll("details")) box.open = true;
    form.noValidate = true;
}"""
ENTERED = """(form) => [...form.querySelectorAll("input:not([type=hidden]), select, textarea")].map((field) =>
    [field.name, field.type === "file" ? field.files[0]?.name : field.value, field.checked ?? null])"""


def is_seen_and_focused(page: Page, words: str) -> None:  # noqa: F811
    """Wait until a refusal with these words stands on the screen and has the focus."""
    refusal = page.locator("[role=alert]", has_text=words)
    expect(refusal).to_be_in_viewport(ratio=1)
    expect(refusal).to_be_focused()


def test_a_restore_without_the_pin_says_so_at_its_form_and_keeps_the_file(
    page: Page,  # noqa: F811
    live_table: LiveTable,  # noqa: F811
) -> None:
    phones = live_table.app.extensions["fudayomi"].phones
    page.goto(f"{live_table.url}/files")
    page.get_by_text("Restore a backup").click()
    form = page.locator("form[action='/files/restore']")
    form.locator("input[type=file]").set_input_files(BACKUP)
    assert form.locator("input[name=pin]").count() == 0
    phones._pin_given_at.clear()  # the minutes are over in which the PIN need not be given again
    form.get_by_role("button", name="Restore").click()
    is_seen_and_focused(page, "This needs the host's PIN once more")
    pin = form.locator("input[name=pin]")
    pin.fill("000000")
    form.get_by_role("button", name="Restore").click()
    is_seen_and_focused(page, "not the PIN")
    expect(pin).to_have_value("")
    live_table.app.extensions["fudayomi"].pin.backoff.clear()
    assert page.locator("[role=alert]").count() == 1
    pin.fill(PIN)
    form.get_by_role("button", name="Restore").click()
    # The file is still there, and is refused for itself now.
    is_seen_and_focused(page, "no backup of a ledger")
    assert form.locator("input[type=file]").evaluate("(field) => field.files[0].name") == "kept.gz"
    expect(form.locator("input[name=pin]")).to_have_count(0)


def test_a_form_that_does_not_reach_the_table_stays_as_it_is(page: Page, live_table: LiveTable) -> None:  # noqa: F811
    page.goto(f"{live_table.url}/seats")
    form = page.locator("form[action='/seats/join']")
    form.locator("input[name=player]").fill("Rin")
    page.route("**/seats/join", lambda route: route.abort(), times=1)
    form.get_by_role("button", name="Sit down").click()
    is_seen_and_focused(page, "The table does not answer")
    expect(form.locator("input[name=player]")).to_have_value("Rin")
    form.get_by_role("button", name="Sit down").click()
    expect(page.locator(".sitting bdi", has_text="Rin")).to_have_count(1)
    assert page.locator("[role=alert]").count() == 0
    # A second one of that name cannot sit down, and the other fields stay.
    form.locator("input[name=player]").fill("Rin")
    form.locator("input[name=stones]").fill("7")
    form.get_by_role("button", name="Sit down").click()
    expect(form.locator("[role=alert]")).to_be_focused()
    expect(form.locator("input[name=player]")).to_have_value("Rin")
    expect(form.locator("input[name=stones]")).to_have_value("7")


def test_a_wrong_pin_is_asked_again_where_it_was_typed(page: Page, live_table: LiveTable) -> None:  # noqa: F811
    live_table.app.extensions["fudayomi"].phones._pin_given_at.clear()
    page.evaluate("import('/static/js/core/api.js').then((part) => { part.postChange('/api/close'); })")
    field = page.locator(".sheet input")
    field.fill("000000")
    page.keyboard.press("Enter")
    expect(page.locator(".sheet .refused")).to_contain_text("not the PIN")
    live_table.app.extensions["fudayomi"].pin.backoff.clear()
    page.locator(".sheet input").fill(PIN)
    page.keyboard.press("Enter")
    expect(page.locator(".sheet")).to_have_count(0)
    page.wait_for_function("fetch('/api/session').then((answer) => answer.json()).then(({evening}) => evening.closed)")


@pytest.mark.long
@pytest.mark.parametrize("lang", WORDS)
def test_every_form_keeps_what_was_entered_and_shows_the_refusal(
    app: Flask, stage: Stage, browser: Browser, lang: str
) -> None:
    """Whatever the table refuses, without a page of its own: too many changes, a phone that is no host any more."""
    context = stage.context(browser, locale=lang, reduced_motion="reduce", viewport={"width": 360, "height": 740})
    page = context.new_page()  # noqa: F811

    def refuse(route: Route) -> None:
        if route.request.method != "POST":
            return route.fallback()
        error = {"error": {"code": "too_many_tries", "message": WORDS, "seat": None, "cards": []}}
        return route.fulfill(status=429, content_type="application/json", body=json.dumps(error))

    page.route("**/*", refuse)
    seen = 0
    for path in list_pages(app, stage):
        stage.show(page, path)
        for at in range(page.locator(FORMS).count()):
            form = page.locator(FORMS).nth(at)
            form.evaluate(FILL)
            entered = form.evaluate(ENTERED)
            form.evaluate("(form) => form.requestSubmit(form.querySelector('button:not([formnovalidate])'))")
            is_seen_and_focused(page, WORDS[lang])
            assert page.locator(FORMS).nth(at).evaluate(ENTERED) == entered, path
            seen += 1
    assert seen > 10
    context.close()

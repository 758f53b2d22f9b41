"""待ち machi: how long the table itself takes, from a tap to what it shows, apart from how fast a thumb is."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page

# A page notes each tap and the last change of what it shows until the next one, by its own clock. What it was opened
# by counts from the beginning of its loading.
_WATCH = """(() => {
    const now = () => performance.now();
    window.machine = { sum: 0, from: 0, last: null };
    const close = () => {
        if (machine.last !== null) machine.sum += machine.last - machine.from;
        machine.last = null;
    };
    machine.seconds = () => {
        close();
        const { sum } = machine;
        machine.sum = 0;
        machine.from = now();
        return sum / 1000;
    };
    addEventListener("click", () => { close(); machine.from = now(); }, { capture: true });
    // What only goes, such as a message after some seconds, shows nothing.
    const observer = new MutationObserver((changes) => {
        if (changes.some((each) => each.addedNodes.length)) machine.last = now();
    });
    observer.observe(document, { subtree: true, childList: true });
})()"""


def watch_time(context: BrowserContext) -> None:
    """Every page that this phone opens from now on measures itself."""
    context.add_init_script(_WATCH)


def machine_seconds(page: Page) -> float:
    """Seconds from each tap to the last change before the next, summed since this was asked last.

    Of a page that a tap has opened also the seconds from the beginning of its loading. Stones that fly do not count:
    they are moved, not drawn anew.
    """
    page.wait_for_function("() => [...document.images].every((image) => image.complete)")
    return float(page.evaluate("() => machine.seconds()"))

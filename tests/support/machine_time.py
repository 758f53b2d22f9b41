"""Time from taps on a page to what they show."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page

# A page notes each tap and the last change before the next one, by its own clock. The tap that opened the page counts
# from the start of loading.
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
    // Removed nodes show nothing new: a message may go after some seconds.
    const observer = new MutationObserver((changes) => {
        if (changes.some((each) => each.addedNodes.length)) machine.last = now();
    });
    observer.observe(document, { subtree: true, childList: true });
})()"""


def watch_time(context: BrowserContext) -> None:
    """Measure every page that this phone opens from now on."""
    context.add_init_script(_WATCH)


def machine_seconds(page: Page) -> float:
    """Seconds from each tap to the last change before the next, summed since the last call.

    Loading counts for a page that a tap has opened. Flying stones do not count: they are moved, not added.
    """
    page.wait_for_function("() => [...document.images].every((image) => image.complete)")
    return float(page.evaluate("() => machine.seconds()"))

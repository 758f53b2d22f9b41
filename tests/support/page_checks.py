"""吟味 ginmi: what is wrong with a page or a sheet as it stands: for axe, for a thumb, for letters twice as large."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page

Rules = dict[str, Any]
"""What axe is to look at."""
RULES: Rules = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
# What a finger must hit, as large as it: links and words within a sentence and what is hidden from the eye aside.
SMALL = """(root) => [...root.querySelectorAll("button, a, input, select, summary, [role=button]")].filter((one) => {
    const { width, height } = (one.closest("label") ?? one).getBoundingClientRect();
    const isInSentence = one.matches("a") && getComputedStyle(one).display === "inline"
        && [...one.parentElement.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    return !isInSentence && !one.matches("a.word, .aural, .button > input[type=file]") && one.checkVisibility()
        && (width < 43.5 || height < 43.5) && !one.closest("svg");
}).map((one) => `${one.outerHTML.slice(0, 90)} ${JSON.stringify(one.getBoundingClientRect())}`)"""
# At 360 pixels with letters twice as large: nothing stands outside, nothing is cut.
CUT = """(root) => {
    const wide = root.scrollWidth > root.clientWidth + 1 ? [`${root.className} ${root.scrollWidth}`] : [];
    const cut = [...root.querySelectorAll("*")].filter((one) => one.checkVisibility() && one.clientWidth > 1
        && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
        && getComputedStyle(one).overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1);
    return [...wide, ...cut.map((one) => one.outerHTML.slice(0, 120))];
}"""

MOVES = "document.getAnimations().map((one) => one.effect.target.outerHTML.slice(0, 90))"


AXE = Axe().axe_script
# Of siblings built alike (elements, classes, states, styles) a few are shown. The others are hidden until SHOW_ALL.
FEW_ALIKE = """(few) => {
    const states = ["aria-pressed", "aria-current", "disabled", "style", "lang"];
    const state = (one) => states.map((name) => one.getAttribute(name));
    const build = (root) => [root, ...root.querySelectorAll("*")].map(
        (one) => `${one.localName} ${one.getAttribute("class")} ${state(one)}`);
    window.tooMany = [];
    for (const parent of document.body.querySelectorAll("*:not(svg, svg *, select, tr)")) {
        if (parent.children.length <= few) continue;
        const count = {};
        for (const one of parent.children) {
            const like = [...new Set(build(one))].sort().join();
            count[like] = (count[like] ?? 0) + 1;
            if (count[like] > few) tooMany.push([one, one.style.display]);
        }
    }
    for (const [one] of tooMany) one.style.display = "none";
}"""
SHOW_ALL = "for (const [one, display] of tooMany) one.style.display = display"
FEW = 6
"""Siblings built alike that axe looks at in the gate. `make test-all` shows it all of them."""

COLOURS: Rules = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
"""The rules of those above that look at colours: dark, nothing else of a page differs."""


def faults(page: Page, dark: Rules = COLOURS) -> list[str]:
    """What axe finds wrong with the page as it stands, in both lights, by the rules of `dark` in the dark.

    With every rule in the dark, it looks at everything; else at a few of what is built alike.
    """
    wrong = []
    # Not by a script that every page begins with: reading axe takes longer than opening a page.
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    if dark is not RULES:
        page.evaluate(FEW_ALIKE, FEW)
    for theme, rules in (("light", RULES), ("dark", dark)):
        page.emulate_media(color_scheme=theme)
        found: Any = page.evaluate("(options) => axe.run(options)", {"resultTypes": ["violations"], "runOnly": rules})
        wrong += [
            f"{theme} {one['id']}: {node['html'][:120]} ({node['failureSummary'][:200]})"
            for one in found["violations"]
            for node in one["nodes"]
        ]
    if dark is not RULES:
        page.evaluate(SHOW_ALL)
    return wrong


def unfolded(page: Page) -> None:
    """Everything on the page that can be unfolded, is."""
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")


def judged(page: Page, root: Locator, dark: Rules | None = COLOURS) -> list[str]:
    """What is wrong with what stands open in `root`. `dark`: as above, None to leave out axe."""
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    cut = root.evaluate(CUT)
    page.evaluate("document.documentElement.style.fontSize = ''")
    found = {
        "axe": [] if dark is None else faults(page, dark),
        "small": root.evaluate(SMALL),
        "cut": cut,
        "moves": page.evaluate(MOVES),
    }
    return [f"{what}: {each}" for what, told in found.items() for each in told]


LOOKS = [
    pytest.param("en", COLOURS, id="en"),
    pytest.param("ja", None, id="ja"),
    pytest.param("en", RULES, id="en-every-rule", marks=pytest.mark.long),
    pytest.param("ja", RULES, id="ja-every-rule", marks=pytest.mark.long),
]
"""Languages, and what axe looks at in the dark. Words change nothing that axe sees, so once is enough for the gate."""

"""Accessibility checks of a page: axe, tap targets, text at 200 %."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page

Rules = dict[str, Any]
"""The rules that axe checks, as its option `runOnly`."""
RULES: Rules = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
# Tap targets below 44 pixels, except links and words within a sentence and what is hidden from sight.
SMALL_TARGETS = """(root) => [
    ...root.querySelectorAll("button, a, input, select, summary, [role=button]")
].filter((one) => {
    const { width, height } = (one.closest("label") ?? one).getBoundingClientRect();
    const isInSentence = one.matches("a") && getComputedStyle(one).display === "inline"
        && [...one.parentElement.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    return !isInSentence && !one.matches("a.word, .aural, .button > input[type=file]") && one.checkVisibility()
        && (width < 43.5 || height < 43.5) && !one.closest("svg");
}).map((one) => `${one.outerHTML.slice(0, 90)} ${JSON.stringify(one.getBoundingClientRect())}`)"""
# What is too wide for the root, or cuts its own text.
CLIPPED_TEXT = """(root) => {
    const wide = root.scrollWidth > root.clientWidth + 1 ? [`${root.className} ${root.scrollWidth}`] : [];
    const cut = [...root.querySelectorAll("*")].filter((one) => one.checkVisibility() && one.clientWidth > 1
        && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
        && getComputedStyle(one).overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1);
    return [...wide, ...cut.map((one) => one.outerHTML.slice(0, 120))];
}"""

RUNNING_ANIMATIONS = "document.getAnimations().map((one) => one.effect.target.outerHTML.slice(0, 90))"


AXE = Axe().axe_script
# Shows only a few siblings of the same elements, classes, states and styles. SHOW_ALL shows the others again.
HIDE_REPEATED = """(few) => {
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
MAX_ALIKE = 6
"""Siblings of the same kind that axe checks in the gate. `make test-all` checks all of them."""

COLOURS: Rules = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
"""The rules about colours. A page in the dark differs in nothing else."""


def find_violations(page: Page, dark: Rules = COLOURS) -> list[str]:
    """Violations that axe finds on the page in the light by all rules, in the dark by the rules `dark`.

    All elements are checked where `dark` is `RULES`, else only a few of the same kind.
    """
    violations = []
    # Only where it is needed: loading axe takes longer than opening a page.
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    if dark is not RULES:
        page.evaluate(HIDE_REPEATED, MAX_ALIKE)
    for theme, rules in (("light", RULES), ("dark", dark)):
        page.emulate_media(color_scheme=theme)
        found: Any = page.evaluate("(options) => axe.run(options)", {"resultTypes": ["violations"], "runOnly": rules})
        violations += [
            f"{theme} {one['id']}: {node['html'][:120]} ({node['failureSummary'][:200]})"
            for one in found["violations"]
            for node in one["nodes"]
        ]
    if dark is not RULES:
        page.evaluate(SHOW_ALL)
    return violations


def unfold_details(page: Page) -> None:
    """Unfold everything on the page that can be unfolded."""
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")


def find_faults(page: Page, root: Locator, dark: Rules = COLOURS) -> list[str]:
    """Faults of the page and of `root` on it. `dark`: as in `find_violations`."""
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    clipped = root.evaluate(CLIPPED_TEXT)
    page.evaluate("document.documentElement.style.fontSize = ''")
    found = {
        "axe": find_violations(page, dark),
        "small": root.evaluate(SMALL_TARGETS),
        "cut": clipped,
        "moves": page.evaluate(RUNNING_ANIMATIONS),
    }
    return [f"{what}: {each}" for what, faults in found.items() for each in faults]

"""Style sheets: a page names those it uses, no rule is left over, and none is written twice."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[3]
STYLES = ROOT / "web/static/css"
TEMPLATES = ROOT / "web/templates"
SCRIPTS = ROOT / "web/static"
PAGES = sorted(
    file.relative_to(TEMPLATES).as_posix()
    for file in TEMPLATES.rglob("*.html")
    if file.name != "base.html" and not file.stem.endswith("macros")
)
WORD = re.compile(r"[A-Za-z_][\w-]*")
PRINTED = "learn/cheatsheet"
"""It overrides on paper what the screen shows."""
NUMBERED = ("line", "pair")
"""Classes that scripts complete with a number of their own, such as `line3`."""


class Rule(NamedTuple):
    """One declaration of a sheet. `at`: the conditions it stands under, such as a width of the screen."""

    at: tuple[str, ...]
    selector: str
    declared: str


def parse_rules(text: str, at: tuple[str, ...] = ()) -> list[Rule]:
    """Rules of a style sheet in their order.

    >>> parse_rules("@media print { .bar { display: none; } }")
    [Rule(at=('@media print',), selector='.bar', declared='display: none;')]
    """
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    rules, start = [], 0
    while (opening := text.find("{", start)) >= 0:
        head, depth, end = " ".join(text[start:opening].split()), 1, opening + 1
        while depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        body = text[opening + 1 : end - 1]
        nested = head.startswith(("@media", "@container"))
        rules += parse_rules(body, (*at, head)) if nested else [Rule(at, head, " ".join(body.split()))]
        start = end
    return rules


@cache
def rules_of(sheet: str) -> list[Rule]:
    """Rules of a sheet, by its path without the suffix."""
    return parse_rules((STYLES / f"{sheet}.css").read_text())


def names_in(selector: str) -> set[str]:
    """Classes and ids without which a selector matches nothing."""
    selector = re.sub(r"\"[^\"]*\"|:not\([^)]*\)", "", selector)
    names = re.findall(r"[.#]([A-Za-z_][\w-]*)", selector)
    return {re.sub(rf"^({'|'.join(NUMBERED)})-?\d$", r"\1", name) for name in names}


def split_selector(selector: str) -> list[str]:
    """The alternatives of a selector, `:is` resolved.

    >>> split_selector("a:is(.b, .c), p")
    ['a.b', 'a.c', 'p']
    """
    if found := re.search(r":(?:is|where|has)\(((?:[^()]|\([^()]*\))*)\)", selector):
        before, after = selector[: found.start()], selector[found.end() :]
        return [
            each
            for one in re.split(r",(?![^(]*\))", found[1])
            for each in split_selector(f"{before}{one.strip()}{after}")
        ]
    return [one.strip() for one in re.split(r",(?![^(]*\))", selector)]


def read_template(name: str) -> str:
    """A template with all that it extends or imports."""
    text = (TEMPLATES / name).read_text()
    return text + "".join(read_template(one) for one in re.findall(r'{% (?:extends|from|include) "([^"]+)"', text))


def read_scripts(files: set[Path]) -> str:
    """Scripts with all that they import, at once or later."""
    texts, left = {}, {file.resolve() for file in files}
    while left:
        file = left.pop()
        texts[file] = file.read_text()
        imports = re.findall(r'(?:from|import\()\s*"(\.[\w./-]+\.js)"', texts[file])
        left |= {(file.parent / one).resolve() for one in imports} - texts.keys()
    return "".join(texts.values())


class StyledPage(NamedTuple):
    """What a page loads. `sheets`: in the order of the page, then those that its scripts load later."""

    sheets: list[str]
    words: set[str]


@cache
def read_page(name: str) -> StyledPage:
    template = read_template(name)
    scripts = read_scripts({SCRIPTS / one for one in re.findall(r"filename='(js/[\w/.-]+)'", template)})
    own = (TEMPLATES / name).read_text()
    named = re.findall(r"css/([\w/-]+)\.css", own)
    for found in re.findall(r"set styles = \[(.*?)\]|style_links\(\[(.*?)\]", template):
        named += re.findall(r'"([\w/-]+)"', "".join(found))
    later = [one for one in re.findall(r'"([\w/-]+)"', scripts) if (STYLES / f"{one}.css").is_file()]
    return StyledPage(list(dict.fromkeys([*named, *later])), set(WORD.findall(template + scripts)))


SHEETS = sorted(file.relative_to(STYLES).with_suffix("").as_posix() for file in STYLES.rglob("*.css"))


@pytest.mark.parametrize("name", PAGES)
def test_a_page_names_sheets_that_exist_and_is_told_nothing_twice(name: str) -> None:
    sheets = read_page(name).sheets
    assert [one for one in sheets if one not in SHEETS] == []
    declarations = Counter(
        (rule.at, rule.selector, declared.split(":")[0].strip())
        for sheet in sheets
        if sheet != PRINTED
        for rule in rules_of(sheet)
        if not rule.selector.startswith("@")
        for declared in filter(str.strip, rule.declared.split(";"))
    )
    assert [what for what, times in declarations.items() if times > 1] == []


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_rule_of_a_sheet_is_used_on_a_page_that_loads_it(sheet: str) -> None:
    words = [page.words for page in map(read_page, PAGES) if sheet in page.sheets]
    assert words, "no page loads it"
    unused = [
        selector
        for rule in rules_of(sheet)
        for selector in split_selector(rule.selector)
        if not any(names_in(selector) <= known for known in words)
    ]
    assert unused == []


def test_a_left_over_rule_and_a_repeated_one_are_found() -> None:
    assert names_in(".seat.no-such-class .name") - read_page("main.html").words == {"no-such-class"}
    assert {"core/page", "table/cloth", "hands/hands", "history/history"} <= set(read_page("main.html").sheets)
    assert split_selector(":is(.a, .b:has(> .c)) d") == [".a d", ".b> .c d"]

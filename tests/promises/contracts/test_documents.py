"""Documents name only what exists, and explain all class names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from scorer.decks import decks
from scorer.games import games

ROOT = Path(__file__).parents[3]
PACKAGES = ("scorer", "scanner", "web")
DOCUMENTS = sorted(
    [
        *ROOT.glob("*.md"),
        *(file for folder in ("docs", "deploy", "models") for file in (ROOT / folder).rglob("*.md")),
        ROOT / "tests/promises/threats/README.md",
    ]
)
SOURCES = [
    file for top in (*PACKAGES, "tests") for file in (ROOT / top).rglob("*") if file.suffix in {".py", ".js", ".ts"}
]
# Class names with their usual meaning, and games, which the glossary lists among the words of the cards.
STANDARD = {"Alternative", "Channel", "CommandGroup", "Dataset", "Hand", "MessageDecoder", "Pin", "ProcessPool"}
STANDARD |= {"RateLimiter", "Settings"} | {type(game).__name__ for game in games().values()}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'(?:src|href)="([^"]+)"', text)
    inside = [link.partition("#")[0] for link in links if not re.match(r"[a-z]+:|#", link)]
    assert [link for link in inside if not (document.parent / link).exists()] == []


WITH_FILES = [
    f"docs/{page}.md" for page in ("architecture", "where-to-find", "extending", "training", "long-runs", "hall")
]
"""Pages that name files of the project and what is in them."""


def files_named(path: str) -> list[Path]:
    """Source files whose path ends in `path`."""
    return [file for file in SOURCES if str(file).endswith(f"/{path}")]


def find_undefined(text: str) -> Iterator[str]:
    """Names that a text gives after the path of a file which does not define them."""
    for path, following in re.findall(r"`([\w./-]+\.(?:py|js|ts))`((?:,?\s+`[\w.]+`)+)", text):
        code = "".join(file.read_text(encoding="utf-8") for file in files_named(path))
        for part in re.findall(r"\w+", re.sub(r"`[\w.]+\.(?:py|js|ts|json|md)`", "", following)):
            if not re.search(rf"(?:def|class|function|const|let) {part}\b|^\s*{part}\b[^(\n]*=", code, re.MULTILINE):
                yield f"{path} {part}"


@pytest.mark.parametrize("name", WITH_FILES)
def test_files_and_names_exist(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    paths = set(re.findall(r"`([\w./-]+\.(?:py|js|ts))`", text))
    assert paths
    assert sorted(path for path in paths if not files_named(path) and not (ROOT / path).exists()) == []
    assert sorted(find_undefined(text)) == []


@cache
def folders() -> set[str]:
    """Every folder that source files lie in, at any depth, between slashes."""
    return {f"/{folder.as_posix()}/" for file in SOURCES for folder in file.relative_to(ROOT).parents}


def folder_exists(path: str) -> bool:
    """Whether the path is a folder of the project, or ends the path of a folder with source files."""
    return (ROOT / path).is_dir() or any(folder.endswith(f"/{path}") for folder in folders())


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "deploy/README.md", *WITH_FILES])
def test_folders_exist(name: str) -> None:
    """Folders are written with a slash at their end. `mutants/` comes only with a run of mutmut."""
    paths = set(re.findall(r"`([\w.-][\w./-]*/)`", (ROOT / name).read_text(encoding="utf-8"))) - {"mutants/"}
    assert sorted(path for path in paths if not folder_exists(path)) == []


@cache
def public_classes() -> set[str]:
    """Every public class of the packages."""
    return {
        name
        for package in PACKAGES
        for file in (ROOT / package).rglob("*.py")
        for name in re.findall(r"^class ([A-Za-z]\w*)", file.read_text(encoding="utf-8"), re.MULTILINE)
    }


def read_glossary() -> tuple[set[str], set[str]]:
    """The words in code type of the glossary's first column, and its Japanese words."""
    rows = [line.split("|") for line in (ROOT / "docs/glossary.md").read_text(encoding="utf-8").splitlines()]
    first = {word for row in rows if len(row) > 3 for word in re.findall(r"`(\w+)`", row[1])}
    return first, {row[2].strip() for row in rows if len(row) == 5}


def test_every_class_name_is_explained() -> None:
    explained, _ = read_glossary()
    events = {
        name
        for name in public_classes()
        if re.fullmatch(r"(Evening|Game|Round|Player|Seats)[A-Z][a-z]+(ed|un|ne|ft)", name)
    }
    alike = {name for name in public_classes() if name.endswith(("Config", "Source"))}
    assert sorted(public_classes() - explained - STANDARD - events - alike) == []


def test_every_explained_class_is_there() -> None:
    explained, _ = read_glossary()
    assert sorted(word for word in explained if re.match(r"[A-Z][a-z]", word) and word not in public_classes()) == []


def test_every_native_word_is_in_the_glossary() -> None:
    _, japanese = read_glossary()
    words = {word.name.ja for game in games().values() for word in game.words}
    words |= {word.name.ja for deck in decks().values() for word in deck.terms}
    assert sorted(words - japanese) == []

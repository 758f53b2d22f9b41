"""Every text of the rules stands in texts.toml, in every language, with the placeholders that are given."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from textwrap import dedent

import pytest

from scorer import texts
from scorer.wording import SHARED, Wording, file_of, placeholders

SCORER = SHARED.parent
CATALOGUES = [path for path in sorted(SCORER.rglob("*.toml")) if path.suffixes == [".toml"]]
LANGUAGES = ("en", "ja")
"""Those in which every text is written; in others English stands for what is left out."""

TABLES = {"text": "texts", "name": "names", "because": "reasons"}
"""The functions that take the key of an entry, and the table it stands in."""
OWN_ARGUMENTS = {"option", "amounts", "flag", "word", "lesson", "table"}
"""Methods of a wording that read several entries for what they are told."""


@dataclass
class Uses:
    """What modules ask of one catalogue: patterns of keys with the placeholders that are given each time."""

    calls: list[tuple[str, str, frozenset[str], str]] = field(default_factory=list)
    """Regular expression of the key, the key as written, placeholders, place in the code."""


def name_of(path: Path) -> str:
    return path.relative_to(SCORER.parent).as_posix()


def catalogue_of(path: Path) -> tuple[Path, str]:
    """The file, and the table in it, that a module's texts come from."""
    parts = path.relative_to(SCORER).parts
    if parts[0] == "games" and len(parts) > 2:
        return SCORER / "games" / parts[1] / "texts.toml", ""
    if path.with_suffix(".toml").exists() and path.with_suffix(".toml") != SHARED:
        return path.with_suffix(".toml"), ""
    return SHARED, parts[1] if parts[0] == "families" and len(parts) > 2 else parts[0].removesuffix(".py")


def patterns(node: ast.expr, scope: ast.AST) -> Iterator[str]:
    """Regular expressions for the keys that an argument may be."""
    match node:
        case ast.Constant(value=str(key)):
            yield re.escape(key)
        case ast.JoinedStr(values=values):
            yield "".join(re.escape(part.value) if isinstance(part, ast.Constant) else "[^.]+" for part in values)
        case ast.IfExp(body=body, orelse=orelse):
            yield from patterns(body, scope)
            yield from patterns(orelse, scope)
        case ast.Name(id=name):
            for inner in ast.walk(scope):
                if isinstance(inner, ast.Assign) and [ast.unparse(each) for each in inner.targets] == [name]:
                    yield from patterns(inner.value, scope)
                if isinstance(inner, ast.comprehension) and ast.unparse(inner.target) == name:
                    for each in getattr(inner.iter, "elts", ()):
                        yield from patterns(each, scope)
        case _:
            pass


def entries_of(call: ast.Call) -> Iterator[str]:
    """Keys of the entries that option, flag, word, lesson and table read."""
    first, *others = (arg.value for arg in call.args if isinstance(arg, ast.Constant))
    match call.func.attr:
        case "option":
            named = (arg.value for arg in call.keywords if arg.arg == "values")
            listed = call.args[2] if len(call.args) > 2 else next(named, None)
            values = listed.elts if listed else ()
            yield from (f"options.{first}.{part}" for part in ("label", "help", *(each.value for each in values)))
        case "flag" | "amounts":
            yield from (f"options.{first}.{part}" for part in ("label", "help"))
        case "word":
            yield from (f"words.{first}.{part}" for part in ("name", "meaning"))
        case "lesson":
            yield from (f"lesson.{key}.{part}" for key in (first, *others) for part in ("title", "body"))
        case "table":
            yield from (f"{first}.{key}" for key in others)


def functions_of(tree: ast.Module) -> set[str]:
    """Which of `text`, `name` and `because` a module has from a wording."""
    found = set()
    for node in tree.body:
        match node:
            case ast.ImportFrom(module=str(module), names=names) if re.fullmatch(
                r"scorer(\.games\.\w+\.texts|\.families\.\w+|\.(families|rules|teaching|session|following|decks))",
                module,
            ):
                found |= {each.name for each in names}
            case ast.Assign(targets=[target], value=value) if re.search("WORDING|shared|wording", ast.unparse(value)):
                found |= set(re.findall(r"\w+", ast.unparse(target)))
    return found & TABLES.keys()


@cache
def uses() -> dict[tuple[Path, str], Uses]:
    """What every module of the rules asks, by catalogue."""
    found: dict[tuple[Path, str], Uses] = defaultdict(Uses)
    for path in sorted(SCORER.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        scopes = {
            inner: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) for inner in ast.walk(node)
        }
        own = functions_of(tree)
        for call in ast.walk(tree):
            if not isinstance(call, ast.Call):
                continue
            function = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            is_wording = (
                function in own
                if isinstance(call.func, ast.Name)
                else re.match(r"_?WORDING\.|shared\(", ast.unparse(call.func))
            )
            where, at = found[catalogue_of(path)].calls, f"{name_of(path)}:{call.lineno}"
            if function in TABLES and is_wording and call.args:
                given = frozenset(each.arg for each in call.keywords if each.arg)
                keys = list(patterns(call.args[0], scopes.get(call, tree)))
                assert keys, f"{at}: the key of this text cannot be read"
                where += [(f"{TABLES[function]}\\.{key}", key, given, at) for key in keys]
            elif function in OWN_ARGUMENTS and isinstance(call.func, ast.Attribute) and is_wording:
                where += [(re.escape(key), key, frozenset(), at) for key in entries_of(call)]
    return {catalogue: asked for catalogue, asked in found.items() if asked.calls}


every_catalogue = pytest.mark.parametrize(
    "catalogue", uses(), ids=lambda each: f"{name_of(each[0]).removeprefix('scorer/')} {each[1]}".strip()
)


@every_catalogue
def test_every_key_is_worded_in_every_language(catalogue: tuple[Path, str]) -> None:
    wording = Wording(*catalogue)
    for language in LANGUAGES:
        entries = wording.entries(language)
        missing = [
            at for key, _, _, at in uses()[catalogue].calls if not any(re.fullmatch(key, each) for each in entries)
        ]
        assert missing == []


@every_catalogue
def test_every_entry_is_used(catalogue: tuple[Path, str]) -> None:
    asked = {key for key, _, _, _ in uses()[catalogue].calls}
    entries = Wording(*catalogue).entries("en")
    assert [entry for entry in entries if not any(re.fullmatch(key, entry) for key in asked)] == []


@every_catalogue
def test_placeholders_are_those_that_are_given(catalogue: tuple[Path, str]) -> None:
    wording, faults = Wording(*catalogue), []
    needed: dict[str, frozenset[str]] = defaultdict(frozenset)
    for language in (*LANGUAGES, "kana"):
        for entry, sentence in wording.entries(language).items():
            needed[entry] |= placeholders(sentence)
    unused: dict[str, frozenset[str]] = {}
    for key, _, given, at in uses()[catalogue].calls:
        wanted = [needed[entry] for entry in needed if re.fullmatch(key, entry)]
        faults += [f"{at}: {sorted(names - given)} not given" for names in wanted if names - given]
        unused[at] = unused.get(at, given).difference(*wanted)
    faults += [f"{at}: {sorted(names)} not used" for at, names in unused.items() if names]
    assert faults == []


@pytest.mark.parametrize("path", CATALOGUES, ids=name_of)
def test_a_sentence_stands_in_both_languages(path: Path) -> None:
    wording = Wording(path)
    assert wording.entries("en").keys() == wording.entries("ja").keys()
    assert wording.entries("kana").keys() <= wording.entries("en").keys()


@pytest.mark.parametrize("path", CATALOGUES, ids=name_of)
def test_no_table_of_a_file_is_left_over(path: Path) -> None:
    areas = {area for file, area in uses() if file == path}
    entries = Wording(path).entries("en")
    assert areas == {""} or {entry.partition(".")[0] for entry in entries} == areas


def test_no_file_is_read_before_its_texts_are_shown() -> None:
    """A start reads the wording of the one game that is asked for, and what all games share."""
    program = """
        from scorer.api import settle_json
        from scorer.games import games
        from scorer.wording import _read
        games()
        print(_read.cache_info().currsize)
        settle_json({"game": "koikoi", "seats": ["A", "B"], "piles": [[], []], "ended_by": "empty"})
        print(_read.cache_info().currsize)
    """
    started = subprocess.run(
        [sys.executable, "-c", dedent(program)], cwd=SCORER.parent, capture_output=True, text=True, check=True
    )
    files = 1 + len(set(texts.LANGUAGES) - set(LANGUAGES))  # one for English and Japanese, one a further language
    assert started.stdout.split() == ["0", str(2 * files)]


FURTHER = [(path, language) for path in CATALOGUES for language in texts.LANGUAGES if file_of(path, language).exists()]


@pytest.mark.parametrize(
    ("path", "language"), FURTHER, ids=[f"{name_of(path)} {language}" for path, language in FURTHER]
)
def test_a_further_language_says_what_is_asked_with_what_is_given(path: Path, language: str) -> None:
    wording = Wording(path)
    said, written = wording.entries(language), [wording.entries(each) for each in LANGUAGES]
    assert said.keys() <= written[0].keys()
    strange = {key: placeholders(line) - placeholders(written[0][key]) for key, line in said.items()}
    strange = {key: names - placeholders(written[1][key]) for key, names in strange.items()}
    assert [key for key, names in strange.items() if names] == []


def test_korean_has_no_particle_that_depends_on_a_word_filled_in() -> None:
    """Which of two forms follows depends on the last letter of the word: 솔이, 비가."""
    lines = {
        f"{path.name} {key}": line
        for path, language in FURTHER
        if language == "ko"
        for key, line in Wording(path).entries("ko").items()
    }
    assert len(lines) > 400
    particle = re.compile(r"\}[’”]?(은|는|이|가|을|를|과|와|으로|로|예요|이에요|이지만|인|나)(?=[\s.,:?!]|$)")
    assert [key for key, line in lines.items() if particle.search(line)] == []


def own_words(path: Path) -> list[str]:
    """The lines of a module in which a text stands: Japanese outside of docstrings, or a Text of literals."""
    tree = ast.parse(path.read_text("utf-8"))
    notes = {
        node.value for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    return [
        f"{node.lineno}"
        for node in ast.walk(tree)
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and node not in notes
            and re.search("[\u3040-\u30ff\u4e00-\u9fff]", node.value)
        )
        or (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("Text", "Name")
            and any(
                isinstance(arg, ast.JoinedStr) or (isinstance(arg, ast.Constant) and arg.value) for arg in node.args
            )
        )
    ]


def test_no_text_is_left_in_the_rules() -> None:
    modules = [path for folder in ("games", "families", "rules") for path in sorted((SCORER / folder).rglob("*.py"))]
    assert len(modules) > 100
    assert {name_of(path): lines for path in modules if (lines := own_words(path))} == {}

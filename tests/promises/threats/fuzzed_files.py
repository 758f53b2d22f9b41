"""Damaged evening files, notation and deck files, each read or refused with a declared code."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask import Flask

from scanner.enrolled.deck_file import decode_deck
from scanner.enrolled.store import list_decks
from scorer.api import settle_round
from scorer.errors import ERROR_CODES, Refusal
from scorer.notation import read_round
from tests.support.table import PIN, Phone
from tests.unit.web.camera.test_enrolment import write_deck_file
from web.archive.importer import parse_evening_file

HERE = Path(__file__).parent
DEEP: Any = json.loads("[" * 60 + "]" * 60)
HUGE: tuple[Any, ...] = (2**53, 10**40, "x" * 9000, "札" * 3000, [0] * 5000, {str(n): n for n in range(3000)})
UNWRITABLE: tuple[Any, ...] = ("\ud800", "\x00", "a\nb", "\u202e", {"\udfff": 1}, ["\ud800"])
"""Text with lone surrogates, control characters and marks that turn the direction of writing."""
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1.5, -0.0, "", "x", [], {}, [[]], [None], {"": None}, DEEP, *HUGE, *UNWRITABLE),
    *("h01-1", "hands.0", "otoroku", PIN[::-1]),
)


def replace_member(value: Any, chance: random.Random, odd: tuple[Any, ...] = ODD) -> Any:
    """A copy of the JSON value with something of `odd` in place of one member, or of all of it if it has none."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        name = chance.choice(sorted(value))
        return {**value, name: replace_member(value[name], chance, odd)}
    if isinstance(value, list) and value and chance.random() < 0.9:
        at = chance.randrange(len(value))
        return [*value[:at], replace_member(value[at], chance, odd), *value[at + 1 :]]
    return chance.choice(odd)


def remove_member(value: Any, chance: random.Random) -> Any:
    """A copy of the JSON value without one member of one of its objects."""
    if not isinstance(value, dict) or not value:
        return value
    name = chance.choice(sorted(value))
    if isinstance(value[name], dict) and value[name] and chance.random() < 0.5:
        return {**value, name: remove_member(value[name], chance)}
    return {key: each for key, each in value.items() if key != name}


def flip_bytes(content: bytes, chance: random.Random) -> bytes:
    """The bytes with some of them changed, cut or doubled."""
    out = bytearray(content)
    for _ in range(chance.randint(1, 6)):
        out[chance.randrange(len(out))] = chance.randrange(256)
    at = chance.randrange(len(out))
    return bytes(chance.choice((out, out[:at], out + out[at:])))


def read_or_refuse(read: Callable[[], object]) -> None:
    """Read. A refusal must have a declared code. Other exceptions fail."""
    try:
        read()
    except Refusal as refusal:
        assert refusal.code in {*ERROR_CODES, "bad_file", "bad_model", "bad_name"}, refusal.code  # noqa: PT017


def fuzz_files(app: Flask, folder: Path, times: int, seed: int) -> None:
    """Read damaged evening files, notation and deck files. The good deck must stay listed."""
    chance = random.Random(seed)
    exported = Phone(app.test_client()).grant_host().get("/evening.json").json
    rounds = [file.read_text().splitlines() for file in sorted((HERE.parent / "golden/rounds").glob("*.txt"))]
    lines = [line for text in rounds for line in text if line[:1].isalpha()]
    write_deck_file(folder, "good")
    deck = (folder / "decks/good.npz").read_bytes()
    for number in range(times):
        spoiled = remove_member(exported, chance) if number % 10 == 0 else replace_member(exported, chance)
        text = json.dumps(spoiled).encode()
        evening = flip_bytes(text, chance) if number % 4 == 0 else text
        read_or_refuse(lambda evening=evening: parse_evening_file(evening))  # type: ignore[misc]
        line = flip_bytes(chance.choice(lines).encode(), chance).decode(errors="surrogateescape")
        read_or_refuse(lambda line=line: settle_round(read_round(line)))  # type: ignore[misc]
        if number % 8 == 0:
            bad = flip_bytes(deck, chance)
            (folder / "decks/bad.npz").write_bytes(bad)
            assert "good" in {each.name for each in list_decks(folder)}
            read_or_refuse(lambda bad=bad: decode_deck(bad))  # type: ignore[misc]

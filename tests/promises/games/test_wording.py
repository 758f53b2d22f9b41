"""Style of settlements: capitals, minus signs, pronouns, digits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from scorer.games import game, games
from scorer.session.reducer import apply
from scorer.session.samples import PLAYER_NAMES
from tests.support.house_rules import choices_of
from tests.support.sample_evenings import Evening, open_evening, simulate_round

every_game = pytest.mark.parametrize("key", games())
ROUNDS = 6
HE = re.compile(r"\b(he|his|him|himself)\b")
HYPHEN_MINUS = re.compile(r"(?<![\w–])-\d")
KANJI_AMOUNT = re.compile(r"(?<![下一二三四五六七八九十])[一二三四五六七八九十百]+(?=点|枚|貫)")


def find_reasons(data: Any) -> Iterator[dict[str, str]]:
    """Texts of all reasons in a settlement."""
    if isinstance(data, dict):
        if {"code", "text"} <= data.keys():
            yield data["text"]
        data = list(data.values())
    if isinstance(data, list):
        for inner in data:
            yield from find_reasons(inner)


def sample_reasons(key: str) -> list[dict[str, str]]:
    """Reasons of some rounds, with default house rules and with each option changed once."""
    texts: list[dict[str, str]] = []
    others = [{option.key: values[-1]} for option in game(key).options if len(values := choices_of(option)) > 1]
    for number, options in enumerate([{}, *others]):
        try:
            session = Evening(open_evening(key, **options)).session
        except ValueError:
            continue  # the options do not allow as many players
        for turn in range(ROUNDS if not options else 1):
            if session.is_playable:
                event = simulate_round(session, number * 100 + turn)
                texts += find_reasons(event.settlement)
                session = apply(session, event)
    return texts


@every_game
def test_reasons_are_worded_alike(key: str) -> None:
    texts = sample_reasons(key)
    assert len(texts) > 20
    for text in texts:
        en, ja = text["en"], text["ja"]
        assert en[0].isupper() or not en[0].isalpha() or en.startswith(PLAYER_NAMES), en
        assert not en.endswith("."), en
        assert not HE.search(en), en
        assert not HYPHEN_MINUS.search(en), en
        assert not HYPHEN_MINUS.search(ja), ja
        assert not KANJI_AMOUNT.search(ja), ja


@every_game
def test_outcomes_begin_with_a_capital(key: str) -> None:
    assert [text.en for _, text in game(key).outcomes if not text.en[0].isupper()] == []

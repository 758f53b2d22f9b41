"""The text notation reads what it wrote, and refuses all else."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.notation import read_hand, read_round, write_hand, write_round

CARDS = sorted(code for deck in decks().values() for code in deck.faces)
WHOLE = st.integers(min_value=-(10**17), max_value=10**17)
TEXTS = st.text(st.characters(exclude_categories=("Cc", "Cs")))
SCALARS = st.none() | st.booleans() | WHOLE | TEXTS | st.sampled_from(["true", "7", "-0", "a b", "=", '"', "\\"])
VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4), max_leaves=12
)


@given(st.lists(st.sampled_from(CARDS)))
def test_hand_reads_back(cards: list[str]) -> None:
    assert read_hand(write_hand(cards)) == tuple(cards)


@settings(deadline=None)  # the machine may be busy
@given(TEXTS.filter(bool), st.dictionaries(TEXTS.filter("game".__ne__), VALUES, max_size=5))
def test_round_reads_back(game: str, fields: dict[str, Any]) -> None:
    round_ = {"game": game, **fields}
    assert read_round(write_round(round_)) == round_


@given(st.text(alphabet='ab1 "\\[]{}=-') | st.text())
def test_anything_else_is_refused_by_code(text: str) -> None:
    assert refusal_code(text) in {"", "bad_notation"}


def refusal_code(text: str) -> str:
    try:
        read_round(text)
    except Refusal as refusal:
        return refusal.code
    return ""


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        '"',
        '"\\x"',
        "otoroku seats",
        "otoroku seats=",
        "otoroku =3",
        "otoroku [=3",
        "otoroku a=]",
        "otoroku a=[1",
        "otoroku a={b}",
        "otoroku a=" + "[" * 40 + "]" * 40,
        "otoroku a=3 b",
        'otoroku "\\x"=3',
        "[ a=3",
    ],
)
def test_broken_text_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match="bad_notation"):
        read_round(text)


def test_unknown_card_in_a_hand() -> None:
    with pytest.raises(Refusal, match="unknown_card"):
        read_hand("h07-1 h13-1")


@pytest.mark.parametrize(
    "text", ['otoroku note="\\ud800"', 'otoroku note="\\u0000"', "otoroku note=\x01", "otoroku note=\ud800"]
)
def test_a_text_that_cannot_be_written_is_refused(text: str) -> None:
    assert refusal_code(text) == "bad_notation"

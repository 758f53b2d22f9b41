import time

import pytest

from scorer.decks import kind_by_code
from scorer.games import games
from scorer.nearest_name import nearest_name, with_nearest
from scorer.texts import verbatim


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("h9-1", "h09-1"),
        ("H03-1", "h03-1"),
        ("h0 9 1", "h09-1"),
        ("k5", "k05"),
        ("K4S", "k04s"),
        ("h001-4", "h01-4"),
        ("10h", "10H"),
        ("as", "AS"),
        ("mc-1", "mc-01"),
        ("Joker", "joker"),
        ("d1s", "d01s"),
    ],
)
def test_a_card_in_other_writing(name: str, meant: str) -> None:
    assert nearest_name(name, kind_by_code()) == meant


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("koi-koi", "koikoi"),
        ("KoiKoi", "koikoi"),
        ("oichokabu", "oicho-kabu"),
        ("hanaawase", "hana-awase"),
        ("hachi_hachi", "hachi-hachi"),
        ("kujuuroku", "kujuroku"),
        ("poker", None),
        ("", None),
        (None, None),
        (True, None),
    ],
)
def test_a_game_in_other_writing(name: object, meant: str | None) -> None:
    assert nearest_name(name, games()) == meant


def test_a_name_without_a_like_is_said_as_it_is() -> None:
    assert with_nearest(verbatim("There is none"), "xyz", ["koikoi"]) == verbatim("There is none")
    assert with_nearest(verbatim("There is none"), "call", ["calls"], "hands.0.").en.endswith("mean hands.0.calls?")


def test_a_long_name_takes_no_time() -> None:
    began = time.process_time()
    nearest_name("h0" * 500_000, kind_by_code())
    nearest_name("0" * 500_000, kind_by_code())
    assert time.process_time() - began < 1

"""Readers of other checkouts: pictures, processor time, failures."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import pytest

from web.cli.tree_reader import Checkout, TreeReader

FAKE_CLI = """
import json, sys, time
def main():
    assert sys.argv[1:3] == ["read", "--json"], sys.argv
    if "--broken" in sys.argv:
        sys.exit("this tree does not read")
    print("a warning of some library", file=sys.stderr, flush=True)
    for path in sys.argv[5:]:
        data = open(path, "rb").read()
        if data == b"end":
            sys.exit("ended in the middle")
        if data == b"refuse":
            print(json.dumps({"error": {"code": "bad_image"}}), file=sys.stderr, flush=True)
            continue
        until = time.process_time() + float(data)
        while time.process_time() < until:
            pass
        print(json.dumps({"cards": [{"card": data.decode()}]}), flush=True)
"""
WORDS = ("--deck", "hanafuda")


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    (tmp_path / "web").mkdir()
    (tmp_path / "web/__init__.py").touch()
    (tmp_path / "web/cli.py").write_text(FAKE_CLI)
    return Checkout(tmp_path, sys.executable)


def test_each_picture_has_its_cards_and_its_own_processor_time(checkout: Checkout) -> None:
    with TreeReader(checkout, 3, WORDS) as reader:
        reader.wait_until_ready()
        assert reader.processor_ms() > 1
        cards, little = reader.read(b"0.00")
        assert cards == [{"card": "0.00"}]
        _, much = reader.read(b"0.20")
        assert 195 < much < 400
        assert little < 100
        _, again = reader.read(b"0.01")
        assert again < 100


def test_a_refused_picture_has_no_cards_and_the_next_one_is_read(checkout: Checkout) -> None:
    with TreeReader(checkout, 2, WORDS) as reader:
        assert reader.read(b"refuse")[0] is None
        assert reader.read(b"0")[0] == [{"card": "0"}]


def test_a_checkout_that_fails_says_why(checkout: Checkout) -> None:
    with TreeReader(checkout, 2, WORDS) as reader, pytest.raises(click.ClickException, match="ended in the middle"):
        reader.read(b"end")
    with (
        TreeReader(checkout, 1, ("--broken", "x")) as reader,
        pytest.raises(click.ClickException, match="this tree does not read"),
    ):
        reader.wait_until_ready()
    with pytest.raises(click.ClickException, match="Assertion"):
        checkout.measure_live([checkout.tree], WORDS)

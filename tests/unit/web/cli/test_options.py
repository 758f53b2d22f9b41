"""Options shared by commands give each the same values."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from web.cli.options import data_option, json_option, parse_public_url, role_option, rules_option


@click.command()
@role_option
@rules_option
@json_option
@data_option
def show_options(role: str, options: tuple[str, ...], as_json: bool, data: Path | None) -> None:
    click.echo(repr((role, options, as_json, data)))


def test_left_out_they_are_empty() -> None:
    assert CliRunner().invoke(show_options).output == "('', (), False, None)\n"


def test_house_rules_can_be_repeated_and_keep_their_order(tmp_path: Path) -> None:
    words = ["--option", "b=1", "--role", "dealer", "--option", "a=2", "--json", "--data", str(tmp_path / "new")]
    output = CliRunner().invoke(show_options, words).output
    assert output == f"{('dealer', ('b=1', 'a=2'), True, tmp_path / 'new')!r}\n"


def test_a_file_is_no_data_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    refused = CliRunner().invoke(show_options, ["--data", str(tmp_path / "file")])
    assert refused.exit_code == 2
    assert "--data" in refused.output


@pytest.mark.parametrize(
    ("url", "parsed"),
    [
        ("", ""),
        ("http://192.168.1.5:8000", "http://192.168.1.5:8000/"),
        ("https://cards.example/", "https://cards.example/"),
    ],
)
def test_the_address_of_a_page_ends_with_a_slash(url: str, parsed: str) -> None:
    assert parse_public_url(url) == parsed


@pytest.mark.parametrize(
    "url", ["cards.example", "ftp://x", "http://", "http://x:99999/", "https://x/cards/", "http://x/?a", "http://u@x/"]
)
def test_what_is_no_address_of_a_page_is_refused(url: str) -> None:
    with pytest.raises(click.BadParameter):
        parse_public_url(url)

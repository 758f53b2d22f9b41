"""The public interfaces of commit 35d6b22 still exist.

That commit wrote `public_surface.json`. Everything in it must still exist. New things may have come.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from scorer.errors import ERROR_CODES
from web.cli import main

ROOT = Path(__file__).parents[3]
FROZEN: dict[str, Any] = json.loads((Path(__file__).parent / "public_surface.json").read_text())
PROSE = {"description", "summary", "tags"}
ROLES = ("host", "player", "guest")
"""Who may use a route, in `x-who`: each also admits those before it."""


def find_missing(frozen: Any, now: Any, path: str = "") -> list[str]:
    """Paths where `now` lacks or contradicts something in `frozen`. Lists are compared as sets.

    A route may admit more phones than before.
    """
    if isinstance(frozen, dict):
        if not isinstance(now, dict):
            return [path]
        return [
            fault
            for key, value in frozen.items()
            for fault in (find_missing(value, now[key], f"{path}/{key}") if key in now else [f"{path}/{key}"])
        ]
    if isinstance(frozen, list):
        members = {json.dumps(value, sort_keys=True) for value in now} if isinstance(now, list) else set()
        return [f"{path}: {value}" for value in frozen if not is_member(value, now, members)]
    if path.endswith("/x-who") and {frozen, now} <= set(ROLES) and ROLES.index(frozen) <= ROLES.index(now):
        return []
    return [] if frozen == now else [f"{path}: {frozen!r} became {now!r}"]


def is_member(value: Any, now: Any, members: set[str]) -> bool:
    """Whether the list `now` has `value`, or an object with all its members."""
    if json.dumps(value, sort_keys=True) in members:
        return True
    return isinstance(value, dict) and isinstance(now, list) and any(not find_missing(value, other) for other in now)


def without_prose(document: Any) -> Any:
    """An OpenAPI document without descriptions."""
    if isinstance(document, dict):
        return {
            key: without_prose(value)
            for key, value in document.items()
            if key not in PROSE or not isinstance(value, str | list)
        }
    return [without_prose(value) for value in document] if isinstance(document, list) else document


def describe_command(command: click.Command) -> dict[str, Any]:
    """Names, options and arguments of a command and of its subcommands."""
    context = click.Context(command)
    parameters = [
        [*each.opts, *each.secondary_opts] if isinstance(each, click.Option) else [(each.name or "").upper()]
        for each in command.params
    ]
    described: dict[str, Any] = {"parameters": parameters}
    if isinstance(command, click.Group):
        named = {name: command.get_command(context, name) for name in command.list_commands(context)}
        described["commands"] = {name: describe_command(each) for name, each in named.items() if each is not None}
    return described


def test_the_comparison_finds_what_is_gone() -> None:
    assert find_missing({"a": [1, {"b": 2}]}, {"a": [{"b": 2, "c": 3}, 1, 4], "d": 5}) == []
    assert find_missing({"a": [1]}, {"a": [2]}) == ["/a: 1"]
    assert find_missing({"a": {"b": 1}}, {"a": {"b": 2}}) == ["/a/b: 1 became 2"]
    assert find_missing({"a": 1}, {}) == ["/a"]
    assert find_missing({"x-who": "host"}, {"x-who": "player"}) == []
    assert find_missing({"x-who": "player"}, {"x-who": "host"}) == ["/x-who: 'player' became 'host'"]


def test_commands_options_and_arguments_stay() -> None:
    assert find_missing(FROZEN["commands"], describe_command(main)) == []


def test_routes_stay(app) -> None:
    server = [
        f"{method} {rule.rule}"
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    ]
    assert find_missing(FROZEN["routes"], server) == []


@pytest.mark.parametrize("part", ["paths", "components"])
def test_the_api_answers_with_the_same_members(guest, part: str) -> None:
    assert find_missing(FROZEN["openapi"][part], without_prose(guest.get("/openapi.json").json[part])) == []


def test_games_house_rules_and_decks_stay(guest) -> None:
    games = {
        game["key"]: {
            "decks": game["decks"],
            "seats": game["seats"],
            "classes": [hand_class["key"] for hand_class in game["classes"]],
            "options": {
                option["key"]: {"default": option["default"], "values": option["values"]} for option in game["options"]
            },
        }
        for game in guest.get("/api/games").json["games"]
    }
    assert find_missing(FROZEN["games"], games) == []
    decks = {deck["kind"]: list(deck["faces"]) for deck in guest.get("/api/decks").json["decks"]}
    assert find_missing(FROZEN["decks"], decks) == []


def test_error_codes_stay() -> None:
    assert set(FROZEN["codes"]) <= set(ERROR_CODES)


def test_environment_variables_are_still_read() -> None:
    sources = [
        file.read_text()
        for folder in ("scanner", "scorer", "web", "deploy")
        for file in (ROOT / folder).rglob("*")
        if file.suffix in {".py", ".sh", ".service", ".socket"}
    ]
    read = {name for text in sources for name in re.findall(r"\bFUDAYOMI_[A-Z_]+\b", text)}
    assert set(FROZEN["environment"]) <= read


def test_units_and_sockets_keep_their_names() -> None:
    assert set(FROZEN["units"]) <= {file.name for file in (ROOT / "deploy/systemd").iterdir()}


def test_manifests_keep_their_keys() -> None:
    manifests = {file.parent.name: list(json.loads(file.read_text())) for file in (ROOT / "models").glob("*/*.json")}
    assert find_missing(FROZEN["manifests"], manifests) == []


def test_the_worker_starts_under_its_old_name() -> None:
    """During an upgrade, units of the older version run `python -m scanner.worker --linked`."""
    answer = subprocess.run(
        [sys.executable, "-m", "scanner.worker", "--help"],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert all(option in answer.stdout for option in ("--source", "--reader", "--linked"))

"""No field that is not known is ever passed over, in any game, at any depth of a round or a question."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from scorer.api import handle_json, odds_json, settle_again, settle_json, value_json
from scorer.games import games
from scorer.notation import read_round
from scorer.rules.game import Game
from scorer.rules.input.known_fields import ODDS_FIELDS, ROUND_FIELDS, VALUE_FIELDS, require_round_fields
from scorer.session.samples import sample_session
from tests.promises.games.test_contracts import every_game, option_sets, play_rounds

GOLDEN = Path(__file__).parents[1] / "golden" / "rounds"
Parent = dict[str, Any]


class Read(dict[str, Any]):
    """An object of a round that notes which of its fields are read, in `names`, each under its path."""

    def __init__(self, data: Mapping[str, Any], names: set[str], path: str = "") -> None:
        super().__init__({key: _watched(value, names, f"{path}{key}") for key, value in data.items()})
        self.names, self.path = names, path

    def get(self, key: str, default: Any = None) -> Any:
        self.names.add(self.path + key)
        return super().get(key, default)

    def __getitem__(self, key: str) -> Any:
        self.names.add(self.path + key)
        return super().__getitem__(key)


def _watched(value: Any, names: set[str], path: str) -> Any:
    if isinstance(value, dict) and path != "options":
        return Read(value, names, f"{path}.")
    return [_watched(each, names, path) for each in value] if isinstance(value, list) else value


def golden_rounds(rules: Game) -> list[dict[str, Any]]:
    """The rounds of the rule book that settle, and one played under each house rule."""
    written = [
        read_round(path.read_text("utf-8").splitlines()[1]) for path in sorted(GOLDEN.glob(f"{rules.key}-*.txt"))
    ]
    played = [round_ for options in (*option_sets(rules),)[:8] for round_, _ in play_rounds(rules, options, 1)]
    rounds = [round_ for round_ in (*written, *played) if round_["game"] == rules.key]
    return [round_ for round_ in rounds if "error" not in handle_json(settle_json, json.dumps(round_))]


def objects_in(value: Any, path: str = "") -> Iterator[tuple[str, Parent]]:
    """Every object within a value, with the path of its fields."""
    if isinstance(value, dict):
        yield path, value
    for key, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from objects_in(item, f"{path}{key}.")


def fields_of(round_: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The path before each field of a round at any depth, and its name. "game" says whose fields they are."""
    return [(path, name) for path, inside in objects_in(round_) for name in inside if path + name != "game"]


def misspell(round_: Mapping[str, Any], path: str, name: str, other: str) -> dict[str, Any]:
    """The round with one field under another name."""
    copy: dict[str, Any] = json.loads(json.dumps(round_))
    inside = next(inside for at, inside in objects_in(copy) if at == path)
    inside[other] = inside.pop(name)
    return copy


@every_game
def test_every_mistyped_field_of_a_recorded_round_is_refused_and_named(key: str) -> None:
    rules, tried = games()[key], set[tuple[str, str]]()
    for round_ in golden_rounds(rules):
        for path, name in fields_of(round_):
            if (path, name) in tried:
                continue
            tried.add((path, name))
            for other in (f"{name}x", f"{name}_{name[:1]}", name.upper()):
                error = handle_json(settle_json, json.dumps(misspell(round_, path, name, other)))["error"]
                is_option = path.startswith("options.")
                assert error["code"] == ("bad_option" if is_option else "bad_round"), (path, name, error)
                said = other if is_option else path + other
                assert said[:40] in error["message"]["en"]
                if path.count(".") > 1 and is_option:
                    continue  # an amount of a house rule
                assert error["message"]["en"].endswith(f"Did you mean {said.removesuffix(other)}{name}?")
                assert said[:40] in error["message"]["ja"]
    assert {("", "seats")} < tried


@every_game
def test_the_rules_read_no_field_that_is_not_declared_and_every_one_that_is(key: str) -> None:
    rules = games()[key]
    read: set[str] = set()
    for round_ in golden_rounds(rules):
        rules.settle(Read(json.loads(json.dumps(round_)), read))
    known = {*ROUND_FIELDS, *rules.round_fields}
    known |= {path.rpartition(".")[0] for path in known if "." in path}
    assert read - known == set()
    asked = {"".join(part for part in path if not part.isdigit()) for path in prompted(rules)}
    assert set(rules.round_fields) - read - {path.replace("..", ".").strip(".") for path in asked} == set()


def prompted(rules: Game) -> Iterator[str]:
    """The fields that the page fills, under any house rule."""
    for options in option_sets(rules):
        for prompt in rules.prompts(sample_session(rules, options).table()):
            yield from prompt.path.split("+")


@every_game
def test_what_the_page_asks_for_is_known(key: str) -> None:
    rules = games()[key]
    for options in option_sets(rules):
        table = sample_session(rules, options).table()
        for prompt in rules.prompts(table):
            path, _, names = prompt.path.partition(":")  # a list of objects: "events:seat+kind"
            asked = {prompt.path: [[1] * len(names.split("+"))]} if names else dict.fromkeys(path.split("+"), 1)
            for each, answer in asked.items():
                require_round_fields(rules, table.build_round(key, {each: answer}))


@every_game
def test_a_stored_round_with_a_field_of_an_older_table_settles_as_it_did(key: str) -> None:
    round_ = golden_rounds(games()[key])[0]
    older = {**round_, "older": [{"much": 1}]}
    assert settle_again(older).as_json() == settle_json(round_)
    assert handle_json(settle_json, json.dumps(older))["error"]["code"] == "bad_round"


def questions(rules: Game) -> list[dict[str, Any]]:
    """A question about a hand of each class."""
    options = [example.options for example in rules.classes if example.example]
    return [
        {
            "game": rules.key,
            "cards": list(each.example),
            "role": each.roles[0] if each.roles else "",
            "options": dict(extra),
        }
        for each, extra in zip((each for each in rules.classes if each.example), options, strict=True)
    ]


@every_game
def test_mistyped_fields_of_questions_are_refused_and_declared_ones_are_not(key: str) -> None:
    rules = games()[key]
    question = questions(rules)[0]
    for answer, shared, own in (
        (value_json, VALUE_FIELDS, rules.value_fields),
        (odds_json, ODDS_FIELDS, rules.odds_fields),
    ):
        known = {*shared, *own}
        for name in known - {"game"}:
            asked = {**question, name: question.get(name, [])}
            assert "has no field" not in str(handle_json(answer, json.dumps(asked)))
            del asked[name]
            error = handle_json(answer, json.dumps({**asked, f"{name}x": question.get(name)}))["error"]
            assert error["code"] == "bad_round"
            assert error["message"]["en"].endswith(f"no field {name}x. Did you mean {name}?")
    assert handle_json(value_json, json.dumps({**question, "seen": []}))["error"]["code"] == "bad_round"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"max_calls": "none"}, "max_calls. Did you mean options.max_calls?"),
        ({"zzz": 1}, "has no field zzz"),
        ({"options": {"max_cals": 1}, "zzz": 1}, "koikoi has no option max_cals. Did you mean max_calls?"),
        ({"call": 0, "piles": [["h99-1"], []]}, "call. Did you mean calls?"),
    ],
)
def test_a_house_rule_beside_the_options_is_pointed_out_and_options_come_first(change: dict, says: str) -> None:
    round_ = {"game": "koikoi", "seats": ["Aki", "Ben"], "piles": [["h03-1", "h09-1"], []], "ended_by": "shobu"}
    assert handle_json(settle_json, json.dumps({**round_, "caller": 0, **change}))["error"]["message"]["en"].endswith(
        says
    )

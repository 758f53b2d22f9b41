"""House rules that are remembered: named sets, and those of the last time."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorer.errors import Refusal
from scorer.games import game, games
from scorer.person_names import fold_name
from scorer.rules.game import Game
from scorer.rules.options import Option, OptionValue
from scorer.texts import Text
from web.context import context
from web.openapi.schema import ANY, STRING, array, by_key, obj
from web.openapi.validation import find_fault
from web.request.player_count import options_by_names
from web.session.validators import clean_name

RULES_SETTING = "house_rules"
"""Setting of the sets: a list, the oldest first."""
LAST_RULES_SETTING = "last_rules"
"""Setting of the house rules that each game was last played by, by its key."""
_LAST_SCHEMA = by_key(by_key(ANY))
_WHOLE_NUMBER = re.compile("-?[0-9]{1,9}")
_MOST_SETS = 40
"""Sets that are kept, over all games."""
_SCHEMA = array(obj(name=STRING, game=STRING, options=by_key(ANY)))


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The house rules of one game under a name, such as that of the club that plays by them."""

    name: str
    game: str
    options: Mapping[str, OptionValue]

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        return {"name": self.name, "game": self.game, "options": dict(self.options)}


def typed_amounts(option: Option, fields: Mapping[str, str], prefix: str = "o.") -> dict[str, int | str]:
    """The amounts of a house rule as a form has them: a field for each key, empty for the usual one.

    The fields are named by `prefix`, the rule and the key, such as `o.worth.goko`. What is no number stays as it is
    typed, so that the rules can refuse it.
    """
    typed = {key: fields.get(f"{prefix}{option.key}.{key}", "").strip() for key, _ in option.amount_keys}
    return {key: int(text) if _WHOLE_NUMBER.fullmatch(text) else text for key, text in typed.items() if text}


def rule_sets() -> list[RuleSet]:
    """The saved sets, without those of games and options that there are no more. In them new options are as usual."""
    stored = context().store.get_setting(RULES_SETTING) or []
    if find_fault(stored, _SCHEMA, {}):
        return []
    return [found for each in stored if (found := _read(each)) is not None]


def remember_rules(game_key: str, options: Mapping[str, OptionValue]) -> None:
    """Remember the house rules by which a game begins, for the next time."""
    store = context().store
    last = store.get_setting(LAST_RULES_SETTING, _LAST_SCHEMA) or {}
    store.set_setting(LAST_RULES_SETTING, {**last, game_key: dict(options)})


def last_rules(rules: Game) -> dict[str, OptionValue]:
    """The house rules of the last time that differ from the usual ones, without those that names choose.

    Empty where the game was never played here, or the rules are no more what they were.
    """
    stored = (context().store.get_setting(LAST_RULES_SETTING, _LAST_SCHEMA) or {}).get(rules.key, {})
    try:
        options = rules.resolve_options(stored)
    except Refusal:
        return {}
    usual, by_names = rules.defaults(stored), options_by_names(rules)
    return {key: value for key, value in options.items() if key not in by_names and value != usual[key]}


def save_rule_set(name: object, game_key: object, options: object) -> None:
    """Save a set under its name, in place of one of that name. Raises `bad_name` or `bad_option`."""
    clean, rules = clean_name(name), game(game_key)
    if not isinstance(options, dict):
        raise Refusal("bad_option", Text("Options must be an object", "取り決めの形が正しくありません"))
    others = [each for each in rule_sets() if fold_name(each.name) != fold_name(clean)]
    if len(others) >= _MOST_SETS:
        raise Refusal(
            "bad_option",
            Text(
                f"{_MOST_SETS} sets of house rules are saved already; delete one first",
                f"取り決めはもう{_MOST_SETS}組保存してあります。先にどれかを消してください",
            ),
        )
    _store([*others, RuleSet(clean, rules.key, rules.resolve_options(options))])


def delete_rule_set(name: str) -> None:
    """Delete the set of that name. Raises `not_found` without one."""
    known = rule_sets()
    left = [each for each in known if each.name != name]
    if len(left) == len(known):
        raise Refusal("not_found", Text("There is no such set of house rules.", "その取り決めはありません。"))
    _store(left)


def find_rule_set(name: str) -> RuleSet | None:
    """The set of that name, None without one."""
    return next((each for each in rule_sets() if each.name == name), None)


def _read(stored: Mapping[str, Any]) -> RuleSet | None:
    try:
        options = games()[stored["game"]].resolve_options(stored["options"])
    except (KeyError, Refusal):
        return None
    return RuleSet(stored["name"], stored["game"], options)


def _store(sets: list[RuleSet]) -> None:
    context().store.set_setting(RULES_SETTING, [each.as_json() for each in sets])

"""The fields that a round or a question about a hand may have.

No other is ever passed over: a mistyped one is named.

Each game declares its own (`Game.round_fields`, `value_fields`, `odds_fields`), all games share the others. They are
looked at where JSON comes in (`scorer.api`, the routes of the page). A round that a table stored is settled again
without: older tables may have stored more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from scorer.errors import Refusal, safe_repr
from scorer.nearest_name import nearest_name, with_nearest
from scorer.rules import text
from scorer.rules.game import Game
from scorer.rules.round_input import options_of
from scorer.texts import Text

ROUND_FIELDS = ("game", "options", "seats", "stones", "rounds_left")
"""Fields of the rounds of all games."""
VALUE_FIELDS = ("game", "cards", "role", "options")
"""Fields of all questions about the value of a hand."""
ODDS_FIELDS = (*VALUE_FIELDS, "seen", "aim", "playouts", "seed")
"""Fields of all questions about the odds of a hand."""
DRAW_FIELDS = ("game", "options", "cards", "names", "latest")
"""Fields of what is asked about drawn cards."""

Known = dict[str, "Known"]
"""Names of fields; those of an object, or of each object of a list, stand below its own name."""


def require_round_fields(game: Game, round_: Mapping[str, Any]) -> None:
    """Refuse a round with a field that is not known: `bad_round`, with the nearest one. Bad options come first."""
    fields = (*ROUND_FIELDS, *game.round_fields)
    _require_known(game, round_, fields, lambda name: text("no_field_of_round", game=game.name, name=name))


def require_value_fields(game: Game, question: Mapping[str, Any]) -> None:
    """Refuse a question about the value of a hand likewise."""
    _require_known(game, question, (*VALUE_FIELDS, *game.value_fields), lambda name: _no_field_of_hand(game, name))


def require_odds_fields(game: Game, question: Mapping[str, Any]) -> None:
    """Refuse a question about the odds of a hand likewise."""
    _require_known(game, question, (*ODDS_FIELDS, *game.odds_fields), lambda name: _no_field_of_hand(game, name))


def require_draw_fields(game: Game, draw: Mapping[str, Any]) -> None:
    """Refuse drawn cards with a field that is not known likewise."""
    _require_known(game, draw, DRAW_FIELDS, lambda name: text("no_field_of_draw", game=game.name, name=name))


def _no_field_of_hand(game: Game, name: str) -> Text:
    return text("no_field_of_hand", game=game.name, name=name)


def _require_known(
    game: Game, data: Mapping[str, Any], fields: tuple[str, ...], refusal: Callable[[str], Text]
) -> None:
    for before, name, beside in _unknown_fields(data, _known(fields), ""):
        game.resolve_options(options_of(data))
        said = refusal(safe_repr(before + name))
        options = [option.key for option in game.options if option.key not in beside]
        # A house rule may stand beside the options.
        place = "options." if nearest_name(name, (*beside, *options)) in options else before
        raise Refusal("bad_round", with_nearest(said, name, (*beside, *options), place))


@cache
def _known(fields: tuple[str, ...]) -> Known:
    """The fields as a tree, from dotted paths such as "oni.took".

    >>> _known(("piles", "oni.took", "oni.left_play"))
    {'piles': {}, 'oni': {'took': {}, 'left_play': {}}}
    """
    tree: Known = {}
    for path in fields:
        below = tree
        for name in path.split("."):
            below = below.setdefault(name, {})
    return tree


def _unknown_fields(data: Mapping[str, Any], known: Known, before: str) -> Iterator[tuple[str, str, Known]]:
    """Of each field that is not known, such as "hands.1.card": what stands before its name, it, those known beside."""
    for name, value in data.items():
        below = known.get(name)
        if below is None:
            yield before, name, known
        elif below:
            # An object, or a list of them; its game refuses anything else.
            parts = enumerate(value) if isinstance(value, list) else ((None, value),)
            for place, part in parts:
                if isinstance(part, dict):
                    inside = f"{before}{name}." if place is None else f"{before}{name}.{place}."
                    yield from _unknown_fields(part, below, inside)

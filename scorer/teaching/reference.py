"""The reference page `docs/GAMES.md`, generated from the games.

It lists every game, house rule, hand class, outcome and error code in Markdown.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from scorer.errors import ERROR_CODES
from scorer.games import games
from scorer.rules.game import Game
from scorer.rules.options import Option, OptionValue


def render_reference() -> str:
    """The page as Markdown.

    Renew the file with `python -m scorer.teaching.reference > docs/GAMES.md`. A test compares the two.
    """
    return "\n".join([*_header(), *(line for game in games().values() for line in _game_section(game))]) + "\n"


def _header() -> Iterator[str]:
    yield "# Games"
    yield ""
    yield "Made from the games themselves by `python -m scorer.teaching.reference > docs/GAMES.md`."
    yield ""
    yield "## Error codes"
    yield ""
    yield from _table_rows(
        ("code", "means", ""), ((f"`{code}`", meaning.en, meaning.ja) for code, meaning in ERROR_CODES.items())
    )


def _game_section(game: Game) -> Iterator[str]:
    yield ""
    yield f"## {game.name.en} {game.name.ja} (`{game.key}`)"
    yield ""
    yield f"{game.summary.en} {game.summary.ja}"
    yield ""
    yield f"Decks: {', '.join(f'`{kind}`' for kind in game.decks)}. Seats: {game.seats[0]} to {game.seats[-1]}."
    yield ""
    defaults = game.resolve_options({})
    options = (
        (f"`{option.key}`", _format_values(option), _format_value(defaults[option.key]), option.help.en)
        for option in game.options
    )
    yield from _table_rows(("house rule", "values", "default", "what it changes"), options)
    yield ""
    classes = (
        (
            f"`{hand_class.key}`",
            hand_class.name.en,
            hand_class.name.ja,
            ", ".join(hand_class.roles),
            hand_class.description.en,
        )
        for hand_class in game.classes
    )
    yield from _table_rows(("hand class", "", "", "only for", "what makes it"), classes)
    yield ""
    yield from _table_rows(("outcome", "", ""), ((f"`{key}`", text.en, text.ja) for key, text in game.outcomes))
    if game.practice:
        yield ""
        yield from _table_rows(
            ("drill", "", ""),
            ((f"`{practice.key}`", practice.label.en, practice.label.ja) for practice in game.practice),
        )
    if game.roles:
        yield ""
        yield from _table_rows(
            ("role", "", ""), ((f"`{key}`", description.en, description.ja) for key, description in game.roles)
        )


def _table_rows(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield "|" + "---|" * len(head)
    yield from (f"| {' | '.join(row)} |" for row in rows)


def _format_value(value: OptionValue) -> str:
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _format_values(option: Option) -> str:
    values = ", ".join(map(_format_value, option.values))
    if option.minimum is None:
        return values
    if option.amount_keys:
        keys = ", ".join(f"`{key}`" for key, _ in option.amount_keys)
        return f"an object of numbers from {option.minimum} to {option.maximum}, for any of {keys}"
    span = f"{option.minimum} or more" if option.maximum is None else f"{option.minimum} to {option.maximum}"
    return f"{values}, {span}" if values else span


if __name__ == "__main__":
    sys.stdout.buffer.write(render_reference().encode())

"""手引き tebiki: every game, house rule, hand class, outcome and error code as one page of Markdown, `GAMES.md`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorer.discover import games
from scorer.errors import CODES
from scorer.rules.game import Game
from scorer.rules.options import Option, Value


def reference() -> str:
    """The page. Renew the file with `python -m scorer.teaching.reference > scorer/GAMES.md`; a test compares the
    two."""
    return "\n".join([*_head(), *(line for game in games().values() for line in _game(game))]) + "\n"


def _head() -> Iterator[str]:
    yield "# Games"
    yield ""
    yield "Made from the games themselves by `python -m scorer.teaching.reference > scorer/GAMES.md`."
    yield ""
    yield "## Error codes"
    yield ""
    yield from _rows(("code", "means", ""), ((f"`{code}`", says.en, says.ja) for code, says in CODES.items()))


def _game(game: Game) -> Iterator[str]:
    yield ""
    yield f"## {game.name.en} {game.name.ja} (`{game.key}`)"
    yield ""
    yield f"{game.says.en} {game.says.ja}"
    yield ""
    yield f"Decks: {', '.join(f'`{kind}`' for kind in game.decks)}. Seats: {game.seats[0]} to {game.seats[-1]}."
    yield ""
    defaults = game.agreed({})
    options = ((f"`{each.key}`", _values(each), _written(defaults[each.key]), each.help.en) for each in game.options)
    yield from _rows(("house rule", "values", "default", "what it changes"), options)
    yield ""
    classes = (
        (f"`{each.key}`", each.name.en, each.name.ja, ", ".join(each.roles), each.says.en) for each in game.classes
    )
    yield from _rows(("hand class", "", "", "only for", "what makes it"), classes)
    yield ""
    yield from _rows(("outcome", "", ""), ((f"`{key}`", says.en, says.ja) for key, says in game.outcomes))
    if game.practice:
        yield ""
        yield from _rows(("drill", "", ""), ((f"`{each.key}`", each.label.en, each.label.ja) for each in game.practice))
    if game.roles:
        yield ""
        yield from _rows(("role", "", ""), ((f"`{key}`", says.en, says.ja) for key, says in game.roles))


def _rows(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield "|" + "---|" * len(head)
    yield from (f"| {' | '.join(row)} |" for row in rows)


def _written(value: Value) -> str:
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _values(option: Option) -> str:
    listed = ", ".join(map(_written, option.values))
    if option.least is None:
        return listed
    span = f"{option.least} or more" if option.most is None else f"{option.least} to {option.most}"
    return f"{listed}, {span}" if listed else span


if __name__ == "__main__":
    print(reference(), end="")

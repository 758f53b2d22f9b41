"""`fudayomi follow`: follows a round on pictures, without a tap."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scorer.api import to_json_line
from scorer.decks import decks, kind_of
from scorer.errors import Refusal
from scorer.following.play_event import EventLines
from scorer.games import game, games
from scorer.json_input import parse_json
from scorer.rules.game import Game
from scorer.rules.pairs import pair_names, people_counts
from scorer.rules.prompts import Table
from scorer.rules.round_input import require_object
from scorer.texts import Text
from web.cli.json_lines import refuse
from web.cli.options import data_option
from web.i18n.terminal_locale import localize, localize_help
from web.system.data_dir import ensure_data_dir

if TYPE_CHECKING:
    from scanner.following.round_follower import RoundFollower
    from scorer.following.outcome import Outcome
    from scorer.following.play_event import PlayEvent

_STANDS_S = 3.0
"""Seconds for which nothing may happen after the last card before a camera's round is proposed."""
_VERBS = {
    "laid": Text("{who} lays {card}", "{who}が{card}を出す"),
    "turned": Text("{who} turns up {card}", "{who}が{card}を返す"),
    "taken": Text("{who} takes {card}", "{who}が{card}を取る"),
    "moved": Text("{who} moves {card}", "{who}が{card}を動かす"),
    "retracted": Text("{who} takes back {card}", "{who}が{card}を引っ込める"),
    "lost": Text("table and record disagree", "卓と記録が合わない"),
    "found": Text("table and record agree again", "卓と記録がまた合った"),
}
_TABLE, _FACE_DOWN = Text("the table", "場"), Text("a card face down", "裏の札")
_NO_ZONES = Text(
    "no zones were given: seat 0 is taken to sit at the lower edge of the picture, the others counter-clockwise",
    "範囲の指定がないので、席0は画像の下辺、ほかは反時計回りとみなします",
)


def parse_names(text: str) -> tuple[str, ...]:
    """The names of the seats, dealer first. Raises `bad_option` for empty or equal ones.

    >>> parse_names("Aki, Emi")
    ('Aki', 'Emi')
    """
    names = tuple(name.strip() for name in text.split(","))
    if not all(names) or len(set(names)) < len(names):
        raise Refusal(
            "bad_option",
            Text("every seat needs a name of its own: --seats Aki,Emi", "席ごとに別の名前が要ります：--seats Aki,Emi"),
        )
    return names


def make_table(rules: Game, names: Sequence[str], options: str) -> Table:
    """The table of a round with the options in that JSON. Raises `bad_json`, `bad_option` and `bad_count`.

    A game of pairs takes a name for each pair, or the names of all people in the order in which they sit.
    """
    overrides: Any = require_object(parse_json(options), Text("options", "取り決め")) if options else {}
    if len(names) in people_counts(rules.seats, rules.people_per_seat):
        names = pair_names(names)
    resolved = rules.resolve_options(rules.options_for_players(overrides, len(names)))
    allowed = rules.seats_for(resolved)
    if len(names) not in allowed:
        raise Refusal(
            "bad_count",
            Text(
                f"{rules.name.en} has {allowed[0]} to {allowed[-1]} seats, not {len(names)}",
                f"{rules.name.ja}は{allowed[0]}～{allowed[-1]}席です（{len(names)}）",
            ),
        )
    return Table(tuple(names), resolved)


@click.command(
    "follow",
    help=localize_help(
        """Follow one round on the pictures of SOURCE (folder:DIR, webcam:0, …) and print every event as it happens.

        The last line is the round, whether it is sure, and what the table must still say. The exit status is 2 if
        pictures could not be read or the camera went away; what is known is printed all the same.
        """,
        """SOURCE（folder:DIR、webcam:0 など）の画像で一局を追い、起きたことを順に書き出します。

        最後の行は局とその確かさ、卓に尋ねることです。画像を読めなかったりカメラが外れたりすると終了状態 2 ですが、
        わかったことは書き出します。
        """,
    ),
)
@click.argument("source")
@click.option(
    "--game",
    "game_key",
    required=True,
    type=click.Choice(sorted(games())),
    help=localize_help("The game that is played.", "遊び。"),
)
@click.option(
    "--seats",
    required=True,
    metavar="NAME,NAME,…",
    help=localize_help("Who sits there: the dealer, then counter-clockwise.", "親から反時計回りに、席の名前。"),
)
@click.option("--options", default="", metavar="JSON", help=localize_help("House rules.", "取り決め。"))
@click.option(
    "--deck",
    default="",
    help=localize_help(
        "The kind of deck on the table, or an enrolled deck. Default: the game's first.",
        "卓の札の種類、または登録した札の名前。省くとその遊びの札。",
    ),
)
@click.option(
    "--zones",
    type=click.Path(path_type=Path),
    help=localize_help(
        'Where seats and middle lie: {"seats": [polygon, …], "middle": polygon} in pixels.',
        '席と場の範囲：画素で {"seats": [多角形, …], "middle": 多角形}。',
    ),
)
@click.option(
    "--fps",
    default=5.0,
    show_default=True,
    type=click.FloatRange(0.5, 60),
    help=localize_help("Pictures a second.", "一秒あたりの画像の数。"),
)
@data_option
@click.option(
    "--json", "as_json", is_flag=True, help=localize_help("Print one JSON line an event.", "一件一行の JSON。")
)
def follow(  # noqa: PLR0913  one parameter per option
    *,
    source: str,
    game_key: str,
    seats: str,
    options: str,
    deck: str,
    zones: Path | None,
    fps: float,
    data: Path | None,
    as_json: bool,
) -> None:
    """Follow one round."""
    from scanner.following.frames import open_frames  # noqa: PLC0415  OpenCV only where pictures are read

    try:
        rules = game(game_key)
        table = make_table(rules, parse_names(seats), options)
        follower = _make_follower(rules, table, deck, zones, data)
        frames = open_frames(source, fps)
    except Refusal as refusal:
        refuse(refusal)
    if zones is None:
        click.echo(localize(_NO_ZONES), err=True)
    troubles: list[Text] = []
    printer = _EventPrinter(table, as_json=as_json)
    try:
        for frame in frames:
            if frame.trouble is not None:
                click.echo(f"{frame.time_s:.1f}  {localize(frame.trouble)}", err=True)
                troubles.append(frame.trouble)
            if frame.picture is not None:
                printer.show(follower.see(frame.picture, frame.time_s))
                stands_s = frame.time_s - follower.state.time_s
                if not source.startswith("folder:") and follower.state.is_over and stands_s > _STANDS_S:
                    break
    except Refusal as refusal:
        sys.stderr.buffer.write(to_json_line(refusal.as_json()))
        troubles.append(refusal.message)
    except KeyboardInterrupt:
        click.echo("", err=True)
    events, _ = follower.finish()
    printer.show(events)
    _print_outcome(follower.outcome(list(dict.fromkeys(troubles))), as_json=as_json)
    if troubles:
        raise SystemExit(2)


def _make_follower(rules: Game, table: Table, deck: str, zones: Path | None, data: Path | None) -> RoundFollower:
    """What follows the round. Raises `Refusal` for a deck, a game or zones that do not fit."""
    from scanner.enrolled.deck_file import load_deck_classifier  # noqa: PLC0415
    from scanner.following.round_follower import RoundFollower, deck_reader  # noqa: PLC0415
    from scanner.following.zones import default_zones, read_zones  # noqa: PLC0415
    from scanner.imaging.profiling import use_one_thread  # noqa: PLC0415

    use_one_thread()
    deck = deck or rules.decks[0]
    root = None if deck in decks() else ensure_data_dir(data)
    kind = load_deck_classifier(deck, root).kind
    people = len(table.seats) * rules.people_per_seat
    play_zones = default_zones(people) if zones is None else read_zones(zones, len(table.seats), people)
    return RoundFollower(rules, table, deck, kind, play_zones, deck_reader(root))


class _EventPrinter:
    """Prints the events of one round as they happen, each with its number."""

    def __init__(self, table: Table, *, as_json: bool) -> None:
        self._table, self._as_json, self._lines = table, as_json, EventLines()

    def show(self, events: Sequence[PlayEvent]) -> None:
        """Print some more of them."""
        for event in events:
            line = self._lines.line(event)
            click.echo(to_json_line(line).decode().rstrip() if self._as_json else _describe(event, self._table))
            sys.stdout.flush()


def _describe(event: PlayEvent, table: Table) -> str:
    """An event in plain words."""
    is_named = event.seat is not None and event.seat < len(table.seats)
    who = table.seats[event.seat] if is_named and event.seat is not None else localize(_TABLE)
    card = localize(_FACE_DOWN)
    if event.card is not None:
        card = localize(decks()[kind_of(event.card)].faces[event.card].name)
    words = localize(_VERBS[event.event]).format(who=who, card=card)
    note = f" ({localize(event.note)})" if event.note is not None else ""
    return f"{event.time_s:6.1f}  {words}{note}"


def _print_outcome(outcome: Outcome, *, as_json: bool) -> None:
    if as_json:
        click.echo(to_json_line(outcome.as_json()).decode().rstrip())
        return
    sure = Text("The round stands.", "局が確定できます。")
    click.echo(localize(sure if outcome.sure else Text("Please say:", "教えてください：")))
    for _, text in outcome.asks:
        click.echo(f"  - {localize(text)}")
    click.echo(to_json_line(outcome.round).decode().rstrip())


COMMAND = follow

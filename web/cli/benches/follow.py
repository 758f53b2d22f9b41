"""`fudayomi bench follow`: how well rounds are followed."""

from __future__ import annotations

import json
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.following import decoder
from scorer.games import game, games
from scorer.json_input import parse_json
from scorer.rules.prompts import Table
from scorer.texts import Text
from web.cli.film_bench.drawn_films import draw_films
from web.cli.film_bench.switch_costs import MOST_COST, SwitchCost, switch_costs
from web.cli.follow_figures import FollowFigures, countable_events, differences, is_exact_after_one, match_events
from web.cli.json_lines import refuse
from web.cli.options import json_option, seed_option
from web.cli.terminal import print_json
from web.i18n.terminal_locale import localize, localize_help

if TYPE_CHECKING:
    from scorer.following.outcome import Outcome
    from scorer.following.sighting import Rest


_OUR_DRAWINGS = Text(
    "some films show our own drawings, which the networks have learned: other decks are followed less well",
    "学習に使ったこのプログラムの絵の撮影を含みます。ほかの札では結果が下がります",
)


def follow_film(folder: Path, rests_folder: Path | None = None) -> tuple[str, FollowFigures, dict[str, Any]]:
    """The game, the figures, and what went wrong on the film in a folder. Raises `bad_option` where there is none.

    `rests_folder`: where to write what came to rest, to be decoded again without the pictures.
    """
    from scanner.following.frames import open_frames  # noqa: PLC0415  OpenCV only where pictures are read
    from scanner.following.round_follower import RoundFollower, deck_reader  # noqa: PLC0415
    from scanner.following.zones import parse_zones  # noqa: PLC0415
    from scanner.imaging.profiling import use_one_thread  # noqa: PLC0415
    from scanner.worker.rest_codec import rest_to_json  # noqa: PLC0415

    use_one_thread()
    truth = _read_truth(folder)
    rules, kind = game(truth["game"]), truth["deck"]
    zones = parse_zones(truth["zones"], len(truth["zones"]["seats"]))
    follower = RoundFollower(rules, _table_of(truth), kind, kind, zones, deck_reader())
    announced, frames, now_s = [], 0, 0.0
    rests: list[tuple[float, Rest]] = []
    start = time.process_time()
    for frame in open_frames(f"folder:{folder}", truth["fps"]):
        frames, now_s = frames + 1, frame.time_s
        if frame.picture is not None:
            announced += [(now_s, event.as_json()) for event in follower.see(frame.picture, now_s)]
            rests += [(now_s, rest) for rest in follower.rests[len(rests) :]]
    late, outcome = follower.finish()
    cpu_s = time.process_time() - start
    announced += [(now_s, event.as_json()) for event in late]
    if rests_folder is not None:
        rests_folder.mkdir(parents=True, exist_ok=True)
        timed_rests = [{"seen_s": seen_s, "rest": rest_to_json(rest)} for seen_s, rest in rests]
        film = {"truth": truth, "end_s": now_s, "rests": timed_rests}
        (rests_folder / f"{folder.resolve().name}.json").write_text(json.dumps(film, ensure_ascii=False), "utf-8")
    figures, faults = _compare(folder, truth, announced, outcome)
    return truth["game"], replace(figures, frames=frames, cpu_s=cpu_s), faults


def decode_rests(file: Path) -> tuple[str, FollowFigures, dict[str, Any]]:
    """The same of a film whose rests are in a file. No picture is read, so there is no share of a processor core."""
    from scanner.worker.rest_codec import rest_from_json  # noqa: PLC0415

    film = _read_film(file, ("truth", "end_s", "rests"))
    truth = film["truth"]
    state = decoder.begin(game(truth["game"]), _table_of(truth), truth["deck"])
    announced = []
    for each in film["rests"]:
        state, events = decoder.follow(state, rest_from_json(each["rest"]))
        announced += [(each["seen_s"], event.as_json()) for event in events]
    state, late = decoder.flush(state)
    announced += [(film["end_s"], event.as_json()) for event in late]
    return truth["game"], *_compare(file, truth, announced, decoder.conclude(state))


def _table_of(truth: Any) -> Table:
    return Table(tuple(truth["seats"]), game(truth["game"]).resolve_options(truth["options"]))


def _compare(film: Path, truth: Any, announced: list[Any], outcome: Outcome) -> tuple[FollowFigures, dict[str, Any]]:
    """The figures of one film, without those of the pictures, and what went wrong on it."""
    kind = truth["deck"]
    delays, missed, invented = match_events(announced, truth["events"], kind)
    wrong = differences(dict(outcome.round), truth["round"], kind)
    asked = [path for path, _ in outcome.asks]
    figures = FollowFigures(
        films=1,
        matched=len(delays),
        announced=len(countable_events(announced)),
        true=len(truth["events"]),
        exact=int(wrong == 0),
        after_one=int(is_exact_after_one(dict(outcome.round), asked, truth["round"], kind)),
        sure=int(outcome.sure),
        silent=int(outcome.sure and wrong > 0),
        delays_s=delays,
    )
    return figures, {
        "film": str(film),
        "faces": truth.get("faces", ""),
        "switches": truth.get("switches", []),
        "missed": missed,
        "invented": invented,
        "wrong_answers": wrong,
        "asks": [text.en for _, text in outcome.asks],
    }


def _read_truth(folder: Path) -> Any:
    return _read_film(
        folder / "truth.json", ("game", "deck", "seats", "options", "fps", "zones", "events", "round"), folder
    )


def _read_film(file: Path, keys: tuple[str, ...], film: Path | None = None) -> Any:
    """The JSON object in a file, with all these keys. Raises `bad_option` for anything else."""
    film = film or file
    try:
        data: Any = parse_json(file.read_bytes())
        if not all(key in data for key in keys):
            raise ValueError("a key is missing")
    except (OSError, ValueError) as fault:
        raise Refusal(
            "bad_option", Text(f"{film} is no film with its truth", f"「{film}」は正解の付いた撮影ではありません")
        ) from fault
    return data


@click.command(
    help=localize_help(
        "Follow the films in FOLDER… (fudayomi synth --film; without folders some are drawn) and compare with their "
        "truth. Counted are the events matched within 2 s, rounds exact with no touch and after one (an answer put "
        "right, or a question answered), sure, silent (sure but wrong), the median "
        "seconds from rest to event, and the share of a processor core at 5 frames a second. A file that --rests wrote "
        "stands for its film: only what came to rest is decoded again, which takes seconds.",
        "FOLDER…の撮影（fudayomi synth --film、なければ描きます）を追い、2秒以内に合った出来事、触れずに・一度だけ"
        "触れて正しい局、確かな局、確かとして誤った局、止まってから告げるまでの秒数の中央値、毎秒5枚でのCPUの割合を数えます。"
        "--rests で書いたファイルを撮影の代わりにすると、止まった札からの読み取りだけを数秒でやり直します。",
    )
)
@click.argument("folders", nargs=-1, type=click.Path(path_type=Path), metavar="[FOLDER]...")
@click.option(
    "--game",
    "keys",
    multiple=True,
    type=click.Choice(sorted(games())),
    help=localize_help("A game to film. Default: all that can be followed.", "撮影する遊び。省くと追えるものすべて。"),
)
@click.option(
    "--films",
    default=2,
    show_default=True,
    type=click.IntRange(1, 1000),
    help=localize_help("Films of each game.", "遊びごとの撮影の数。"),
)
@click.option(
    "--cards",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help=localize_help(
        "Folder of face pictures with labels.csv to film. Default: a deck that no network has learned from, of those "
        "in ../shared/cards.",
        "撮影する絵のフォルダー（labels.csv 付き）。省くと ../shared/cards のうち学習に使っていない札。",
    ),
)
@click.option(
    "--rests",
    "rests_folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help=localize_help(
        "Write what came to rest on each film to FOLDER, a JSON file with the film's name and its truth.",
        "撮影ごとに、止まった札と正解を FOLDER のJSONファイルに書きます。",
    ),
)
@click.option(
    "--switches",
    "by_switch",
    is_flag=True,
    help=localize_help(
        "Measure what each switch of a film alone costs; the exit status is 1 if one costs more than .03 of F1.",
        "撮影で違えるもの一つずつの影響を測ります。F1が0.03より下がるものがあれば終了状態は1です。",
    ),
)
@click.option(
    "--flat",
    "is_flat",
    is_flag=True,
    help=localize_help(
        "Film in a second, simple way: flat cards on a picture, other arms and movements.",
        "別の簡単な描き方で撮影します（写真の上の平らな札、別の腕と動き）。",
    ),
)
@click.option("--drawn", is_flag=True, help=localize_help("Film our drawings.", "このプログラムの絵を撮影します。"))
@seed_option("Seed of the first film.", "最初の撮影の種。")
@json_option
def follow(  # noqa: PLR0913  one parameter per option
    *,
    folders: tuple[Path, ...],
    keys: tuple[str, ...],
    films: int,
    cards: Path | None,
    rests_folder: Path | None,
    drawn: bool,
    by_switch: bool,
    is_flat: bool,
    seed: int,
    as_json: bool,
) -> None:
    """Follow every film and print the figures of each game and of all."""
    by_game: dict[str, FollowFigures] = {}
    faults = []
    try:
        with tempfile.TemporaryDirectory(prefix="fudayomi-films-") as place:
            chosen = list(keys) or [key for key, each in games().items() if each.play_rules is not None]
            if by_switch:
                _report_costs(Path(place), chosen, films, seed, as_json=as_json)
                return
            for folder in folders or draw_films(Path(place), chosen, films, seed, cards, drawn=drawn, is_flat=is_flat):
                is_rests = folder.suffix == ".json" and folder.is_file()
                key, figures, fault = decode_rests(folder) if is_rests else follow_film(folder, rests_folder)
                by_game.setdefault(key, FollowFigures()).add(figures)
                faults.append(fault)
    except Refusal as refusal:
        refuse(refusal)
    total = FollowFigures()
    for figures in by_game.values():
        total.add(figures)
    rows = {key: figures.as_json() for key, figures in sorted(by_game.items())} | {"all": total.as_json()}
    if as_json:
        print_json({"bench": "follow", "games": rows, "films": faults})
        return
    click.echo(f"{'game':12}" + "".join(f"{name:>10}" for name in rows["all"]))
    for key, row in rows.items():
        click.echo(f"{key:12}" + "".join(f"{'-' if value is None else value:>10}" for value in row.values()))
    shown = sorted({fault["faces"] for fault in faults if fault["faces"]})
    click.echo(localize(Text(f"decks: {', '.join(shown) or 'unknown'}", f"札：{'、'.join(shown) or '不明'}")))
    if set(shown) & set(decks()):
        click.echo(localize(_OUR_DRAWINGS), err=True)


def _report_costs(place: Path, keys: list[str], films: int, seed: int, *, as_json: bool) -> None:
    """Print what each switch alone costs. Exits with 1 if one costs too much."""
    costs: list[SwitchCost] = []
    for cost in switch_costs(place, keys, films, seed, lambda film: follow_film(film)[1]):
        row = cost.as_json()
        if not as_json:
            if not costs:
                click.echo(f"{'switch':16}" + "".join(f"{name:>9}" for name in list(row)[1:]))
            click.echo(f"{cost.switch:16}" + "".join(f"{value:>9}" for value in list(row.values())[1:]))
        costs.append(cost)
    if as_json:
        print_json({"bench": "follow", "switches": [cost.as_json() for cost in costs]})
    if any(cost.cost > MOST_COST for cost in costs):
        raise SystemExit(1)


COMMAND = follow

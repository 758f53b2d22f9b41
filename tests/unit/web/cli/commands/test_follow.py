"""`fudayomi follow`: its lines, its words, and what it refuses."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

import cv2
import pytest
from click.testing import CliRunner, Result

from scanner.following import frames, round_follower
from scanner.imaging.image import ColorImage
from scanner.sources import Health, Source
from scorer.games import game
from scorer.texts import Text
from tests.support.painted_table import PaintedCard, PaintedTable
from web.cli import main
from web.cli.commands.follow import make_table


def run(*words: str) -> Result:
    return CliRunner(env={"LC_ALL": "C.UTF-8"}).invoke(main, ("follow", *words))


@pytest.fixture
def film(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of frames with the pile, then a card at seat 1 and one at seat 0, and a reader that knows them."""
    painted, number = PaintedTable(), 0
    for name, code, x, y in [("pile", None, 320, 180), ("a", "h07-1", 300, 40), ("b", "h06-1", 300, 320)]:
        painted.cards[name] = PaintedCard(code, x, y)
        for _ in range(6):
            cv2.imwrite(str(tmp_path / f"{number:06d}.png"), painted.frame())
            number += 1
    (tmp_path / "zones.json").write_text(
        json.dumps(
            {
                "seats": [[[0, 240], [640, 240], [640, 360], [0, 360]], [[0, 0], [640, 0], [640, 110], [0, 110]]],
                "middle": [[0, 110], [640, 110], [640, 240], [0, 240]],
            }
        )
    )
    monkeypatch.setattr(round_follower, "read_region", lambda frame, deck, *rest: painted.read(frame, deck, *rest[:-1]))
    return tmp_path


def test_json_lines_and_the_round(film: Path) -> None:
    zones = str(film / "zones.json")
    result = run(f"folder:{film}", "--game", "otoroku", "--seats", "Aki,Emi", "--zones", zones, "--json")
    assert result.exit_code == 0, result.output
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert all(list(line) == ["n", "t", "event", "seat", "card"] for line in lines[:-1])
    assert [line["n"] for line in lines[:-1]] == [*range(1, len(lines))]
    assert [(line["event"], line["seat"], line["card"]) for line in lines[:-1]] == [
        ("laid", 1, "h07-1"),
        ("laid", 0, "h06-1"),
    ]
    assert set(lines[-1]) == {"round", "sure", "asks"}
    assert lines[-1]["round"]["game"] == "otoroku"
    assert isinstance(lines[-1]["sure"], bool)


def test_plain_words_and_default_zones(film: Path) -> None:
    result = run(f"folder:{film}", "--game", "otoroku", "--seats", "Aki,Emi")
    assert result.exit_code == 0
    assert "Emi lays" in result.stdout
    assert "no zones were given" in result.stderr


def test_a_picture_that_cannot_be_read_is_said_and_the_rest_goes_on(film: Path) -> None:
    (film / "000008.png").write_bytes(b"torn")
    result = run(f"folder:{film}", "--game", "otoroku", "--seats", "Aki,Emi", "--json")
    assert result.exit_code == 2
    assert "000008.png cannot be read" in result.stderr
    last = json.loads(result.stdout.splitlines()[-1])
    assert not last["sure"]
    assert any("000008.png" in json.dumps(ask) for ask in last["asks"])


def last_line(result: Result) -> dict[str, Any]:
    line: dict[str, Any] = json.loads(result.stdout.splitlines()[-1])
    return line


class Camera(Source):
    """Gives the frames of a film in turn, then none, as if unplugged."""

    def __init__(self, film: Path) -> None:
        super().__init__()
        self.pictures = iter(sorted(film.glob("*.png")))

    def read(self, timeout: float) -> ColorImage | None:
        path = next(self.pictures, None)
        return None if path is None else cv2.imread(str(path))

    def health(self) -> Health:
        return Health(ok=False, message=Text("The camera is gone.", "カメラがありません。"), advice=Text("", ""))


def test_a_camera_that_is_unplugged_in_mid_round_leaves_what_is_known(
    film: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    timed = functools.partial(
        frames.open_frames, clock=lambda: now[0], sleep=lambda seconds: now.__setitem__(0, now[0] + max(0.2, seconds))
    )
    monkeypatch.setattr(frames, "open_source", lambda _: Camera(film))
    monkeypatch.setattr(frames, "open_frames", timed)
    result = run("webcam:0", "--game", "otoroku", "--seats", "Aki,Emi", "--json")
    assert result.exit_code == 2
    assert "The camera is gone." in result.stderr
    assert '"h07-1"' in result.stdout
    assert not last_line(result)["sure"]
    assert "The camera is gone." in json.dumps(last_line(result)["asks"])


def test_pictures_that_change_their_shape_end_it_in_words_with_what_is_known(film: Path) -> None:
    late = film / "000014.png"
    cv2.imwrite(str(late), cv2.resize(cv2.imread(str(late)), (640, 480)))
    result = run(f"folder:{film}", "--game", "otoroku", "--seats", "Aki,Emi", "--json")
    assert result.exit_code == 2
    assert "zones no longer fit" in result.stderr
    assert '"h07-1"' in result.stdout
    assert "zones no longer fit" in json.dumps(last_line(result)["asks"])


@pytest.mark.long
def test_pictures_that_repeat_stop_or_jump_back_invent_nothing(film: Path) -> None:
    paths = sorted(film.glob("*.png"))
    pictures = [path.read_bytes() for path in paths]
    torn = [*pictures[:9], *[pictures[8]] * 4, *pictures[6:9], *pictures[9:12], *pictures[15:]]
    for number, picture in enumerate(torn):
        (film / f"{number:06d}.png").write_bytes(picture)
    result = run(f"folder:{film}", "--game", "otoroku", "--seats", "Aki,Emi", "--json")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(line["event"], line["card"]) for line in lines[:-1]] == [("laid", "h07-1"), ("laid", "h06-1")]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["folder:/no/such", "--game", "otoroku", "--seats", "Aki,Emi"], "bad_option"),
        (["folder:.", "--game", "otoroku", "--seats", "Aki,Aki"], "bad_option"),
        (["folder:.", "--game", "otoroku", "--seats", "Aki"], "bad_count"),
        (["folder:.", "--game", "otoroku", "--seats", "Aki,Emi", "--options", "{"], "bad_json"),
        (["folder:.", "--game", "otoroku", "--seats", "Aki,Emi", "--options", '{"no": 1}'], "bad_option"),
        (["folder:.", "--game", "otoroku", "--seats", "Aki,Emi", "--deck", "daini"], "wrong_deck"),
        (["folder:.", "--game", "otoroku", "--seats", "Aki,Emi", "--zones", "/no/zones.json"], "bad_option"),
    ],
)
def test_what_cannot_be_is_refused_in_words(words: list[str], code: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    error = json.loads(result.stderr.splitlines()[-1])["error"]
    assert error["code"] == code
    assert error["message"]["en"]
    assert error["message"]["ja"]
    assert result.stdout == ""


def test_pairs_are_named_by_pair_or_by_person() -> None:
    kakeya = game("kakeya")
    assert make_table(kakeya, ("Aki", "Emi", "Ken", "Yuki"), "").seats == ("Aki & Ken", "Emi & Yuki")
    assert make_table(kakeya, ("Aki & Ken", "Emi & Yuki"), "").options["players"] == 4
    assert make_table(kakeya, ("A", "B", "C"), "").options["players"] == 6

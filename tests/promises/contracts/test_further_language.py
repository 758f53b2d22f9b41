"""A further language is one more file beside each texts.toml and one entry in LANGUAGES."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import scorer.wording
from scorer import texts
from scorer.api import settle_round
from scorer.decks import decks
from scorer.games import games
from scorer.session.samples import sample_session
from scorer.teaching.cheatsheet import cheat_sheet
from scorer.wording import SHARED, Wording
from tests.promises.games.test_contracts import walk_values
from tests.support.table import BASE, Phone

CATALOGUES = [path for path in sorted(SHARED.parent.rglob("*.toml")) if path.suffixes == [".toml"]]
every_game = pytest.mark.parametrize("key", sorted(games()))


@pytest.fixture
def made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Esperanto, in which every sentence is the English one in angles."""

    def file_of(path: Path, language: str) -> Path:
        return tmp_path / f"{'-'.join(path.parts[-3:])}.{language}.toml"

    for path in CATALOGUES:
        lines = (f"{key} = {json.dumps(f'«{said}»')}" for key, said in Wording(path).entries("en").items())
        file_of(path, "eo").write_text("\n".join(lines), "utf-8")
    monkeypatch.setattr(scorer.wording, "file_of", file_of)
    monkeypatch.setitem(texts.LANGUAGES, "eo", "Esperanto")


def unworded(data: Any) -> Iterator[dict[str, str]]:
    """The texts in JSON that are not in the made-up language."""
    for inner in walk_values(data):
        if isinstance(inner, dict) and {"en", "ja"} <= inner.keys() and inner["en"]:
            is_name = inner["en"] == inner["ja"]
            if "eo" not in inner or not (is_name or "«" in inner["eo"]):
                yield inner


@pytest.mark.usefixtures("made_up")
@every_game
def test_what_a_game_says_is_in_it(key: str) -> None:
    rules = games()[key]
    session = sample_session(rules)
    table, pack = session.table(), list(rules.pack(decks()[session.deck], session.options))
    random.Random(key).shuffle(pack)
    settlement = settle_round(rules.simulate_round(pack, table)).as_json()
    sheet = cheat_sheet(rules, {}).as_json()
    assert settlement["reasons"][-1]["text"]["eo"].startswith("«")
    assert sheet["lesson"][0]["body"]["eo"].startswith("«")
    assert rules.lesson[0].title.as_json()["eo"].startswith("«")
    assert list(unworded([settlement, sheet])) == []


def choose_language(phone: Phone, lang: str) -> None:
    """What the buttons on *Settings* send."""
    sent = phone.client.post("/settings/look", data={"lang": lang}, base_url=BASE, headers={"Origin": BASE})
    assert sent.status_code == 302


@pytest.mark.usefixtures("made_up")
def test_the_page_offers_it_and_speaks_it(host: Phone) -> None:
    settings = host.get("/settings").text
    assert '<button class="chip" name="lang" value="eo" lang="eo" aria-pressed="false">Esperanto</button>' in settings
    choose_language(host, [*texts.LANGUAGES][-2])
    assert (
        '<button type="button" class="quiet" id="language" lang="eo">Esperanto</button>' in host.get("/settings").text
    )
    choose_language(host, "eo")
    assert 'value="eo" lang="eo" aria-pressed="true"' in host.get("/settings").text
    assert "«Eight cards each" in host.get("/learn/koikoi/first").text


def test_without_its_entry_nothing_is_said_in_it() -> None:
    assert "eo" not in texts.LANGUAGES
    assert "eo" not in games()["koikoi"].summary.as_json()

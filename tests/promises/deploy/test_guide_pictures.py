"""The deploy guide has a picture with a description for each step."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

DEPLOY = Path(__file__).parents[3] / "deploy"


def test_every_picture_is_shown_and_every_picture_shown_is_there() -> None:
    shown = dict(re.findall(r'<img src="([^"]+)"[^>]*? alt="([^"]+)"', (DEPLOY / "README.md").read_text()))
    own = {file for file in shown if file.startswith("pictures/")}
    assert own == {f"pictures/{file.name}" for file in (DEPLOY / "pictures").iterdir()}
    assert all(len(words) > 20 for words in shown.values())
    for file in shown:
        if file.endswith(".webp"):  # screenshots of our pages by tests.support.screenshots
            assert (DEPLOY / file).read_bytes()[8:12] == b"WEBP"
            assert (DEPLOY / file).stat().st_size < 100_000
            continue
        text = (DEPLOY / file).read_text()
        root = ET.fromstring(text)  # noqa: S314  our own
        assert root.find("{http://www.w3.org/2000/svg}title") is not None
        assert not re.search(r"<script|href|<image|url\(", text)


def test_the_guide_names_every_word_of_the_installer() -> None:
    usage = re.findall(r"install\.sh (--[a-z]+)", (DEPLOY / "install.sh").read_text())
    assert len(set(usage)) == 4
    guide = (DEPLOY / "README.md").read_text()
    assert not [word for word in usage if word not in guide]

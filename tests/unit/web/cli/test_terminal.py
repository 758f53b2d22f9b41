"""What a terminal cannot show is printed in plain letters."""

from __future__ import annotations

import io
import json
import sys

import pytest
import segno

from web.cli import terminal


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch):
    """Gives standard output an encoding. Returns what was printed."""

    def become(encoding: str) -> io.BytesIO:
        raw = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding=encoding))
        monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
        terminal.replace_unprintable()
        return raw

    return become


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [
        ("utf-8", "✓ 札 “é” → ?".encode()),
        ("latin-1", b'+ ? "\xe9" -> ?'),
        ("ascii", b'+ ? "?" -> ?'),
        ("shift_jis", "+ 札 “?” → ?".encode("shift_jis")),
        ("koi8-r", b'+ ? "?" -> ?'),
    ],
)
def test_signs_become_plain_and_the_rest_question_marks(printed, encoding: str, shown: bytes) -> None:
    raw = printed(encoding)
    print("✓ 札 “é” → \udc80", end="", flush=True)
    assert raw.getvalue() == shown


def test_decoding_still_fails_where_it_must() -> None:
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("utf-8", errors="plain")


@pytest.mark.parametrize(("encoding", "is_small"), [("utf-8", True), ("cp437", True), ("latin-1", False)])
def test_a_code_is_drawn_with_what_there_is(printed, encoding: str, is_small: bool) -> None:
    raw = printed(encoding)
    terminal.print_code(segno.make("http://192.168.1.5:8000/"))
    sys.stdout.flush()
    drawn = raw.getvalue().decode(encoding)
    assert "?" not in drawn
    assert ("▀" in drawn or "█" in drawn) == is_small
    assert drawn.strip()


def test_json_is_utf_8_on_every_terminal(printed) -> None:
    raw = printed("latin-1")
    print("é", flush=True)
    terminal.print_json({"name": "札", "file": "a\udcff.jpg"})
    line = raw.getvalue().split(b"\n")[1]
    assert json.loads(line.decode()) == {"name": "札", "file": "a?.jpg"}

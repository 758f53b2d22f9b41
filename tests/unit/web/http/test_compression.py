"""Answers are compressed for clients that accept it."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from tests.support.table import BASE, Phone
from web.http.compression import MIN_COMPRESSED_BYTES

GZIP = {"Accept-Encoding": "gzip"}
STATIC = Path(__file__).parents[4] / "web/static"


@pytest.mark.parametrize(
    "path", ["/more", "/static/css/core/page.css", "/static/js/main.js", "/art/h01-1.svg", "/api/games"]
)
def test_text_is_packed_and_the_same_unpacked(guest: Phone, path: str) -> None:
    plain = guest.get(path)
    packed = guest.client.get(path, base_url=BASE, headers=GZIP)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert int(packed.headers["Content-Length"]) == len(packed.data) < 0.6 * len(plain.data)
    assert len(gzip.decompress(packed.data)) == len(plain.data)
    assert "Content-Encoding" not in plain.headers
    plain.close()
    packed.close()


def test_who_has_it_already_is_told_so(guest: Phone) -> None:
    for path in ("/static/css/core/page.css", "/api/session"):
        first = guest.client.get(path, base_url=BASE, headers=GZIP)
        again = guest.client.get(path, base_url=BASE, headers={**GZIP, "If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
        first.close()
        again.close()


def test_pictures_streams_and_little_things_go_as_they_are(guest: Phone) -> None:
    for path in ("/api/live", "/health"):
        with guest.client.get(path, base_url=BASE, headers=GZIP) as answer:
            assert "Content-Encoding" not in answer.headers
    assert len(guest.get("/health").data) < MIN_COMPRESSED_BYTES


@pytest.mark.parametrize("kind", ["js", "css"])
def test_comments_and_indentation_are_not_sent_and_lines_keep_their_numbers(kind: str, guest: Phone) -> None:
    files = sorted(STATIC.rglob(f"*.{kind}"))
    assert files
    for file in files:
        written = file.read_text()
        assert written.count("`") % 2 == 0, file
        assert not re.search(r"^[^`\n]*`[^`\n]*$", written, re.MULTILINE), f"{file}: a string over lines loses spaces"
        with guest.get(f"/static/{file.relative_to(STATIC)}") as answer:
            sent = answer.text
        assert int(answer.headers["Content-Length"]) == len(sent.encode()), file
        assert not re.search(r"^(\s|//|/\*)", sent.replace("\n\n", "\n").strip()), file
        for before, after in zip(written.split("\n"), sent.split("\n"), strict=True):
            assert after in {before.strip(), "", before.lstrip(), re.sub(r"^.*?\*/", "", before)}, file

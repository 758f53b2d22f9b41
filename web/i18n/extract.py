"""言葉集め kotoba-atsume: takes the page's words into the Japanese catalogue, and those no longer said out of it.

`make words` runs it. What is written is sorted, tells no places, and keeps its few lines of header as they are.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

WEB_DIR = Path(__file__).parents[1]
CATALOGUE_FILE = WEB_DIR / "translations/ja/LC_MESSAGES/messages.po"
_EXTRACTION_METHODS = [("i18n/script_messages.py", "python"), ("templates/**.html", "jinja2")]


def update_catalogue(text: str) -> str:
    """The catalogue with every word the page says now; new ones have no translation yet."""
    header, _, _ = text.partition("\n\n")
    before = read_po(BytesIO(text.encode()), locale="ja")
    now = Catalog(locale="ja")
    for _, _, words, _, _ in extract_from_dir(WEB_DIR, _EXTRACTION_METHODS):
        known = before.get(words)
        now.add(words, known.string if known else "")
    for message in now:
        message.flags.clear()
    out = BytesIO()
    write_po(out, now, width=0, no_location=True, omit_header=True, sort_output=True)
    return f"{header}\n\n{out.getvalue().decode().strip()}\n"


if __name__ == "__main__":
    CATALOGUE_FILE.write_text(update_catalogue(CATALOGUE_FILE.read_text(encoding="utf-8")), encoding="utf-8")

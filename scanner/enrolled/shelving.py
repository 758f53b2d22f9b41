"""棚卸し tanaoroshi: what people do with a deck on the shelf: call it by a name in their own writing, put it away.

Standard library only.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from scanner.enrolled.store import LABEL_SUFFIX, MOST_SIGNS, file_of
from scorer.errors import Refusal
from scorer.texts import Text


def _no_deck() -> Refusal:
    return Refusal("not_found", Text("there is no deck of that name", "その名前の札はありません"))


def call(name: str, data: Path, label: str) -> None:
    """Has people see `label` for the deck `name`, whose file and code stay as they are; empty: its own name again.

    `bad_name` for more than 32 signs or signs that do not show, `not_found` without such a deck; OSError when the
    disk will not.
    """
    path = file_of(name, data)
    if not path.exists():
        raise _no_deck()
    label = label.strip()
    if len(label) > MOST_SIGNS or not label.isprintable():
        raise Refusal(
            "bad_name",
            Text(
                f"a deck is called by at most {MOST_SIGNS} signs in one line",
                f"札の呼び名は{MOST_SIGNS}文字までの一行にしてください",
            ),
        )
    kept = path.with_suffix(LABEL_SUFFIX)
    if not label:
        kept.unlink(missing_ok=True)
        return
    beside = path.with_suffix(".new-label")
    beside.write_text(label, encoding="utf-8")
    beside.replace(kept)


def put_away(name: str, data: Path) -> None:
    """Deletes the deck, what it was called and the pictures corrected with it; `not_found`, OSError."""
    path = file_of(name, data)
    try:
        path.unlink()
    except FileNotFoundError:
        raise _no_deck() from None
    path.with_suffix(LABEL_SUFFIX).unlink(missing_ok=True)
    shutil.rmtree(path.with_suffix(".corrected"), ignore_errors=True)

"""Check: the ledger is intact. It is only read."""

from __future__ import annotations

from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from scorer.texts import Text
from web.doctor.machine import Finding, Machine

TITLE = Text("Ledger", "帳面")


def CHECK(machine: Machine) -> Finding:  # noqa: N802
    """Have SQLite check every page. Of any other database only the connection is checked."""
    url = make_url(machine.database)
    is_sqlite = url.get_backend_name() == "sqlite"
    if is_sqlite:
        file = machine.data / (url.database or "")
        if not file.exists():
            return Finding(ok=True, message=Text("There is no ledger yet.", "帳面はまだありません。"))
        url = make_url(f"sqlite:///file:{file.resolve().as_uri().removeprefix('file://')}?mode=ro&uri=true")
    try:
        with create_engine(url, poolclass=NullPool).connect() as connection:
            answer = connection.execute(text("PRAGMA quick_check(1)" if is_sqlite else "SELECT 'ok'")).scalar()
    except SQLAlchemyError as error:
        answer = type(error).__name__
    if answer == "ok":
        return Finding(ok=True, message=Text("The ledger is whole.", "帳面は正常です。"))
    return Finding(
        ok=False,
        message=Text(
            f"The ledger is damaged or cannot be opened ({answer}).", f"帳面が壊れているか、開けません（{answer}）。"
        ),
        advice=Text(
            "Keep the file, and bring back the last nightly copy: see “Backup” in deploy/README.md.",
            "ファイルは消さずに残し、夜間の控えから戻してください（deploy/README.mdの「Backup」）。",
        ),
    )

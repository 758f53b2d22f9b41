"""Check: the ledger is whole, saved, and has one process. Only read."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from scorer.texts import Text
from web.doctor.machine import Finding, Machine
from web.ledger.checkpoint import CHECKPOINT_FILE_NAME, read_checkpoint
from web.system.data_lock import HeldError, require_free

TITLE = Text("Ledger", "帳面")

_DAMAGED_ADVICE = Text(
    "Keep the file, and bring back the last nightly copy: see “Backup” in deploy/README.md.",
    "ファイルは消さずに残し、夜間の控えから戻してください（deploy/README.mdの「Backup」）。",
)
_IN_MEMORY = Finding(
    ok=False,
    message=Text(
        "The running companion keeps the ledger in memory only: a stop loses what was booked since.",
        "動作中の本体は帳面をメモリーにだけ残しています。止めると、そのあいだの記録が失われます。",
    ),
    advice=Text(
        "Free some space on the disk, or mount it for writing; it is saved by itself then.",
        "ディスクの空きを作るか、書き込めるようにしてください。そうすれば自動で保存されます。",
    ),
)
_SHARED = Finding(
    ok=False,
    message=Text(
        "Another program may write the ledger of the running companion: its lock was taken away.",
        "動作中の本体の帳面に、ほかのプログラムが書き込めます（ロックが失われました）。",
    ),
    advice=Text(
        "Stop every companion on this folder, then start one.",
        "このフォルダーの本体をすべて止め、一つだけ始めてください。",
    ),
)
_FOREIGN_CHECKPOINT = Finding(
    ok=False,
    message=Text(
        "What was kept beside the ledger does not come from it.", "帳面と一緒に控えてあった内容が、帳面と合いません。"
    ),
    advice=Text(
        "Start the companion again: it reads the whole ledger and makes that anew.",
        "本体を始め直してください。帳面をすべて読み、作り直します。",
    ),
)


def CHECK(machine: Machine) -> Finding:  # noqa: N802
    """Have SQLite check every page. Of any other database only the connection is checked."""
    health = machine.server_health or {}
    for state, finding in (("memory", _IN_MEMORY), ("shared", _SHARED)):
        if health.get("ledger") == state:
            return finding
    url = make_url(machine.database)
    file = Path(url.database or "").absolute() if url.get_backend_name() == "sqlite" else None
    if file is not None:
        if not file.exists():
            message = Text(f"There is no ledger in {file.parent} yet.", f"{file.parent} に帳面はまだありません。")
            return Finding(ok=True, measured=False, message=message)
        url = make_url(f"sqlite:///file:{file.resolve().as_uri().removeprefix('file://')}?mode=ro&uri=true")
    try:
        with create_engine(url, poolclass=NullPool).connect() as connection:
            answer = connection.execute(text("PRAGMA quick_check(1)" if file else "SELECT 'ok'")).scalar()
            checkpoint = read_checkpoint(file.with_name(CHECKPOINT_FILE_NAME)) if file and answer == "ok" else None
            if checkpoint is not None:
                query = text("SELECT sum, evening, version FROM entries WHERE sequence = :at")
                row = connection.execute(query, {"at": checkpoint.sequence}).first()
                if row is None or tuple(row) != (checkpoint.checksum, checkpoint.evening, checkpoint.version):
                    return _FOREIGN_CHECKPOINT
    except SQLAlchemyError as error:
        answer = type(error).__name__
    if answer != "ok":
        return Finding(
            ok=False,
            message=Text(
                f"The ledger is damaged or cannot be opened ({answer}).",
                f"帳面が壊れているか、開けません（{answer}）。",
            ),
            advice=_DAMAGED_ADVICE,
        )
    return Finding(ok=True, message=_whole(file, is_renewed=health.get("folds") == "renewed"))


def _whole(file: Path | None, *, is_renewed: bool) -> Text:
    """That the ledger is whole, who has it, and whether what is kept beside it was made anew."""
    en, ja = "The ledger is whole.", "帳面は正常です。"
    if is_renewed:
        en += " What was kept beside it did not come from it and was made anew."
        ja += "一緒に控えてあった内容は帳面と合わなかったため、作り直しました。"
    if file is not None:
        with suppress(OSError):
            try:
                require_free(file)
            except HeldError as held:
                en, ja = f"{en} {held.holder} has it.", f"{ja}{held.holder} が使っています。"
    return Text(en, ja)

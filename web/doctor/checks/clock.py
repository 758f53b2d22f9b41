"""Check: the clock is set. A Pi has no clock that runs without power."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from scorer.texts import Text
from web.doctor.machine import Finding, Machine
from web.ledger.notices import RELEASED_AT

_MAX_BEHIND = timedelta(days=1)
"""How far the clock may be behind the last write, so that a small correction of the clock is no error."""

_ADVICE = Text(
    "Connect the Pi to the internet for a minute, or set it: sudo date -s '2026-11-21 19:00'. Rounds stay in order.",
    "しばらくインターネットにつなぐか、「sudo date -s '2026-11-21 19:00'」のように設定してください。"
    "局の順番は狂いません。",
)

TITLE = Text("Clock", "時計")


def CHECK(machine: Machine) -> Finding:  # noqa: N802
    """Compare the clock with the date of this release and with the last write to the data folder."""
    now = datetime.now(UTC).astimezone()
    if now < RELEASED_AT:
        return Finding(
            ok=False,
            message=Text(f"The clock is not set ({now:%Y-%m-%d}).", f"時計が合っていません（{now:%Y-%m-%d}）。"),
            advice=_ADVICE,
        )
    written = [file.stat().st_mtime for file in machine.data.glob("*") if file.is_file()]
    last = datetime.fromtimestamp(max(written, default=0), UTC)
    if last - now > _MAX_BEHIND:
        return Finding(
            ok=False,
            message=Text(
                f"The clock is behind: the ledger was last written on {last:%Y-%m-%d}.",
                f"時計が遅れています（帳面の最終更新は{last:%Y-%m-%d}）。",
            ),
            advice=_ADVICE,
        )
    if machine.run_command("timedatectl", "show", "--property=NTPSynchronized", "--value") == "no":
        return Finding(
            ok=True,
            message=Text(
                f"{now:%Y-%m-%d %H:%M %Z}, not compared with the internet.",
                f"{now:%Y-%m-%d %H:%M}（{now:%Z}）。ネットの時刻とは未照合です。",
            ),
        )
    return Finding(ok=True, message=Text(f"{now:%Y-%m-%d %H:%M %Z}.", f"{now:%Y-%m-%d %H:%M}（{now:%Z}）。"))

"""Check: the evenings of the ledger can be read."""

from __future__ import annotations

from scorer.texts import Text
from web.doctor.machine import Finding, Machine

TITLE = Text("Evenings", "会")


def CHECK(machine: Machine) -> Finding:  # noqa: N802
    """Ask the running server, which reads them, for those that it could not."""
    if machine.server_health is None:
        message = Text("Not checked: the table does not run.", "卓が動いていないため、確認していません。")
        return Finding(ok=True, measured=False, message=message)
    numbers = machine.server_health.get("unreadable")
    if not isinstance(numbers, list) or not numbers:
        return Finding(ok=True, message=Text("Every evening can be read.", "どの会も読めます。"))
    named = ", ".join(map(str, numbers))
    return Finding(
        ok=False,
        message=Text(f"Evenings that cannot be read: {named}.", f"読めない会があります：{named}。"),
        advice=Text(
            "They stay in the ledger, and the rest is there. If you have a backup from before, restore it on the page"
            " Files.",
            "記録は帳面に残り、ほかの会は使えます。以前の控えがあれば「ファイル」のページで戻してください。",
        ),
    )

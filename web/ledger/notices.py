"""Notices for every phone about ledger, disk, power and clock."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from scorer.errors import Refusal
from scorer.json_input import parse_json
from scorer.texts import Text
from web.ledger.recovery import RecoveredLedger
from web.openapi.schema import STRING, obj
from web.openapi.validation import find_fault

RELEASED_AT = datetime(2026, 11, 1, tzinfo=UTC)
"""Date of this release. An earlier clock cannot be right."""

IN_MEMORY = Text(
    "The disk takes no writing (full, or read-only). Rounds are kept in memory only: free some space, and do not "
    "switch off before this line is gone.",
    "ディスクに書き込めません（容量不足か、読み込み専用です）。局はメモリーにだけ残っています。空きを作り、"
    "この表示が消えるまで電源を切らないでください。",
)

DISK_NEARLY_FULL = Text(
    "The disk is nearly full: kept pictures and old copies of the ledger were deleted. Free some space soon.",
    "ディスクの空きがわずかです。残してあった写真と古い控えを消しました。早めに空きを作ってください。",
)

UNDERVOLTAGE = Text(
    "The power supply is too weak, so the Pi may stop at any moment: use the official one and a short, thick cable.",
    "電圧が不足していて、いつ止まってもおかしくありません。純正の電源と短く太いケーブルに替えてください。",
)

_CLOCK_NOT_SET = Text(
    "The clock of this table is not set: dates are wrong, the order of rounds is right.",
    "この機械の時計が合っていません。日付は正しくありませんが、局の順番は狂いません。",
)

_NOTHING_MISSING = Text("Every entry is there.", "記録はすべてそろっています。")

_END_UNKNOWN = Text(
    "Every copy was damaged: entries after number {last} may be missing as well. Compare the stones on the table.",
    "どの写しも壊れていたため、{last}番より後の記録も失われているかもしれません。卓の石と照らし合わせてください。",
)


def rebuilt_notice(quarantined: Path | None, recovered: RecoveredLedger) -> Text:
    """Notice that the ledger was damaged or missing and has been rebuilt: from what, and which entries are missing.

    `quarantined`: the old file under its new name, None if it was missing.
    """
    old_file = (
        Text(f"the old file is kept as {quarantined.name}", f"元のファイルは {quarantined.name} として残してあります")
        if quarantined
        else Text("its file was gone", "元のファイルはなくなっていました")
    )
    numbers = ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in recovered.missing_ranges)
    missing = Text(f"Entries missing: {numbers}.", f"失われた記録の番号：{numbers}。") if numbers else _NOTHING_MISSING
    if not recovered.is_end_known:
        last_known = max((entry.sequence for entry in recovered.entries), default=0)
        unknown = Text(_END_UNKNOWN.en.format(last=last_known), _END_UNKNOWN.ja.format(last=last_known))
        missing = Text(f"{missing.en} {unknown.en}", missing.ja + unknown.ja) if numbers else unknown
    pin = (
        Text("", "")
        if "pin" in recovered.settings
        else Text(" The host's PIN was lost; a new one is shown at the start.", "世話役の暗証番号は新しくなりました。")
    )
    return Text(
        f"The ledger was damaged and has been rebuilt from its copies; {old_file.en}. {missing.en}{pin.en}",
        f"帳面が壊れていたため、写しから作り直しました。{old_file.ja}。{missing.ja}{pin.ja}",
    )


def replaced_notice(name: str, count: int) -> Text:
    """Notice that a backup with `count` entries was restored. `name`: the file of the ledger before."""
    return Text(
        f"A backup with {count} entries was restored. The ledger before is kept on this machine as {name}.",
        f"控えから{count}件の記録を戻しました。元の帳面はこの機械に {name} として残してあります。",
    )


FOREIGN_ENTRIES = Text(
    "Another program writes into the ledger of this table. The page shows the newest entry now. Let only one program "
    "have the data folder.",
    "ほかのプログラムがこの卓の帳面に書き込んでいます。いまは最新の記録を表示しています。データフォルダーを使うプログラムは"
    "一つだけにしてください。",
)

WRONG_FOLDS = Text(
    "What this table had kept of the evening did not come from its ledger. It was made anew; the ledger is whole.",
    "控えておいた会の内容が帳面と合わなかったため、帳面から作り直しました。帳面そのものは正常です。",
)


def unreadable_notice(evening: int) -> Text:
    """Notice that the last evening is closed because its entries cannot be read."""
    return Text(
        f"Evening {evening} cannot be read and was closed: its records do not follow from each other. They stay in the "
        "ledger; start a new evening.",
        f"{evening}番の会は記録がつながらず読めないため、閉じました。記録は帳面に残してあります。新しく始めてください。",
    )


def unreadable_refusal(evening: int) -> Refusal:
    """Refusal `unreadable`: the entries of an evening do not follow from each other."""
    return Refusal(
        "unreadable",
        Text(
            f"Evening {evening} cannot be read: its records do not follow from each other. They stay in the ledger.",
            f"{evening}番の会は記録がつながらないため読めません。記録は帳面に残してあります。",
        ),
    )


def restored_notice(count: int) -> Text:
    """Notice that `count` entries lost from the database were restored from the journal."""
    return Text(
        "1 entry that the ledger had lost was brought back from its second copy."
        if count == 1
        else f"{count} entries that the ledger had lost were brought back from its second copy.",
        f"帳面から失われていた{count}件の記録を、写しから戻しました。",
    )


def notice_from_json(text: str) -> Text | None:
    """The notice that a setting holds, None for anything else."""
    try:
        notice = parse_json(text)
    except Refusal:
        return None
    return None if find_fault(notice, obj(en=STRING, ja=STRING), {}) else Text(notice["en"], notice["ja"])


def clock_notice(now: datetime) -> Text | None:
    """Notice that the clock is wrong because it is before this release, else None."""
    return _CLOCK_NOT_SET if now < RELEASED_AT else None


def stale_refusal() -> Refusal:
    """Refusal `stale`: another entry was written first, so the host saw an outdated state."""
    return Refusal(
        "stale",
        Text(
            "The table has changed since you looked. Check it, then try again.",
            "表示のあとに場が進みました。もう一度確かめてからやり直してください",
        ),
    )


def not_saved_refusal() -> Refusal:
    """Refusal `not_saved`: neither the disk nor the memory took it."""
    return Refusal(
        "not_saved",
        Text(
            "The ledger could not be reached (is the disk full?): nothing was saved",
            "帳面を読み書きできません(空き容量を確かめてください)。何も記録していません",
        ),
    )


def full_refusal() -> Refusal:
    """Refusal `ledger_full`: the numbers of this ledger are used up, which only somebody else's can be."""
    return Refusal(
        "ledger_full",
        Text(
            "This ledger takes no more entries: its numbers are used up. Restore a backup.",
            "この帳面は番号を使い切っていて、もう書き込めません。控えを戻してください。",
        ),
    )

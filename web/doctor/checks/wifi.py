"""Check: the Wi-Fi is connected and its signal is strong enough."""

from __future__ import annotations

from scorer.texts import Text
from web.doctor.machine import Finding, Machine

_WEAK_SIGNAL_DBM = -75
"""Signal level in dBm below which pages load slowly and phones lose the connection."""

TITLE = Text("Wi-Fi", "無線LAN")


def CHECK(machine: Machine) -> Finding:  # noqa: N802
    """Check the first wireless interface that is up."""
    folder = machine.root / "sys/class/net"
    names = [path.parent.name for path in sorted(folder.glob("*/wireless"))]
    if not names:
        return Finding(
            ok=True, measured=False, message=Text("This machine has no Wi-Fi.", "この機械に無線LANはありません。")
        )
    up = [name for name in names if machine.read_text(f"sys/class/net/{name}/operstate") == "up"]
    if not up:
        return Finding(
            ok=False,
            message=Text("The Wi-Fi is off or not connected.", "無線LANが切れているか、つながっていません。"),
            advice=Text(
                "Choose a network with: sudo nmtui. Without one, the table's own network starts if it is set up.",
                "「sudo nmtui」でネットワークを選んでください。設定済みなら、卓専用のネットワークが自動で始まります。",
            ),
        )
    signal = _signal_dbm(machine.read_text("proc/net/wireless") or "", up[0])
    if signal is not None and signal < _WEAK_SIGNAL_DBM:
        return Finding(
            ok=False,
            message=Text(f"The Wi-Fi is weak ({signal} dBm).", f"無線LANの電波が弱いです（{signal}dBm）。"),
            advice=Text(
                "Bring the Pi closer to the router, out of a metal case.",
                "ルーターに近づけるか、金属のケースから出してください。",
            ),
        )
    level = "" if signal is None else f" ({signal} dBm)"
    return Finding(ok=True, message=Text(f"The Wi-Fi is connected{level}.", f"無線LANにつながっています{level}。"))


def _signal_dbm(table: str, name: str) -> int | None:
    """Signal level of an interface in dBm, from the text of /proc/net/wireless.

    None if it is not listed or its figure is positive, which means a quality and no level.
    """
    for line in table.splitlines():
        columns = line.replace(":", " ").split()
        if len(columns) > 3 and columns[0] == name:
            level = round(float(columns[3]))
            return level if level < 0 else None
    return None

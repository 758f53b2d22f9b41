"""無線 musen: whether the phones can reach the table through the air."""

from __future__ import annotations

from scorer.texts import Text
from web.doctor.machine import Finding, Machine

_WEAK_SIGNAL_DBM = -75  # dBm; below, pages come slowly and phones drop out


def CHECK(machine: Machine) -> Finding:  # noqa: N802
    """Looks at the first wireless interface that is up."""
    folder = machine.root / "sys/class/net"
    names = [path.parent.name for path in sorted(folder.glob("*/wireless"))]
    if not names:
        return Finding(ok=True, message=Text("This machine has no Wi-Fi.", "この機械に無線LANはありません。"))
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
    """Signal level in dBm of an interface in the kernel's table; a positive figure is no level but a quality."""
    for line in table.splitlines():
        words = line.replace(":", " ").split()
        if len(words) > 3 and words[0] == name:
            level = round(float(words[3]))
            return level if level < 0 else None
    return None

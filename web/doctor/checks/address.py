"""住所 jusho: under which address the phones find the page."""

from __future__ import annotations

from scorer.texts import Text
from web.doctor.machine import Finding, Machine
from web.system.network import LOOPBACK, own_address


def CHECK(machine: Machine) -> Finding:  # noqa: N802
    """Any address beside the machine's own will do."""
    found = own_address()
    if found == LOOPBACK:
        return Finding(
            ok=False,
            message=Text("No phone can reach this machine.", "スマートフォンからこの機械につながりません。"),
            advice=Text(
                "Connect it to a network, by cable or with: sudo nmtui.",
                "有線か「sudo nmtui」でネットワークにつないでください。",
            ),
        )
    url = f"http://{found}:{machine.port}/"
    return Finding(ok=True, message=Text(f"Phones go to {url}", f"スマートフォンで開く住所は {url} です。"))

"""Check: the address at which phones reach the page."""

from __future__ import annotations

from scorer.texts import Text
from web.doctor.machine import Finding, Machine
from web.system.network import LOOPBACK, own_address

TITLE = Text("Address", "住所")


def CHECK(machine: Machine) -> Finding:  # noqa: N802
    """Any address but the loopback address is good."""
    address = own_address()
    if address == LOOPBACK:
        return Finding(
            ok=False,
            message=Text("No phone can reach this machine.", "スマートフォンからこの機械につながりません。"),
            advice=Text(
                "Connect it to a network, by cable or with: sudo nmtui.",
                "有線か「sudo nmtui」でネットワークにつないでください。",
            ),
        )
    url = f"http://{address}:{machine.port}/"
    return Finding(ok=True, message=Text(f"Phones go to {url}", f"スマートフォンで開く住所は {url} です。"))

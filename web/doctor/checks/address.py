"""Check: the address at which phones reach the page."""

from __future__ import annotations

from scorer.texts import Text
from web.doctor.machine import Finding, Machine
from web.system.network import own_addresses

TITLE = Text("Address", "住所")


def CHECK(machine: Machine) -> Finding:  # noqa: N802
    """Any address but the loopback address is good."""
    if not own_addresses():
        return Finding(
            ok=False,
            message=Text("No phone can reach this machine.", "スマートフォンからこの機械につながりません。"),
            advice=Text(
                "Connect it to a network, by cable or with: sudo nmtui.",
                "有線か「sudo nmtui」でネットワークにつないでください。",
            ),
        )
    first, *others = (f"http://{address}:{machine.port}/" for address in own_addresses())
    also = Text(f" (also: {', '.join(others)})", f"（ほかに {'、'.join(others)}）") if others else Text("", "")
    return Finding(
        ok=True, message=Text(f"Phones go to {first}{also.en}", f"スマートフォンで開く住所は {first} です{also.ja}。")
    )

"""Readers pass the gate together, and nobody while it is closed."""

from __future__ import annotations

import threading

from web.ledger.exchange.gate import Gate


def test_whoever_closes_it_waits_for_the_readers_inside_and_others_wait_for_him() -> None:
    gate, order = Gate(), []
    inside, go_on, closing = threading.Event(), threading.Event(), threading.Event()

    def read(name: str) -> None:
        with gate.passed():
            inside.set()
            assert go_on.wait(20)
            order.append(name)

    def exchange() -> None:
        closing.set()
        with gate.closed():
            order.append("exchange")

    first = threading.Thread(target=read, args=("first",))
    first.start()
    assert inside.wait(20)
    closer = threading.Thread(target=exchange)
    closer.start()
    assert closing.wait(20)
    with gate._changed:
        gate._changed.wait_for(lambda: gate._is_closed, 20)
    second = threading.Thread(target=read, args=("second",))
    second.start()
    go_on.set()
    for thread in (first, closer, second):
        thread.join(20)
    assert order == ["first", "exchange", "second"]

import json
import socket
import time

from web.cli.hall_bench.watchers import Watchers


def message(kind: str, *cards: tuple[int, int]) -> bytes:
    data = json.dumps([{"table": table, "sequence": sequence} for table, sequence in cards])
    return f"event: {kind}\ndata: {data}\n\n".encode()


def test_each_phone_notes_what_it_saw() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        watchers = Watchers(f"http://127.0.0.1:{server.getsockname()[1]}", 2)
        phones = [server.accept()[0] for _ in range(2)]
        for phone in phones:
            assert phone.recv(1000).startswith(b"GET /api/live ")
            whole = b"HTTP/1.1 200 OK\r\n\r\n" + message("all", (1, 4)) + b"event: beat\ndata: \n\n"
            phone.sendall(whole + message("tables", (1, 5), (2, 9))[:-4])
        phones[0].sendall(message("tables", (1, 5), (2, 9))[-4:])
        until = time.monotonic() + 30
        while not ((1, 5) in watchers.seen and len(watchers.seen.get((1, 4), ())) == 2):
            assert time.monotonic() < until
            time.sleep(0.01)
        watchers.close()
        for phone in phones:
            phone.close()
    assert {place: len(times) for place, times in watchers.seen.items()} == {(1, 4): 2, (1, 5): 1, (2, 9): 1}

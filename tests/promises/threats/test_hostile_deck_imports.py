"""A hostile file at the page's import of decks is refused in plain words: nothing runs, grows or is left behind."""

from __future__ import annotations

import io
import json
import pickle
import random
import resource
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import models
from scanner.enrolled.deck_file import encode_deck, save_deck
from scanner.recognition.model_io import shipped_network
from tests.promises.threats.test_tampered_models import mutate_bytes
from tests.support.table import BASE, FakeScanner, Phone

MOST_MB = 100
"""Megabytes that a hostile file may take beyond what is in use: the largest deck is read once and copied."""
RUN = Path("/dev/shm/fudayomi-import-was-run")  # noqa: S108


class PickleBomb:
    """Runs when it is unpickled."""

    def __reduce__(self):
        return (RUN.touch, ())


class DeckScanner(FakeScanner):
    """A scanner that stores decks as the worker does."""

    folder: Path

    def run_wizard_step(self, op: str, body: bytes = b"", timeout: float = 40.0, **fields: Any) -> tuple[Any, bytes]:
        assert op == "shelve"
        save_deck(fields["name"], self.folder, body)
        return {}, b""


@pytest.fixture
def scanner(tmp_path: Path) -> DeckScanner:
    """A scanner without a camera, over the data folder of the table."""
    scanner = DeckScanner()
    scanner.folder = tmp_path
    return scanner


@pytest.fixture(scope="module")
def members() -> dict[str, bytes]:
    """The files in a small good deck, by name."""
    manifest = json.loads((Path(models.__path__[0]) / "hanafuda/manifest.json").read_text())
    labels = len(manifest["labels"])
    arrays = {
        "projection": np.ones((shipped_network().embedding_size, 4), np.float32),
        "means": np.ones((labels, 4), np.float32),
        "variances": np.ones((labels, 4), np.float32),
        "pictures": np.zeros((labels, 6, 4, 3), np.uint8),
    }
    content = encode_deck(manifest | {"dimensions": 4, "scale": 0.5, "held_out": {}, "near": []}, arrays)
    with zipfile.ZipFile(io.BytesIO(content)) as whole:
        return {name: whole.read(name) for name in whole.namelist()}


def pack(members: dict[str, bytes], compression: int = zipfile.ZIP_STORED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as packed:
        for name, content in members.items():
            packed.writestr(name, content)
    return out.getvalue()


def npy(array: Any, **more: Any) -> bytes:
    out = io.BytesIO()
    np.lib.format.write_array(out, np.asanyarray(array), **more)
    return out.getvalue()


def claims(shape: tuple[int, ...]) -> bytes:
    """An array that says it has this shape, and has no values."""
    out = io.BytesIO()
    np.lib.format.write_array_header_1_0(out, {"descr": "<f4", "fortran_order": False, "shape": shape})
    return out.getvalue()


def manifest_with(members: dict[str, bytes], **more: Any) -> bytes:
    """The deck's manifest with these values in place of its own, as an array."""
    whole = json.loads(np.load(io.BytesIO(members["manifest.npy"])).tobytes())
    return npy(np.frombuffer(json.dumps(whole | more).encode(), np.uint8))


def lie_of_size(content: bytes, size: int) -> bytes:
    """The zip, in whose directory every member has that size."""
    changed, at = bytearray(content), content.find(b"PK\x01\x02")
    while at >= 0:
        changed[at + 24 : at + 28] = size.to_bytes(4, "little")
        at = content.find(b"PK\x01\x02", at + 4)
    return bytes(changed)


Make = Callable[[dict[str, bytes]], bytes]
HOSTILE: dict[str, Make] = {
    "nothing": lambda _: b"",
    "a pickle": lambda _: pickle.dumps(PickleBomb()),
    "a pickle as a member": lambda all_: pack(all_ | {"means.npy": pickle.dumps(PickleBomb())}),
    "an array of objects": lambda all_: pack(
        all_ | {"means.npy": npy(np.array([PickleBomb()], dtype=object), allow_pickle=True)}
    ),
    "a manifest of objects": lambda all_: pack(
        all_ | {"manifest.npy": npy(np.array([PickleBomb()], dtype=object), allow_pickle=True)}
    ),
    "an object beside the arrays": lambda all_: pack(
        all_ | {"more.npy": npy(np.array([PickleBomb()], dtype=object), allow_pickle=True)}
    ),
    "a deflated bomb": lambda all_: pack(all_ | {"more.npy": bytes(20_000_001)}, zipfile.ZIP_DEFLATED),
    "a deflated bomb that lies": lambda all_: lie_of_size(
        pack({"more.npy": npy(np.zeros(60_000_000, np.uint8)), **all_}, zipfile.ZIP_DEFLATED), 100
    ),
    "a bomb of bzip2 that lies": lambda all_: lie_of_size(
        pack({**all_, "manifest.npy": bytes(200_000_000)}, zipfile.ZIP_BZIP2), 100
    ),
    "a good deck in bzip2": lambda all_: pack(all_, zipfile.ZIP_BZIP2),
    "a good deck in lzma": lambda all_: pack(all_, zipfile.ZIP_LZMA),
    "broken lzma": lambda all_: pack(all_, zipfile.ZIP_LZMA).replace(b"\x5d\x00\x00\x80", b"\x5d\x00\xff\x80"),
    "an array that claims a petabyte": lambda all_: pack(all_ | {"means.npy": claims((10**15,))}),
    "sizes that overflow": lambda all_: pack(all_ | {"means.npy": claims((2**40, 2**40))}),
    "less than no values": lambda all_: pack(all_ | {"means.npy": claims((-1, 4))}),
    "a wrong shape": lambda all_: pack(all_ | {"means.npy": npy(np.ones((3, 4), np.float32))}),
    "a number alone": lambda all_: pack(all_ | {"means.npy": npy(1.0)}),
    "text for numbers": lambda all_: pack(all_ | {"means.npy": npy(np.array(["<b>"] * 9))}),
    "no manifest": lambda all_: pack({name: all_[name] for name in all_ if name != "manifest.npy"}),
    "a manifest of depth": lambda all_: pack(
        all_ | {"manifest.npy": npy(np.frombuffer(b"[" * 200_000, np.uint8))}, zipfile.ZIP_DEFLATED
    ),
    "a manifest too long to be listed": lambda all_: pack(
        all_ | {"manifest.npy": manifest_with(all_, note="x" * 300_000)}
    ),
    "another kind": lambda all_: pack(all_ | {"manifest.npy": manifest_with(all_, kind="../hanafuda")}),
    "a kind that is a list": lambda all_: pack(all_ | {"manifest.npy": manifest_with(all_, kind=["hanafuda"])}),
    "labels of markup": lambda all_: pack(
        all_ | {"manifest.npy": manifest_with(all_, labels=["<img src=x>", "back", "none"])}
    ),
    "labels that are a number": lambda all_: pack(all_ | {"manifest.npy": manifest_with(all_, labels=5)}),
    "dimensions without end": lambda all_: pack(all_ | {"manifest.npy": manifest_with(all_, dimensions=1e308)}),
    "pairs that are none": lambda all_: pack(
        all_ | {"manifest.npy": manifest_with(all_, sha256="", near=[[["x"], {}]])}
    ),
    "a true sum of other arrays": lambda all_: pack(all_ | {"means.npy": npy(np.zeros((4, 4), np.float32))}),
    "members in other folders": lambda all_: pack({f"../../{name}": content for name, content in all_.items()}),
}


def send(host: Phone, content: bytes, name: str = "mine", file: str = "deck.npz") -> Any:
    data = {"name": name, "deck": (io.BytesIO(content), file)}
    host.client.application.extensions["fudayomi"].upload_limit.forget("127.0.0.1")
    return host.client.post("/decks", data=data, base_url=BASE, headers={"Origin": BASE})


def files_in(folder: Path) -> list[Path]:
    """What lies in the folder, the ledger's own files left out."""
    return sorted(file for file in folder.rglob("*") if file.is_file() and not file.name.startswith("ledger"))


@pytest.mark.parametrize("attack", HOSTILE)
def test_a_hostile_deck_is_refused_at_the_page(host, members, tmp_path, attack) -> None:
    before, used = files_in(tmp_path), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    content = HOSTILE[attack](members)
    making = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    answer = send(host, content)
    assert answer.status_code == 422, answer.headers
    assert "bad_model" in answer.text
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - max(making, used) < MOST_MB * 1024
    assert not RUN.exists()
    assert files_in(tmp_path) == before
    assert host.get("/api/enrolled").json == {"decks": []}


def test_a_good_deck_is_taken_whatever_its_file_is_called(host, members, tmp_path) -> None:
    names = ("../../etc/x.npz", "<script>a()</script>", "\u202ezpn.x", "=1+1.npz")
    for number, file in enumerate(names):
        assert send(host, pack(members), f"mine-{number}", file).status_code == 302
    assert [file.parent.name for file in files_in(tmp_path)] == ["decks"] * 4
    assert len(host.get("/api/enrolled").json["decks"]) == 4


NAMES = (
    *("", " ", "x" * 33, "two\nlines", "a\r\nSet-Cookie: b=c", "turned \u202e round", "\ud800", "a\0b"),
    *("../x", "/etc/passwd", "..", "hanafuda", "<img src=x onerror=a()>", "'\"><svg onload=a()>", "=1+1", "札" * 32),
)


def test_a_deck_is_called_what_it_is_called_and_stays_in_its_folder(host, members, tmp_path) -> None:
    good = pack(members)
    codes = {name: send(host, good, name).status_code for name in NAMES if name.isprintable() or name < "\ud800"}
    assert {name for name, code in codes.items() if code == 302} <= {name for name in NAMES if name.isprintable()}
    assert set(codes.values()) == {302, 422}
    assert {file.parent for file in files_in(tmp_path)} == {tmp_path / "decks"}
    for path in ("/decks", "/start?game=otoroku", "/start?deck=x"):
        text = host.get(path).text
        assert "<img src=x" not in text
        assert "<svg onload" not in text
    for deck in host.get("/api/enrolled").json["decks"]:
        assert host.get(f"/decks/{deck['name']}.npz").headers["Content-Disposition"].count("\n") == 0


@pytest.mark.parametrize("tries", [30, pytest.param(2000, marks=pytest.mark.long)])
def test_what_is_imported_is_listed_or_refused(host, members, tries) -> None:
    """Mutated decks: never a fault of ours, and each that is taken is on the page."""
    good, chance = pack(members), random.Random(9)
    for _ in range(tries):
        code = send(host, mutate_bytes(good, chance)).status_code
        listed = {deck["name"] for deck in host.get("/api/enrolled").json["decks"]}
        assert code in {302, 422}
        assert code == 422 or listed == {"mine"}
        assert host.get("/decks").status_code == 200

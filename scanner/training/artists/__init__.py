"""手 te: whole decks of our own by other hands, made to learn from: one file a hand, in a folder a kind of deck.

A file is an SVG of the card's size with its `defs`, and a group for each card under its code. A group's children are
the card's parts, each of which may move on its own; what belongs together is one child. It has no paper and no frame.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from xml.etree import ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"
_PAPER = "#f6efdd"

ET.register_namespace("", SVG[1:-1])


@cache
def hands(kind: str) -> tuple[str, ...]:
    """The names of the hands that drew a kind of deck, none for most kinds."""
    folder = resources.files(__name__) / kind
    if not folder.is_dir():
        return ()
    return tuple(sorted(file.name.removesuffix(".svg") for file in folder.iterdir() if file.name.endswith(".svg")))


def drawings(kind: str, hand: str) -> dict[str, str]:
    """Each card of a hand by its code as SVG text of the form that `scanner.art.drawing` gives: parts on a paper."""
    text = (resources.files(__name__) / kind / f"{hand}.svg").read_text(encoding="utf-8")
    root = ET.fromstring(text)  # noqa: S314  our own file, never from outside
    left, top, width, height = root.attrib["viewBox"].split()
    place = {"x": left, "y": top, "width": width, "height": height}
    found = {}
    for card in root.findall(f"{SVG}g"):
        whole = ET.Element(f"{SVG}svg", place | {"viewBox": root.attrib["viewBox"]})
        whole.extend(root.findall(f"{SVG}defs"))
        inner = ET.SubElement(whole, f"{SVG}svg", place | {"viewBox": root.attrib["viewBox"]})
        ET.SubElement(inner, f"{SVG}rect", place | {"fill": _PAPER})
        inner.extend(card)
        found[card.attrib["id"]] = ET.tostring(whole, encoding="unicode")
    return found

"""手 te: whole decks of our own by other hands, made to learn from: one file a hand, in a folder a kind of deck.

A file is an SVG of the card's size with its `defs`, and a group for each card under its code. A group's children are
the card's parts, each of which may move on its own; what belongs together is one child. It has no paper and no frame.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from xml.etree import ElementTree as ET

SVG_NAMESPACE = "{http://www.w3.org/2000/svg}"
_PAPER_COLOUR = "#f6efdd"

ET.register_namespace("", SVG_NAMESPACE[1:-1])


@cache
def list_artists(kind: str) -> tuple[str, ...]:
    """The names of the hands that drew a kind of deck, none for most kinds."""
    folder = resources.files(__name__) / kind
    if not folder.is_dir():
        return ()
    return tuple(sorted(file.name.removesuffix(".svg") for file in folder.iterdir() if file.name.endswith(".svg")))


def load_drawings(kind: str, artist: str) -> dict[str, str]:
    """Each card of a hand by its code as SVG text of the form that `scanner.art.drawing` gives: parts on a paper."""
    text = (resources.files(__name__) / kind / f"{artist}.svg").read_text(encoding="utf-8")
    root = ET.fromstring(text)  # noqa: S314  our own file, never from outside
    left, top, width, height = root.attrib["viewBox"].split()
    place = {"x": left, "y": top, "width": width, "height": height}
    found = {}
    for card in root.findall(f"{SVG_NAMESPACE}g"):
        whole = ET.Element(f"{SVG_NAMESPACE}svg", place | {"viewBox": root.attrib["viewBox"]})
        whole.extend(root.findall(f"{SVG_NAMESPACE}defs"))
        inner = ET.SubElement(whole, f"{SVG_NAMESPACE}svg", place | {"viewBox": root.attrib["viewBox"]})
        ET.SubElement(inner, f"{SVG_NAMESPACE}rect", place | {"fill": _PAPER_COLOUR})
        inner.extend(card)
        found[card.attrib["id"]] = ET.tostring(whole, encoding="unicode")
    return found

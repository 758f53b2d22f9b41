"""SVG decks of our own in many drawing styles, used as training data only.

One file per artist, in one folder per kind of deck. A file is an SVG of the card's size: its `defs`, then one group
per card, with the card's code as its id. The children of a group are the parts of the card. Each part may be moved on
its own, so whatever belongs together is one child. The drawings have no paper and no frame.
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
    """Names of the artists who drew a kind of deck, sorted; empty for most kinds."""
    folder = resources.files(__name__) / kind
    if not folder.is_dir():
        return ()
    return tuple(sorted(file.name.removesuffix(".svg") for file in folder.iterdir() if file.name.endswith(".svg")))


def load_drawings(kind: str, artist: str) -> dict[str, str]:
    """Load an artist's cards: SVG text by code, in the form of `scanner.art.load_svg`, with the parts on a paper."""
    text = (resources.files(__name__) / kind / f"{artist}.svg").read_text(encoding="utf-8")
    root = ET.fromstring(text)  # noqa: S314  our own file, never from outside
    left, top, width, height = root.attrib["viewBox"].split()
    bounds = {"x": left, "y": top, "width": width, "height": height}
    drawings = {}
    for card in root.findall(f"{SVG_NAMESPACE}g"):
        svg = ET.Element(f"{SVG_NAMESPACE}svg", bounds | {"viewBox": root.attrib["viewBox"]})
        svg.extend(root.findall(f"{SVG_NAMESPACE}defs"))
        picture = ET.SubElement(svg, f"{SVG_NAMESPACE}svg", bounds | {"viewBox": root.attrib["viewBox"]})
        ET.SubElement(picture, f"{SVG_NAMESPACE}rect", bounds | {"fill": _PAPER_COLOUR})
        picture.extend(card)
        drawings[card.attrib["id"]] = ET.tostring(svg, encoding="unicode")
    return drawings

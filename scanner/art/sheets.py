"""Contact sheet of a deck's drawings, and A4 pages to print and cut."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import zip_longest
from xml.etree import ElementTree as ET

from PIL import Image, ImageDraw
from resvg_py import svg_to_bytes

from scanner.art import load_svg
from scanner.imaging.decode import render_svg
from scorer.cards import Deck

LABEL_HEIGHT_PX = 4 * 13
"""Pixels under a card of the contact sheet: four lines for its code and names."""
FONT_FAMILIES = (
    "Noto Sans CJK JP, Noto Sans JP, IPAexGothic, Hiragino Sans, Yu Gothic, DejaVu Sans, Liberation Sans, Arial"
)
"""Fonts for the names, the ones with Japanese characters first."""

PX_PER_TENTH_MM = 2
"""Pixels for a tenth of a millimetre, the unit of the drawings. Their straight edges then fall on whole pixels."""
DPI = 254 * PX_PER_TENTH_MM
"""Pixels an inch of the printed pages."""
A4_PX = (2100 * PX_PER_TENTH_MM, 2970 * PX_PER_TENTH_MM)
"""Pixels of an A4 page (width, height): 210 × 297 mm."""
GAP_PX = 30 * PX_PER_TENTH_MM
"""Pixels between two printed cards: 3 mm, room for the cut marks of both."""
MARGIN_PX = 70 * PX_PER_TENTH_MM
"""Pixels around the cards of a page: 7 mm, because printers leave the border of the paper blank."""

ET.register_namespace("", "http://www.w3.org/2000/svg")


def render_contact_sheet(deck: Deck, width: int) -> bytes:
    """A PNG with the back and every face, each `width` pixels wide and labelled with its code and names.

    Each group of the deck is a column if there are more groups than cards in the largest group, else a row. The names
    are drawn with the fonts of this machine.
    """
    rows = [list(codes) for _, codes in deck.all_groups]
    if len(rows) > max(map(len, rows)):
        rows = [list(row) for row in zip_longest(*rows, fillvalue="")]
    rows[-1].append(deck.kind)
    svg_width, svg_height = _svg_size(deck.kind)
    height = round(width * svg_height / svg_width)
    cell_width, cell_height = max(width + 12, 108), height + 12 + LABEL_HEIGHT_PX
    sheet_width, sheet_height = cell_width * max(map(len, rows)), cell_height * len(rows)
    sheet = ET.Element("svg", xmlns="http://www.w3.org/2000/svg", width=str(sheet_width), height=str(sheet_height))
    ET.SubElement(sheet, "rect", width="100%", height="100%", fill="#e9e4d8")
    for i, row in enumerate(rows):
        for j, code in enumerate(row):
            if code:
                x, y = j * cell_width + (cell_width - width) // 2, i * cell_height + 6
                card = ET.fromstring(load_svg(code))  # noqa: S314  the project's own drawing
                card.attrib |= {"x": f"{x}", "y": f"{y}", "width": f"{width}", "height": f"{height}"}
                sheet.append(card)
                _draw_label(sheet, _label_lines(deck, code), x + width / 2, y + height + 13)
    return svg_to_bytes(svg_string=ET.tostring(sheet, encoding="unicode"))


def render_print_pages(deck: Deck, scale: float = 1.0, *, backs: bool = False) -> Iterator[Image.Image]:
    """A4 pages of the full pack with cut marks, RGB at `DPI`, the cards at `scale` times their true size.

    With `backs`, each page of faces is followed by a mirrored page of backs. A printer that turns the paper over its
    long edge then prints a back behind every face.
    """
    width, height = (round(side * PX_PER_TENTH_MM * scale) for side in _svg_size(deck.kind))
    columns = (A4_PX[0] - 2 * MARGIN_PX + GAP_PX) // (width + GAP_PX)
    per_page = columns * ((A4_PX[1] - 2 * MARGIN_PX + GAP_PX) // (height + GAP_PX))
    left = (A4_PX[0] - columns * (width + GAP_PX) + GAP_PX) // 2
    pack = deck.pack()
    for start in range(0, len(pack), per_page):
        for is_back in (False, True) if backs else (False,):
            page = Image.new("RGB", A4_PX, "white")
            for i, code in enumerate(pack[start : start + per_page]):
                row, column = divmod(i, columns)
                x = left + (columns - 1 - column if is_back else column) * (width + GAP_PX)
                y = MARGIN_PX + row * (height + GAP_PX)
                card = _render_card(deck.kind if is_back else code, width)
                page.paste(card, (x, y), card)
                _draw_cut_marks(page, x, y, x + width, y + height)
            yield page


@lru_cache(maxsize=2)
def _render_card(code: str, width: int) -> Image.Image:
    """One card as RGBA, cached because copies of a card follow each other in the pack."""
    return Image.fromarray(render_svg(load_svg(code), width)[..., [2, 1, 0, 3]])


def _svg_size(kind: str) -> tuple[int, int]:
    """Width and height of the kind's drawings in tenths of a millimetre."""
    _, _, width, height = ET.fromstring(load_svg(kind)).attrib["viewBox"].split()  # noqa: S314  own drawing
    return int(width), int(height)


def _label_lines(deck: Deck, code: str) -> list[str]:
    if code == deck.kind:
        return [code, "back", "裏"]
    name = deck.faces[code].name
    return [code, *name.en.split(", "), name.ja]


def _draw_label(sheet: ET.Element, lines: list[str], x: float, y: float) -> None:
    style = {"text-anchor": "middle", "font-family": FONT_FAMILIES, "font-size": "10.5", "fill": "#1d1a19"}
    for i, line in enumerate(lines):
        ET.SubElement(sheet, "text", style, x=f"{x}", y=f"{y + 12 * i}").text = line


def _draw_cut_marks(page: Image.Image, x0: int, y0: int, x1: int, y1: int) -> None:
    """Short lines outside each corner, in line with the edges."""
    near, far = 4 * PX_PER_TENTH_MM, 13 * PX_PER_TENTH_MM
    pen = ImageDraw.Draw(page)
    for x, out in ((x0, -1), (x1 - 1, 1)):
        for y, up in ((y0, -1), (y1 - 1, 1)):
            pen.line((x + out * near, y, x + out * far, y), "black")
            pen.line((x, y + up * near, x, y + up * far), "black")

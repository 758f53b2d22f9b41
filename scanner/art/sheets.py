"""札見本 fuda mihon: drawings composed into one picture to look at, or into pages to print and cut."""

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

LABEL_HEIGHT_PX = 4 * 13  # pixels under a card of the contact sheet, for its code and names
FONT_FAMILIES = (
    "Noto Sans CJK JP, Noto Sans JP, IPAexGothic, Hiragino Sans, Yu Gothic, DejaVu Sans, Liberation Sans, Arial"
)

PX_PER_TENTH_MM = (
    2  # pixels a tenth of a millimetre, the unit of the drawings, so that their straight edges fall on whole pixels
)
DPI = 254 * PX_PER_TENTH_MM
A4_PX = (2100 * PX_PER_TENTH_MM, 2970 * PX_PER_TENTH_MM)
GAP_PX = 30 * PX_PER_TENTH_MM
MARGIN_PX = 70 * PX_PER_TENTH_MM

ET.register_namespace("", "http://www.w3.org/2000/svg")


def render_contact_sheet(deck: Deck, width: int) -> bytes:
    """PNG of every face `width` pixels wide with its code and names, and of the back.

    Each of the deck's groups is a column when there are more groups than cards in one, else a row. The names are
    drawn with the fonts of this machine.
    """
    rows = [list(codes) for _, codes in deck.groups]
    if len(rows) > max(map(len, rows)):
        rows = [list(row) for row in zip_longest(*rows, fillvalue="")]
    rows[-1].append(deck.kind)
    card_wide, card_high = _svg_size(deck.kind)
    height = round(width * card_high / card_wide)
    cell_wide, cell_high = max(width + 12, 108), height + 12 + LABEL_HEIGHT_PX
    wide, high = cell_wide * max(map(len, rows)), cell_high * len(rows)
    sheet = ET.Element("svg", xmlns="http://www.w3.org/2000/svg", width=str(wide), height=str(high))
    ET.SubElement(sheet, "rect", width="100%", height="100%", fill="#e9e4d8")
    for i, row in enumerate(rows):
        for j, code in enumerate(row):
            if code:
                x, y = j * cell_wide + (cell_wide - width) // 2, i * cell_high + 6
                card = ET.fromstring(load_svg(code))  # noqa: S314  our own drawing
                card.attrib |= {"x": f"{x}", "y": f"{y}", "width": f"{width}", "height": f"{height}"}
                sheet.append(card)
                _draw_label(sheet, _label_lines(deck, code), x + width / 2, y + height + 13)
    return svg_to_bytes(svg_string=ET.tostring(sheet, encoding="unicode"))


def render_print_pages(deck: Deck, scale: float = 1.0, *, backs: bool = False) -> Iterator[Image.Image]:
    """A4 pages, RGB at `DPI`, of the full pack at `scale` × true size with cut marks.

    With `backs`, each page of faces is followed by its backs, mirrored, so that a printer which turns the paper over
    its long edge puts a back behind every face.
    """
    wide, high = (round(side * PX_PER_TENTH_MM * scale) for side in _svg_size(deck.kind))
    columns = (A4_PX[0] - 2 * MARGIN_PX + GAP_PX) // (wide + GAP_PX)
    per_page = columns * ((A4_PX[1] - 2 * MARGIN_PX + GAP_PX) // (high + GAP_PX))
    left = (A4_PX[0] - columns * (wide + GAP_PX) + GAP_PX) // 2
    pack = deck.pack()
    for start in range(0, len(pack), per_page):
        for back in (False, True) if backs else (False,):
            page = Image.new("RGB", A4_PX, "white")
            for i, code in enumerate(pack[start : start + per_page]):
                row, column = divmod(i, columns)
                x = left + (columns - 1 - column if back else column) * (wide + GAP_PX)
                y = MARGIN_PX + row * (high + GAP_PX)
                card = _render_card(deck.kind if back else code, wide)
                page.paste(card, (x, y), card)
                _draw_cut_marks(page, x, y, x + wide, y + high)
            yield page


@lru_cache(maxsize=2)
def _render_card(code: str, width: int) -> Image.Image:
    """One card's picture, kept for the copies that follow it."""
    return Image.fromarray(render_svg(load_svg(code), width)[..., [2, 1, 0, 3]])


def _svg_size(kind: str) -> tuple[int, int]:
    _, _, wide, high = ET.fromstring(load_svg(kind)).attrib["viewBox"].split()  # noqa: S314  our own drawing
    return int(wide), int(high)


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

"""Our drawings are complete, well-formed SVG, and distinct when small."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import cv2
import numpy as np
import pytest

import scanner.art
from scanner.art import list_patterns, load_svg, pack_of, rasterise
from scanner.art.sheets import A4_PX, PX_PER_TENTH_MM, render_contact_sheet, render_print_pages
from scorer.decks import decks
from scorer.errors import Refusal

ART = Path(scanner.art.__file__).parent
KINDS = sorted(folder.name for folder in ART.iterdir() if folder.is_dir() and folder.name in decks())
DRAWN = [(kind, pattern) for kind in KINDS for pattern in ("", *list_patterns(kind))]
every_drawn_deck = pytest.mark.parametrize(
    ("kind", "pattern"), DRAWN, ids=["-".join(filter(None, one)) for one in DRAWN]
)
FORBIDDEN = {"text", "tspan", "image", "script", "style", "foreignObject", "a", "animate", "set"}
SIZES = dict.fromkeys(decks(), (330, 540)) | {"western": (630, 880)}
APART = {"western": 0.005}  # a two of spades and a two of clubs differ by four small pips


def test_there_are_drawings() -> None:
    assert "hanafuda" in KINDS


@every_drawn_deck
def test_a_folder_holds_one_drawing_a_face_and_the_back_and_nothing_else(kind: str, pattern: str) -> None:
    expected = {f"{code}.svg" for code in decks()[kind].faces} | {"back.svg"}
    patterns = set() if pattern else set(list_patterns(kind))
    assert {file.name for file in (ART / kind / pattern).iterdir()} == expected | patterns


@every_drawn_deck
def test_a_deck_is_light(kind: str, pattern: str) -> None:
    assert sum(file.stat().st_size for file in (ART / kind / pattern).glob("*.svg")) < 400_000


@every_drawn_deck
def test_a_drawing_is_plain_self_contained_svg(kind: str, pattern: str) -> None:
    for code in (*decks()[kind].faces, kind):
        check_drawing(kind, code, load_svg(code, pattern))


def test_a_korean_pack_holds_its_bonus_cards() -> None:
    assert pack_of("hanafuda") == decks()["hanafuda"].pack()
    assert pack_of("hanafuda", "hwatu") == (*decks()["hanafuda"].pack(), *(f"hj{number}" for number in range(1, 7)))


def test_a_korean_card_has_a_red_edge() -> None:
    for code in pack_of("hanafuda", "hwatu"):
        edge = rasterise(code, 330, "hwatu")[270, 6].astype(int)
        assert edge[2] > 150, code
        assert max(edge[0], edge[1]) < 80, code


def check_drawing(kind: str, code: str, text: str) -> None:
    root = ET.fromstring(text)  # noqa: S314  our own drawing
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.get("viewBox") == "0 0 {} {}".format(*SIZES[kind]), code
    assert "url(" not in text.replace("url(#", ""), code
    assert "font" not in text, code
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids)), code
    for element in root.iter():
        assert element.tag.rpartition("}")[2] not in FORBIDDEN, code
        for name, value in element.attrib.items():
            assert not name.startswith("on"), code
            if name.rpartition("}")[2] == "href":
                assert value.startswith("#"), code
                assert value[1:] in ids, code


@every_drawn_deck
def test_names_inside_a_drawing_never_clash_with_another_on_one_page(kind: str, pattern: str) -> None:
    seen: dict[str, str] = {}
    for code in (*decks()[kind].faces, kind):
        for element in ET.fromstring(load_svg(code, pattern)).iter():  # noqa: S314  our own drawing
            name = element.get("id")
            if name is not None:
                assert seen.setdefault(name, code) == code


@pytest.mark.parametrize("kind", KINDS)
def test_a_raster_is_bgra_of_the_cards_shape_with_clear_corners(kind: str) -> None:
    first = next(iter(decks()[kind].faces))
    wide, high = SIZES[kind]
    pixels = rasterise(first, wide // 5)
    assert pixels.shape == (high // 5, wide // 5, 4)
    assert pixels.dtype == np.uint8
    assert not pixels.flags.writeable
    assert pixels[high // 10, wide // 10, 3] == 255
    assert rasterise(first, 2 * wide)[0, 0, 3] == 0


def test_a_raster_has_the_colours_of_the_card_in_opencv_order() -> None:
    sky = rasterise("h08-1", 330)[40, 300]
    assert sky[2] > 150
    assert sky[0] < 90


def test_what_is_no_card_is_refused() -> None:
    for wrong in ("h13-1", "", "../hanafuda/h01-1"):
        with pytest.raises(Refusal) as refused:
            load_svg(wrong)
        assert refused.value.code == "unknown_card"


@every_drawn_deck
@pytest.mark.parametrize("grey", [False, True], ids=["colour", "grey"])
def test_faces_of_different_meaning_differ_at_the_size_of_a_phone(kind: str, pattern: str, grey: bool) -> None:
    deck = decks()[kind]

    def shrink_to_phone(code: str) -> np.ndarray:
        shown = cv2.GaussianBlur(rasterise(code, 44, pattern)[..., :3], (0, 0), 0.7)
        return (cv2.cvtColor(shown, cv2.COLOR_BGR2GRAY)[..., None] if grey else shown).astype(np.float32)

    pictures = {code: shrink_to_phone(code) for code in (*deck.faces, kind)}
    for a, b in combinations(pictures, 2):
        if kind in (a, b) or deck.faces[a].name != deck.faces[b].name:
            plainly_other = np.abs(pictures[a] - pictures[b]).max(axis=2) > 40
            assert plainly_other.mean() > APART.get(kind, 0.05), (a, b)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_a_contact_sheet_shows_every_face(kind: str) -> None:
    deck = decks()[kind]
    sheet = cv2.imdecode(np.frombuffer(render_contact_sheet(deck, SIZES[kind][0] // 10), np.uint8), cv2.IMREAD_COLOR)
    assert sheet is not None
    green = np.ascontiguousarray(sheet[..., 1])
    for code in (*deck.faces, kind):
        card = np.ascontiguousarray(rasterise(code, SIZES[kind][0] // 10)[4:-4, 4:-4, 1])
        assert cv2.matchTemplate(green, card, cv2.TM_SQDIFF).min() / card.size < 1, code


@pytest.mark.long
def test_a_printed_card_has_its_true_size_and_its_back_lies_behind_it() -> None:
    pages = render_print_pages(decks()["kabufuda"], 2.0, backs=True)
    face, back = (np.asarray(next(pages).convert("L")) for _ in range(2))
    assert face.shape == (A4_PX[1], A4_PX[0])
    wide, high = 660 * PX_PER_TENTH_MM, 1080 * PX_PER_TENTH_MM
    for page in (face, back):
        dark = page < 60
        columns = np.flatnonzero(dark.sum(axis=0) > high // 2)
        rows = np.flatnonzero(dark.sum(axis=1) > wide)
        first = rows[rows < rows[0] + high + 1]
        assert first[-1] - first[0] + 1 == high
        assert columns[0] == A4_PX[0] - 1 - columns[-1]
        assert (columns[-1] - columns[0] + 1 - 30 * PX_PER_TENTH_MM) == 2 * wide

"""組み替え kumikae: drawings of our own with their parts laid anew, so that one hand draws as many decks as wanted.

A pattern never seen differs from those known in where its leaves and birds stand, how large and in what inks, not
only in its print. A photograph cannot be taken apart; an SVG can (domain randomisation, Tobin 2017).
"""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree as ET

import cv2
import numpy as np

from scanner.synth.backgrounds import Rng
from scanner.training.artists import SVG_NAMESPACE

_INK_PATTERN = re.compile(r"#[0-9a-fA-F]{6}\b")
_STROKE_WIDTH_PATTERN = re.compile(r'stroke-width="([0-9.]+)"')
_DROP_PROBABILITY, _MIN_COPIES_TO_DROP = 0.15, 3
_PART_SHIFT_SD, _PART_ROTATION_SD_DEG, _PART_LOG_SCALE_SD = 24.0, 14.0, 0.2
_DRAWING_SHIFT_SD, _DRAWING_ROTATION_SD_DEG, _DRAWING_LOG_SCALE_SD = 14.0, 5.0, 0.13
"""How far parts, and all of them together, are moved (tenths of a millimetre), turned (degrees), sized (logarithm)."""
_INK_SD_LAB = np.array([18, 14, 14], np.float32)
_PAPER_COLOUR_PROBABILITY = 0.2
"""Inks change by about so much (OpenCV's Lab); this share of the papers is of any colour."""


def rearrange_parts(svg: str, rng: Rng) -> str:
    """A drawing of ours (`scanner.art.drawing`, `scanner.training.artists.drawings`) with every part somewhat
    otherwise.

    What is there three times and more may be left out once: a leaf, never the bird. Returns SVG text.
    """
    root = ET.fromstring(svg)  # noqa: S314  our own drawings, never from outside
    picture = root.find(f"{SVG_NAMESPACE}svg")
    if picture is None:
        return _jitter_inks(svg, rng)
    left, top, width, height = (float(value) for value in picture.attrib["viewBox"].split())
    middle = (left + width / 2, top + height / 2)
    paper, *parts = list(picture)
    if rng.random() < _PAPER_COLOUR_PROBABILITY:
        paper.set("fill", "#{:02x}{:02x}{:02x}".format(*rng.integers(60, 256, 3).tolist()))
    for part in parts:
        picture.remove(part)
    whole = ET.SubElement(picture, f"{SVG_NAMESPACE}g", transform=_jitter_drawing(middle, rng))
    often = Counter(part.get("href") for part in parts)
    body: ET.Element | None = None
    for part in parts:
        if "transform" in part.attrib:
            body = None
            if not (
                part.get("href") and often[part.get("href")] >= _MIN_COPIES_TO_DROP and rng.random() < _DROP_PROBABILITY
            ):
                part.set("transform", _jitter_part(part.attrib["transform"], rng))
                whole.append(part)
            continue
        if body is None or part.tag == f"{SVG_NAMESPACE}g":
            body = ET.SubElement(whole, f"{SVG_NAMESPACE}g", transform=_jitter_drawing(middle, rng))
        body.append(part)
    return _jitter_inks(ET.tostring(root, encoding="unicode"), rng)


def _jitter_part(transform: str, rng: Rng) -> str:
    """The transform of a part that has a place of its own, moved, turned and sized there."""
    across, down = rng.normal(0, _PART_SHIFT_SD, 2)
    turn, size = rng.normal(0, _PART_ROTATION_SD_DEG), np.exp(rng.normal(0, _PART_LOG_SCALE_SD))
    return f"translate({across:.1f} {down:.1f}) {transform} rotate({turn:.1f}) scale({size:.3f})"


def _jitter_drawing(middle: tuple[float, float], rng: Rng) -> str:
    """A transform that moves, turns and sizes everything about the middle of the drawing."""
    x, y = middle
    across, down = rng.normal(0, _DRAWING_SHIFT_SD, 2)
    turn, size = rng.normal(0, _DRAWING_ROTATION_SD_DEG), np.exp(rng.normal(0, _DRAWING_LOG_SCALE_SD))
    return (
        f"translate({x + across:.1f} {y + down:.1f}) rotate({turn:.1f}) scale({size:.3f}) translate({-x:.1f} {-y:.1f})"
    )


def _jitter_inks(svg: str, rng: Rng) -> str:
    """The drawing with each ink replaced by another near it, and all lines thicker or thinner."""
    inks = sorted(set(_INK_PATTERN.findall(svg)))
    tones = np.array([[int(ink[at : at + 2], 16) for at in (5, 3, 1)] for ink in inks], np.uint8)
    lab = np.asarray(cv2.cvtColor(tones[None], cv2.COLOR_BGR2Lab), np.float32)
    lab += rng.standard_normal(lab.shape).astype(np.float32) * _INK_SD_LAB * np.float32(rng.uniform(0.3, 1.3))
    moved = np.asarray(cv2.cvtColor(np.clip(lab, 0, 255).astype(np.uint8), cv2.COLOR_Lab2BGR), np.uint8)[0]
    other = {ink: "#{:02x}{:02x}{:02x}".format(*tone[::-1]) for ink, tone in zip(inks, moved.tolist(), strict=True)}
    thick = float(np.exp(rng.normal(0, 0.35)))
    svg = _STROKE_WIDTH_PATTERN.sub(lambda found: f'stroke-width="{float(found[1]) * thick:.2f}"', svg)
    return _INK_PATTERN.sub(lambda found: other[found[0]], svg)

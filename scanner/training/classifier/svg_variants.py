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
from scanner.training.artists import SVG

_INK = re.compile(r"#[0-9a-fA-F]{6}\b")
_STROKE = re.compile(r'stroke-width="([0-9.]+)"')
_LEFT_OUT, _OFTEN = 0.15, 3
_MOVED, _TURNED, _SIZED = 24.0, 14.0, 0.2
_WHOLE_MOVED, _WHOLE_TURNED, _WHOLE_SIZED = 14.0, 5.0, 0.13
"""How far parts, and all of them together, are moved (tenths of a millimetre), turned (degrees), sized (logarithm)."""
_INKS = np.array([18, 14, 14], np.float32)
_DYED = 0.2
"""Inks change by about so much (OpenCV's Lab); this share of the papers is of any colour."""


def rearranged(svg: str, rng: Rng) -> str:
    """A drawing of ours (`scanner.art.drawing`, `scanner.training.artists.drawings`) with every part somewhat
    otherwise.

    What is there three times and more may be left out once: a leaf, never the bird. Returns SVG text.
    """
    root = ET.fromstring(svg)  # noqa: S314  our own drawings, never from outside
    picture = root.find(f"{SVG}svg")
    if picture is None:
        return _inked(svg, rng)
    left, top, width, height = (float(value) for value in picture.attrib["viewBox"].split())
    middle = (left + width / 2, top + height / 2)
    paper, *parts = list(picture)
    if rng.random() < _DYED:
        paper.set("fill", "#{:02x}{:02x}{:02x}".format(*rng.integers(60, 256, 3).tolist()))
    for part in parts:
        picture.remove(part)
    whole = ET.SubElement(picture, f"{SVG}g", transform=_about(middle, rng))
    often = Counter(part.get("href") for part in parts)
    body: ET.Element | None = None
    for part in parts:
        if "transform" in part.attrib:
            body = None
            if not (part.get("href") and often[part.get("href")] >= _OFTEN and rng.random() < _LEFT_OUT):
                part.set("transform", _elsewhere(part.attrib["transform"], rng))
                whole.append(part)
            continue
        if body is None or part.tag == f"{SVG}g":
            body = ET.SubElement(whole, f"{SVG}g", transform=_about(middle, rng))
        body.append(part)
    return _inked(ET.tostring(root, encoding="unicode"), rng)


def _elsewhere(transform: str, rng: Rng) -> str:
    """The transform of a part that has a place of its own, moved, turned and sized there."""
    across, down = rng.normal(0, _MOVED, 2)
    turn, size = rng.normal(0, _TURNED), np.exp(rng.normal(0, _SIZED))
    return f"translate({across:.1f} {down:.1f}) {transform} rotate({turn:.1f}) scale({size:.3f})"


def _about(middle: tuple[float, float], rng: Rng) -> str:
    """A transform that moves, turns and sizes everything about the middle of the drawing."""
    x, y = middle
    across, down = rng.normal(0, _WHOLE_MOVED, 2)
    turn, size = rng.normal(0, _WHOLE_TURNED), np.exp(rng.normal(0, _WHOLE_SIZED))
    return (
        f"translate({x + across:.1f} {y + down:.1f}) rotate({turn:.1f}) scale({size:.3f}) translate({-x:.1f} {-y:.1f})"
    )


def _inked(svg: str, rng: Rng) -> str:
    """The drawing with each ink replaced by another near it, and all lines thicker or thinner."""
    inks = sorted(set(_INK.findall(svg)))
    tones = np.array([[int(ink[at : at + 2], 16) for at in (5, 3, 1)] for ink in inks], np.uint8)
    lab = np.asarray(cv2.cvtColor(tones[None], cv2.COLOR_BGR2Lab), np.float32)
    lab += rng.standard_normal(lab.shape).astype(np.float32) * _INKS * np.float32(rng.uniform(0.3, 1.3))
    moved = np.asarray(cv2.cvtColor(np.clip(lab, 0, 255).astype(np.uint8), cv2.COLOR_Lab2BGR), np.uint8)[0]
    other = {ink: "#{:02x}{:02x}{:02x}".format(*tone[::-1]) for ink, tone in zip(inks, moved.tolist(), strict=True)}
    thick = float(np.exp(rng.normal(0, 0.35)))
    svg = _STROKE.sub(lambda found: f'stroke-width="{float(found[1]) * thick:.2f}"', svg)
    return _INK.sub(lambda found: other[found[0]], svg)

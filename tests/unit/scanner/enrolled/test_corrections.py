"""A corrected card is cut out straight, whole and upright."""

from __future__ import annotations

import json

import numpy as np
import pytest
from click.testing import CliRunner

from scanner.enrolled import corrections
from scanner.imaging.decode import decode, encode_jpeg
from scanner.setup.wizard import WizardHandler
from tests.support.painted_cards import CODES
from web.cli.commands.enrol import COMMAND as ENROL


def test_a_card_is_cut_out_lying_straight(paint_face, lay):
    table = np.full((600, 800, 3), 90, np.uint8)
    corners = lay(table, paint_face(3), (420, 300), 120.0, 207.0)
    answer, jpeg = WizardHandler(None).flatten(table, corners.tolist())
    crop = decode(jpeg)
    assert answer == {}
    assert crop.shape[1] == 160
    assert abs(crop.shape[0] / 160 - 232 / 148) < 0.03
    again = np.full((600, 800, 3), 90, np.uint8)
    straight = lay(again, paint_face(3), (420, 300), 120.0, 0.0)
    reference = decode(WizardHandler(None).flatten(again, straight.tolist())[1])
    height = min(len(crop), len(reference))
    off = np.abs(crop[:height].astype(int) - reference[:height].astype(int)).mean()
    upside_down = np.abs(crop[:height][::-1, ::-1].astype(int) - reference[:height].astype(int)).mean()
    assert off < 12 < upside_down


@pytest.mark.long
def test_enrolling_again_learns_from_what_was_corrected(card_folders, paint_face, tmp_path):
    data = tmp_path / "data"
    for number in (0, 3):
        corrections.add("mine", data, CODES[number], encode_jpeg(paint_face(number) // 2 + 60, 95))
    asked = [
        "mine",
        "--kind",
        "hanafuda",
        "--cards",
        str(card_folders[0]),
        "--data",
        str(data),
        "--json",
        "--views",
        "8",
    ]
    answer = CliRunner().invoke(ENROL, [*asked, "--again"])
    assert answer.exit_code == 0, answer.output
    assert len(json.loads(answer.stdout.splitlines()[-1])["pictures"]) == len(CODES) + 2

"""The values of a followed table."""

from __future__ import annotations

from scanner.reads import CardRead
from scanner.tracking.face_evidence import FaceEvidence
from scanner.tracking.followed_table import FollowedCard

CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def test_a_back_needs_no_name_and_a_face_does() -> None:
    back = FollowedCard(1, CardRead(None, 1.0, sure=True, face="down", corners=CORNERS), FaceEvidence(), 0.0)
    face = FollowedCard(2, CardRead("h01-1", 0.5, sure=False, face="up", corners=CORNERS), FaceEvidence(), 0.0)
    assert (back.is_face_up, back.is_sure) == (False, True)
    assert (face.is_face_up, face.is_sure) == (True, False)

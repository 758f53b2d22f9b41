"""What the camera tells of a table at rest."""

from scorer.following.sighting import SeenCard


def test_a_card_without_names_lies_face_down() -> None:
    assert not SeenCard(1, None, (0.5, 0.5)).is_face_up
    assert SeenCard(1, 0, (0.5, 0.5), (("k01", 0.9),)).is_face_up

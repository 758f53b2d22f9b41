"""The last few pictures stay, under names nobody can guess."""

from __future__ import annotations

from web.camera.picture_cache import MAX_PICTURES, PictureCache


def test_the_oldest_goes_when_there_are_too_many() -> None:
    cache = PictureCache()
    names = [cache.add(bytes([number])) for number in range(MAX_PICTURES + 2)]
    assert [cache.get(name) for name in names] == [
        None,
        None,
        *(bytes([number]) for number in range(2, MAX_PICTURES + 2)),
    ]


def test_looking_at_a_picture_does_not_keep_it() -> None:
    cache = PictureCache()
    first = cache.add(b"first")
    for _ in range(MAX_PICTURES):
        assert cache.get(first) == b"first"
        cache.add(b"next")
    assert cache.get(first) is None


def test_the_same_picture_twice_has_two_long_names() -> None:
    cache = PictureCache()
    names = {cache.add(b"same") for _ in range(3)}
    assert len(names) == 3
    assert all(len(name) == 16 for name in names)  # twelve bytes, six bits a letter
    assert cache.get("") is None

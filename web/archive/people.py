"""Everybody over all evenings."""

from __future__ import annotations

from collections.abc import Iterable

from scorer.person_names import fold_name
from web.archive.records import EveningRecord, PersonRecord


def people_of(evenings: Iterable[EveningRecord]) -> list[PersonRecord]:
    """Everybody's part over these evenings, as `merge_people` gives it."""
    return merge_people(part for evening in evenings for part in evening.people)


def merge_people(parts: Iterable[PersonRecord]) -> list[PersonRecord]:
    """Everybody's part over all of these, whoever played most evenings first. A name is one person in any case."""
    people: dict[str, PersonRecord] = {}
    for part in parts:
        people.setdefault(fold_name(part.name), PersonRecord(part.name)).add(part)
    played = [person for person in people.values() if person.rounds]
    return sorted(played, key=lambda person: (-person.evenings, -person.rounds, person.name))

"""Names of forgotten members, replaced in the entries of a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scorer.api import settle_again
from scorer.errors import Refusal
from scorer.rules.pairs import join_pair, split_pair

Rename = Callable[[str], str | None]
"""Gives the pseudonym of a name, None if it stays."""

_NUMBERS = ("outcome", "winners", "net", "next_dealer", "over", "carried", "house", "game_winners", "stones", "hands")
"""Members of a settlement without sentences, which could hold a name."""


def with_pseudonyms(body: Mapping[str, Any], rename: Rename) -> dict[str, Any]:
    """The body of an entry with every name replaced that has a pseudonym. One without such a name stays as it is."""
    out = dict(body)
    for field in ("player", "one", "other"):
        if isinstance(out.get(field), str):
            out[field] = rename_people(out[field], rename)
    if isinstance(out.get("players"), list):
        out["players"] = [_renamed(name, rename) for name in out["players"]]
    if out.get("kind") == "settled":
        out = _round_renamed(out, rename)
    if out.get("kind") == "edited" and isinstance(out.get("rounds"), list):
        out["rounds"] = [_round_renamed(one, rename) if isinstance(one, dict) else one for one in out["rounds"]]
    return out


def rename_people(name: str, rename: Rename) -> str:
    """A name, or each of the two names of a pair, with the pseudonym in its place where there is one.

    >>> rename_people("Aki & Emi", {"Emi": "#7"}.get)
    'Aki & #7'
    """
    return rename(name) or join_pair([rename(part) or part for part in split_pair(name)])


def _renamed(name: object, rename: Rename) -> object:
    return rename_people(name, rename) if isinstance(name, str) else name


def _round_renamed(holder: dict[str, Any], rename: Rename) -> dict[str, Any]:
    """A round and its settlement. The settlement's sentences name people, so the rules write them again."""
    round_ = holder.get("round")
    seats = round_.get("seats") if isinstance(round_, dict) else None
    if not isinstance(round_, dict) or not isinstance(seats, list):
        return holder
    renamed = [_renamed(name, rename) for name in seats]
    if renamed == seats:
        return holder
    round_ = {**round_, "seats": renamed}
    written = holder.get("settlement")
    settlement = {key: value for key, value in written.items() if key in _NUMBERS} if isinstance(written, dict) else {}
    try:
        computed = settle_again(round_).as_json()
        if all(computed.get(key) == settlement.get(key) for key in settlement if key != "hands"):
            settlement = computed
    except Refusal:
        pass
    return {**holder, "round": round_, "settlement": settlement}

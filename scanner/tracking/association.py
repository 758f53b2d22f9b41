"""Which card of a look is which card of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from scanner.reads import CardRead
from scanner.tracking.followed_table import FollowedCard, FollowedTable, Observation
from scanner.tracking.look_schedule import PUSHED
from scanner.tracking.motion import BoolMask, difference_mask
from scanner.tracking.pack import canonical_codes, copies_per_face
from scanner.tracking.places import distance_in_widths, fill, judge_place, overlap_share


@dataclass(frozen=True, slots=True)
class AssociationConfig:
    """Distances in card widths."""

    same_place: float = 0.6
    """Two cards of one face whose centres are nearer than this are one card."""
    turned: float = 0.5
    """The same for a card that lies the other way up now."""
    misread: float = 0.2
    """The same for a card that is read as another face than before."""
    doubtful: float = 0.4
    """The same where the new reading is in doubt."""
    nudged: float = 2.5
    """A card that lies face down may have been pushed this far while nobody looked."""
    hidden: float = 0.5
    """A card of which too little shows to name it is one known there before, if its centre is nearer than this."""
    doubled: float = 0.3
    """Two outlines that cover most of each other and whose centres are nearer than this are one card."""
    max_doubled_overlap: float = 0.7
    """Share of a card, 0..1, that another one may cover for the two not to be one."""
    min_cover_share: float = 0.2
    """Share of a card, 0..1, that a later one must lie over to cover it."""
    recent_s: float = 5.0
    """Seconds for which a card that left may come to lie elsewhere and is known as the same one."""


CONFIG = AssociationConfig()


@dataclass(slots=True)
class Matches:
    """Pairs of a card of the table and one of the look by how they were matched, what is new, what was not found."""

    again: list[tuple[FollowedCard, CardRead]] = field(default_factory=list)
    turned: list[tuple[FollowedCard, CardRead]] = field(default_factory=list)
    moved: list[tuple[FollowedCard, CardRead]] = field(default_factory=list)
    new: list[CardRead] = field(default_factory=list)
    missed: list[FollowedCard] = field(default_factory=list)


def face_of(card: CardRead, kind: str) -> str | None:
    """The canonical code of the face that a card was read as, None face down."""
    return None if card.card is None or card.face == "down" else canonical_codes(kind).get(card.card, card.card)


def known_face(card: FollowedCard) -> str | None:
    """The canonical code of the face that shows of a card, None face down."""
    return card.evidence.best if card.is_face_up else None


def match_places(
    tracks: Sequence[FollowedCard], cards: Sequence[CardRead], kind: str, has_changed: Callable[[FollowedCard], bool]
) -> Matches:
    """Match what lies where it lay. `has_changed`: whether the place of a card looks different from before."""
    matches = Matches()
    free_tracks, free_cards = list(tracks), list(cards)
    near = sorted(
        (gap, first, second)
        for first, track in enumerate(tracks)
        for second, card in enumerate(cards)
        if (gap := distance_in_widths(track.read, card)) < CONFIG.same_place
    )

    def match(is_one_card: Callable[[float, FollowedCard, CardRead], bool], *, is_turned: bool = False) -> None:
        for gap, first, second in near:
            track, card = tracks[first], cards[second]
            is_free = track in free_tracks and any(card is other for other in free_cards)
            if is_free and is_one_card(gap, track, card):
                (matches.turned if is_turned else matches.again).append((track, card))
                free_tracks.remove(track)
                free_cards[:] = [other for other in free_cards if other is not card]

    def is_misread(gap: float, track: FollowedCard, card: CardRead) -> bool:
        reach = CONFIG.misread if card.sure and track.is_sure else CONFIG.doubtful
        are_faces = gap < reach and track.is_face_up and card.face == "up"
        return are_faces and (not (track.is_sure and card.sure) or not has_changed(track))

    def is_turned_down(gap: float, track: FollowedCard, card: CardRead) -> bool:
        return gap < CONFIG.misread and track.is_face_up and card.face == "down"

    match(lambda _, track, card: known_face(track) == face_of(card, kind))
    match(is_misread)
    match(lambda gap, track, card: gap < CONFIG.turned and not track.is_face_up and card.face == "up", is_turned=True)

    def lies_as_before(track: FollowedCard, card: CardRead) -> bool:
        if track.down is None or not track.may_lie_face_down or not card.sure or card.face != "down":
            return False
        return distance_in_widths(track.down.read, card) < CONFIG.misread

    # A sure back where a face lay is another card on top. A doubtful one is the face under somebody's fingers. Where a
    # face was only suspected, the back lies there as before.
    match(
        lambda gap, track, card: (
            is_turned_down(gap, track, card) and (track.pending == "turned" or not (card.sure and has_changed(track)))
        )
    )
    match(lambda _, track, card: lies_as_before(track, card))
    matches.new, matches.missed = free_cards, free_tracks
    return matches


def without_doubles(matches: Matches) -> Iterator[CardRead]:
    """The new cards, less second outlines of cards that were found where they lay, and of each other."""
    found = [read for pairs in (matches.again, matches.turned, matches.moved) for _, read in pairs]
    for read in matches.new:
        if not any(_is_double(read, other) for other in found):
            found.append(read)
            yield read


def _is_double(read: CardRead, other: CardRead) -> bool:
    """Whether two outlines are one card. Of two in doubt one may be the other under a hand: the next look tells."""
    distance = distance_in_widths(read, other)
    if not read.sure and not other.sure:
        return distance < CONFIG.same_place
    return distance < CONFIG.doubled and overlap_share(read, other) > CONFIG.max_doubled_overlap


def match_moved(
    matches: Matches,
    fates: Mapping[int, str],
    table: FollowedTable,
    judge: Callable[[FollowedCard], str],
    time_s: float,
) -> None:
    """Find the new cards that are cards of the table which lie elsewhere now, or left it a moment ago.

    `fates`: what became of those that were not found. `judge`: the same for any other place of the picture.
    """
    found = {track.number for track, _ in (*matches.again, *matches.turned)}
    others = [card for card in table.cards if card.number not in found and card.is_told]
    for card in sorted(matches.new, key=lambda card: not card.sure):
        face = face_of(card, table.kind)
        taken = {track.number for track, _ in matches.moved}
        copies = copies_per_face(table.kind).get(face, 1) if face is not None else 0
        known = sum(known_face(track) == face for track in table.cards if track.is_told and track.is_sure)
        is_only_one = card.sure and face is not None and (copies == 1 or known >= copies)
        sources = [
            track
            for track in others
            if track.number not in taken
            and known_face(track) == face
            and (face is not None or (card.sure and distance_in_widths(track.read, card) < CONFIG.nudged))
            and _may_have_left(track, fates, judge, is_only_one=is_only_one)
        ]
        if face is not None:
            sources += [
                track
                for track, left_at in table.departed
                if track.number not in taken
                and known_face(track) == face
                and (time_s - left_at < CONFIG.recent_s or (is_only_one and track.is_sure))
            ]
        if sources:
            nearest = min(sources, key=lambda track: distance_in_widths(track.read, card))
            matches.moved.append((nearest, card))
            matches.new = [other for other in matches.new if other is not card]
    moved = {track.number for track, _ in matches.moved}
    matches.missed = [track for track in matches.missed if track.number not in moved]


def _may_have_left(
    track: FollowedCard, fates: Mapping[int, str], judge: Callable[[FollowedCard], str], *, is_only_one: bool
) -> bool:
    """Whether a card of the table may lie elsewhere now; or under a hand if no other is left."""
    if track.missing_since is not None:
        return True
    fate = fates[track.number] if track.number in fates else judge(track)
    if not track.is_face_up:  # a back beside one that is only covered is a second card
        return fate == "bare"
    return fate in {"bare", "card"} or (is_only_one and fate != "same")


def fate_of(
    card: FollowedCard, table: FollowedTable, matches: Matches, observation: Observation, difference: BoolMask
) -> str:
    """What became of a card that was not found where it lay, as `judge_place` says it."""
    if card.cover == PUSHED:
        return PUSHED
    if any(
        distance_in_widths(card.read, CardRead.outline(hidden.corners)) < CONFIG.hidden for hidden in observation.hidden
    ):  # found, though too little of it shows to name it
        return "card"
    found = [read for pairs in (matches.again, matches.turned) for _, read in pairs]
    above = [read for track, read in (*matches.again, *matches.turned) if track.since >= card.since]
    above += matches.new
    above = [read for read in above if overlap_share(card.read, read) > CONFIG.min_cover_share]
    beside = [other.read for other in table.cards if other.number != card.number] + found + matches.new
    fate = judge_place(difference, card.read, above, beside)
    if card.bare is None or fate in {"same", "card"}:
        return fate
    since_bare = difference_mask(observation.image, card.bare.astype(np.float32))
    if fate == "bare":
        # Backs look alike: only an empty place tells that this one lies elsewhere. A hand may be as small as a card.
        is_empty = card.is_face_up or judge_place(since_bare, card.read, above, ()) == "same"
        return "bare" if is_empty else "thing"
    # A hand that lay on the card since it came is a part of the last picture, and looks like a thing when it goes.
    # Beside the card only what also differs from the table before it came is a thing.
    return judge_place(difference & (since_bare | fill(difference.shape, card.read.corners)), card.read, above, beside)

"""The evening under way as it stands, and the draft of its round."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scanner.seat_zones import Zone
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.games import game
from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.session.corrections import ReopenedRound, reopen_round
from scorer.session.events import Event, event_from_json
from scorer.session.state import Session
from scorer.texts import Text
from web.drafts.draft_file import DraftFile, StoredDraft
from web.drafts.hand_merge import merge_answers
from web.ledger.notices import stale_refusal
from web.ledger.store import Store
from web.session.draft import Draft
from web.session.draft_cards import Picture
from web.session.loader import load_session, prompts_for
from web.session.seat_assignment import hand_paths_by_seat
from web.session.seat_zones import seat_zones_for
from web.session.validators import validate_partial


class DraftService:
    """One table's evening, replayed from the ledger, with the draft of the round being entered. Safe from any thread.

    `on_change` is called after every change, once it is committed. The draft is kept in a file beside the ledger.
    """

    def __init__(self, store: Store, on_change: Callable[[], None]) -> None:
        self._store = store
        self._on_change = on_change
        self.lock = threading.RLock()
        self.tip = store.tip()
        """The entry on which `session` stands: the newest, unless another process has written one since."""
        self.evening_id = store.last_evening()
        self.session, self.booked_rounds = load_session(store, self.evening_id)
        self.draft = Draft()
        self._prompts = prompts_for(self.session)
        self.reopened: ReopenedRound | None = None
        self._dropped: _DroppedDraft | None = None
        self._ledger_events: tuple[Event, ...] = ()
        self.record_of_round: Callable[[], Mapping[str, Any] | None] = lambda: None
        """What a camera followed of the round under way, to be stored with it."""
        self._draft_file = DraftFile(store.file.parent if store.file else None)
        self._restore_draft()

    @property
    def version(self) -> int:
        """Number of entries in this evening's ledger, 0 before the first evening."""
        return self.session.event_count if self.session else 0

    @property
    def current_evening(self) -> tuple[int | None, Session | None, int]:
        """The ID of the evening, its session and the checksum of its last entry, as they belong together."""
        with self.lock:
            return self.evening_id, self.session, self.tip[1]

    def require_session(self) -> Session:
        """The session of the evening. Raises `no_evening` before the first one."""
        if self.session is None:
            raise Refusal("no_evening", Text("No evening has been started", "まだ始まっていません"))
        return self.session

    @property
    def game_of_round(self) -> Session:
        """The game of the current round: the one being played, or that of the earlier round being corrected."""
        return self.reopened.game if self.reopened else self.require_session()

    def prompts(self) -> tuple[Prompt, ...]:
        """What the current round asks for. Empty when there is no round to play."""
        return self.reopened.prompts if self.reopened else self._prompts

    def table(self) -> Table:
        """The table of the current round: the next one, or the earlier one being corrected."""
        return self.reopened.table if self.reopened else self.require_session().table()

    def missing_prompts(self) -> tuple[Prompt, ...]:
        """Prompts that need an answer and have none yet."""
        return self.draft.missing_prompts(self.prompts())

    def check_draft(self) -> None:
        """Raise `Refusal` for what is wrong already, though the draft may be incomplete."""
        if self.session is not None and self.prompts():
            validate_partial(self.game_of_round, self.table(), self.prompts(), self.draft.answers(self.prompts()))

    def reopen(self, version: object, round_number: object) -> None:
        """Open a booked round for correction, with its answers. `discard_draft` leaves it as it is."""

        def load_booked_answers(_: Draft) -> Draft:
            self._ledger_events = self._load_events()
            self.reopened = reopen_round(
                self.require_session(), self._ledger_events, round_number if type(round_number) is int else 0
            )
            return Draft().with_answers(self.reopened.prompts, self.reopened.answers)

        self._update_draft(version, load_booked_answers)

    def answer(self, version: object, answers: object, was: object = None) -> None:
        """Add answers to the draft. `was`: what the phone showed; what others did meanwhile is put together with it."""

        def add_answers(draft: Draft) -> Draft:
            prompts, merged = self.prompts(), answers
            if isinstance(answers, dict) and isinstance(was, dict):
                copies = faces_in_play(self.game_of_round)
                merged = merge_answers(prompts, answers, was, draft.answers(prompts), copies)
            return draft.with_answers(prompts, merged)

        self._update_draft(version, add_answers)

    def require_nothing_entered(self, hand_path: str | None = None) -> None:
        """Raise `hands_entered` where a picture of that hand, or of all, would replace what somebody entered."""
        prompts = self.prompts()
        laid = (
            {hand_path} if hand_path else set(hand_paths_by_seat(prompts, len(self.table().seats)) if prompts else ())
        )
        if self.draft.entered_hands() & laid:
            raise Refusal(
                "hands_entered",
                Text(
                    "Cards were entered or corrected by hand. The picture would replace them.",
                    "手で入力したり直したりした札があります。写真の札と入れ替わります。",
                ),
            )

    def add_picture(
        self,
        version: object,
        picture: Picture,
        hand_path: str | None,
        *,
        auto_filled: bool = False,
        replace: bool = True,
    ) -> None:
        """Assign the cards of a picture to hands. `auto_filled`: it comes from the watched table.

        Unless it may `replace` what somebody entered, it is refused with `hands_entered` where it would.
        """
        if hand_path is not None and hand_path not in {
            prompt.path for prompt in self.prompts() if prompt.kind is PromptKind.CARDS
        }:
            raise Refusal("bad_request", Text("This round has no such hand", "この局にその手はありません"))
        session = self.game_of_round
        if auto_filled and self.reopened:
            return  # the table shows the current round, not the one being corrected
        if not replace:
            self.require_nothing_entered(hand_path)
        zones, faces = self._zones(), faces_in_play(session)
        self._update_draft(
            version,
            lambda draft: draft.with_picture(
                self.prompts(),
                zones,
                faces,
                picture,
                hand_path,
                auto_filled=auto_filled,
                told_apart=session.rules.told_apart,
            ),
        )

    def share_picture(self, version: object, *, replace: bool = True) -> None:
        """Share the cards of a picture that was taken for one hand out to the seats before which they lie.

        `replace` as for a picture. Raises `bad_request` where the last picture is not one of a hand.
        """
        if not replace:
            self.require_nothing_entered()
        session, zones = self.game_of_round, self._zones()
        faces, told_apart = faces_in_play(session), session.rules.told_apart
        self._update_draft(version, lambda draft: draft.with_picture_shared(self.prompts(), zones, faces, told_apart))

    def undo_sharing(self, version: object) -> None:
        """Take that back. Raises `bad_request` where it is not the last change of the draft."""
        self._update_draft(version, Draft.with_sharing_undone)

    def _zones(self) -> tuple[Zone, ...]:
        """The zones of this round's seats, then of the middle. Empty for more than a picture shows."""
        session = self.game_of_round
        by_player = seat_zones_for(len(session.players), self._store)
        players = [session.players.index(name) for name in self.table().seats]
        return (*(by_player[player] for player in players), by_player[-1]) if by_player else ()

    def assign_card(self, version: object, read: object, hand_path: object) -> None:
        """Move one card of the picture to a hand, or remove it from there."""
        self._update_draft(version, lambda draft: draft.with_card_assigned(self.prompts(), read, hand_path))

    def discard_draft(self, version: object) -> None:
        """Start the draft over. An earlier round being corrected is left as it is.

        What is dropped can be restored until something else is entered.
        """

        def reset(draft: Draft) -> Draft:
            self._dropped = _DroppedDraft(self.evening_id, self.version, draft, self.reopened)
            self.reopened = None
            return Draft()

        self._update_draft(version, reset)

    @property
    def has_dropped_draft(self) -> bool:
        """Whether the draft was started over just now, and nothing was entered since."""
        dropped = self._dropped
        is_here = dropped is not None and (dropped.evening, dropped.version) == (self.evening_id, self.version)
        return is_here and bool(dropped and dropped.draft.is_begun) and not (self.draft.is_begun or self.reopened)

    def restore_draft(self, version: object) -> None:
        """Take back that the draft was started over, or a correction left. Raises `bad_request` without one."""

        def restore(_: Draft) -> Draft:
            dropped = self._dropped
            if dropped is None or not self.has_dropped_draft:
                raise Refusal("bad_request", Text("Nothing was started over just now", "取り消すものがありません"))
            self.reopened = dropped.reopened
            return dropped.draft

        self._update_draft(version, restore)

    def _update_draft(self, version: object, make_draft: Callable[[Draft], Draft]) -> None:
        with self.lock:
            self._check_version(version)
            self.require_session()
            self.draft = make_draft(self.draft)
            self._store_draft()
            self._on_change()

    def _store_draft(self) -> None:
        """Keep the draft for the next start."""
        reopened = self.reopened.original.event_number if self.reopened else None
        draft, is_empty = self.draft, not (self.draft.cards or self.draft.values or reopened)
        stored = StoredDraft(self.evening_id or 0, self.version, reopened, draft.stored_cards(), draft.values)
        self._draft_file.write(None if is_empty else stored)

    def _restore_draft(self) -> None:
        """Take up the draft that the last process left, if it is of the round to be entered now."""
        stored = self._draft_file.read()
        if (
            stored is None
            or self.session is None
            or (stored.evening, stored.version) != (self.evening_id, self.version)
        ):
            return
        try:
            if stored.reopened is not None:
                self._ledger_events = self._load_events()
                self.reopened = reopen_round(self.session, self._ledger_events, stored.reopened)
            self.draft = Draft().with_answers(self.prompts(), {**stored.cards, **stored.values})
        except Refusal:  # another version of the program asked otherwise
            self.reopened = None

    def _check_version(self, version: object) -> None:
        if version != self.version:
            raise stale_refusal()

    def _load_events(self) -> tuple[Event, ...]:
        """The events of the evening, from the ledger."""
        return tuple(event_from_json(entry.body) for entry in self._store.entries(self.evening_id or 0))


@dataclass(frozen=True, slots=True)
class _DroppedDraft:
    """A draft that was started over: of which evening and version of its ledger, and of which booked round."""

    evening: int | None
    version: int
    draft: Draft
    reopened: ReopenedRound | None


def faces_in_play(session: Session) -> Mapping[str, int]:
    """The cards this evening is played with: copies by code."""
    return game(session.game).cards_in_play(decks()[session.deck], session.options)

"""見つけ mitsuke: the cards on a picture, found by outlines that compete and by what is known once some are read."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.detection.candidates import Candidate, choose, firm, inside, places, settled, stands_alone
from scanner.detection.contours import WORK_SIDE, distinct, from_contours, smoothed, worked
from scanner.detection.corner_proposals import segments
from scanner.detection.cut import cut_sides
from scanner.detection.edge_support import Edges
from scanner.detection.foreground import slopes, table_distance, table_tone, unexplained
from scanner.detection.ground_plane import Plane
from scanner.detection.guessing import FEW, Guesser
from scanner.detection.occlusion import halves, taken
from scanner.detection.outline_refinement import bordered
from scanner.detection.proposal_network import besides
from scanner.imaging.geometry import CARD_MM, Pyramid, Quad, sides
from scanner.imaging.profiling import stage
from scanner.recognition.classifier import Recogniser, Verdict
from scanner.recognition.features import Picture
from scanner.recognition.keypoints import Vote
from scanner.recognition.labels import alike

MOST_CARDS = 80
_ROUNDS = 3
_REBUILT = 0.8
"""An outline rebuilt from one corner is a guess: it needs this much confidence to be a card."""
_LIKELY = 0.9
_LEAST = -2.0
"""Outlines whose best face trails "no card" by more than this are never looked at again."""
_BACK_SIDE = 0.7
_BACK_MISFIT, _FACE_MISFIT = 0.16, 0.4
_UNLIKE_TABLE = 14
_SAME_PLACE = 0.15
_CLEARLY = 3.0
_WHOLE, _TELLING = 0.85, 0.6
_LONELY = 0.75
"""Where no card is sure, a doubtful one needs this much confidence to be asked about."""
_LIKE_THE_REST = 0.12
_BEYOND = 1.1


class Finder:
    """One picture (height, width, 3) BGR being searched for the cards of a recogniser's deck.

    `side`: outlines are sought with the picture's longer side at most that long.
    """

    def __init__(self, frame: Picture, recogniser: Recogniser, side: float = WORK_SIDE) -> None:
        self.recogniser = recogniser
        self.size = (frame.shape[1], frame.shape[0])
        self._clear = recogniser.final.sure_margin + _CLEARLY
        self._shape = CARD_MM[recogniser.kind]
        self._pyramid = Pyramid(frame)
        small, self._scale = worked(frame, side)
        self._grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
        self._lab = smoothed(small)
        self._slopes = slopes(self._lab)
        self._apart = table_distance(self._lab)
        self._edges = Edges(self._slopes)
        self._guesser = Guesser(self._edges, self._shape, self._apart)
        self._looks: dict[bytes, Verdict] = {}
        self._votes: list[Vote] = []
        self._settled: set[bytes] = set()
        self._telling = False

    def cards(self) -> list[Candidate]:
        """Every card found, worthiest first, its verdict the network's; quads in frame pixels."""
        quads = self._outlined()
        candidates = self._judged(distinct([*self._edges.snapped(quads), *quads]))
        cards = self._confirmed(self._chosen(candidates))
        placed = [card.quad for card in settled(cards, self._clear)]
        left = unexplained(self._apart, [self._worked(quad) for quad in placed])
        lines = segments(self._lab, left)
        sketched = [self._worked(quad) for quad in besides(self._pyramid.frame, placed)] if left else []
        sketched += self._edges.snapped(sketched)
        tried, pool = list[Quad](), list(candidates)
        for _ in range(_ROUNDS):
            known = self._known(cards) or self._sure(self._chosen(candidates)) or [one for one in cards if not one.down]
            more = [*self._guesser.quads(lines, [self._worked(card.quad) for card in known]), *sketched]
            tried, before = distinct([*tried, *more]), len(tried)
            rebuilt = [replace(one, rebuilt=True) for one in self._judged(tried[before:]) if not one.plain]
            pool += rebuilt
            kept = settled(cards, self._clear)
            candidates += [one for one in rebuilt if one.worth >= 0 and stands_alone(one, kept if firm(one) else cards)]
            last, cards = cards, self._settled_on(candidates)
            if len(cards) <= len(last) and (len(cards) >= FEW or places(last) == places(cards)):
                break
        self._votes = self._voted(cards)
        if self._votes:
            voted = [self._worked(vote.quad) for vote in self._votes]
            more = distinct([*self._edges.snapped(voted), *voted])
            candidates = [*map(self._backed, candidates), *self._judged(more)]
            cards = self._confirmed(self._chosen(candidates))
        return self._completed(cards, pool)

    def _completed(self, cards: list[Candidate], pool: list[Candidate]) -> list[Candidate]:
        """The cards, and those of the pool that lie partly under them: what cannot be told from the doubtful yields."""
        known = self._known(cards)
        if not known:
            return cards
        plane = Plane([card.quad for card in known], self._shape)
        final = self.recogniser.final
        whole = [card for card in cards if card.worth >= final.sure_margin and not card.rebuilt]
        found = [half for half in halves(pool, whole, plane) if half.card.worth + half.evidence >= _LEAST]
        looked = [replace(card, partly=True) for card in self._looked_at([half.card for half in found])]
        worth = {
            id(card): card.worth + half.evidence
            for card, half in zip(looked, found, strict=True)
            if card.worth + half.evidence >= 0
        }
        doubtful = [card for card in cards if card not in whole]
        worth |= {id(card): max(card.worth, 0.0) for card in doubtful}
        ranked = sorted((card for card in (*looked, *doubtful) if id(card) in worth), key=lambda card: -worth[id(card)])
        return [*whole, *taken(ranked, whole)]

    def borders(self, cards: list[Candidate]) -> list[Quad]:
        """The outlines of cards with their sides on the cards' own edges, in frame pixels."""
        tones = table_tone(self._lab)
        middles = [self._worked(card.quad).mean(axis=0) / 8 for card in cards]
        at = np.clip(np.array(middles).reshape(-1, 2).astype(int), 0, (tones.shape[1] - 1, tones.shape[0] - 1))
        table = tones[at[:, 1], at[:, 0]].astype(np.float32)
        known = [card.quad for card in self._known(cards)]
        return bordered(self._pyramid, [card.quad for card in cards], known, self._shape, table)

    def free(self, card: Candidate, cards: list[Candidate]) -> NDArray[np.bool_]:
        """Where along a card's sides (as its `seen`) nothing lies beyond that could lie over it: table, another card.

        `cards`: all of them; those that lie over it are told by their outlines.
        """
        centre = card.quad.mean(axis=0)
        beyond = (card.side_points() - centre) * np.float32(_BEYOND) + centre
        at = self._worked(beyond)
        apart = cv2.remap(self._apart, at[None, :, 0], at[None, :, 1], cv2.INTER_NEAREST, borderValue=(0,))[0]
        free = np.asarray(apart <= _UNLIKE_TABLE)
        for other in cards:
            if other is not card:
                free |= inside(beyond, other.quad)
        return free.reshape(card.seen.shape)

    def again(self, before: list[tuple[Quad, str | None, bool]]) -> list[Candidate]:
        """As `cards`, but asking outlines alone besides where cards lay a moment ago.

        `before`: of each its quad in frame pixels, its code (None: a back) and whether it was sure.
        """
        still = self._still(before)
        proven = {card.quad.tobytes() for number, card in still.items() if before[number][2]}
        outlined = self._outlined()
        free = np.ones(len(outlined), bool)
        middles = np.array([quad.mean(axis=0) for quad in outlined]).reshape(-1, 2)
        for card in still.values():
            free &= ~inside(middles, self._worked(card.quad))
        fresh = [outlined[number] for number in np.flatnonzero(free)]
        cards = self._confirmed(self._chosen([*still.values(), *self._judged(fresh)]))
        return [replace(card, shown=card.quad.tobytes() in proven) for card in cards]

    def _still(self, before: list[tuple[Quad, str | None, bool]]) -> dict[int, Candidate]:
        """Those of `before` by number that lie where they lay, or a little beside: then their outline is followed."""
        same = alike(self.recogniser.kind)
        found: dict[int, Candidate] = {}
        for followed in (False, True):
            left = [number for number in range(len(before)) if number not in found]
            places = [self._worked(before[number][0]) for number in left]
            looked = self._looked_at(self._judged(self._edges.snapped(places) if followed else places))
            for number, card in zip(left, looked, strict=True):
                code = before[number][1]
                if card.down if code is None else card.verdict.face in same[code] and card.verdict.margin >= _LEAST:
                    found[number] = replace(card, shown=True)
        return dict(sorted(found.items()))

    def _outlined(self) -> list[Quad]:
        """Outlines that may be cards, in work pixels."""
        return distinct(from_contours(self._lab, self._slopes, self._apart, self._shape[0] / self._shape[1]))

    def _voted(self, cards: list[Candidate]) -> list[Vote]:
        """Where a known deck's marks say cards lie besides those beyond doubt, in frame pixels."""
        voter = self.recogniser.voter
        if voter is None:
            return []
        known = [card.quad for card in self._known(cards)]
        settled = [card for card in cards if self._beyond_doubt(card)]
        self._settled = {card.quad.tobytes() for card in settled}
        mask = np.asarray((self._apart > _UNLIKE_TABLE) * np.uint8(255), np.uint8)
        mask = np.asarray(cv2.dilate(mask, np.ones((9, 9), np.uint8)), np.uint8)
        for card in settled:
            cv2.fillConvexPoly(mask, np.asarray(np.round(self._worked(card.quad)), np.int32), 0)
        width = float(np.median([sides(quad)[0] for quad in known])) * self._scale if known else None
        with stage("vote"):
            votes = voter.votes(self._grey, mask, width)
        open_cards = sum(not card.down for card in cards) - len(settled)
        self._telling = sum(vote.marks >= voter.many for vote in votes) >= _TELLING * max(open_cards, 1)
        return [replace(vote, quad=self._framed(vote.quad)) for vote in votes]

    def _beyond_doubt(self, card: Candidate) -> bool:
        """Whether a face is so clear, and its outline so whole, that its marks need not be looked at."""
        return not card.down and card.verdict.margin >= self._clear and card.support[0] >= _WHOLE

    def _backed(self, card: Candidate) -> Candidate:
        """The candidate with the marks that lie on it as they would on the face they are of, the right way up."""
        if not self._votes or card.quad.tobytes() in self._settled:
            return card
        reach = _SAME_PLACE * sides(card.quad)[0]
        marks: dict[str, int] = {}
        for vote in self._votes:
            if np.abs(vote.quad - card.quad).max() < reach:
                marks[vote.face] = max(vote.marks, marks.get(vote.face, 0))
        if not marks and not self._telling:
            return card
        verdict = self.recogniser.backed(card.verdict, marks, missed=self._telling)
        shown = self.recogniser.voter is not None and marks.get(verdict.face, 0) >= self.recogniser.voter.many
        return replace(card, verdict=verdict, shown=shown)

    def crop(self, quad: Quad) -> Picture:
        """A card flattened to the recogniser's size, the quad's first corner top left."""
        return self._pyramid.flatten(quad, self.recogniser.size)

    def _worked(self, quad: Quad) -> Quad:
        return np.asarray((quad + 0.5) * self._scale - 0.5, np.float32)

    def _framed(self, quad: Quad) -> Quad:
        return np.asarray((quad + 0.5) / self._scale - 0.5, np.float32)

    def _judged(self, quads: list[Quad]) -> list[Candidate]:
        """What the screen says of each outline (work pixels), as candidates in frame pixels."""
        full = [self._framed(quad) for quad in quads]
        with stage("name"):
            verdicts = self.recogniser.verdicts([self.crop(quad) for quad in full])
        clear = [one.face if one.margin >= self.recogniser.screen.sure_margin else "" for one in verdicts]
        outs = cut_sides(full, self.size)
        return [
            self._backed(Candidate(quad, verdict, seen, clear=face, out=out).standing())
            for quad, verdict, seen, face, out in zip(full, verdicts, self._edges.seen(quads), clear, outs, strict=True)
        ]

    def _known(self, cards: list[Candidate]) -> list[Candidate]:
        """The cards that say how large a card is here: the sure ones, or else the likeliest."""
        final = self.recogniser.final
        likely = [card for card in cards if card.sized and final.confidence(card.verdict.margin) >= _LIKELY]
        sure = [card for card in likely if card.verdict.margin >= final.sure_margin]
        return sure or [card for card in likely if not card.rebuilt][:1]

    def _sure(self, chosen: list[Candidate]) -> list[Candidate]:
        """The cards the screen is sure of: good enough to say how large a card is, while the network knows none."""
        return [card for card in chosen if card.sized and card.verdict.margin >= self.recogniser.screen.sure_margin]

    def _chosen(self, candidates: list[Candidate], least: float = _LEAST) -> list[Candidate]:
        """The cards among the candidates by the screen, those of another size than the known ones left out."""
        with stage("choose"):
            first = choose(candidates, 0.0, MOST_CARDS)
        known = self._known(self._looked_at(first)) or self._sure(first)
        if known:
            plane = Plane([card.quad for card in known], self._shape)
            candidates = [
                one
                for one, misfit in zip(candidates, plane.misfits([one.quad for one in candidates]), strict=True)
                if misfit < (_BACK_MISFIT if one.down else _FACE_MISFIT)
            ]
        candidates = [one for one in candidates if not one.down or one.support[not known] >= _BACK_SIDE]
        with stage("choose"):
            return choose(candidates, least, MOST_CARDS)

    def _looked_at(self, cards: list[Candidate]) -> list[Candidate]:
        """The same cards with the network's verdict; each outline is looked at once."""
        fresh = [card for card in cards if card.quad.tobytes() not in self._looks]
        with stage("name"):
            verdicts = self.recogniser.second_look([self.crop(card.quad) for card in fresh])
        self._looks |= {card.quad.tobytes(): verdict for card, verdict in zip(fresh, verdicts, strict=True)}
        return [self._backed(replace(card, verdict=self._looks[card.quad.tobytes()]).standing()) for card in cards]

    def _confirmed(self, cards: list[Candidate]) -> list[Candidate]:
        """The cards after the second look; what then is no card stays only if outlined and sized like the rest."""
        seen = self._looked_at(cards)
        known = self._known(seen)
        plane = Plane([card.quad for card in known], self._shape) if known else None
        return sorted((card for card in seen if self._is_card(card, plane)), key=lambda card: -card.worth)

    def _settled_on(self, candidates: list[Candidate]) -> list[Candidate]:
        """The cards among the candidates; what the network refuses makes room for what the screen liked less there."""
        chosen = self._chosen(candidates)
        cards = self._confirmed(chosen)
        refused = places(chosen) - places(cards)
        if len(cards) >= FEW or not refused:
            return cards
        return self._confirmed(self._chosen([one for one in candidates if not places([one]) & refused], 0.0))

    def _is_card(self, card: Candidate, plane: Plane | None) -> bool:
        if card.shown:
            return True
        confidence = self.recogniser.final.confidence(card.worth)
        if card.rebuilt:
            return confidence >= _REBUILT or (card.clear == card.verdict.face and card.worth >= 0)
        if plane is None:
            return confidence >= _LONELY
        outlined = card.support[0] >= _BACK_SIDE and plane.misfits([card.quad])[0] < _LIKE_THE_REST
        return card.worth >= 0 or outlined

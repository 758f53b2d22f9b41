"""Odds of a pile of Kujuroku, and practice, which tells them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from scorer.decks import decks, kind_of
from scorer.families.captures.moves.position import BEFORE_PLAY, CapturePosition
from scorer.families.captures.narrator import CaptureNarrator, name_cards
from scorer.games.kujuroku.hands import required_text
from scorer.games.kujuroku.moves import END, KujurokuPlay
from scorer.games.kujuroku.position import ACTIVE_SEATS, pack_on, yaku_by_seat
from scorer.games.kujuroku.texts import name, text
from scorer.games.kujuroku.yaku import CHIP_STEPS, Pack, Yaku, chip_score, find_yaku, possible_yaku, yaku_name
from scorer.rules.game import Game, Practice
from scorer.rules.odds import Chance, Odds, OddsSection
from scorer.rules.play.moves import Move, Step
from scorer.rules.play.playout import Decision, Playout
from scorer.rules.play.practice import PracticeQuestion, Solution, Task
from scorer.rules.prompts import Table
from scorer.texts import Text, signed


def pile_odds(pack: Pack, pile: Sequence[str], cards_elsewhere: Sequence[str], config: str) -> Odds:
    """Odds of `pile` when `cards_elsewhere` are in the other piles or have left the game.

    The chance of a dekiyaku is that the next unseen card is one it lacks: 1 when it is complete, 0 when it has become
    impossible. The chance of a step is that the next unseen card, captured with a partner, reaches it.
    """
    copies_left = dict(pack.copies)
    for code in (*pile, *cards_elsewhere):
        copies_left[code] -= 1
    unseen = {code: copies for code, copies in copies_left.items() if copies}
    return Odds(
        sum(unseen.values()),
        (
            OddsSection(
                "dekiyaku",
                text("odds.dekiyaku", config=config),
                tuple(
                    _yaku_chance(pack, yaku, config, pile, unseen)
                    for yaku in possible_yaku(config, has_oni=pack.has_oni)
                ),
            ),
            OddsSection("points", text("odds.points"), _step_chances(pack, pack.total_points(pile), unseen)),
        ),
    )


def _yaku_chance(pack: Pack, yaku: Yaku, config: str, pile: Sequence[str], unseen: Mapping[str, int]) -> Chance:
    name = yaku_name(yaku.key, config)
    missing_marks = yaku.missing_marks(pack.count_marks(pile))
    if not missing_marks:
        return Chance(yaku.key, text("odds.made", name=name), Fraction(1))
    helpful = {
        code: copies for code, copies in unseen.items() if any(mark in missing_marks for mark in pack.marks[code])
    }
    unseen_marks = pack.count_marks(code for code, copies in helpful.items() for _ in range(copies))
    if any(unseen_marks[mark] < required for mark, required in missing_marks.items()):
        required_cards = required_text(pack.kind, yaku.required_marks)
        return Chance(
            yaku.key,
            text("odds.impossible", name=name, required_cards=required_cards),
            Fraction(0),
        )
    missing_cards = required_text(pack.kind, missing_marks)
    return Chance(
        yaku.key,
        text("odds.still_needs", name=name, missing_cards=missing_cards),
        Fraction(sum(helpful.values()), sum(unseen.values())),
        helpful,
    )


def _step_chances(pack: Pack, points: int, unseen: Mapping[str, int]) -> tuple[Chance, ...]:
    """Par where it is not reached yet, and the next chip step above it."""
    higher_steps = [minimum for minimum, _ in reversed(CHIP_STEPS) if minimum > points]
    aims = sorted({96, *higher_steps[:1]} if points < 96 else set(higher_steps[:1]))
    chances = []
    for aim in aims:
        missing_points = aim - points
        helpful = {
            code: copies for code, copies in unseen.items() if _pair_points(pack, code, unseen) >= missing_points
        }
        chips = chip_score(aim)
        chances.append(
            Chance(
                "par" if aim == 96 else f"step_{aim}",
                text("odds.more_points", missing_points=missing_points, chips=signed(chips), aim=aim),
                Fraction(sum(helpful.values()), sum(unseen.values())) if unseen else Fraction(0),
                helpful,
            )
        )
    return tuple(chances)


def _pair_points(pack: Pack, code: str, unseen: Mapping[str, int]) -> int:
    """The points that an unseen card brings with an unseen partner of its number; Oni and Jizo bring their own."""
    number = pack.number_of(code)
    if not number:
        return pack.card_points[code]
    partners = sum(copies for partner, copies in unseen.items() if pack.number_of(partner) == number)
    return 2 * pack.card_points[code] if partners > 1 else 0


_FIELD_SIZE = 6
"""Cards on an opening field (kujuroku 3.2)."""


def _field_tasks(game: Game, table: Table, pack: Sequence[str]) -> Iterator[Task]:
    """A field as dealt, and fields with two, three and four cards of one number."""
    faces = decks()[kind_of(pack[0])].faces
    number = next(rank for code in pack if (rank := game.number_of(faces[code], table.options)))
    same_number = [code for code in pack if game.number_of(faces[code], table.options) == number]
    others = [code for code in pack if code not in same_number]
    for count in (None, 2, 3, 4):
        field = pack[:_FIELD_SIZE] if count is None else (*same_number[:count], *others[: _FIELD_SIZE - count])
        yield Task(tuple(sorted(field)), _QUESTION)


def _solve_field(game: Game, table: Table, task: Task) -> Solution:
    """The rules' answer on the field."""
    round_ = {"game": game.key, "options": dict(table.options), "seats": list(table.seats), "field": list(task.cards)}
    settlement = game.settle(round_)
    dealer_takes = any(reason.code == "dealer_takes" for reason in settlement.reasons)
    right = _MISDEAL if settlement.outcome == "misdeal" else _DEALER_TAKES if dealer_takes else _PLAY_ON
    wrong = tuple(name for name in (_MISDEAL, _DEALER_TAKES, _PLAY_ON) if name != right)
    return Solution(right, wrong, tuple(reason.text for reason in settlement.reasons if reason.code != "next_dealer"))


_QUESTION = text("question")
_MISDEAL = name("misdeal")
_DEALER_TAKES = name("dealer_takes")
_PLAY_ON = name("play_on")
FIELD_PRACTICE = Practice("field", text("practice.field"), _field_tasks, _solve_field)


class KujurokuNarrator(CaptureNarrator):
    """The lines of a practice round of Kujuroku; the learner sits at the dealer's right and plays second."""

    player = 1

    def __init__(self, rules: KujurokuPlay, game: Callable[[], Game]) -> None:
        super().__init__(game)
        self._rules = rules

    def intro(self, position: CapturePosition) -> tuple[Text, ...]:
        """What cards count, and what the dealer took of the opening field."""
        taken = name_cards([card for card, turn in position.piles[0] if turn == BEFORE_PLAY])
        dealer = text("dealer_takes_field", taken=taken)
        return (
            text("intro"),
            *((dealer,) if taken.en else ()),
        )

    def stays(self, card: str) -> Text:
        """A card that nothing matches."""
        del card
        return text("stays")

    def better_card(self, step: Step) -> tuple[Text, ...]:
        """The card that would have made a dekiyaku, taken more points or a card of a dekiyaku, or left fewer points."""
        position = step.before
        config, pack = str(position.setup.options["config"]), pack_on(position)
        gained = {card: self._rules.gained_by(position, card) for card in step.hand}
        worth = {card: self._rules.gain_of(position, card) for card in step.hand}
        pile = position.pile(self.player)

        def held(card: str) -> tuple[Yaku, ...]:
            return find_yaku(config, pack.count_marks([*pile, *gained[card]]))

        pays = {card: sum(yaku.stones_each for yaku in held(card)) for card in step.hand}
        dearest, best = (max(step.hand, key=lambda card: of[card]) for of in (pays, worth))
        if pays[dearest] > pays[step.card]:
            name, yaku = name_cards([dearest]), yaku_name(held(dearest)[-1].key, config)
            return (text("better.yaku", name=name, yaku=yaku),)
        if worth[best] <= worth[step.card]:
            return ()
        return _why_better(pack, config, best, gained[best], step.card, gained[step.card])

    def hand(self, decision: Decision) -> tuple[str, ...]:
        """The hand by numbers."""
        pack = pack_on(decision.position)
        return tuple(sorted(decision.hand, key=lambda card: (pack.number_of(card), card)))

    def ask_card(self, decision: Decision) -> PracticeQuestion:
        """Which card is laid, with the points of the own pile and the odds of its dekiyaku."""
        position = decision.position
        pack, pile = pack_on(position), position.pile(self.player)
        points = pack.total_points(pile)
        elsewhere = [card for seat in range(ACTIVE_SEATS) if seat != self.player for card in position.pile(seat)]
        odds = pile_odds(pack, pile, elsewhere, str(position.setup.options["config"]))
        note = text("pile_points", points=points)
        return PracticeQuestion(text("which_card"), (note,), odds)

    def ask_word(self, decision: Decision) -> PracticeQuestion:
        """Whether the learner ends the round."""
        position = decision.position
        made = yaku_by_seat(position)[self.player][-1]
        name = yaku_name(made.key, str(position.setup.options["config"]))
        return PracticeQuestion(text("end_question", name=name, stones_each=made.stones_each))

    def label_word(self, decision: Decision, move: Move) -> Text:
        """Ending the round, or playing on."""
        del decision
        return text("end_round") if move.call == END else text("play_more")

    def last_line(self, playout: Playout, table: Table) -> Text:
        """Who has a dekiyaku, or that all cards are played."""
        if playout.conclusion.round.get("ended_by") != "yaku":
            return text("all_hands_empty")
        made = yaku_by_seat(playout.position)
        seat = next(seat for seat in (self.player, *range(ACTIVE_SEATS)) if made[seat])
        return text("round_ends.own") if seat == self.player else text("round_ends.other", name=table.seats[seat])


def _why_better(
    pack: Pack, config: str, best: str, by_best: Sequence[str], played: str, by_played: Sequence[str]
) -> tuple[Text, ...]:
    """What the better card would have brought; () where no reason can be told."""
    name, points = name_cards([best]), [pack.total_points(cards) for cards in (by_best, by_played)]
    if points[0] > points[1]:
        return (text("better.more_points", name=name, points=points[0], instead_of=points[1]),)
    for card in by_best:
        wanted = [
            yaku
            for yaku in possible_yaku(config, has_oni=pack.has_oni)
            if yaku.required_marks.keys() & {*pack.marks[card]}
        ]
        if wanted and card not in by_played:
            taken, yaku = name_cards([card]), yaku_name(wanted[0].key, config)
            return (text("better.needed", name=name, taken=taken, yaku=yaku),)
    left = [pack.card_points[card] for card in (best, played)]
    if by_played or left[0] >= left[1]:
        return ()
    return (text("better.fewer_left", name=name, points=left[0], instead_of=left[1]),)

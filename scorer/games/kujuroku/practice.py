"""Practice of Kujuroku: opening fields, and a round played out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from scorer.decks import decks, kind_of
from scorer.games.kujuroku.odds import pile_odds
from scorer.games.kujuroku.packs import ITSUN, pack_of
from scorer.games.kujuroku.play import Board, deal, play_turn, round_fields
from scorer.games.kujuroku.position import ACTIVE_SEATS
from scorer.games.kujuroku.yaku import CONFIGS, Yaku, find_yaku, yaku_name
from scorer.rules.game import Game, Practice
from scorer.rules.practice import REST, PracticeChoice, PracticeRound, Solution, Task
from scorer.rules.prompts import Table
from scorer.texts import Name, Text, join_names

_FIELD_SIZE = 6
"""Cards on an opening field (kujuroku 3.2)."""
OWN_SEAT = 1
"""The learner sits at the dealer's right and plays second."""
_TURNS = 6 * ACTIVE_SEATS
"""Plays of a round: each player plays six cards."""
_TABLE, _PILE = Text("On the table", "場"), Text("Your pile", "あなたの取札")


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


_QUESTION = Text("Six cards lie on the opening field. What happens?", "はじめの場札6枚です。どうなりますか")
_MISDEAL = Name("it is dealt again", "配り直す")
_DEALER_TAKES = Name("the dealer takes cards first", "親がまず札を取る")
_PLAY_ON = Name("play begins as it is", "そのまま始める")
FIELD_PRACTICE = Practice("field", Text("The opening field", "はじめの場札"), _field_tasks, _solve_field)


@dataclass(slots=True)
class _ToldBoard(Board):
    """A board that notes each card played with the cards it took."""

    steps: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)

    def play_card(self, code: str, seat: int) -> None:
        """Play one card and note what it took."""
        before = Counter(self.piles[seat])
        Board.play_card(self, code, seat)
        taken = Counter(self.piles[seat]) - before - Counter([code])
        self.steps.append((code, tuple(taken.elements())))


def practice_round(game: Game, pack: Sequence[str], table: Table, choices: Sequence[str]) -> PracticeRound:
    """The round once the learner has made these `choices`: cards played, or "rest"."""
    board = _deal(pack, table)
    remaining, said, resting = iter(choices), _opening(board), False
    for turn in range(_TURNS):
        seat = turn % ACTIVE_SEATS
        card = None
        if seat == OWN_SEAT and not resting:
            card = next(remaining, None)
            if card is None:
                return _ask(board, table, said)
            said = []
            resting = card == REST.key
        board.steps.clear()
        better = None if card is None or resting else _better_line(board, card, str(table.options["config"]))
        ends = play_turn(board, seat, table.options, None if resting else card)
        if card is not None and not resting:
            said += _own_lines(board, better)
        elif not resting:
            said.append(_other_line(board, table.seats[seat]))
        if ends:
            maker = table.seats[seat]
            en, ja = ("You have", "あなた") if seat == OWN_SEAT else (f"{maker} has", maker)
            said.append(Text(f"{en} a dekiyaku: the round ends.", f"{ja}に出来役ができて、終わりです。"))
            called = {"maker": seat} if table.options["yaku_check"] == "may_continue" else {}
            return _end(game, board, table, said, {"ended_by": "yaku", **called})
    said.append(Text("All hands are empty.", "手札がなくなりました。"))
    return _end(game, board, table, said, {"ended_by": "empty"})


def _deal(pack: Sequence[str], table: Table) -> _ToldBoard:
    """The board after the deal; a misdeal is cut and dealt again."""
    kind_pack = pack_of(kind_of(pack[0]), jizo=bool(table.options["jizo"]))
    cards = [code for code in pack if code in kind_pack.marks]
    while True:
        board = _ToldBoard(kind_pack)
        deal(kind_pack, cards, str(table.options["deal_order"]), lambda _, board=board: board)  # type: ignore[misc]
        if max(kind_pack.count_marks(board.field_cards)[1:ITSUN]) < 4:
            board.take_opening()
            return board
        cards = [*cards[5:], *cards[:5]]


def _opening(board: Board) -> list[Text]:
    lines = [
        Text(
            "Everybody has six cards. A card takes one of its own number. It counts its number, but a 1 and a 2 count "
            "10 each; 96 points are par.",
            "手札は6枚ずつ。同じ数の札を取れます。札は数のとおりですが、1と2は10点ずつ。96点が境目です。",
        )
    ]
    if board.piles[0]:
        taken = _names(board, board.piles[0])
        lines.append(Text(f"The dealer takes {taken.en} from the field.", f"親は場から{taken.ja}を取ります。"))
    return lines


def _better_line(board: Board, card: str, config: str) -> Text | None:
    """The hand card that would have been better than `card`, and why; None where no reason can be told."""
    pack, pile, hand = board.pack, board.piles[OWN_SEAT], board.hands[OWN_SEAT]

    def gained(code: str) -> tuple[str, ...]:
        taken = board.capturable_cards(code)
        return (*taken, code) if taken or code == pack.jizo else ()

    def held(code: str) -> tuple[Yaku, ...]:
        return find_yaku(config, pack.count_marks([*pile, *gained(code)]))

    def pays(code: str) -> int:
        return sum(yaku.stones_each for yaku in held(code))

    dearest = max(hand, key=pays)
    if pays(dearest) > pays(card):
        name, yaku = _names(board, [dearest]), yaku_name(held(dearest)[-1].key, config)
        return Text(f"{name.en} would have made {yaku.en}.", f"{name.ja}なら{yaku.ja}ができました。")
    best = max(hand, key=board.estimate_gain)
    if board.estimate_gain(best) <= board.estimate_gain(card):
        return None
    name, points = _names(board, [best]), [pack.total_points(gained(code)) for code in (best, card)]
    if points[0] > points[1]:
        return Text(
            f"{name.en} would have taken more points: {points[0]}, not {points[1]}.",
            f"{name.ja}なら{points[1]}点ではなく{points[0]}点取れました。",
        )
    for code in gained(best):
        wanted = [yaku for yaku in CONFIGS[config] if yaku.required_marks.keys() & {*pack.marks[code]}]
        if wanted and code not in gained(card):
            taken, yaku = _names(board, [code]), yaku_name(wanted[0].key, config)
            return Text(
                f"{name.en} would have taken {taken.en}, which {yaku.en} needs.",
                f"{name.ja}なら、{yaku.ja}に要る{taken.ja}が取れました。",
            )
    left = [pack.card_points[code] for code in (best, card)]
    if gained(card) or left[0] >= left[1]:
        return None
    return Text(
        f"{name.en} would have left fewer points on the table: {left[0]}, not {left[1]}.",
        f"{name.ja}なら、場に残すのは{left[1]}点ではなく{left[0]}点でした。",
    )


def _own_lines(board: _ToldBoard, better: Text | None) -> list[Text]:
    """The learner's turn: what the hand card took, what would have been better, and what the stock turned up."""
    begins = (Text("You play", "出した札は"), Text("The stock turns up", "山札は"))
    said = [_step_line(board, begin, *step) for begin, step in zip(begins, board.steps, strict=False)]
    if better is not None:
        said.insert(1, better)
    return said


def _step_line(board: _ToldBoard, begin: Text, card: str, taken: Sequence[str]) -> Text:
    name = _names(board, [card])
    if not taken:
        return Text(f"{begin.en} {name.en}: it takes nothing.", f"{begin.ja}{name.ja}：何も取れません。")
    others = _names(board, taken)
    return Text(f"{begin.en} {name.en}: it takes {others.en}.", f"{begin.ja}{name.ja}：{others.ja}を取ります。")


def _other_line(board: _ToldBoard, name: str) -> Text:
    """What another player took in a turn, hand card and stock together."""
    taken = [code for card, cards in board.steps if cards for code in (*cards, card)]
    if not taken:
        return Text(f"{name} takes nothing.", f"{name}は何も取れません。")
    names = _names(board, taken)
    return Text(f"{name} takes {names.en}.", f"{name}は{names.ja}を取りました。")


def _names(board: Board, cards: Sequence[str]) -> Text:
    names = [decks()[board.pack.kind].faces[code].name for code in cards]
    return Text(join_names([name.en for name in names]).en, "・".join(name.ja for name in names))


def _piles(board: Board, table: Table) -> tuple[tuple[Text, tuple[str, ...]], ...]:
    others = (
        (Text(table.seats[seat], table.seats[seat]), tuple(board.piles[seat]))
        for seat in range(ACTIVE_SEATS)
        if seat != OWN_SEAT
    )
    return ((_TABLE, tuple(board.field_cards)), (_PILE, tuple(board.piles[OWN_SEAT])), *others)


def _ask(board: Board, table: Table, said: Sequence[Text]) -> PracticeRound:
    points = board.pack.total_points(board.piles[OWN_SEAT])
    lines = (*said, Text(f"Your pile has {points} points.", f"あなたの取札は{points}点です。"))
    hand = tuple(sorted(board.hands[OWN_SEAT], key=lambda code: (board.pack.number_of(code), code)))
    elsewhere = [code for seat, pile in enumerate(board.piles) if seat != OWN_SEAT for code in pile]
    cards = dict.fromkeys(hand)
    offered = (PracticeChoice(code, _names(board, [code]), code) for code in cards)
    question = Text("Which card do you play?", "どの札を出しますか。")
    odds = pile_odds(board.pack, board.piles[OWN_SEAT], elsewhere, str(table.options["config"]))
    return PracticeRound(hand, _piles(board, table), lines, question, (*offered, REST), odds, seat=OWN_SEAT)


def _end(game: Game, board: Board, table: Table, said: Sequence[Text], ending: dict[str, object]) -> PracticeRound:
    finished = table.build_round(game.key, round_fields(board, ending))
    question = Text("The piles are counted. The round is settled.", "取札を数えて、精算です。")
    hand = tuple(board.hands[OWN_SEAT])
    return PracticeRound(hand, _piles(board, table), tuple(said), question, finished=finished, seat=OWN_SEAT)

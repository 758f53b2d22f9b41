"""A game of one file, and a fixture that adds it to the games."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import scorer.games

HIGH_CARD = '''
"""High card: everybody gets one card, the highest takes the stakes."""

from scorer.rules.prompts import Prompt, PromptKind
from scorer.rules.settlement import build_settlement, card_line, face_of, share_out, transfers_from_net, turn_order
from scorer.rules.game import Game, Practice
from scorer.rules.hand_class import HandClass
from scorer.rules.play.moves import NEXT_CARD, PILE, Conclusion, Deal, Move, Verdict
from scorer.rules.play.playable import Playable
from scorer.rules.play.practice import Solution, Task
from scorer.rules.results import HandValue
from scorer.rules.round_input import parse_round, require_card_codes, require_length, require_one_deck
from scorer.rules.wording import game_wording
from scorer.texts import verbatim

WORDING = game_wording(__file__)
text, name, because = WORDING.text, WORDING.name, WORDING.because

CARD = HandClass("card", name("card"), text("card"), bool, example=("AS",))


def pairs(game, table, pack):
    for at in range(0, 20, 2):
        yield Task(tuple(pack[at : at + 2]), text("which_card"))


def higher(game, table, task):
    high, low = sorted(task.cards, key=lambda code: -game.value((code,), "", {}).total)
    if face_of(high).number == face_of(low).number:
        return Solution(name("both"), (name("neither"),), (text("equal"),))
    winner = face_of(high).name
    return Solution(winner, (face_of(low).name,), (text("higher", card=winner),))


class HighCardPlay(Playable):
    def begin(self, table, deck):
        return table, ()

    def deal(self, position, pack):
        return Deal(((),) * len(position[0].seats), tuple(pack))

    def legal(self, position, held):
        table, cards = position
        seat = len(cards)
        return (Move("laid", seat, NEXT_CARD, PILE, ("open", seat)),) if seat < len(table.seats) else ()

    def turn(self, position):
        return None

    def judge(self, position, move):
        table, cards = position
        return Verdict((table, (*cards, move.card)))

    def conclude(self, position):
        table, cards = position
        return Conclusion(table.build_round("highcard", {f"hands.{seat}": [card] for seat, card in enumerate(cards)}))

    def policies(self, table, rng):
        return ()


def prompts(table):
    return tuple(
        Prompt(f"hands.{seat}", PromptKind.CARDS, verbatim(name), seat=seat, minimum=1, maximum=1)
        for seat, name in enumerate(table.seats)
    )


def value(cards, role, options):
    require_one_deck(GAME, GAME.resolve_options(options), (require_card_codes(cards, text("cards")),))
    return HandValue(0, "card", face_of(cards[0]).number, (card_line(cards[0], face_of(cards[0]).number),))


def settle(round_):
    table = parse_round(GAME, round_)
    hands = require_length(round_.get("hands"), len(table.seats), text("cards"))
    what = text("cards")
    piles = [require_card_codes(require_length(hand, 1, what), what) for hand in hands]
    require_one_deck(GAME, table.options, piles)
    worth = [face_of(pile[0]).number for pile in piles]
    best = [seat for seat in turn_order(len(piles)) if worth[seat] == max(worth)]
    stake = 0 if table.options["stake"] == "free" else table.options["stake"]
    won = share_out(stake * len(piles), best)
    net = [won.get(seat, 0) - stake for seat in range(len(piles))]
    hands = tuple(HandValue(seat, "card", each) for seat, each in enumerate(worth))
    paid = transfers_from_net(net, lambda giver, taker, stones: because("stake"))
    first, best = best[0], tuple(best)
    return build_settlement(
        GAME, table, outcome="won", winners=best, net=net, transfers=paid, next_dealer=first, hands=hands
    )


GAME = Game(
    key="highcard",
    name=name("game"),
    summary=text("summary"),
    decks=("western",),
    seats=range(2, 5),
    classes=(CARD,),
    options=(
        WORDING.option("stake", 1, ("free",), minimum=1, maximum=9),
        WORDING.option("boldness", 0, minimum=0),
    ),
    round_fields=("hands",),
    outcomes=WORDING.table("outcomes", "won"),
    words=(WORDING.word("high"),),
    lesson=WORDING.lesson("aim"),
    practice=(Practice("higher", text("practice"), pairs, higher),),
    play_rules=HighCardPlay(),
    prompts=prompts,
    value=value,
    settle=settle,
)
'''

WORDING = """
[names]
game = {en = "High card", ja = "高札"}
card = {en = "card", ja = "札"}
both = {en = "both", ja = "両方"}
neither = {en = "neither", ja = "どちらでもない"}

[texts]
summary = {en = "the highest card wins", ja = "一番高い札の勝ち"}
card = {en = "any card", ja = "どの札でも"}
cards = {en = "cards", ja = "札"}
practice = {en = "The higher card", ja = "高い札"}
which_card = {en = "Which card takes the stakes?", ja = "賭け石を取るのはどの札ですか"}
equal = {en = "equal", ja = "同じ数です"}
higher = {en = "{card} is higher", ja = "{card}のほうが高い札です"}

[reasons]
stake = {en = "stake", ja = "賭け石"}

[options.stake]
label = {en = "stake", ja = "賭け石"}
help = {en = "stones", ja = "石の数"}
free = {en = "free", ja = "なし"}

[options.boldness]
label = {en = "boldness", ja = "度胸"}
help = {en = "nothing", ja = "何も"}

[outcomes]
won = {en = "highest", ja = "高い札"}

[words]
high.name = {en = "high", ja = "高"}
high.meaning = {en = "highest", ja = "一番高い"}

[lesson]
aim.title = {en = "aim", ja = "目あて"}
aim.body = {en = "be high", ja = "高い札を取る"}
"""


@pytest.fixture
def dropped_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The key of the added game. The game is gone again after the test."""
    (tmp_path / "highcard.py").write_text(HIGH_CARD, encoding="utf-8")
    (tmp_path / "highcard.toml").write_text(WORDING, encoding="utf-8")
    monkeypatch.setattr(scorer.games, "__path__", [*scorer.games.__path__, str(tmp_path)])
    scorer.games.games.cache_clear()
    yield "highcard"
    sys.modules.pop("scorer.games.highcard", None)
    scorer.games.games.cache_clear()

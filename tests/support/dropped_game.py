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
from scorer.rules.game import Game, HandClass, LessonParagraph, Practice
from scorer.rules.options import Option
from scorer.rules.practice import Solution, Task
from scorer.rules.results import HandValue, Reason
from scorer.rules.round_input import parse_round, require_card_codes, require_length, require_one_deck
from scorer.texts import Name, Text, Word

CARD = HandClass("card", Name("card", "札"), Text("any card", "どの札でも"), bool, example=("AS",))


def pairs(game, table, pack):
    for at in range(0, 20, 2):
        yield Task(tuple(pack[at : at + 2]), Text("Which card takes the stakes?", "賭け石を取るのはどの札ですか"))


def higher(game, table, task):
    high, low = sorted(task.cards, key=lambda code: -game.value((code,), "", {}).total)
    if face_of(high).number == face_of(low).number:
        return Solution(Name("both", "両方"), (Name("neither", "どちらでもない"),), (Text("equal", "同じ数です"),))
    name = face_of(high).name
    return Solution(name, (face_of(low).name,), (Text(f"{name.en} is higher", f"{name.ja}のほうが高い札です"),))


class HighCard(Game):
    practice = (Practice("higher", Text("The higher card", "高い札"), pairs, higher),)
    key, name, summary = "highcard", Name("High card", "高札"), Text("the highest card wins", "一番高い札の勝ち")
    decks, seats, classes = ("western",), range(2, 5), (CARD,)
    options = (
        Option("stake", Text("stake", "賭け石"), Text("stones", "石の数"), 1, ("free",), (Text("free", "なし"),), 1, 9),
        Option("boldness", Text("boldness", "度胸"), Text("nothing", "何も"), 0, minimum=0),
    )
    outcomes = (("won", Text("highest", "高い札")),)
    words = (Word(Name("high", "高"), Text("highest", "一番高い")),)
    lesson = (LessonParagraph(Text("aim", "目あて"), Text("be high", "高い札を取る")),)

    def prompts(self, table):
        return tuple(
            Prompt(f"hands.{seat}", PromptKind.CARDS, Text(name, name), seat=seat, minimum=1, maximum=1)
            for seat, name in enumerate(table.seats)
        )

    def value(self, cards, role, options):
        require_one_deck(self, self.resolve_options(options), (require_card_codes(cards, Text("cards", "札")),))
        return HandValue(0, "card", face_of(cards[0]).number, (card_line(cards[0], face_of(cards[0]).number),))

    def settle(self, round_):
        table = parse_round(self, round_)
        hands = require_length(round_.get("hands"), len(table.seats), Text("hands", "札"))
        what = Text("cards", "札")
        piles = [require_card_codes(require_length(hand, 1, what), what) for hand in hands]
        require_one_deck(self, table.options, piles)
        worth = [face_of(pile[0]).number for pile in piles]
        best = [seat for seat in turn_order(len(piles)) if worth[seat] == max(worth)]
        stake = 0 if table.options["stake"] == "free" else table.options["stake"]
        won = share_out(stake * len(piles), best)
        net = [won.get(seat, 0) - stake for seat in range(len(piles))]
        hands = tuple(HandValue(seat, "card", each) for seat, each in enumerate(worth))
        paid = transfers_from_net(net, lambda giver, taker, stones: Reason("stake", Text("stake", "賭け石")))
        first, best = best[0], tuple(best)
        return build_settlement(
            self, table, outcome="won", winners=best, net=net, transfers=paid, next_dealer=first, hands=hands
        )

    def simulate_round(self, pack, table):
        return table.build_round(self.key, {f"hands.{seat}": [pack[seat]] for seat in range(len(table.seats))})


GAME = HighCard()
'''


@pytest.fixture
def dropped_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The key of the added game. The game is gone again after the test."""
    (tmp_path / "highcard.py").write_text(HIGH_CARD, encoding="utf-8")
    monkeypatch.setattr(scorer.games, "__path__", [*scorer.games.__path__, str(tmp_path)])
    scorer.games.games.cache_clear()
    yield "highcard"
    sys.modules.pop("scorer.games.highcard", None)
    scorer.games.games.cache_clear()

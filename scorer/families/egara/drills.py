"""絵札の稽古: what Kakeya Toranpu and Etori ask in their drills: who takes the trick, what may be played, who wins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorer.families.egara.deal import ACES, EGARA, SUIT_NAMES, glyph
from scorer.families.egara.tricks import SUITS, pictures, play, playable, winner
from scorer.rules.game import Game
from scorer.rules.options import Value
from scorer.rules.practice import Practice, Solved, Task
from scorer.rules.prompts import Table
from scorer.texts import Name, Text

_HAND = 6
_PLAIN = 2
"""Tricks without trumps that are asked about, of each deal."""


@dataclass(frozen=True, slots=True)
class Tricks:
    """取り合い toriai: what the drills must know of a game: its special card by trumps, and what that is called.

    `trumps`: which suits may be trumps under some house rules. `free`: the option by which the special card may be
    played at any time, "" where there is none.
    """

    called: Text
    special: Mapping[str, str]
    trumps: Callable[[Mapping[str, Value]], str]
    free: str = ""

    def practice(self) -> tuple[Practice, ...]:
        """The drills of the game."""
        return (
            Practice("strongest", Text("Which card is strongest", "一番強い札"), self._aces, self._strongest),
            Practice("trick", Text("Who takes the trick", "トリックを取る札"), self._played, self._taken),
            Practice("follow", Text("What may be played", "出せる札"), self._held, self._may),
            Practice("deal", Text("Who wins the deal", "どちらの勝ちか"), self._deals, self._won),
        )

    def _trump(self, table: Table, pack: Sequence[str]) -> str:
        """Trumps that chance and the house rules allow."""
        trumps = self.trumps(table.options)
        return trumps[SUITS.index(pack[0][-1]) % len(trumps)]

    def _free(self, table: Table, trump: str) -> str:
        """The card that may be played at any time; "" where none may."""
        return self.special[trump] if self.free and table.options[self.free] else ""

    def _aces(self, game: Game, table: Table, pack: Sequence[str]) -> Iterator[Task]:
        """The card that beats all, and the one that beats all others, under each trumps."""
        del game, pack
        for trump in self.trumps(table.options):
            name = SUIT_NAMES[trump]
            # Where the special card is the ace of trumps too, several others come next.
            asked = (_BEST, _SECOND) if self.special[trump] != f"A{trump}" else (_BEST,)
            for place, (en, ja) in enumerate(asked):
                ask = Text(f"Trumps are {name.en}. {en}", f"切り札は{name.ja}です。{ja}")
                yield Task(ACES, ask, {"trump": trump, "place": place})

    def _strongest(self, game: Game, table: Table, task: Task) -> Solved:
        del game, table
        trump, special = task.told["trump"], self.special[task.told["trump"]]
        left = [ace for ace in ACES if not task.told["place"] or ace != special]
        # Whatever is led: the trick is begun with a suit that is neither's, so that only strength of its own counts.
        best = left[winner((f"2{_other(trump, special)}", *left), trump, special) - 1]
        return Solved(_card(best), tuple(_card(ace) for ace in ACES if ace != best), (self._why(best, "", trump),))

    def _played(self, game: Game, table: Table, pack: Sequence[str]) -> Iterator[Task]:
        """Tricks of a whole deal: those that trumps or the special card decide, and a few others."""
        del game
        trump = self._trump(table, pack)
        hands = [pack[start : start + 13] for start in range(0, 52, 13)]
        played = play(hands, 0, trump, self.special[trump], self._free(table, trump))
        plain = 0
        for trick in (trick for took in played for trick in took):
            decided = any(card[-1] == trump or card == self.special[trump] for card in trick)
            plain += not decided
            if decided or plain <= _PLAIN:
                name = SUIT_NAMES[trump]
                ask = Text(
                    f"Trumps are {name.en}. Played from the left: which card takes the trick?",
                    f"切り札は{name.ja}です。左から順に出ました。トリックを取るのはどの札ですか",
                )
                yield Task(trick, ask, {"trump": trump})

    def _taken(self, game: Game, table: Table, task: Task) -> Solved:
        del game, table
        best, why = self.taken(task.cards, task.told["trump"])
        return Solved(_card(best), tuple(_card(card) for card in task.cards if card != best), why)

    def taken(self, trick: Sequence[str], trump: str) -> tuple[str, tuple[Text, Text]]:
        """The card that takes a trick; why it does, and the picture cards it wins."""
        best = trick[winner(trick, trump, self.special[trump])]
        won = pictures(trick)
        named = " ".join(map(glyph, won))
        kept = (
            Text(f"it wins {len(won)} picture cards: {named}", f"取れる絵札は{len(won)}枚です：{named}")
            if len(won) > 1
            else Text(f"it wins one picture card: {named}", f"取れる絵札は1枚です：{named}")
            if won
            else Text("no picture card is in it", "絵札はありません")
        )
        return best, (self._why(best, trick[0][-1], trump), kept)

    def _held(self, game: Game, table: Table, pack: Sequence[str]) -> Iterator[Task]:
        """Hands of six with a card led; every second one holds the special card."""
        del game
        trump = self._trump(table, pack)
        name, special = SUIT_NAMES[trump], self.special[trump]
        for start in range(0, 49, _HAND + 1):
            *hand, led = pack[start : start + _HAND + 1]
            if start % 2 and special not in (*hand, led):
                hand[-1] = special
            suit = SUIT_NAMES[led[-1]]
            ask = Text(
                f"Trumps are {name.en}; {glyph(led)} is led. What may be played from this hand?",
                f"切り札は{name.ja}、台札は{glyph(led)}（{suit.ja}）です。この手札から出せるのはどれですか",
            )
            yield Task(tuple(sorted(hand, key=_by_suit)), ask, {"trump": trump, "led": led[-1]})

    def _may(self, game: Game, table: Table, task: Task) -> Solved:
        del game
        trump, led = task.told["trump"], task.told["led"]
        special, suit, called = self.special[trump], SUIT_NAMES[led], self.called
        free = self._free(table, trump)
        may = frozenset(playable(task.cards, led, free))
        follow = frozenset(card for card in task.cards if card[-1] == led)
        ways = {
            follow | (frozenset(task.cards) & {special}): Name(
                f"{suit.en}, or {called.en}" if follow else f"{called.en} only",
                f"{suit.ja}か{called.ja}" if follow else f"{called.ja}だけ",
            ),
            follow | frozenset(card for card in task.cards if card[-1] == trump): Name(
                f"{suit.en}, or a trump" if follow else "trumps only",
                f"{suit.ja}か切り札" if follow else "切り札だけ",
            ),
            follow: Name(f"{suit.en} only", f"{suit.ja}だけ"),
            frozenset(): Name("none of them", "どれも出せない"),
            frozenset(task.cards): Name("any card", "どの札でも"),
        }
        right = ways[may]
        named = " ".join(glyph(card) for card in task.cards if card in may)
        held = (
            Text(f"{suit.en} are held and must be followed: {named}", f"{suit.ja}があるので従います：{named}")
            if follow
            else Text(f"no {suit.en} are held: any card may be played", f"{suit.ja}がないので、どの札でも出せます")
        )
        rule = ()  # type: tuple[Text, ...]
        if special in task.cards and follow and special not in follow:
            rule = (_at_any_time(special, called) if free else _bound(special, called),)
        return Solved(right, tuple(name for cards, name in ways.items() if cards != may), (held, *rule))

    def _deals(self, game: Game, table: Table, pack: Sequence[str]) -> Iterator[Task]:
        """A deal played out, and the same deal with eight picture cards each."""
        played = game.play_out(pack, table)
        yield from (self._asked(round_) for round_ in (played, _levelled(played)))

    def _asked(self, round_: Mapping[str, Any]) -> Task:
        name, special = SUIT_NAMES[round_["trump"]], self.special[round_["trump"]]
        ours = special in round_["aces"][0]
        en, ja = ("your side", "あなたの組") if ours else ("the other side", "相手の組")
        ask = Text(
            f"Trumps are {name.en}; {glyph(special)} ({self.called.en}) was dealt to {en}. Your side has won these "
            "picture cards: who wins the deal?",
            f"切り札は{name.ja}で、{glyph(special)}（{self.called.ja}）は{ja}に配られました。あなたの組が取った絵札は"
            "これです。どちらの勝ちですか",
        )
        return Task(tuple(round_["captured"][0]), ask, {"round": round_})

    def _won(self, game: Game, table: Table, task: Task) -> Solved:
        del table
        round_ = task.told["round"]
        settled = game.settle(round_)
        names = {round_["active"][0]: _OURS, round_["active"][1]: _THEIRS, None: _NOBODY}
        right = names[settled.winners[0] if settled.winners else None]
        count = len(task.cards)
        counted = Text(f"{count} against {EGARA - count}", f"{count}枚対{EGARA - count}枚です")
        return Solved(
            right, tuple(name for name in names.values() if name != right), (counted, settled.reasons[0].text)
        )

    def _why(self, card: str, led: str, trump: str) -> Text:
        """Why a card takes a trick begun with `led` ("": whatever is led)."""
        shown, suit = glyph(card), SUIT_NAMES[led or card[-1]]
        if card == self.special[trump]:
            return Text(
                f"{shown} is {self.called.en}: it takes any trick it is in",
                f"{shown}は{self.called.ja}で、どのトリックにも勝ちます",
            )
        if not led:
            return Text(
                f"{shown} is the ace of trumps, next below {self.called.en}",
                f"{shown}は切り札のエースで、{self.called.ja}の次に強い札です",
            )
        if card[-1] == trump:
            return Text(f"{shown} is the highest trump in it", f"{shown}がこの中で一番強い切り札です")
        return Text(
            f"no trump is in it, and {shown} is the highest of the suit led, {suit.en}",
            f"切り札がなく、台札の{suit.ja}では{shown}が一番強い札です",
        )


def _levelled(played: Mapping[str, Any]) -> dict[str, Any]:
    """The same deal with eight picture cards each: aces stay where they were won, others change sides."""
    piles = [list(pile) for pile in played["captured"]]
    more, fewer = sorted(piles, key=len, reverse=True)
    for card in [card for card in more if card[0] != "A"][: len(more) - EGARA // 2]:
        more.remove(card)
        fewer.append(card)
    return {**played, "captured": piles}


def _other(*cards: str) -> str:
    """A suit that is none of these cards' or suits."""
    return next(suit for suit in SUITS if suit not in {card[-1] for card in cards})


def _by_suit(card: str) -> tuple[int, str]:
    return SUITS.index(card[-1]), card


def _card(card: str) -> Name:
    return Name(glyph(card), glyph(card))


def _bound(special: str, called: Text) -> Text:
    return Text(
        f"{glyph(special)} is {called.en}, but it follows suit like any other card",
        f"{glyph(special)}は{called.ja}ですが、台札に従うのはほかの札と同じです",
    )


def _at_any_time(special: str, called: Text) -> Text:
    return Text(
        f"{glyph(special)} is {called.en} and may be played at any time, as agreed",
        f"{glyph(special)}は{called.ja}なので、取り決めによりいつでも出せます",
    )


_BEST = ("Which card beats every other?", "どの札にも勝つのはどれですか")
_SECOND = ("Which card is the second strongest?", "二番目に強いのはどれですか")
_OURS = Name("your side", "あなたの組")
_THEIRS = Name("the other side", "相手の組")
_NOBODY = Name("nobody: a draw", "引き分け")

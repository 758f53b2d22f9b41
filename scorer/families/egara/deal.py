"""絵柄 egara: sixteen picture cards, two sides, the aces they were dealt: what Kakeya Toranpu and Etori share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorer.cards import Deck
from scorer.errors import Refusal
from scorer.families.egara.tricks import SUITS, pictures
from scorer.rules.game import Game, HandClass
from scorer.rules.round_input import Opened, as_many, codes, one_pack, whole
from scorer.rules.settlement import choose
from scorer.texts import Name, Text

EGARA = 16
ACES = ("AS", "AH", "AD", "AC")
GLYPHS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SUIT_NAMES = {
    "S": Text("spades", "スペード"),
    "H": Text("hearts", "ハート"),
    "D": Text("diamonds", "ダイヤ"),
    "C": Text("clubs", "クラブ"),
}


def glyph(card: str) -> str:
    """A card as card players write it.

    >>> glyph("10H")
    '10♥'
    """
    return card[:-1] + GLYPHS[card[-1]]


@dataclass(frozen=True, slots=True)
class Aces:
    """The aces one side was dealt, as the hand classes see them: with the special card and the ace of trumps."""

    held: frozenset[str]
    special: str
    trump_ace: str

    @property
    def best(self) -> frozenset[str]:
        """Which of the special card and the ace of trumps are among them."""
        return self.held & {self.special, self.trump_ace}


CLASSES = (
    HandClass(
        "none",
        Name("no ace", "エースなし"),
        Text("the side was dealt no ace", "エースが一枚も配られなかった"),
        lambda aces: not aces.held,
        2,
        witness=("KS", "2H"),
        section="kakeya 6.2",
    ),
    HandClass(
        "minor",
        Name("minor aces", "並のエース"),
        Text(
            "one or two aces, neither the special one nor the ace of trumps",
            "エースが一枚か二枚で、特別なエースも切り札のエースもない",
        ),
        lambda aces: len(aces.held) <= 2 and not aces.best,
        1,
        witness=("AH", "2H"),
        section="kakeya 6.2",
    ),
    HandClass(
        "major",
        Name("major aces", "強いエース"),
        Text("any other aces", "それ以外（特別なエースか切り札のエースがある）"),
        lambda _: True,
        0,
        witness=("AS", "2H"),
        section="kakeya 6.2",
    ),
)


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal between two sides. `active` are their seats; `counts` their picture cards, `aces` what they were dealt.

    `taken` are the picture cards themselves where the table told them.
    """

    active: tuple[int, int]
    dealers: int
    trump: str
    aces: tuple[Aces, Aces]
    counts: tuple[int, int]
    taken: tuple[tuple[str, ...], tuple[str, ...]] | None

    def key(self, side: int) -> str:
        """The class of a side's aces."""
        return choose(CLASSES, self.aces[side], "").key

    @property
    def without_special(self) -> int:
        """The side that was not dealt the special card."""
        return 0 if self.aces[1].special in self.aces[1].held else 1


def deal_of(game: Game, opened: Opened, trumps: str, specials: Mapping[str, str]) -> Deal:
    """The deal that a round describes; `trumps` may be trumps, `specials` gives the special card for each.

    `bad_count` for counts and aces that do not add up, `impossible` for what the play cannot bring (kakeya 5.5, 6.4).
    """
    data, seats = opened.data, len(opened.seats)
    pair = [
        whole(seat, Text("active", "打つ組"), most=seats - 1)
        for seat in as_many(data.get("active"), 2, Text("active", "打つ組"))
    ]
    if pair[0] == pair[1]:
        raise Refusal("bad_count", Text("two different sides play", "打つのは別々の二組です"), seat=pair[0])
    dealers = whole(data.get("dealers"), Text("dealers", "親"), most=seats - 1)
    if seats > 2 and dealers in pair:
        raise Refusal(
            "impossible", Text("with three pairs the dealers rest", "三組のときは親の組が休みます"), seat=dealers
        )
    trump = data.get("trump")
    if trump not in tuple(SUITS):
        raise Refusal("bad_option", Text('trump is "S", "H", "D" or "C"', "切り札は S・H・D・C のどれかです"))
    if trump not in trumps:
        name = SUIT_NAMES[trump]
        raise Refusal(
            "impossible",
            Text(f"by agreement {name.en} cannot be trumps", f"取り決めにより{name.ja}は切り札にできません"),
        )
    aces = _aces(game, opened, pair, specials[trump], f"A{trump}")
    counts, taken = _counts(game, opened, pair)
    for side, seat in enumerate(pair):
        _check_sure(aces[side], counts[side], taken[side] if taken else None, seat)
    return Deal((pair[0], pair[1]), dealers, trump, aces, counts, taken)


def _aces(game: Game, opened: Opened, pair: Sequence[int], special: str, trump_ace: str) -> tuple[Aces, Aces]:
    what = Text("aces", "配られたエース")
    given = as_many(opened.data.get("aces"), 2, what)
    one, two = (codes(held, what, seat) for held, seat in zip(given, pair, strict=True))
    one_pack(game, opened.options, (one, two))
    if sorted((*one, *two)) != sorted(ACES):
        raise Refusal(
            "bad_count",
            Text("the four aces are dealt to the two sides", "四枚のエースは二組のどちらかに配られています"),
            cards=(*one, *two),
        )
    return Aces(frozenset(one), special, trump_ace), Aces(frozenset(two), special, trump_ace)


def _counts(
    game: Game, opened: Opened, pair: Sequence[int]
) -> tuple[tuple[int, int], tuple[tuple[str, ...], tuple[str, ...]] | None]:
    """Picture cards of both sides, from the captured cards or as told; where both are given they must agree."""
    data = opened.data
    taken: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    counts = (0, 0)
    if data.get("captured") is not None or data.get("pictures") is None:
        what = Text("captured", "取札")
        given = as_many(data.get("captured"), 2, what)
        one, two = (codes(pile, what, seat) for pile, seat in zip(given, pair, strict=True))
        one_pack(game, opened.options, (one, two))
        taken = (pictures(one), pictures(two))
        counts = (len(taken[0]), len(taken[1]))
    if data.get("pictures") is not None:
        what = Text("pictures", "絵札の数")
        given = as_many(data["pictures"], 2, what)
        told = [whole(count, what, most=EGARA, seat=seat) for count, seat in zip(given, pair, strict=True)]
        if counts not in ((0, 0), tuple(told)):
            raise _not_16(*told)
        taken = taken if any(counts) else None
        counts = (told[0], told[1])
    if sum(counts) != EGARA:
        raise _not_16(*counts)
    return counts, taken


def _not_16(one: int, two: int) -> Refusal:
    return Refusal(
        "bad_count",
        Text(
            f"{one} and {two} picture cards do not add up to the 16 there are",
            f"絵札が{one}枚と{two}枚では、全部で十六枚になりません",
        ),
    )


def _check_sure(aces: Aces, count: int, taken: Sequence[str] | None, seat: int) -> None:
    """What a side cannot lose must be among its picture cards (kakeya 5.5)."""
    if aces.special not in aces.held:
        return
    lost = () if taken is None else tuple(sorted(aces.best - set(taken)))
    if count >= len(aces.best) and not lost:
        return
    cards = lost or tuple(sorted(aces.best))
    named = " ".join(map(glyph, cards))
    raise Refusal(
        "impossible",
        Text(
            f"the side that was dealt {named} cannot lose it: {glyph(aces.special)} wins every trick it is in",
            f"{glyph(aces.special)}はどのトリックにも勝つので、{named}を配られた組がそれを取られることはありません",
        ),
        seat=seat,
        cards=cards,
    )


def no_jokers(deck: Deck) -> Mapping[str, int]:
    """The 52 cards without jokers."""
    return _NO_JOKERS.setdefault(
        deck.kind, {code: n for code, n in deck.copies.items() if not code.startswith("joker")}
    )


_NO_JOKERS: dict[str, Mapping[str, int]] = {}

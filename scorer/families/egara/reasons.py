"""絵柄のわけ: what Kakeya Toranpu and Etori say of a side's aces and picture cards, and what they ask the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from scorer.families.egara.deal import ACES, CLASSES, EGARA, SUIT_NAMES, Aces, Deal, glyph
from scorer.families.egara.tricks import SUITS, pictures
from scorer.rules.game import Game, Word
from scorer.rules.prompts import Ask, AskKind, Table
from scorer.rules.results import HandValue, Reason
from scorer.rules.round_input import codes, one_pack
from scorer.rules.settlement import choose
from scorer.texts import Name, Text

ROLES = tuple((suit, Text(f"{SUIT_NAMES[suit].en} are trumps", f"切り札は{SUIT_NAMES[suit].ja}")) for suit in SUITS)
"""Under which trumps a single hand is looked at."""
WORDS = (
    Word(
        Name("trick", "トリック"),
        Text("four cards, one from each player; the strongest takes them", "一人一枚ずつ出した四枚。一番強い札が取る"),
        ("tricks",),
    ),
    Word(
        Name("suit led", "台札", "だいふだ"),
        Text(
            "the suit of the first card of a trick; whoever holds it must follow",
            "トリックの最初の札。同じマークがあれば従う",
        ),
    ),
    Word(
        Name("lead", "打ち出し", "うちだし"),
        Text("playing the first card of a trick", "トリックの最初の札を出すこと"),
        ("leads", "led"),
    ),
)
RESTS = Reason("rests", Text("rests this deal", "この局は休み"), None, "kakeya 2.3")


def hands_of(deal: Deal, seats: int, name: Text) -> tuple[HandValue, ...]:
    """Every side's aces and picture cards; a resting pair has neither. `name` is what the special card is called."""
    hands = {}
    for side, seat in enumerate(deal.active):
        taken = deal.taken[side] if deal.taken else ()
        hands[seat] = _hand(seat, deal.aces[side], deal.counts[side], taken, name)
    return tuple(hands.get(seat) or HandValue(seat, None, None, (RESTS,)) for seat in range(seats))


def value_of(
    game: Game, cards: Sequence[str], options: Mapping[str, object], trump: str, special: str, name: Text
) -> HandValue:
    """The aces and picture cards of one hand or side under `trump`; `special` is a card, `name` what it is called."""
    pile = codes(cards, Text("cards", "札"))
    one_pack(game, game.agreed(options), (pile,))
    taken = pictures(pile)
    aces = Aces(frozenset(pile) & frozenset(ACES), special, f"A{trump}")
    return _hand(0, aces, len(taken), taken, name)


def _hand(seat: int, aces: Aces, count: int, taken: tuple[str, ...], name: Text) -> HandValue:
    key = choose(CLASSES, aces, "").key
    return HandValue(seat, key, count, (_of_aces(aces, key, name), _of_pictures(count, taken)))


@cache
def _of_aces(aces: Aces, key: str, name: Text) -> Reason:
    if key == "none":
        return Reason(key, Text("was dealt no ace", "エースは一枚も配られませんでした"), None, "kakeya 6.2")
    said, said_ja = [], []
    for ace in ACES:
        if ace in aces.held:
            top = (" (ace of trumps)", "（切り札のエース）") if ace == aces.trump_ace else ("", "")
            en, ja = (f" ({name.en})", f"（{name.ja}）") if ace == aces.special else top
            said.append(glyph(ace) + en)
            said_ja.append(glyph(ace) + ja)
    tail = f": neither {name.en} nor the ace of trumps" if key == "minor" else ""
    tail_ja = f"。{name.ja}も切り札のエースもありません" if key == "minor" else ""
    return Reason(
        key,
        Text(f"was dealt {' '.join(said)}{tail}", f"配られたエースは{'・'.join(said_ja)}{tail_ja}"),
        None,
        "kakeya 6.2",
    )


def _of_pictures(count: int, taken: Sequence[str]) -> Reason:
    named = " ".join(map(glyph, taken))
    return Reason(
        "pictures",
        Text(
            f"{count} of the 16 picture cards" + (f": {named}" if named else ""),
            f"絵札{count}枚" + (f"：{named}" if named else ""),
        ),
        count,
        "kakeya 1.2",
    )


def asks(table: Table, trumps: str, trump: str) -> tuple[Ask, ...]:
    """Trumps, the picture cards, laid down or counted, and the aces dealt, which lie among them at the end."""
    active = tuple(enumerate(table.extra.get("active", (0, 1))))
    suits = tuple(SUIT_NAMES[suit] for suit in trumps)
    which = Ask("trump", AskKind.CHOICE, Text("Trumps", "切り札"), values=tuple(trumps), says=suits, default=trump)
    aces = Text("Aces dealt", "配られたエース")
    aces_help = Text(
        "The aces this side held before the first trick.", "最初のトリックの前に、この組が持っていたエース。"
    )
    won, won_help = (
        Text("How many picture cards", "取った絵札の数"),
        Text("Only where the cards are not laid down.", "札を並べないときだけ。"),
    )
    laid, laid_help = (
        Text("Picture cards won", "取った絵札"),
        Text("Other cards may lie among them.", "ほかの札が混じっていてもかまいません。"),
    )
    return (
        which,
        *(Ask(f"captured.{side}", AskKind.CARDS, laid, laid_help, seat=seat, most=52) for side, seat in active),
        *(Ask(f"aces.{side}", AskKind.CARDS, aces, aces_help, seat=seat, most=4) for side, seat in active),
        *(
            Ask(f"pictures.{side}", AskKind.NUMBER, won, won_help, seat=seat, most=EGARA, optional=True)
            for side, seat in active
        ),
    )

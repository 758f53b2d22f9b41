"""A practice round of Dontsuku: motto, tsukkome or pass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorer.decks import kind_of
from scorer.games.dontsuku.hands import TARGET, UNDECIDED, HandClassifier
from scorer.games.dontsuku.play import draw_until
from scorer.rules.game import Game
from scorer.rules.practice import PracticeChoice, PracticeRound
from scorer.rules.prompts import Table
from scorer.rules.settlement import turn_order
from scorer.texts import Text

OWN_SEAT = 1
"""The learner sits at the dealer's right and plays first."""
_OTHERS_STOP_AT = 13
"""The total from which the table's own hands draw no more."""
_MOST_UNSEEN = 3
"""Cards that the learner may ask for unseen; more hardly ever end at fifteen."""
_MOTTO = PracticeChoice("motto", Text("Motto: one card, open", "もっと（1枚見る）"))
_STOP = "pass"
_WINS_LAST = 14
"""The total that wins when nobody has fifteen or a teyaku (dontsuku 6.3)."""
_TURN = (
    # dontsuku 4.2, 5.2 B3
    Text(
        "Motto: take one card and look at it; then you may take another or stop. Tsukkome: take cards you do not see, "
        "and stop; fifteen or a teyaku then pays double.",
        "もっと：1枚引いて見ます。続けても止まってもかまいません。突っ込め：伏せたままもらって終わります。15か手役なら倍払いです。",
    ),
    # dontsuku 6.3, 6.4
    Text(
        "If nobody has fifteen or a teyaku, a 14 wins; without one, a 13 by tsukkome.",
        "誰も15か手役でなければ14の勝ち、それもなければ突っ込めの13の勝ちです。",
    ),
)
_TSUKKOME = tuple(
    PracticeChoice(
        f"tsukkome-{count}",
        Text(f"Tsukkome: {count} card{'s' if count > 1 else ''} unseen", f"突っ込め（伏せて{count}枚）"),
    )
    for count in range(1, _MOST_UNSEEN + 1)
)


def practice_round(game: Game, pack: Sequence[str], table: Table, choices: Sequence[str]) -> PracticeRound:
    """The round once the learner has made these `choices`: "motto", "tsukkome-2", "pass"."""
    classifier = HandClassifier(kind_of(pack[0]), table.options)
    cards = [code for code in pack if code in classifier.ranks]
    seats = len(table.seats)
    hands, pile = {seat: [cards[seat]] for seat in range(seats)}, cards[seats:]
    own, unseen = hands[OWN_SEAT], 0
    for choice in choices:
        count = int(choice[-1]) if choice.startswith("tsukkome") else 1 if choice == _MOTTO.key else 0
        own += pile[:count]
        del pile[:count]
        unseen = count if choice.startswith("tsukkome") else unseen
    lines = [Text("Everybody is dealt one card. You play first.", "1枚ずつ配られました。最初の番はあなたです。")]
    decided = classifier.classify(own)
    if not unseen and decided is UNDECIDED and _STOP not in choices:
        return _ask(game, classifier, own, lines, table)
    lines += [_own_result(classifier, own, unseen)]
    if not unseen and decided is UNDECIDED:
        after = classifier.classify([*own, pile[0]])
        name = Text(f"{classifier.total([*own, pile[0]])}", f"{classifier.total([*own, pile[0]])}点")
        made = name if after is UNDECIDED else Text(after.name.en, after.name.ja)
        lines.append(Text(f"Another card would have made {made.en}.", f"もう1枚引くと{made.ja}でした。"))
    answers = {f"hands.{OWN_SEAT}.cards": own, f"hands.{OWN_SEAT}.tsukkome": unseen}
    caller = OWN_SEAT if not unseen and decided.rank == TARGET else None
    least = table.options["min_motto"]
    stop = _OTHERS_STOP_AT if least == "none" else max(_OTHERS_STOP_AT, int(least))
    answers |= _play_others(classifier, hands, pile, caller, stop)
    order = [seat for seat in turn_order(seats) if seat != OWN_SEAT]
    piles = tuple((Text(table.seats[seat], table.seats[seat]), tuple(hands[seat])) for seat in order)
    question = Text("Everybody shows. Stones are paid.", "みなが札を見せて、石をやり取りします。")
    finished = table.build_round(game.key, answers)
    return PracticeRound(tuple(own), piles, tuple(lines), question, finished=finished, seat=OWN_SEAT)


def _ask(game: Game, classifier: HandClassifier, own: Sequence[str], lines: list[Text], table: Table) -> PracticeRound:
    """The learner's turn: what may be done now, with the chances of it."""
    options, total = table.options, classifier.total(own)
    maximum = _MOST_UNSEEN if options["tsukkome_max"] == "none" else min(_MOST_UNSEEN, int(options["tsukkome_max"]))
    may_tsukkome = len(own) == 1 or bool(options["tsukkome_after_motto"])
    may_pass = options["min_motto"] == "none" or total >= int(options["min_motto"])
    if len(own) == 1:
        lines += _TURN
    else:
        lines.append(Text(f"You have {total}.", f"あなたは{total}点です。"))
    question = Text(
        "You want 15 or a teyaku; 16 or more is nai. What do you do?",
        "15か手役をねらいます。16以上はナイです。どうしますか。",
    )
    offered = (_MOTTO, *(_TSUKKOME[:maximum] if may_tsukkome else ()), *((_pass_choice(total),) if may_pass else ()))
    odds = game.odds(own, (), "motto", options, None)
    shown = tuple(section for section in odds.sections if section.key != "until")
    return PracticeRound(tuple(own), (), tuple(lines), question, offered, replace(odds, sections=shown), seat=OWN_SEAT)


def _pass_choice(total: int) -> PracticeChoice:
    """Stopping, with what the total can still win (dontsuku 6.3, 7.8)."""
    if total == _WINS_LAST:
        return PracticeChoice(
            _STOP, Text(f"Stop at {total}: it wins if nobody has fifteen", f"{total}で止まる（15がなければ勝ち）")
        )
    return PracticeChoice(_STOP, Text(f"Stop at {total}: it cannot win", f"{total}で止まる（勝てません）"))


def _own_result(classifier: HandClassifier, own: Sequence[str], unseen: int) -> Text:
    total, hand_class = classifier.total(own), classifier.classify(own)
    if unseen:
        return Text(
            f"You took {unseen} unseen. Turned up, the hand makes {total}.",
            f"伏せて{unseen}枚取りました。開けると{total}点です。",
        )
    if hand_class.rank == TARGET:
        return Text(
            f"{hand_class.name.en}: agari, you must call it. The round is over.",
            f"{hand_class.name.ja}：アガリです。この局は終わりです。",
        )
    if hand_class is UNDECIDED:
        return Text(f"You stop at {total}.", f"{total}点で止まりました。")
    return Text(f"{total} is more than 15: nai, the hand is lost.", f"{total}点で15を超えました。ナイです。")


def _play_others(
    classifier: HandClassifier, hands: Mapping[int, list[str]], pile: list[str], caller: int | None, stop: int
) -> dict[str, Any]:
    """The other seats' answers by path: each draws openly from `pile` up to `stop` until somebody calls agari."""
    answers: dict[str, Any] = {}
    for seat in turn_order(len(hands)):
        if seat == OWN_SEAT:
            continue
        answers[f"hands.{seat}.cards"] = hands[seat]
        answers[f"hands.{seat}.tsukkome"] = 0
        if caller is not None:
            answers[f"hands.{seat}.acted"] = False
            continue
        draw_until(classifier, hands[seat], pile, stop)
        caller = seat if classifier.classify(hands[seat]).rank == TARGET else None
    return answers

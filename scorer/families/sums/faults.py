"""What is wrong with a move in a game of sums, in words."""

from __future__ import annotations

from scorer.texts import Text


def two_in_first_round(name: str) -> Text:
    """A second card before everybody had a first."""
    return Text(
        f"{name} got two cards before everybody had one", f"全員に一枚ずつ行き渡る前に、{name}に二枚目が配られました"
    )


def out_of_turn(name: str) -> Text:
    """A card drawn when it was somebody else's turn."""
    return Text(f"{name} drew out of turn", f"{name}が順番でないときに引きました")


def not_drawn_yet(name: str, skipped: str) -> Text:
    """A card drawn although somebody before must still draw."""
    return Text(
        f"{name} drew although {skipped} had not drawn yet", f"{skipped}がまだ引いていないのに、{name}が引きました"
    )


def too_many(name: str, most: int) -> Text:
    """One card more than a hand may have."""
    return Text(f"{name} has more than {most} cards", f"{name}の札が{most}枚を超えました")


def played_on(name: str, why: Text) -> Text:
    """A card drawn after the hand was over."""
    return Text(f"{name} drew on although {why.en}", f"{why.ja}のに、{name}がさらに引きました")


def too_many_in_middle(most: int) -> Text:
    """One card more in the middle than belongs there."""
    if not most:
        return Text("a card lies in the middle, where none belongs", "場に札がありますが、場に置く札はありません")
    return Text(f"more than {most} cards lie in the middle", f"場の札が{most}枚を超えました")


def not_there(name: str) -> Text:
    """A move with a card that does not lie there by the record."""
    return Text(f"a card of {name} was moved that was not known to lie there", f"記録にない{name}の札が動きました")


def moved_over(name: str, other: str) -> Text:
    """A card went from one hand into another."""
    return Text(f"a card went from {name} to {other}", f"札が{name}から{other}へ移りました")


def round_over(name: str) -> Text:
    """A card laid after the round was over."""
    return Text(f"{name} drew after the round was over", f"局が終わったあとに{name}が引きました")


MIDDLE_NAME = Text("the middle", "場")


def missing_cards(name: Text, hidden: int) -> Text:
    """The question for a hand of which some cards never showed their faces, or that is too short.

    `hidden`: how many of them nobody saw.
    """
    if hidden:
        cards = "card" if hidden == 1 else "cards"
        return Text(
            f"{name.en}: {hidden} {cards} never lay face up. Which?",
            f"{name.ja}：表を見ていない札が{hidden}枚あります。どの札ですか。",
        )
    return Text(
        f"{name.en}: too few cards were seen. Which belong there?", f"{name.ja}：見えた札が足りません。どの札ですか。"
    )

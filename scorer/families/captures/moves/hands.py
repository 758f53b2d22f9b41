"""Cards that everybody sees go into a hand, or out of the game from there."""

from __future__ import annotations

from scorer.families.captures.moves import faults
from scorer.families.captures.moves.capture import without
from scorer.families.captures.moves.position import CapturePosition, give_back
from scorer.rules.play.moves import Place, Verdict


def show_card(position: CapturePosition, card: str, seat: int) -> Verdict:
    """A card that is in a hand from now on, as everybody saw: shown from there, or gone there from elsewhere."""
    if seat >= position.setup.seats:
        return Verdict(position)  # before somebody who rests
    copies, counts, shown = position.setup.copies[card], list(position.hands), list(position.shown)
    others = [other for other in range(len(shown)) if other != seat and card in position.known_of(other)]
    is_elsewhere = position.whereabouts(card) >= copies
    if shown[seat].count(card) < copies:
        shown[seat] = (*shown[seat], card)
    if not is_elsewhere and not (others and copies == 1):
        return Verdict(position.changed(shown=tuple(shown), memo=position.memo_of_piles), seat=seat)
    if is_elsewhere:
        owner = next((owner for owner in range(len(shown)) if card in position.pile(owner)), None)
        position = position if owner is None else give_back(position, card, owner)
        place = "field" if card in position.field else "gone"
        position = position.changed(**{place: without(getattr(position, place), (card,))})
    else:
        shown[others[0]] = without(shown[others[0]], (card,))
        counts[others[0]] -= 1
    counts[seat] += 1
    fault = faults.taken_into_hand(position.setup.name(seat), card)
    return Verdict(position.changed(hands=tuple(counts), shown=tuple(shown)), fault, seat)


def leave_hidden(position: CapturePosition, card: str, source: Place) -> Verdict:
    """A card that leaves the game from a hand or the stock; one of a pile stays there, wherever the pile lies."""
    kind, seat = source
    is_known = position.whereabouts(card) >= position.setup.copies[card]
    if is_known or kind not in ("hand", "open", "pile") or (seat or 0) >= position.setup.seats:
        return Verdict(position)
    gone, counts, stock = (*position.gone, card), list(position.hands), position.stock
    if kind == "pile":
        stock -= 1
    else:
        counts[seat or 0] -= 1
    return Verdict(position.changed(gone=gone, hands=tuple(counts), stock=stock), faults.left_table(card))

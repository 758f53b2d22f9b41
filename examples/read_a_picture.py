"""Read the cards in a picture: `python examples/read_a_picture.py photo.jpg [DECK]`."""

import sys
from pathlib import Path

from scanner.imaging.decode import decode
from scanner.reader import read_picture

picture, deck = Path(sys.argv[1]), (sys.argv[2:] or ["hanafuda"])[0]
for card in read_picture(decode(picture.read_bytes()), deck).cards:
    left, top = card.corners[0]
    print(f"{card.card or 'back'} at {left:.0f}, {top:.0f}", "sure" if card.sure else f"asked about: {card.doubt}")

"""What cannot be is refused with a code and a sentence in each language, never guessed."""

from scorer.api import settle_round
from scorer.errors import Refusal

try:
    settle_round({"game": "tokotoko", "seats": ["Aki", "Emi"], "hands": [["k01", "k02"], ["k03", "k99"]]})
except Refusal as refusal:
    print(refusal.code)
    print(refusal.message.en)
    print(refusal.message.ja)

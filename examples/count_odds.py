"""Count exactly what the next card does to a hand of Otoroku."""

from scorer.api import count_odds

odds = count_odds({"game": "otoroku", "cards": ["h06-1", "h03-3"]})
print(f"{odds.unseen} cards are unseen")
for section in odds.sections:
    print(section.title.en)
    for chance in section.lines:
        print(f"  {chance.probability}  {chance.label.en}")

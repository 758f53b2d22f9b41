"""Sets in sentences."""

from __future__ import annotations

from scorer.families.captures.practice_rules import label_set, list_texts
from scorer.texts import Name, Text


def test_sets_are_named_shortly_with_their_worth() -> None:
    kan = Text("kan", "貫")
    akatan = label_set(Name("Akatan, poetry ribbons", "赤短"), 7, kan)
    assert akatan == Text("akatan (7 kan)", "赤短（7貫）")
    goko = label_set(Name("goko", "五光"), 12, kan)
    assert list_texts((akatan, goko)) == Text("akatan (7 kan) and goko (12 kan)", "赤短（7貫）・五光（12貫）")

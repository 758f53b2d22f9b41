"""Games of captured hanafuda piles: yaku as data, what is one card away."""

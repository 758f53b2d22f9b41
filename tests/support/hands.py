"""Hands of an Otoroku round."""

# Cards by seat, dealer first: 13, 13, 15, bust.
HANDS = [["h10-1", "h03-1"], ["h10-2", "h03-2"], ["h08-1", "h07-1"], ["h09-1", "h09-2"]]

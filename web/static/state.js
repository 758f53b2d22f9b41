// What this phone knows: the newest snapshot, whether it is a host, games and decks by key, who its owner is.
export const S = {
  snap: null, games: {}, decks: {}, busy: null, host: "host" in document.body.dataset, me: document.body.dataset.me,
  get evening() { return this.snap?.evening; },
  get game() { return this.games[this.evening?.game]; },
  get deck() { return this.decks[this.evening?.deck]; },
  // Of the round being told: the next one, or an earlier one being corrected.
  seatName(seat) { return this.evening.players[(this.snap.editing?.seats ?? this.evening.seat_order)[seat]]; },
  // A host tells everything, a player the cards of his own hand.
  may(ask) { return this.host || (ask.kind === "cards" && ask.seat != null && this.me !== "" && this.seatName(ask.seat) === this.me); },
  hand(path) { return this.snap.draft.hands[path] ?? []; },
  cardAsks() { return this.snap.asks.filter((ask) => ask.kind === "cards"); },
};

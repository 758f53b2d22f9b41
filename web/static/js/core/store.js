// What this phone knows: the newest snapshot, whether it is a host, games and decks by key, who its owner is.
const sign = (told) => JSON.stringify(Array.isArray(told) ? told.map((one) => [one.card ?? one, one.sure]) : told);

export const S = {
  snap: null,
  games: {},
  decks: {},
  busy: null,
  host: "host" in document.body.dataset,
  me: document.body.dataset.me,
  // What was told of the round, by path, and is not in the snapshot yet: the next tap builds on it.
  ahead: new Map(),
  get evening() {
    return this.snap?.evening;
  },
  get game() {
    return this.games[this.evening?.game];
  },
  get deck() {
    return this.decks[this.evening?.deck];
  },
  // Of the round being told: the next one, or an earlier one being corrected.
  seatName(seat) {
    return this.evening.players[(this.snap.editing?.seats ?? this.evening.seat_order)[seat]];
  },
  // A host tells everything, a player the cards of his own hand.
  may(ask) {
    return (
      this.host || (ask.kind === "cards" && ask.seat != null && this.me !== "" && this.seatName(ask.seat) === this.me)
    );
  },
  hand(path) {
    return this.ahead.get(path) ?? this.snap.draft.hands[path] ?? [];
  },
  answer(path) {
    return this.ahead.get(path) ?? this.snap.draft.answers[path];
  },
  stands(path, told) {
    const { hands, answers } = this.snap.draft;
    return sign(told) === sign(hands[path] ?? answers[path]);
  },
  take(snap) {
    if (this.snap?.version !== snap.version || this.evening?.id !== snap.evening?.id) this.ahead.clear();
    this.snap = snap;
    for (const [path, told] of this.ahead) if (this.stands(path, told)) this.ahead.delete(path);
    return snap;
  },
  cardAsks() {
    return this.snap.asks.filter((ask) => ask.kind === "cards");
  },
};

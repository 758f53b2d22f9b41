// What this phone knows: the newest snapshot, whether it is a host, games and decks by key, who its owner is.
const fingerprint = (told) =>
  JSON.stringify(Array.isArray(told) ? told.map((one) => [one.card ?? one, one.sure]) : told);

export const store = {
  snapshot: null,
  games: {},
  decks: {},
  busyMessage: null,
  isHost: "host" in document.body.dataset,
  ownName: document.body.dataset.me,
  // What was told of the round, by path, and is not in the snapshot yet: the next tap builds on it.
  pending: new Map(),
  get evening() {
    return this.snapshot?.evening;
  },
  get game() {
    return this.games[this.evening?.game];
  },
  get deck() {
    return this.decks[this.evening?.deck];
  },
  // Of the round being told: the next one, or an earlier one being corrected.
  seatName(seat) {
    return this.evening.players[(this.snapshot.editing?.seats ?? this.evening.seat_order)[seat]];
  },
  // A host tells everything, a player the cards of his own hand.
  mayEdit(ask) {
    return (
      this.isHost ||
      (ask.kind === "cards" && ask.seat != null && this.ownName !== "" && this.seatName(ask.seat) === this.ownName)
    );
  },
  cardsOf(path) {
    return this.pending.get(path) ?? this.snapshot.draft.hands[path] ?? [];
  },
  answerTo(path) {
    return this.pending.get(path) ?? this.snapshot.draft.answers[path];
  },
  isInSnapshot(path, told) {
    const { hands, answers } = this.snapshot.draft;
    return fingerprint(told) === fingerprint(hands[path] ?? answers[path]);
  },
  setSnapshot(snap) {
    if (this.snapshot?.version !== snap.version || this.evening?.id !== snap.evening?.id) this.pending.clear();
    this.snapshot = snap;
    for (const [path, told] of this.pending) if (this.isInSnapshot(path, told)) this.pending.delete(path);
    return snap;
  },
  cardPrompts() {
    return this.snapshot.asks.filter((ask) => ask.kind === "cards");
  },
};

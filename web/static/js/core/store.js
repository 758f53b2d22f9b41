// What this phone knows: the newest snapshot, the games and decks by key, who holds the phone and what it may do.

/** @param {unknown} answer */
const fingerprint = (answer) =>
  JSON.stringify(Array.isArray(answer) ? answer.map((item) => [item?.card ?? item, item?.sure]) : answer);

export const store = {
  /** Set before anything is drawn. */
  snapshot: /** @type {Snapshot} */ (/** @type {unknown} */ (null)),
  /** @type {Record<string, Game>} */
  games: {},
  /** @type {Record<string, Deck>} */
  decks: {},
  /** @type {string | null} */
  busyMessage: null,
  isHost: "host" in document.body.dataset,
  ownName: document.body.dataset.me ?? "",
  /** Answers by path that are not in the snapshot yet. The next tap builds on them. */
  pending: /** @type {Map<string, any>} */ (new Map()),
  /** Whether the page shows the round being entered or, to a host, corrected: that may be one of an earlier game. */
  isEntering: false,
  /** Whether the page shows the round that is being entered or corrected, with its cards on the cloth. */
  isRoundOn: false,
  /** The views of an evening are drawn only while there is one. */
  get evening() {
    const corrected = this.isEntering && this.isHost ? this.snapshot?.editing?.evening : null;
    return /** @type {Evening} */ (corrected ?? this.snapshot?.evening);
  },
  get game() {
    return this.games[this.evening?.game];
  },
  get deck() {
    return this.decks[this.evening?.deck];
  },
  /** Players by seat in the round that is shown. */
  roundSeats() {
    return (this.isRoundOn && this.snapshot.editing?.seats) || this.evening.seat_order;
  },
  /**
   * The player at a seat of the round that is being entered or corrected.
   * @param {number} seat
   */
  seatName(seat) {
    return this.evening.players[(this.snapshot.editing?.seats ?? this.evening.seat_order)[seat]];
  },
  /** The player that this phone's owner is, or plays in as one of a pair; -1 for everybody else. */
  ownPlayer() {
    return this.ownName === "" ? -1 : this.evening.members.findIndex((names) => names.includes(this.ownName));
  },
  /**
   * Whether this phone may answer: a host everything, a player about the cards of the own hand.
   * @param {Prompt} prompt
   */
  mayEdit(prompt) {
    if (this.isHost) return true;
    if (prompt.kind !== "cards" || prompt.seat == null) return false;
    const own = this.ownPlayer();
    return own >= 0 && this.seatName(prompt.seat) === this.evening.players[own];
  },
  /**
   * @param {string} path
   * @returns {DraftCard[]}
   */
  cardsOf(path) {
    return this.pending.get(path) ?? this.snapshot.draft.hands[path] ?? [];
  },
  /**
   * @param {string} path
   * @returns {any}
   */
  answerTo(path) {
    return this.pending.get(path) ?? this.snapshot.draft.answers[path];
  },
  /**
   * What this phone shows as the answer, null for none.
   * @param {string} path
   * @returns {any}
   */
  shownAnswer(path) {
    const { hands, answers } = this.snapshot.draft;
    return this.pending.get(path) ?? hands[path] ?? answers[path] ?? null;
  },
  /**
   * @param {string} path
   * @param {unknown} answer
   */
  isInSnapshot(path, answer) {
    const { hands, answers } = this.snapshot.draft;
    return fingerprint(answer) === fingerprint(hands[path] ?? answers[path]);
  },
  /** @param {Snapshot} snapshot */
  setSnapshot(snapshot) {
    const isOtherRound = this.snapshot?.version !== snapshot.version || this.evening?.id !== snapshot.evening?.id;
    if (isOtherRound) this.pending.clear();
    this.snapshot = snapshot;
    for (const [path, answer] of this.pending) if (this.isInSnapshot(path, answer)) this.pending.delete(path);
    dispatchEvent(new Event("snapshot"));
    return snapshot;
  },
  cardPrompts() {
    return this.snapshot.asks.filter((prompt) => prompt.kind === "cards");
  },
};

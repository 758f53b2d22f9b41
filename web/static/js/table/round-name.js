// How a round is called: by its number, or by the name that the game gives it, such as its month.
import { localize, msg } from "../core/dom.js";
import { store } from "../core/store.js";

/**
 * @param {number} n from 1
 * @param {Game} game
 */
export function roundName(n, game = store.game) {
  const { rounds } = game;
  return rounds.length > 0 ? localize(rounds[(n - 1) % rounds.length]) : msg("round", { n });
}

/**
 * The round about to be played, of how many where that is agreed.
 * @param {number} n from 1
 */
export function roundLabel(n) {
  const { length } = store.evening.options;
  if (typeof length !== "number") return roundName(n);
  return store.game.rounds.length > 0
    ? `${roundName(n)} (${n}\u00a0/\u00a0${length})`
    : msg("round_of", { n, all: length });
}

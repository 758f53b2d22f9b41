// The way through a round: whose cards or numbers come next.
import { store } from "../core/store.js";
import { askedPrompts, questionsOf } from "./places.js";

/** @typedef {{ seat: number | null, path: string, isHand: boolean }} Stop one hand, or the numbers of one seat */

/** The stops of a round in the order in which they are asked: what everybody is asked, in all games. */
function allStops() {
  /** @type {Stop[]} */
  const stops = [];
  for (const prompt of askedPrompts()) {
    const { path, seat, kind, optional, only_with: onlyWith } = prompt;
    if (optional || onlyWith || !store.mayEdit(prompt)) continue;
    if (kind === "cards") stops.push({ seat, path, isHand: true });
    else if (kind === "number" && seat != null && !stops.some((stop) => stop.seat === seat && !stop.isHand))
      stops.push({ seat, path, isHand: false });
  }
  return stops;
}

/** @param {Stop} stop */
function isOpen({ seat, path, isHand }) {
  if (isHand) return !store.cardsOf(path).length && !(path in store.snapshot.draft.implied);
  return questionsOf(seat).every((prompt) => prompt.kind !== "number" || store.answerTo(prompt.path) == null);
}

/**
 * The next stop that nobody has been to, after this one and round to it again.
 * @param {{ seat: number | null, path: string }} current
 */
export function nextStop({ seat, path }) {
  const stops = allStops();
  const place = stops.findIndex((stop) => stop.path === path || (!stop.isHand && stop.seat === seat && !path));
  const inTurn = [...stops.slice(place + 1), ...stops.slice(0, Math.max(place, 0))];
  return inTurn.find(isOpen);
}

/**
 * The stop beside this one, of those that have cards.
 * @param {string} path
 * @param {1 | -1} step
 */
export function besideHand(path, step) {
  const prompts = askedPrompts().filter((prompt) => prompt.kind === "cards" && store.mayEdit(prompt));
  const place = prompts.findIndex((prompt) => prompt.path === path);
  return prompts[(place + step + prompts.length) % prompts.length];
}

/** The first hand that nobody has entered, of cards that lie on the table. */
export function firstOpenHand() {
  const laid = new Set(store.cardPrompts().flatMap((prompt) => (prompt.laid ? prompt.path : [])));
  return allStops().find((stop) => stop.isHand && laid.has(stop.path) && isOpen(stop));
}

/** The first seat that is asked for numbers, such as bets, while nobody has given any. */
export function firstOpenNumber() {
  const numbers = allStops().filter((stop) => !stop.isHand);
  return numbers.every(isOpen) ? numbers[0] : undefined;
}

// What is asked of whom: the prompts of a seat or of the table, and the seats that answers are about.
import { localize } from "../core/dom.js";
import { store } from "../core/store.js";
import { promptOwner } from "../hands/cards.js";
import { isAsked } from "./questions.js";

/** Everything the round asks now. */
export const askedPrompts = () => store.snapshot.asks.filter(isAsked);

/**
 * The hands of a seat, or the cards on the table where `seat` is null: those that this phone may enter, and that others
 * have entered.
 * @param {number | null} seat
 */
export const handsOf = (seat) =>
  askedPrompts().filter(
    (prompt) =>
      prompt.kind === "cards" && prompt.seat === seat && (store.mayEdit(prompt) || store.cardsOf(prompt.path).length),
  );

/**
 * What else is asked of a seat, or of the table.
 * @param {number | null} seat
 */
export const questionsOf = (seat) => askedPrompts().filter((prompt) => prompt.kind !== "cards" && prompt.seat === seat);

/**
 * The seat of each value of a question of the table, such as who stopped, null for a value about nobody; null where the
 * values are not about seats. A value is, where it holds the number of a seat and is worded by its name.
 * @param {Prompt} prompt
 * @returns {(number | null)[] | null}
 */
export function valueSeats({ seat, kind, values, says }) {
  if (seat != null || kind === "cards" || kind === "number") return null;
  const numbered = values.map((value) => [value].flat().find((part) => Number.isInteger(part)));
  const seats = numbered.map((number, index) =>
    typeof number === "number" && number < store.roundSeats().length && isNamed(says[index], number) ? number : null,
  );
  const isOfSeats = numbered.every((number, index) => number == null || seats[index] != null);
  return isOfSeats && seats.some((one) => one != null) ? seats : null;
}

/**
 * @param {LocalText} text
 * @param {number} seat
 */
const isNamed = (text, seat) => localize(text).startsWith(store.seatName(seat));

/**
 * What a value says of its seat: without the name of who sits there, or the question where nothing else is said.
 * @param {Prompt} prompt
 * @param {number} index
 * @param {number | null} seat
 */
export function valueLabel({ says, label }, index, seat) {
  const text = localize(says[index]);
  if (seat == null) return text;
  return text.slice(store.seatName(seat).length).replace(/^[\s:：・·]+/, "") || localize(label);
}

/**
 * Whose cards a prompt asks for: only the name where they are the first of that seat.
 * @param {Prompt} prompt
 */
export const handName = (prompt) =>
  prompt.seat != null && handsOf(prompt.seat)[0]?.path === prompt.path
    ? store.seatName(prompt.seat)
    : promptOwner(prompt);

/** @param {number | null} seat */
export const placeName = (seat) => {
  const hands = handsOf(seat);
  if (seat != null) return store.seatName(seat);
  return hands.length === 1 && !questionsOf(null).length ? promptOwner(hands[0]) : "";
};

// Answers as chips on the cloth: at the seat that they are about, or in the middle.
import { sendAnswers } from "../core/api.js";
import { COLON, el, localize } from "../core/dom.js";
import { store } from "../core/store.js";
import { promptOwner } from "../hands/cards.js";
import { openPlace } from "./hand-sheet.js";
import { askedPrompts, handsOf, questionsOf, valueLabel, valueSeats } from "./places.js";
import { openQuestion } from "./question-sheet.js";
import { answerAfterTap, answerText, placesOf } from "./questions.js";

/** @param {Prompt} prompt */
const isMissing = ({ path }) => store.snapshot.preview.missing?.includes(path) && store.answerTo(path) == null;

/**
 * Whether an answer says anything: something was answered, or what counts without an answer is no zero and no "no".
 * @param {Prompt} prompt
 */
function saysSomething({ path, default: byDefault, optional }) {
  const answer = store.answerTo(path);
  if (answer == null && optional) return false;
  const value = answer ?? byDefault;
  return Array.isArray(value) ? value.length > 0 : value != null && value !== false;
}

/**
 * @param {string} text
 * @param {string} key
 * @param {{ isPressed?: boolean, isWanted?: boolean, onTap: () => void }} chip
 */
function chip(text, key, { isPressed, isWanted, onTap }) {
  if (!store.isHost) return el("span.chip", text);
  const props = { "data-key": key, "aria-pressed": isPressed ?? null, onclick: onTap };
  return el(`button.chip${isWanted ? ".wanted" : ""}`, props, text);
}

/**
 * The values of a question that are about one seat, or about nobody: those that were answered, and while the question
 * waits all of them.
 * @param {Prompt} prompt
 * @param {(number | null)[]} seats
 * @param {number | null} seat
 */
function valueChips(prompt, seats, seat) {
  const { path, kind, values } = prompt;
  return values.map((value, index) => {
    const places = placesOf(prompt, value);
    const isOpen = isMissing(prompt) && store.isHost;
    if (seats[index] !== seat || (!places.length && !isOpen)) return null;
    // Calls are numbered in the order in which they came.
    const order = kind === "sequence" && prompt.most !== 1 ? `${places.map((place) => place + 1).join(", ")}. ` : "";
    const answer = () => sendAnswers({ [path]: answerAfterTap(prompt, value) });
    const onTap = places.length ? () => openQuestion(path) : answer;
    return chip(order + valueLabel(prompt, index, seat), `put ${path} ${index}`, {
      isPressed: places.length > 0,
      isWanted: isOpen,
      onTap,
    });
  });
}

/**
 * A question with its answer, or with a question mark while it waits.
 * @param {Prompt} prompt
 */
function answerChip(prompt) {
  const isWanted = isMissing(prompt) ?? false;
  if (!isWanted && !saysSomething(prompt)) return null;
  const text = isWanted ? "?" : answerText(prompt, store.answerTo(prompt.path) ?? prompt.default);
  const onTap = () => openQuestion(prompt.path);
  return chip(`${localize(prompt.label)}${COLON}${text}`, `ask ${prompt.path}`, { isWanted, onTap });
}

/**
 * Several numbers of one seat, such as bets, in one chip.
 * @param {number} seat
 */
function numberChip(seat) {
  const numbers = questionsOf(seat).filter(({ kind }) => kind === "number");
  if (numbers.length < 2) return numbers.map(answerChip);
  const values = numbers.map(({ path, default: byDefault }) => store.answerTo(path) ?? byDefault ?? 0);
  return chip(values.join(" · "), `numbers ${seat}`, { onTap: () => openPlace(seat) });
}

/** @param {number} seat */
export const seatChips = (seat) => [
  askedPrompts().map((prompt) => {
    const seats = valueSeats(prompt);
    return seats && valueChips(prompt, seats, seat);
  }),
  numberChip(seat),
  questionsOf(seat)
    .filter(({ kind }) => kind !== "number")
    .map(answerChip),
];

/** What is answered, or asked, of the whole table. */
export function middleChips() {
  const questions = questionsOf(null);
  return questions.map((prompt) => {
    const seats = valueSeats(prompt);
    return seats ? valueChips(prompt, seats, null) : answerChip(prompt);
  });
}

/** The cards on the table, each hand a place of its own that can be tapped. */
export const tableHands = () =>
  handsOf(null)
    .filter(({ path, optional }) => !optional || store.cardsOf(path).length)
    .map((prompt) => ({ prompt, label: promptOwner(prompt), open: () => openPlace(null, prompt.path) }));

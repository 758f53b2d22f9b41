// What the table may say of one seat: that it called, stopped, claimed or dropped out. In the sheet of that seat.
import { sendAnswers } from "../core/api.js";
import { el, msg, splice } from "../core/dom.js";
import { store } from "../core/store.js";
import { askedPrompts, valueLabel, valueSeats } from "./places.js";
import { answerAfterTap, placesOf } from "./questions.js";

/** @param {number} seat */
export function seatChoices(seat) {
  const chips = askedPrompts().flatMap((prompt) => {
    const seats = valueSeats(prompt);
    return seats && store.isHost
      ? prompt.values.flatMap((value, index) => (seats[index] === seat ? choiceChips(prompt, value, index, seat) : []))
      : [];
  });
  return chips.length > 0 && el("div.chips", chips);
}

/**
 * @param {Prompt} prompt
 * @param {unknown} value
 * @param {number} index
 * @param {number} seat
 */
function choiceChips(prompt, value, index, seat) {
  const { path, kind } = prompt;
  const label = valueLabel(prompt, index, seat);
  const places = placesOf(prompt, value);
  const tap = () => sendAnswers({ [path]: answerAfterTap(prompt, value) });
  if (kind !== "sequence") {
    return [
      el("button.chip", { "aria-pressed": places.length > 0, "data-key": `say ${path} ${index}`, onclick: tap }, label),
    ];
  }
  return [
    ...places.map((place) =>
      el(
        "button.chip",
        {
          "aria-pressed": true,
          "data-key": `${path} at ${place}`,
          onclick: () => sendAnswers({ [path]: splice(store.answerTo(path), place, 1) }),
        },
        `${place + 1}. ${label} `,
        el("span", { "aria-label": msg("remove") }, "×"),
      ),
    ),
    el("button.chip", { "data-key": `say ${path} ${index}`, onclick: tap }, `＋ ${label}`),
  ];
}

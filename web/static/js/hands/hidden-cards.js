// Cards of which the camera sees a corner at most: the table is asked about each of them.
import { el, msg } from "../core/dom.js";
import { lazyAction } from "../core/lazy.js";
import { redrawSheets } from "../core/live-sheet.js";
import { store } from "../core/store.js";
import { writtenName } from "./cards.js";

const openAddSheet = lazyAction(() => import("./card-sheets.js").then((part) => part.openAddSheet));

/** @type {Set<string>} Those that somebody at this phone has said are none, by picture and place. */
const dismissed = new Set();

/**
 * The middle of a hidden card as fractions of its picture.
 * @param {Picture} picture
 * @param {HiddenCard} hidden
 * @returns {Point}
 */
function middleOf(picture, { corners }) {
  const mean = (/** @type {0 | 1} */ axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
  return [mean(0) / picture.width, mean(1) / picture.height];
}

/**
 * @param {Point} one
 * @param {Point} other
 */
const isSamePlace = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]) < 1e-3;

/**
 * Whether a hand of the table is the one in which a hidden card lies: the hand that the picture shows, or the hand of
 * the card that lies over it.
 * @param {string} path
 * @param {Picture} picture
 * @param {HiddenCard} hidden
 */
const liesIn = (path, picture, { under }) =>
  picture.hand ? picture.hand === path : under !== null && store.cardsOf(path).some(({ card }) => card === under);

/**
 * A question for each hidden card of a hand: which card it is, or that there is none.
 * @param {Prompt} prompt
 */
export function hiddenQuestions(prompt) {
  const { picture } = store.snapshot.draft;
  if (!picture) return [];
  return picture.hidden.flatMap((hidden, number) => {
    const key = `${picture.name} ${number}`;
    const at = middleOf(picture, hidden);
    const isAnswered = store.cardsOf(prompt.path).some((card) => card.at && isSamePlace(card.at, at));
    if (dismissed.has(key) || isAnswered || !liesIn(prompt.path, picture, hidden)) return [];
    const dismiss = () => {
      dismissed.add(key);
      redrawSheets();
    };
    return el(
      "div.hidden-card",
      el("p", hidden.under ? msg("hidden_under", { card: writtenName(hidden.under) }) : msg("hidden_card")),
      el("button", { "data-key": `hidden ${key}`, onclick: () => openAddSheet(prompt, at) }, msg("choose_it")),
      el("button", { "data-key": `no ${key}`, onclick: dismiss }, msg("no_more_cards")),
    );
  });
}

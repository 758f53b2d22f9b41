// Cards that somebody must look at, as one strip of crops with one answer for all of them.
import { sendAnswers } from "../core/api.js";
import { el, msg, nameSpan } from "../core/dom.js";
import { lazyAction } from "../core/lazy.js";
import { openLiveSheet } from "../core/live-sheet.js";
import { store } from "../core/store.js";
import { cardArt, cutout, doubtText, faceOf, promptOwner, readOf } from "../hands/cards.js";

const openCorrectionSheet = lazyAction(() =>
  import("../hands/card-sheets.js").then((part) => part.openCorrectionSheet),
);

/** @typedef {{ prompt: Prompt, card: DraftCard, index: number }} Doubt */

/**
 * @param {Prompt[]} prompts
 * @returns {Doubt[]}
 */
const doubtsOf = (prompts) =>
  prompts.flatMap((prompt) =>
    store.cardsOf(prompt.path).flatMap((card, index) => (card.sure ? [] : { prompt, card, index })),
  );

/**
 * Why cards are in doubt, each reason once, with how many it is true of.
 * @param {Doubt[]} doubts
 */
function reasonLines(doubts) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { card } of doubts) counts.set(doubtText(card), (counts.get(doubtText(card)) ?? 0) + 1);
  return [...counts].map(([why, n]) => el("li", n > 1 ? msg("cards_why", { n, why }) : why));
}

/**
 * The doubtful cards of these hands: what the camera saw beside what it took it for. One tap says that all are right,
 * a tap on a card corrects it. Null where there is no doubt.
 * @param {Prompt[]} prompts
 */
export function doubtStrip(prompts) {
  const doubts = doubtsOf(prompts.filter((prompt) => store.mayEdit(prompt)));
  if (!doubts.length) return null;
  const confirm = () => {
    const paths = new Set(doubts.map(({ prompt }) => prompt.path));
    sendAnswers(
      Object.fromEntries(
        [...paths].map((path) => [path, store.cardsOf(path).map((card) => ({ ...card, sure: true }))]),
      ),
    );
  };
  return el(
    "section.doubts",
    el("ul.hint.why-doubt", { role: "status" }, reasonLines(doubts)),
    el(
      "div.strip",
      doubts.map((doubt) => doubtfulCard(doubt, prompts.length > 1)),
    ),
    el("button.primary.big", { "data-key": "right", onclick: confirm }, `✓ ${msg("cards_right")}`),
  );
}

/**
 * @param {Doubt} doubt
 * @param {boolean} isOneOfSeveral whether it must be said whose card it is
 */
function doubtfulCard({ prompt, card, index }, isOneOfSeveral) {
  const seen = readOf(card);
  const correct = () => openCorrectionSheet(prompt.path, index);
  return el(
    "button.thumb.unsure",
    { "data-key": `doubt ${prompt.path} ${index}`, onclick: correct },
    seen && cutout(seen),
    cardArt(card.card, ""),
    el("span.caption", nameSpan(faceOf(card.card)?.name ?? { en: card.card, ja: card.card })),
    isOneOfSeveral && el("b.caption", el("bdi", promptOwner(prompt))),
  );
}

/** All doubts of the round. The sheet closes when there is none left. */
export function openDoubts() {
  openLiveSheet(".doubted", () => {
    const strip = doubtStrip(store.cardPrompts());
    return strip && { title: msg("doubts"), parts: [strip] };
  });
}

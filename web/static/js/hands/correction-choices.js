// What a card may be corrected to: another card, another hand, another place in its hand.
import { el, msg, nameSpan, splice } from "../core/dom.js";
import { store } from "../core/store.js";
import { cardArt, faceOf, isPlayed, promptOwner } from "./cards.js";
import { centerOf, promptAt } from "./zone-lookup.js";

/** Guesses of the recognizer that are offered first. */
const MOST_GUESSES = 5;

/**
 * A card of the picture that nobody has yet.
 * @param {Picture | null} picture
 * @param {number} read
 * @returns {DraftCard}
 */
export function pictureCard(picture, read) {
  const seen = picture?.cards[read];
  return { card: seen?.card ?? "", sure: seen?.sure ?? false, read };
}

/**
 * The hand that is nearest to a card of the picture.
 * @param {Picture} picture
 * @param {CardRead} seen
 */
export function nearestPrompt(picture, seen) {
  const [x, y] = centerOf(seen.corners);
  return promptAt(x / picture.width, y / picture.height, true);
}

/**
 * What the recognizer takes the card for, likeliest first.
 * @param {CardRead} seen
 * @param {string} current
 * @param {(code: string) => void} onTap
 */
export function guessButtons({ card, confidence, alternatives }, current, onTap) {
  const guesses = [{ card: card ?? "", confidence }, ...alternatives]
    .filter((guess) => isPlayed(guess.card))
    .slice(0, MOST_GUESSES);
  if (!guesses.length) return null;
  const buttons = guesses.map((guess) =>
    el(
      "button.guess",
      { onclick: () => onTap(guess.card), "aria-pressed": guess.card === current },
      cardArt(guess.card, ""),
      el("span.caption", nameSpan(faceOf(guess.card)?.name ?? { en: guess.card, ja: guess.card })),
      el("span.chance", percent(guess.confidence)),
    ),
  );
  return [el("h3", msg("likeliest")), el("div.guesses", buttons)];
}

/** @param {number} share */
function percent(share) {
  if (share >= 0.995) return "> 99 %";
  return share < 0.01 ? "< 1 %" : `${Math.round(share * 100)} %`;
}

/**
 * Whose card it is.
 * @param {Prompt[]} prompts
 * @param {string | null} current
 * @param {(path: string) => void} onTap
 */
export function ownerChips(prompts, current, onTap) {
  const chips = prompts.map((prompt) => {
    const isCurrent = prompt.path === current;
    return el(
      "button.chip",
      { "aria-pressed": isCurrent, disabled: isCurrent, onclick: () => onTap(prompt.path) },
      promptOwner(prompt),
    );
  });
  return [el("h3", msg("belongs_to")), el("div.chips", chips)];
}

/**
 * Buttons that move a card within a hand in which the order counts.
 * @param {string} path
 * @param {number} index
 * @param {DraftCard} card
 * @param {(answers: Answers) => void} apply
 */
export function orderChips(path, index, card, apply) {
  const cards = store.cardsOf(path);
  /** @param {number} by */
  const move = (by) => {
    const hand = splice(store.cardsOf(path), index, 1);
    hand.splice(index + by, 0, card);
    apply({ [path]: hand });
  };
  return [
    el("button.chip", { disabled: index === 0, onclick: () => move(-1) }, `← ${msg("earlier")}`),
    el("button.chip", { disabled: index === cards.length - 1, onclick: () => move(1) }, `${msg("later")} →`),
  ];
}

/** @param {() => void} onclick */
export const removeChip = (onclick) => el("button.chip.bad", { onclick }, msg("remove"));

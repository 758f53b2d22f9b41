// Cards of the deck being played: their drawings and names, and whose they are.
import { cardImage, el, lang, localize, msg, nameSpan, plural } from "../core/dom.js";
import { store } from "../core/store.js";

/**
 * @param {string | null} code
 * @returns {Face | undefined}
 */
export const faceOf = (code) => store.deck.faces[code ?? ""];

/** @param {string | null} code null is a card that lies face down */
export const cardName = (code) => (code ? localize(faceOf(code)?.spoken ?? { en: code, ja: code }) : msg("face_down"));

/**
 * @param {string} code
 * @param {string} alt
 */
export const cardArt = (code, alt = cardName(code)) => cardImage(code, alt);

/**
 * The name of the player whose cards a prompt asks for, with its label where one seat has several.
 * @param {Prompt} prompt
 */
export function promptOwner({ seat, label }) {
  if (seat == null) return localize(label);
  const isOneOfSeveral = store.cardPrompts().filter((other) => other.seat === seat).length > 1;
  return isOneOfSeveral ? `${store.seatName(seat)} · ${localize(label)}` : store.seatName(seat);
}

/**
 * A small card with its name: a button where it may be corrected.
 * @param {DraftCard} card
 * @param {string} key
 * @param {(() => void) | false} onTap
 */
export function cardThumb({ card, sure }, key, onTap) {
  const content = [
    cardArt(card, ""),
    !sure && el("span.doubt", `? ${msg("check")}`),
    el("span.caption", { lang }, nameSpan(faceOf(card)?.name ?? { en: card, ja: card })),
  ];
  const classes = `thumb${sure ? "" : ".unsure"}`;
  return onTap ? el(`button.${classes}`, { "data-key": key, onclick: onTap }, content) : el(`span.${classes}`, content);
}

/** @param {number} n */
export const checkLabel = (n) => plural("check_card", "check_cards", n);

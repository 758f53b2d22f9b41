// Cards as they lie before a seat: small pictures that overlap where there are many, those that counted lit.
import { cardImage, el, localize } from "./dom.js";

/**
 * @param {string[]} cards
 * @param {boolean[]} counted by card; where none or all counted, no card is dimmed
 * @param {(code: string) => string} nameOf
 */
export function cardFan(cards, counted, nameOf) {
  if (!cards.length) return null;
  const isMixed = counted.includes(true) && counted.includes(false);
  return el(
    "span.lay",
    { role: "img", "aria-label": cards.map(nameOf).join(", ") },
    cards.map((code, index) => el(isMixed && !counted[index] ? "i.dim" : "i", cardImage(code, ""))),
  );
}

/**
 * The fans of one seat, or of the table where `seat` is null.
 * @param {ShownCards[]} parts
 * @param {number | null} seat
 * @param {(code: string) => string} nameOf
 */
export function seatFans(parts, seat, nameOf) {
  return parts.filter((part) => part.seat === seat).map((part) => cardFan(part.cards, part.counted, nameOf));
}

/**
 * The name of a card of any deck.
 * @param {Record<string, Deck>} decks
 * @returns {(code: string) => string}
 */
export const nameIn = (decks) => (code) => {
  const found = Object.values(decks).find((deck) => code in deck.faces);
  return found ? localize(found.faces[code].spoken) : code;
};

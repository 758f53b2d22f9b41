// Cards as they lie before a seat: small pictures that overlap where there are many, those that counted lit.
import { cardImage, el, listOf, localize, msg } from "./dom.js";

/**
 * @param {string[]} cards
 * @param {boolean[]} counted by card; where none or all counted, no card is dimmed
 * @param {(code: string) => string} nameOf
 * @param {boolean[]} sure by card; one that is not sure is marked
 */
export function cardFan(cards, counted, nameOf, sure = []) {
  if (!cards.length) return null;
  const isMixed = counted.includes(true) && counted.includes(false);
  return el(
    "span.lay",
    { role: "img", "aria-label": listOf(cards.map(nameOf)) },
    cards.map((code, index) =>
      el(`i${isMixed && !counted[index] ? ".dim" : ""}${sure[index] === false ? ".unsure" : ""}`, cardImage(code, "")),
    ),
  );
}

/**
 * The fans of one seat, or of the table where `seat` is null.
 * @param {ShownCards[]} parts
 * @param {number | null} seat
 * @param {(code: string) => string} nameOf
 */
export function seatFans(parts, seat, nameOf) {
  return parts.filter((part) => part.seat === seat).map((part) => cardFan(part.cards, part.counted, nameOf, part.sure));
}

/**
 * A card of any of the decks, nothing for another code.
 * @param {Record<string, Deck>} decks
 * @param {string} code
 */
export const faceIn = (decks, code) => Object.values(decks).find((deck) => code in deck.faces)?.faces[code];

/**
 * The name of a card of any deck. A card face down goes by the kind of its deck.
 * @param {Record<string, Deck>} decks
 * @returns {(code: string) => string}
 */
export const nameIn = (decks) => (code) => {
  if (code in decks) return msg("face_down");
  const face = faceIn(decks, code);
  return face ? localize(face.spoken) : code;
};

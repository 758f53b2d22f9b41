// Cards as they lie before a seat: small pictures that overlap where there are many, those that counted lit.
import { cardImage, el, listOf, localize, msg } from "./dom.js";

/** More cards than these are slivers on a phone: then those that counted are shown, or the last ones. */
const [MOST_CARDS, FEW_CARDS] = [12, 8];

/**
 * Which cards of a fan are shown, by their place.
 * @param {string[]} cards
 * @param {boolean[] | null} counted null where none or all counted
 */
function shownPlaces(cards, counted) {
  const places = [...cards.keys()];
  if (cards.length <= MOST_CARDS) return places;
  return (counted ? places.filter((place) => counted[place]) : places).slice(-(counted ? MOST_CARDS : FEW_CARDS));
}

/**
 * Cards that overlap; of a large pile those that counted, and how many there are besides.
 * @param {string[]} cards
 * @param {boolean[]} counted by card; where none or all counted, no card is dimmed
 * @param {(code: string) => string} nameOf
 * @param {boolean[]} sure by card; one that is not sure is marked
 */
export function cardFan(cards, counted, nameOf, sure = []) {
  if (!cards.length) return null;
  const isMixed = counted.includes(true) && counted.includes(false);
  const shown = shownPlaces(cards, isMixed ? counted : null);
  const rest = cards.length - shown.length;
  return el(
    "span.lay",
    { role: "img", "aria-label": listOf(cards.map(nameOf)) },
    shown.map((place) =>
      el(
        `i${isMixed && !counted[place] ? ".dim" : ""}${sure[place] === false ? ".unsure" : ""}`,
        cardImage(cards[place], ""),
      ),
    ),
    rest > 0 && el("b.rest", `+${rest}`),
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

// The cards of a deck as rows of buttons, one row a group. A card that is used up cannot be tapped again.
import { cardImage, el, localize, nameSpan } from "./dom.js";

const MONTHS = 12; // rows of a deck of months; of other decks none has so many

/**
 * `refresh` takes how many of each card are used now.
 * @param {CardGroup[]} groups
 * @param {(code: string) => number} copies how many the pack has
 * @param {(code: string) => string} nameOf
 * @param {(code: string) => void} onTap
 * @param {((codes: string[]) => void) | null} onGroup takes a whole row with a tap on its name
 * @param {((code: string) => number | undefined) | null} numberOf the number of a card where its game has another
 */
export function cardGrid(groups, copies, nameOf, onTap, onGroup = null, numberOf = null) {
  /** @type {Record<string, HTMLButtonElement>} */
  const buttons = {};
  /** @param {string} code */
  const button = (code) => {
    buttons[code] = el("button.face", { onclick: () => onTap(code) }, cardImage(code, nameOf(code)));
    return buttons[code];
  };
  // Where a row has but one card, as where only aces can be meant, its name still needs some room; so does a button.
  const least = onGroup || groups.every(({ codes }) => codes.length < 2) ? 2 : 1;
  const rows = groups.map(({ name, codes }, index) => {
    if (!codes.length) return null;
    const row = el(
      "div.group",
      { role: "group", "aria-label": localize(name) },
      groupName(
        [groups.length >= MONTHS && index < MONTHS && `${numberOf?.(codes[0]) ?? index + 1} `, nameSpan(name)],
        onGroup && (() => onGroup(codes)),
      ),
      codes.map(button),
    );
    row.style.setProperty("--span", String(Math.min(Math.max(codes.length, least), 8)));
    return row;
  });
  /** @param {Record<string, number>} counts */
  const refresh = (counts) => {
    for (const [code, face] of Object.entries(buttons)) {
      const left = copies(code) - (counts[code] ?? 0);
      face.disabled = left < 1;
      face.dataset.left = copies(code) > 1 ? `×${left}` : "";
    }
  };
  return { node: el("div.grid", rows), refresh };
}

/**
 * @param {Child[]} label
 * @param {(() => void) | null} onclick
 */
const groupName = (label, onclick) =>
  onclick ? el("button.group-name.whole", { onclick }, "＋ ", label) : el("span.group-name", label);

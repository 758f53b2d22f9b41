// The cards of the deck being played, of which those that nobody has yet can be tapped.
import { cardGrid } from "../core/card-grid.js";
import { store } from "../core/store.js";
import { cardName, isPlayed } from "./cards.js";

/**
 * How many of each card are used. Cards lie on the table once; other answers may name them again.
 * @param {Prompt | undefined} prompt
 */
function usedCards(prompt) {
  /** @type {Record<string, number>} */
  const counts = {};
  const prompts = store.cardPrompts().filter((other) => (prompt?.laid === false ? other === prompt : other.laid));
  for (const { path } of prompts) {
    for (const { card } of store.cardsOf(path)) counts[card] = (counts[card] ?? 0) + 1;
  }
  return counts;
}

/**
 * Those of these cards that nobody has yet, each as often as it is left.
 * @param {Prompt} prompt
 * @param {string[]} codes
 */
export function leftCards(prompt, codes) {
  const counts = usedCards(prompt);
  return codes.flatMap((code) => Array((store.evening.faces[code] ?? 0) - (counts[code] ?? 0)).fill(code));
}

/**
 * `refresh` shows what is used by now.
 * @param {object} choice
 * @param {(code: string) => void} choice.onTap
 * @param {Prompt} [choice.prompt] whose cards they are
 * @param {((codes: string[]) => void) | null} [choice.onGroup] takes a whole row
 * @param {string} [choice.current] the card to be corrected, which may be tapped, too
 * @param {boolean} [choice.isEntry] whether cards are entered and not corrected
 */
export function deckGrid({ onTap, prompt, onGroup = null, current = "", isEntry = false }) {
  const copies = (/** @type {string} */ code) => store.evening.faces[code] ?? 0;
  const groups = groupsFor(prompt, isEntry);
  const grid = cardGrid(groups, copies, cardName, onTap, onGroup, (code) => store.evening.numbers[code]);
  const refresh = () => {
    // The question is another object with every snapshot.
    const counts = usedCards(store.cardPrompts().find(({ path }) => path === prompt?.path));
    if (current in counts) counts[current] -= 1;
    grid.refresh(counts);
  };
  refresh();
  return { node: grid.node, refresh };
}

/**
 * The rows of the grid with the cards that can be meant. Nobody need enter what does not count, but it may have been read.
 * @param {Prompt | undefined} prompt
 * @param {boolean} isEntry
 */
function groupsFor(prompt, isEntry) {
  const only = new Set(isEntry && !prompt?.cards.length ? prompt?.counting : prompt?.cards);
  const extras = store.deck.extras.map((group) => ({ ...group, codes: group.codes.filter(isPlayed) }));
  const groups = [...store.deck.groups, ...extras.filter(({ codes }) => codes.length)];
  if (!only.size) return groups;
  return groups.map((group) => ({ ...group, codes: group.codes.filter((code) => only.has(code)) }));
}

// What hangs on the wall before cards are dealt: the months of the deck, or what hands of tonight's game are worth.
import { cardFan } from "../core/card-fan.js";
import { cardImage, el } from "../core/dom.js";
import { loadStyle } from "../core/styles.js";

await loadStyle("tv/before-deal");

/** Hands in the list; more cannot be read from across a room. */
const MOST_CLASSES = 6;

/**
 * The first card of each group of the deck with the group's name, such as the twelve months.
 * @param {Deck | undefined} deck
 * @param {(name: TermName) => Child} nameLines
 */
export function monthsView(deck, nameLines) {
  if (!deck) return null;
  return el(
    "ol.months",
    deck.groups.map(({ name, codes }) => el("li", cardImage(codes[0], ""), el("p", nameLines(name)))),
  );
}

/**
 * The best hands of a game, each with a hand that is one.
 * @param {Game} game
 * @param {(name: TermName) => Child} nameLines
 * @param {(code: string) => string} cardName
 */
export function bestHands(game, nameLines, cardName) {
  const shown = game.classes.filter(({ example }) => example.length > 0).slice(0, MOST_CLASSES);
  return el(
    "ol.best-hands",
    shown.map(({ name, example }) => el("li", el("p", nameLines(name)), cardFan(example, [], cardName))),
  );
}

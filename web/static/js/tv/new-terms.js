// Picks the native words that stand on the big screen for the first time this evening.
import { termFinder } from "../core/term-finder.js";
import { SHOWN } from "./texts.js";

/** More words in one round would not be read from across a room. */
const MOST_A_ROUND = 2;

/** @type {Map<Term, string>} each word explained, and the round in which it was */
const explainedIn = new Map();
/** @type {Term[]} */
let terms = [];
let termsOf = "";

/**
 * The texts on the screen in one language. Names of people are no words of the game.
 * @param {Element} root
 * @param {Language} lang
 */
function textsIn(root, lang) {
  const parts = [".class [L]", ".reason [L]", ".reason[L]", ".outcome [L]", ".oya[L]"];
  const selector = parts.join(",").replaceAll("[L]", `[lang="${lang}"]`);
  return [...root.querySelectorAll(selector)].map((node) => node.textContent ?? "");
}

/**
 * The words to explain in this round.
 * @param {Evening} evening
 * @param {Element} screen
 * @param {(path: string) => Promise<any>} get
 */
export async function newTerms(evening, screen, get) {
  const current = `${evening.game} ${evening.deck}`;
  const round = `${evening.id} ${current} ${evening.rounds[evening.rounds.length - 1]?.number ?? 0}`;
  if (termsOf !== current) {
    ({ terms } = await get(`/api/glossary/${evening.game}?deck=${evening.deck}`));
    termsOf = current;
    explainedIn.clear();
  }
  /** @type {Set<Term>} */
  const found = new Set();
  for (const lang of SHOWN) {
    const find = termFinder(terms, lang);
    for (const text of find ? textsIn(screen, lang) : []) {
      for (const { term } of find?.(text) ?? []) if (term.says) found.add(term);
    }
  }
  const explainedNow = () => [...found].filter((term) => explainedIn.get(term) === round);
  for (const term of found) {
    if (!explainedIn.has(term) && explainedNow().length < MOST_A_ROUND) explainedIn.set(term, round);
  }
  return explainedNow();
}

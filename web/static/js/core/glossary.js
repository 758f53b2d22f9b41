// Explains native words where they stand, and adds readings to card names. Both come from the game's own data.
import { get } from "./api.js";
import { el, lang, localize, openSheet, rubyName } from "./dom.js";
import { termFinder } from "./term-finder.js";

/** @typedef {{ has(term: Term): boolean, add(term: Term): unknown }} Explained the terms explained already */

/** Where no markup can stand, or where a name must not be taken for a word. */
const SKIPPED = "ruby, rt, select, option, textarea, bdi, script, style, svg, .section";
/** Where a reading may stand, but no link. */
const UNLINKED = "button, a, summary, dt, h1, h2, h3, legend, label";
/**
 * With all explained already, only readings are added.
 * @type {Explained}
 */
const ALL = { has: () => true, add: () => {} };

/** @type {ReturnType<typeof termFinder>} */
let findTerms = null;

/** @param {Term[]} terms */
const setTerms = (terms) => {
  findTerms = termFinder(terms, lang);
};

/**
 * For pages that learn only later which game is played.
 * @param {string} game
 * @param {string} deck
 */
export const loadTerms = async (game, deck) => setTerms((await get(`/api/glossary/${game}?deck=${deck}`)).terms);

/** @param {Term} term */
function openExplanation({ name, says }) {
  const other = lang === "ja" ? name.en : `${name.ja}${name.kana ? `（${name.kana}）` : ""}`;
  const box = openSheet(
    localize(name),
    el("p.also", { lang: lang === "ja" ? "en" : "ja" }, other),
    el("p.meaning", localize(says)),
  );
  box.classList.add("word-box");
}

/** Names whose reading stands on the page already. A second one is marked, since paper shows each once. */
const readings = new Set();

/**
 * @param {string} text
 * @param {TermName} name
 */
function withReading(text, name) {
  if (lang !== "ja" || text !== name.ja || !name.kana) return text;
  const word = /** @type {HTMLElement} */ (rubyName(name));
  if (readings.has(text)) word.classList.add("again");
  readings.add(text);
  return word;
}

/**
 * The text cut at its terms, or null where nothing is marked.
 * @param {string} text
 * @param {Explained} explained
 */
function markText(text, explained) {
  /** @type {(string | HTMLElement)[]} */
  const parts = [];
  let start = 0;
  for (const { form, at, end, term } of findTerms?.(text) ?? []) {
    const isFirst = term.says && !explained.has(term);
    if (!isFirst && !(lang === "ja" && term.name.kana)) continue;
    explained.add(term);
    const word = withReading(form, term.name);
    parts.push(text.slice(start, at), isFirst ? termLink(term, word) : word);
    start = end;
  }
  return parts.length ? [...parts, text.slice(start)] : null;
}

/**
 * @param {Term} term
 * @param {Child} word
 */
function termLink(term, word) {
  const onclick = (/** @type {Event} */ event) => {
    event.preventDefault();
    openExplanation(term);
  };
  return el(
    "a.word",
    { href: "/glossary", "data-key": `word ${term.name.en}`, "aria-haspopup": "dialog", onclick },
    word,
  );
}

/**
 * Marks the terms in an element, explains each once, and returns the element.
 * @template {Element} Root
 * @param {Root} root
 * @param {Explained} explained
 */
export function markTerms(root, explained = new Set()) {
  if (!findTerms) return root;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  /** @type {Text[]} */
  const texts = [];
  while (walker.nextNode()) {
    const text = /** @type {Text} */ (walker.currentNode);
    if (!text.parentElement?.closest(SKIPPED)) texts.push(text);
  }
  for (const text of texts) {
    const marked = markText(text.data, text.parentElement?.closest(UNLINKED) ? ALL : explained);
    if (marked) text.replaceWith(...marked);
  }
  return root;
}

/** `data-gloss` may name the game and the deck of a part's words. With `data-told` only readings are added. */
async function markPage() {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-gloss]"))) {
    const { gloss, told } = part.dataset;
    if (gloss) {
      const [game, deck] = gloss.split(" ");
      await loadTerms(game, deck);
    }
    markTerms(part, told === undefined ? undefined : ALL);
  }
}

setTerms(JSON.parse(document.body.dataset.terms ?? "[]"));
// Without the server the words stand there unexplained.
const tryToMark = () => markPage().catch(() => {});
tryToMark();
addEventListener("redrawn", tryToMark);

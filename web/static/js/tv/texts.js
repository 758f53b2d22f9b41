// What the big screen says, one line a language, and the names of games and cards.
import { faceIn } from "../core/card-fan.js";
import { el } from "../core/dom.js";
import { formatSigned } from "../core/stones.js";

/** The languages on the screen; the first one is large. */
export const SHOWN = /** @type {Language[]} */ ((document.body.dataset.shown ?? "").split(" "));
/** @type {Record<Language, Record<string, string>>} */
const MESSAGES = JSON.parse(document.body.dataset.messages ?? "{}");

/** @type {Record<string, Game>} */
export const games = {};
/** @type {Record<string, Deck>} */
export const decks = {};

/**
 * One line a language. What the second would say as the first does is said once.
 * @param {(lang: Language) => Child} content
 */
export const lines = (content) => {
  const [first, ...others] = SHOWN.map((lang) => ({ lang, says: content(lang) }));
  return [
    el("span.first", { lang: first.lang }, first.says),
    ...others.filter(({ says }) => says !== first.says).map(({ lang, says }) => el("span.second", { lang }, says)),
  ];
};

/**
 * The message of that key in each language shown.
 * @param {string} key
 * @param {MessageValues} values
 */
export const msg = (key, values = {}) => lines((lang) => messageIn(lang, key, values));

/**
 * @param {Language} lang
 * @param {string} key
 * @param {MessageValues} values
 */
export const messageIn = (lang, key, values) =>
  MESSAGES[lang][key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/**
 * The key of what somebody does: two people do it in the plural.
 * @param {string} key
 * @param {string} who
 */
export const keyOf = (key, who) => (who.includes(" & ") ? `${key}_pair` : key);

/** @param {LocalText} text */
export const localize = (text) => lines((lang) => text[lang] ?? text.en);

/** @param {TermName} name */
export const nameLines = (name) =>
  lines((lang) => (lang === "ja" && name.kana ? el("ruby", name.ja, el("rt", name.kana)) : (name[lang] ?? name.en)));

/** @param {number} n */
export const netStones = (n) => el(`b.net${n < 0 ? ".minus" : ".plus"}`, formatSigned(n));

/** @param {string} code */
export const cardName = (code) => faceIn(decks, code)?.spoken[SHOWN[0]] ?? code;

/** The sign of the dealer, in the first language. */
export const dealerSign = () =>
  el(
    "span.oya",
    { lang: SHOWN[0] === "en" ? "ja" : SHOWN[0], title: MESSAGES[SHOWN[0]].dealer },
    MESSAGES[SHOWN[0]].oya,
  );

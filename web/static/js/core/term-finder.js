// Finds the terms of a game in a text, in the forms that the text's language writes.

/** @param {string} form */
const escapeRegex = (form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

// A word ends where the script changes: 親 stands in 親の, not in 親切; oni in "oni takes", not in "onion". A Korean one
// begins there, and what follows may be its particle: 폭탄 stands in 폭탄을.
const SCRIPTS = [/\p{Script=Han}/u, /[\p{Script=Katakana}ー]/u, /[\p{Script=Latin}\p{N}]/u];
const HANGUL = /\p{Script=Hangul}/u;
// A count may follow at once: 絵札十六枚.
const COUNT = /[一二三四五六七八九十]/;

/**
 * @param {string | undefined} before
 * @param {string | undefined} after
 */
const isOneWord = (before, after) => SCRIPTS.some((script) => script.test(before ?? "") && script.test(after ?? ""));

/**
 * A function that finds terms in a text, in their order: the form as it stands, where, and the term.
 * Null where there is nothing to find.
 * @param {Term[]} terms
 * @param {Language} lang
 */
export function termFinder(terms, lang) {
  /** @type {Map<string, Term>} */
  const byForm = new Map();
  for (const term of terms) {
    const forms = /** @type {string[]} */ (term[lang] ?? []);
    for (const form of forms) if (term.says || lang === "ja") byForm.set(form.toLowerCase(), term);
  }
  if (!byForm.size) return null;
  const longestFirst = [...byForm.keys()].sort((a, b) => b.length - a.length);
  const forms = new RegExp(longestFirst.map(escapeRegex).join("|"), "giu");
  return (/** @type {string} */ text) =>
    [...text.matchAll(forms)]
      .map(({ 0: form, index }) => ({
        form,
        at: index,
        end: index + form.length,
        term: /** @type {Term} */ (byForm.get(form.toLowerCase())),
      }))
      .filter(
        ({ at, end }) =>
          !isOneWord(text[at - 1], text[at]) &&
          !(HANGUL.test(text[at - 1]) && HANGUL.test(text[at])) &&
          (!isOneWord(text[end - 1], text[end]) || COUNT.test(text[end])),
      );
}

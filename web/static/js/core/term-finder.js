// 言葉探し: where native words stand in a text, in the forms that its language writes.
const escaped = (form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

// A word ends where the script changes: 親 stands in 親の, not in 親切; oni in "oni takes", not in "onion".
// A count may follow at once: 絵札十六枚.
const COUNT = /[一二三四五六七八九十]/;
const SCRIPTS = [/\p{Script=Han}/u, /[\p{Script=Katakana}ー]/u, /[\p{Script=Latin}\p{N}]/u];
const joined = (one, other) => SCRIPTS.some((script) => script.test(one ?? "") && script.test(other ?? ""));

// Of the terms a game explains or reads, those of `text` in their order: the form as it stands, where, and the term.
export function termFinder(terms, lang) {
  const of = new Map();
  for (const term of terms)
    for (const form of term[lang]) if (term.says || lang === "ja") of.set(form.toLowerCase(), term);
  if (!of.size) return null;
  const forms = new RegExp(
    [...of.keys()]
      .sort((a, b) => b.length - a.length)
      .map(escaped)
      .join("|"),
    "giu",
  );
  return (text) =>
    [...text.matchAll(forms)]
      .map(({ 0: form, index: at }) => ({ form, at, end: at + form.length, term: of.get(form.toLowerCase()) }))
      .filter(
        ({ at, end }) =>
          !joined(text[at - 1], text[at]) && (!joined(text[end - 1], text[end]) || COUNT.test(text[end])),
      );
}

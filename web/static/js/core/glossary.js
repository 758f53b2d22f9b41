// 用語: native words are explained where they stand, card words carry their reading. Both come from the game's own data.
import { get } from "./api.js";
import { el, lang, openSheet, rubyName } from "./dom.js";
import { termFinder } from "./term-finder.js";

let find;
// Where no markup can stand, or a name must not be taken for a word; where a reading may stand, but no link.
const ALONE = "ruby, rt, select, option, textarea, bdi, script, style, svg, .section";
const UNLINKED = "button, a, summary, dt, h1, h2, h3, legend, label";
// For what explains the words itself: there is nothing left to tell, only to read.
const ALL = { has: () => true, add: () => {} };

const setTerms = (terms) => {
  find = termFinder(terms, lang);
};

// For pages that learn only later which game is played.
export const loadTerms = async (game, deck) => setTerms((await get(`/api/glossary/${game}?deck=${deck}`)).terms);

function explain(term) {
  const { name } = term;
  const other = lang === "ja" ? name.en : `${name.ja}${name.kana ? `（${name.kana}）` : ""}`;
  const box = openSheet(
    name[lang],
    el("p.also", { lang: lang === "ja" ? "en" : "ja" }, other),
    el("p.meaning", term.says[lang]),
  );
  box.classList.add("word-box");
}

// A reading told before is marked: paper has it once.
const seen = new Set();
function read(text, name) {
  if (lang !== "ja" || text !== name.ja || !name.kana) return text;
  const word = rubyName(name);
  if (seen.has(text)) word.classList.add("again");
  seen.add(text);
  return word;
}

function pieces(text, told) {
  const out = [];
  let from = 0;
  for (const { form, at, end, term } of find(text)) {
    const first = term.says && !told.has(term);
    if (!first && !(lang === "ja" && term.name.kana)) continue;
    told.add(term);
    const word = read(form, term.name);
    out.push(
      text.slice(from, at),
      first
        ? el(
            "a.word",
            {
              href: "/glossary",
              "data-key": `word ${term.name.en}`,
              "aria-haspopup": "dialog",
              onclick: (event) => {
                event.preventDefault();
                explain(term);
              },
            },
            word,
          )
        : word,
    );
    from = end;
  }
  return out.length ? [...out, text.slice(from)] : null;
}

// Marks the words in `root`, each explained once; gives `root` back.
export function markTerms(root, told = new Set()) {
  if (!find) return root;
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walk.nextNode()) if (!walk.currentNode.parentElement?.closest(ALONE)) texts.push(walk.currentNode);
  for (const text of texts) {
    const found = pieces(text.data, text.parentElement?.closest(UNLINKED) ? ALL : told);
    if (found) text.replaceWith(...found);
  }
  return root;
}

setTerms(JSON.parse(document.body.dataset.terms ?? "[]"));
// `data-gloss` may name the game and the deck whose words a part speaks in; with `data-told` it only gets readings.
async function page() {
  for (const part of document.querySelectorAll("[data-gloss]")) {
    const { gloss: of, told } = part.dataset;
    if (of) await loadTerms(...of.split(" "));
    markTerms(part, told === undefined ? undefined : ALL);
  }
}
page().catch(() => {
  /* without the table the words stand there unexplained */
});

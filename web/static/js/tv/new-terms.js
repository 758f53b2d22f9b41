// 言葉の帯: which native words stand on the big screen for the first time this evening, with what they mean.
import { termFinder } from "../core/term-finder.js";

const MOST = 2; // in one round: more would not be read from across a room
const first = new Map(); // each word told, and the round it was told in
let of = "",
  terms = [];

// Names of people are no words of the game.
const texts = (part, lang) =>
  [
    ...part.querySelectorAll(
      `.class [lang="${lang}"], .reason [lang="${lang}"], .reason[lang="${lang}"], .outcome [lang="${lang}"], .oya[lang="${lang}"]`,
    ),
  ].map((one) => one.textContent);

export async function newTerms(evening, main, get) {
  const now = `${evening.game} ${evening.deck}`,
    round = `${evening.id} ${now} ${evening.rounds.at(-1)?.number ?? 0}`;
  if (of !== now) {
    ({ terms } = await get(`/api/glossary/${evening.game}?deck=${evening.deck}`));
    of = now;
    first.clear();
  }
  const found = new Set();
  for (const lang of ["ja", "en"]) {
    const find = termFinder(terms, lang);
    if (find) for (const text of texts(main, lang)) for (const { term } of find(text)) if (term.says) found.add(term);
  }
  const told = () => [...found].filter((term) => first.get(term) === round);
  for (const term of found) if (!first.has(term) && told().length < MOST) first.set(term, round);
  return told();
}

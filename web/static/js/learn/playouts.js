// What rounds played on from here come to, after each choice: an estimate that grows while one looks.
import { get } from "../core/api.js";
import { COLON, el, lang, localize, msg } from "../core/dom.js";

/** Between two requests, in milliseconds: the table has other things to do, too. */
const PAUSE_MS = 100;
/** Until the next request where another phone has rounds played, or the table does not answer, in milliseconds. */
const WAIT_MS = 1000;

/** @param {number} ms */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** @param {number} number */
const signed = (number) => `${number < 0 ? "−" : "+"}${Math.abs(number).toFixed(2)}`;

/**
 * Plays rounds on and shows what they come to, as long as `box` is open and on the page. Throws what is refused.
 * @param {HTMLDetailsElement} box
 * @param {HTMLElement} list where the choices stand
 * @param {string} game
 * @param {URLSearchParams} query the practice round and the choices so far
 */
export async function playOn(box, list, game, query) {
  /** @type {Map<string, PlayedOn>} */
  const sums = new Map();
  for (let first = 0, most = 1; first < most && box.isConnected && box.open; ) {
    query.set("first", String(first));
    /** @type {Playouts | null} */
    const batch = document.hidden ? null : await get(`/api/playouts/${game}?${query}`).catch(unanswered);
    if (!batch?.rounds) {
      await sleep(WAIT_MS);
      continue;
    }
    for (const choice of batch.choices) add(sums, choice);
    first += batch.rounds;
    most = batch.most;
    const rounds = first;
    list.replaceChildren(
      el("p.hint", msg("played_on_says", { n: rounds.toLocaleString(lang) })),
      el(
        "ul.odds",
        [...sums.values()].map((choice) => choiceItem(choice, rounds)),
      ),
    );
    await sleep(PAUSE_MS);
  }
}

/**
 * A table that does not answer is asked again, one that refuses is not.
 * @param {ServerError} error
 */
function unanswered(error) {
  if (error.code) throw error;
  return null;
}

/**
 * @param {Map<string, PlayedOn>} sums
 * @param {PlayedOn} choice
 */
function add(sums, choice) {
  const before = sums.get(choice.key);
  sums.set(
    choice.key,
    before
      ? {
          ...choice,
          net: before.net + choice.net,
          squares: before.squares + choice.squares,
          ends: choice.ends.map((end, place) => ({ ...end, count: end.count + before.ends[place].count })),
        }
      : choice,
  );
}

/**
 * @param {PlayedOn} choice
 * @param {number} rounds
 */
function choiceItem({ says, net, squares, ends }, rounds) {
  const average = net / rounds;
  const error = Math.sqrt(Math.max(0, squares / rounds - average * average) / Math.max(1, rounds - 1));
  const came = ends.filter(({ count }) => count);
  const bar = el("span.bar-fill");
  bar.style.setProperty("inline-size", `${(ends[0].count / rounds) * 100}%`);
  return el(
    "li.odd",
    el(
      "div.odd-head",
      el("span.odd-what", localize(says)),
      el("b.odd-chance", `${signed(average)} ± ${error.toFixed(2)}`),
      el("span.odd-bar", { "aria-hidden": "true" }, bar),
    ),
    el(
      "small",
      came
        .map((end) => `${localize(end.says)}${COLON}${((end.count / rounds) * 100).toFixed(0)} %`)
        .join(lang === "ja" ? "、" : ", "),
    ),
  );
}

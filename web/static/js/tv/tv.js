// The big screen: the whole table at a glance, in one language or two, with nothing to press.
import { ask, insist } from "../core/answers.js";
import { byId, el, listFor } from "../core/dom.js";
import { listenToTable } from "../core/live-stream.js";
import { stonePile } from "../core/stones.js";
import { newestRound } from "../table/announcements.js";
import { animateStones } from "../table/stone-animation.js";
import { seatList } from "./seats.js";
import { cardName, decks, games, keyOf, lines, localize, messageIn, msg, nameLines } from "./texts.js";

/** Text is set smaller to fit, down to these shares of its size: while something can be left out, and after that. */
const [READABLE, SMALLEST] = [0.8, 0.5];
const RETRY_MS = 1000;

const main = byId("main");
/** The stones of a new round fly in it, above whatever is drawn meanwhile. */
const sky = el("div.sky");
/** @type {Snapshot} */
let snapshot;
/** @type {number | null} */
let age = null;
/** What answers in the table's place, "" for nothing. */
let why = "";
/** What the screen shows, as JSON. */
let shownState = "";
const beforeDeal = laterPart(() => import("./before-deal.js"));
const besideSeats = laterPart(() => import("./round.js"));

/**
 * A part of the screen, or nothing while its script is loaded, which begins when the part is first wanted.
 * The screen is drawn again once it is here.
 * @template Part
 * @param {() => Promise<Part>} load
 */
function laterPart(load) {
  /** @type {Part | undefined} */
  let part;
  let isLoading = false;
  const begin = () => {
    isLoading = true;
    load().then(
      (loaded) => {
        part = loaded;
        shownState = "";
        show();
      },
      () => setTimeout(begin, RETRY_MS),
    );
  };
  return () => {
    if (!isLoading) begin();
    return part;
  };
}

/** @param {Evening} evening */
function headline(evening) {
  const { over, closed, round, players, dealer, options } = evening;
  const { length } = options;
  const winners = evening.game_winners.map((player) => players[player]);
  const roundText =
    typeof length === "number" ? msg("round_of", { n: round, all: length }) : msg("round", { n: round });
  const { rounds } = games[evening.game];
  /** @type {Child} */
  let deals = null;
  if (over)
    deals = winners.length > 0 && lines((lang) => messageIn(lang, "winners", { names: listFor(lang, winners) }));
  else if (!closed) deals = msg(keyOf("deals", players[dealer]), { name: players[dealer] });
  /** @type {Child} */
  let state = rounds.length > 0 ? localize(rounds[(round - 1) % rounds.length]) : roundText;
  if (closed) state = msg("closed");
  else if (over) state = msg("over");
  return [el("p.game", nameLines(games[evening.game].name)), el("p.round", state), el("p.deals", deals)];
}

function show() {
  const { evening, draft, preview, people, following } = snapshot;
  const state = JSON.stringify([evening, draft?.picture, draft?.begun, preview, people, following]);
  if (state === shownState) return;
  shownState = state;
  if (evening) showEvening(evening);
  else showWaiting();
}

function showWaiting() {
  const part = beforeDeal();
  if (!part) return;
  const names = snapshot.people.joined.map((name) => el("li", el("bdi", name)));
  byId("head").replaceChildren();
  const months = part.monthsView(decks.hanafuda, nameLines);
  main.replaceChildren(el("section.waiting", months, el("p", msg("not_begun")), el("ul.here", names)));
}

/** @param {Evening} evening */
function showEvening(evening) {
  const { draft, editing, following } = snapshot;
  const last = newestRound(evening);
  const isAnythingBeside = last || draft?.picture || (following?.shown && !editing);
  const part = isAnythingBeside ? besideSeats() : null;
  if (part === undefined) return;
  const beside = part?.roundView(snapshot, evening, last);
  const wall = beside || draft?.begun ? null : beforeDeal();
  if (wall === undefined) return;
  byId("head").replaceChildren(...headline(evening));
  main.replaceChildren(
    el(
      "div.left",
      seatList(snapshot, evening, last),
      evening.pot > 0 && el("p.pot", msg("pot"), el("b", String(evening.pot)), stonePile(evening.pot)),
    ),
  );
  if (wall)
    main.append(el("div.right", el("h2", msg("best_hands")), wall.bestHands(games[evening.game], nameLines, cardName)));
  if (beside) main.append(beside);
  part?.showWords(evening, main, ask).then(fit);
  fit();
  const places = /** @type {HTMLElement[]} */ ([...main.querySelectorAll(".seat")]);
  animateStones(evening, last, sky, places, main.querySelector(".pot") ?? byId("head"));
}

/**
 * Sets the text in boxes smaller until it fits. Whether all of it does.
 * @param {Iterable<Element>} boxes
 * @param {number} smallest
 */
function shrink(boxes, smallest) {
  return [.../** @type {Iterable<HTMLElement>} */ (boxes)]
    .map((box) => {
      for (let size = 1; size >= smallest; size -= 0.05) {
        box.style.setProperty("--size", String(size));
        if (box.scrollHeight <= box.clientHeight) return true;
      }
      return false;
    })
    .every(Boolean);
}

/**
 * Nothing long is cut off. What matters less is left out, step by step, before letters become too small.
 * @param {string} selector of the boxes
 * @param {string[]} steps classes that leave something out
 */
function fitBoxes(selector, steps) {
  const boxes = main.querySelectorAll(selector);
  for (const box of boxes) box.classList.remove(...steps);
  for (const step of steps) {
    if (shrink(boxes, READABLE)) return;
    for (const box of boxes) box.classList.add(step);
  }
  shrink(boxes, SMALLEST);
}

function fit() {
  fitBoxes(".seat", ["tight", "one", "brief"]);
  fitBoxes(".settled", ["brief", "one"]);
  fitBoxes(".words", ["one"]);
}

/** Says that the connection is lost, and for how long, or what everybody should know. */
function showBanner() {
  const banner = byId("banner");
  document.body.classList.toggle("old", age != null);
  if (age == null) {
    banner.replaceChildren(...(snapshot?.says ? localize(snapshot.says) : []));
    return;
  }
  if (why) {
    banner.replaceChildren(why);
    return;
  }
  const ages = age < 120 ? msg("old_seconds", { n: age }) : msg("old_minutes", { n: Math.round(age / 60) });
  const lost = msg("lost");
  lost.forEach((line, index) => {
    line.append(" ", ...ages[index].childNodes);
  });
  banner.replaceChildren(...lost);
}

addEventListener("resize", fit);
document.body.append(sky);
byId("scan").append(...msg("scan_to_join"));
const sayWhy = (/** @type {string} */ text) => byId("banner").replaceChildren(text);
const [gameList, deckList] = await Promise.all([insist("/api/games", sayWhy), insist("/api/decks", sayWhy)]);
for (const game of gameList.games) games[game.key] = game;
for (const deck of deckList.decks) decks[deck.kind] = deck;
listenToTable(
  (state) => {
    snapshot = state;
    show();
    showBanner();
  },
  (seconds, text) => {
    if (seconds === age && text === why) return;
    age = seconds;
    why = text;
    showBanner();
  },
);

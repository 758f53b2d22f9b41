// The main page: draws every snapshot. The table follows the state of the round: deal, show, settle.
import { insist } from "./core/answers.js";
import { get, postChange } from "./core/api.js";
import { addMessages, byId, el, focusKey, keepChildren, msg, showToast } from "./core/dom.js";
import { lazyAction, lazyPart } from "./core/lazy.js";
import { listenToTable } from "./core/live-stream.js";
import { updateRole } from "./core/phone-role.js";
import { watchPress } from "./core/press-guard.js";
import { store } from "./core/store.js";
import { announceChange, newestRound } from "./table/announcements.js";
import { drawBanner, sayWhy } from "./table/banner.js";
import { openCorrection, seatBar, seatRequests, tableBar } from "./table/bars.js";
import { showGain } from "./table/gain.js";
import { droppedRound } from "./table/round-changes.js";
import { seatAdvice } from "./table/seat-advice.js";
import { rememberNewestRound } from "./table/stone-animation.js";
import { tableRing, tableView } from "./table/table.js";

/** @typedef {"table" | "hands" | "history" | "evening"} Tab */

const main = byId("main");
const waiting = el("p.busy", { role: "status" }, msg("waiting"));
const openHostSheet = lazyAction(() => import("./core/host-sheet.js").then((part) => part.openHostSheet));
/** @type {Promise<unknown> | undefined} */
let words;
const forgetWords = (/** @type {unknown} */ error) => {
  words = undefined;
  throw error;
};
/**
 * Loads a view with what it says, which comes once for all of them.
 * @template View
 * @param {() => Promise<View>} load
 */
const withWords = (load) => () => {
  words ??= get("/words").then(addMessages).catch(forgetWords);
  return words.then(load);
};
const handsView = lazyPart(
  withWords(() => import("./hands/hands.js").then((part) => part.handsView)),
  waiting,
);
const roundOutcome = lazyPart(withWords(() => import("./hands/hands.js").then((part) => part.roundOutcome)));
const roundCorrectionView = lazyPart(
  withWords(() => import("./hands/round-correction.js").then((part) => part.roundCorrectionView)),
);
const followPanel = lazyPart(withWords(() => import("./follow/panel.js").then((part) => part.followPanel)));
const switchFollowing = lazyAction(withWords(() => import("./follow/panel.js").then((part) => part.switchFollowing)));
const historyView = lazyPart(
  withWords(() => import("./history/history.js").then((part) => part.historyView)),
  waiting,
);
const tallyView = lazyPart(
  withWords(() => import("./history/tally.js").then((part) => part.tallyView)),
  waiting,
);
/** @type {Record<Tab, () => Child>} */
const TABS = {
  table: () => tablePage(),
  hands: () => tablePage(),
  history: () => [historyView(), openCorrection()],
  evening: () => [tallyView(), openCorrection()],
};

/** @type {Tab} */
let tab;
/** What the page shows, as JSON. */
let shownState = "";
/** @type {Snapshot | undefined} the newest one, shown or not */
let newest;
const stream = { age: /** @type {number | null} */ (null), why: "", isHeld: false };
let isOutdated = false;
/** Whether the round being entered was shown when the page was last drawn. */
let wasShowing = false;
// Sheets hang below the body, and news redraws their buttons, too.
const isPressed = watchPress(document.body, () => isOutdated && draw(true));

/** @param {string} name */
function openTab(name) {
  location.hash = name;
}

function turnToTab() {
  const name = location.hash.slice(1);
  tab = name in TABS ? /** @type {Tab} */ (name) : "table";
  store.isEntering = tab === "hands";
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("#tabs a"))) {
    if (link.hash === `#${tab === "hands" ? "table" : tab}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  draw(true);
  scrollTo(0, 0);
}

/**
 * Whether the table shows the round being entered: everybody sees it once it has begun. Before that whoever may enter
 * cards may ask for it. An earlier round is corrected only where a host went to do so.
 */
function isShowing() {
  if (!store.evening || (tab !== "table" && tab !== "hands")) return false;
  const { draft, editing } = store.snapshot;
  const { over, closed, playable } = store.evening;
  const isAsked = tab === "hands";
  if (editing || over || closed || !playable) return isAsked && editing != null && store.isHost;
  return draft?.begun || (isAsked && (store.isHost || store.ownPlayer() >= 0));
}

/** The table in its state: cards are dealt or a round is settled, or its hands are shown. */
function tablePage() {
  if (!isShowing())
    return [tableView([seatRequests(), droppedRound(), nameHint(), followView(), seatAdvice()]), tableBar(openTab)];
  const { editing } = store.snapshot;
  return [
    tableRing(),
    el(
      "div.side",
      // Who plays wants to know what is allowed; who enters the hands wants the hands.
      !editing && !store.isHost && seatAdvice(),
      seatRequests(),
      droppedRound(),
      editing ? roundCorrectionView(openTab) : followView(),
      handsView(openTab),
      !editing && store.isHost && seatAdvice(),
    ),
    el("div.brings", roundOutcome()),
    !store.isHost && seatBar(),
  ];
}

/** Asks a host without a name for one before the first round, so that the history can say who settled it. */
function nameHint() {
  const { rounds, closed } = store.evening;
  if (!store.isHost || store.ownName || rounds.length || closed || store.snapshot.scanner.demo) return null;
  return el("p.panel.ask", el("span", msg("host_name")), el("a.button", { href: "/join" }, msg("sit")));
}

/** The round that the camera follows; to a host the switch where rounds can be followed. */
function followView() {
  const { on, offered } = store.snapshot.following ?? {};
  if (on) return followPanel();
  if (!offered || !store.isHost || store.evening.closed || store.evening.over) return null;
  return el(
    "p.links",
    el(
      "button.switch",
      { role: "switch", "aria-checked": false, "data-key": "fo_switch", onclick: () => switchFollowing(true, false) },
      el("span.knob", { "aria-hidden": "true" }),
      msg("fo_switch"),
    ),
  );
}

function welcome() {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById("welcome"));
  const content = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
  content.querySelector(store.isHost ? "[data-for=guest]" : "[data-for=host]")?.remove();
  content.querySelector("#demo")?.addEventListener("click", () => postChange("/api/demo/evening"));
  content.querySelector("#host")?.addEventListener("click", (event) => {
    event.preventDefault();
    openHostSheet();
  });
  const named = /** @type {HTMLElement | null} */ (content.querySelector("[data-named]"));
  if (named && store.ownName) {
    named.hidden = false;
    named.querySelector("b")?.replaceChildren(el("bdi", store.ownName));
    content.querySelector("#join")?.replaceChildren(msg("other_name"));
  }
  return content.firstElementChild;
}

/**
 * Whatever the host looks at: somebody new asks for a seat.
 * @param {Snapshot | undefined} before
 * @param {Snapshot} now
 */
function sayWhoAsks(before, now) {
  const name = now.people.asking.find((one) => !before?.people.asking.includes(one));
  if (store.isHost && before && name) showToast(msg("seat_wanted", { name }));
}

/** Nothing changes under a finger that is down, or for somebody who is typing. */
function isInUse() {
  const focused = document.activeElement;
  const isTyping = main.contains(focused) && focused?.matches("input:not([type=file]), select");
  return isPressed() || isTyping;
}

/**
 * Whoever was entering cards sees what the round did once somebody has confirmed it.
 * @param {Snapshot | undefined} before
 * @param {Snapshot} now
 */
function showSettlement(before, now) {
  const isSameEvening = before?.evening != null && before.evening.id === now.evening?.id;
  if (tab !== "hands" || !isSameEvening || before?.editing) return;
  const numberOf = (/** @type {Snapshot | undefined} */ snapshot) =>
    snapshot?.evening ? (newestRound(snapshot.evening)?.number ?? 0) : 0;
  if (numberOf(now) > numberOf(before)) openTab("table");
}

/** @param {boolean} isForced whether to draw even if nothing has changed */
function draw(isForced) {
  if (!newest) return;
  drawBanner(newest, stream);
  if (store.snapshot && isInUse()) {
    isOutdated = true;
    return;
  }
  isOutdated = false;
  const snapshot = store.setSnapshot(newest);
  const { version, evening, scanner } = snapshot;
  // While hands are shown everything counts; else the round being entered, and who reads it, is left alone.
  const showing = isShowing();
  const { editing, following, dropped, people } = snapshot;
  const content = showing ? snapshot : [version, evening, scanner, editing, following, dropped, people.asking];
  const state = JSON.stringify([tab, store.busyMessage, store.isHost, store.ownName, content]);
  if (state === shownState && !isForced) return;
  shownState = state;
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const key = focused?.dataset?.key;
  const photo = main.querySelector(".photo");
  const { scrollLeft = 0, scrollTop = 0 } = photo ?? {};
  const parts = [evening ? TABS[tab]() : welcome()].flat(3).filter(Boolean);
  keepChildren(main, /** @type {(Node | string)[]} */ (parts));
  // What a round did is seen on the cloth.
  if (wasShowing && !showing && tab === "table") scrollTo(0, 0);
  wasShowing = showing;
  if (key) focusKey(main, key);
  if (photo) main.querySelector(".photo")?.scrollTo(scrollLeft, scrollTop);
}

addEventListener("redraw", () => draw(true));
addEventListener("hashchange", turnToTab);
turnToTab();
main.addEventListener("focusout", () => setTimeout(() => isOutdated && draw(true)));

const [{ games }, { decks }] = await Promise.all([insist("/api/games", sayWhy), insist("/api/decks", sayWhy)]);
for (const game of games) store.games[game.key] = game;
for (const deck of decks) store.decks[deck.kind] = deck;
listenToTable(
  (snapshot) => {
    announceChange(newest, snapshot);
    sayWhoAsks(newest, snapshot);
    showSettlement(newest, snapshot);
    showGain(newest, snapshot);
    newest = snapshot;
    rememberNewestRound(snapshot.evening);
    draw(false);
    updateRole(snapshot);
  },
  (age, why) => {
    Object.assign(stream, { age, why });
    drawBanner(newest, stream);
  },
  (isHeld) => {
    stream.isHeld = isHeld;
    drawBanner(newest, stream);
  },
);

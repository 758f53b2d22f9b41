// Shows every snapshot on the chosen tab, and says when it is out of touch.
import { get, postChange } from "./core/api.js";
import { el, localize, msg, splice } from "./core/dom.js";
import { lazyPart } from "./core/lazy.js";
import { listenToTable } from "./core/live-stream.js";
import { updateRole } from "./core/phone-role.js";
import { watchPress } from "./core/press-guard.js";
import { store } from "./core/store.js";
import { dealDemo, handsView } from "./hands/hands.js";
import { announceChange } from "./table/announcements.js";
import { seatAdvice } from "./table/seat-advice.js";
import { rememberNewestRound } from "./table/stone-animation.js";
import { tableView } from "./table/table.js";

const main = document.getElementById("main");
const waiting = el("p.busy", { role: "status" }, msg("waiting"));
const correcting = lazyPart(() => import("./hands/round-correction.js").then((part) => part.roundCorrectionView));
const history = lazyPart(() => import("./history/history.js").then((part) => part.historyView), waiting);
const reckoning = lazyPart(() => import("./history/tally.js").then((part) => part.tallyView), waiting);
const TABS = {
  table: () => [splice(tableView(), 2, 0, seatAdvice()), store.isHost ? next() : sit()],
  hands: () => [store.snapshot.editing && correcting(go), handsView(go)],
  history: () => history(go),
  evening: reckoning,
};
let tab,
  told,
  newest,
  age = null,
  owed = false;
const pressed = watchPress(main, () => owed && show(true));

const go = (to) => {
  location.hash = to;
};

function turn() {
  tab = location.hash.slice(1) in TABS ? location.hash.slice(1) : "table";
  for (const link of document.querySelectorAll("#tabs a")) {
    if (link.hash === `#${tab}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  show(true);
  scrollTo(0, 0);
}

function welcome() {
  const part = document.getElementById("welcome").content.cloneNode(true);
  part.querySelector(store.isHost ? "[data-for=guest]" : "[data-for=host]").remove();
  part.querySelector("#demo")?.addEventListener("click", () => postChange("/api/demo/evening"));
  return part.firstElementChild;
}

function show(force) {
  if (!newest) return;
  banner();
  // Nothing changes under a finger that is down or for somebody typing: what is new is shown when he is done, and till
  // then what he does is done to the state he sees.
  const typing = document.activeElement;
  if (store.snapshot && (pressed() || (main.contains(typing) && typing.matches("input:not([type=file]), select")))) {
    owed = true;
    return;
  }
  owed = false;
  const snap = store.setSnapshot(newest);
  // The round being told leaves the other tabs, and who reads them, alone.
  const now = JSON.stringify([
    tab,
    store.busyMessage,
    store.isHost,
    store.ownName,
    tab === "hands" ? snap : [snap.version, snap.evening, snap.scanner],
  ]);
  if (now === told && !force) return;
  told = now;
  const key = typing?.dataset?.key,
    photo = main.querySelector(".photo");
  main.replaceChildren(...[store.evening ? TABS[tab]() : welcome()].flat(3).filter(Boolean));
  if (key) main.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
  main.querySelector(".photo")?.scrollTo(photo?.scrollLeft, photo?.scrollTop);
}

function next() {
  const { over, closed, playable } = store.evening;
  if (closed)
    return el(
      "div.bar",
      el("a.button.big", { href: "#evening" }, msg("comes_to")),
      el("a.button.primary.big", { href: "/start" }, msg("another")),
    );
  if (over)
    return el(
      "div.bar",
      el("a.button.big", { href: "#evening" }, msg("comes_to")),
      el("a.button.primary.big", { href: "/start?evening=same" }, msg("another_game")),
    );
  if (!playable)
    return el("div.bar", el("p.hint", msg("too_few")), el("a.button.primary.big", { href: "/seats" }, msg("seats")));
  const { scanner } = store.snapshot;
  return el(
    "div.bar",
    el("button.big.primary", { onclick: () => go("hands") }, msg("tell_round")),
    scanner.demo &&
      el(
        "button.big",
        { disabled: scanner.state !== "up" || store.busyMessage, onclick: () => dealDemo(go) },
        msg("deal_demo"),
      ),
  );
}

// Whoever has not said who he is finds the way to his seat under his thumb.
function sit() {
  if (store.ownName || store.evening.closed || "watching" in document.body.dataset) return null;
  return el("div.bar", el("a.button.primary.big", { href: "/join" }, msg("sit")));
}

// What is said is said once to those who listen; the age beside it is only seen.
function banner() {
  const words = age == null ? localize(newest?.says) : msg("lost");
  const box = document.getElementById("banner");
  if (box.dataset.words !== words) {
    box.dataset.words = words;
    box.replaceChildren(...(words ? [words, el("span", { "aria-hidden": "true" })] : []));
    document.body.classList.toggle("old", age != null);
  }
  box.className = age != null ? "stale" : newest?.saved === false ? "alarm" : "";
  if (age != null)
    box.lastChild.textContent = ` ${age < 120 ? msg("old_seconds", { n: age }) : msg("old_minutes", { n: Math.round(age / 60) })}`;
}

addEventListener("redraw", show);
addEventListener("hashchange", turn);
turn();
main.addEventListener("focusout", () => setTimeout(() => owed && show(true)));

const [{ games }, { decks }] = await Promise.all([get("/api/games"), get("/api/decks")]);
for (const game of games) store.games[game.key] = game;
for (const deck of decks) store.decks[deck.kind] = deck;
listenToTable(
  (snap) => {
    announceChange(newest, snap);
    newest = snap;
    rememberNewestRound(snap.evening);
    show();
    updateRole(snap);
  },
  (seconds) => {
    age = seconds;
    if (newest) banner();
  },
);

// Shows every snapshot on the chosen tab, and says when it is out of touch.
import { change, get } from "./core/api.js";
import { h, say, spliced, t } from "./core/dom.js";
import { later } from "./core/lazy.js";
import { listen } from "./core/live-stream.js";
import { mind } from "./core/phone-role.js";
import { pressing } from "./core/press-guard.js";
import { S } from "./core/store.js";
import { dealDemo, hands } from "./hands/hands.js";
import { news } from "./table/announcements.js";
import { ownAdvice } from "./table/seat-advice.js";
import { known } from "./table/stone-animation.js";
import { table } from "./table/table.js";

const main = document.getElementById("main");
const waiting = h("p.busy", { role: "status" }, t("waiting"));
const correcting = later(() => import("./hands/round-correction.js").then((part) => part.correcting));
const history = later(() => import("./history/history.js").then((part) => part.history), waiting);
const reckoning = later(() => import("./history/tally.js").then((part) => part.reckoning), waiting);
const TABS = {
  table: () => [spliced(table(), 2, 0, ownAdvice()), S.host ? next() : sit()],
  hands: () => [S.snap.editing && correcting(go), hands(go)],
  history: () => history(go),
  evening: reckoning,
};
let tab,
  told,
  newest,
  age = null,
  owed = false;
const pressed = pressing(main, () => owed && show(true));

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
  part.querySelector(S.host ? "[data-for=guest]" : "[data-for=host]").remove();
  part.querySelector("#demo")?.addEventListener("click", () => change("/api/demo/evening"));
  return part.firstElementChild;
}

function show(force) {
  if (!newest) return;
  banner();
  // Nothing changes under a finger that is down or for somebody typing: what is new is shown when he is done, and till
  // then what he does is done to the state he sees.
  const typing = document.activeElement;
  if (S.snap && (pressed() || (main.contains(typing) && typing.matches("input:not([type=file]), select")))) {
    owed = true;
    return;
  }
  owed = false;
  const snap = S.take(newest);
  // The round being told leaves the other tabs, and who reads them, alone.
  const now = JSON.stringify([
    tab,
    S.busy,
    S.host,
    S.me,
    tab === "hands" ? snap : [snap.version, snap.evening, snap.scanner],
  ]);
  if (now === told && !force) return;
  told = now;
  const key = typing?.dataset?.key,
    photo = main.querySelector(".photo");
  main.replaceChildren(...[S.evening ? TABS[tab]() : welcome()].flat(3).filter(Boolean));
  if (key) main.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
  main.querySelector(".photo")?.scrollTo(photo?.scrollLeft, photo?.scrollTop);
}

function next() {
  const { over, closed, playable } = S.evening;
  if (closed)
    return h(
      "div.bar",
      h("a.button.big", { href: "#evening" }, t("comes_to")),
      h("a.button.primary.big", { href: "/start" }, t("another")),
    );
  if (over)
    return h(
      "div.bar",
      h("a.button.big", { href: "#evening" }, t("comes_to")),
      h("a.button.primary.big", { href: "/start?evening=same" }, t("another_game")),
    );
  if (!playable)
    return h("div.bar", h("p.hint", t("too_few")), h("a.button.primary.big", { href: "/seats" }, t("seats")));
  const { scanner } = S.snap;
  return h(
    "div.bar",
    h("button.big.primary", { onclick: () => go("hands") }, t("tell_round")),
    scanner.demo &&
      h("button.big", { disabled: scanner.state !== "up" || S.busy, onclick: () => dealDemo(go) }, t("deal_demo")),
  );
}

// Whoever has not said who he is finds the way to his seat under his thumb.
function sit() {
  if (S.me || S.evening.closed || "watching" in document.body.dataset) return null;
  return h("div.bar", h("a.button.primary.big", { href: "/join" }, t("sit")));
}

// What is said is said once to those who listen; the age beside it is only seen.
function banner() {
  const words = age == null ? say(newest?.says) : t("lost");
  const box = document.getElementById("banner");
  if (box.dataset.words !== words) {
    box.dataset.words = words;
    box.replaceChildren(...(words ? [words, h("span", { "aria-hidden": "true" })] : []));
    document.body.classList.toggle("old", age != null);
  }
  box.className = age != null ? "stale" : newest?.saved === false ? "alarm" : "";
  if (age != null)
    box.lastChild.textContent = ` ${age < 120 ? t("old_seconds", { n: age }) : t("old_minutes", { n: Math.round(age / 60) })}`;
}

addEventListener("redraw", show);
addEventListener("hashchange", turn);
turn();
main.addEventListener("focusout", () => setTimeout(() => owed && show(true)));

const [{ games }, { decks }] = await Promise.all([get("/api/games"), get("/api/decks")]);
for (const game of games) S.games[game.key] = game;
for (const deck of decks) S.decks[deck.kind] = deck;
listen(
  (snap) => {
    news(newest, snap);
    newest = snap;
    known(snap.evening);
    show();
    mind(snap);
  },
  (seconds) => {
    age = seconds;
    if (newest) banner();
  },
);

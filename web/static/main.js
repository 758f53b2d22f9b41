// The page: takes every snapshot, shows the tab that is chosen, says when it is out of touch.
import { get, change, send } from "./api.js";
import { h, say, t } from "./dom.js";
import { hands } from "./hands.js";
import { history } from "./history.js";
import { listen } from "./live.js";
import { S } from "./state.js";
import { dealDemo, table } from "./table.js";

const main = document.getElementById("main");
const TABS = { table: ["卓", table], hands: ["札", () => hands(go)], history: ["帳", history], more: ["他", more] };
let tab = location.hash.slice(1) in TABS ? location.hash.slice(1) : "table";
let stale = false, owed = false;

function go(to) {
  tab = to;
  window.history.replaceState(null, "", `#${to}`);
  show();
  scrollTo(0, 0);
}

function welcome() {
  return h("section.panel.welcome", {}, h("div.fan", { "aria-hidden": "true" }, ["h01-1", "h03-1", "h08-1", "h11-1", "h12-1"].map((code) => h("img.card", { src: `/art/${code}.svg`, alt: "" }))),
    h("p.lead", {}, t("welcome")),
    S.host ? [h("p", {}, h("a.button.primary.big", { href: "/start" }, t("start"))),
      S.snap.scanner.demo && [h("p", {}, h("button.big", { onclick: () => change("/api/demo/evening") }, t("start_demo"))), h("p.hint", {}, t("demo_says"))]]
    : [h("p", {}, t("waiting")), h("button.primary", { onclick: () => go("more") }, t("sign_in"))]);
}

function more() {
  const part = document.getElementById("more").content.cloneNode(true);
  const chips = part.querySelector("#who .chips");
  if (S.evening) chips.append(...[...S.evening.players, ""].map((name) => h("button.chip", { "aria-pressed": (S.me ?? "") === name, onclick: () => { S.me = name; show(); } }, h("bdi", {}, name || t("nobody")))));
  else part.querySelector("#who").remove();
  const form = part.querySelector("#sign-in");
  form.hidden = S.host;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await send("/api/host", { pin: form.pin.value })) { S.host = true; go("table"); }
  });
  part.querySelector("#hosting").hidden = !S.host;
  const end = part.querySelector("#end");
  end.hidden = !S.evening || S.evening.closed;
  end.addEventListener("click", () => change("/api/close"));
  part.querySelector("#sign-out").addEventListener("click", async () => { await send("/api/host", {}, "DELETE"); S.host = false; show(); });
  return [...part.children];
}

function show() {
  const { snap } = S;
  if (!snap) return;
  banner();
  // Somebody typing is not interrupted: what is new is shown when he is done.
  const typing = document.activeElement;
  if (main.contains(typing) && typing.matches("input:not([type=file]), select")) { owed = true; return; }
  owed = false;
  const key = typing?.dataset?.key;
  const open = S.evening && tab !== "more";
  const parts = tab === "more" ? more() : open ? TABS[tab][1]() : welcome();
  main.replaceChildren(...[parts].flat(2).filter(Boolean));
  main.className = open ? tab : "plain";
  if (tab === "table" && S.host && open) main.append(next());
  if (key) main.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
  document.getElementById("tabs").replaceChildren(...Object.entries(TABS).map(([name, [sign]]) => h("button.tab", { "aria-current": name === tab ? "page" : null, onclick: () => go(name) }, h("span.sign", { lang: "ja", "aria-hidden": "true" }, sign), t(name))));
}

function next() {
  if (S.evening.over) return h("div.bar", {}, h("a.button.primary.big", { href: "/start" }, t("another")));
  const { scanner } = S.snap;
  return h("div.bar", {}, h("button.big.primary", { onclick: () => go("hands") }, t("tell_round")),
    scanner.demo && h("button.big", { disabled: scanner.state !== "up" || S.busy, onclick: () => dealDemo(go) }, t("deal_demo")));
}

function banner() {
  const { state, says } = S.snap.scanner;
  const words = stale ? t("stale") : state !== "up" ? `${t(`scanner_${state}`)} ${say(says)}` : say(says);
  const box = document.getElementById("banner");
  if (box.textContent !== words) box.replaceChildren(words);
  box.className = stale ? "stale" : state;
  document.body.classList.toggle("old", stale);
}

addEventListener("redraw", show);
addEventListener("hashchange", () => location.hash.slice(1) in TABS && go(location.hash.slice(1)));
main.addEventListener("focusout", () => setTimeout(() => owed && show()));

const [{ host }, { games }, { decks }] = await Promise.all([get("/api/me"), get("/api/games"), get("/api/decks")]);
S.host = host;
for (const game of games) S.games[game.key] = game;
for (const deck of decks) S.decks[deck.kind] = deck;
listen((snap) => { S.snap = snap; show(); }, (is) => { if (is !== stale) { stale = is; if (S.snap) banner(); } });

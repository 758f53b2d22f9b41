// 見張り: the table as it is watched: its live picture, what changed, the switches of the host.

import { get, post } from "../core/api.js";
import { el, msg } from "../core/dom.js";
import { lazyAction } from "../core/lazy.js";
import { store } from "../core/store.js";
import { cardName } from "./cards.js";

const seats = lazyAction(() => import("./zone-editor.js").then((part) => part.openZoneEditor));
const LOOK = 1500;
let heard = null; // the changes last told

// While this page is looked at, the watch goes on and its picture is renewed.
setInterval(() => {
  if (document.hidden || !store.evening || store.snapshot.scanner.state !== "up" || !store.snapshot.scanner.camera)
    return;
  const img = document.querySelector("img[data-live]");
  if (img) {
    const next = new Image();
    next.onload = () => {
      img.src = next.src;
    };
    next.src = `/api/tabletop/live.jpg?${Date.now()}`;
  } else if (document.querySelector("[data-watch]")) get("/api/tabletop").catch(() => {});
}, LOOK);

const SAID = {
  appeared: (card) => msg("ch_appeared", { card }),
  gone: (card) => msg("ch_gone", { card }),
  moved: (card) => msg("ch_moved", { card }),
  turned: (card) => msg("ch_turned", { card }),
};
const told = ({ kind, card }) => SAID[kind](cardName(card));

// What changed since the table last lay still, shown, and said once.
function changes(table) {
  if (!table.changes.length) return null;
  const words = table.changes.map(told),
    mark = JSON.stringify(table.changes.map(({ number, kind }) => [number, kind]));
  if (mark !== heard) {
    heard = mark;
    const box = document.getElementById("news");
    if (box) box.textContent = words.slice(0, 6).join(", ");
  }
  return el(
    "ul.changes",
    words.slice(0, 12).map((each) => el("li", each)),
  );
}

const lie = ({ cards }) =>
  cards
    .map((seen) => seen.card ?? "")
    .sort()
    .join();

export function watchStatus() {
  const { tabletop: top, draft } = store.snapshot;
  if (!top?.watching || !top.table) return null;
  const { still } = top;
  const words = top.awaiting ? msg("awaiting") : msg(still ? "at_rest" : "moving");
  const other = draft.picture && still && lie(draft.picture) !== lie(top.table);
  return el(
    "div.watched",
    el(`p.rest${still ? "" : ".busy-still"}`, el("span", { "aria-hidden": "true" }, still ? "■ " : "▶ "), words),
    draft.followed && el("p.hint", msg("followed")),
    changes(top.table),
    other &&
      store.isHost &&
      !draft.followed &&
      el(
        "p.since",
        `◆ ${msg("table_changed")} `,
        el("button.chip", { "data-key": "take", onclick: () => post("/api/tabletop/shown", {}) }, msg("take_over")),
      ),
  );
}

// Buttons of the host for a table with a camera.
export function hostSwitches(disabled) {
  const top = store.snapshot.tabletop;
  if (!top) return null;
  return [
    el("button", { disabled, "data-key": "shown", onclick: () => post("/api/tabletop/shown", {}) }, msg("all_shown")),
    el(
      "button.switch",
      {
        role: "switch",
        "aria-checked": top.automatic,
        "data-key": "automatic",
        title: msg("automatic_hint"),
        onclick: () => post("/api/tabletop/automatic", { on: !top.automatic }),
      },
      el("span.knob", { "aria-hidden": "true" }),
      msg("automatic"),
    ),
  ];
}

export const zonesButton = () =>
  store.isHost &&
  store.snapshot.tabletop?.zones.length > 0 &&
  el("button.chip", { "data-key": "seats", onclick: seats }, msg("zones"));

// 見張り: the table as it is watched: its live picture, what changed, the switches of the host.

import { get, send } from "../core/api.js";
import { h, t } from "../core/dom.js";
import { tapped } from "../core/lazy.js";
import { S } from "../core/store.js";
import { nameOf } from "./cards.js";

const seats = tapped(() => import("./zone-editor.js").then((part) => part.seats));
const LOOK = 1500;
let heard = null; // the changes last told

// While this page is looked at, the watch goes on and its picture is renewed.
setInterval(() => {
  if (document.hidden || !S.evening || S.snap.scanner.state !== "up" || !S.snap.scanner.camera) return;
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
  appeared: (card) => t("ch_appeared", { card }),
  gone: (card) => t("ch_gone", { card }),
  moved: (card) => t("ch_moved", { card }),
  turned: (card) => t("ch_turned", { card }),
};
const told = ({ kind, card }) => SAID[kind](nameOf(card));

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
  return h(
    "ul.changes",
    words.slice(0, 12).map((each) => h("li", each)),
  );
}

const lie = ({ cards }) =>
  cards
    .map((seen) => seen.card ?? "")
    .sort()
    .join();

export function state() {
  const { tabletop: top, draft } = S.snap;
  if (!top?.watching || !top.table) return null;
  const { still } = top;
  const words = top.awaiting ? t("awaiting") : t(still ? "at_rest" : "moving");
  const other = draft.picture && still && lie(draft.picture) !== lie(top.table);
  return h(
    "div.watched",
    h(`p.rest${still ? "" : ".busy-still"}`, h("span", { "aria-hidden": "true" }, still ? "■ " : "▶ "), words),
    draft.followed && h("p.hint", t("followed")),
    changes(top.table),
    other &&
      S.host &&
      !draft.followed &&
      h(
        "p.since",
        `◆ ${t("table_changed")} `,
        h("button.chip", { "data-key": "take", onclick: () => send("/api/tabletop/shown", {}) }, t("take_over")),
      ),
  );
}

// Buttons of the host for a table with a camera.
export function switches(disabled) {
  const top = S.snap.tabletop;
  if (!top) return null;
  return [
    h("button", { disabled, "data-key": "shown", onclick: () => send("/api/tabletop/shown", {}) }, t("all_shown")),
    h(
      "button.switch",
      {
        role: "switch",
        "aria-checked": top.automatic,
        "data-key": "automatic",
        title: t("automatic_hint"),
        onclick: () => send("/api/tabletop/automatic", { on: !top.automatic }),
      },
      h("span.knob", { "aria-hidden": "true" }),
      t("automatic"),
    ),
  ];
}

export const sit = () =>
  S.host && S.snap.tabletop?.zones.length > 0 && h("button.chip", { "data-key": "seats", onclick: seats }, t("zones"));

// The table as the camera watches it: its live picture, what changed, and the switches of the host.
import { get, post } from "../core/api.js";
import { byId, el, listOf, msg } from "../core/dom.js";
import { lazyAction } from "../core/lazy.js";
import { store } from "../core/store.js";
import { cardName, writtenName } from "./cards.js";

const openZoneEditor = lazyAction(() => import("./zone-editor.js").then((part) => part.openZoneEditor));
/** Between two live pictures, in milliseconds. */
const PICTURE_MS = 1500;
/** More changes are not announced, or not shown. */
const [MOST_ANNOUNCED, MOST_SHOWN] = [6, 12];

/** Whether somebody at this phone wants to see each change. */
let isListOpen = false;
/** @param {Event} event */
const noteToggle = (event) => {
  isListOpen = /** @type {HTMLDetailsElement} */ (event.currentTarget).open;
};
/** The changes announced last, as JSON. */
let announced = "";

/** The server watches only while somebody looks at this page. Each new live picture tells it so. */
function renewLivePicture() {
  if (document.hidden || !store.evening) return;
  const { scanner } = store.snapshot;
  if (scanner.state !== "up" || !scanner.camera) return;
  // A small one on the rim of the cloth, and a large one where its sheet is open.
  const images = /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll("img[data-live]"));
  if (images.length) {
    const next = new Image();
    next.onload = () => {
      for (const image of images) image.src = next.src;
    };
    next.src = `/api/tabletop/live.jpg?${Date.now()}`;
  } else if (document.querySelector("[data-watch]")) {
    get("/api/tabletop").catch(() => {});
  }
}
setInterval(renewLivePicture, PICTURE_MS);

/**
 * @param {TableChange} change
 * @param {(code: string | null) => string} nameOf
 */
function changeText({ kind, card: code }, nameOf) {
  const card = nameOf(code);
  switch (kind) {
    case "appeared":
      return msg("ch_appeared", { card });
    case "gone":
      return msg("ch_gone", { card });
    case "moved":
      return msg("ch_moved", { card });
    case "turned":
      return msg("ch_turned", { card });
  }
}

/**
 * What changed since the table last lay still. It is announced once to those who hear the page.
 * @param {WatchedTable} table
 */
function changeList({ changes }) {
  if (!changes.length) return null;
  const texts = changes.map((change) => changeText(change, writtenName));
  const current = JSON.stringify(changes.map(({ number, kind }) => [number, kind]));
  if (current !== announced) {
    announced = current;
    byId("news").textContent = listOf(changes.slice(0, MOST_ANNOUNCED).map((change) => changeText(change, cardName)));
  }
  const list = el(
    "ul.changes",
    texts.slice(0, MOST_SHOWN).map((text) => el("li", text)),
  );
  if (texts.length === 1) return list;
  return el(
    "details.changed",
    { open: isListOpen, ontoggle: noteToggle },
    el("summary", msg("n_changed", { n: texts.length })),
    list,
  );
}

/**
 * The cards that lie on a picture, as one string.
 * @param {Picture} picture
 */
const cardsOn = ({ cards }) =>
  cards
    .map(({ card }) => card ?? "")
    .sort()
    .join();

/** Whether the table is still, what changed, and whether it has changed since the picture was taken. */
export function watchStatus() {
  const { tabletop, draft } = store.snapshot;
  if (!tabletop?.watching || !tabletop.table) return null;
  const { still, table, awaiting } = tabletop;
  const text = awaiting ? msg("awaiting") : msg(still ? "at_rest" : "moving");
  const hasChanged = draft.picture && cardsOn(draft.picture) !== cardsOn(table);
  // The picture that was taken shows all that lies there: nothing needs to be said of it.
  if (draft.picture && still && !hasChanged && !draft.followed) return null;
  return el(
    "div.watched",
    el(`p.rest${still ? "" : ".busy-still"}`, el("span", { "aria-hidden": "true" }, still ? "■ " : "▶ "), text),
    draft.followed && el("p.hint", msg("followed")),
    changeList(table),
    hasChanged &&
      still &&
      store.isHost &&
      !draft.followed &&
      el(
        "p.since",
        `◆ ${msg("table_changed")} `,
        el("button.chip", { "data-key": "take", onclick: () => post("/api/tabletop/shown", {}) }, msg("take_over")),
      ),
  );
}

/**
 * Buttons of the host for a table with a camera.
 * @param {boolean} disabled
 */
export function hostSwitches(disabled) {
  const { tabletop } = store.snapshot;
  if (!tabletop) return null;
  const { automatic } = tabletop;
  return [
    el("button", { disabled, "data-key": "shown", onclick: () => post("/api/tabletop/shown", {}) }, msg("all_shown")),
    el(
      "button.switch",
      {
        role: "switch",
        "aria-checked": automatic,
        "data-key": "automatic",
        title: msg("automatic_hint"),
        onclick: () => post("/api/tabletop/automatic", { on: !automatic }),
      },
      el("span.knob", { "aria-hidden": "true" }),
      msg("automatic"),
    ),
  ];
}

/** Opens the sheet on which places are set. */
export function zonesButton() {
  const hasZones = (store.snapshot.tabletop?.zones.length ?? 0) > 0;
  return store.isHost && hasZones && el("button.chip", { "data-key": "seats", onclick: openZoneEditor }, msg("zones"));
}

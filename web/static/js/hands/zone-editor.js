// 座席: names dragged to where their owners really lay cards, by finger, mouse or keys.

import { post } from "../core/api.js";
import { el, msg, openSheet } from "../core/dom.js";
import { store } from "../core/store.js";

const STEP = 0.02,
  LEAST = 0.08;
const within = (value, least, most) => Math.min(most, Math.max(least, value));

export function openZoneEditor() {
  const { tabletop: top, draft } = store.snapshot;
  const zones = top.zones.map((zone) => [...zone]);
  const picture = draft.picture ?? top.table;
  let chosen = 0;
  const board = el(
    "div.seating",
    picture && el("img", { src: `/picture/${picture.name}.jpg`, alt: "", draggable: "false" }),
  );
  if (picture) board.style.aspectRatio = `${picture.width} / ${picture.height}`;
  const names = [...store.evening.players, msg("middle")];
  const boxes = zones.map((_, at) => {
    const box = el(
      `button.zone${at === names.length - 1 ? ".mid" : ""}`,
      { "aria-label": names[at], "aria-describedby": "seats-hint", onfocus: () => choose(at) },
      el("bdi", names[at]),
    );
    drag(box, at);
    box.addEventListener("keydown", (event) => keyed(event, at));
    return box;
  });
  board.append(...boxes);

  function place(at) {
    const [x, y, w, e] = zones[at],
      { style } = boxes[at];
    // Middle by middle: where the picture is small a place is drawn as large as a finger, and stays where it is.
    style.left = `${x * 100}%`;
    style.top = `${y * 100}%`;
    style.width = `${w * 100}%`;
    style.height = `${e * 100}%`;
  }
  function move(at, x, y) {
    const zone = zones[at];
    zone[0] = within(x, Math.min(0.5, zone[2] / 2), Math.max(0.5, 1 - zone[2] / 2));
    zone[1] = within(y, Math.min(0.5, zone[3] / 2), Math.max(0.5, 1 - zone[3] / 2));
    place(at);
  }
  function grow(at, wide, high) {
    const zone = zones[at];
    zone[2] = within(zone[2] + wide, LEAST, 1);
    zone[3] = within(zone[3] + high, LEAST, 1);
    move(at, zone[0], zone[1]);
  }
  function choose(at) {
    chosen = at;
    boxes.forEach((box, other) => {
      box.classList.toggle("chosen", other === at);
    });
  }
  function drag(box, at) {
    box.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      box.focus();
      box.setPointerCapture(event.pointerId);
      const [x, y] = zones[at],
        { width, height } = board.getBoundingClientRect(),
        { clientX, clientY } = event;
      const moved = (now) => move(at, x + (now.clientX - clientX) / width, y + (now.clientY - clientY) / height);
      const ends = () => {
        box.removeEventListener("pointermove", moved);
      };
      box.addEventListener("pointermove", moved);
      box.addEventListener("pointerup", ends, { once: true });
      box.addEventListener("pointercancel", ends, { once: true });
    });
  }
  function keyed(event, at) {
    const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
    if (!x && !y) return;
    event.preventDefault();
    if (event.shiftKey) grow(at, x * STEP, y * STEP);
    else move(at, zones[at][0] + x * STEP, zones[at][1] + y * STEP);
  }
  const size = (word, wide, high) =>
    el("button.chip", { onclick: () => grow(chosen, wide * STEP * 2, high * STEP * 2) }, word);
  const keep = async (what) => {
    if (await post("/api/tabletop/zones", { zones: what })) dialog.close();
  };
  const dialog = openSheet(
    msg("zones"),
    el("p.hint", { id: "seats-hint" }, msg("seats_hint")),
    board,
    el(
      "div.chips",
      size(msg("wider"), 1, 0),
      size(msg("narrower"), -1, 0),
      size(msg("taller"), 0, 1),
      size(msg("lower"), 0, -1),
    ),
    el(
      "div.sheet-foot.two",
      el("button", { onclick: () => keep(null) }, msg("all_round")),
      el("button.primary", { onclick: () => keep(zones) }, msg("keep")),
    ),
  );
  zones.forEach((_, at) => {
    place(at);
  });
  choose(0);
}

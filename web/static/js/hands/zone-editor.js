// A sheet on which the host drags each name to where its owner lays cards, by finger, mouse or keys.
import { post } from "../core/api.js";
import { el, msg, openSheet } from "../core/dom.js";
import { store } from "../core/store.js";
import { loadStyle } from "../core/styles.js";

/** How far an arrow key moves a place, as a fraction of the picture. */
const STEP = 0.02;
/** The smallest width or height of a place, as a fraction of the picture. */
const SMALLEST = 0.08;
/** @type {Record<string, Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {number} value
 * @param {number} minimum
 * @param {number} maximum
 */
const clamp = (value, minimum, maximum) => Math.min(maximum, Math.max(minimum, value));

await loadStyle("hands/hands");

export function openZoneEditor() {
  const { tabletop, draft } = store.snapshot;
  if (!tabletop) return;
  const zones = tabletop.zones.map((zone) => /** @type {Zone} */ ([...zone]));
  const picture = draft.picture ?? tabletop.table;
  const names = [...store.evening.players, msg("middle")];
  let chosen = 0;

  const board = el(
    "div.seating",
    picture && el("img", { src: `/picture/${picture.name}.jpg`, alt: "", draggable: "false" }),
  );
  if (picture) board.style.aspectRatio = `${picture.width} / ${picture.height}`;
  const boxes = zones.map((_, index) => {
    const box = el(
      `button.zone${index === names.length - 1 ? ".mid" : ""}`,
      { "aria-label": names[index], "aria-describedby": "seats-hint", onfocus: () => choose(index) },
      el("bdi", names[index]),
    );
    addDragging(box, index);
    box.addEventListener("keydown", (event) => moveByKey(event, index));
    return box;
  });
  board.append(...boxes);

  /**
   * Where the picture is small a place is drawn as large as a finger. It is placed by its middle, and so stays right.
   * @param {number} index
   */
  function draw(index) {
    const [x, y, width, height] = zones[index];
    const { style } = boxes[index];
    style.left = `${x * 100}%`;
    style.top = `${y * 100}%`;
    style.width = `${width * 100}%`;
    style.height = `${height * 100}%`;
  }

  /**
   * @param {number} index
   * @param {number} x
   * @param {number} y
   */
  function move(index, x, y) {
    const zone = zones[index];
    zone[0] = clamp(x, Math.min(0.5, zone[2] / 2), Math.max(0.5, 1 - zone[2] / 2));
    zone[1] = clamp(y, Math.min(0.5, zone[3] / 2), Math.max(0.5, 1 - zone[3] / 2));
    draw(index);
  }

  /**
   * @param {number} index
   * @param {number} width
   * @param {number} height
   */
  function grow(index, width, height) {
    const zone = zones[index];
    zone[2] = clamp(zone[2] + width, SMALLEST, 1);
    zone[3] = clamp(zone[3] + height, SMALLEST, 1);
    move(index, zone[0], zone[1]);
  }

  /** @param {number} index */
  function choose(index) {
    chosen = index;
    boxes.forEach((box, other) => {
      box.classList.toggle("chosen", other === index);
    });
  }

  /**
   * @param {HTMLElement} box
   * @param {number} index
   */
  function addDragging(box, index) {
    box.addEventListener("pointerdown", (start) => {
      start.preventDefault();
      box.focus();
      box.setPointerCapture(start.pointerId);
      const [x, y] = zones[index];
      const { width, height } = board.getBoundingClientRect();
      /** @param {PointerEvent} now */
      const drag = (now) =>
        move(index, x + (now.clientX - start.clientX) / width, y + (now.clientY - start.clientY) / height);
      const stop = () => box.removeEventListener("pointermove", drag);
      box.addEventListener("pointermove", drag);
      box.addEventListener("pointerup", stop, { once: true });
      box.addEventListener("pointercancel", stop, { once: true });
    });
  }

  /**
   * @param {KeyboardEvent} event
   * @param {number} index
   */
  function moveByKey(event, index) {
    if (!(event.key in ARROWS)) return;
    const [x, y] = ARROWS[event.key];
    event.preventDefault();
    if (event.shiftKey) grow(index, x * STEP, y * STEP);
    else move(index, zones[index][0] + x * STEP, zones[index][1] + y * STEP);
  }

  /**
   * @param {string} label
   * @param {number} width
   * @param {number} height
   */
  const sizeButton = (label, width, height) =>
    el("button.chip", { onclick: () => grow(chosen, width * STEP * 2, height * STEP * 2) }, label);
  /** @param {Zone[] | null} wanted null puts the places all round the table */
  const save = async (wanted) => {
    if (await post("/api/tabletop/zones", { zones: wanted })) dialog.close();
  };
  const dialog = openSheet(
    msg("zones"),
    el("p.hint", { id: "seats-hint" }, msg("seats_hint")),
    board,
    el(
      "div.chips",
      sizeButton(msg("wider"), 1, 0),
      sizeButton(msg("narrower"), -1, 0),
      sizeButton(msg("taller"), 0, 1),
      sizeButton(msg("lower"), 0, -1),
    ),
    el(
      "div.sheet-foot",
      el("button", { onclick: () => save(null) }, msg("all_round")),
      el("button.primary", { onclick: () => save(zones) }, msg("keep")),
    ),
  );
  zones.forEach((_, index) => {
    draw(index);
  });
  choose(0);
}

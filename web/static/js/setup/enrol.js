// Enrols a deck: it is shown grid by grid, and each card turns green when it has been seen.
import { insist } from "../core/answers.js";
import { get, post } from "../core/api.js";
import { byId, el, localize, msg, openSheet } from "../core/dom.js";
import { watchPress } from "../core/press-guard.js";
import { learnedView, learningView, seenPicture } from "./enrol-views.js";

/** @typedef {NonNullable<Enrolment["plan"]>} Plan */

const box = byId("walk");
/** @type {Record<string, { name: LocalText, faces: Record<string, LocalText> }>} */
const KINDS = JSON.parse(document.body.dataset.kinds ?? "{}");
/** Between two looks at how the learning goes, in milliseconds. */
const PAUSE_MS = 700;

/** @type {Enrolment} */
let state = await insist("/api/enrol", (text) => {
  if (text) box.textContent = text;
});
/**
 * The grid shown; null: the first with a card that has not been seen.
 * @type {number | null}
 */
let gridShown = null;
/**
 * What was seen on the last picture.
 * @type {EnrolmentPicture | null}
 */
let lastPicture = null;
let isBusy = false;
/** @type {Set<number>} places that were taken just now */
let justTaken = new Set();
let wantsAnother = false;
let isOutdated = false;
const isPressed = watchPress(box, () => isOutdated && draw());

/** @param {string} code */
const nameOf = (code) => localize(KINDS[state.plan?.kind ?? state.learned?.kind ?? ""].faces[code]);

/** @param {Plan} plan */
const gridCount = (plan) => Math.ceil(plan.order.length / state.grid);

/**
 * The places of the plan that stand in a grid.
 * @param {Plan} plan
 * @param {number} grid
 */
const placesOf = (plan, grid) => [...plan.order.keys()].slice(grid * state.grid, (grid + 1) * state.grid);

/** @param {Plan} plan */
function firstOpenGrid(plan) {
  for (let grid = 0; grid < gridCount(plan); grid += 1) {
    if (placesOf(plan, grid).some((place) => !state.taken.includes(place))) return grid;
  }
  return gridCount(plan) - 1;
}

/**
 * @param {string} path
 * @param {File | Record<string, never>} body
 */
async function update(path, body = {}) {
  isBusy = true;
  draw();
  /** @type {EnrolmentPicture | undefined} */
  const answer = await post(path, body);
  isBusy = false;
  if (answer) {
    const before = new Set(state.taken);
    state = answer;
    justTaken = new Set(state.taken.filter((place) => !before.has(place)));
    if (answer.seen) lastPicture = answer;
  }
  draw();
}

/**
 * Buttons that take a picture with the table's camera or this phone.
 * @param {string} path
 */
function pictureButtons(path) {
  /** @param {File} [picture] */
  const take = async (picture) => {
    document.querySelector("dialog")?.close();
    lastPicture = null;
    await update(path, picture ?? {});
  };
  /** @type {HTMLInputElement} */
  const file = el("input", {
    type: "file",
    accept: "image/*",
    capture: "environment",
    onchange: () => file.files?.[0] && take(file.files[0]),
  });
  return [
    state.camera && el("button.big.primary", { disabled: isBusy, onclick: () => take() }, msg("camera")),
    el(`label.button.big${state.camera ? "" : ".primary"}`, msg("photo"), file),
  ];
}

/**
 * @param {Plan} plan
 * @param {number} place
 * @param {number} index in its grid
 */
function gridCell(plan, place, index) {
  const code = plan.order[place];
  const isTaken = state.taken.includes(place);
  const lookalike = plan.odd[place];
  let sign = isTaken ? `✓ ${msg("taken")}` : `${index + 1}`;
  if (lookalike) sign = `? ${msg("odd", { name: nameOf(lookalike) })}`;
  const label = `${nameOf(code)}: ${lookalike ? sign : msg(isTaken ? "taken" : "open")}`;
  const src = isTaken ? `/enrol/card/${place}.png?${Date.now()}` : `/art/${code}.svg`;
  const cell = el(
    `li${isTaken ? ".taken" : ""}${lookalike ? ".odd" : ""}${justTaken.has(place) ? ".fresh" : ""}`,
    el(
      "button",
      { "aria-label": label, onclick: () => openRetake(plan, place) },
      el("img", { src, alt: "" }),
      el("span.sign", sign),
    ),
  );
  /** @type {HTMLElement} */ (cell).style.setProperty("--at", String(index));
  return cell;
}

/**
 * Asks for a picture of one card alone.
 * @param {Plan} plan
 * @param {number} place
 */
function openRetake(plan, place) {
  const code = plan.order[place];
  const confirm = async () => {
    dialog.close();
    await update(`/api/enrol/right?place=${place}`);
  };
  const dialog = openSheet(
    msg("retake", { name: nameOf(code) }),
    el("p", msg("retake_hint")),
    el("p.alone", el("img.card", { src: `/art/${code}.svg`, alt: "" })),
    el(
      "div.tools",
      pictureButtons(`/api/enrol/show?place=${place}`),
      plan.odd[place] && el("button.big", { onclick: confirm }, msg("keep_it")),
    ),
  );
}

function openCancel() {
  const cancel = () => {
    dialog.close();
    gridShown = null;
    lastPicture = null;
    update("/api/enrol/cancel");
  };
  const dialog = openSheet(
    msg("cancel"),
    el("p", msg("cancel_sure")),
    el("button.primary.big", { onclick: cancel }, msg("yes")),
  );
}

// Built once, so that what was typed is still there after an error.
const nameField = el("input", {
  name: "name",
  maxlength: "32",
  autocomplete: "off",
  autocapitalize: "words",
  required: true,
});
const kindField = el(
  "select",
  { name: "kind" },
  Object.entries(KINDS).map(([kind, { name }]) =>
    el("option", { value: kind, selected: kind === "hanafuda" }, localize(name)),
  ),
);
const beginButton = el("button.primary.big", { type: "submit" }, msg("begin"));
const beginForm = el(
  "form.panel",
  { onsubmit: begin },
  el("label", msg("kind"), kindField),
  el("label", msg("name"), nameField, el("span.hint", msg("name_hint"))),
  el("div.bar", beginButton),
);

/** @param {Event} event */
async function begin(event) {
  event.preventDefault();
  beginButton.disabled = true;
  const answer = await post("/api/enrol/begin", { name: nameField.value.trim(), kind: kindField.value });
  beginButton.disabled = false;
  if (!answer) return;
  state = answer;
  gridShown = null;
  lastPicture = null;
  wantsAnother = false;
  draw();
}

/** @param {Plan} plan */
function gridView(plan) {
  const grid = gridShown ?? firstOpenGrid(plan);
  gridShown = grid;
  const { order, required } = plan;
  const here = placesOf(plan, grid);
  const isGridDone = here.every((place) => state.taken.includes(place));
  const isAllSeen = state.taken.filter((place) => place < required).length === required;
  const isLast = grid === gridCount(plan) - 1;
  const progress = msg("seen_of", { n: state.taken.length, all: order.length });
  const refusal = state.lesson?.refusal;
  const learn = () => update("/api/enrol/learn").then(followLearning);
  const nextGrid = () => turnTo(grid + 1);
  /** @type {Child} */
  let buttons = pictureButtons(`/api/enrol/show?grid=${grid}`);
  if (isAllSeen && isGridDone) {
    buttons = el("button.primary.big", { disabled: isBusy, onclick: learn }, msg("learn"));
  } else if (isGridDone && !isLast) {
    buttons = el("button.primary.big", { onclick: nextGrid }, `${msg("next")} →`);
  }
  return [
    el(
      "section.panel",
      el("h3", `${state.label} — ${msg("grid_of", { n: grid + 1, all: gridCount(plan) })}`),
      el("p", { role: "status" }, el("b", progress)),
      el("progress", { max: String(order.length), value: String(state.taken.length), "aria-label": progress }),
      el("p.hint", msg("lay", { n: here.length })),
      here[0] >= required && el("p.hint", msg("optional")),
      el(
        `ol.grid${plan.kind === "western" ? ".western" : ""}`,
        { "aria-label": msg("step") },
        here.map((place, index) => gridCell(plan, place, index)),
      ),
      el(
        "div.links",
        { role: "group", "aria-label": msg("grids") },
        grid > 0 && el("button", { onclick: () => turnTo(grid - 1) }, `← ${msg("back")}`),
        !isLast && el("button", { onclick: nextGrid }, `${msg("next")} →`),
      ),
    ),
    isBusy && el("p.busy", msg("looking")),
    lastPicture && seenPicture(lastPicture),
    isAllSeen &&
      el(
        "section.panel",
        el("p", el("b", `✓ ${msg("all_seen")}`)),
        refusal && el("p.refused", { role: "alert" }, msg("stopped", { why: localize(refusal.message) })),
      ),
    el("p", el("button.quiet", { onclick: openCancel }, msg("cancel"))),
    el("div.bar", buttons),
  ];
}

/** @param {number} grid */
function turnTo(grid) {
  gridShown = grid;
  lastPicture = null;
  justTaken = new Set();
  draw();
  scrollTo(0, 0);
}

/** @returns {(Node | null | false)[]} */
function currentView() {
  if (state.lesson?.running) return learningView(state.lesson, openCancel);
  if (state.plan) return gridView(state.plan);
  if (!state.learned || wantsAnother) return [beginForm];
  return learnedView(state.learned, nameOf, () => {
    wantsAnother = true;
    draw();
  });
}

function draw() {
  isOutdated = isPressed();
  if (isOutdated) return;
  box.replaceChildren(...currentView().filter((part) => part !== null && part !== false));
}

async function followLearning() {
  while (state.lesson?.running) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    try {
      state = await get("/api/enrol");
    } catch {
      continue;
    }
    draw();
  }
}

draw();
followLearning();

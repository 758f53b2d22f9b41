// Measures camera, light and cloth while somebody sets them right. Each check has a sign, a word and what to do.
import { insist } from "../core/answers.js";
import { post } from "../core/api.js";
import { byId, COLON, el, msg, showToast } from "../core/dom.js";
import { watchPress } from "../core/press-guard.js";

const box = byId("walk");
const kindField = /** @type {HTMLSelectElement} */ (byId("kind"));
const seatsField = /** @type {HTMLSelectElement} */ (byId("seats"));
const CHECKS = ["focus", "light", "even", "glare", "cloth", "card", "tilt"];
const SIGNS = { good: "✓", poor: "✕", unknown: "?" };
/** Between two measurements, in milliseconds. */
const PAUSE_MS = 1500;
/** The picture is drawn on as if it were so large. */
const [WIDTH, HEIGHT] = [160, 90];

/** @type {Calibration} */
let state = await insist("/api/calibration", (text) => {
  if (text) box.textContent = text;
});
let isBusy = false;
let isLive = false;
let isOutdated = false;
const isPressed = watchPress(box, () => isOutdated && draw());
if (state.kept) seatsField.value = String(state.kept.seats);

/** @param {File} [picture] a phone's own; else the table's camera takes one */
async function measure(picture) {
  if (isBusy) return;
  isBusy = true;
  draw();
  const answer = await post(`/api/calibration/look?kind=${kindField.value}`, picture ?? {});
  isBusy = false;
  if (answer) state = answer;
  else isLive = false;
  draw();
}

async function measureWhileLive() {
  while (isLive) {
    if (!document.hidden) await measure();
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function save() {
  const answer = await post("/api/calibration", { seats: Number(seatsField.value) });
  if (answer) {
    state = answer;
    isLive = false;
    showToast(msg("kept"));
    draw();
  }
}

/**
 * @param {number | null} value
 * @param {number} digits
 */
const rounded = (value, digits) => (value == null ? "" : String(Number(value.toFixed(digits))));

/**
 * What a check found, and what to do.
 * @param {string} check
 * @param {Measurement} measured
 */
function checkText(check, { marks, figures, needed, glare }) {
  const mark = marks[check];
  if (check === "glare") return msg(`glare_${mark}`, { value: glare.length });
  if (check === "cloth") return msg(`cloth_${mark}`, { value: `${Math.round(Number(figures.cloth) * 100)} %` });
  if (check === "light") {
    const fault = Number(figures.level) < needed.dark ? "dark" : "bright";
    const key = mark === "good" ? "light_good" : `light_${fault}`;
    return msg(key, { value: rounded(figures.level, 0), needed: rounded(needed.dark, 0) });
  }
  const figure = check === "even" ? "uneven" : check;
  const digits = check === "focus" || check === "even" ? 1 : 0;
  return msg(`${check}_${mark}`, { value: rounded(figures[figure], digits), needed: rounded(needed[figure], digits) });
}

/** @param {Point[]} corners as fractions of the picture */
const svgPoints = (corners) => corners.map(([x, y]) => `${x * WIDTH},${y * HEIGHT}`).join(" ");

/** @param {Measurement} measured */
function pictureView({ glare, cloth, card }) {
  /** @param {Zone} spot left, top, width and height */
  const glareSpot = ([x, y, width, height]) => {
    /** @type {Point[]} */
    const corners = [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ];
    return el("polygon.glare", { points: svgPoints(corners), "stroke-width": "0.6" });
  };
  return el(
    "div.photo",
    el(
      "div.photo-in",
      el("img", { src: `/calibrate/seen.jpg?${state.number}`, alt: msg("picture") }),
      el(
        "svg",
        { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
        cloth.length > 0 &&
          el("polygon.cloth-area", { points: svgPoints(cloth), "stroke-width": "0.7", "stroke-dasharray": "3 1.5" }),
        card.length > 0 && el("polygon", { points: svgPoints(card), "stroke-width": "0.8" }),
        glare.map(glareSpot),
      ),
    ),
  );
}

/** @param {Measurement} measured */
function resultPanel(measured) {
  const left = CHECKS.filter((check) => measured.marks[check] !== "good").length;
  const items = CHECKS.map((check) => {
    const mark = measured.marks[check];
    return el(
      `li.${mark}`,
      el("span.shape", { "aria-hidden": "true" }, SIGNS[mark]),
      el("h3", `${msg(check)}${COLON}${msg(mark)}`),
      el("p", checkText(check, measured)),
    );
  });
  return el(
    "section.panel",
    pictureView(measured),
    el("p", { role: "status" }, el("b", left ? msg("still_to_do", { n: left }) : `✓ ${msg("all_good")}`)),
    el("ul.checks", items),
  );
}

function buttonBar() {
  /** @type {HTMLInputElement} */
  const file = el("input", {
    type: "file",
    accept: "image/*",
    capture: "environment",
    onchange: () => file.files?.[0] && measure(file.files[0]),
  });
  const toggleLive = () => {
    isLive = !isLive;
    draw();
    measureWhileLive();
  };
  return el(
    "div.bar",
    state.camera &&
      el(
        `button.big${state.measured ? "" : ".primary"}`,
        { disabled: isBusy && !isLive, "aria-pressed": isLive, onclick: toggleLive },
        msg(isLive ? "still" : "live"),
      ),
    !state.camera && el("label.button.big.primary", msg("photo"), file),
    state.measured && el(`button.big${state.camera ? ".primary" : ""}`, { onclick: save }, msg("keep")),
  );
}

function draw() {
  isOutdated = isPressed();
  if (isOutdated) return;
  const parts = [state.measured ? resultPanel(state.measured) : el("p.panel", msg("not_yet")), buttonBar()];
  const focused = document.activeElement?.closest("#walk") && document.activeElement.textContent;
  box.replaceChildren(...parts);
  if (focused) [...box.querySelectorAll("button")].find((button) => button.textContent === focused)?.focus();
}

draw();

// Camera, light and cloth measured while somebody sets them right; each check has a shape, a word and what to do.
import { get, post } from "../core/api.js";
import { el, msg, showToast } from "../core/dom.js";
import { watchPress } from "../core/press-guard.js";

const box = document.getElementById("walk"),
  kind = document.getElementById("kind"),
  seats = document.getElementById("seats");
const CHECKS = ["focus", "light", "even", "glare", "cloth", "card", "tilt"];
const SHAPE = { good: "✓", poor: "✕", unknown: "?" };
let state = await get("/api/calibration"),
  busy = false,
  live = false,
  owed = false;
const pressed = watchPress(box, () => owed && draw());
if (state.kept) seats.value = String(state.kept.seats);

async function look(picture) {
  if (busy) return;
  busy = true;
  draw();
  const answer = await post(`/api/calibration/look?kind=${kind.value}`, picture ?? {});
  busy = false;
  if (answer) state = answer;
  else live = false;
  draw();
}

async function watch() {
  while (live) {
    if (!document.hidden) await look();
    await new Promise((wait) => setTimeout(wait, 1500));
  }
}

async function keep() {
  const answer = await post("/api/calibration", { seats: Number(seats.value) });
  if (answer) {
    state = answer;
    live = false;
    showToast(msg("kept"));
    draw();
  }
}

function told(check) {
  const { marks, figures, needed, glare } = state.measured,
    mark = marks[check];
  const round = (value, digits = 1) => (value == null ? "" : String(Number(value.toFixed(digits))));
  if (check === "glare") return msg(`glare_${mark}`, { value: glare.length });
  if (check === "cloth") return msg(`cloth_${mark}`, { value: `${Math.round(figures.cloth * 100)} %` });
  if (check === "light") {
    const way = mark === "good" ? "good" : figures.level < needed.dark ? "dark" : "bright";
    return msg(`light_${way}`, { value: round(figures.level, 0), needed: round(needed.dark, 0) });
  }
  const key = check === "even" ? "uneven" : check,
    digits = check === "focus" || check === "even" ? 1 : 0;
  return msg(`${check}_${mark}`, { value: round(figures[key], digits), needed: round(needed[key], digits) });
}

function picture() {
  const { glare, cloth, card } = state.measured;
  const points = (list) => list.map(([x, y]) => `${x * 160},${y * 90}`).join(" ");
  const spot = ([x, y, wide, high]) =>
    el("polygon.glare", {
      points: points([
        [x, y],
        [x + wide, y],
        [x + wide, y + high],
        [x, y + high],
      ]),
      "stroke-width": "0.6",
    });
  return el(
    "div.photo",
    el(
      "div.photo-in",
      el("img", { src: `/calibrate/seen.jpg?${state.number}`, alt: msg("picture") }),
      el(
        "svg",
        { viewBox: "0 0 160 90", preserveAspectRatio: "none", "aria-hidden": "true" },
        cloth.length &&
          el("polygon.cloth-area", { points: points(cloth), "stroke-width": "0.7", "stroke-dasharray": "3 1.5" }),
        card.length && el("polygon", { points: points(card), "stroke-width": "0.8" }),
        glare.map(spot),
      ),
    ),
  );
}

function item(check) {
  const mark = state.measured.marks[check];
  return el(
    `li.${mark}`,
    el("span.shape", { "aria-hidden": "true" }, SHAPE[mark]),
    el("h3", `${msg(check)}: ${msg(mark)}`),
    el("p", told(check)),
  );
}

function draw() {
  owed = pressed();
  if (owed) return;
  const file = el("input", {
    type: "file",
    accept: "image/*",
    capture: "environment",
    onchange: () => file.files[0] && look(file.files[0]),
  });
  const wrong = state.measured ? CHECKS.filter((check) => state.measured.marks[check] !== "good").length : 0;
  const parts = [
    state.measured
      ? el(
          "section.panel",
          picture(),
          el("p", { role: "status" }, el("b", wrong ? msg("still_to_do", { n: wrong }) : `✓ ${msg("all_good")}`)),
          el("ul.checks", CHECKS.map(item)),
        )
      : el("p.panel", msg("not_yet")),
    el(
      "div.bar",
      state.camera &&
        el(
          "button.big",
          {
            disabled: busy && !live,
            "aria-pressed": live,
            onclick: () => {
              live = !live;
              draw();
              watch();
            },
          },
          msg(live ? "still" : "live"),
        ),
      !state.camera && el("label.button.big.primary", msg("photo"), file),
      state.measured && el(`button.big${state.camera ? ".primary" : ""}`, { onclick: keep }, msg("keep")),
    ),
  ];
  const held = document.activeElement?.closest("#walk") && document.activeElement.textContent;
  box.replaceChildren(...parts);
  if (held) [...box.querySelectorAll("button")].find((one) => one.textContent === held)?.focus();
}

draw();

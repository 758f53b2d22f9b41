// Camera, light and cloth measured while somebody sets them right; each check has a shape, a word and what to do.
import { get, send } from "../core/api.js";
import { h, t, toast } from "../core/dom.js";
import { pressing } from "../core/press-guard.js";

const box = document.getElementById("walk"),
  kind = document.getElementById("kind"),
  seats = document.getElementById("seats");
const CHECKS = ["focus", "light", "even", "glare", "cloth", "card", "tilt"];
const SHAPE = { good: "✓", poor: "✕", unknown: "?" };
let state = await get("/api/calibration"),
  busy = false,
  live = false,
  owed = false;
const pressed = pressing(box, () => owed && draw());
if (state.kept) seats.value = String(state.kept.seats);

async function look(picture) {
  if (busy) return;
  busy = true;
  draw();
  const answer = await send(`/api/calibration/look?kind=${kind.value}`, picture ?? {});
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
  const answer = await send("/api/calibration", { seats: Number(seats.value) });
  if (answer) {
    state = answer;
    live = false;
    toast(t("kept"));
    draw();
  }
}

function told(check) {
  const { marks, figures, needed, glare } = state.measured,
    mark = marks[check];
  const round = (value, digits = 1) => (value == null ? "" : String(Number(value.toFixed(digits))));
  if (check === "glare") return t(`glare_${mark}`, { value: glare.length });
  if (check === "cloth") return t(`cloth_${mark}`, { value: `${Math.round(figures.cloth * 100)} %` });
  if (check === "light") {
    const way = mark === "good" ? "good" : figures.level < needed.dark ? "dark" : "bright";
    return t(`light_${way}`, { value: round(figures.level, 0), needed: round(needed.dark, 0) });
  }
  const key = check === "even" ? "uneven" : check,
    digits = check === "focus" || check === "even" ? 1 : 0;
  return t(`${check}_${mark}`, { value: round(figures[key], digits), needed: round(needed[key], digits) });
}

function picture() {
  const { glare, cloth, card } = state.measured;
  const points = (list) => list.map(([x, y]) => `${x * 160},${y * 90}`).join(" ");
  const spot = ([x, y, wide, high]) =>
    h("polygon.glare", {
      points: points([
        [x, y],
        [x + wide, y],
        [x + wide, y + high],
        [x, y + high],
      ]),
      "stroke-width": "0.6",
    });
  return h(
    "div.photo",
    h(
      "div.photo-in",
      h("img", { src: `/calibrate/seen.jpg?${state.number}`, alt: t("picture") }),
      h(
        "svg",
        { viewBox: "0 0 160 90", preserveAspectRatio: "none", "aria-hidden": "true" },
        cloth.length &&
          h("polygon.cloth-area", { points: points(cloth), "stroke-width": "0.7", "stroke-dasharray": "3 1.5" }),
        card.length && h("polygon", { points: points(card), "stroke-width": "0.8" }),
        glare.map(spot),
      ),
    ),
  );
}

function item(check) {
  const mark = state.measured.marks[check];
  return h(
    `li.${mark}`,
    h("span.shape", { "aria-hidden": "true" }, SHAPE[mark]),
    h("h3", `${t(check)}: ${t(mark)}`),
    h("p", told(check)),
  );
}

function draw() {
  owed = pressed();
  if (owed) return;
  const file = h("input", {
    type: "file",
    accept: "image/*",
    capture: "environment",
    onchange: () => file.files[0] && look(file.files[0]),
  });
  const wrong = state.measured ? CHECKS.filter((check) => state.measured.marks[check] !== "good").length : 0;
  const parts = [
    state.measured
      ? h(
          "section.panel",
          picture(),
          h("p", { role: "status" }, h("b", wrong ? t("still_to_do", { n: wrong }) : `✓ ${t("all_good")}`)),
          h("ul.checks", CHECKS.map(item)),
        )
      : h("p.panel", t("not_yet")),
    h(
      "div.bar",
      state.camera &&
        h(
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
          t(live ? "still" : "live"),
        ),
      !state.camera && h("label.button.big.primary", t("photo"), file),
      state.measured && h(`button.big${state.camera ? ".primary" : ""}`, { onclick: keep }, t("keep")),
    ),
  ];
  const held = document.activeElement?.closest("#walk") && document.activeElement.textContent;
  box.replaceChildren(...parts);
  if (held) [...box.querySelectorAll("button")].find((one) => one.textContent === held)?.focus();
}

draw();

// A deck shown grid by grid, each card turning green when it has been seen; everything taken is kept by the table.
import { get, post } from "../core/api.js";
import { el, localize, msg, openSheet } from "../core/dom.js";
import { watchPress } from "../core/press-guard.js";

const box = document.getElementById("walk");
const KINDS = JSON.parse(document.body.dataset.kinds);
const percent = (share) => `${(share * 100).toFixed(1)}%`;
let state,
  at = null,
  seen = null,
  busy = false,
  fresh = new Set(),
  again = false,
  owed = false;
const pressed = watchPress(box, () => owed && draw());

const nameOf = (code) => localize(KINDS[state.plan?.kind ?? state.learned?.kind].faces[code]);
const grids = () => Math.ceil(state.plan.order.length / state.grid);
const places = (grid) => state.plan.order.map((_, place) => place).slice(grid * state.grid, (grid + 1) * state.grid);
const firstOpen = () => {
  for (let grid = 0; grid < grids(); grid += 1)
    if (places(grid).some((place) => !state.taken.includes(place))) return grid;
  return grids() - 1;
};

async function tell(path, body = {}) {
  busy = true;
  draw();
  const answer = await post(path, body);
  busy = false;
  if (answer) {
    const before = new Set(state.taken);
    state = answer;
    fresh = new Set(state.taken.filter((place) => !before.has(place)));
    if (answer.seen) seen = answer;
  }
  draw();
  return answer;
}

function takers(path) {
  const file = el("input", {
    type: "file",
    accept: "image/*",
    capture: "environment",
    onchange: () => file.files[0] && shown(path, file.files[0]),
  });
  return [
    state.camera && el("button.big.primary", { disabled: busy, onclick: () => shown(path) }, msg("camera")),
    el(`label.button.big${state.camera ? "" : ".primary"}`, msg("photo"), file),
  ];
}

async function shown(path, picture) {
  document.querySelector("dialog")?.close();
  seen = null;
  await tell(path, picture ?? {});
}

function picture() {
  if (!seen?.seen) return null;
  const { cards, wanted } = seen.seen;
  const outlines = cards.map((quad, number) => [
    el("polygon", { points: quad.map(([x, y]) => `${x * 160},${y * 90}`).join(" "), "stroke-width": "0.7" }),
    el(
      "text",
      {
        x: quad.reduce((sum, [x]) => sum + x, 0) * 40,
        y: quad.reduce((sum, [, y]) => sum + y, 0) * 22.5 + 2,
        "font-size": "6",
        "stroke-width": "1",
      },
      String(number + 1),
    ),
  ]);
  return el(
    "section.panel",
    !seen.accepted && el("p.hint.unsure", { role: "alert" }, `! ${msg("found", { n: cards.length, all: wanted })}`),
    el(
      "div.photo",
      el(
        "div.photo-in",
        el("img", { src: `/enrol/seen.jpg?${Date.now()}`, alt: msg("drawn") }),
        el("svg", { viewBox: "0 0 160 90", preserveAspectRatio: "none", "aria-hidden": "true" }, outlines),
      ),
    ),
  );
}

function cell(place, number) {
  const code = state.plan.order[place],
    taken = state.taken.includes(place),
    odd = state.plan.odd[place];
  const sign = odd ? `? ${msg("odd", { name: nameOf(odd) })}` : taken ? `✓ ${msg("taken")}` : `${number + 1}`;
  const item = el(
    `li${taken ? ".taken" : ""}${odd ? ".odd" : ""}${fresh.has(place) ? ".fresh" : ""}`,
    el(
      "button",
      { "aria-label": `${nameOf(code)}: ${odd ? sign : msg(taken ? "taken" : "open")}`, onclick: () => alone(place) },
      el("img", { src: taken ? `/enrol/card/${place}.png?${Date.now()}` : `/art/${code}.svg`, alt: "" }),
      el("span.sign", sign),
    ),
  );
  item.style.setProperty("--at", number);
  return item;
}

function alone(place) {
  const code = state.plan.order[place];
  const right = async () => {
    asked.close();
    await tell(`/api/enrol/right?place=${place}`);
  };
  const asked = openSheet(
    msg("retake", { name: nameOf(code) }),
    el("p", msg("retake_hint")),
    el("p", el("img.card", { src: `/art/${code}.svg`, alt: "", width: "88" })),
    el(
      "div.tools",
      takers(`/api/enrol/show?place=${place}`),
      state.plan.odd[place] && el("button.big", { onclick: right }, msg("keep_it")),
    ),
  );
}

function stop() {
  const asked = openSheet(
    msg("cancel"),
    el("p", msg("cancel_sure")),
    el(
      "button.primary.big",
      {
        onclick: () => {
          asked.close();
          at = seen = null;
          tell("/api/enrol/cancel");
        },
      },
      msg("yes"),
    ),
  );
}

// Built once, so that what was typed outlives a refusal.
const name = el("input", {
  name: "name",
  maxlength: "32",
  autocomplete: "off",
  autocapitalize: "none",
  required: true,
});
const kind = el(
  "select",
  { name: "kind" },
  Object.entries(KINDS).map(([key, one]) => el("option", { value: key }, localize(one.name))),
);
const begin = el("button.primary.big", msg("begin"));
begin.type = "submit";
const beginning = el(
  "form.panel",
  { onsubmit: start },
  el("label", msg("kind"), kind),
  el("label", msg("name"), name, el("span.hint", msg("name_hint"))),
  el("div.bar", begin),
);

async function start(event) {
  event.preventDefault();
  begin.disabled = true;
  const answer = await post("/api/enrol/begin", { name: name.value.trim(), kind: kind.value });
  begin.disabled = false;
  if (!answer) return;
  [state, at, seen, again] = [answer, null, null, false];
  draw();
}

function laying() {
  at ??= firstOpen();
  const here = places(at),
    done = here.every((place) => state.taken.includes(place));
  const all = state.taken.filter((place) => place < state.plan.required).length === state.plan.required;
  const { lesson } = state;
  return [
    el(
      "section.panel",
      el("h3", `${state.plan.name} — ${msg("grid_of", { n: at + 1, all: grids() })}`),
      el("p", { role: "status" }, el("b", msg("seen_of", { n: state.taken.length, all: state.plan.order.length }))),
      el("progress", {
        max: String(state.plan.order.length),
        value: String(state.taken.length),
        "aria-label": msg("seen_of", { n: state.taken.length, all: state.plan.order.length }),
      }),
      el("p.hint", msg("lay", { n: here.length })),
      here[0] >= state.plan.required && el("p.hint", msg("optional")),
      el(`ol.grid${state.plan.kind === "western" ? ".western" : ""}`, { "aria-label": msg("step") }, here.map(cell)),
      el(
        "div.links",
        { role: "group", "aria-label": msg("grids") },
        at > 0 && el("button", { onclick: () => turn(-1) }, `← ${msg("back")}`),
        at < grids() - 1 && el("button", { onclick: () => turn(1) }, `${msg("next")} →`),
      ),
    ),
    busy && el("p.busy", msg("looking")),
    picture(),
    all &&
      el(
        "section.panel",
        el("p", el("b", `✓ ${msg("all_seen")}`)),
        lesson?.refusal &&
          el("p.refused", { role: "alert" }, msg("stopped", { why: localize(lesson.refusal.message) })),
      ),
    el("p", el("button.quiet", { onclick: stop }, msg("cancel"))),
    el(
      "div.bar",
      all && done
        ? el(
            "button.primary.big",
            { disabled: busy, onclick: () => tell("/api/enrol/learn").then(watch) },
            msg("learn"),
          )
        : done && at < grids() - 1
          ? el("button.primary.big", { onclick: () => turn(1) }, `${msg("next")} →`)
          : takers(`/api/enrol/show?grid=${at}`),
    ),
  ];
}

function turn(way) {
  at += way;
  seen = null;
  fresh = new Set();
  draw();
  scrollTo(0, 0);
}

function learning() {
  return el(
    "section.panel",
    el("h3", msg("learning")),
    el("p", { role: "status" }, localize(state.lesson.says)),
    el("progress", { max: "1", value: String(state.lesson.share), "aria-label": msg("learning") }),
    el("p.hint", msg("learning_hint")),
    el("p", el("button.quiet", { onclick: stop }, msg("cancel"))),
  );
}

function learned() {
  const deck = state.learned;
  const pair = ([one, two]) =>
    el(
      "li",
      el("img.card", { src: `/art/${one}.svg`, alt: "" }),
      el("img.card", { src: `/art/${two}.svg`, alt: "" }),
      el("span", `${nameOf(one)} — ${nameOf(two)}`),
    );
  return [
    el(
      "section.panel",
      el("h3", `✓ ${msg("learned", { name: deck.name })}`),
      el("p", msg("expect", { named: percent(deck.named), sure: percent(deck.sure) })),
    ),
    el(
      "section.panel",
      el("h3", msg("near")),
      deck.near.length
        ? [el("p.hint", msg("near_hint")), el("ul.pairs", deck.near.map(pair))]
        : el("p", msg("none_near")),
    ),
    el(
      "div.bar",
      el("a.button.primary.big", { href: `/start?deck=${deck.name}` }, msg("play")),
      el(
        "button.big",
        {
          onclick: () => {
            again = true;
            draw();
          },
        },
        msg("another"),
      ),
    ),
  ];
}

function draw() {
  owed = pressed();
  if (owed) return;
  const shows = state.lesson?.running
    ? learning()
    : state.plan
      ? laying()
      : state.learned && !again
        ? learned()
        : beginning;
  box.replaceChildren(...[shows].flat(Infinity).filter(Boolean));
}

async function watch() {
  while (state.lesson?.running) {
    await new Promise((wait) => setTimeout(wait, 700));
    try {
      state = await get("/api/enrol");
    } catch {
      continue;
    }
    draw();
  }
}

state = await get("/api/enrol");
draw();
watch();

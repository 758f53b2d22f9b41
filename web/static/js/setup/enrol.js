// A deck shown grid by grid, each card turning green when it has been seen; everything taken is kept by the table.
import { get, send } from "../core/api.js";
import { h, say, sheet, t } from "../core/dom.js";
import { pressing } from "../core/press-guard.js";

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
const pressed = pressing(box, () => owed && draw());

const nameOf = (code) => say(KINDS[state.plan?.kind ?? state.learned?.kind].faces[code]);
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
  const answer = await send(path, body);
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
  const file = h("input", {
    type: "file",
    accept: "image/*",
    capture: "environment",
    onchange: () => file.files[0] && shown(path, file.files[0]),
  });
  return [
    state.camera && h("button.big.primary", { disabled: busy, onclick: () => shown(path) }, t("camera")),
    h(`label.button.big${state.camera ? "" : ".primary"}`, t("photo"), file),
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
    h("polygon", { points: quad.map(([x, y]) => `${x * 160},${y * 90}`).join(" "), "stroke-width": "0.7" }),
    h(
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
  return h(
    "section.panel",
    !seen.accepted && h("p.hint.unsure", { role: "alert" }, `! ${t("found", { n: cards.length, all: wanted })}`),
    h(
      "div.photo",
      h(
        "div.photo-in",
        h("img", { src: `/enrol/seen.jpg?${Date.now()}`, alt: t("drawn") }),
        h("svg", { viewBox: "0 0 160 90", preserveAspectRatio: "none", "aria-hidden": "true" }, outlines),
      ),
    ),
  );
}

function cell(place, number) {
  const code = state.plan.order[place],
    taken = state.taken.includes(place),
    odd = state.plan.odd[place];
  const sign = odd ? `? ${t("odd", { name: nameOf(odd) })}` : taken ? `✓ ${t("taken")}` : `${number + 1}`;
  const item = h(
    `li${taken ? ".taken" : ""}${odd ? ".odd" : ""}${fresh.has(place) ? ".fresh" : ""}`,
    h(
      "button",
      { "aria-label": `${nameOf(code)}: ${odd ? sign : t(taken ? "taken" : "open")}`, onclick: () => alone(place) },
      h("img", { src: taken ? `/enrol/card/${place}.png?${Date.now()}` : `/art/${code}.svg`, alt: "" }),
      h("span.sign", sign),
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
  const asked = sheet(
    t("retake", { name: nameOf(code) }),
    h("p", t("retake_hint")),
    h("p", h("img.card", { src: `/art/${code}.svg`, alt: "", width: "88" })),
    h(
      "div.tools",
      takers(`/api/enrol/show?place=${place}`),
      state.plan.odd[place] && h("button.big", { onclick: right }, t("keep_it")),
    ),
  );
}

function stop() {
  const asked = sheet(
    t("cancel"),
    h("p", t("cancel_sure")),
    h(
      "button.primary.big",
      {
        onclick: () => {
          asked.close();
          at = seen = null;
          tell("/api/enrol/cancel");
        },
      },
      t("yes"),
    ),
  );
}

// Built once, so that what was typed outlives a refusal.
const name = h("input", { name: "name", maxlength: "32", autocomplete: "off", autocapitalize: "none", required: true });
const kind = h(
  "select",
  { name: "kind" },
  Object.entries(KINDS).map(([key, one]) => h("option", { value: key }, say(one.name))),
);
const begin = h("button.primary.big", t("begin"));
begin.type = "submit";
const beginning = h(
  "form.panel",
  { onsubmit: start },
  h("label", t("kind"), kind),
  h("label", t("name"), name, h("span.hint", t("name_hint"))),
  h("div.bar", begin),
);

async function start(event) {
  event.preventDefault();
  begin.disabled = true;
  const answer = await send("/api/enrol/begin", { name: name.value.trim(), kind: kind.value });
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
    h(
      "section.panel",
      h("h3", `${state.plan.name} — ${t("grid_of", { n: at + 1, all: grids() })}`),
      h("p", { role: "status" }, h("b", t("seen_of", { n: state.taken.length, all: state.plan.order.length }))),
      h("progress", {
        max: String(state.plan.order.length),
        value: String(state.taken.length),
        "aria-label": t("seen_of", { n: state.taken.length, all: state.plan.order.length }),
      }),
      h("p.hint", t("lay", { n: here.length })),
      here[0] >= state.plan.required && h("p.hint", t("optional")),
      h(`ol.grid${state.plan.kind === "western" ? ".western" : ""}`, { "aria-label": t("step") }, here.map(cell)),
      h(
        "div.links",
        { role: "group", "aria-label": t("grids") },
        at > 0 && h("button", { onclick: () => turn(-1) }, `← ${t("back")}`),
        at < grids() - 1 && h("button", { onclick: () => turn(1) }, `${t("next")} →`),
      ),
    ),
    busy && h("p.busy", t("looking")),
    picture(),
    all &&
      h(
        "section.panel",
        h("p", h("b", `✓ ${t("all_seen")}`)),
        lesson?.refusal && h("p.refused", { role: "alert" }, t("stopped", { why: say(lesson.refusal.message) })),
      ),
    h("p", h("button.quiet", { onclick: stop }, t("cancel"))),
    h(
      "div.bar",
      all && done
        ? h("button.primary.big", { disabled: busy, onclick: () => tell("/api/enrol/learn").then(watch) }, t("learn"))
        : done && at < grids() - 1
          ? h("button.primary.big", { onclick: () => turn(1) }, `${t("next")} →`)
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
  return h(
    "section.panel",
    h("h3", t("learning")),
    h("p", { role: "status" }, say(state.lesson.says)),
    h("progress", { max: "1", value: String(state.lesson.share), "aria-label": t("learning") }),
    h("p.hint", t("learning_hint")),
    h("p", h("button.quiet", { onclick: stop }, t("cancel"))),
  );
}

function learned() {
  const deck = state.learned;
  const pair = ([one, two]) =>
    h(
      "li",
      h("img.card", { src: `/art/${one}.svg`, alt: "" }),
      h("img.card", { src: `/art/${two}.svg`, alt: "" }),
      h("span", `${nameOf(one)} — ${nameOf(two)}`),
    );
  return [
    h(
      "section.panel",
      h("h3", `✓ ${t("learned", { name: deck.name })}`),
      h("p", t("expect", { named: percent(deck.named), sure: percent(deck.sure) })),
    ),
    h(
      "section.panel",
      h("h3", t("near")),
      deck.near.length ? [h("p.hint", t("near_hint")), h("ul.pairs", deck.near.map(pair))] : h("p", t("none_near")),
    ),
    h(
      "div.bar",
      h("a.button.primary.big", { href: `/start?deck=${deck.name}` }, t("play")),
      h(
        "button.big",
        {
          onclick: () => {
            again = true;
            draw();
          },
        },
        t("another"),
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

// Every card outlined on the picture: solid when sure, dashed and questioned when not.

import { post } from "../core/api.js";
import { el, msg, plural, redraw } from "../core/dom.js";
import { lazyAction, lazyPart } from "../core/lazy.js";
import { store } from "../core/store.js";
import { cardName, faceOf, promptOwner } from "./cards.js";
import { watchStatus, zonesButton } from "./table-watch.js";
import { promptAt } from "./zone-lookup.js";

const addAt = lazyAction(() => import("./card-sheets.js").then((part) => part.openAddSheet));
const correct = lazyAction(() => import("./card-sheets.js").then((part) => part.openCorrectionSheet));
const keeping = lazyPart(() => import("./corrections.js").then((part) => part.correctionsView));

let large = false;
let giving = null; // whose cards are being tapped

export function photoView() {
  const table = store.snapshot.tabletop?.table,
    taken = store.snapshot.draft.picture,
    picture = taken ?? table;
  if (!picture) return null;
  const watched = picture.name === table?.name ? table : null;
  const given = {};
  if (taken)
    for (const ask of store.cardPrompts())
      store.cardsOf(ask.path).forEach((one, at) => {
        if (one.read != null) given[one.read] = { ask, at, one };
      });
  const hands = store.isHost && taken ? store.cardPrompts().filter((ask) => ask.laid) : [];
  if (!hands.some((ask) => ask.path === giving)) giving = null;
  const unit = picture.width / (large ? 80 : 36);
  const shapes = picture.cards.map((seen, read) => outline(seen, read, given[read], unit, taken, watched));
  if (taken)
    for (const ask of store.cardPrompts())
      for (const one of store.cardsOf(ask.path)) if (one.at) shapes.push(spot(one, ask, picture, unit));
  const empty = (event) => {
    if (event.target !== svg || giving) return;
    const box = svg.getBoundingClientRect(),
      at = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    const ask = promptAt(...at, true);
    if (ask && store.mayEdit(ask)) addAt(ask, at);
  };
  const svg = el("svg", { viewBox: `0 0 ${picture.width} ${picture.height}`, onclick: taken && empty }, shapes);
  const box = el(
    `div.photo${large ? ".large" : ""}`,
    { tabindex: "0" },
    el(
      "div.photo-in",
      el("img", {
        src: `/picture/${picture.name}.jpg`,
        alt: plural("seen_one", "seen", picture.cards.length),
        width: picture.width,
        height: picture.height,
        "data-live": !taken,
      }),
      svg,
    ),
  );
  const zoom = el(
    "button.chip.zoom",
    {
      onclick: () => {
        large = !large;
        redraw();
      },
    },
    msg(large ? "smaller" : "larger"),
  );
  const chip = (ask) =>
    el(
      "button.chip",
      {
        "data-key": `give ${ask.path}`,
        "aria-pressed": ask.path === giving,
        onclick: () => {
          giving = ask.path === giving ? null : ask.path;
          redraw();
        },
      },
      promptOwner(ask),
    );
  return el(
    "section.panel.picture",
    box,
    zoom,
    watchStatus(),
    el("div.spots", zonesButton(), taken && store.isHost && el("span.hint", msg("tap_adds"))),
    taken && store.isHost && store.snapshot.keeping && keeping(),
    hands.length > 1 && el("div.giving", el("p.hint", msg("tap_gives")), el("div.chips", hands.map(chip))),
  );
}

// A card the host added where the camera saw none.
function spot(one, ask, picture, unit) {
  const x = one.at[0] * picture.width,
    y = one.at[1] * picture.height;
  return el(
    "g.outline.sure",
    { role: "img", "aria-label": `${cardName(one.card)}, ${promptOwner(ask)}` },
    el("circle.given", { cx: x, cy: y, r: unit }),
    el("text", { x, y: y + unit * 0.4, "font-size": unit * 1.05 }, faceOf(one.card)?.number || "★"),
  );
}

function outline(seen, read, given, unit, taken, watched) {
  const card = given ? given.one.card : seen.card;
  const sure = given ? given.one.sure : seen.sure;
  const kind = seen.face === "down" && !given ? "down" : !sure ? "unsure" : given ? "sure" : "loose";
  const lying = watched?.lying[read],
    news = watched?.changes.find((one) => one.number === lying.number);
  const label = [
    cardName(card),
    given && promptOwner(given.ask),
    !sure && msg("unsure"),
    lying?.covered && msg("covered"),
    news && msg("new_mark"),
  ]
    .filter(Boolean)
    .join(", ");
  const [, , [ax, ay], [bx, by]] = seen.corners,
    x = (ax + bx) / 2,
    y = (ay + by) / 2;
  const open = () =>
    giving && seen.card
      ? post("/api/draft/give", { version: store.snapshot.version, read, to: giving })
      : given
        ? correct(given.ask.path, given.at)
        : correct(null, 0, read);
  const mark = kind === "down" ? "–" : sure ? faceOf(card)?.number || "★" : "?";
  const r = unit * 0.85;
  const act = taken &&
    store.isHost && {
      tabindex: "0",
      "data-key": `read ${read}`,
      onclick: open,
      onkeydown: (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          open();
        }
      },
    };
  return el(
    `g.outline.${kind}${lying?.covered ? ".covered" : ""}${giving && given?.ask.path === giving ? ".theirs" : ""}`,
    { role: act ? "button" : "img", "aria-label": label, ...act },
    el("polygon", {
      points: seen.corners.map((corner) => corner.join(",")).join(" "),
      "stroke-width": unit * 0.22,
      "stroke-dasharray": sure ? null : `${unit * 0.6} ${unit * 0.35}`,
    }),
    sure
      ? el("circle", { cx: x, cy: y, r })
      : el("polygon.mark", {
          points: `${x},${y - r * 1.3} ${x + r * 1.3},${y} ${x},${y + r * 1.3} ${x - r * 1.3},${y}`,
        }),
    el("text", { x, y: y + unit * 0.36, "font-size": unit * 1.05 }, mark),
    news && [
      el("circle.fresh", {
        cx: x,
        cy: y,
        r: r * 1.7,
        "stroke-width": unit * 0.2,
        "stroke-dasharray": `0.1 ${unit * 0.42}`,
      }),
      el("text.badge", { x, y: y + unit * 2.3, "font-size": unit * 0.8 }, msg("new_mark")),
    ],
    lying?.covered && el("text.badge", { x, y: y + unit * 2.3, "font-size": unit * 0.8 }, msg("covered")),
  );
}

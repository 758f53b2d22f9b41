// Every card outlined on the picture: solid when sure, dashed and questioned when not.

import { send } from "../core/api.js";
import { count, h, redraw, t } from "../core/dom.js";
import { later, tapped } from "../core/lazy.js";
import { S } from "../core/store.js";
import { face, nameOf, owner } from "./cards.js";
import { sit, state } from "./table-watch.js";
import { handAt } from "./zone-lookup.js";

const addAt = tapped(() => import("./card-sheets.js").then((part) => part.addAt));
const correct = tapped(() => import("./card-sheets.js").then((part) => part.correct));
const keeping = later(() => import("./corrections.js").then((part) => part.keeping));

let large = false;
let giving = null; // whose cards are being tapped

export function photo() {
  const table = S.snap.tabletop?.table,
    taken = S.snap.draft.picture,
    picture = taken ?? table;
  if (!picture) return null;
  const watched = picture.name === table?.name ? table : null;
  const given = {};
  if (taken)
    for (const ask of S.cardAsks())
      S.hand(ask.path).forEach((one, at) => {
        if (one.read != null) given[one.read] = { ask, at, one };
      });
  const hands = S.host && taken ? S.cardAsks().filter((ask) => ask.laid) : [];
  if (!hands.some((ask) => ask.path === giving)) giving = null;
  const unit = picture.width / (large ? 80 : 36);
  const shapes = picture.cards.map((seen, read) => outline(seen, read, given[read], unit, taken, watched));
  if (taken)
    for (const ask of S.cardAsks())
      for (const one of S.hand(ask.path)) if (one.at) shapes.push(spot(one, ask, picture, unit));
  const empty = (event) => {
    if (event.target !== svg || giving) return;
    const box = svg.getBoundingClientRect(),
      at = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    const ask = handAt(...at, true);
    if (ask && S.may(ask)) addAt(ask, at);
  };
  const svg = h("svg", { viewBox: `0 0 ${picture.width} ${picture.height}`, onclick: taken && empty }, shapes);
  const box = h(
    `div.photo${large ? ".large" : ""}`,
    { tabindex: "0" },
    h(
      "div.photo-in",
      h("img", {
        src: `/picture/${picture.name}.jpg`,
        alt: count("seen_one", "seen", picture.cards.length),
        width: picture.width,
        height: picture.height,
        "data-live": !taken,
      }),
      svg,
    ),
  );
  const zoom = h(
    "button.chip.zoom",
    {
      onclick: () => {
        large = !large;
        redraw();
      },
    },
    t(large ? "smaller" : "larger"),
  );
  const chip = (ask) =>
    h(
      "button.chip",
      {
        "data-key": `give ${ask.path}`,
        "aria-pressed": ask.path === giving,
        onclick: () => {
          giving = ask.path === giving ? null : ask.path;
          redraw();
        },
      },
      owner(ask),
    );
  return h(
    "section.panel.picture",
    box,
    zoom,
    state(),
    h("div.spots", sit(), taken && S.host && h("span.hint", t("tap_adds"))),
    taken && S.host && S.snap.keeping && keeping(),
    hands.length > 1 && h("div.giving", h("p.hint", t("tap_gives")), h("div.chips", hands.map(chip))),
  );
}

// A card the host added where the camera saw none.
function spot(one, ask, picture, unit) {
  const x = one.at[0] * picture.width,
    y = one.at[1] * picture.height;
  return h(
    "g.outline.sure",
    { role: "img", "aria-label": `${nameOf(one.card)}, ${owner(ask)}` },
    h("circle.given", { cx: x, cy: y, r: unit }),
    h("text", { x, y: y + unit * 0.4, "font-size": unit * 1.05 }, face(one.card)?.number || "★"),
  );
}

function outline(seen, read, given, unit, taken, watched) {
  const card = given ? given.one.card : seen.card;
  const sure = given ? given.one.sure : seen.sure;
  const kind = seen.face === "down" && !given ? "down" : !sure ? "unsure" : given ? "sure" : "loose";
  const lying = watched?.lying[read],
    news = watched?.changes.find((one) => one.number === lying.number);
  const label = [
    nameOf(card),
    given && owner(given.ask),
    !sure && t("unsure"),
    lying?.covered && t("covered"),
    news && t("new_mark"),
  ]
    .filter(Boolean)
    .join(", ");
  const [, , [ax, ay], [bx, by]] = seen.corners,
    x = (ax + bx) / 2,
    y = (ay + by) / 2;
  const open = () =>
    giving && seen.card
      ? send("/api/draft/give", { version: S.snap.version, read, to: giving })
      : given
        ? correct(given.ask.path, given.at)
        : correct(null, 0, read);
  const mark = kind === "down" ? "–" : sure ? face(card)?.number || "★" : "?";
  const r = unit * 0.85;
  const act = taken &&
    S.host && {
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
  return h(
    `g.outline.${kind}${lying?.covered ? ".covered" : ""}${giving && given?.ask.path === giving ? ".theirs" : ""}`,
    { role: act ? "button" : "img", "aria-label": label, ...act },
    h("polygon", {
      points: seen.corners.map((corner) => corner.join(",")).join(" "),
      "stroke-width": unit * 0.22,
      "stroke-dasharray": sure ? null : `${unit * 0.6} ${unit * 0.35}`,
    }),
    sure
      ? h("circle", { cx: x, cy: y, r })
      : h("polygon.mark", {
          points: `${x},${y - r * 1.3} ${x + r * 1.3},${y} ${x},${y + r * 1.3} ${x - r * 1.3},${y}`,
        }),
    h("text", { x, y: y + unit * 0.36, "font-size": unit * 1.05 }, mark),
    news && [
      h("circle.fresh", {
        cx: x,
        cy: y,
        r: r * 1.7,
        "stroke-width": unit * 0.2,
        "stroke-dasharray": `0.1 ${unit * 0.42}`,
      }),
      h("text.badge", { x, y: y + unit * 2.3, "font-size": unit * 0.8 }, t("new_mark")),
    ],
    lying?.covered && h("text.badge", { x, y: y + unit * 2.3, "font-size": unit * 0.8 }, t("covered")),
  );
}

// Every card outlined on the picture: solid when sure, dashed and questioned when not.
import { h, redraw, t } from "./dom.js";
import { send } from "./api.js";
import { correct, face, nameOf, owner } from "./cards.js";
import { S } from "./state.js";

let large = false;
let giving = null; // whose cards are being tapped

export function photo() {
  const picture = S.snap.draft.picture;
  if (!picture) return null;
  const given = {};
  for (const ask of S.cardAsks()) S.hand(ask.path).forEach((one, at) => { if (one.read != null) given[one.read] = { ask, at, one }; });
  const hands = S.host ? S.cardAsks().filter((ask) => ask.laid) : [];
  if (!hands.some((ask) => ask.path === giving)) giving = null;
  const unit = picture.width / (large ? 80 : 36);
  const shapes = picture.cards.map((seen, read) => outline(seen, read, given[read], unit));
  const box = h(`div.photo${large ? ".large" : ""}`, { tabindex: "0" }, h("div.photo-in",
    h("img", { src: `/picture/${picture.name}.jpg`, alt: t("seen", { n: picture.cards.length }), width: picture.width, height: picture.height }),
    h("svg", { viewBox: `0 0 ${picture.width} ${picture.height}` }, shapes)));
  const zoom = h("button.chip.zoom", { onclick: () => { large = !large; redraw(); } }, t(large ? "smaller" : "larger"));
  const chip = (ask) => h("button.chip", { "data-key": `give ${ask.path}`, "aria-pressed": ask.path === giving,
    onclick: () => { giving = ask.path === giving ? null : ask.path; redraw(); } }, owner(ask));
  return h("section.panel.picture", box, zoom, hands.length > 1 && h("div.giving", h("p.hint", t("tap_gives")), h("div.chips", hands.map(chip))));
}

function outline(seen, read, given, unit) {
  const card = given ? given.one.card : seen.card;
  const sure = given ? given.one.sure : seen.sure;
  const kind = seen.face === "down" && !given ? "down" : !sure ? "unsure" : given ? "sure" : "loose";
  const label = [nameOf(card), given && owner(given.ask), !sure && t("unsure")].filter(Boolean).join(", ");
  const [, , [ax, ay], [bx, by]] = seen.corners, x = (ax + bx) / 2, y = (ay + by) / 2;
  const open = () => (giving && seen.card ? send("/api/draft/give", { version: S.snap.version, read, to: giving }) : given ? correct(given.ask.path, given.at) : correct(null, 0, read));
  const mark = kind === "down" ? "–" : sure ? face(card)?.number || "★" : "?";
  const r = unit * 0.85;
  const act = S.host && { tabindex: "0", onclick: open, onkeydown: ({ key }) => key === "Enter" && open() };
  return h(`g.outline.${kind}${giving && given?.ask.path === giving ? ".theirs" : ""}`, { role: act ? "button" : "img", "aria-label": label, ...act },
    h("polygon", { points: seen.corners.map((corner) => corner.join(",")).join(" "), "stroke-width": unit * 0.22, "stroke-dasharray": sure ? null : `${unit * 0.6} ${unit * 0.35}` }),
    sure ? h("circle", { cx: x, cy: y, r }) : h("polygon.mark", { points: `${x},${y - r * 1.3} ${x + r * 1.3},${y} ${x},${y + r * 1.3} ${x - r * 1.3},${y}` }),
    h("text", { x, y: y + unit * 0.36, "font-size": unit * 1.05 }, mark));
}

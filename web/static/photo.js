// Every card outlined on the picture: solid when sure, dashed and questioned when not.
import { h, t } from "./dom.js";
import { correct, face, nameOf, owner } from "./cards.js";
import { S } from "./state.js";

let large = false;

export function photo() {
  const picture = S.snap.draft.picture;
  if (!picture) return null;
  const given = {};
  for (const ask of S.cardAsks()) S.hand(ask.path).forEach((one, at) => { if (one.read != null) given[one.read] = { ask, at, one }; });
  const unit = picture.width / (large ? 80 : 36);
  const shapes = picture.cards.map((seen, read) => outline(seen, read, given[read], unit));
  const loose = picture.cards.some((seen, read) => seen.card && !given[read]);
  const box = h(`div.photo${large ? ".large" : ""}`, { tabindex: "0" }, h("div.photo-in",
    h("img", { src: `/picture/${picture.name}.jpg`, alt: t("seen", { n: picture.cards.length }), width: picture.width, height: picture.height }),
    h("svg", { viewBox: `0 0 ${picture.width} ${picture.height}` }, shapes)));
  const zoom = h("button.chip.zoom", { onclick: () => { large = !large; dispatchEvent(new Event("redraw")); } }, t(large ? "smaller" : "larger"));
  return h("section.panel.picture", box, zoom, loose && S.host && h("p.hint", t("not_given")));
}

function outline(seen, read, given, unit) {
  const card = given ? given.one.card : seen.card;
  const sure = given ? given.one.sure : seen.sure;
  const kind = seen.face === "down" && !given ? "down" : !sure ? "unsure" : given ? "sure" : "loose";
  const label = [nameOf(card), given && owner(given.ask), !sure && t("unsure")].filter(Boolean).join(", ");
  const [, , [ax, ay], [bx, by]] = seen.corners, x = (ax + bx) / 2, y = (ay + by) / 2;
  const open = () => (given ? correct(given.ask.path, given.at) : correct(null, 0, read));
  const mark = kind === "down" ? "–" : sure ? face(card)?.number || "★" : "?";
  const r = unit * 0.85;
  return h(`g.outline.${kind}`, S.host ? { role: "button", tabindex: "0", "aria-label": label, onclick: open, onkeydown: ({ key }) => key === "Enter" && open() } : { role: "img", "aria-label": label },
    h("polygon", { points: seen.corners.map((corner) => corner.join(",")).join(" "), "stroke-width": unit * 0.22, "stroke-dasharray": sure ? null : `${unit * 0.6} ${unit * 0.35}` }),
    sure ? h("circle", { cx: x, cy: y, r }) : h("polygon.mark", { points: `${x},${y - r * 1.3} ${x + r * 1.3},${y} ${x},${y + r * 1.3} ${x - r * 1.3},${y}` }),
    h("text", { x, y: y + unit * 0.36, "font-size": unit * 1.05 }, mark));
}

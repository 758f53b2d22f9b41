// Every card outlined on the picture: solid when sure, dashed and questioned when not.
import { h, spliced, t } from "./dom.js";
import { tell } from "./api.js";
import { correct, face, nameOf, owner } from "./cards.js";
import { S } from "./state.js";

let large = false;
// Whose cards are being pointed at, and what quick taps have told before the table answered.
let giving = null, told = null, waiting = 0;

export function photo() {
  const picture = S.snap.draft.picture;
  if (!picture) return null;
  const given = {};
  for (const ask of S.cardAsks()) S.hand(ask.path).forEach((one, at) => { if (one.read != null) given[one.read] = { ask, at, one }; });
  const hands = S.host ? S.cardAsks().filter((ask) => ask.laid) : [];
  if (!hands.some((ask) => ask.path === giving)) giving = null;
  const unit = picture.width / (large ? 80 : 36);
  const shapes = picture.cards.map((seen, read) => outline(seen, read, given[read], unit));
  const loose = picture.cards.some((seen, read) => seen.card && !given[read]);
  const box = h(`div.photo${large ? ".large" : ""}`, { tabindex: "0" }, h("div.photo-in",
    h("img", { src: `/picture/${picture.name}.jpg`, alt: t("seen", { n: picture.cards.length }), width: picture.width, height: picture.height }),
    h("svg", { viewBox: `0 0 ${picture.width} ${picture.height}` }, shapes)));
  const zoom = h("button.chip.zoom", { onclick: () => { large = !large; dispatchEvent(new Event("redraw")); } }, t(large ? "smaller" : "larger"));
  const chip = (path, label) => h("button.chip", { "data-key": `give ${path}`, "aria-pressed": path === giving, onclick: () => { giving = path; dispatchEvent(new Event("redraw")); } }, label);
  return h("section.panel.picture", box, zoom, loose && S.host && h("p.hint", t("not_given")),
    hands.length > 1 && h("div.giving", { role: "group", "aria-label": t("tap_gives") }, h("p.hint", t("tap_gives")),
      h("div.chips", hands.map((ask) => chip(ask.path, owner(ask))), chip(null, t("nobody_look")))));
}

// A tap gives the card to whose cards are being pointed at; a second one takes it back.
function give(read, seen, given) {
  const hands = told ?? S.snap.draft.hands, answers = {};
  let item = given?.one ?? { card: seen.card, sure: seen.sure, read }, back = false;
  for (const [path, hand] of Object.entries(hands)) {
    const at = hand.findIndex((one) => one.read === read);
    if (at < 0) continue;
    item = hand[at];
    back = path === giving;
    answers[path] = spliced(hand, at, 1);
  }
  if (!back) answers[giving] = [...(hands[giving] ?? []), item];
  told = { ...hands, ...answers };
  waiting += 1;
  tell(answers).finally(() => { waiting -= 1; if (!waiting) told = null; });
}

function outline(seen, read, given, unit) {
  const card = given ? given.one.card : seen.card;
  const sure = given ? given.one.sure : seen.sure;
  const kind = seen.face === "down" && !given ? "down" : !sure ? "unsure" : given ? "sure" : "loose";
  const label = [nameOf(card), given && owner(given.ask), !sure && t("unsure")].filter(Boolean).join(", ");
  const [, , [ax, ay], [bx, by]] = seen.corners, x = (ax + bx) / 2, y = (ay + by) / 2;
  const open = () => (giving && seen.card ? give(read, seen, given) : given ? correct(given.ask.path, given.at) : correct(null, 0, read));
  const mark = kind === "down" ? "–" : sure ? face(card)?.number || "★" : "?";
  const r = unit * 0.85;
  return h(`g.outline.${kind}${given && given.ask.path === giving ? ".theirs" : ""}`, S.host ? { role: "button", tabindex: "0", "aria-label": label, onclick: open, onkeydown: ({ key }) => key === "Enter" && open() } : { role: "img", "aria-label": label },
    h("polygon", { points: seen.corners.map((corner) => corner.join(",")).join(" "), "stroke-width": unit * 0.22, "stroke-dasharray": sure ? null : `${unit * 0.6} ${unit * 0.35}` }),
    sure ? h("circle", { cx: x, cy: y, r }) : h("polygon.mark", { points: `${x},${y - r * 1.3} ${x + r * 1.3},${y} ${x},${y + r * 1.3} ${x - r * 1.3},${y}` }),
    h("text", { x, y: y + unit * 0.36, "font-size": unit * 1.05 }, mark));
}

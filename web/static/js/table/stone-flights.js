// The flight of a round's stones from bowl to bowl, loaded with the first round that is settled. Where motion is not
// wanted, arrows with the number of stones stand still instead.
import { el } from "../core/dom.js";
import { loadStyle } from "../core/styles.js";

await loadStyle("table/moment");

/** @typedef {{ from: number | null, to: number | null, stones: number }} Flow between players; null is the pot */
/** @typedef {{ x: number, y: number, halfWidth: number, halfHeight: number }} Bowl */
/** @typedef {{ stones: number, start: Bowl, end: Bowl }} Flight */

/** How long arrows stay, in milliseconds. */
const ARROWS_MS = 10_000;
/** How long the cloth shows what a new round did, in milliseconds: stones cross, the set lifts, the next month comes. */
const MOMENT_MS = 3500;
/** More stones than these do not fly. */
const MOST_STONES = 14;
/** Half the width of a stone, in pixels. */
const STONE_RADIUS = 6.5;

/**
 * Who gives whom how much. What is not a payment goes into the pot or comes out of it.
 * @param {BookedRound} round
 */
function flowsOf({ settlement, seats }) {
  /** @type {Flow[]} */
  const flows = settlement.transfers.map((pay) => ({ from: seats[pay.from], to: seats[pay.to], stones: pay.stones }));
  seats.forEach((player, seat) => {
    let paid = 0;
    for (const pay of settlement.transfers) {
      if (pay.to === seat) paid += pay.stones;
      if (pay.from === seat) paid -= pay.stones;
    }
    const rest = settlement.net[seat] - paid;
    if (rest) flows.push({ from: rest < 0 ? player : null, to: rest < 0 ? null : player, stones: Math.abs(rest) });
  });
  return flows;
}

/**
 * Lets the stones of a round fly, or shows their arrows.
 * @param {BookedRound} round
 * @param {HTMLElement} sky
 * @param {HTMLElement[]} places of the players
 * @param {HTMLElement} middle
 */
export function flyStones(round, sky, places, middle) {
  const cloth = /** @type {HTMLElement} */ (sky.parentElement);
  cloth.classList.add("moment");
  setTimeout(() => cloth.classList.remove("moment"), MOMENT_MS);
  const base = sky.getBoundingClientRect();
  /** @param {number | null} player */
  const bowl = (player) => {
    const box = (player == null ? middle : places[player]).getBoundingClientRect();
    return {
      x: box.left - base.left + box.width / 2,
      y: box.top - base.top + box.height / 2,
      halfWidth: box.width / 2,
      halfHeight: box.height / 2,
    };
  };
  const flights = flowsOf(round).map(({ from, to, stones }) => ({ stones, start: bowl(from), end: bowl(to) }));
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const layer = isStill ? arrows(flights, sky) : el("div.flight", { "aria-hidden": "true" });
  sky.append(layer);
  if (isStill) {
    setTimeout(() => layer.remove(), ARROWS_MS);
  } else {
    Promise.all(flights.flatMap((flight, order) => flyingStones(flight, order, layer))).then(
      () => layer.remove(),
      () => {},
    );
  }
}

/**
 * @param {Bowl | { x: number, y: number }} point
 * @param {number} scale
 * @param {number} lift
 */
const placed = ({ x, y }, scale, lift = 0) => ({
  transform: `translate(${x - STONE_RADIUS}px, ${y - STONE_RADIUS - lift}px) scale(${scale})`,
});

/**
 * @param {Flight} flight
 * @param {number} order flights of a round start one after the other
 * @param {Element} layer
 */
function flyingStones({ start, end, stones }, order, layer) {
  const colors = [...Array(Math.floor(stones / 10)).fill("black"), ...Array(stones % 10).fill("white")];
  return colors.slice(0, MOST_STONES).map((color, index) => {
    const stone = el(`i.stone.${color}`);
    layer.append(stone);
    const half = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
    return stone.animate(
      [
        { ...placed(start, 0.6), opacity: 0 },
        { ...placed(start, 1.2), opacity: 1, offset: 0.12 },
        placed(half, 1.9, 26),
        { ...placed(end, 1.2), opacity: 1, offset: 0.9 },
        { ...placed(end, 0.6), opacity: 0 },
      ],
      { duration: 1150, delay: order * 260 + index * 85, easing: "ease-in-out", fill: "both" },
    ).finished;
  });
}

/**
 * Where the line between two bowls leaves the first.
 * @param {Bowl} from
 * @param {Bowl} to
 */
function rimPoint(from, to) {
  const dx = to.x - from.x || 0.01;
  const dy = to.y - from.y || 0.01;
  const share = Math.min((from.halfWidth + 4) / Math.abs(dx), (from.halfHeight + 4) / Math.abs(dy), 0.4);
  return { x: from.x + dx * share, y: from.y + dy * share };
}

/**
 * @param {Flight[]} flights
 * @param {HTMLElement} sky
 */
function arrows(flights, sky) {
  return el(
    "svg.flight",
    { viewBox: `0 0 ${sky.clientWidth} ${sky.clientHeight}`, "aria-hidden": "true" },
    flights.map((flight) => {
      const start = rimPoint(flight.start, flight.end);
      const tip = rimPoint(flight.end, flight.start);
      const angle = Math.atan2(tip.y - start.y, tip.x - start.x);
      const turn = (angle * 180) / Math.PI;
      const end = { x: tip.x - 12 * Math.cos(angle), y: tip.y - 12 * Math.sin(angle) };
      const x = (start.x + end.x) / 2;
      const y = (start.y + end.y) / 2;
      return el(
        "g",
        el("path", { d: `M${start.x} ${start.y}L${end.x} ${end.y}` }),
        el("polygon", { points: "0,-6 12,0 0,6", transform: `translate(${end.x} ${end.y}) rotate(${turn})` }),
        el("circle", { cx: x, cy: y, r: 13 }),
        el("text", { x, y: y + 5 }, String(flight.stones)),
      );
    }),
  );
}

// 石を渡す: the stones of a new round fly from bowl to bowl, once on every phone; where motion is not wanted, arrows
// with the number of stones stand still instead.
import { el } from "../core/dom.js";

let seen; // the evening and its newest round this phone knows of

const last = ({ rounds }) => rounds.filter((one) => !one.undone).at(-1)?.number ?? 0;

// The first snapshot: what was booked before the page was opened is no news.
export function rememberNewestRound(evening) {
  if (evening && seen?.evening !== evening.id) seen = { evening: evening.id, number: last(evening) };
}

// Who gives whom how much; what no payment tells goes into the pot in the middle (null), or comes out of it.
function moves({ settlement, seats }) {
  const flows = settlement.transfers.map((pay) => ({ from: seats[pay.from], to: seats[pay.to], stones: pay.stones }));
  seats.forEach((player, seat) => {
    const paid = settlement.transfers.reduce(
      (sum, pay) => sum + (pay.to === seat) * pay.stones - (pay.from === seat) * pay.stones,
      0,
    );
    const rest = settlement.net[seat] - paid;
    if (rest) flows.push({ from: rest < 0 ? player : null, to: rest < 0 ? null : player, stones: Math.abs(rest) });
  });
  return flows;
}

export function animateStones(evening, round, cloth, places, middle) {
  rememberNewestRound(evening);
  if (!round || round.number <= seen.number) return;
  seen.number = round.number;
  requestAnimationFrame(() => {
    if (!cloth.isConnected) return;
    const base = cloth.getBoundingClientRect();
    const centre = (player) => {
      const box = (player == null ? middle : places[player]).getBoundingClientRect();
      const [x, y] = [
        box.left - base.left + box.width / 2 - cloth.clientLeft,
        box.top - base.top + box.height / 2 - cloth.clientTop,
      ];
      return { x, y, wide: box.width / 2, high: box.height / 2 };
    };
    const flows = moves(round).map((one) => ({ ...one, a: centre(one.from), b: centre(one.to) }));
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const layer = still ? arrows(flows, cloth) : el("div.flight", { "aria-hidden": "true" });
    cloth.append(layer);
    if (still) setTimeout(() => layer.remove(), 10_000);
    else
      Promise.all(flows.flatMap((one, at) => stones(one, at, layer))).then(
        () => layer.remove(),
        () => {},
      );
  });
}

function stones({ a, b, stones: n }, at, layer) {
  const colours = [...Array(Math.floor(n / 10)).fill("black"), ...Array(n % 10).fill("white")].slice(0, 14);
  return colours.map((colour, nth) => {
    const stone = el(`i.stone.${colour}`);
    layer.append(stone);
    const at_ = ({ x, y }, scale, lift = 0) => ({
      transform: `translate(${x - 6.5}px, ${y - 6.5 - lift}px) scale(${scale})`,
    });
    const half = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    return stone.animate(
      [
        { ...at_(a, 0.6), opacity: 0 },
        { ...at_(a, 1.2), opacity: 1, offset: 0.12 },
        at_(half, 1.9, 26),
        { ...at_(b, 1.2), opacity: 1, offset: 0.9 },
        { ...at_(b, 0.6), opacity: 0 },
      ],
      { duration: 1150, delay: at * 260 + nth * 85, easing: "ease-in-out", fill: "both" },
    ).finished;
  });
}

function arrows(flows, cloth) {
  // Where the way from a to b leaves the bowl at a.
  const edge = (a, b) => {
    const dx = b.x - a.x || 0.01,
      dy = b.y - a.y || 0.01,
      cut = Math.min((a.wide + 4) / Math.abs(dx), (a.high + 4) / Math.abs(dy), 0.4);
    return { x: a.x + dx * cut, y: a.y + dy * cut };
  };
  return el(
    "svg.flight",
    { viewBox: `0 0 ${cloth.clientWidth} ${cloth.clientHeight}`, "aria-hidden": "true" },
    flows.map((one) => {
      const start = edge(one.a, one.b),
        tip = edge(one.b, one.a),
        turn = (Math.atan2(tip.y - start.y, tip.x - start.x) * 180) / Math.PI;
      const end = {
        x: tip.x - 12 * Math.cos((turn * Math.PI) / 180),
        y: tip.y - 12 * Math.sin((turn * Math.PI) / 180),
      };
      const x = (start.x + end.x) / 2,
        y = (start.y + end.y) / 2;
      return el(
        "g",
        el("path", { d: `M${start.x} ${start.y}L${end.x} ${end.y}` }),
        el("polygon", { points: "0,-6 12,0 0,6", transform: `translate(${end.x} ${end.y}) rotate(${turn})` }),
        el("circle", { cx: x, cy: y, r: 13 }),
        el("text", { x, y: y + 5 }, String(one.stones)),
      );
    }),
  );
}

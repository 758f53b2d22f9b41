// 席の場: whose place is it on the picture? As the table itself decides it; else the nearest.
import { store } from "../core/store.js";

const laid = (seat) => store.cardPrompts().find((ask) => ask.laid && ask.seat === seat);

// The hand of the place that holds a point (fractions of the picture), nothing where nobody lays cards.
export function promptAt(x, y, nearest) {
  const zones = store.snapshot.tabletop?.zones ?? [];
  const off = ([zx, zy, w, e]) => Math.max(Math.abs(x - zx) / w, Math.abs(y - zy) / e);
  const hands = zones
    .map((zone, at) => {
      const seat = at === zones.length - 1 ? null : store.evening.seat_order.indexOf(at);
      return { ask: seat === -1 ? null : laid(seat), off: off(zone) };
    })
    .filter((one) => one.ask && (nearest || one.off <= 0.5))
    .sort((one, other) => one.off - other.off);
  return hands[0]?.ask ?? null;
}

export const centerOf = (corners) => [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / 4);

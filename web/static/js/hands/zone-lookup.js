// Finds whose place a point of the picture belongs to, as the server decides it.
import { store } from "../core/store.js";

/** @param {number | null} seat null is the middle of the table */
const laidPrompt = (seat) => store.cardPrompts().find((prompt) => prompt.laid && prompt.seat === seat);

/**
 * The prompt for the cards at a point, or null where nobody lays cards.
 * @param {number} x as a fraction of the picture
 * @param {number} y as a fraction of the picture
 * @param {boolean} takeNearest whether a point outside all places belongs to the nearest
 */
export function promptAt(x, y, takeNearest) {
  const zones = store.snapshot.tabletop?.zones ?? [];
  const found = zones.flatMap(([middleX, middleY, width, height], player) => {
    const isMiddle = player === zones.length - 1;
    const seat = isMiddle ? null : store.evening.seat_order.indexOf(player);
    const prompt = seat === -1 ? null : laidPrompt(seat);
    // In widths and heights of the place: up to 0.5 the point is inside.
    const distance = Math.max(Math.abs(x - middleX) / width, Math.abs(y - middleY) / height);
    return prompt && (takeNearest || distance <= 0.5) ? [{ prompt, distance }] : [];
  });
  found.sort((a, b) => a.distance - b.distance);
  return found[0]?.prompt ?? null;
}

/** @param {Point[]} corners */
export const centerOf = (corners) => [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / 4);

// Stones (goishi) as they are drawn, and numbers of stones with their sign.
import { el } from "./dom.js";

/** More stones than these are not drawn. */
const MOST_DRAWN = 199;

/**
 * A black stone counts ten, a white one counts one.
 * @param {number} n
 */
export function stonePile(n) {
  const drawn = Math.min(Math.abs(n), MOST_DRAWN);
  const stones = [...Array(Math.floor(drawn / 10)).fill("black"), ...Array(drawn % 10).fill("white")];
  return el(
    `span.pile${n < 0 ? ".owed" : ""}`,
    { "aria-hidden": "true" },
    stones.map((color) => el(`i.stone.${color}`)),
  );
}

/** @param {number} n */
export const formatSigned = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "±0");

/** @param {number} n */
export const netStones = (n) => el(`span.net${n < 0 ? ".minus" : ".plus"}`, formatSigned(n));

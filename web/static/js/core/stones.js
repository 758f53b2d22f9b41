// Stones (goishi) as they are drawn, and numbers of stones with their sign.
import { el } from "./dom.js";

/** More bowls than these are drawn as one with their number. */
const MOST_BOWLS = 3;
export const BOWL = 100;

/**
 * A bowl counts a hundred, a black stone ten, a white one one: every number has a pile of its own.
 * @param {number} n
 */
export function stonePile(n) {
  const held = Math.abs(n);
  const bowls = Math.floor(held / BOWL);
  const stones = [...Array(Math.floor((held % BOWL) / 10)).fill("black"), ...Array(held % 10).fill("white")];
  return el(
    `span.pile${n < 0 ? ".owed" : ""}`,
    { "aria-hidden": "true" },
    bowls > MOST_BOWLS ? el("i.bowl", `×${bowls}`) : Array.from({ length: bowls }, () => el("i.bowl")),
    stones.map((color) => el(`i.stone.${color}`)),
  );
}

/** @param {number} n stones held, or owed with a minus */
export const formatStones = (n) => (n < 0 ? `−${-n}` : String(n));

/**
 * Who won, the one who won most first.
 * @param {number[]} net by seat
 */
export const winnersOf = (net) =>
  net
    .map((stones, seat) => ({ stones, seat }))
    .filter(({ stones }) => stones > 0)
    .sort((one, other) => other.stones - one.stones);

/** @param {number} n */
export const formatSigned = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "±0");

/** @param {number} n */
export const netStones = (n) => el(`span.net${n < 0 ? ".minus" : ".plus"}`, formatSigned(n));

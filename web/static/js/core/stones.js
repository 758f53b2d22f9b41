// Stones drawn, and counts of stones with their sign.
import { el } from "./dom.js";

// 碁石: a black stone counts ten, a white one one.
export function stonePile(n) {
  const shown = Math.min(Math.abs(n), 199);
  const stones = [...Array(Math.floor(shown / 10)).fill("black"), ...Array(shown % 10).fill("white")];
  return el(
    `span.pile${n < 0 ? ".owed" : ""}`,
    { "aria-hidden": "true" },
    stones.map((colour) => el(`i.stone.${colour}`)),
  );
}

export const formatSigned = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "±0");
export const netStones = (n) => el(`span.net${n < 0 ? ".minus" : ".plus"}`, formatSigned(n));

// Stones drawn, and counts of stones with their sign.
import { h } from "./dom.js";

// 碁石: a black stone counts ten, a white one one.
export function pile(n) {
  const shown = Math.min(Math.abs(n), 199);
  const stones = [...Array(Math.floor(shown / 10)).fill("black"), ...Array(shown % 10).fill("white")];
  return h(
    `span.pile${n < 0 ? ".owed" : ""}`,
    { "aria-hidden": "true" },
    stones.map((colour) => h(`i.stone.${colour}`)),
  );
}

export const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "±0");
export const gain = (n) => h(`span.net${n < 0 ? ".minus" : ".plus"}`, signed(n));

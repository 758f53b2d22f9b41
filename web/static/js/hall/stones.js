// Numbers of stones as the pages of the hall write them.

/** @param {number} n */
export const formatStones = (n) => String(n).replace("-", "−");

/** @param {number} n */
export const formatSigned = (n) => (n > 0 ? `+${n}` : formatStones(n));

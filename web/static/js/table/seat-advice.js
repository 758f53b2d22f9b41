// 自分の心得: advice to this phone's own seat, asked for again when the round or the seat changes; words of the game played.

import { redraw } from "../core/dom.js";
import { termsOf } from "../core/glossary.js";
import { S } from "../core/store.js";
import { advice } from "./advice.js";

let part = null,
  of = "";

// The part for the page, the same as long as nothing about the seat changes; null before it is here, and for watchers.
export function ownAdvice() {
  const { id, round, dealer, seat_order: order, over } = S.evening;
  const now = JSON.stringify([id, round, dealer, order, over, S.me]);
  if (now !== of) {
    of = now;
    ask(now).catch(() => {
      part = null;
      of = "";
    });
  }
  return part;
}

async function ask(now) {
  await termsOf(S.evening.game, S.evening.deck);
  const told = S.me ? await advice("", part?.open) : null;
  if (now !== of) return;
  told?.classList.add("panel");
  part = told;
  redraw();
}

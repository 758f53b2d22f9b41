// 自分の心得: advice to this phone's own seat, asked for again when the round or the seat changes; words of the game played.

import { redraw } from "../core/dom.js";
import { loadTerms } from "../core/glossary.js";
import { store } from "../core/store.js";
import { loadAdvice } from "./advice.js";

let part = null,
  of = "";

// The part for the page, the same as long as nothing about the seat changes; null before it is here, and for watchers.
export function seatAdvice() {
  const { id, round, dealer, seat_order: order, over } = store.evening;
  const now = JSON.stringify([id, round, dealer, order, over, store.ownName]);
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
  await loadTerms(store.evening.game, store.evening.deck);
  const told = store.ownName ? await loadAdvice("", part?.open) : null;
  if (now !== of) return;
  told?.classList.add("panel");
  part = told;
  redraw();
}

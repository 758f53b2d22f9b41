// Advice to this phone's own seat, fetched anew when the round or the seat changes.
import { redraw } from "../core/dom.js";
import { loadTerms } from "../core/glossary.js";
import { store } from "../core/store.js";
import { loadAdvice } from "./advice.js";

/** @type {HTMLDetailsElement | null} */
let panel = null;
/** What the panel depends on, as one string. */
let loadedFor = "";

/** The same panel as long as nothing about the seat changes; null before it is loaded, and for watchers. */
export function seatAdvice() {
  const { id, round, dealer, seat_order, over } = store.evening;
  const current = JSON.stringify([id, round, dealer, seat_order, over, store.ownName]);
  if (current !== loadedFor) {
    loadedFor = current;
    load(current).catch(() => {
      panel = null;
      loadedFor = "";
    });
  }
  return panel;
}

/** @param {string} wanted */
async function load(wanted) {
  await loadTerms(store.evening.game, store.evening.deck);
  const fresh = store.ownName ? await loadAdvice("", panel?.open) : null;
  if (wanted !== loadedFor) return;
  fresh?.classList.add("panel");
  panel = fresh;
  redraw();
}

// Asks whether corrected cards may be stored to improve the enrolled deck. Nothing is stored until the host agrees.
import { post } from "../core/api.js";
import { el, msg } from "../core/dom.js";
import { store } from "../core/store.js";

/** @param {boolean} on */
const setWanted = (on) => post("/api/corrections", { on });
let isOpen = false;

export function correctionsView() {
  if (!store.snapshot.keeping) return null;
  const { wanted, deck, kept } = store.snapshot.keeping;
  /** @param {Event} event */
  const ontoggle = ({ target }) => {
    isOpen = /** @type {HTMLDetailsElement} */ (target).open;
  };
  return el(
    "details.keeping",
    { open: isOpen || wanted == null, ontoggle },
    el("summary", msg("keep_title")),
    el("p.hint", msg("keep_says", { deck })),
    el(
      "div.chips",
      el(
        "button.switch",
        {
          role: "switch",
          "aria-checked": wanted === true,
          "data-key": "keep",
          onclick: () => setWanted(wanted !== true),
        },
        el("span.knob", { "aria-hidden": "true" }),
        msg("keep_title"),
      ),
      wanted == null && el("button.chip", { onclick: () => setWanted(false) }, msg("keep_not")),
      kept > 0 && el("button.chip.bad", { onclick: () => post("/api/corrections/forget", {}) }, msg("keep_forget")),
      kept > 0 && el("span", msg("keep_kept", { n: kept })),
    ),
  );
}

// 直しを残す: may corrected cards be kept to improve the enrolled deck? Asked once, off until then.

import { post } from "../core/api.js";
import { el, msg } from "../core/dom.js";
import { store } from "../core/store.js";

const want = (on) => post("/api/corrections", { on });
let open = false;

export function correctionsView() {
  const { wanted, deck, kept } = store.snapshot.keeping;
  return el(
    "details.keeping",
    {
      open: open || wanted == null,
      ontoggle: (event) => {
        open = event.target.open;
      },
    },
    el("summary", msg("keep_title")),
    el("p.hint", msg("keep_says", { deck })),
    el(
      "div.chips",
      el(
        "button.switch",
        { role: "switch", "aria-checked": wanted === true, "data-key": "keep", onclick: () => want(wanted !== true) },
        el("span.knob", { "aria-hidden": "true" }),
        msg("keep_title"),
      ),
      wanted == null && el("button.chip", { onclick: () => want(false) }, msg("keep_not")),
      kept > 0 && el("button.chip.bad", { onclick: () => post("/api/corrections/forget", {}) }, msg("keep_forget")),
      kept > 0 && el("span", msg("keep_kept", { n: kept })),
    ),
  );
}

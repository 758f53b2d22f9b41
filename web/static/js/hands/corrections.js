// 直しを残す: may corrected cards be kept to improve the enrolled deck? Asked once, off until then.

import { send } from "../core/api.js";
import { h, t } from "../core/dom.js";
import { S } from "../core/store.js";

const want = (on) => send("/api/corrections", { on });
let open = false;

export function keeping() {
  const { wanted, deck, kept } = S.snap.keeping;
  return h(
    "details.keeping",
    {
      open: open || wanted == null,
      ontoggle: (event) => {
        open = event.target.open;
      },
    },
    h("summary", t("keep_title")),
    h("p.hint", t("keep_says", { deck })),
    h(
      "div.chips",
      h(
        "button.switch",
        { role: "switch", "aria-checked": wanted === true, "data-key": "keep", onclick: () => want(wanted !== true) },
        h("span.knob", { "aria-hidden": "true" }),
        t("keep_title"),
      ),
      wanted == null && h("button.chip", { onclick: () => want(false) }, t("keep_not")),
      kept > 0 && h("button.chip.bad", { onclick: () => send("/api/corrections/forget", {}) }, t("keep_forget")),
      kept > 0 && h("span", t("keep_kept", { n: kept })),
    ),
  );
}

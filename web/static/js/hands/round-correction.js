// 書き直し: says which booked round is being told anew, what will follow, and the way out.
import { send } from "../core/api.js";
import { count, h, t } from "../core/dom.js";
import { gain } from "../core/stones.js";
import { S } from "../core/store.js";

export function correcting(go) {
  const { editing, preview } = S.snap;
  const { players, stones } = S.evening;
  const later = editing.later > 0 && h("p", count("later_one", "later_many", editing.later));
  const leave = async () => (await send("/api/draft/clear", { version: S.snap.version })) && go("history");
  return h(
    "section.panel.correcting",
    { role: "status" },
    h("h2", t("correcting", { n: editing.round })),
    later,
    preview.stones &&
      h(
        "div",
        h("h3", t("balances_then")),
        h(
          "ul.then",
          players.map((name, at) =>
            h(
              "li",
              h("bdi", name),
              h("span", `${stones[at]} → `, h("b", String(preview.stones[at]))),
              gain(preview.stones[at] - stones[at]),
            ),
          ),
        ),
      ),
    preview.over && !S.evening.over && h("p", h("b", t("over"))),
    S.host && h("p", h("button", { onclick: leave }, t("leave_it"))),
  );
}

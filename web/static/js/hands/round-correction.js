// 書き直し: says which booked round is being told anew, what will follow, and the way out.
import { post } from "../core/api.js";
import { el, msg, plural } from "../core/dom.js";
import { netStones } from "../core/stones.js";
import { store } from "../core/store.js";

export function roundCorrectionView(go) {
  const { editing, preview } = store.snapshot;
  const { players, stones } = store.evening;
  const later = editing.later > 0 && el("p", plural("later_one", "later_many", editing.later));
  const leave = async () => (await post("/api/draft/clear", { version: store.snapshot.version })) && go("history");
  return el(
    "section.panel.correcting",
    { role: "status" },
    el("h2", msg("correcting", { n: editing.round })),
    later,
    preview.stones &&
      el(
        "div",
        el("h3", msg("balances_then")),
        el(
          "ul.then",
          players.map((name, at) =>
            el(
              "li",
              el("bdi", name),
              el("span", `${stones[at]} → `, el("b", String(preview.stones[at]))),
              netStones(preview.stones[at] - stones[at]),
            ),
          ),
        ),
      ),
    preview.over && !store.evening.over && el("p", el("b", msg("over"))),
    store.isHost && el("p", el("button", { onclick: leave }, msg("leave_it"))),
  );
}

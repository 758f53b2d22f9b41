// What the correction of an earlier round changes.
import { el, msg, plural } from "../core/dom.js";
import { formatStones, netStones } from "../core/stones.js";
import { store } from "../core/store.js";

/** How many later rounds are settled anew, on the rim of the cloth. */
export function laterRounds() {
  const { editing } = store.snapshot;
  return editing && editing.later > 0 && el("small", plural("later_one", "later_many", editing.later));
}

/** Everybody's stones now, and after the correction. */
export function balancesThen() {
  const { editing, preview } = store.snapshot;
  const { players, stones, over } = store.evening;
  if (!editing || !preview.stones) return null;
  const balances = preview.stones.map((then, player) =>
    el(
      "li",
      el("bdi", players[player]),
      el("span", `${formatStones(stones[player])} → `, el("b", formatStones(then))),
      netStones(then - stones[player]),
    ),
  );
  return el(
    "div.panel.balances",
    el("h3", msg("balances_then")),
    el("ul.then", balances),
    preview.over && !over && el("p", el("b", msg("over"))),
  );
}

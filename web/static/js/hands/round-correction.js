// Says which booked round is being corrected, what will follow, and how to leave it as it is.
import { el, msg, nameSpan, plural } from "../core/dom.js";
import { rememberTab } from "../core/open-tab.js";
import { formatStones, netStones } from "../core/stones.js";
import { store } from "../core/store.js";
import { loadStyle } from "../core/styles.js";
import { leaveCorrection } from "../table/round-changes.js";

await loadStyle("hands/hands");

/** @param {OpenTab} openTab */
export function roundCorrectionView(openTab) {
  const { editing, preview } = store.snapshot;
  const { players, stones, over } = store.evening;
  if (!editing) return null;
  const { stones: stonesThen } = preview;
  const leave = async () => {
    const isStillHere = rememberTab();
    if ((await leaveCorrection()) && isStillHere()) openTab("history");
  };
  const balances = stonesThen?.map((then, player) =>
    el(
      "li",
      el("bdi", players[player]),
      el("span", `${formatStones(stones[player])} → `, el("b", formatStones(then))),
      netStones(then - stones[player]),
    ),
  );
  return el(
    "section.panel.correcting",
    { role: "status" },
    el("h2", msg("correcting", { n: editing.round })),
    editing.evening && el("p", nameSpan(store.game.name)),
    editing.later > 0 && el("p", plural("later_one", "later_many", editing.later)),
    balances && el("div", el("h3", msg("balances_then")), el("ul.then", balances)),
    preview.over && !over && el("p", el("b", msg("over"))),
    store.isHost && el("p", el("button", { onclick: leave }, msg("leave_it"))),
  );
}

// 帳面: stones over the rounds, every round booked, and the way back.
import { h, t } from "./dom.js";
import { change } from "./api.js";
import { settled } from "./settled.js";
import { gain } from "./table.js";
import { S } from "./state.js";

function chart() {
  const rounds = S.evening.rounds.filter((one) => !one.undone);
  if (!rounds.length) return null;
  // Balances are told backwards from today's, so a long evening's first rounds need not be known.
  const lines = [[...S.evening.stones]];
  for (const one of [...rounds].reverse()) {
    const before = [...lines[0]];
    one.seats.forEach((player, seat) => { before[player] -= one.settlement.net[seat]; });
    lines.unshift(before);
  }
  const all = lines.flat(), low = Math.min(...all) - 1, high = Math.max(...all) + 1;
  const x = (at) => 4 + (at * 292) / rounds.length, y = (n) => 116 - ((n - low) * 108) / (high - low);
  const players = S.evening.players;
  return h("figure.panel", h("figcaption", t("chart")),
    h("svg.chart", { viewBox: "0 0 300 120", "aria-hidden": "true" },
      players.map((_, player) => h(`polyline.line${player}`, { points: lines.map((held, at) => `${x(at)},${y(held[player])}`).join(" ") }))),
    h("ul.key", players.map((name, player) => h(`li.line${player}`, h("i"), h("bdi", name), h("b", String(S.evening.stones[player]))))));
}

export function history() {
  const { rounds, players, undoable, redoable } = S.evening;
  return [chart(), h("h2", t("rounds")), !rounds.length && h("p", t("no_rounds")),
    h("ol.rounds", [...rounds].reverse().map((one) => h(`li.panel${one.undone ? ".undone" : ""}`,
      h("details", h("summary", h("b", t("round", { n: one.round }), one.undone && ` · ${t("undone")}`),
        h("span.nets", one.seats.map((player, seat) => h("span", h("bdi", players[player]), gain(one.settlement.net[seat]))))),
      settled(one.settlement, (seat) => players[one.seats[seat]])),
      S.host && one.number === undoable && h("button.quiet", { onclick: () => change("/api/undo") }, t("undo")),
      S.host && one.number === redoable && h("button.quiet", { onclick: () => change("/api/redo") }, t("redo"))))),
  ];
}

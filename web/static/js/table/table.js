// 卓: the cloth with everybody round it, their stones, who deals; below it what the last round did.
import { el, msg, nameSpan } from "../core/dom.js";
import { netStones, stonePile } from "../core/stones.js";
import { store } from "../core/store.js";
import { settlementView } from "./settlement.js";
import { animateStones } from "./stone-animation.js";

export function tableView() {
  const { players, dealer, round, pot, over, away, totals, game_winners: won } = store.evening;
  const last = store.evening.rounds.filter((one) => !one.undone).at(-1);
  const net = {};
  last?.seats.forEach((player, seat) => {
    net[player] = last.settlement.net[seat];
  });
  const from = Math.max(0, players.indexOf(store.ownName));
  const middle = el(
    "div.middle",
    el("p.game", nameSpan(store.game.name)),
    el("p.round", over ? msg("over") : roundLabel(round)),
    el(
      "p.deals",
      over
        ? msg("winners", { names: won.map((player) => players[player]).join(", ") })
        : msg("deals", { name: players[dealer] }),
    ),
    pot > 0 && el("p.pot", `${msg("pot")}: ${pot}`, stonePile(pot)),
  );
  const places = players.map((name, player) => {
    const gone = away.includes(player);
    const seat = el(
      `div.seat${gone ? ".away" : ""}${player === dealer && !over ? ".dealer" : ""}${name === store.ownName ? ".me" : ""}${won.includes(player) ? ".won" : ""}`,
      el(
        "p.name",
        player === dealer &&
          !over &&
          el("span.oya", { lang: "ja", title: msg("dealer"), "aria-label": msg("dealer") }, "親"),
        el("bdi", name),
      ),
      el("p.held", el("b", String(store.evening.stones[player])), net[player] != null && netStones(net[player])),
      gone && el("p.gone", msg("away")),
      totals && el("p.gone", `${msg("evening")} `, netStones(totals[player])),
      stonePile(store.evening.stones[player]),
    );
    // Counter-clockwise as seen from above, this phone's owner nearest.
    const angle = Math.PI / 2 - (2 * Math.PI * (player - from)) / players.length;
    seat.style.left = `${50 + 34.6 * Math.cos(angle)}%`;
    seat.style.top = `${50 + 36.5 * Math.sin(angle)}%`;
    return seat;
  });
  const cloth = el("div.cloth", { "data-seats": players.length }, middle, places);
  animateStones(store.evening, last, cloth, places, middle);
  return [
    el("div.ring", cloth),
    el(
      "p.legend",
      store.isHost && !store.evening.closed && el("a.button", { href: "/seats" }, msg("seats")),
      el("span", el("i.stone.black"), ` ${msg("ten_each")}`),
    ),
    last &&
      el(
        "section.panel",
        el("h2", msg("round", { n: last.round })),
        settlementView(last.settlement, (seat) => players[last.seats[seat]]),
      ),
  ];
}

export function roundLabel(n) {
  const length = store.evening.options.length;
  return typeof length === "number" ? msg("round_of", { n, all: length }) : msg("round", { n });
}

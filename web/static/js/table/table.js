// 卓: the cloth with everybody round it, their stones, who deals; below it what the last round did.
import { h, named, t } from "../core/dom.js";
import { gain, pile } from "../core/stones.js";
import { S } from "../core/store.js";
import { settled } from "./settlement.js";
import { fly } from "./stone-animation.js";

export function table() {
  const { players, dealer, round, pot, over, away, totals, game_winners: won } = S.evening;
  const last = S.evening.rounds.filter((one) => !one.undone).at(-1);
  const net = {};
  last?.seats.forEach((player, seat) => {
    net[player] = last.settlement.net[seat];
  });
  const from = Math.max(0, players.indexOf(S.me));
  const middle = h(
    "div.middle",
    h("p.game", named(S.game.name)),
    h("p.round", over ? t("over") : roundWords(round)),
    h(
      "p.deals",
      over
        ? t("winners", { names: won.map((player) => players[player]).join(", ") })
        : t("deals", { name: players[dealer] }),
    ),
    pot > 0 && h("p.pot", `${t("pot")}: ${pot}`, pile(pot)),
  );
  const places = players.map((name, player) => {
    const gone = away.includes(player);
    const seat = h(
      `div.seat${gone ? ".away" : ""}${player === dealer && !over ? ".dealer" : ""}${name === S.me ? ".me" : ""}${won.includes(player) ? ".won" : ""}`,
      h(
        "p.name",
        player === dealer &&
          !over &&
          h("span.oya", { lang: "ja", title: t("dealer"), "aria-label": t("dealer") }, "親"),
        h("bdi", name),
      ),
      h("p.held", h("b", String(S.evening.stones[player])), net[player] != null && gain(net[player])),
      gone && h("p.gone", t("away")),
      totals && h("p.gone", `${t("evening")} `, gain(totals[player])),
      pile(S.evening.stones[player]),
    );
    // Counter-clockwise as seen from above, this phone's owner nearest.
    const angle = Math.PI / 2 - (2 * Math.PI * (player - from)) / players.length;
    seat.style.left = `${50 + 34.6 * Math.cos(angle)}%`;
    seat.style.top = `${50 + 36.5 * Math.sin(angle)}%`;
    return seat;
  });
  const cloth = h("div.cloth", { "data-seats": players.length }, middle, places);
  fly(S.evening, last, cloth, places, middle);
  return [
    h("div.ring", cloth),
    h(
      "p.legend",
      S.host && !S.evening.closed && h("a.button", { href: "/seats" }, t("seats")),
      h("span", h("i.stone.black"), ` ${t("ten_each")}`),
    ),
    last &&
      h(
        "section.panel",
        h("h2", t("round", { n: last.round })),
        settled(last.settlement, (seat) => players[last.seats[seat]]),
      ),
  ];
}

export function roundWords(n) {
  const length = S.evening.options.length;
  return typeof length === "number" ? t("round_of", { n, all: length }) : t("round", { n });
}

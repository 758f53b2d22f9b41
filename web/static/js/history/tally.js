// 精算の夜: what the evening comes to: places, the fewest payments, rounds won, best hands.
import { el, msg, nameSpan } from "../core/dom.js";
import { netStones, stonePile } from "../core/stones.js";
import { store } from "../core/store.js";
import { classLabel } from "../table/settlement.js";
import { stoneChart } from "./stone-chart.js";
import { cachedGet } from "./version-cache.js";

export function tallyView() {
  const told = cachedGet("/api/tally");
  if (!told) return el("p.busy", { role: "status" }, msg("waiting"));
  const { names, ranking, payments, games, wins, best, unowned } = told;
  const who = (at) => names[at] ?? msg("pot_house");
  const shown = games.map((one, at) => ({ ...one, at })).filter((one) => one.rounds);
  const won = (one, name) => {
    const at = one.players.indexOf(name);
    return at < 0 ? el("td", "–") : el("td", netStones(one.stones[at] - one.brought[at]));
  };
  return [
    el("h2", msg("comes_to")),
    el(
      "section.panel",
      el(
        "div.wide",
        { tabindex: "0", role: "region", "aria-label": msg("ranking") },
        el(
          "table.ranking",
          el("caption", msg("ranking")),
          el(
            "thead",
            el(
              "tr",
              el("th", { scope: "col" }, msg("place")),
              el("th", { scope: "col" }, msg("name")),
              el("th", { scope: "col" }, msg("sum")),
              shown.length > 1 && shown.map((one) => el("th", { scope: "col" }, nameSpan(store.games[one.game].name))),
              el("th", { scope: "col" }, msg("rounds_won")),
            ),
          ),
          el(
            "tbody",
            ranking.map(({ place, name, net }) =>
              el(
                "tr",
                el("td", el("b", String(place))),
                el("th", { scope: "row" }, el("bdi", name)),
                el("td", netStones(net)),
                shown.length > 1 && shown.map((one) => won(one, name)),
                el("td", String(wins[names.indexOf(name)])),
              ),
            ),
          ),
        ),
      ),
      el("p.hint", msg("own_stones")),
    ),
    el(
      "section.panel",
      el("h3", msg("settle_up")),
      payments.length === 0
        ? el("p", msg("nobody_pays"))
        : el(
            "ul.pays",
            payments.map((pay) =>
              el(
                "li",
                el("span", msg("pays", { a: who(pay.from), b: who(pay.to) })),
                el("b", String(pay.stones)),
                stonePile(pay.stones),
              ),
            ),
          ),
      el("p.hint", msg("fewest")),
      unowned !== 0 && el("p.hint", msg("unowned")),
    ),
    stoneChart(told),
    best.length > 0 &&
      el(
        "section.panel",
        el("h3", msg("best_hands")),
        el(
          "dl.best",
          names.map((name) =>
            best
              .filter((one) => one.name === name)
              .map((one, at) => [
                at === 0 && el("dt", el("bdi", name)),
                el(
                  "dd",
                  el(
                    "span",
                    classLabel(one.class, store.games[games[one.game].game]),
                    one.total != null && ` · ${one.total}`,
                  ),
                  el("small", nameSpan(store.games[games[one.game].game].name), " ", msg("round", { n: one.round })),
                ),
              ]),
          ),
        ),
      ),
    el(
      "p.links",
      el("a.button", { href: "/files" }, msg("take_home")),
      el("a.button", { href: "#history" }, msg("rounds")),
      store.isHost &&
        !store.evening.closed &&
        el("a.button.primary", { href: "/start?evening=same" }, msg("another_game")),
    ),
  ];
}

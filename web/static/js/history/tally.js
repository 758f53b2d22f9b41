// 精算の夜: what the evening comes to: places, the fewest payments, rounds won, best hands.
import { h, named, t } from "../core/dom.js";
import { gain, pile } from "../core/stones.js";
import { S } from "../core/store.js";
import { className } from "../table/settlement.js";
import { chart } from "./stone-chart.js";
import { fetched } from "./version-cache.js";

export function reckoning() {
  const told = fetched("/api/tally");
  if (!told) return h("p.busy", { role: "status" }, t("waiting"));
  const { names, ranking, payments, games, wins, best, unowned } = told;
  const who = (at) => names[at] ?? t("pot_house");
  const shown = games.map((one, at) => ({ ...one, at })).filter((one) => one.rounds);
  const won = (one, name) => {
    const at = one.players.indexOf(name);
    return at < 0 ? h("td", "–") : h("td", gain(one.stones[at] - one.brought[at]));
  };
  return [
    h("h2", t("comes_to")),
    h(
      "section.panel",
      h(
        "div.wide",
        { tabindex: "0", role: "region", "aria-label": t("ranking") },
        h(
          "table.ranking",
          h("caption", t("ranking")),
          h(
            "thead",
            h(
              "tr",
              h("th", { scope: "col" }, t("place")),
              h("th", { scope: "col" }, t("name")),
              h("th", { scope: "col" }, t("sum")),
              shown.length > 1 && shown.map((one) => h("th", { scope: "col" }, named(S.games[one.game].name))),
              h("th", { scope: "col" }, t("rounds_won")),
            ),
          ),
          h(
            "tbody",
            ranking.map(({ place, name, net }) =>
              h(
                "tr",
                h("td", h("b", String(place))),
                h("th", { scope: "row" }, h("bdi", name)),
                h("td", gain(net)),
                shown.length > 1 && shown.map((one) => won(one, name)),
                h("td", String(wins[names.indexOf(name)])),
              ),
            ),
          ),
        ),
      ),
      h("p.hint", t("own_stones")),
    ),
    h(
      "section.panel",
      h("h3", t("settle_up")),
      payments.length === 0
        ? h("p", t("nobody_pays"))
        : h(
            "ul.pays",
            payments.map((pay) =>
              h(
                "li",
                h("span", t("pays", { a: who(pay.from), b: who(pay.to) })),
                h("b", String(pay.stones)),
                pile(pay.stones),
              ),
            ),
          ),
      h("p.hint", t("fewest")),
      unowned !== 0 && h("p.hint", t("unowned")),
    ),
    chart(told),
    best.length > 0 &&
      h(
        "section.panel",
        h("h3", t("best_hands")),
        h(
          "dl.best",
          names.map((name) =>
            best
              .filter((one) => one.name === name)
              .map((one, at) => [
                at === 0 && h("dt", h("bdi", name)),
                h(
                  "dd",
                  h(
                    "span",
                    className(one.class, S.games[games[one.game].game]),
                    one.total != null && ` · ${one.total}`,
                  ),
                  h("small", named(S.games[games[one.game].game].name), " ", t("round", { n: one.round })),
                ),
              ]),
          ),
        ),
      ),
    h(
      "p.links",
      h("a.button", { href: "/files" }, t("take_home")),
      h("a.button", { href: "#history" }, t("rounds")),
      S.host && !S.evening.closed && h("a.button.primary", { href: "/start?evening=same" }, t("another_game")),
    ),
  ];
}

// What the evening comes to: final ranking, the fewest payments, rounds won, best hands.
import { cardFan, nameIn } from "../core/card-fan.js";
import { el, listOf, msg, msgOf, nameSpan } from "../core/dom.js";
import { netStones, stonePile } from "../core/stones.js";
import { store } from "../core/store.js";
import { loadStyle } from "../core/styles.js";
import { handTitle } from "../table/settlement.js";
import { stoneChart } from "./stone-chart.js";
import { cachedGet } from "./version-cache.js";

await loadStyle("history/history");

export function tallyView() {
  /** @type {Tally | null} */
  const tally = cachedGet("/api/tally");
  if (!tally) return el("p.busy", { role: "status" }, msg("waiting"));
  return [
    el("h2", msg("comes_to")),
    el(
      "section.panel",
      rankingTable(tally),
      el("p.hint", msg("own_stones")),
      // Only the name of a pair is the name of nobody.
      tally.games.some((game) => game.players.some((name) => !tally.names.includes(name))) &&
        el("p.hint", msg("pairs_share")),
      boughtHint(tally),
    ),
    paymentList(tally),
    stoneChart(tally),
    bestHands(tally),
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

/** @param {Tally} tally */
function rankingTable({ names, ranking, games, wins }) {
  const played = games.filter((game) => game.rounds);
  /**
   * What somebody won or lost in each game, where there are several.
   * @param {string} name
   */
  const gameNets = (name) =>
    played.length > 1 &&
    el(
      "small",
      played.flatMap(({ game, nets }) => {
        const net = nets[names.indexOf(name)];
        return net == null ? [] : [el("span", nameSpan(store.games[game].name), " ", netStones(net)), " "];
      }),
    );
  return el(
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
          el("th", { scope: "col" }, msg("rounds_won")),
        ),
      ),
      el(
        "tbody",
        ranking.map(({ place, name, net }) =>
          el(
            "tr",
            el("td", el("b", String(place))),
            el("th", { scope: "row" }, el("bdi", name), gameNets(name)),
            el("td", netStones(net)),
            el("td", String(wins[names.indexOf(name)])),
          ),
        ),
      ),
    ),
  );
}

/** @param {Tally} tally */
function boughtHint({ games }) {
  /** @type {Map<string, number>} */
  const bought = new Map();
  for (const game of games)
    game.players.forEach((name, player) => {
      if (game.bought[player]) bought.set(name, (bought.get(name) ?? 0) + game.bought[player]);
    });
  const buyers = [...bought].map(([name, stones]) => `${name} ${stones}`);
  return buyers.length > 0 && el("p.hint", msg("bought_by", { names: listOf(buyers) }));
}

/** @param {Tally} tally */
function paymentList({ names, payments, unowned }) {
  /** @param {number} place in `names`; any other is the pot or the house */
  const nameOf = (place) => names[place] ?? msg("pot_house");
  return el(
    "section.panel",
    el("h3", msg("settle_up")),
    payments.length === 0
      ? el("p", msg("nobody_pays"))
      : el(
          "ul.pays",
          payments.map((pay) =>
            el(
              "li",
              el("span", msgOf("pays", nameOf(pay.from), { a: nameOf(pay.from), b: nameOf(pay.to) })),
              el("b", String(pay.stones)),
              stonePile(pay.stones),
            ),
          ),
        ),
    el("p.hint", msg("fewest")),
    unowned !== 0 && el("p.hint", msg("unowned")),
  );
}

/** @param {Tally} tally */
function bestHands({ games, best: found }) {
  const best = found.filter((hand) => hand.notable);
  if (!best.length) return null;
  const owners = [...new Set(best.map((hand) => hand.name))];
  /** @param {Tally["best"][number]} hand */
  const handLine = (hand) => {
    const game = store.games[games[hand.game].game];
    return el(
      "dd",
      el("span", handTitle(hand, game)),
      el("small", nameSpan(game.name), " ", msg("round", { n: hand.round })),
      cardFan(hand.cards, hand.counted, nameIn(store.decks)),
    );
  };
  return el(
    "section.panel.best-of",
    el("h3", msg("best_hands")),
    el(
      "dl.best",
      owners.map((name) => [el("dt", el("bdi", name)), best.filter((hand) => hand.name === name).map(handLine)]),
    ),
  );
}

// One table of the hall, live: its players, its last rounds, what each won this evening.
import { byId, COLON, el, msg } from "../core/dom.js";
import { formatSigned } from "../core/stones.js";
import { listenToHall } from "./hall-stream.js";
import { cardState, cardWarnings, playerList } from "./table-card.js";

/** @param {HallRound} round */
const drawRound = (round) =>
  el(
    "li",
    round.undone && el("small", `(${msg("undone")}) `),
    round.edited && el("small", `(${msg("edited")}) `),
    round.disagrees && !round.undone && el("b.warn", `⚠ ${msg("disagrees")} `),
    `${msg("round", { n: round.round })}${COLON}`,
    round.seats.map((name, seat) => [
      seat > 0 && " ",
      el(
        "span.hall-result",
        el("bdi", name),
        ` ${formatSigned(round.net[seat])}`,
        seat < round.seats.length - 1 && ",",
      ),
    ]),
  );

/** @param {{ game: number, round: number }} one */
const nameOfRound = (one) => msg("round_of_game", { game: one.game, n: one.round });

/** @param {HallDetail} table */
function show(table) {
  byId("table").replaceChildren(
    el(
      "section.panel",
      el("p", cardState(table)),
      ...cardWarnings(table, table.disagreeing.map(nameOfRound).join("; ")),
      playerList(table),
    ),
    el(
      "section.panel",
      el("h3", msg("totals")),
      el(
        "table",
        el("thead", el("tr", el("th", { scope: "col" }, msg("player")), el("th", { scope: "col" }, msg("net")))),
        el(
          "tbody",
          table.totals.map((one) =>
            el(
              "tr",
              el("td", el("bdi", one.name), one.member_name && one.member_name !== one.name && ` (${one.member_name})`),
              el("td", formatSigned(one.net)),
            ),
          ),
        ),
      ),
    ),
    el("section.panel", el("h3", msg("rounds")), el("ul.hall-list", table.rounds.map(drawRound))),
  );
}

/** @type {HallDetail} */
const first = JSON.parse(document.body.dataset.table ?? "null");
show(first);
listenToHall(
  `/api/live/${first.table}`,
  { table: (table) => table && show(table) },
  `/api/tables/${first.table}`,
  show,
);

// The table before a deal and after a round: the cloth, below it what the last round did, and what one may do next.
import { el, msg } from "../core/dom.js";
import { store } from "../core/store.js";
import { newestRound } from "./announcements.js";
import { tableRing } from "./cloth.js";
import { correctButton, undoButtons } from "./round-changes.js";
import { roundName } from "./round-name.js";
import { settlementView } from "./settlement.js";

/**
 * @param {Child} advice
 * @param {Child} eye whether the camera follows
 */
export function tableView(advice, eye) {
  const { players } = store.evening;
  const last = newestRound(store.evening);
  return [
    tableRing(eye),
    el(
      "div.side",
      last &&
        el(
          "section.panel",
          el("h2", roundName(last.round)),
          mayChange() &&
            el(
              "p.links",
              undoButtons({ ...last, undoable: last.number === store.evening.undoable, redoable: false }),
              correctButton(last.number, roundName(last.round)),
            ),
          settlementView(last.settlement, (seat) => players[last.seats[seat]], store.game, last.cards),
        ),
      mayChange() && undoneRound(),
      advice,
    ),
  ];
}

const mayChange = () => store.isHost && !store.evening.closed;

/** The round that was undone last, with the way to have it back. */
function undoneRound() {
  const { redoable, rounds } = store.evening;
  const round = rounds.find(({ number }) => number === redoable);
  if (!round) return null;
  const { number } = round;
  return el(
    "p.panel.ask",
    el("span", msg("round_back", { n: round.round })),
    undoButtons({ number, undoable: false, redoable: true }),
  );
}

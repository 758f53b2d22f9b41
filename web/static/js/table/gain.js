// What a round brought, large for two seconds on every phone, whatever it looks at.
import { el, msg, msgOf } from "../core/dom.js";
import { signal } from "../core/signals.js";
import { formatSigned, winnersOf } from "../core/stones.js";
import { store } from "../core/store.js";
import { newestRound } from "./announcements.js";
import { roundName } from "./round-name.js";

/** How long it stands, in milliseconds: time enough to read a name and a number. */
const GAIN_MS = 2000;

/**
 * Who won how much, the winner first.
 * @param {number[]} net by seat
 * @param {(seat: number) => string} nameOf
 */
export function winnerLine(net, nameOf) {
  const wins = winnersOf(net).map(({ stones, seat }) => msgOf("wins", nameOf(seat), { name: nameOf(seat), n: stones }));
  return wins.join(" · ") || msg("nobody_wins");
}

/**
 * @param {Snapshot | undefined} before
 * @param {Snapshot} after
 */
export function showGain(before, after) {
  const { evening } = after;
  if (!before?.evening || !evening || before.evening.id !== evening.id) return;
  const round = newestRound(evening);
  if (!round || round.number <= (newestRound(before.evening)?.number ?? 0)) return;
  const { net } = round.settlement;
  const own = round.seats.findIndex((player) => evening.players[player] === store.ownName);
  const isOwn = own >= 0 && store.ownName !== "";
  signal(isOwn && net[own] > 0 ? "won" : "settled");
  const box = el(
    `div.gain${isOwn && net[own] < 0 ? ".minus" : ""}`,
    { "aria-hidden": "true" },
    el("p", roundName(round.round, store.games[evening.game])),
    isOwn && el("b", formatSigned(net[own])),
    el(
      "p",
      winnerLine(net, (seat) => evening.players[round.seats[seat]]),
    ),
  );
  document.body.append(box);
  setTimeout(() => box.remove(), GAIN_MS);
}

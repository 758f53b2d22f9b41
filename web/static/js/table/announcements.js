// Tells those who hear the page which round was booked or taken back.
import { byId, listOf, msg } from "../core/dom.js";
import { formatSigned } from "../core/stones.js";

/** @param {Evening | null} evening */
export const newestRound = (evening) => evening?.rounds.filter((round) => !round.undone).at(-1);

/**
 * @param {Snapshot | undefined} before
 * @param {Snapshot} after
 */
export function announceChange(before, after) {
  const { evening } = after;
  if (!before?.evening || before.evening.id !== evening?.id || before.version === after.version) return;
  if (before.evening.earlier_games.length !== evening.earlier_games.length) return;
  const earlier = newestRound(before.evening);
  const newest = newestRound(evening);
  if (earlier && (newest?.number ?? 0) < earlier.number) {
    byId("news").textContent = msg("round_back", { n: earlier.round });
  } else if (newest && newest.number !== earlier?.number) {
    const gains = newest.seats.map(
      (player, seat) => `${evening.players[player]} ${formatSigned(newest.settlement.net[seat])}`,
    );
    byId("news").textContent = msg("round_booked", { n: newest.round, gains: listOf(gains) });
  }
}

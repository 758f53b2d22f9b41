// 知らせ: what changed at the table, in words for those who hear the page.
import { msg } from "../core/dom.js";

const newestRound = (evening) => evening?.rounds.filter((one) => !one.undone).at(-1);

export function announceChange(before, after) {
  const { evening } = after;
  if (!before?.evening || before.evening.id !== evening?.id || before.version === after.version) return;
  if (before.evening.earlier_games.length !== evening.earlier_games.length) return;
  const was = newestRound(before.evening),
    now = newestRound(evening);
  const box = document.getElementById("news");
  if ((now?.number ?? 0) < (was?.number ?? 0)) box.textContent = msg("round_back", { n: was.round });
  else if (now && now.number !== was?.number) {
    const gains = now.seats.map((player, seat) => `${evening.players[player]} ${now.settlement.net[seat]}`).join(", ");
    box.textContent = msg("round_booked", { n: now.round, gains });
  }
}

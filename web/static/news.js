// 知らせ: what changed at the table, in words for those who hear the page.
import { t } from "./dom.js";

const counts = (evening) => (evening ? evening.rounds.filter((one) => !one.undone) : []);

export function news(before, after) {
  const { evening } = after;
  if (!before?.evening || before.evening.id !== evening?.id || before.version === after.version) return;
  const was = counts(before.evening), now = counts(evening), last = now.at(-1);
  const box = document.getElementById("news");
  if (now.length < was.length) box.textContent = t("round_back", { n: was.at(-1).round });
  else if (last && last.number !== was.at(-1)?.number) {
    const gains = last.seats.map((player, seat) => `${evening.players[player]} ${last.settlement.net[seat]}`).join(", ");
    box.textContent = t("round_booked", { n: last.round, gains });
  }
}

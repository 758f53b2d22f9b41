// The stones of a new round fly from bowl to bowl, once on every phone.
import { newestRound } from "./announcements.js";

/**
 * The evening and its newest round that were shown already.
 * @type {{ evening: number, number: number } | undefined}
 */
let shown;

/**
 * Rounds that were booked before the page was opened do not fly.
 * @param {Evening | null} evening
 */
export function rememberNewestRound(evening) {
  if (evening && shown?.evening !== evening.id) {
    shown = { evening: evening.id, number: newestRound(evening)?.number ?? 0 };
  }
}

/**
 * @param {Evening} evening
 * @param {BookedRound | undefined} round the newest that counts
 * @param {HTMLElement} sky lies over the bowls and lives as long as the page, whatever is drawn below it
 * @param {HTMLElement[]} places of the players
 * @param {HTMLElement} middle
 */
export async function animateStones(evening, round, sky, places, middle) {
  rememberNewestRound(evening);
  // What an undone round paid is paid no more.
  if (shown && (round?.number ?? 0) < shown.number) sky.replaceChildren();
  if (!shown || !round || round.number <= shown.number) return;
  // Without the script nothing flies; the next drawing tries again.
  const flights = await import("./stone-flights.js").catch(() => null);
  requestAnimationFrame(() => {
    // A page drawn again meanwhile has other bowls, between which the stones will fly.
    if (!flights || !middle.isConnected || !shown || round.number <= shown.number) return;
    shown.number = round.number;
    flights.flyStones(round, sky, places, middle);
  });
}

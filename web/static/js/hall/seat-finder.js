// "Where do I sit?" in an event of the hall, for the one person who holds this phone.
import { el, msg } from "../core/dom.js";

/** @param {number} event */
const storageKey = (event) => `fudayomi-event-${event}-player`;

/**
 * The number of the player who holds this phone, 0 while nobody was chosen.
 * @param {number} event
 */
export function chosenPlayer(event) {
  try {
    return Number(localStorage.getItem(storageKey(event)) ?? 0);
  } catch {
    return 0; // a browser that keeps nothing
  }
}

/**
 * @param {number} number of the event
 * @param {() => void} onChoice is called when somebody was chosen
 * @returns {{section: HTMLElement, show: (event: HallEvent) => void}}
 */
export function createSeatFinder(number, onChoice) {
  const choice = /** @type {HTMLSelectElement} */ (el("select", { id: "who-am-i" }));
  const place = el("p", { role: "status" });
  const section = el("section.panel.my-seat", el("label", { for: "who-am-i" }, msg("who_are_you")), choice, place);
  choice.addEventListener("change", () => {
    try {
      localStorage.setItem(storageKey(number), choice.value);
    } catch {
      choice.disabled = true; // a browser that keeps nothing
    }
    onChoice();
  });
  let names = "";
  /** @param {HallEvent} event */
  function show(event) {
    const players = [...event.standings].sort((one, other) => one.name.localeCompare(other.name));
    const mine = chosenPlayer(number);
    // The list is drawn anew only when people came, so that it does not close under a finger.
    const newNames = JSON.stringify(players.map((one) => [one.player, one.name]));
    if (newNames !== names) {
      names = newNames;
      choice.replaceChildren(
        el("option", { value: 0 }, msg("nobody_chosen")),
        ...players.map((one) => el("option", { value: one.player }, one.name)),
      );
    }
    choice.value = players.some((one) => one.player === mine) ? String(mine) : "0";
    section.hidden = event.closed || players.length === 0;
    place.replaceChildren(...(choice.value === "0" ? [] : describeSeat(event, mine)));
  }
  return { section, show };
}

/**
 * @param {HallEvent} event
 * @param {number} player
 */
function describeSeat(event, player) {
  const boards = event.rounds.at(-1)?.boards ?? [];
  const board = boards.find((one) => one.numbers.includes(player));
  if (!board) return boards.length ? [msg("no_seat")] : [];
  const seat = board.numbers.indexOf(player);
  const right = board.players[(seat + 1) % board.players.length];
  const where = seat
    ? msg("my_board", { n: board.board, seat: seat + 1, seats: board.players.length })
    : msg("my_board_dealer", { n: board.board });
  return [el("b", where), " ", msg("my_right", { name: right })];
}

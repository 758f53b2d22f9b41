// The cloth with everybody round it, their stones and who deals.
import { cardFan, nameIn, seatFans } from "../core/card-fan.js";
import { COLON, el, keepChildren, listOf, msg, msgOf, nameSpan } from "../core/dom.js";
import { BOWL, stonePile } from "../core/stones.js";
import { store } from "../core/store.js";
import { newestRound } from "./announcements.js";
import { roundLabel } from "./round-name.js";
import { placesRound } from "./seats.js";
import { cardsOnCloth } from "./shown-cards.js";
import { animateStones } from "./stone-animation.js";

/** The stones of a new round fly in it. It is never thrown away, and neither is the cloth that it lies on. */
const sky = el("div.sky");
const cloth = el("div.cloth", sky);
const ring = el("div.ring", cloth);

/** @typedef {import("./seats.js").SeatExtras} SeatExtras */

/**
 * The cloth with everybody round it; what belongs below it is not here.
 * @param {Child} rim what stands on the rim of the cloth
 * @param {{ middle: HTMLElement, extrasOf: (seat: number) => SeatExtras } | null} round the round being entered
 */
export function tableRing(rim = null, round = null) {
  const { closed, stones, pot } = store.evening;
  const last = newestRound(store.evening);
  const middle = round?.middle ?? middleOfCloth(last);
  const { places, partners } = placesRound(last, round?.extrasOf);
  const people = [...places, ...partners];
  cloth.dataset.seats = String(people.length);
  keepChildren(cloth, [sky, middle, ...people]);
  // What the last round brought has arrived once the next one is entered.
  if (round) sky.replaceChildren();
  else if (!store.snapshot.editing) animateStones(store.evening, last, sky, places, middle);
  requestAnimationFrame(listWhereSeatsCollide);
  const legend = el(
    "p.legend",
    store.isHost && !closed && el("a.button", { href: "/seats" }, msg("seats")),
    el("span", el("i.stone.black"), " = 10"),
    Math.max(...stones.map(Math.abs), pot) >= BOWL && el("span", el("i.bowl"), " = 100"),
  );
  const head = rim && el("div.rim", rim);
  keepChildren(ring, /** @type {Node[]} */ ([head, cloth, !round && legend].filter(Boolean)));
  return ring;
}

/** Seats that would lie over each other, or beyond the cloth, get a higher one; only where that is too small, a list. */
function listWhereSeatsCollide() {
  cloth.classList.remove("tall", "listed", "dense");
  if (!doSeatsCollide()) return;
  cloth.classList.add("tall");
  if (!doSeatsCollide()) return;
  cloth.classList.replace("tall", "listed");
  // Where a list does not fit, either, its cards are smaller.
  cloth.classList.toggle("dense", cloth.scrollHeight > cloth.clientHeight);
}

/** Whether seats lie over each other or beyond the cloth, a name beyond its seat, or the cloth beyond the screen. */
function doSeatsCollide() {
  const boxes = [...cloth.children].slice(1).map((child) => child.getBoundingClientRect());
  const edge = cloth.getBoundingClientRect();
  // On a phone on its side a ring would be taller than the screen.
  if (edge.height > 0.95 * innerHeight) return true;
  cloth.classList.add("measured");
  const isCut = [...cloth.querySelectorAll(".name")].some((name) => name.scrollWidth > name.clientWidth);
  cloth.classList.remove("measured");
  if (isCut) return true;
  return boxes.some(
    (one, index) =>
      one.left < edge.left - 1 ||
      one.right > edge.right + 1 ||
      one.top < edge.top - 1 ||
      one.bottom > edge.bottom + 1 ||
      boxes
        .slice(index + 1)
        .some(
          (other) =>
            one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom,
        ),
  );
}
addEventListener("resize", () => cloth.isConnected && listWhereSeatsCollide());

/**
 * The cards of the month about to be played, in games whose rounds are the months.
 * @param {number} round from 1
 */
function monthCards(round) {
  const { groups } = store.deck;
  if (store.game.rounds.length !== groups.length) return null;
  const { codes } = groups[(round - 1) % groups.length];
  return el("p.month", { "aria-hidden": "true" }, cardFan(codes, [], nameIn(store.decks)));
}

/**
 * The game, the round, who deals or has won, the pot and the cards on the table.
 * @param {BookedRound | undefined} last
 */
function middleOfCloth(last) {
  const { players, dealer, round, pot, over, closed, game_winners: winners } = store.evening;
  const names = listOf(winners.map((player) => players[player]));
  return el(
    "div.middle",
    el("p.game", nameSpan(store.game.name)),
    // Before the first cards of a game that is played with several decks.
    store.game.decks.length > 1 && !last && el("p.deck", nameSpan(store.deck.name)),
    el("p.round", over ? msg("over") : roundLabel(round)),
    el(
      "p.deals",
      over ? names && msg("winners", { names }) : msgOf("deals", players[dealer], { name: players[dealer] }),
    ),
    pot > 0 && el("p.pot", `${msg("pot")}${COLON}${pot}`, stonePile(pot)),
    !over && !closed && monthCards(round),
    seatFans(cardsOnCloth(last).parts, null, nameIn(store.decks)),
  );
}

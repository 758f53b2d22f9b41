// The cloth with everybody round it, their stones and who deals; below it what the last round did.
import { el, msg, nameSpan } from "../core/dom.js";
import { netStones, stonePile } from "../core/stones.js";
import { store } from "../core/store.js";
import { newestRound } from "./announcements.js";
import { roundLabel, roundName } from "./round-name.js";
import { settlementView } from "./settlement.js";
import { animateStones } from "./stone-animation.js";

export function tableView() {
  const { players, closed } = store.evening;
  const last = newestRound(store.evening);
  const middle = middleOfCloth();
  const places = players.map((_, player) => playerPlace(player, last));
  // Partners sit opposite each other; the second one's place has no stones of its own.
  const partners = store.evening.members.flatMap((names, player) =>
    names.slice(1).map((name) => partnerPlace(player, name)),
  );
  const people = [...places, ...partners];
  placeRound(people);
  const cloth = el("div.cloth", { "data-seats": people.length }, middle, people);
  animateStones(store.evening, last, cloth, places, middle);
  return [
    el("div.ring", cloth),
    el(
      "p.legend",
      store.isHost && !closed && el("a.button", { href: "/seats" }, msg("seats")),
      el("span", el("i.stone.black"), ` ${msg("ten_each")}`),
    ),
    last &&
      el(
        "section.panel",
        el("h2", roundName(last.round)),
        settlementView(last.settlement, (seat) => players[last.seats[seat]]),
      ),
  ];
}

/** The game, the round, who deals or has won, and the pot. */
function middleOfCloth() {
  const { players, dealer, round, pot, over, game_winners: winners } = store.evening;
  const names = winners.map((player) => players[player]).join(", ");
  return el(
    "div.middle",
    el("p.game", nameSpan(store.game.name)),
    el("p.round", over ? msg("over") : roundLabel(round)),
    el("p.deals", over ? msg("winners", { names }) : msg("deals", { name: players[dealer] })),
    pot > 0 && el("p.pot", `${msg("pot")}: ${pot}`, stonePile(pot)),
  );
}

/**
 * @param {number} player
 * @param {BookedRound | undefined} last
 */
function playerPlace(player, last) {
  const { members, stones, dealer, over, away, totals, game_winners: winners } = store.evening;
  const name = members[player][0];
  const isAway = away.includes(player);
  const isDealer = player === dealer && !over;
  const seat = last?.seats.indexOf(player) ?? -1;
  const classes = [
    isAway && ".away",
    isDealer && ".dealer",
    name === store.ownName && ".me",
    winners.includes(player) && ".won",
    pairClass(player),
  ].filter(Boolean);
  return el(
    `div.seat${classes.join("")}`,
    el(
      "p.name",
      isDealer && el("span.oya", { lang: "ja", title: msg("dealer"), "aria-label": msg("dealer") }, "親"),
      el("bdi", name),
    ),
    el("p.held", el("b", String(stones[player])), last && seat >= 0 && netStones(last.settlement.net[seat])),
    isAway && el("p.gone", msg("away")),
    totals && el("p.gone", `${msg("evening")} `, netStones(totals[player])),
    stonePile(stones[player]),
  );
}

/** @param {number} player */
const pairClass = (player) => store.evening.members[player].length > 1 && `.pair.pair-${player}`;

/**
 * The place of a pair's second person.
 * @param {number} player
 * @param {string} name
 */
const partnerPlace = (player, name) =>
  el(
    `div.seat.partner${pairClass(player)}${name === store.ownName ? ".me" : ""}`,
    el("p.name", el("bdi", name)),
    el("p.gone", msg("with_partner", { name: store.evening.members[player][0] })),
  );

/**
 * Sets the places counter-clockwise as seen from above, this phone's owner nearest.
 * @param {HTMLElement[]} places
 */
function placeRound(places) {
  const own = places.findIndex((place) => place.classList.contains("me"));
  for (const [index, place] of places.entries()) {
    const angle = Math.PI / 2 - (2 * Math.PI * (index - Math.max(0, own))) / places.length;
    place.style.left = `${50 + 34.6 * Math.cos(angle)}%`;
    place.style.top = `${50 + 36.5 * Math.sin(angle)}%`;
  }
}

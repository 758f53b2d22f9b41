// What the pages of the hall say of one table.
import { el, msg } from "../core/dom.js";
import { formatStones } from "../core/stones.js";

/**
 * What stands under a table's name: its game and round, or why there is none.
 * @param {HallCard} card
 */
export function cardState(card) {
  if (card.state === "diverged") return msg("diverged");
  if (!card.game) return msg("waiting");
  const game = msg(`game_${card.game}`);
  if (card.evening === "closed") return `${game} · ${msg("closed")}`;
  return `${game} · ${card.over ? msg("over") : msg("round", { n: card.round })}`;
}

/**
 * What is wrong with what a table sent.
 * @param {HallCard} card
 * @param {string} rounds the names of the rounds that the rules settle otherwise, if they are known
 */
export const cardWarnings = (card, rounds = "") => [
  card.evening === "broken" && el("p.warn", `⚠ ${msg("broken")}`),
  card.disagreements > 0 &&
    el("p.warn", `⚠ ${rounds ? msg("differs_in", { rounds }) : msg("differs", { n: card.disagreements })}`),
];

/** @param {HallCard} card */
export const playerList = (card) =>
  el(
    "ul.players",
    card.players.map((player) => el("li", el("bdi", player.name), " ", el("b", formatStones(player.stones)))),
  );

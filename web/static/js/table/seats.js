// The places round the cloth: who sits there, what they hold and what lies before them.
import { nameIn, seatFans } from "../core/card-fan.js";
import { dealerSign, el, listOf, localize, msg } from "../core/dom.js";
import { formatStones, netStones, stonePile } from "../core/stones.js";
import { store } from "../core/store.js";
import { handTitle } from "./settlement.js";
import { cardsOnCloth, isUnsettled } from "./shown-cards.js";

/** @typedef {{ classes: string, parts: Child }} SeatExtras what the round being entered adds to a seat */

/**
 * The places of everybody, partners opposite each other. The second one's has no stones of its own.
 * @param {BookedRound | undefined} last
 * @param {((seat: number) => SeatExtras) | undefined} extrasOf
 */
export function placesRound(last, extrasOf) {
  const places = store.evening.players.map((_, player) => playerPlace(player, last, extrasOf));
  const partners = store.evening.members.flatMap((names, player) =>
    names.slice(1).map((name) => partnerPlace(player, name)),
  );
  placeRound([...places, ...partners]);
  return { places, partners };
}

/**
 * What a seat has won: in the last round, or in the one being entered if it were confirmed now.
 * @param {number} player
 * @param {BookedRound | undefined} last
 */
function netOf(player, last) {
  if (isUnsettled()) return store.snapshot.preview.settlement?.net[store.roundSeats().indexOf(player)];
  const seat = last?.seats.indexOf(player) ?? -1;
  return last && seat >= 0 ? last.settlement.net[seat] : undefined;
}

/**
 * @param {number} player
 * @param {BookedRound | undefined} last
 * @param {((seat: number) => SeatExtras) | undefined} extrasOf
 */
function playerPlace(player, last, extrasOf) {
  const { members, stones, dealer, over, away, game_winners: winners } = store.evening;
  const name = members[player][0];
  const isAway = away.includes(player);
  const isDealer = player === dealer && !over;
  const { parts, order } = cardsOnCloth(last);
  const seat = order.indexOf(player);
  const net = netOf(player, last);
  const { editing, following } = store.snapshot;
  const isTurn = !editing && following?.turn != null && store.evening.seat_order[following.turn] === player;
  const extras = seat >= 0 && extrasOf ? extrasOf(seat) : { classes: "", parts: null };
  // Cards lift where they have won.
  const light = net ? (net > 0 ? ".lifted" : ".lost") : "";
  const marks = [
    isAway && ".away",
    isDealer && ".dealer",
    isTurn && ".turn",
    name === store.ownName && ".me",
    winners.includes(player) && ".won",
    pairClass(player),
  ];
  return el(
    `div.seat${light}${marks.filter(Boolean).join("")}${extras.classes}`,
    el(`p.name${longName(name)}`, isDealer && dealerSign(), el("bdi", name)),
    el("p.held", el("b", formatStones(stones[player])), net != null && netStones(net)),
    isAway && el("p.gone", msg("away")),
    eveningTotal(player, 0),
    stonePile(stones[player]),
    seat >= 0 && seatFans(parts, seat, nameIn(store.decks)),
    net != null && net > 0 && setName(seat, last),
    extras.parts,
  );
}

/** More sets than these are not named on the cloth: the settlement names all. */
const MOST_SETS = 3;

/**
 * What has won: the sets that a winner made, each with its points.
 * @param {number} seat
 * @param {BookedRound | undefined} last
 */
function setName(seat, last) {
  const settlement = isUnsettled() ? store.snapshot.preview.settlement : last?.settlement;
  const hand = settlement?.hands.find((each) => each.seat === seat);
  const made = Object.assign({}, ...cardsOnCloth(last).parts.map((part) => (part.seat === seat ? part.yaku : null)));
  const lines = (hand?.reasons ?? []).filter(({ code }) => code in made).map(({ text }) => localize(text));
  if (lines.length) return el("p.set", listOf(lines.slice(0, MOST_SETS)));
  return hand?.class && el("p.set", handTitle(hand));
}

/** More Latin letters than these in one word do not fit into a seat of the smallest phone. */
const MOST_LETTERS = 9;
/**
 * A long word of a name is set smaller, so that it is not cut or broken.
 * @param {string} name
 */
function longName(name) {
  // Chinese characters and kana are twice as wide.
  const width = (/** @type {string} */ word) => [...word].length + (word.match(/[\u2e80-\uffee]/g) ?? []).length;
  return name.split(/[\s-]/).some((word) => width(word) > MOST_LETTERS) ? ".long" : "";
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
    `div.seat.partner${pairClass(player)}${name === store.ownName ? ".me" : ""}${store.evening.game_winners.includes(player) ? ".won" : ""}`,
    el(`p.name${longName(name)}`, el("bdi", name)),
    el("p.gone", msg("with_partner", { name: store.evening.members[player][0] })),
    eveningTotal(player, 1),
  );

/**
 * What somebody has won in the whole evening, once it has several games.
 * @param {number} player
 * @param {number} member 1 for the second of a pair
 */
function eveningTotal(player, member) {
  const total = store.evening.member_totals?.[player][member];
  return total != null && el("p.gone.total", `${msg("evening")} `, netStones(total));
}

/**
 * Sets the places counter-clockwise as seen from above, this phone's owner nearest. Any number of them reaches all four
 * sides of the cloth, so that the cards before them have room.
 * @param {HTMLElement[]} places
 */
function placeRound(places) {
  const own = Math.max(
    0,
    places.findIndex((place) => place.classList.contains("me")),
  );
  const angles = places.map((_, index) => Math.PI / 2 - (2 * Math.PI * (index - own)) / places.length);
  const across = stretch(angles.map(Math.cos));
  const along = stretch(angles.map(Math.sin));
  for (const [index, place] of places.entries()) {
    place.style.setProperty("--x", across[index].toFixed(3));
    place.style.setProperty("--y", along[index].toFixed(3));
  }
}

/**
 * Numbers from -1 to 1 drawn apart so that they reach both; those that are all the same stay.
 * @param {number[]} values
 */
function stretch(values) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (most - least < 1e-6) return values;
  return values.map((value) => (2 * (value - least)) / (most - least) - 1);
}

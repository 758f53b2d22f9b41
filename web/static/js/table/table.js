// The cloth with everybody round it, their stones and who deals; below it what the last round did.
import { nameIn, seatFans } from "../core/card-fan.js";
import { COLON, dealerSign, el, focusKey, keepChildren, listOf, msg, msgOf, nameSpan } from "../core/dom.js";
import { BOWL, formatStones, netStones, stonePile } from "../core/stones.js";
import { store } from "../core/store.js";
import { newestRound } from "./announcements.js";
import { correctButton, undoButtons } from "./round-changes.js";
import { roundLabel, roundName } from "./round-name.js";
import { settlementView } from "./settlement.js";
import { animateStones } from "./stone-animation.js";

/** The stones of a new round fly in it. It is never thrown away, and neither is the cloth that it lies on. */
const sky = el("div.sky");
const cloth = el("div.cloth", sky);
const ring = el("div.ring", cloth);

/** The cloth with everybody round it; what belongs below it is not here. */
export function tableRing() {
  const { players, closed, stones, pot } = store.evening;
  const { draft } = store.snapshot;
  const last = newestRound(store.evening);
  const middle = middleOfCloth(last);
  const places = players.map((_, player) => playerPlace(player, last));
  // Partners sit opposite each other; the second one's place has no stones of its own.
  const partners = store.evening.members.flatMap((names, player) =>
    names.slice(1).map((name) => partnerPlace(player, name)),
  );
  const people = [...places, ...partners];
  placeRound(people);
  cloth.dataset.seats = String(people.length);
  keepChildren(cloth, [sky, middle, ...people]);
  if (!store.snapshot.editing) animateStones(store.evening, last, sky, places, middle);
  requestAnimationFrame(listWhereSeatsCollide);
  const legend = el(
    "p.legend",
    store.isHost && !closed && !draft?.begun && el("a.button", { href: "/seats" }, msg("seats")),
    el("span", el("i.stone.black"), " = 10"),
    Math.max(...stones.map(Math.abs), pot) >= BOWL && el("span", el("i.bowl"), " = 100"),
  );
  keepChildren(ring, [cloth, legend]);
  return ring;
}

/**
 * The table before a deal and after a round: what the last round did, and what one may do in the next.
 * @param {Child} advice
 */
export function tableView(advice) {
  const { players } = store.evening;
  const last = newestRound(store.evening);
  return [
    tableRing(),
    el(
      "div.side",
      last &&
        el(
          "section.panel",
          el("h2", roundName(last.round)),
          mayChange() &&
            el(
              "p.links",
              undoButtons({ ...last, undoable: last.number === store.evening.undoable, redoable: false }),
              correctButton(last.number, roundName(last.round)),
            ),
          settlementView(last.settlement, (seat) => players[last.seats[seat]], store.game, last.cards),
        ),
      mayChange() && undoneRound(),
      advice,
    ),
  ];
}

const mayChange = () => store.isHost && !store.evening.closed;

/** The round that was undone last, with the way to have it back. */
function undoneRound() {
  const { redoable, rounds } = store.evening;
  const round = rounds.find(({ number }) => number === redoable);
  if (!round) return null;
  const { number } = round;
  return el(
    "p.panel.ask",
    el("span", msg("round_back", { n: round.round })),
    undoButtons({ number, undoable: false, redoable: true }),
  );
}

/** Seats that would lie over each other, or beyond the cloth, get a higher one; only where that is too small, a list. */
function listWhereSeatsCollide() {
  cloth.classList.remove("tall", "listed");
  if (!doSeatsCollide()) return;
  cloth.classList.add("tall");
  if (doSeatsCollide()) cloth.classList.replace("tall", "listed");
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
 * The cards before the seats: those of the round being entered, else those of the last round.
 * @param {BookedRound | undefined} last
 * @returns {{ parts: ShownCards[], order: number[] }} `order`: players by seat
 */
function cardsOnCloth(last) {
  const { draft, preview, editing, following } = store.snapshot;
  if (!editing && !draft?.begun && following?.shown?.length) {
    const parts = following.shown.map((part) => ({ ...part, label: { en: "", ja: "" }, counted: [] }));
    return { parts, order: store.evening.seat_order };
  }
  if (editing || !draft?.begun) return { parts: last?.cards ?? [], order: last?.seats ?? [] };
  const parts = store.cardPrompts().map((prompt) => ({
    seat: prompt.seat,
    label: prompt.label,
    cards: store.cardsOf(prompt.path).map(({ card }) => card),
    counted: [],
  }));
  return { parts: preview.cards ?? parts, order: store.evening.seat_order };
}

/**
 * The game, the round, who deals or has won, the pot and the cards on the table.
 * @param {BookedRound | undefined} last
 */
function middleOfCloth(last) {
  const { players, dealer, round, pot, over, game_winners: winners } = store.evening;
  const { editing, draft } = store.snapshot;
  if (store.isEntering && store.isHost && editing)
    return el("div.middle", el("p.game", nameSpan(store.game.name)), el("p.round", roundName(editing.round)));
  const names = listOf(winners.map((player) => players[player]));
  return el(
    "div.middle",
    el("p.game", nameSpan(store.game.name)),
    // Before the first cards of a game that is played with several decks.
    store.game.decks.length > 1 && !last && !draft?.begun && el("p.deck", nameSpan(store.deck.name)),
    el("p.round", over ? msg("over") : roundLabel(round)),
    el(
      "p.deals",
      over ? names && msg("winners", { names }) : msgOf("deals", players[dealer], { name: players[dealer] }),
    ),
    pot > 0 && el("p.pot", `${msg("pot")}${COLON}${pot}`, stonePile(pot)),
    seatFans(cardsOnCloth(last).parts, null, nameIn(store.decks)),
  );
}

/**
 * @param {number} player
 * @param {BookedRound | undefined} last
 */
function playerPlace(player, last) {
  const { members, stones, dealer, over, away, game_winners: winners } = store.evening;
  const name = members[player][0];
  const isAway = away.includes(player);
  const isDealer = player === dealer && !over;
  const seat = last?.seats.indexOf(player) ?? -1;
  const { parts, order } = cardsOnCloth(last);
  // What the last round brought does not stand beside the cards of this one.
  const { draft, editing, following } = store.snapshot;
  const isEntering = (draft?.begun || following?.shown?.length) && !editing;
  const isTurn = !editing && following?.turn != null && store.evening.seat_order[following.turn] === player;
  // Cards lift where they have won; while the next round is entered none have.
  const won = last && parts === last.cards && seat >= 0 ? last.settlement.net[seat] : 0;
  const classes = [
    won !== 0 && (won > 0 ? ".lifted" : ".lost"),
    isAway && ".away",
    isDealer && ".dealer",
    isTurn && ".turn",
    name === store.ownName && ".me",
    winners.includes(player) && ".won",
    pairClass(player),
  ].filter(Boolean);
  return el(
    `div.seat${classes.join("")}`,
    el(`p.name${longName(name)}`, isDealer && dealerSign(), el("bdi", name)),
    el(
      "p.held",
      el("b", formatStones(stones[player])),
      last && seat >= 0 && !isEntering && netStones(last.settlement.net[seat]),
    ),
    isAway && el("p.gone", msg("away")),
    eveningTotal(player, 0),
    stonePile(stones[player]),
    order.includes(player) && seatFans(parts, order.indexOf(player), nameIn(store.decks)),
    order.includes(player) && toHand(order.indexOf(player)),
  );
}

/**
 * While hands are shown a tap on a seat leads to its hand. What was read there and is in doubt is counted.
 * @param {number} seat
 */
function toHand(seat) {
  const { draft, editing } = store.snapshot;
  const prompt = store.cardPrompts().find((each) => each.seat === seat);
  if (!prompt || editing || !draft?.begun) return null;
  const unsure = store.cardsOf(prompt.path).filter(({ sure }) => !sure).length;
  const label = msg("cards_of", { name: store.seatName(seat) });
  const go = () => {
    document.querySelector(`[data-hand="${CSS.escape(prompt.path)}"]`)?.scrollIntoView({ block: "center" });
    focusKey(document, `add ${prompt.path}`);
  };
  return [
    unsure > 0 && el("p.doubt", `◆ ${unsure} ${msg("check")}`),
    el("button.over", { "data-key": `to ${prompt.path}`, "aria-label": label, onclick: go }),
  ];
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
  return total != null && el("p.gone", `${msg("evening")} `, netStones(total));
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

// The seats of the big screen: stones, cards, and what the hands are worth.
import { cardFan } from "../core/card-fan.js";
import { el } from "../core/dom.js";
import { formatStones, stonePile } from "../core/stones.js";
import { cardName, dealerSign, games, lines, localize, messageIn, msg, nameLines, netStones } from "./texts.js";

/**
 * What the hands are worth, by player: the hands on the table once they are complete, else those of the last round.
 * @param {Snapshot} snapshot
 * @param {Evening} evening
 * @param {BookedRound | undefined} last
 */
function handsByPlayer(snapshot, evening, last) {
  const preview = snapshot.editing ? null : snapshot.preview?.settlement;
  const settlement = preview ?? (snapshot.draft?.begun ? null : last?.settlement);
  const order = (preview ? evening.seat_order : last?.seats) ?? [];
  /** @type {Record<number, HandValue>} */
  const hands = {};
  for (const hand of settlement?.hands ?? []) if (hand.class) hands[order[hand.seat]] = hand;
  return hands;
}

/**
 * The cards before each player: those of the round being entered, else those of the last round.
 * @param {Snapshot} snapshot
 * @param {BookedRound | undefined} last
 * @returns {{ parts: ShownCards[], order: number[] }} `order`: players by seat
 */
function cardsBySeat(snapshot, last) {
  const { editing, draft, preview, asks, evening, following } = snapshot;
  if (!editing && !draft?.begun && following?.shown?.length) {
    const parts = following.shown.map((part) => ({ ...part, label: { en: "", ja: "" }, counted: [] }));
    return { parts, order: evening?.seat_order ?? [] };
  }
  if (editing || !draft?.begun) return { parts: last?.cards ?? [], order: last?.seats ?? [] };
  const entered = asks.map(({ path, seat, label }) => ({
    seat,
    label,
    cards: (draft.hands[path] ?? []).map(({ card }) => card),
    counted: [],
  }));
  return { parts: preview?.cards ?? entered, order: evening?.seat_order ?? [] };
}

/**
 * The name of a class of hands. What English calls by its points only is told as such.
 * @param {TermName} name
 * @param {number | null} total
 */
const classLines = (name, total) =>
  name.en === String(total)
    ? lines((lang) => {
        const said = name[lang] ?? name.en;
        return said === String(total) ? messageIn(lang, "points_n", { n: Number(total) }) : said;
      })
    : nameLines(name);

/**
 * @param {Game} game
 * @param {HandValue} hand
 */
function handWorth(game, hand) {
  const found = game.classes.find((each) => each.key === hand.class);
  // The last reason sums up those of the single cards, which nobody reads from across the room.
  const reason = hand.reasons[hand.reasons.length - 1];
  return el(
    "div.worth",
    el(
      "p.class",
      found?.name.en === "points" && hand.total != null
        ? el("span", hand.total === 1 ? msg("one_point") : msg("points_n", { n: hand.total }))
        : [
            el("span", found ? classLines(found.name, hand.total) : hand.class),
            hand.total != null && String(hand.total) !== hand.class && el("b", String(hand.total)),
          ],
    ),
    reason && el("p.reason", localize(reason.text)),
  );
}

/**
 * @param {Snapshot} snapshot
 * @param {Evening} evening
 * @param {BookedRound | undefined} last
 */
export function seatList(snapshot, evening, last) {
  const { players, stones, dealer, over, closed, game_winners: winners } = evening;
  const hands = handsByPlayer(snapshot, evening, last);
  const { draft, editing, following } = snapshot;
  const isEntering = (draft?.begun || following?.shown?.length) && !editing;
  const { parts, order } = cardsBySeat(snapshot, last);
  /** @param {number} player */
  const fans = (player) =>
    parts
      .filter(({ seat }) => seat !== null && order[seat] === player)
      .map(({ cards, counted, sure }) => cardFan(cards, counted, cardName, sure));
  return el(
    "ol.seats",
    { "data-seats": players.length },
    players.map((name, player) => {
      const isDealer = player === dealer && !over && !closed;
      const hasWon = winners.includes(player);
      // What the last round brought does not stand beside the cards of this one.
      const seat = isEntering ? -1 : (last?.seats.indexOf(player) ?? -1);
      const won = last && parts === last.cards && seat >= 0 ? last.settlement.net[seat] : 0;
      const light = won > 0 ? ".lifted" : ".lost";
      return el(
        `li.seat${isDealer ? ".dealer" : ""}${hasWon ? ".won" : ""}${won ? light : ""}`,
        el("p.name", isDealer && dealerSign(), hasWon && "★ ", el("bdi", name)),
        el(
          "p.held",
          el("b", formatStones(stones[player])),
          last && seat >= 0 && netStones(last.settlement.net[seat]),
          fans(player),
        ),
        stonePile(stones[player]),
        hands[player] && handWorth(games[evening.game], hands[player]),
      );
    }),
  );
}

// Who pays whom, what every hand is worth and why, before booking and after.
import { cardFan, faceIn, nameIn, seatFans } from "../core/card-fan.js";
import { COLON, cardImage, el, localize, msg, msgOf, nameSpan, plural } from "../core/dom.js";
import { markTerms } from "../core/glossary.js";
import { formatStones, netStones, stonePile } from "../core/stones.js";
import { store } from "../core/store.js";
import { winnerLine } from "./gain.js";

/**
 * The name of a class of hands.
 * @param {string} key
 * @param {Game} game
 */
export function classLabel(key, game = store.game) {
  const found = game.classes.find((each) => each.key === key);
  return found ? nameSpan(found.name) : el("span", key);
}

/**
 * A hand as it is called, with its total where the name does not say it: "13 points", "buta, bust · 16".
 * @param {{ class: string | null, total?: number | null }} hand
 * @param {Game} game
 * @returns {Child[]}
 */
export function handTitle({ class: key, total }, game = store.game) {
  if (!key) return [];
  const name = game.classes.find((each) => each.key === key)?.name;
  if (name && localize(name) === String(total)) return [plural("one_point", "points_n", Number(total))];
  if (total == null || key === String(total)) return [classLabel(key, game)];
  if (name?.en === "points") return [plural("one_point", "points_n", total)];
  return [classLabel(key, game), `\u00a0· ${total}`];
}

/**
 * What a reason says, less the points at its end: they stand beside it.
 * @param {Reason} reason
 */
function withoutPoints({ text, points }) {
  const line = localize(text);
  return points == null ? line : line.replace(new RegExp(`(: |：)${points}( points?|点)?$`), "");
}

/**
 * The picture of the one card that a line names, which is taken from the cards whose lines are still to come.
 * @param {string} line
 * @param {string[]} left
 */
function lineCard(line, left) {
  const nameOf = (/** @type {string} */ code) => localize(faceIn(store.decks, code)?.name);
  const place = left.findIndex((code) => nameOf(code).toLowerCase() === line.toLowerCase());
  return place >= 0 && el("i.of", cardImage(left.splice(place, 1)[0], ""));
}

/**
 * What makes a hand's worth, each line with the picture of its card, or of the cards of its yaku.
 * @param {Reason[]} reasons
 * @param {ShownCards[]} parts of the hand, then of the table
 */
function reasonLines(reasons, parts) {
  const left = parts.flatMap((part) => part.cards);
  const yaku = Object.assign({}, ...parts.map((part) => part.yaku));
  return reasons.map((reason) => {
    const line = withoutPoints(reason);
    const points = reason.points != null && el("b", String(reason.points));
    const made = yaku[reason.code];
    return [
      el("dd", lineCard(line, left), el("span", line), points),
      made && el("dd.lying.made", cardFan(made, [], nameIn(store.decks))),
    ];
  });
}

/**
 * The cards of who won are lifted, those of who lost recede.
 * @param {number} net
 */
const lightOf = (net) => (net > 0 && ".lifted") || (net < 0 && ".lost") || "";

/**
 * @param {Settlement} settlement
 * @param {(seat: number) => string} nameOf
 * @param {Game} game
 * @param {ShownCards[]} cards
 * @param {Evening["options"]} options the house rules that it was settled by
 */
export function settlementView(settlement, nameOf, game = store.game, cards = [], options = store.evening.options) {
  const rules = `/learn/${game.key}?options=${encodeURIComponent(JSON.stringify(options))}#rules`;
  const { transfers, carried = 0, house = 0, reasons, hands, net, stones } = settlement;
  const outcome = game.outcomes[settlement.outcome];
  const explained = new Set();
  return el(
    "div.settled",
    el("p.outcome", winnerLine(net, nameOf)),
    outcome && markTerms(el("p.hint", localize(outcome)), explained),
    transfers.length === 0 && el("p", msg("nobody_pays")),
    el(
      "ul.pays",
      transfers.map((pay) =>
        el(
          "li",
          el("span", msgOf("pays", nameOf(pay.from), { a: nameOf(pay.from), b: nameOf(pay.to) })),
          el("b", String(pay.stones)),
          stonePile(pay.stones),
          pay.reason && markTerms(el("small", localize(pay.reason.text)), explained),
        ),
      ),
    ),
    carried > 0 && el("p", `${msg("carried")}${COLON}${carried}`),
    house > 0 && el("p", `${msg("house")}${COLON}${house}`),
    markTerms(
      el(
        "details.why",
        { open: true },
        el("summary", msg("why")),
        reasons.map((reason) => el("p", localize(reason.text))),
        el(
          "dl",
          seatFans(cards, null, nameIn(store.decks)).map((fan) => el("dd.lying", fan)),
          hands.map((hand) => [
            el(
              "dt",
              el("bdi", nameOf(hand.seat)),
              hand.class && el("span.class", handTitle(hand, game)),
              netStones(net[hand.seat]),
            ),
            seatFans(cards, hand.seat, nameIn(store.decks)).map((fan) => el(`dd.lying${lightOf(net[hand.seat])}`, fan)),
            reasonLines(
              hand.reasons,
              [hand.seat, null].flatMap((seat) => cards.filter((part) => part.seat === seat)),
            ),
          ]),
        ),
      ),
      explained,
    ),
    stones &&
      el(
        "p.after",
        `${msg("after")}${COLON}`,
        stones.map((held, seat) => el("span", el("bdi", nameOf(seat)), el("b", formatStones(held)))),
      ),
    el("p.links", el("a", { href: rules }, msg("house_rules"))),
  );
}

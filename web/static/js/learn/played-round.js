// A round against the table's own hands: what lies there, what the learner may do, the odds of it, and the payment.
import { get } from "../core/api.js";
import { byId, cardImage, el, localize, msg } from "../core/dom.js";
import { markTerms } from "../core/glossary.js";
import { formatSigned } from "../core/stones.js";
import { chanceItem } from "./hand-explanation.js";

const { game = "", deck = "" } = document.body.dataset;
const box = byId("play");
/** Shuffles there are. */
const SEEDS = 100_000;
let seed = Math.floor(Math.random() * SEEDS);
/** @type {string[]} */
let choices = [];

async function show() {
  const query = new URLSearchParams({ deck, seed: String(seed), choices: choices.join(",") });
  /** @type {PlayedRound} */
  const round = await get(`/api/play/${game}?${query}`).catch(() => null);
  if (!round) return box.replaceChildren(el("p.hint", msg("no_answer")));
  const hasFocus = box.contains(document.activeElement);
  box.replaceChildren(...parts(round));
  if (hasFocus) /** @type {HTMLElement | null} */ (box.querySelector(".choices button, .played-hand button"))?.focus();
}

/** @param {string} key */
function choose(key) {
  choices = [...choices, key];
  show();
}

function dealAgain() {
  seed = (seed + 1) % SEEDS;
  choices = [];
  show();
}

/**
 * @param {PlayedRound} round
 * @returns {Element[]}
 */
function parts(round) {
  const { hand, piles, lines, question, odds, settlement } = round;
  const nameOf = (/** @type {string} */ code) => localize(round.names[code]);
  const byCard = new Map(round.choices.filter(({ card }) => card).map((choice) => [choice.card, choice]));
  const plain = round.choices.filter(({ card }) => !card);
  /** @param {string} code */
  const handCard = (code) =>
    byCard.has(code)
      ? el("button.thumb.playable", { onclick: () => choose(code) }, cardImage(code, nameOf(code)))
      : el("span.thumb", cardImage(code, nameOf(code)));
  const all = [
    el(
      "ol.lines",
      { "aria-live": "polite" },
      lines.map((line) => el("li", localize(line))),
    ),
    ...piles
      .filter(({ cards }) => cards.length)
      .map(({ label, cards }) =>
        el(
          "div.pile-row",
          el("h4", localize(label)),
          el(
            "div.cards.small",
            cards.map((code) => el("span.thumb", cardImage(code, nameOf(code)))),
          ),
        ),
      ),
    el("h4", msg("my_cards")),
    el("div.cards.played-hand", hand.map(handCard)),
    el("p.ask", localize(question)),
    plain.length > 0 &&
      el(
        "div.choices",
        plain.map(({ key, label }) => el("button.big.primary", { onclick: () => choose(key) }, localize(label))),
      ),
    odds && oddsList(odds, round.names),
    settlement && payments(settlement, round.seats),
    !round.choices.length && el("p.links", el("button.primary.big", { onclick: dealAgain }, msg("deal_again"))),
  ];
  return all.flatMap((part) => (part ? [markTerms(/** @type {HTMLElement} */ (part))] : []));
}

/**
 * @param {NonNullable<PlayedRound["odds"]>} odds
 * @param {Record<string, TermName>} names
 */
function oddsList({ sections }, names) {
  const faces = Object.fromEntries(
    Object.entries(names).map(([code, name]) => [code, { name, spoken: name, number: null, copies: 1 }]),
  );
  return el(
    "details.odds-now",
    { open: true },
    el("summary", msg("odds_now")),
    sections.slice(0, 1).map(({ title, lines }) => [
      el("h4", localize(title)),
      el(
        "ul.odds",
        lines.map((line) => chanceItem(line, faces)),
      ),
    ]),
  );
}

/**
 * @param {Settlement} settlement
 * @param {string[]} seats the learner sits in the second
 */
function payments({ net, transfers, hands }, seats) {
  const nameOf = (/** @type {number} */ seat) => (seat === 1 ? msg("you") : seats[seat]);
  return el(
    "section.settled",
    el("p.result", formatSigned(net[1])),
    el(
      "ul.why-list",
      transfers.map((pay) =>
        el(
          "li",
          msg("pays", { a: nameOf(pay.from), b: nameOf(pay.to) }),
          ` ${pay.stones}. `,
          pay.reason && localize(pay.reason.text),
        ),
      ),
    ),
    el(
      "ul.why-list",
      hands.map(({ seat, reasons }) => el("li", `${nameOf(seat)}: `, localize(reasons[reasons.length - 1]?.text))),
    ),
  );
}

show();

// A round against the table's own hands: what lies there, what the learner may do, the odds of it, and the payment.
import { get } from "../core/api.js";
import { byId, COLON, cardImage, el, errorCode, lang, localize, msg } from "../core/dom.js";
import { markTerms } from "../core/glossary.js";
import { formatSigned } from "../core/stones.js";
import { chanceItem } from "./hand-explanation.js";

const { game = "", deck = "" } = document.body.dataset;
const box = byId("play");
/** Shuffles there are. */
const SEEDS = 100_000;
/** Questions whose odds are shown; more than a beginner reads at a turn. */
const MOST_SECTIONS = 3;
let seed = Math.floor(Math.random() * SEEDS);
/** @type {string[]} */
let choices = [];
/** Whether the learner wants to see what rounds played on come to; it then shows at the next turn, too. */
let wantsPlayouts = false;

const roundQuery = () => new URLSearchParams({ deck, seed: String(seed), choices: choices.join(",") });

async function show() {
  /** @type {PlayedRound} */
  let round;
  try {
    round = await get(`/api/play/${game}?${roundQuery()}`);
  } catch (error) {
    return box.replaceChildren(refused(/** @type {ServerError} */ (error)));
  }
  const hasFocus = box.contains(document.activeElement);
  box.replaceChildren(...parts(round));
  // Of a long log the latest lines are in sight.
  const log = /** @type {HTMLElement} */ (box.querySelector(".lines"));
  log.scrollTop = log.scrollHeight;
  if (hasFocus) /** @type {HTMLElement | null} */ (box.querySelector(".choices button, .played-hand button"))?.focus();
}

/**
 * Why the table cannot go on, and what to do: an answer that did not come is asked for again, a choice that is refused
 * is taken back, and another round may be dealt.
 * @param {ServerError} error
 */
function refused({ code, message, foreign }) {
  const takeBack = () => {
    choices = choices.slice(0, -1);
    show();
  };
  return el(
    "div.refused",
    { role: "alert" },
    el("p", localize(message)),
    el(
      "p.links",
      foreign && el("button.primary", { onclick: show }, msg("try_again")),
      !foreign && choices.length > 0 && el("button.primary", { onclick: takeBack }, msg("choose_again")),
      !foreign && el("button", { onclick: dealAgain }, msg("deal_again")),
    ),
    errorCode(code),
  );
}

/** @param {string} key */
function choose(key) {
  choices = [...choices, key];
  showFromItsTop();
}

function dealAgain() {
  seed = (seed + 1) % SEEDS;
  choices = [];
  showFromItsTop();
}

/** A table that is being played fills the screen from its top, so that the choices stay in sight. */
async function showFromItsTop() {
  await show();
  // What is said before the deal is read once.
  (choices.length ? box : byId("round")).scrollIntoView({ block: "start" });
}

/**
 * What is decided stands together: what happened, what lies there, the hand, the choices. Captured piles come below.
 * @param {PlayedRound} round
 * @returns {Element[]}
 */
function parts(round) {
  const { hand, piles, lines, question, odds, settlement, seat, seats, names, numbers } = round;
  const byCard = new Map(round.choices.filter(({ card }) => card).map((choice) => [choice.card, choice]));
  const plain = round.choices.filter(({ card }) => !card);
  const fromPile = (/** @type {string} */ code) => cardItem(code, !hand.includes(code));
  /**
   * @param {string} code
   * @param {boolean} mayPlay
   */
  function cardItem(code, mayPlay) {
    const name = localize(names[code]);
    const number = numbers[code] ? el("b.hand-number", String(numbers[code])) : "";
    const choice = mayPlay && byCard.get(code);
    return choice
      ? el("button.thumb.playable", { onclick: () => choose(choice.key) }, cardImage(code, name), number)
      : el("span.thumb", cardImage(code, name), number);
  }
  const laid = piles.filter(({ cards }) => cards.length);
  const before = hand.length ? 1 : laid.length;
  const row = (/** @type {PlayedRound["piles"][number]} */ { label, cards }) =>
    el("div.pile-row", el("h4", localize(label)), el("div.cards.small", cards.map(fromPile)));
  const all = [
    el("p.hint.you", msg("you_are", { name: seats[seat] })),
    el(
      "ol.lines",
      { "aria-live": "polite" },
      lines.map((line) => el("li", localize(line))),
    ),
    ...laid.slice(0, before).map(row),
    hand.length > 0 && el("h4", msg("my_cards")),
    el(
      "div.cards.played-hand",
      hand.map((code) => cardItem(code, true)),
    ),
    el("p.ask", localize(question)),
    plain.length > 0 &&
      el(
        "div.choices",
        plain.map(({ key, label }) =>
          el(
            `button.big${plain.length < round.choices.length || plain.length > 2 ? "" : ".primary"}`,
            { onclick: () => choose(key) },
            el("span", localize(label)),
          ),
        ),
      ),
    odds && oddsList(odds, names),
    round.may_play_on && playoutList(),
    settlement && payments(settlement, seats, seat),
    !round.choices.length && el("p.links", el("button.primary.big", { onclick: dealAgain }, msg("deal_again"))),
    ...laid.slice(before).map(row),
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
    sections.slice(0, MOST_SECTIONS).map(({ title, lines }) => [
      el("h4", localize(title)),
      el(
        "ul.odds",
        lines.map((line) => chanceItem(line, faces)),
      ),
    ]),
  );
}

/** What each choice comes to in rounds played on from here, once the learner opens it. */
function playoutList() {
  const list = el("div");
  const box = /** @type {HTMLDetailsElement} */ (
    el("details.odds-now", { open: wantsPlayouts }, el("summary", msg("played_on")), list)
  );
  let isPlaying = false;
  box.addEventListener("toggle", async () => {
    wantsPlayouts = box.open;
    if (!box.open || isPlaying) return;
    isPlaying = true;
    if (!list.children.length) list.replaceChildren(el("p.hint", msg("playing_on")));
    try {
      const { playOn } = await import("./playouts.js");
      await playOn(box, list, game, roundQuery());
    } catch (error) {
      const { code, message } = /** @type {ServerError} */ (error);
      list.replaceChildren(el("p.hint", code ? localize(message) : msg("no_answer")));
    }
    isPlaying = false;
  });
  return box;
}

/**
 * What a hand came to, without its cards one by one, which lie there.
 * @param {Settlement["hands"][number]["reasons"]} reasons
 */
function handText(reasons) {
  const sums = reasons.filter(({ code }) => code !== "card");
  return (sums.length ? sums : reasons).map(({ text }) => localize(text)).join(lang === "ja" ? "、" : "; ");
}

/**
 * @param {Settlement} settlement
 * @param {string[]} seats
 * @param {number} own the learner's seat
 */
function payments({ net, transfers, hands, reasons }, seats, own) {
  const nameOf = (/** @type {number} */ seat) => (seat === own ? msg("you") : seats[seat]);
  /**
   * @param {number} from
   * @param {number} to
   */
  const payer = (from, to) =>
    from === own
      ? msg("you_pay", { b: seats[to] })
      : to === own
        ? msg("pays_you", { a: seats[from] })
        : msg("pays", { a: seats[from], b: seats[to] });
  return el(
    "section.settled",
    el("p.result", formatSigned(net[own])),
    el(
      "ul.why-list",
      reasons.map((reason) => el("li", localize(reason.text))),
    ),
    el(
      "ul.why-list",
      transfers.map((pay) =>
        el(
          "li",
          payer(pay.from, pay.to),
          ` ${pay.stones}${pay.reason ? COLON : ""}`,
          pay.reason && localize(pay.reason.text),
        ),
      ),
    ),
    el(
      "ul.why-list",
      hands.map(({ seat, reasons }) => el("li", `${nameOf(seat)}${COLON}`, handText(reasons))),
    ),
  );
}

// Who came for the round sees it from its top, once it is there.
if (location.hash === "#round") showFromItsTop();
else show();

// The big screen: the whole table at a glance, in one language or two, with nothing to press.
import { cardFan, faceIn } from "../core/card-fan.js";
import { byId, el } from "../core/dom.js";
import { listenToTable } from "../core/live-stream.js";
import { formatSigned, formatStones, stonePile, winnersOf } from "../core/stones.js";
import { newestRound } from "../table/announcements.js";
import { animateStones } from "../table/stone-animation.js";
import { bestHands, monthsView } from "./before-deal.js";
import { newTerms } from "./new-terms.js";

/** The languages on the screen; the first one is large. */
const SHOWN = /** @type {Language[]} */ ((document.body.dataset.shown ?? "").split(" "));
/** @type {Record<Language, Record<string, string>>} */
const WORDS = JSON.parse(document.body.dataset.words ?? "{}");
/** Text is set smaller to fit, down to these shares of its size. */
const [SLIGHTLY_SMALLER, SMALLEST] = [0.85, 0.5];

/** @type {Record<string, Game>} */
const games = {};
/** @type {Record<string, Deck>} */
const decks = {};
const main = byId("main");
/** The stones of a new round fly in it, above whatever is drawn meanwhile. */
const sky = el("div.sky");
/** @type {Snapshot} */
let snapshot;
/** @type {number | null} */
let age = null;
/** What the screen shows, as JSON. */
let shownState = "";
/** Number of the newest request for words. Older answers are not shown. */
let wordsNumber = 0;

/**
 * One line a language.
 * @param {(lang: Language) => Child} content
 */
const lines = (content) =>
  SHOWN.map((lang, index) => el(index ? "span.second" : "span.first", { lang }, content(lang)));

/**
 * The message of that key in each language shown.
 * @param {string} key
 * @param {MessageValues} values
 */
const msg = (key, values = {}) => lines((lang) => wordsIn(lang, key, values));

/**
 * @param {Language} lang
 * @param {string} key
 * @param {MessageValues} values
 */
const wordsIn = (lang, key, values) => WORDS[lang][key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/**
 * The key of what somebody does: two people do it in the plural.
 * @param {string} key
 * @param {string} who
 */
const keyOf = (key, who) => (who.includes(" & ") ? `${key}_pair` : key);

/** @param {LocalText} text */
const localize = (text) => lines((lang) => text[lang]);

/** @param {TermName} name */
const nameLines = (name) =>
  lines((lang) => (lang === "ja" && name.kana ? el("ruby", name.ja, el("rt", name.kana)) : name[lang]));

/** @param {number} n */
const netStones = (n) => el(`b.net${n < 0 ? ".minus" : ".plus"}`, formatSigned(n));

/** @param {Evening} evening */
function headline(evening) {
  const { over, closed, round, players, dealer, options } = evening;
  const { length } = options;
  const winners = evening.game_winners.map((player) => players[player]).join(", ");
  const roundText =
    typeof length === "number" ? msg("round_of", { n: round, all: length }) : msg("round", { n: round });
  const { rounds } = games[evening.game];
  /** @type {Child} */
  let deals = null;
  if (over) deals = winners && msg("winners", { names: winners });
  else if (!closed) deals = msg(keyOf("deals", players[dealer]), { name: players[dealer] });
  /** @type {Child} */
  let state = rounds.length > 0 ? localize(rounds[(round - 1) % rounds.length]) : roundText;
  if (closed) state = msg("closed");
  else if (over) state = msg("over");
  return [el("p.game", nameLines(games[evening.game].name)), el("p.round", state), el("p.deals", deals)];
}

/**
 * What the hands are worth, by player: the hands on the table once they are complete, else those of the last round.
 * @param {Evening} evening
 * @param {BookedRound | undefined} last
 */
function handsByPlayer(evening, last) {
  const preview = snapshot.editing ? null : snapshot.preview?.settlement;
  const settlement = preview ?? (snapshot.draft?.begun ? null : last?.settlement);
  const order = (preview ? evening.seat_order : last?.seats) ?? [];
  /** @type {Record<number, HandValue>} */
  const hands = {};
  for (const hand of settlement?.hands ?? []) if (hand.class) hands[order[hand.seat]] = hand;
  return { isPreview: Boolean(preview), hands };
}

/**
 * The cards before each player: those of the round being entered, else those of the last round.
 * @param {BookedRound | undefined} last
 * @returns {{ parts: ShownCards[], order: number[] }} `order`: players by seat
 */
function cardsBySeat(last) {
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

/** @param {string} code */
const cardName = (code) => faceIn(decks, code)?.spoken[SHOWN[0]] ?? code;

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
            el("span", found ? nameLines(found.name) : hand.class),
            hand.total != null && String(hand.total) !== hand.class && el("b", String(hand.total)),
          ],
    ),
    reason && el("p.reason", localize(reason.text)),
  );
}

/**
 * @param {Evening} evening
 * @param {BookedRound | undefined} last
 */
function seatList(evening, last) {
  const { players, stones, dealer, over, closed, game_winners: winners } = evening;
  const { isPreview, hands } = handsByPlayer(evening, last);
  const { parts, order } = cardsBySeat(last);
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
      const seat = isPreview ? -1 : (last?.seats.indexOf(player) ?? -1);
      const isLifted = last && parts === last.cards && seat >= 0 && last.settlement.net[seat] > 0;
      return el(
        `li.seat${isDealer ? ".dealer" : ""}${hasWon ? ".won" : ""}${isLifted ? ".lifted" : ""}`,
        el(
          "p.name",
          isDealer && el("span.oya", { lang: "ja", title: WORDS[SHOWN[0]].dealer }, "親"),
          hasWon && "★ ",
          el("bdi", name),
        ),
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

/**
 * @param {Evening} evening
 * @param {BookedRound} last
 */
function settlementView(evening, last) {
  const { net, outcome, transfers, reasons } = last.settlement;
  const outcomeText = games[evening.game].outcomes[outcome];
  /** @param {number} seat */
  const nameOf = (seat) => evening.players[last.seats[seat]];
  const winners = winnersOf(net).map(({ stones, seat }) => ({ name: nameOf(seat), n: stones }));
  const winnerLine = lines(
    (lang) =>
      winners.map((one) => wordsIn(lang, keyOf("wins", one.name), one)).join(" · ") || wordsIn(lang, "nobody_wins", {}),
  );
  return el(
    "section.settled",
    el("h2", msg("round", { n: last.round })),
    el("p.outcome", winnerLine),
    outcomeText && el("p.reason", localize(outcomeText)),
    transfers.length === 0 && el("p.pays", msg("nobody_pays")),
    el(
      "ul.pays",
      transfers.map((pay) =>
        el(
          "li",
          el("span", msg(keyOf("pays", nameOf(pay.from)), { a: nameOf(pay.from), b: nameOf(pay.to) })),
          el("b", String(pay.stones)),
        ),
      ),
    ),
    reasons.map((reason) => el("p.reason", localize(reason.text))),
  );
}

/**
 * The outline of a card. It tells doubt by its shape and mark, never by color alone.
 * @param {CardRead} card
 * @param {number} unit
 * @param {Record<string, Face>} faces
 */
function cardOutline(card, unit, faces) {
  const xs = card.corners.map(([x]) => x);
  const ys = card.corners.map(([, y]) => y);
  let mark = "?";
  if (card.face === "down") mark = "–";
  else if (card.sure) mark = String(faces[card.card ?? ""]?.number || "★");
  return [
    el(`polygon.outline${card.sure ? "" : ".unsure"}`, {
      points: card.corners.join(" "),
      "stroke-width": unit * 0.2,
      "stroke-dasharray": card.sure ? null : `${unit * 0.6} ${unit * 0.35}`,
    }),
    el(
      "text",
      {
        x: (Math.min(...xs) + Math.max(...xs)) / 2,
        y: Math.max(...ys) - unit * 0.3,
        "font-size": unit * 1.5,
        "stroke-width": unit * 0.25,
      },
      mark,
    ),
  ];
}

/**
 * The picture of the round being entered, with something beside it.
 * @param {Evening} evening
 * @param {Child} beside
 */
function pictureView(evening, beside) {
  const picture = snapshot.draft?.picture;
  if (!picture) return null;
  const { name, width, height, cards } = picture;
  const { faces } = decks[evening.deck];
  const isInDoubt = cards.some((card) => card.face === "up" && !card.sure);
  return el(
    "figure.picture",
    el("figcaption", msg("cards_now"), isInDoubt && el("span.doubt", "? ", msg("unsure"))),
    el(
      "div.row",
      el(
        "div.photo",
        el("img", { src: `/picture/${name}.jpg`, alt: "", width, height }),
        el(
          "svg",
          { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "xMinYMin meet", "aria-hidden": "true" },
          cards.map((card) => cardOutline(card, width / 36, faces)),
        ),
      ),
      beside,
    ),
  );
}

/** The round that the camera follows: what lies in the middle, the last move, and where table and record disagree. */
function followView() {
  const { following, editing } = snapshot;
  if (!following?.shown || editing) return null;
  const { moves = [], shown, lost, turn } = following;
  const move = moves[moves.length - 1];
  const middle = shown.find(({ seat }) => seat === null);
  const card = move?.card;
  const name = turn == null ? null : snapshot.evening?.players[snapshot.evening.seat_order[turn]];
  if (!move && !middle) return null;
  return el(
    "section.follow",
    middle && el("h2", msg("fo_middle")),
    middle && cardFan(middle.cards, [], cardName, middle.sure),
    move && el("div.move", card && el("img.card", { src: `/art/${card}.svg`, alt: "" }), el("p", localize(move.text))),
    move?.fault && move.event !== "lost" && el("p.fault", localize(move.fault)),
    lost && move?.event !== "lost" && el("p.fault", msg("fo_lost")),
    lost && el("p.fault", localize(lost)),
    name && el("p.turn", msg("fo_turn", { name })),
  );
}

function show() {
  const { evening, draft, preview, people, following } = snapshot;
  const state = JSON.stringify([evening, draft?.picture, draft?.begun, preview, people, following]);
  if (state === shownState) return;
  shownState = state;
  if (evening) showEvening(evening);
  else showWaiting();
}

function showWaiting() {
  const names = snapshot.people.joined.map((name) => el("li", el("bdi", name)));
  byId("head").replaceChildren();
  const months = monthsView(decks.hanafuda, nameLines);
  main.replaceChildren(el("section.waiting", months, el("p", msg("not_begun")), el("ul.here", names)));
}

/** @param {Evening} evening */
function showEvening(evening) {
  const last = newestRound(evening);
  byId("head").replaceChildren(...headline(evening));
  // Words stand where there is room: beside the picture, else below what the last round did.
  const words = el("ul.words");
  const picture = pictureView(evening, words);
  const followed = followView();
  /** @type {Child[]} */
  const right = followed
    ? [followed, picture]
    : [picture, last && settlementView(evening, last), !picture && last && words];
  main.replaceChildren(
    el(
      "div.left",
      seatList(evening, last),
      evening.pot > 0 && el("p.pot", msg("pot"), el("b", String(evening.pot)), stonePile(evening.pot)),
    ),
  );
  const isBeforeDeal = !picture && !last && !snapshot.draft?.begun && !followed;
  if (isBeforeDeal)
    main.append(el("div.right", el("h2", msg("best_hands")), bestHands(games[evening.game], nameLines, cardName)));
  if (picture || last || followed) main.append(el(`div.right${picture && last ? ".both" : ""}`, right));
  showWords(evening, words);
  fit();
  const places = /** @type {HTMLElement[]} */ ([...main.querySelectorAll(".seat")]);
  animateStones(evening, last, sky, places, main.querySelector(".pot") ?? byId("head"));
}

/**
 * Nobody taps across a room: a native word is explained in the round in which it first stands on the screen.
 * @param {Evening} evening
 * @param {HTMLElement} list
 */
async function showWords(evening, list) {
  if (!list.isConnected) return;
  wordsNumber += 1;
  const number = wordsNumber;
  const terms = await newTerms(evening, main, get).catch(() => []);
  if (number !== wordsNumber) return;
  const items = terms.map(({ name, says }) => {
    const meaning = lines((lang) => (lang === "ja" ? says?.ja : `${name.en} – ${says?.en}`));
    return el("li", el("b", { lang: "ja" }, name.ja), el("p", meaning));
  });
  list.replaceChildren(...items);
  fit();
}

/**
 * Sets the text in boxes smaller until it fits. Whether all of it does.
 * @param {Iterable<Element>} boxes
 * @param {number} smallest
 */
function shrink(boxes, smallest) {
  return [.../** @type {Iterable<HTMLElement>} */ (boxes)]
    .map((box) => {
      for (let size = 1; size >= smallest; size -= 0.05) {
        box.style.setProperty("--size", String(size));
        if (box.scrollHeight <= box.clientHeight) return true;
      }
      return false;
    })
    .every(Boolean);
}

/** Nothing long is cut off. The small stones are left out before the letters become too small. */
function fit() {
  const list = main.querySelector(".seats");
  const seats = main.querySelectorAll(".seat");
  list?.classList.remove("tight");
  if (!shrink(seats, SLIGHTLY_SMALLER)) {
    list?.classList.add("tight");
    shrink(seats, SMALLEST);
  }
  shrink(main.querySelectorAll(".settled, .words"), SMALLEST);
}

/** Says that the connection is lost, and for how long, or what everybody should know. */
function showBanner() {
  const banner = byId("banner");
  document.body.classList.toggle("old", age != null);
  if (age == null) {
    banner.replaceChildren(...(snapshot?.says ? localize(snapshot.says) : []));
    return;
  }
  const ages = age < 120 ? msg("old_seconds", { n: age }) : msg("old_minutes", { n: Math.round(age / 60) });
  const lost = msg("lost");
  lost.forEach((line, index) => {
    line.append(" ", ...ages[index].childNodes);
  });
  banner.replaceChildren(...lost);
}

/** @param {string} path */
const get = async (path) => (await fetch(path)).json();

addEventListener("resize", fit);
document.body.append(sky);
byId("scan").append(...msg("scan_to_join"));
const [gameList, deckList] = await Promise.all([get("/api/games"), get("/api/decks")]);
for (const game of gameList.games) games[game.key] = game;
for (const deck of deckList.decks) decks[deck.kind] = deck;
listenToTable(
  (state) => {
    snapshot = state;
    show();
    showBanner();
  },
  (seconds) => {
    if (seconds !== age) {
      age = seconds;
      showBanner();
    }
  },
);

// Beside the seats of the big screen: the picture, what the last round settled, the followed round, native words.
import { cardFan } from "../core/card-fan.js";
import { el } from "../core/dom.js";
import { winnersOf } from "../core/stones.js";
import { loadStyle } from "../core/styles.js";
import { newTerms } from "./new-terms.js";
import { cardName, decks, games, keyOf, lines, localize, messageIn, msg } from "./texts.js";

await loadStyle("tv/round");

/** Number of the newest request for words. Older answers are not shown. */
let wordsNumber = 0;

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
      winners.map((one) => messageIn(lang, keyOf("wins", one.name), one)).join(" · ") ||
      messageIn(lang, "nobody_wins", {}),
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
 * @param {Snapshot} snapshot
 * @param {Evening} evening
 * @param {Child} beside
 */
function pictureView(snapshot, evening, beside) {
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

/**
 * The round that the camera follows: what lies in the middle, the last move, and where table and record disagree.
 * @param {Snapshot} snapshot
 */
function followView(snapshot) {
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

/**
 * What stands beside the seats: the followed round or the last one, and the picture. Null where there is nothing.
 * @param {Snapshot} snapshot
 * @param {Evening} evening
 * @param {BookedRound | undefined} last
 */
export function roundView(snapshot, evening, last) {
  // Words stand where there is room: beside the picture, else below what the last round did.
  const words = el("ul.words");
  const picture = pictureView(snapshot, evening, words);
  const followed = followView(snapshot);
  if (!picture && !last && !followed) return null;
  return el(
    `div.right${picture && last ? ".both" : ""}`,
    followed ? [followed, picture] : [picture, last && settlementView(evening, last), !picture && last && words],
  );
}

/**
 * Nobody taps across a room: a native word is explained in the round in which it first stands on the screen.
 * @param {Evening} evening
 * @param {Element} screen
 * @param {(path: string) => Promise<any>} get
 */
export async function showWords(evening, screen, get) {
  const list = screen.querySelector(".words");
  if (!list) return;
  wordsNumber += 1;
  const number = wordsNumber;
  const terms = await newTerms(evening, screen, get).catch(() => []);
  if (number !== wordsNumber) return;
  const items = terms.map(({ name, says }) => {
    const meaning = lines((lang) =>
      lang === "ja" ? says?.ja : `${name[lang] ?? name.en} – ${says?.[lang] ?? says?.en}`,
    );
    return el("li", el("b", { lang: "ja" }, name.ja), el("p", meaning));
  });
  list.replaceChildren(...items);
}

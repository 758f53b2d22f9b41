// Cards of the deck being played: their drawings and names, and whose they are.
import { faceIn } from "../core/card-fan.js";
import { cardImage, el, lang, localize, msg, nameSpan, plural } from "../core/dom.js";
import { store } from "../core/store.js";

/**
 * @param {string | null} code
 * @returns {Face | undefined}
 */
export const faceOf = (code) => store.deck.faces[code ?? ""];

/** @param {string | null} code null is a card that lies face down */
export const cardName = (code) => (code ? localize(faceOf(code)?.spoken ?? { en: code, ja: code }) : msg("face_down"));

/**
 * The name of a card as it is read, not heard: in Japanese with its characters.
 * @param {string | null} code null is a card that lies face down
 */
export const writtenName = (code) =>
  code ? localize(faceIn(store.decks, code)?.name ?? { en: code, ja: code }) : msg("face_down");

/**
 * @param {string} code
 * @param {string} alt
 */
export const cardArt = (code, alt = cardName(code)) => cardImage(code, alt);

/**
 * The name of the player whose cards a prompt asks for, with its label where one seat has several.
 * @param {Prompt} prompt
 */
export function promptOwner({ seat, label }) {
  if (seat == null) return localize(label);
  const isOneOfSeveral = store.cardPrompts().filter((other) => other.seat === seat).length > 1;
  return isOneOfSeveral ? `${store.seatName(seat)} · ${localize(label)}` : store.seatName(seat);
}

/**
 * A card of a hand as it was read, on the newest picture or an earlier one; null where it was entered by hand.
 * @param {DraftCard} card
 * @returns {SeenCard | null}
 */
export function readOf({ read, earlier }) {
  const { picture, earlier_reads: reads } = store.snapshot.draft;
  if (read != null && picture?.cards[read]) {
    const { name, width, height, cards } = picture;
    return { name, width, height, read: cards[read] };
  }
  return reads[earlier ?? ""] ?? null;
}

/**
 * Whether this evening is played with that card.
 * @param {string} code
 */
export const isPlayed = (code) => (store.evening.faces[code] ?? 0) > 0;

/**
 * Why a card is not sure.
 * @param {DraftCard} card
 */
export function doubtText(card) {
  // Whatever the picture shows, such a card cannot be meant.
  if (!isPlayed(card.card)) return msg("doubt_not_played", { game: localize(store.game.name) });
  const read = readOf(card)?.read;
  if (store.game.told_apart.includes(card.card) && (!read || read.sure)) return msg("doubt_told_apart");
  // What was followed has no picture of its own.
  if (!read && store.snapshot.following?.on) return msg("unsure");
  return msg(`doubt_${read && !read.sure && read.doubt ? read.doubt : "pack"}`);
}

/**
 * The piece of a picture in which a card lies.
 * @param {SeenCard} seen
 */
export function cutout({ name, width: fullWidth, height: fullHeight, read }) {
  const xs = read.corners.map(([x]) => x);
  const ys = read.corners.map(([, y]) => y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  const width = Math.max(...xs) - x;
  const height = Math.max(...ys) - y;
  const margin = 0.12;
  const scale = 1 + 2 * margin;
  return el(
    "svg.crop",
    {
      viewBox: `${x - width * margin} ${y - height * margin} ${width * scale} ${height * scale}`,
      role: "img",
      "aria-label": cardName(read.card),
    },
    el("image", { href: `/picture/${name}.jpg`, width: fullWidth, height: fullHeight }),
  );
}

/**
 * Why cards of a hand are in doubt, where that is said once for several: the reason, and for how many.
 * @param {DraftCard[]} cards
 * @returns {Map<string, number>}
 */
export function sharedDoubts(cards) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const card of cards) if (!card.sure) counts.set(doubtText(card), (counts.get(doubtText(card)) ?? 0) + 1);
  return new Map([...counts].filter(([, count]) => count > 1));
}

/**
 * A small card with its name: a button where it may be corrected. A doubt says why, unless that is said of several.
 * @param {DraftCard} item
 * @param {string} key
 * @param {(() => void) | false} onTap
 * @param {Map<string, number>} shared
 */
export function cardThumb(item, key, onTap, shared = new Map()) {
  const { card, sure } = item;
  const seen = sure ? null : readOf(item);
  const content = [
    seen && cutout(seen),
    cardArt(card, ""),
    !sure && el("span.doubt", `? ${msg("check")}`),
    !sure && !shared.has(doubtText(item)) && el("span.caption.why-doubt", doubtText(item)),
    el("span.caption", { lang }, nameSpan(faceOf(card)?.name ?? { en: card, ja: card })),
  ];
  const classes = `thumb${sure ? "" : ".unsure"}`;
  return onTap ? el(`button.${classes}`, { "data-key": key, onclick: onTap }, content) : el(`span.${classes}`, content);
}

/** @param {number} n */
export const checkLabel = (n) => plural("check_card", "check_cards", n);

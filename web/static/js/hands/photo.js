// Every card outlined on the picture: solid where it is sure, dashed and questioned where it is not.
import { post } from "../core/api.js";
import { el, listOf, msg, plural } from "../core/dom.js";
import { lazyAction, lazyPart } from "../core/lazy.js";
import { redrawSheets } from "../core/live-sheet.js";
import { store } from "../core/store.js";
import { cardName, faceOf, promptOwner } from "./cards.js";
import { frameOfCards, showFrame } from "./picture-frame.js";
import { watchStatus, zonesButton } from "./table-watch.js";
import { centerOf, promptAt } from "./zone-lookup.js";

/** @typedef {{ prompt: Prompt, index: number, card: DraftCard }} GivenCard a card of the picture in somebody's hand */

const openAddSheet = lazyAction(() => import("./card-sheets.js").then((part) => part.openAddSheet));
const openCorrectionSheet = lazyAction(() => import("./card-sheets.js").then((part) => part.openCorrectionSheet));
const correctionsView = lazyPart(() => import("./corrections.js").then((part) => part.correctionsView));

let isLarge = false;
/**
 * The path of the hand to which tapped cards are given.
 * @type {string | null}
 */
let givingTo = null;

/** Signs on the picture are measured in this unit, so that they have one size whatever the picture's. */
const unitOf = (/** @type {Picture} */ picture) =>
  isLarge ? picture.width / 80 : (picture.width * (shownFrame(picture)?.width ?? 1)) / 36;

/**
 * The frame in which a picture is shown: a taken one without what lies round its cards.
 * @param {Picture} picture
 */
const shownFrame = (picture) => (store.snapshot.draft.picture === picture && !isLarge ? frameOfCards(picture) : null);

/**
 * The picture that was taken for this round, else the live one of the watched table; null where there is none.
 * A picture of one hand stands with that hand.
 * @param {string | null} hand the hand, null above all hands
 */
export function photoView(hand = null) {
  const { tabletop, draft, keeping } = store.snapshot;
  const isShownHere = draft.picture ? (draft.picture.hand ?? null) === hand : hand === null;
  const picture = isShownHere ? (draft.picture ?? tabletop?.table) : null;
  if (!picture) return null;
  const isTaken = Boolean(draft.picture);
  const laidPrompts = store.isHost && isTaken ? store.cardPrompts().filter((prompt) => prompt.laid) : [];
  if (!laidPrompts.some((prompt) => prompt.path === givingTo)) givingTo = null;
  const image = el("img", {
    src: `/picture/${picture.name}.jpg`,
    alt: plural("seen_one", "seen", picture.cards.length),
    width: picture.width,
    height: picture.height,
    "data-live": !isTaken,
  });
  const toggleSize = () => {
    isLarge = !isLarge;
    redrawSheets();
    if (!isLarge) return;
    centerOnCards(picture);
  };
  const inner = el("div.photo-in", image, outlines(picture, isTaken));
  const photo = el(`div.photo${isLarge ? ".large" : ""}`, { tabindex: "0" }, inner);
  const frame = shownFrame(picture);
  if (frame) showFrame(photo, inner, frame, picture);
  return el(
    hand ? "div.picture" : "section.panel.picture",
    photo,
    el("button.chip.zoom", { onclick: toggleSize }, msg(isLarge ? "smaller" : "larger")),
    hand === null && sharedLine(),
    watchStatus(),
    el("div.spots", !hand && zonesButton(), isTaken && store.isHost && el("span.hint", msg("tap_adds"))),
    isTaken && store.isHost && keeping && correctionsView(),
    hand === null &&
      laidPrompts.length > 1 &&
      el("div.giving", el("p.hint", msg("tap_gives")), el("div.chips", laidPrompts.map(givingChip))),
  );
}

/**
 * Scrolls the enlarged picture to where most of its cards are seen at once. The middle of all may be bare cloth.
 * @param {Picture} picture
 */
function centerOnCards({ cards, width, height }) {
  const photo = document.querySelector(".photo.large");
  if (!photo || !cards.length) return;
  const centers = cards.map(({ corners }) => centerOf(corners));
  const reach = [
    (width * photo.clientWidth) / photo.scrollWidth / 2,
    (height * photo.clientHeight) / photo.scrollHeight / 2,
  ];
  const seenFrom = (/** @type {number[]} */ middle) =>
    centers.filter((center) => center.every((at, axis) => Math.abs(at - middle[axis]) < reach[axis]));
  const seen = centers.map(seenFrom).reduce((most, some) => (some.length > most.length ? some : most));
  const [x, y] = [0, 1].map((axis) => seen.reduce((sum, center) => sum + center[axis], 0) / seen.length);
  photo.scrollTo(
    (x / width) * photo.scrollWidth - photo.clientWidth / 2,
    (y / height) * photo.scrollHeight - photo.clientHeight / 2,
  );
}

/** That the cards of a picture taken for one hand went to all seats, and the way back. */
function sharedLine() {
  if (!store.isHost || !store.snapshot.draft.shared_out) return null;
  const undo = () => post("/api/draft/unshare", { version: store.snapshot.version });
  return el(
    "p.links",
    { role: "status" },
    el("span", msg("shared_out")),
    el("button", { "data-key": "unshare", onclick: undo }, msg("undo")),
  );
}

/** @param {Prompt} prompt */
function givingChip(prompt) {
  const { path } = prompt;
  const onclick = () => {
    givingTo = path === givingTo ? null : path;
    redrawSheets();
  };
  return el(
    "button.chip",
    { "data-key": `give ${path}`, "aria-pressed": path === givingTo, onclick },
    promptOwner(prompt),
  );
}

/**
 * The cards of the picture that lie in a hand, by their place on the picture.
 * @returns {Record<number, GivenCard>}
 */
function givenCards() {
  /** @type {Record<number, GivenCard>} */
  const given = {};
  for (const prompt of store.cardPrompts()) {
    store.cardsOf(prompt.path).forEach((card, index) => {
      if (card.read != null) given[card.read] = { prompt, index, card };
    });
  }
  return given;
}

/**
 * @param {Picture} picture
 * @param {boolean} isTaken
 */
function outlines(picture, isTaken) {
  const table = store.snapshot.tabletop?.table;
  const watched = table && picture.name === table.name ? table : null;
  const given = isTaken ? givenCards() : {};
  const unit = unitOf(picture);
  /** @type {Element[]} */
  const shapes = picture.cards.map((card, read) => outline(card, read, given[read], unit, isTaken, watched));
  for (const prompt of isTaken ? store.cardPrompts() : []) {
    for (const card of store.cardsOf(prompt.path)) {
      if (card.at) shapes.push(addedCard(card.card, card.at, prompt, picture));
    }
  }
  /** @param {MouseEvent} event */
  const addAtTap = (event) => {
    if (event.target !== svg || givingTo) return;
    const box = svg.getBoundingClientRect();
    /** @type {Point} */
    const at = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    const prompt = promptAt(...at, true);
    if (prompt && store.mayEdit(prompt)) openAddSheet(prompt, at);
  };
  /** @type {SVGSVGElement} */
  const svg = el("svg", { viewBox: `0 0 ${picture.width} ${picture.height}`, onclick: isTaken && addAtTap }, shapes);
  return svg;
}

/**
 * A card that the host added where the camera saw none.
 * @param {string} code
 * @param {Point} at
 * @param {Prompt} prompt
 * @param {Picture} picture
 */
function addedCard(code, at, prompt, picture) {
  const x = at[0] * picture.width;
  const y = at[1] * picture.height;
  const unit = unitOf(picture);
  return el(
    "g.outline.sure",
    { role: "img", "aria-label": listOf([cardName(code), promptOwner(prompt)]) },
    el("circle.given", { cx: x, cy: y, r: unit }),
    el("text", { x, y: y + unit * 0.4, "font-size": unit * 1.05 }, faceOf(code)?.number || "★"),
  );
}

/**
 * @param {CardRead} seen
 * @param {number} read its place on the picture
 * @param {GivenCard | undefined} given
 * @param {number} unit
 * @param {boolean} isTaken
 * @param {WatchedTable | null} watched
 */
function outline(seen, read, given, unit, isTaken, watched) {
  const code = given ? given.card.card : seen.card;
  const isSure = given ? given.card.sure : seen.sure;
  const tracked = watched?.lying[read];
  const isCovered = tracked?.covered ?? false;
  const isNew = watched?.changes.some((change) => change.number === tracked?.number) ?? false;
  const isChosen = givingTo !== null && given?.prompt.path === givingTo;
  let kind = given ? "sure" : "loose";
  if (seen.face === "down" && !given) kind = "down";
  else if (!isSure) kind = "unsure";
  let mark = isSure ? faceOf(code)?.number || "★" : "?";
  if (kind === "down") mark = "–";
  const label = [
    cardName(code),
    given && promptOwner(given.prompt),
    !isSure && msg("unsure"),
    isCovered && msg("covered"),
    isNew && msg("new_mark"),
  ].filter((part) => typeof part === "string");
  const [, , [ax, ay], [bx, by]] = seen.corners;
  const x = (ax + bx) / 2;
  const y = (ay + by) / 2;
  const radius = unit * 0.85;
  const isButton = isTaken && store.isHost;
  const badge = { x, y: y + unit * 2.3, "font-size": unit * 0.8 };
  return el(
    `g.outline.${kind}${isCovered ? ".covered" : ""}${isChosen ? ".theirs" : ""}`,
    {
      role: isButton ? "button" : "img",
      "aria-label": listOf(label),
      ...(isButton && tapProps(seen, read, given)),
    },
    el("polygon", {
      points: seen.corners.map((corner) => corner.join(",")).join(" "),
      "stroke-width": unit * 0.22,
      "stroke-dasharray": isSure ? null : `${unit * 0.6} ${unit * 0.35}`,
    }),
    isSure ? el("circle", { cx: x, cy: y, r: radius }) : diamond(x, y, radius * 1.3),
    el("text", { x, y: y + unit * 0.36, "font-size": unit * 1.05 }, mark),
    isNew && [
      el("circle.fresh", {
        cx: x,
        cy: y,
        r: radius * 1.7,
        "stroke-width": unit * 0.2,
        "stroke-dasharray": `0.1 ${unit * 0.42}`,
      }),
      el("text.badge", badge, msg("new_mark")),
    ],
    isCovered && el("text.badge", badge, msg("covered")),
  );
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
const diamond = (x, y, radius) =>
  el("polygon.mark", { points: `${x},${y - radius} ${x + radius},${y} ${x},${y + radius} ${x - radius},${y}` });

/**
 * What a tap on a card does: it gives the card to the chosen hand, or opens the sheet that corrects it.
 * @param {CardRead} seen
 * @param {number} read
 * @param {GivenCard | undefined} given
 * @returns {Props}
 */
function tapProps(seen, read, given) {
  const onclick = () => {
    if (givingTo && seen.card) post("/api/draft/give", { version: store.snapshot.version, read, to: givingTo });
    else if (given) openCorrectionSheet(given.prompt.path, given.index);
    else openCorrectionSheet(null, 0, read);
  };
  /** @param {KeyboardEvent} event */
  const onkeydown = (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onclick();
    }
  };
  return { tabindex: "0", "data-key": `read ${read}`, onclick, onkeydown };
}

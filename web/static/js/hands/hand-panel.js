// The panel of a hand: its cards, what they are worth, and the ways to enter them.
import { post, sendAnswers } from "../core/api.js";
import { COLON, dealerSign, el, listOf, localize, msg } from "../core/dom.js";
import { lazyAction } from "../core/lazy.js";
import { store } from "../core/store.js";
import { handTitle } from "../table/settlement.js";
import { cardThumb, promptOwner, sharedDoubts, writtenName } from "./cards.js";
import { hiddenQuestions } from "./hidden-cards.js";
import { photoView } from "./photo.js";
import { cameraButton, seePicture } from "./picture-reading.js";

const openCorrectionSheet = lazyAction(() => import("./card-sheets.js").then((part) => part.openCorrectionSheet));
const openEntrySheet = lazyAction(() => import("./card-sheets.js").then((part) => part.openEntrySheet));

/** @param {Prompt} prompt */
export function handPanel(prompt) {
  const { path, seat, help, optional } = prompt;
  const owner = promptOwner(prompt);
  const mayEdit = store.mayEdit(prompt);
  const shared = sharedDoubts(store.cardsOf(path));
  const openEntry = () => openEntrySheet(prompt, msg("cards_of", { name: owner }));
  return el(
    "section.panel.hand",
    { "data-hand": path },
    el(
      "div.hand-head",
      el("h3", el("bdi", owner), seat === 0 && dealerSign()),
      optional && el("small", msg("optional")),
      handWorth(prompt),
    ),
    impliedCards(path, owner),
    localize(help) && el("p.hint", localize(help)),
    photoView(path),
    mayEdit && tableStep(prompt),
    el(
      "div.cards",
      store
        .cardsOf(path)
        .map((card, index) =>
          cardThumb(card, `card ${path} ${index}`, mayEdit && (() => openCorrectionSheet(path, index)), shared),
        ),
      mayEdit &&
        el(
          "button.add",
          { "data-key": `add ${path}`, "aria-label": `${msg("add_card")}${COLON}${owner}`, onclick: openEntry },
          "＋",
        ),
      mayEdit &&
        store.snapshot.scanner.state === "up" &&
        cameraButton(`${msg("one_hand")}${COLON}${owner}`, path, "round"),
    ),
    mayEdit && hiddenQuestions(prompt),
    mayEdit && handStep(prompt),
    isFirstOfSeat(prompt) && noteLines(prompt),
  );
}

/**
 * The cards that are left for a hand nobody has entered, such as the aces that the other side was not dealt.
 * @param {string} path
 * @param {string} owner
 */
function impliedCards(path, owner) {
  const codes = store.snapshot.draft.implied[path];
  if (!Array.isArray(codes)) return null;
  if (!codes.length) return el("p.hint", msg("none_left", { what: owner }));
  return el("p.hint", msg("follows", { what: listOf(codes.map(writtenName)) }));
}

/** @param {Prompt} prompt */
const isOfTable = ({ path }) => {
  const { picture } = store.snapshot.draft;
  return store.isHost && picture?.hand === path && picture.whole_table && store.cardsOf(path).length > 0;
};

/** @param {Prompt} prompt */
const emptyButton = ({ path }) =>
  el("button.quiet", { "data-key": `empty ${path}`, onclick: () => sendAnswers({ [path]: null }) }, msg("empty_hand"));

/**
 * What to do where the picture of one hand shows the whole table, above the many cards: share it out, or take another.
 * @param {Prompt} prompt
 */
function tableStep(prompt) {
  const { path } = prompt;
  if (!isOfTable(prompt)) return null;
  return el(
    "div.step",
    el("p", { role: "status" }, msg("is_whole_table")),
    el(
      "p.links",
      el("button.primary", { "data-key": `share ${path}`, onclick: sharePicture }, msg("share_out")),
      cameraButton(msg("take_again"), path, "wide"),
      emptyButton(prompt),
    ),
  );
}

/**
 * What to do with a hand in doubt, whichever picture it came from: say that all of it is right, or fix the exception.
 * One that was photographed last can be emptied.
 * @param {Prompt} prompt
 */
function handStep(prompt) {
  const { path } = prompt;
  const { draft, following } = store.snapshot;
  const cards = store.cardsOf(path);
  const unsure = cards.findIndex(({ sure }) => !sure);
  const isShot = draft.picture?.hand === path;
  // What is followed is asked about elsewhere.
  if (!cards.length || isOfTable(prompt) || !(isShot || (unsure >= 0 && !following?.on))) return null;
  const confirm = () => sendAnswers({ [path]: cards.map((card) => ({ ...card, sure: true })) });
  const doubts = [...sharedDoubts(cards)].map(([why, n]) => el("li", msg("cards_why", { n, why })));
  return el(
    "div.step",
    doubts.length > 0 && el("ul.hint.why-doubt", { role: "status" }, doubts),
    el(
      "p.links",
      unsure >= 0 && [
        el("button.primary", { "data-key": `right ${path}`, onclick: confirm }, `✓ ${msg("cards_right")}`),
        el("button", { "data-key": `fix ${path}`, onclick: () => openCorrectionSheet(path, unsure) }, msg("fix")),
      ],
      isShot && emptyButton(prompt),
    ),
  );
}

/** Gives each card of the picture to the seat before which it lies, and goes to the picture. */
async function sharePicture() {
  if (await post("/api/draft/share", { version: store.snapshot.version })) seePicture();
}

/**
 * The next hand that nobody has entered, under the thumb: with the camera where there is a scanner. Nothing comes next
 * where the round can be confirmed: what is left then was entered in another way.
 */
export function nextHandButton() {
  if (store.isHost && store.snapshot.preview.settlement) return null;
  const isOpen = (/** @type {Prompt} */ prompt) =>
    prompt.laid && store.mayEdit(prompt) && store.cardsOf(prompt.path).length === 0;
  const next = store.cardPrompts().find(isOpen);
  if (!next) return null;
  const owner = promptOwner(next);
  const hasScanner = store.snapshot.scanner.state === "up";
  // On a player's own phone there is no other hand.
  const ownLabel = msg(hasScanner ? "photo_own" : "tell_own");
  const label = store.isHost ? msg("next_hand", { name: owner }) : ownLabel;
  if (hasScanner) return cameraButton(label, next.path, "big");
  const openEntry = () => openEntrySheet(next, msg("cards_of", { name: owner }));
  return el("button.big", { "data-key": "next", onclick: openEntry }, `＋ ${label}`);
}

/**
 * Whether a prompt is the first for the cards of its seat.
 * @param {Prompt} prompt
 */
const isFirstOfSeat = (prompt) => store.cardPrompts().find(({ seat }) => seat === prompt.seat) === prompt;

/**
 * What the game can say of a seat's cards already.
 * @param {Prompt} prompt
 */
function noteLines({ seat }) {
  const notes = seat == null ? null : store.snapshot.notes[seat];
  return (
    notes &&
    el(
      "ul.notes",
      { "aria-live": "polite" },
      notes.map((note) => el("li", localize(note))),
    )
  );
}

/**
 * What a hand is worth. It stands once a seat, with the first of its cards.
 * @param {Prompt} prompt
 */
function handWorth(prompt) {
  const { preview, worth } = store.snapshot;
  const settled = preview.settlement?.hands.find(({ seat }) => seat === prompt.seat);
  const hand = settled ?? worth[prompt.seat ?? -1];
  if (!hand?.class || !isFirstOfSeat(prompt)) return null;
  return el("span.class", handTitle(hand));
}

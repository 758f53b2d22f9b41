// The sheet of a seat, or of the table: its cards, from a picture or from the grid, and what else is asked there.
import { sendAnswers } from "../core/api.js";
import { el, listOf, localize, msg, splice } from "../core/dom.js";
import { lazyAction } from "../core/lazy.js";
import { openLiveSheet } from "../core/live-sheet.js";
import { store } from "../core/store.js";
import { onSwipe } from "../core/swipe.js";
import { cardName, cardThumb, promptOwner, writtenName } from "../hands/cards.js";
import { deckGrid, leftCards } from "../hands/deck-grid.js";
import { addGridKeys } from "../hands/grid-keys.js";
import { hiddenQuestions } from "../hands/hidden-cards.js";
import { photoView } from "../hands/photo.js";
import { cameraButton } from "../hands/picture-reading.js";
import { handTitle } from "../table/settlement.js";
import { doubtStrip } from "./doubts.js";
import { handName, handsOf, placeName, questionsOf } from "./places.js";
import { question } from "./questions.js";
import { seatChoices } from "./seat-choices.js";
import { emptyButton, isOfTable, tableStep } from "./shared-picture.js";
import { besideHand, nextStop } from "./stops.js";

const openCorrectionSheet = lazyAction(() =>
  import("../hands/card-sheets.js").then((part) => part.openCorrectionSheet),
);

/** @param {string} code */
const asCard = (code) => ({ card: code, sure: true, read: null });

/**
 * @param {number | null} seat null is the table
 * @param {string} path of the hand that is shown first; "" for the first one that is open
 */
export function openPlace(seat, path = "") {
  const place = { seat, path: path || firstHand(seat) };
  /** The grid of the hand that is shown: it stays while its cards change. */
  let grid = { path: "", node: el("div"), refresh: () => {} };
  /** @param {Prompt} prompt */
  const gridOf = (prompt) => {
    if (grid.path !== prompt.path) grid = { path: prompt.path, ...entryGrid(prompt, () => sheet.dialog.close()) };
    grid.refresh();
    return grid.node;
  };
  /** @param {{ seat: number | null, path: string }} other */
  const goTo = (other) => {
    Object.assign(place, { seat: other.seat, path: other.path });
    sheet.show();
    sheet.dialog.scrollTop = 0;
  };
  const sheet = openLiveSheet(".hand", () => {
    const hands = handsOf(place.seat);
    const prompt = hands.find((each) => each.path === place.path) ?? hands[0];
    return {
      title: prompt ? msg("cards_of", { name: promptOwner(prompt) }) : placeName(place.seat) || msg("round_asks"),
      parts: [
        hands.length > 1 && handTabs(hands, prompt, goTo),
        placeQuestions(place.seat),
        prompt && handParts(prompt, gridOf),
        footOf(place.seat, prompt, () => sheet.dialog.close(), goTo),
      ],
    };
  });
  addGridKeys(sheet.dialog);
  onSwipe(sheet.dialog, (step) => {
    const other = grid.path && besideHand(grid.path, step);
    if (other) goTo(other);
  });
}

/** @param {number | null} seat */
function firstHand(seat) {
  const hands = handsOf(seat);
  const isEmpty = (/** @type {Prompt} */ { path, optional }) => !optional && !store.cardsOf(path).length;
  return (hands.find(isEmpty) ?? hands[0])?.path ?? "";
}

/**
 * The hands of one seat, such as those of the banker's table; one of them is shown.
 * @param {Prompt[]} hands
 * @param {Prompt} shown
 * @param {(other: Prompt) => void} goTo
 */
const handTabs = (hands, shown, goTo) =>
  el(
    "div.chips.hand-tabs",
    hands.map((prompt) => {
      const count = store.cardsOf(prompt.path).length;
      return el(
        "button.chip",
        { "aria-pressed": prompt === shown, "data-key": `tab ${prompt.path}`, onclick: () => goTo(prompt) },
        localize(prompt.label),
        count > 0 && el("b", String(count)),
      );
    }),
  );

/**
 * What is asked there beside cards, and what the table may say of this seat.
 * @param {number | null} seat
 */
function placeQuestions(seat) {
  const questions = questionsOf(seat);
  const numbers = questions.filter(({ kind }) => kind === "number");
  return [
    seat != null && seatChoices(seat),
    numbers.length > 0 &&
      el(
        "div.numbers",
        numbers.map((prompt) => question(prompt, "label")),
      ),
    questions.filter(({ kind }) => kind !== "number").map((prompt) => question(prompt, "label")),
  ];
}

/**
 * @param {Prompt} prompt
 * @param {(prompt: Prompt) => Node} gridOf
 */
function handParts(prompt, gridOf) {
  const { path, help } = prompt;
  const mayEdit = store.mayEdit(prompt);
  const cards = store.cardsOf(path);
  const isShot = store.snapshot.draft.picture?.hand === path;
  return [
    handWorth(prompt),
    impliedCards(path, promptOwner(prompt)),
    !cards.length && localize(help) && el("p.hint", localize(help)),
    photoView(path),
    mayEdit && tableStep(prompt),
    // What is followed is asked about elsewhere.
    !isOfTable(prompt) && !store.snapshot.following?.on && doubtStrip([prompt]),
    el("div.sheet-hand", { "data-hand": path }, handStrip(prompt, mayEdit)),
    mayEdit && hiddenQuestions(prompt),
    mayEdit && isShot && cards.length > 0 && !isOfTable(prompt) && el("p.links", emptyButton(prompt)),
    noteLines(prompt.seat),
    mayEdit && gridOf(prompt),
  ];
}

/**
 * The cards of the hand in one row, behind the camera.
 * @param {Prompt} prompt
 * @param {boolean} mayEdit
 */
function handStrip(prompt, mayEdit) {
  const { path, laid } = prompt;
  const cards = store.cardsOf(path);
  const last = cards.at(-1);
  const hasCamera = mayEdit && laid && store.snapshot.scanner.state === "up";
  const takeBack = () => sendAnswers({ [path]: splice(cards, cards.length - 1, 1) });
  return el(
    "div.cards",
    { "aria-live": "polite" },
    hasCamera &&
      cameraButton(
        `${msg("one_hand")}: ${promptOwner(prompt)}`,
        path,
        cards.length ? "round" : "big.primary",
        "one_hand",
      ),
    cards.map((card, index) =>
      cardThumb(card, `card ${path} ${index}`, mayEdit && (() => openCorrectionSheet(path, index))),
    ),
    mayEdit &&
      last &&
      last.read == null &&
      el(
        "button.chip.back",
        {
          "data-key": "take back",
          "aria-label": `${msg("remove")}: ${cardName(last.card)}`,
          onclick: takeBack,
        },
        "↶",
      ),
  );
}

/**
 * The cards that can be entered, with the way to take a whole month where the hand is a pile.
 * @param {Prompt} prompt
 * @param {() => void} close
 */
function entryGrid(prompt, close) {
  const { path, most } = prompt;
  const isPile = prompt.shares !== "" && !prompt.cards.length;
  /** @param {string[]} codes */
  const add = (codes) => sendAnswers({ [path]: [...(most === 1 ? [] : store.cardsOf(path)), ...codes.map(asCard)] });
  const grid = deckGrid({
    prompt,
    isEntry: true,
    onTap: (code) => {
      add([code]);
      if (most === 1) close();
    },
    onGroup: isPile ? (codes) => add(leftCards(prompt, codes)) : null,
  });
  return { node: grid.node, refresh: () => grid.refresh() };
}

/**
 * @param {number | null} seat
 * @param {Prompt | undefined} prompt
 * @param {() => void} close
 * @param {(other: { seat: number | null, path: string }) => void} goTo
 */
function footOf(seat, prompt, close, goTo) {
  const next = nextStop({ seat, path: prompt?.path ?? "" });
  const nextPrompt = next?.isHand ? store.cardPrompts().find(({ path }) => path === next.path) : undefined;
  const nextName = nextPrompt ? handName(nextPrompt) : placeName(next?.seat ?? null);
  return el(
    "div.sheet-foot",
    prompt && store.mayEdit(prompt) && restButton(prompt),
    el(next ? "button" : "button.primary", { "data-key": "done", onclick: close }, msg("done")),
    next &&
      el(
        "button.primary",
        { "data-key": "next", onclick: () => goTo(next.isHand ? next : { seat: next.seat, path: "" }) },
        msg("next_hand", { name: nextName }),
      ),
  );
}

/**
 * Gives the last pile what nobody else has.
 * @param {Prompt} prompt
 */
function restButton(prompt) {
  const { path, shares } = prompt;
  if (shares === "" || prompt.cards.length) return null;
  const rest = leftCards(prompt, Object.keys(store.evening.faces));
  const others = store.cardPrompts().filter((other) => other.path !== path && other.shares === shares);
  if (!rest.length || !others.some((other) => store.cardsOf(other.path).length)) return null;
  const take = () => sendAnswers({ [path]: [...store.cardsOf(path), ...rest.map(asCard)] });
  return el("button", { "data-key": "rest", onclick: take }, msg("take_rest", { n: rest.length }));
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

/**
 * What a hand is worth so far.
 * @param {Prompt} prompt
 */
function handWorth({ seat }) {
  const { preview, worth } = store.snapshot;
  const hand = preview.settlement?.hands.find((each) => each.seat === seat) ?? worth[seat ?? -1];
  return hand?.class ? el("p.class", handTitle(hand)) : null;
}

/**
 * What the game can say of a seat's cards already.
 * @param {number | null} seat
 */
function noteLines(seat) {
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

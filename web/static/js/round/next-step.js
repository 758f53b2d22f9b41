// The next thing to do in a round, as the one red button under the thumb.
import { answersConfirmed, postChange } from "../core/api.js";
import { el, localize, msg, plural, showToast } from "../core/dom.js";
import { lazyAction } from "../core/lazy.js";
import { rememberTab } from "../core/open-tab.js";
import { formatSigned } from "../core/stones.js";
import { store } from "../core/store.js";
import { promptOwner } from "../hands/cards.js";
import { cameraButton, dealDemo } from "../hands/picture-reading.js";
import { openDoubts } from "./doubts.js";
import { openPlace } from "./hand-sheet.js";
import { handName, placeName } from "./places.js";
import { openQuestion } from "./question-sheet.js";
import { firstOpenHand, firstOpenNumber } from "./stops.js";

const openFollowing = lazyAction(() => import("../follow/panel.js").then((part) => part.openFollowing));

/**
 * `seat`: where it is done, null in the middle of the table, undefined nowhere.
 * @typedef {{ seat?: number | null, buttons: Child[] }} Step
 */

/** What the round must still be told, in the order in which it is asked. What was just tapped is told. */
function missingPrompts() {
  const { preview, asks } = store.snapshot;
  return (preview.missing ?? [])
    .flatMap((path) => asks.filter((prompt) => prompt.path === path))
    .filter(({ path, kind, least }) =>
      kind === "cards" ? store.cardsOf(path).length < Math.max(least, 1) : store.answerTo(path) == null,
    );
}

/**
 * What is missing of a hand: how many cards there are, and how many the game needs.
 * @param {Prompt} prompt
 */
function missingText(prompt) {
  const { path, least, most } = prompt;
  const held = store.cardsOf(path).length;
  const count = held ? plural("one_card", "n_cards", held) : msg("no_cards");
  const isExact = least === most;
  return msg(isExact ? "needs_exactly" : "needs_least", { name: promptOwner(prompt), count, least });
}

/**
 * @param {string} label
 * @param {string} key
 * @param {() => void} onclick
 */
const redButton = (label, key, onclick) => el("button.primary.big", { "data-key": key, onclick }, label);

/**
 * @param {OpenTab} openTab
 * @returns {Step}
 */
export function nextStep(openTab) {
  const { draft, preview, editing, following, scanner } = store.snapshot;
  if (store.busyMessage !== null)
    return { buttons: [el("button.primary.big.busy", { disabled: true }, store.busyMessage)] };
  if (!store.isHost) return ownStep();
  if (scanner.demo && !editing && !draft.begun)
    return {
      buttons: [
        el(
          "button.primary.big",
          { "data-key": "demo", disabled: scanner.state !== "up", onclick: () => dealDemo(openTab) },
          msg("deal_demo"),
        ),
      ],
    };
  if (preview.error && draft.begun) return refusedStep();
  if (!preview.settlement) {
    const hand = firstOpenHand();
    if (hand) return { seat: hand.seat, buttons: handButtons(hand.path, hand.seat) };
    const [missing] = missingPrompts();
    if (missing) return missingStep(missing);
  }
  const { asks = [] } = following ?? {};
  if (!editing && asks.length) return { buttons: [redButton(msg("fo_asks"), "asks", openFollowing)] };
  if (draft.unsure > 0)
    return { buttons: [redButton(plural("check_one", "check_many", draft.unsure), "check", openDoubts)] };
  if (!preview.settlement) return { buttons: [] };
  const number = firstOpenNumber();
  if (number)
    return {
      seat: number.seat,
      buttons: [
        bookButton(openTab, ""),
        redButton(msg("next_hand", { name: placeName(number.seat) }), "next", () => openPlace(number.seat)),
      ],
    };
  return { buttons: [bookButton(openTab, ".primary")] };
}

/**
 * The way to enter a hand: a photograph where there is a scanner, and the grid.
 * @param {string} path
 * @param {number | null} seat
 */
function handButtons(path, seat) {
  const prompt = /** @type {Prompt} */ (store.cardPrompts().find((each) => each.path === path));
  const name = handName(prompt);
  const open = () => openPlace(seat, path);
  if (store.snapshot.scanner.state !== "up" || !prompt.laid)
    return [redButton(msg("next_hand", { name }), "next", open)];
  return [
    el("button.big", { "data-key": "by hand", onclick: open }, msg("by_hand")),
    cameraButton(msg("photo_hand", { name }), path, "big.primary"),
  ];
}

/**
 * @param {Prompt} missing
 * @returns {Step}
 */
function missingStep(missing) {
  const { path, kind, seat, label } = missing;
  if (kind === "cards") {
    return { seat, buttons: [redButton(missingText(missing), "missing", () => openPlace(seat, path))] };
  }
  const text = seat == null ? localize(label) : `${store.seatName(seat)} · ${localize(label)}`;
  return { seat, buttons: [redButton(text, "missing", () => openQuestion(path))] };
}

/** Where what was entered cannot be. The reason stands above the button. */
function refusedStep() {
  const seat = store.snapshot.preview.error?.seat;
  if (seat == null) return { buttons: [el("button.primary.big", { "data-key": "book", disabled: true }, msg("book"))] };
  return {
    seat,
    buttons: [redButton(msg("correct_hand", { name: store.seatName(seat) }), "missing", () => openPlace(seat))],
  };
}

/** A player's next step: the own hand, as long as it is not entered. */
function ownStep() {
  const hand = store.snapshot.preview.settlement ? undefined : firstOpenHand();
  if (!hand) return { buttons: [] };
  const open = () => openPlace(hand.seat, hand.path);
  return {
    seat: hand.seat,
    buttons:
      store.snapshot.scanner.state === "up"
        ? [
            el("button.big", { "data-key": "by hand", onclick: open }, msg("by_hand")),
            cameraButton(msg("photo_own"), hand.path, "big.primary"),
          ]
        : [redButton(msg("tell_own"), "next", open)],
  };
}

/** What this phone's owner would win or lose, or who wins most. */
function gainLabel() {
  const net = store.snapshot.preview.settlement?.net ?? [];
  const own = store.roundSeats().indexOf(store.ownPlayer());
  return formatSigned(own >= 0 ? net[own] : Math.max(...net));
}

/**
 * @param {OpenTab} openTab
 * @param {string} classes
 */
function bookButton(openTab, classes) {
  const { draft, editing } = store.snapshot;
  const book = async () => {
    const isStillHere = rememberTab();
    // What is booked is what was shown when the button was tapped.
    const isAsShown =
      (await answersConfirmed()) && JSON.stringify(store.snapshot.draft.answers) === JSON.stringify(draft.answers);
    if (!isAsShown) return showToast(msg("look_again"));
    const answer = await postChange("/api/rounds", { answers: draft.answers });
    if (answer) {
      // A new round stands large on every phone; a correction does not.
      if (editing) showToast(msg("booked"));
      if (isStillHere()) openTab(editing ? "history" : "table");
    }
  };
  return el(
    `button.big${classes}`,
    { "data-key": "book", onclick: book },
    editing ? msg("book_edit") : msg("book_gain", { n: gainLabel() }),
  );
}

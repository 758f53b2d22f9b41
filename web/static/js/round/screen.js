// The one screen while a round is on: the cloth with hands and answers on it, and the next thing under the thumb.
import { cardFan, nameIn } from "../core/card-fan.js";
import { COLON, el, msg } from "../core/dom.js";
import { stonePile } from "../core/stones.js";
import { store } from "../core/store.js";
import { loadStyle } from "../core/styles.js";
import { followLine } from "../follow/panel.js";
import { hiddenQuestions } from "../hands/hidden-cards.js";
import { cameraButton } from "../hands/picture-reading.js";
import { seatBar, seatRequests } from "../table/bars.js";
import { tableRing } from "../table/cloth.js";
import { followEye } from "../table/eye.js";
import { droppedRound } from "../table/round-changes.js";
import { roundLabel, roundName } from "../table/round-name.js";
import { middleChips, seatChips, tableHands } from "./chips.js";
import { laterRounds } from "./correction.js";
import { openPlace } from "./hand-sheet.js";
import { nextStep } from "./next-step.js";
import { outcomeButton, refusalBox } from "./outcome.js";
import { pictureButton } from "./picture-sheet.js";
import { handsOf, questionsOf } from "./places.js";
import { hasTools, openTools } from "./tools-sheet.js";

await Promise.all(["hands/cards", "hands/hands", "round/round", "round/chips", "round/sheets"].map(loadStyle));

/** @param {OpenTab} openTab */
export function roundScreen(openTab) {
  const step = nextStep(openTab);
  const round = {
    middle: roundMiddle(step.seat === null),
    extrasOf: (/** @type {number} */ seat) => seatExtras(seat, step.seat),
  };
  const isFollowing = isFollowed();
  const buttons = isFollowing && !store.snapshot.draft.begun ? [] : step.buttons;
  const ring = tableRing(rimParts(openTab), round);
  markFallen(ring);
  return [
    ring,
    el("div.notices", seatRequests(), droppedRound(), refusalBox(), isFollowing && followLine()),
    buttons.length ? el("div.bar", buttons) : !store.isHost && seatBar(),
  ];
}

/** @type {Map<string, number>} how many cards lay at each place when the cloth was drawn last */
const counts = new Map();

/**
 * Cards that have come since the cloth was drawn last fall onto it, one after the other.
 * @param {HTMLElement} ring
 */
function markFallen(ring) {
  for (const [index, box] of ring.querySelectorAll(".seat, .place").entries()) {
    const cards = /** @type {NodeListOf<HTMLElement>} */ (box.querySelectorAll(".lay i"));
    const key = `${box.querySelector("[data-key]")?.getAttribute("data-key")} ${index}`;
    [...cards].slice(counts.get(key) ?? 0).forEach((card, order) => {
      card.classList.add("fallen");
      card.style.setProperty("--n", String(order));
    });
    counts.set(key, cards.length);
  }
}

const isFollowed = () => !store.snapshot.editing && store.snapshot.following?.on === true;

/**
 * What stands on the rim: the camera and its picture, the round, the eye, and what else can be done.
 * @param {OpenTab} openTab
 */
function rimParts(openTab) {
  const { editing, scanner } = store.snapshot;
  const name = editing ? msg("correcting", { n: editing.round }) : roundLabel(store.evening.round);
  return [
    store.isHost && scanner.state === "up" && cameraButton(msg("whole_table"), null, "lens-only"),
    pictureButton(),
    el(
      `p.round${editing ? ".correcting" : ""}`,
      { "aria-label": editing ? `${name}, ${roundName(editing.round)}` : null },
      name,
      laterRounds(),
    ),
    !editing && followEye(),
    hasTools() &&
      el(
        "button.more",
        { "data-key": "tools", "aria-label": msg("round_asks"), onclick: () => openTools(openTab) },
        "⋯",
      ),
  ];
}

/** @param {boolean} isWanted whether the next thing is in the middle */
function roundMiddle(isWanted) {
  const { pot } = store.evening;
  const { scanner, following } = store.snapshot;
  const watched = scanner.state === "up" && scanner.camera;
  const shown = following?.on && !store.snapshot.draft.begun ? (following.shown ?? []) : null;
  return el(
    `div.middle${isWanted ? ".wanted" : ""}`,
    watched && el("i", { "data-watch": true, hidden: true }),
    pot > 0 && el("p.pot", `${msg("pot")}${COLON}${pot}`, stonePile(pot)),
    shown
      ? shown
          .filter(({ seat }) => seat === null)
          .map(({ cards, sure }) => cardFan(cards, [], nameIn(store.decks), sure))
      : el("div.laid", tableHands().map(tableHand)),
    outcomeButton(),
    el("div.chips", middleChips()),
  );
}

/** @param {{ prompt: Prompt, label: string, open: () => void }} hand of cards on the table */
function tableHand({ prompt, label, open }) {
  const cards = store.cardsOf(prompt.path);
  const fan = cardFan(
    cards.map(({ card }) => card),
    [],
    nameIn(store.decks),
    cards.map(({ sure }) => sure),
  );
  return el(
    `button.place${cards.length ? "" : ".empty"}`,
    { "data-key": `to ${prompt.path}`, disabled: !store.mayEdit(prompt) && !cards.length, onclick: open },
    el("span", label),
    fan,
  );
}

/**
 * A seat is a button that opens its cards. What is missing there pulses.
 * @param {number} seat
 * @param {number | null | undefined} wanted where the next thing is done
 */
function seatExtras(seat, wanted) {
  const hands = handsOf(seat);
  const chips = seatChips(seat);
  const isOpen = hands.length > 0 || (store.isHost && questionsOf(seat).length > 0);
  const unsure = hands.flatMap(({ path }) => store.cardsOf(path)).filter(({ sure }) => !sure).length;
  const hidden = hands.flatMap((prompt) => (store.mayEdit(prompt) ? hiddenQuestions(prompt) : [])).length;
  const label = msg("cards_of", { name: store.seatName(seat) });
  const parts = [
    isOpen &&
      el("button.over", {
        "data-key": `to ${hands[0]?.path ?? seat}`,
        "aria-label": label,
        onclick: () => openPlace(seat),
      }),
    unsure > 0 && el("p.doubt", `◆ ${unsure} ${msg("check")}`),
    !unsure && hidden > 0 && el("p.doubt", "◆ ＋?"),
    hands.length > 0 && !hands.some(({ path }) => store.cardsOf(path).length) && el("i.empty-hand"),
    el("div.chips", chips),
  ];
  return { classes: wanted === seat ? ".wanted" : "", parts };
}

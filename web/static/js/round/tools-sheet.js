// What else can be done while a round is entered: the camera of the table, what a seat may do, to begin anew.
import { post } from "../core/api.js";
import { el, listOf, localize, msg } from "../core/dom.js";
import { openLiveSheet } from "../core/live-sheet.js";
import { rememberTab } from "../core/open-tab.js";
import { store } from "../core/store.js";
import { cameraButton, dealDemo, readPicture } from "../hands/picture-reading.js";
import { hostSwitches, zonesButton } from "../hands/table-watch.js";
import { leaveCorrection } from "../table/round-changes.js";
import { seatAdvice } from "../table/seat-advice.js";
import { openPlace } from "./hand-sheet.js";
import { handsOf, questionsOf } from "./places.js";
import { question } from "./questions.js";

/** @param {OpenTab} openTab */
export function openTools(openTab) {
  const { dialog } = openLiveSheet(".round-tools", () => {
    if (!store.isRoundOn) return null;
    return {
      title: msg("round_asks"),
      parts: [
        store.isHost && tableQuestions(),
        restingHint(),
        seatAdvice(),
        store.isHost && hostTools(openTab, () => dialog.close()),
      ],
    };
  });
}

/** Everything the round asks of the table, and the cards that it may ask for. */
function tableQuestions() {
  const hands = handsOf(null).filter(({ optional }) => optional);
  return [
    questionsOf(null).map((prompt) => question(prompt, "label")),
    hands.length > 0 &&
      el(
        "div.chips",
        hands.map(({ path, label }) =>
          el(
            "button.chip",
            { "data-key": `to ${path}`, onclick: () => openPlace(null, path) },
            `＋ ${localize(label)}`,
          ),
        ),
      ),
  ];
}

/** Whether the sheet of tools would hold anything for this phone. */
export const hasTools = () => store.isHost || store.ownPlayer() >= 0;

/** Who does not play this round. */
function restingHint() {
  const { players, away, seat_order: order } = store.evening;
  const names = players.filter((_, player) => !order.includes(player) && !away.includes(player));
  return names.length > 0 && !store.snapshot.editing && el("p.hint", msg("rest", { names: listOf(names) }));
}

/**
 * @param {OpenTab} openTab
 * @param {() => void} close
 */
function hostTools(openTab, close) {
  const { scanner, draft, editing, tabletop } = store.snapshot;
  const hasScanner = scanner.state === "up";
  const hasCamera = hasScanner && scanner.camera;
  const isBusy = store.busyMessage !== null;
  const scanAgain = () => el("button.primary.big", { onclick: () => scan() }, msg("take_again"));
  /** @returns {Promise<unknown>} */
  const scan = () => readPicture("/api/look", { version: store.snapshot.version }, scanAgain);
  /** @param {() => unknown} act */
  const closing = (act) => () => {
    close();
    act();
  };
  const leave = async () => {
    const isStillHere = rememberTab();
    if ((await leaveCorrection()) && isStillHere()) openTab("history");
  };
  const clear = () => post("/api/draft/clear", { version: store.snapshot.version });
  return el(
    "div.tools",
    hasScanner && cameraButton(msg("whole_table"), null, "wide"),
    // A watched table is read as it lies; a correction takes a picture of its own.
    hasCamera &&
      (editing || !tabletop) &&
      el("button", { disabled: isBusy, "data-key": "scan", onclick: closing(scan) }, msg("scan")),
    hasCamera && !editing && hostSwitches(isBusy),
    zonesButton(),
    scanner.demo &&
      !editing &&
      draft.begun &&
      el("button", { disabled: isBusy || !hasScanner, onclick: closing(() => dealDemo(openTab)) }, msg("deal_demo")),
    scanner.demo &&
      !editing &&
      el(
        "button",
        { "data-key": "own_cards", onclick: closing(() => post("/api/demo", { on: false })) },
        msg("own_cards"),
      ),
    editing && el("button.bad", { "data-key": "leave", onclick: closing(leave) }, msg("leave_it")),
    draft.begun && !editing && el("button.bad", { "data-key": "clear", onclick: closing(clear) }, msg("clear")),
    !editing && el("a.button", { href: "/seats" }, msg("seats")),
  );
}
